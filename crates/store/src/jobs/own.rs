//! The jobs of one person, of two kinds that belong together.

use domain::id::UserId;

use crate::StoreError;
use crate::search::{count, signed};
use crate::tx::Tx;

/// The number of a person's jobs with these names that have not ended.
pub async fn count_open_of(tx: &mut Tx, user: &UserId, names: [&str; 2]) -> Result<u64, StoreError> {
    const SQL: &str = "
        SELECT COUNT(*)
        FROM job
        WHERE created_by = $1 AND name IN ($2, $3) AND status IN ('CREATED', 'STARTING', 'RUNNING')";
    let [one, other] = names;
    let open: i64 =
        on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&user.0).bind(one).bind(other).fetch_one(conn).await?);
    Ok(count(open))
}

/// Deletes the files of a person's completed jobs with these names, but for those of the latest; they are collected as
/// unused content.
pub async fn delete_old_files(tx: &mut Tx, user: &UserId, names: [&str; 2], keep: u64) -> Result<(), StoreError> {
    // SQLite takes an offset with a limit alone. What is left over goes with the next job.
    const SQL: &str = "
        DELETE FROM artifact
        WHERE subject_kind = 'job' AND subject_id IN (
            SELECT id
            FROM job
            WHERE created_by = $1 AND name IN ($2, $3) AND status = 'COMPLETED'
            ORDER BY created_on DESC, id DESC
            LIMIT 1000 OFFSET $4)";
    let [one, other] = names;
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&user.0)
        .bind(one)
        .bind(other)
        .bind(signed(keep))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}
