//! OEM revisions by their packages.

use domain::id::{ManualId, PackageId};
use domain::snapshot::Snapshot;

use super::{SnapshotRow, columns};
use crate::StoreError;
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
