//! Snapshots that an import is building, or that a failed import has left.

use domain::id::{ManualId, SnapshotId};
use domain::snapshot::Decision;

use crate::StoreError;
use crate::search::signed;
use crate::tx::Tx;

/// The unpublished snapshots of a manual, including abandoned ones.
pub async fn list_building(tx: &mut Tx, manual: &ManualId) -> Result<Vec<SnapshotId>, StoreError> {
    const SQL: &str = "SELECT id FROM snapshot WHERE manual_id = $1 AND state = 'building' ORDER BY id";
    let ids: Vec<i64> = on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&manual.0).fetch_all(conn).await?);
    Ok(ids.into_iter().map(SnapshotId).collect())
}

/// The unpublished snapshot of a package for a manual, with its proposed decision.
pub async fn find_building(
    tx: &mut Tx,
    manual: &ManualId,
    package: &str,
) -> Result<Option<(SnapshotId, Option<Decision>)>, StoreError> {
    const SQL: &str = "
        SELECT id, decision
        FROM snapshot
        WHERE package_id = $2 AND manual_id = $1 AND state = 'building'
        ORDER BY id DESC
        LIMIT 1";
    let found: Option<(i64, Option<String>)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&manual.0).bind(package).fetch_optional(conn).await?);
    Ok(found.map(|(id, decision)| (SnapshotId(id), decision.as_deref().and_then(Decision::parse))))
}

/// Sets the proposed decision of an unpublished snapshot.
pub async fn propose(tx: &mut Tx, id: SnapshotId, decision: Decision) -> Result<(), StoreError> {
    const SQL: &str = "UPDATE snapshot SET decision = $2 WHERE id = $1 AND state = 'building'";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(id.0).bind(decision.as_str()).execute(conn).await?.rows_affected());
    Ok(())
}

/// Deletes a part of the contents of an unpublished snapshot; `true` when more may be left.
pub async fn delete_toc(tx: &mut Tx, snapshot: SnapshotId, limit: u64) -> Result<bool, StoreError> {
    const SQL: &str = "
        DELETE FROM toc_node
        WHERE id IN (
            SELECT t.id
            FROM toc_node t
            JOIN snapshot s ON s.id = t.snapshot_id
            WHERE t.snapshot_id = $1 AND s.state = 'building'
            LIMIT $2)";
    change_some(tx, SQL, snapshot, limit).await
}

/// Undoes a part of an unpublished snapshot; `true` when more may be left.
///
/// Objects and versions stay, because importing the package again would create the same ones.
pub async fn delete_building(tx: &mut Tx, snapshot: SnapshotId, limit: u64) -> Result<bool, StoreError> {
    const ADDED: &str = "
        DELETE FROM lane_entry
        WHERE (manual_id, object_id, oem_from, working_from) IN (
            SELECT e.manual_id, e.object_id, e.oem_from, e.working_from
            FROM snapshot s
            JOIN lane_entry e ON e.oem_from = s.id
            WHERE s.id = $1 AND s.state = 'building'
            LIMIT $2)";
    const ENDED: &str = concat!(
        "UPDATE lane_entry
        SET oem_to = ",
        never!(),
        "
        WHERE (manual_id, object_id, oem_from, working_from) IN (
            SELECT e.manual_id, e.object_id, e.oem_from, e.working_from
            FROM snapshot s
            JOIN lane_entry e ON e.oem_to = s.id AND e.oem_to < ",
        never!(),
        "
            WHERE s.id = $1 AND s.state = 'building'
            LIMIT $2)"
    );
    const SNAPSHOT: &str = "DELETE FROM snapshot WHERE id = $1 AND state = 'building'";
    if delete_toc(tx, snapshot, limit).await? {
        return Ok(true);
    }
    for sql in [ADDED, ENDED] {
        if change_some(tx, sql, snapshot, limit).await? {
            return Ok(true);
        }
    }
    on_tx!(tx, |conn| sqlx::query(SNAPSHOT).bind(snapshot.0).execute(conn).await?.rows_affected());
    Ok(false)
}

async fn change_some(tx: &mut Tx, sql: &'static str, snapshot: SnapshotId, limit: u64) -> Result<bool, StoreError> {
    let changed =
        on_tx!(tx, |conn| sqlx::query(sql).bind(snapshot.0).bind(signed(limit)).execute(conn).await?.rows_affected());
    Ok(changed > 0)
}
