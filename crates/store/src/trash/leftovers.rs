//! Rows that name a purged database or manual: jobs, packages, messages, and the marks of people.
//!
//! Without the place there are no rules for it any more, so that everybody would see them. They are deleted before its
//! row.

use domain::id::{PackageId, UploadId};
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::search::signed;
use crate::tx::Tx;

/// The row `r` of a time is about the purged database `c`, and not about a later one of its name.
macro_rules! is_of_csdb {
    ($time:literal) => {
        concat!(
            "r.csdb_folded = c.name_folded AND c.purged_on IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM csdb n
            WHERE n.name_folded = c.name_folded AND n.purged_on IS NULL AND n.created_on <= ",
            $time,
            ")"
        )
    };
}

/// The row `r` of a time is about the purged manual `m` of the database `c`, and not about a later one of its name.
macro_rules! is_of_manual {
    ($time:literal) => {
        concat!(
            "r.csdb_folded = c.name_folded AND r.manual_folded = m.name_folded AND m.purged_on IS NOT NULL
            AND NOT EXISTS (
                SELECT 1 FROM manual n
                JOIN csdb k ON k.id = n.csdb_id
                WHERE k.name_folded = c.name_folded AND n.name_folded = m.name_folded AND n.purged_on IS NULL
                AND n.created_on <= ",
            $time,
            ")"
        )
    };
}

/// Somebody may not see something in the database `c`.
macro_rules! has_rules {
    () => {
        " AND (c.is_limited
            OR EXISTS (SELECT 1 FROM manual l WHERE l.csdb_id = c.id AND l.is_limited)
            OR EXISTS (SELECT 1 FROM access_grant g WHERE g.csdb_id = c.id))"
    };
}

/// The ids of up to `$1` rows of a table that are about a purged place.
macro_rules! ids_of {
    ($table:literal, $also:expr) => {
        concat!(
            "SELECT r.id FROM csdb c JOIN ",
            $table,
            " r ON ",
            is_of_csdb!("r.created_on"),
            $also,
            " UNION SELECT r.id FROM manual m JOIN csdb c ON c.id = m.csdb_id JOIN ",
            $table,
            " r ON ",
            is_of_manual!("r.created_on"),
            $also,
            " LIMIT $1"
        )
    };
}

/// Packages that were imported into purged manuals only, up to `limit`, with their uploads; none that a job works on.
pub async fn list_packages(tx: &mut Tx, limit: u64) -> Result<Vec<(PackageId, UploadId)>, StoreError> {
    const SQL: &str = "
        SELECT p.id, p.upload_id
        FROM package p
        WHERE p.csdb_name IS NOT NULL AND p.state NOT IN ('reading', 'importing')
        AND NOT EXISTS (
            SELECT 1 FROM snapshot s
            JOIN manual m ON m.id = s.manual_id
            WHERE s.package_id = p.id AND m.purged_on IS NULL)
        ORDER BY p.id
        LIMIT $1";
    let rows: Vec<(String, String)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(signed(limit)).fetch_all(conn).await?);
    Ok(rows.into_iter().map(|(id, upload)| (PackageId(id), UploadId(upload))).collect())
}

/// Deletes up to `limit` rows about purged places; `true` when there were any.
pub(super) async fn sweep(tx: &mut Tx, limit: u64) -> Result<bool, StoreError> {
    const ANY: &str = "
        SELECT 1 FROM manual WHERE purged_on IS NOT NULL
        UNION SELECT 1 FROM csdb WHERE purged_on IS NOT NULL";
    const MESSAGES: &str = concat!("DELETE FROM notification WHERE id IN (", ids_of!("notification", ""), ")");
    // The marks in an open place stay, for a place of its name that is made again.
    const BOOKMARKS: &str = concat!("DELETE FROM bookmark WHERE id IN (", ids_of!("bookmark", has_rules!()), ")");
    const VISITS: &str = concat!(
        "DELETE FROM recent_visit WHERE (user_id, path_folded) IN (
            SELECT r.user_id, r.path_folded FROM csdb c
            JOIN recent_visit r ON ",
        is_of_csdb!("r.visited_on"),
        has_rules!(),
        " UNION SELECT r.user_id, r.path_folded FROM manual m
            JOIN csdb c ON c.id = m.csdb_id
            JOIN recent_visit r ON ",
        is_of_manual!("r.visited_on"),
        has_rules!(),
        " LIMIT $1)"
    );
    let any: Option<i32> = on_tx!(tx, |conn| sqlx::query_scalar(ANY).fetch_optional(conn).await?);
    if any.is_none() {
        return Ok(false);
    }
    rename_packages(tx).await?;
    if delete_jobs(tx, limit).await? {
        return Ok(true);
    }
    for sql in [MESSAGES, BOOKMARKS, VISITS] {
        let removed = on_tx!(tx, |conn| sqlx::query(sql).bind(signed(limit)).execute(conn).await?.rows_affected());
        if removed > 0 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A package that was also imported into a manual that stays belongs to that one.
async fn rename_packages(tx: &mut Tx) -> Result<(), StoreError> {
    const SQL: &str = "
        UPDATE package
        SET (csdb_name, manual_name) = (
            SELECT c.name, m.name
            FROM snapshot s
            JOIN manual m ON m.id = s.manual_id
            JOIN csdb c ON c.id = m.csdb_id
            WHERE s.package_id = package.id AND m.purged_on IS NULL
            ORDER BY s.id DESC
            LIMIT 1)
        WHERE id IN (
            SELECT s.package_id
            FROM manual m
            JOIN csdb c ON c.id = m.csdb_id
            JOIN snapshot s ON s.manual_id = m.id
            JOIN package p ON p.id = s.package_id
            WHERE m.purged_on IS NOT NULL
            AND LOWER(p.csdb_name) = c.name_folded AND LOWER(p.manual_name) = m.name_folded
            AND EXISTS (
                SELECT 1 FROM snapshot k
                JOIN manual n ON n.id = k.manual_id
                WHERE k.package_id = p.id AND n.purged_on IS NULL))";
    on_tx!(tx, |conn| sqlx::query(SQL).execute(conn).await?.rows_affected());
    Ok(())
}

/// Deletes ended jobs with what belongs to them; their files are collected as unused content.
async fn delete_jobs(tx: &mut Tx, limit: u64) -> Result<bool, StoreError> {
    const LIST: &str = ids_of!("job", " AND r.status IN ('COMPLETED', 'FAILED')");
    const STEPS: [&str; 5] = [
        "UPDATE package SET pre_import_job_id = NULL WHERE pre_import_job_id IN (",
        "UPDATE package SET import_job_id = NULL WHERE import_job_id IN (",
        "DELETE FROM artifact WHERE subject_kind = 'job' AND subject_id IN (",
        "DELETE FROM finding WHERE subject_kind = 'job' AND subject_id IN (",
        "DELETE FROM job WHERE id IN (",
    ];
    let ids: Vec<String> =
        on_tx!(tx, |conn| sqlx::query_scalar(LIST).bind(signed(limit.min(500))).fetch_all(conn).await?);
    if ids.is_empty() {
        return Ok(false);
    }
    for step in STEPS {
        on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(step);
            let mut list = query.separated(", ");
            for id in &ids {
                list.push_bind(id);
            }
            list.push_unseparated(")");
            query.build().persistent(false).execute(conn).await?.rows_affected()
        });
    }
    Ok(true)
}
