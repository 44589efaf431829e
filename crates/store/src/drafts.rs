//! Drafts: text that users edit and have not checked in.

mod aside;

use chrono::{DateTime, Utc};
use domain::draft::{Draft, DraftOfFile, DraftState};
use domain::id::{DraftId, ObjectId, UserId, VersionId};
use domain::version::VersionMetadata;

use crate::StoreError;
use crate::millis::Millis;
use crate::search::{count, signed};
use crate::tx::Tx;

pub use aside::{count_waiting, insert_ended, list_waiting, move_base, rebase, reopen, set_aside};

const TABLE: &str = "draft";

macro_rules! columns {
    () => {
        "d.id, d.object_id, d.user_id, d.base_version_id, d.sha256, d.size, d.tab, d.state, d.opened_on, d.saved_on,
            d.ended_on"
    };
}

#[derive(sqlx::FromRow)]
struct DraftRow {
    id: String,
    object_id: i64,
    user_id: String,
    base_version_id: i64,
    sha256: String,
    size: i64,
    tab: String,
    state: String,
    opened_on: Millis,
    saved_on: Millis,
    ended_on: Option<Millis>,
}

impl DraftRow {
    fn into_draft(self) -> Result<Draft, StoreError> {
        let state = DraftState::parse(&self.state);
        Ok(Draft {
            id: DraftId(self.id),
            object_id: ObjectId(self.object_id),
            user_id: UserId(self.user_id),
            base: VersionId(self.base_version_id),
            sha256: self.sha256,
            size: count(self.size),
            tab: self.tab,
            state: state.ok_or(StoreError::Unreadable { table: TABLE, column: "state" })?,
            opened_on: self.opened_on.read(TABLE, "opened_on")?,
            saved_on: self.saved_on.read(TABLE, "saved_on")?,
            ended_on: self.ended_on.map(|time| time.read(TABLE, "ended_on")).transpose()?,
        })
    }
}

/// Inserts an open draft; `false` when the object has one.
pub async fn insert(tx: &mut Tx, draft: &Draft, content: &str) -> Result<bool, StoreError> {
    const SQL: &str = "
        INSERT INTO draft (
            id, object_id, user_id, base_version_id, content, sha256, size, tab, state, opened_on, saved_on)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'open', $9, $10)
        ON CONFLICT DO NOTHING";
    let inserted = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&draft.id.0)
        .bind(draft.object_id.0)
        .bind(&draft.user_id.0)
        .bind(draft.base.0)
        .bind(content)
        .bind(&draft.sha256)
        .bind(signed(draft.size))
        .bind(&draft.tab)
        .bind(Millis::from(draft.opened_on))
        .bind(Millis::from(draft.saved_on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(inserted == 1)
}

/// The open draft of an object.
pub async fn find_open(tx: &mut Tx, object: ObjectId) -> Result<Option<Draft>, StoreError> {
    const SQL: &str = concat!("SELECT ", columns!(), " FROM draft d WHERE d.object_id = $1 AND d.state = 'open'");
    let row: Option<DraftRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(object.0).fetch_optional(conn).await?);
    row.map(DraftRow::into_draft).transpose()
}

/// All drafts of an object, open and ended.
pub async fn list_of(tx: &mut Tx, object: ObjectId) -> Result<Vec<Draft>, StoreError> {
    const SQL: &str = concat!("SELECT ", columns!(), " FROM draft d WHERE d.object_id = $1 ORDER BY d.id");
    let rows: Vec<DraftRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(object.0).fetch_all(conn).await?);
    rows.into_iter().map(DraftRow::into_draft).collect()
}

macro_rules! of_files {
    ($rest:literal) => {
        concat!(
            "SELECT ",
            columns!(),
            ", o.key, o.code, c.name AS csdb_name, m.name AS manual_name, v.tech_name, v.info_name
            FROM draft d
            JOIN object o ON o.id = d.object_id
            JOIN version v ON v.id = d.base_version_id
            JOIN csdb c ON c.id = o.csdb_id
            LEFT JOIN manual m ON m.id = o.manual_id
            WHERE d.user_id = $1 AND ",
            is_readable!("c.name_folded", "COALESCE(m.name_folded, '')", "$2"),
            $rest
        )
    };
}

#[derive(sqlx::FromRow)]
struct DraftOfFileRow {
    #[sqlx(flatten)]
    draft: DraftRow,
    key: String,
    code: String,
    csdb_name: String,
    manual_name: Option<String>,
    tech_name: String,
    info_name: String,
}

