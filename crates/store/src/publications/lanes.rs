//! The lanes that publications move. A lane points to the snapshot that the publication was made from, which never
//! changes; nothing is copied.

use domain::id::{ManualId, SnapshotId};

use crate::StoreError;
use crate::tx::Tx;

/// Points the frozen lane of a manual to a snapshot, or nowhere.
pub async fn update_frozen_lane(
    tx: &mut Tx,
    manual: &ManualId,
    snapshot: Option<SnapshotId>,
) -> Result<(), StoreError> {
    const SQL: &str = "UPDATE manual SET frozen_snapshot_id = $2 WHERE id = $1";
    let snapshot = snapshot.map(|id| id.0);
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&manual.0).bind(snapshot).execute(conn).await?.rows_affected());
    Ok(())
}

/// Points the released lane of a manual to a snapshot, or nowhere.
pub async fn update_released_lane(
    tx: &mut Tx,
    manual: &ManualId,
    snapshot: Option<SnapshotId>,
) -> Result<(), StoreError> {
    const SQL: &str = "UPDATE manual SET released_snapshot_id = $2 WHERE id = $1";
    let snapshot = snapshot.map(|id| id.0);
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&manual.0).bind(snapshot).execute(conn).await?.rows_affected());
    Ok(())
}
