//! Who downloaded the files of publications.

use chrono::{DateTime, Utc};
use domain::id::{PublicationId, UserId};
use domain::publication::PublicationDownload;

use crate::StoreError;
use crate::millis::Millis;
use crate::search::{count, signed};
use crate::tx::Tx;

/// Counts a download.
pub async fn count_download(
    tx: &mut Tx,
    publication: &PublicationId,
    user: &UserId,
    file_name: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO publication_download (publication_id, user_id, file_name, first_on, last_on, times)
        VALUES ($1, $2, $3, $4, $4, 1)
        ON CONFLICT (publication_id, user_id, file_name) DO UPDATE
        SET last_on = excluded.last_on, times = publication_download.times + 1";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&publication.0)
        .bind(&user.0)
        .bind(file_name)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Remembers that a part of a file was downloaded, unless a download of the file is counted already.
pub async fn mark_download(
    tx: &mut Tx,
    publication: &PublicationId,
    user: &UserId,
    file_name: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO publication_download (publication_id, user_id, file_name, first_on, last_on, times)
        VALUES ($1, $2, $3, $4, $4, 1)
        ON CONFLICT (publication_id, user_id, file_name) DO NOTHING";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&publication.0)
        .bind(&user.0)
        .bind(file_name)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Account, name, file, first and last time, and how often.
type DownloadRow = (String, String, String, Millis, Millis, i64);

/// Up to `limit` downloads of the files of a publication, by account and file.
pub async fn list_downloads(
    tx: &mut Tx,
    publication: &PublicationId,
    limit: u64,
) -> Result<Vec<PublicationDownload>, StoreError> {
    const SQL: &str = "
        SELECT u.account, u.display_name, d.file_name, d.first_on, d.last_on, d.times
        FROM publication_download d
        JOIN user_account u ON u.id = d.user_id
        WHERE d.publication_id = $1
        ORDER BY u.account_folded, d.file_name
        LIMIT $2";
    let rows: Vec<DownloadRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&publication.0).bind(signed(limit)).fetch_all(conn).await?);
    let read = |(account, name, file_name, first, last, times): DownloadRow| {
        Ok(PublicationDownload {
            account,
            name,
            file_name,
            first_on: first.read("publication_download", "first_on")?,
            last_on: Some(last.read("publication_download", "last_on")?),
            times: Some(count(times)),
        })
    };
    rows.into_iter().map(read).collect()
}