impl DraftOfFileRow {
    fn into_draft(self) -> Result<DraftOfFile, StoreError> {
        let metadata =
            VersionMetadata { tech_name: self.tech_name, info_name: self.info_name, ..VersionMetadata::default() };
        Ok(DraftOfFile {
            draft: self.draft.into_draft()?,
            path: domain::path::of_object(&self.csdb_name, self.manual_name.as_deref(), &self.key),
            code: self.code,
            title: metadata.title(),
        })
    }
}

/// Finds a draft of a user, if they may see its file.
pub async fn find(tx: &mut Tx, user: &UserId, id: &DraftId) -> Result<Option<DraftOfFile>, StoreError> {
    const SQL: &str = of_files!(" AND d.id = $3");
    let keys = tx.readable_keys();
    let row: Option<DraftOfFileRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&user.0).bind(keys).bind(&id.0).fetch_optional(conn).await?);
    row.map(DraftOfFileRow::into_draft).transpose()
}

/// Up to `limit` drafts of a user whose files they may see, those saved last first.
pub async fn list(tx: &mut Tx, user: &UserId, limit: u64) -> Result<Vec<DraftOfFile>, StoreError> {
    const SQL: &str = of_files!(" ORDER BY d.saved_on DESC, d.id LIMIT $3");
    let keys = tx.readable_keys();
    let rows: Vec<DraftOfFileRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&user.0).bind(keys).bind(signed(limit)).fetch_all(conn).await?);
    rows.into_iter().map(DraftOfFileRow::into_draft).collect()
}

/// The text of a draft; `None` when it is gone.
pub async fn read(tx: &mut Tx, id: &DraftId) -> Result<Option<String>, StoreError> {
    const SQL: &str = "SELECT content FROM draft WHERE id = $1";
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&id.0).fetch_optional(conn).await?))
}

/// A text that is about to be saved.
#[derive(Debug, Clone)]
pub struct DraftText<'a> {
    pub content: &'a str,
    pub sha256: &'a str,
    /// The SHA-256 of the text that it was made from.
    pub replaces: &'a str,
    /// The version that the draft with that text was made from.
    pub base: VersionId,
    /// The tab it comes from.
    pub tab: &'a str,
    pub saved_on: DateTime<Utc>,
}

/// Saves a text; `false` when another tab or another text came first, or the draft is no longer open or of another version.
pub async fn save(tx: &mut Tx, id: &DraftId, text: &DraftText<'_>) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE draft
        SET content = $2, sha256 = $3, size = $4, saved_on = $5
        WHERE id = $1 AND sha256 = $6 AND tab = $7 AND base_version_id = $8 AND state = 'open'";
    let saved = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(text.content)
        .bind(text.sha256)
        .bind(signed(text.content.len() as u64))
        .bind(Millis::from(text.saved_on))
        .bind(text.replaces)
        .bind(text.tab)
        .bind(text.base.0)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(saved == 1)
}

/// Lets another tab save an open draft.
pub async fn take_over(tx: &mut Tx, id: &DraftId, tab: &str) -> Result<bool, StoreError> {
    const SQL: &str = "UPDATE draft SET tab = $2 WHERE id = $1 AND state = 'open'";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(tab).execute(conn).await?.rows_affected()) == 1)
}

/// Ends the open draft of an object without deleting it; `false` when there is none.
pub async fn end(tx: &mut Tx, object: ObjectId, state: DraftState, now: DateTime<Utc>) -> Result<bool, StoreError> {
    const SQL: &str = "UPDATE draft SET state = $2, ended_on = $3 WHERE object_id = $1 AND state = 'open'";
    let ended = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(object.0)
        .bind(state.as_str())
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(ended == 1)
}

/// Deletes an open draft, because it was checked in; `false` when another text was saved, or the draft is no longer open or
/// of another version.
pub async fn delete_open(tx: &mut Tx, draft: &Draft) -> Result<bool, StoreError> {
    const SQL: &str = "
        DELETE FROM draft
        WHERE id = $1 AND sha256 = $2 AND base_version_id = $3 AND state = 'open'";
    let deleted = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&draft.id.0)
        .bind(&draft.sha256)
        .bind(draft.base.0)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(deleted == 1)
}

/// Deletes a draft that was set aside or discarded; `false` when it is not there or open.
pub async fn delete_ended(tx: &mut Tx, id: &DraftId) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM draft WHERE id = $1 AND state <> 'open'";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).execute(conn).await?.rows_affected()) == 1)
}

/// Deletes the drafts that were discarded before a moment. Those that were set aside wait for their owners.
pub async fn delete_discarded_before(tx: &mut Tx, moment: DateTime<Utc>) -> Result<u64, StoreError> {
    const SQL: &str = "DELETE FROM draft WHERE state = 'discarded' AND ended_on < $1";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(Millis::from(moment)).execute(conn).await?.rows_affected()))
}
