//! Approved exceptions of MEL items that allow more than the MMEL, or cannot be compared with it.

use domain::dispatch::{DispatchOverride, MasterVersions};
use domain::id::{ObjectId, VersionId};

use crate::StoreError;
use crate::millis::Millis;
use crate::tx::Tx;

#[derive(sqlx::FromRow)]
struct DispatchOverrideRow {
    version_id: i64,
    master_versions: String,
    reason: String,
    approved_by: String,
    approved_on: Millis,
}

impl DispatchOverrideRow {
    fn into_override(self) -> Result<DispatchOverride, StoreError> {
        let unreadable = StoreError::Unreadable { table: "dispatch_override", column: "master_versions" };
        Ok(DispatchOverride {
            version: VersionId(self.version_id),
            masters: MasterVersions::parse(&self.master_versions).ok_or(unreadable)?,
            reason: self.reason,
            approved_by: self.approved_by,
            approved_on: self.approved_on.read("dispatch_override", "approved_on")?,
        })
    }
}

/// Inserts an override; `false` when there is one for these versions.
pub async fn insert(tx: &mut Tx, given: &DispatchOverride) -> Result<bool, StoreError> {
    const SQL: &str = "
        INSERT INTO dispatch_override (version_id, master_versions, reason, approved_by, approved_on)
        VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (version_id, master_versions) DO NOTHING";
    let inserted = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(given.version.0)
        .bind(given.masters.to_string())
        .bind(&given.reason)
        .bind(&given.approved_by)
        .bind(Millis::from(given.approved_on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(inserted > 0)
}

/// The overrides for all versions of an object, newest first.
pub async fn list_of_object(tx: &mut Tx, object: ObjectId) -> Result<Vec<DispatchOverride>, StoreError> {
    const SQL: &str = "
        SELECT d.version_id, d.master_versions, d.reason, d.approved_by, d.approved_on
        FROM dispatch_override d
        JOIN version v ON v.id = d.version_id
        WHERE v.object_id = $1
        ORDER BY d.approved_on DESC, d.version_id DESC, d.master_versions DESC";
    let rows: Vec<DispatchOverrideRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(object.0).fetch_all(conn).await?);
    rows.into_iter().map(DispatchOverrideRow::into_override).collect()
}
