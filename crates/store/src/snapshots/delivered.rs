//! Snapshots by their packages and by time.

use chrono::{DateTime, Utc};
use domain::id::{ManualId, PackageId, SnapshotId};
use domain::snapshot::{Lane, Snapshot};

use super::{SnapshotRow, columns};
use crate::StoreError;
use crate::millis::Millis;
use crate::tx::Tx;

/// The newest OEM revision of a manual that was made from a package.
pub async fn find_by_package(
    tx: &mut Tx,
    manual: &ManualId,
    package: &PackageId,
) -> Result<Option<Snapshot>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        columns!(),
        " FROM snapshot s
          WHERE s.package_id = $2 AND s.manual_id = $1 AND s.kind = 'oem' AND s.state = 'ready'
          ORDER BY s.number DESC
          LIMIT 1"
    );
    let row: Option<SnapshotRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&manual.0).bind(&package.0).fetch_optional(conn).await?);
    row.map(SnapshotRow::into_snapshot).transpose()
}

/// The OEM revision that preceded the one with this number.
pub async fn find_before(tx: &mut Tx, manual: &ManualId, number: i64) -> Result<Option<Snapshot>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        columns!(),
        " FROM snapshot s
          WHERE s.manual_id = $1 AND s.kind = 'oem' AND s.state = 'ready' AND s.number < $2
          ORDER BY s.number DESC
          LIMIT 1"
    );
    let row: Option<SnapshotRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&manual.0).bind(number).fetch_optional(conn).await?);
    row.map(SnapshotRow::into_snapshot).transpose()
}

/// The newest OEM revision of a manual that contains every object of a package's report with identical bytes.
///
/// Checking a revision stops at the first missing object.
pub async fn find_containing(
    tx: &mut Tx,
    manual: &ManualId,
    package: &PackageId,
    report: i64,
) -> Result<Option<Snapshot>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        columns!(),
        " FROM snapshot s
          WHERE s.manual_id = $1 AND s.kind = 'oem' AND s.state = 'ready'
          AND EXISTS (
              SELECT 1
              FROM package_object p
              WHERE p.package_id = $2 AND p.report = $3)
          AND NOT EXISTS (
              SELECT 1
              FROM package_object p
              WHERE p.package_id = $2 AND p.report = $3
              AND NOT EXISTS (
                  SELECT 1
                  FROM lane_entry e
                  JOIN version v ON v.id = e.version_id
                  WHERE ",
        is_in_snapshot!(),
        "AND e.shelf IN (1, 2, 3) AND e.key_folded = p.key_folded
                  AND v.blob = p.sha256 AND COALESCE(v.status_blob, '') = COALESCE(p.status_sha256, '')))
          ORDER BY s.number DESC
          LIMIT 1"
    );
    let row: Option<SnapshotRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(&manual.0)
        .bind(&package.0)
        .bind(report)
        .fetch_optional(conn)
        .await?);
    row.map(SnapshotRow::into_snapshot).transpose()
}

/// The snapshot that a lane of a manual pointed to at a moment; `None` when it was empty.
///
/// The working lane follows the OEM revisions that were adopted when they were delivered. The decision about any other
/// is a snapshot of the working lane. The frozen and the released lane point to what a publication was made from.
pub async fn find_at(
    tx: &mut Tx,
    manual: &ManualId,
    lane: Lane,
    moment: DateTime<Utc>,
) -> Result<Option<SnapshotId>, StoreError> {
    const BUILT: &str = "
        SELECT id
        FROM snapshot
        WHERE manual_id = $1 AND state = 'ready' AND created_on <= $2
        AND (kind = $3 OR ($3 = 'working' AND kind = 'oem' AND decision = 'confirmed'
            AND NOT EXISTS (SELECT 1 FROM revision_decision d WHERE d.snapshot_id = snapshot.id)))
        ORDER BY id DESC
        LIMIT 1";
    // The one that waited for its approval then.
    const FROZEN: &str = "
        SELECT snapshot_id
        FROM publication
        WHERE manual_id = $1 AND state <> 'draft' AND created_on <= $2
        AND (approved_on IS NULL OR approved_on > $2) AND (withdrawn_on IS NULL OR withdrawn_on > $2)
        ORDER BY number DESC
        LIMIT 1";
    // The last that was approved and not withdrawn then, with all content if there was one: one that is withdrawn gives
    // way to the one before.
    const RELEASED: &str = "
        SELECT snapshot_id
        FROM publication
        WHERE manual_id = $1 AND approved_on <= $2 AND (withdrawn_on IS NULL OR withdrawn_on > $2)
        ORDER BY has_all_content DESC, number DESC
        LIMIT 1";
    let moment = Millis::from(moment);
    let id: Option<i64> = match lane {
        Lane::Oem | Lane::Working => on_tx!(tx, |conn| sqlx::query_scalar(BUILT)
            .bind(&manual.0)
            .bind(moment)
            .bind(lane.as_str())
            .fetch_optional(conn)
            .await?),
        Lane::Frozen | Lane::Released => {
            let sql = if lane == Lane::Frozen { FROZEN } else { RELEASED };
            on_tx!(tx, |conn| sqlx::query_scalar(sql).bind(&manual.0).bind(moment).fetch_optional(conn).await?)
        }
    };
    Ok(id.map(SnapshotId))
}
