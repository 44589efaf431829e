//! Who has read, acknowledged and downloaded publications. Times are never moved: the first one counts.

use chrono::{DateTime, Utc};
use domain::id::{ManualId, PublicationId, UserId};
use domain::publication::{ManualPublication, PublicationReader, ReaderMarks};

use super::{PublicationRow, publication_columns, publication_joins};
use crate::StoreError;
use crate::millis::Millis;
use crate::search::signed;
use crate::tx::Tx;

const TABLE: &str = "publication_reader";
const REQUEST: &str = "publication_request";

#[derive(sqlx::FromRow)]
struct ReaderMarksRow {
    account: String,
    display_name: String,
    asked_on: Option<Millis>,
    ended_on: Option<Millis>,
    read_on: Option<Millis>,
    acknowledged_on: Option<Millis>,
    downloaded_on: Option<Millis>,
}

impl ReaderMarksRow {
    fn into_reader(self) -> Result<PublicationReader, StoreError> {
        let of = |table, on: Option<Millis>, column| on.map(|on| on.read(table, column)).transpose();
        Ok(PublicationReader {
            account: self.account,
            name: self.display_name,
            marks: ReaderMarks {
                asked_on: of(REQUEST, self.asked_on, "asked_on")?,
                ended_on: of(REQUEST, self.ended_on, "ended_on")?,
                read_on: of(TABLE, self.read_on, "read_on")?,
                acknowledged_on: of(TABLE, self.acknowledged_on, "acknowledged_on")?,
                downloaded_on: of("publication_download", self.downloaded_on, "first_on")?,
            },
        })
    }
}

macro_rules! reader_rows {
    ($rest:literal) => {
        concat!(
            "SELECT u.account, u.display_name, q.asked_on, q.ended_on, r.read_on, r.acknowledged_on,
                d.first_on AS downloaded_on
            FROM user_account u
            LEFT JOIN publication_reader r ON r.user_id = u.id AND r.publication_id = $1
            LEFT JOIN (
                SELECT user_id, MAX(asked_on) AS asked_on
                FROM publication_request
                WHERE publication_id = $1 AND asked_on <= $2
                GROUP BY user_id) a ON a.user_id = u.id
            LEFT JOIN publication_request q
                ON q.publication_id = $1 AND q.user_id = a.user_id AND q.asked_on = a.asked_on
            LEFT JOIN (
                SELECT user_id, MIN(first_on) AS first_on
                FROM publication_download
                WHERE publication_id = $1
                GROUP BY user_id) d ON d.user_id = u.id
            WHERE (r.user_id IS NOT NULL OR a.user_id IS NOT NULL OR d.user_id IS NOT NULL) ",
            $rest
        )
    };
}

/// Up to `limit` people who were asked to read a publication, have read it or have downloaded it, by account. They have
/// the last request until a moment; other marks may be later ones.
pub async fn list_readers(
    tx: &mut Tx,
    publication: &PublicationId,
    at: Option<DateTime<Utc>>,
    limit: u64,
) -> Result<Vec<PublicationReader>, StoreError> {
    const SQL: &str = reader_rows!("ORDER BY u.account_folded LIMIT $3");
    let rows: Vec<ReaderMarksRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(&publication.0)
        .bind(Millis::from(at.unwrap_or(DateTime::<Utc>::MAX_UTC)))
        .bind(signed(limit))
        .fetch_all(conn)
        .await?);
    rows.into_iter().map(ReaderMarksRow::into_reader).collect()
}

/// The marks of one person for a publication.
pub async fn find_marks(tx: &mut Tx, publication: &PublicationId, user: &UserId) -> Result<ReaderMarks, StoreError> {
    const SQL: &str = reader_rows!("AND u.id = $3");
    let row: Option<ReaderMarksRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(&publication.0)
        .bind(Millis::from(DateTime::<Utc>::MAX_UTC))
        .bind(&user.0)
        .fetch_optional(conn)
        .await?);
    let reader = row.map(ReaderMarksRow::into_reader).transpose()?;
    Ok(reader.map(|reader| reader.marks).unwrap_or_default())
}

/// The people who are asked to acknowledge a publication, whether they have done so or not.
pub async fn list_asked(tx: &mut Tx, publication: &PublicationId) -> Result<Vec<UserId>, StoreError> {
    const SQL: &str = "
        SELECT user_id
        FROM publication_request
        WHERE publication_id = $1 AND ended_on IS NULL
        ORDER BY user_id";
    let rows: Vec<(String,)> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&publication.0).fetch_all(conn).await?);
    Ok(rows.into_iter().map(|(id,)| UserId(id)).collect())
}

/// The newest other publication of a manual that a person has read.
pub async fn find_last_read(
    tx: &mut Tx,
    manual: &ManualId,
    user: &UserId,
    other_than: &PublicationId,
) -> Result<Option<ManualPublication>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        publication_columns!(),
        publication_joins!(),
        "JOIN publication_reader r ON r.publication_id = p.id AND r.user_id = $2 AND r.read_on IS NOT NULL
        WHERE p.manual_id = $1 AND p.id <> $3
        ORDER BY p.number DESC
        LIMIT 1"
    );
    let row: Option<PublicationRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(&manual.0)
        .bind(&user.0)
        .bind(&other_than.0)
        .fetch_optional(conn)
        .await?);
    row.map(PublicationRow::into_publication).transpose()
}

/// Marks a publication as read by a person.
pub async fn mark_read(
    tx: &mut Tx,
    publication: &PublicationId,
    user: &UserId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO publication_reader (publication_id, user_id, read_on)
        VALUES ($1, $2, $3)
        ON CONFLICT (publication_id, user_id) DO UPDATE
        SET read_on = COALESCE(publication_reader.read_on, excluded.read_on)";
    run(tx, SQL, publication, user, now).await
}

/// Records that a person acknowledges a publication, which they have read.
pub async fn acknowledge(
    tx: &mut Tx,
    publication: &PublicationId,
    user: &UserId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO publication_reader (publication_id, user_id, read_on, acknowledged_on)
        VALUES ($1, $2, $3, $3)
        ON CONFLICT (publication_id, user_id) DO UPDATE
        SET read_on = COALESCE(publication_reader.read_on, excluded.read_on),
            acknowledged_on = COALESCE(publication_reader.acknowledged_on, excluded.acknowledged_on)";
    run(tx, SQL, publication, user, now).await
}

/// Asks a person to acknowledge a publication; `false` when they are asked already.
pub async fn ask_reader(
    tx: &mut Tx,
    publication: &PublicationId,
    user: &UserId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const OPEN: &str = "
        SELECT user_id
        FROM publication_request
        WHERE publication_id = $1 AND user_id = $2 AND ended_on IS NULL";
    const SQL: &str = "
        INSERT INTO publication_request (publication_id, user_id, asked_on)
        VALUES ($1, $2, $3)
        ON CONFLICT (publication_id, user_id, asked_on) DO UPDATE SET ended_on = NULL";
    let open: Option<(String,)> =
        on_tx!(tx, |conn| sqlx::query_as(OPEN).bind(&publication.0).bind(&user.0).fetch_optional(conn).await?);
    if open.is_some() {
        return Ok(false);
    }
    run(tx, SQL, publication, user, now).await?;
    Ok(true)
}

/// Expects nothing of a person any more.
pub async fn end_reader(
    tx: &mut Tx,
    publication: &PublicationId,
    user: &UserId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    const SQL: &str = "
        UPDATE publication_request
        SET ended_on = $3
        WHERE publication_id = $1 AND user_id = $2 AND ended_on IS NULL";
    run(tx, SQL, publication, user, now).await
}

async fn run(
    tx: &mut Tx,
    sql: &'static str,
    publication: &PublicationId,
    user: &UserId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    on_tx!(tx, |conn| sqlx::query(sql)
        .bind(&publication.0)
        .bind(&user.0)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}
