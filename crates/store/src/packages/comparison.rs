//! Compares a package's report with a snapshot of the library.

use domain::id::{ManualId, PackageId, SnapshotId};
use domain::package::{Completeness, Difference};
use domain::page::{Page, PageRequest};
use domain::text::fold;
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::search::{count, page};
use crate::tx::Tx;

/// One object that is in the package, in the library, or in both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparedObject {
    pub key: String,
    pub title: String,
    pub difference: Difference,
    pub old_issue: Option<String>,
    pub new_issue: Option<String>,
}

/// Key, title, difference, old and new issue of an object; or a difference and the number of its objects.
type ComparedRow = (Option<String>, String, String, Option<String>, Option<String>, i64);

/// Number of objects per difference.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DifferenceCounts {
    pub new: u64,
    pub changed: u64,
    pub unchanged: u64,
    pub removed: u64,
}

impl DifferenceCounts {
    /// The number of objects with one difference, or of all.
    pub fn of(&self, only: Option<Difference>) -> u64 {
        match only {
            Some(Difference::New) => self.new,
            Some(Difference::Changed) => self.changed,
            Some(Difference::Unchanged) => self.unchanged,
            Some(Difference::Removed) => self.removed,
            None => self.new + self.changed + self.unchanged + self.removed,
        }
    }

    fn add(&mut self, difference: Difference, objects: u64) {
        match difference {
            Difference::New => self.new += objects,
            Difference::Changed => self.changed += objects,
            Difference::Unchanged => self.unchanged += objects,
            Difference::Removed => self.removed += objects,
        }
    }
}

/// A report of a package and the snapshot that it is compared with.
#[derive(Debug, Clone, Copy)]
pub struct ComparedReport<'a> {
    pub package: &'a PackageId,
    pub report: i64,
    /// Without one everything is new.
    pub snapshot: Option<SnapshotId>,
    pub completeness: Completeness,
    /// The snapshot that the package became: objects that it contains stayed, whatever today's rules say.
    pub became: Option<SnapshotId>,
}

// Objects missing in an incremental package stay. Objects missing in a complete one are removed, except those that the
// import keeps (see `snapshots::oem`): objects in languages that the package does not contain, and the media that they
// show. After the import, the snapshot that it made tells.
const COMPARE: &str = "
        WITH held AS (
            SELECT snapshot_entry.key_folded, snapshot_entry.shelf, snapshot_entry.language, object.key,
                object.code_folded, version.tech_name, version.info_name, version.blob, version.status_blob,
                CASE WHEN version.issue_number = '' THEN version.issue_date
                    ELSE version.issue_number || '-' || version.in_work END AS issue
            FROM snapshot_entry
            JOIN version ON version.id = snapshot_entry.version_id
            JOIN object ON object.id = snapshot_entry.object_id
            WHERE snapshot_entry.snapshot_id = $3),
        sent AS (
            SELECT key, key_folded, language, title, issue, sha256, status_sha256
            FROM package_object
            WHERE package_id = $1 AND report = $2),
        spoken AS (SELECT DISTINCT language FROM sent),
        shown AS (
            SELECT reference.target_folded AS code_folded
            FROM snapshot_entry
            JOIN reference ON reference.version_id = snapshot_entry.version_id AND reference.kind = 'icn'
            WHERE snapshot_entry.snapshot_id = $3 AND snapshot_entry.shelf < 3 AND snapshot_entry.language <> ''
            AND snapshot_entry.language NOT IN (SELECT language FROM spoken)),
        left_out AS (
            SELECT held.key, held.tech_name, held.info_name, held.issue,
                CASE
                    WHEN $5 >= 0 THEN held.key_folded IN (
                        SELECT key_folded FROM snapshot_entry WHERE snapshot_id = $5)
                    WHEN $4 <> 'complete' THEN TRUE
                    WHEN held.shelf = 3 THEN held.code_folded IN (SELECT code_folded FROM shown)
                    ELSE held.language <> '' AND held.language NOT IN (SELECT language FROM spoken)
                END AS stays
            FROM held
            WHERE NOT EXISTS (
                SELECT 1 FROM package_object
                WHERE package_id = $1 AND report = $2 AND package_object.key_folded = held.key_folded)),
        compared AS (
            SELECT sent.key, sent.title, held.issue AS old_issue, sent.issue AS new_issue,
                CASE
                    WHEN held.key_folded IS NULL THEN 'new'
                    WHEN held.blob = sent.sha256 AND COALESCE(held.status_blob, '') = COALESCE(sent.status_sha256, '')
                        THEN 'unchanged'
                    ELSE 'changed'
                END AS difference
            FROM sent
            LEFT JOIN held ON held.key_folded = sent.key_folded
            UNION ALL
            SELECT left_out.key, CASE WHEN left_out.info_name = '' THEN left_out.tech_name
                    ELSE left_out.tech_name || ' - ' || left_out.info_name END,
                left_out.issue, CASE WHEN left_out.stays THEN left_out.issue END,
                CASE WHEN left_out.stays THEN 'unchanged' ELSE 'removed' END
            FROM left_out)
        SELECT key, title, difference, old_issue, new_issue, objects
        FROM (
            SELECT key, title, difference, old_issue, new_issue, 0 AS objects
            FROM compared
            WHERE $6 = '' OR difference = $6
            ORDER BY key, difference
            LIMIT $7 OFFSET $8) listed
        UNION ALL
        SELECT NULL, '', difference, NULL, NULL, COUNT(*)
        FROM compared
        GROUP BY difference
        ORDER BY key, difference";

/// Compares a report with a snapshot: the number of objects per difference, and a page of those with one difference, or of
/// all, ordered by key. Objects missing in an incremental package count as unchanged. One statement, because both
/// databases then compare once.
pub async fn compare(
    tx: &mut Tx,
    of: &ComparedReport<'_>,
    only: Option<Difference>,
    request: PageRequest,
) -> Result<(DifferenceCounts, Page<ComparedObject>), StoreError> {
    let rows: Vec<ComparedRow> = on_tx!(tx, |conn| sqlx::query_as(COMPARE)
        .bind(&of.package.0)
        .bind(of.report)
        .bind(number(of.snapshot))
        .bind(of.completeness.as_str())
        .bind(number(of.became))
        .bind(only.map_or("", Difference::as_str))
        .bind(i64::from(request.size()))
        .bind(request.offset())
        .fetch_all(conn)
        .await?);
    let unreadable = || StoreError::Unreadable { table: "package_object", column: "difference" };
    let (mut counts, mut items) = (DifferenceCounts::default(), Vec::new());
    for (key, title, word, old_issue, new_issue, objects) in rows {
        let difference = Difference::parse(&word).ok_or_else(unreadable)?;
        match key {
            Some(key) => items.push(ComparedObject { key, title, difference, old_issue, new_issue }),
            None => counts.add(difference, count(objects)),
        }
    }
    let total = i64::try_from(counts.of(only)).unwrap_or(i64::MAX);
    Ok((counts, page(items, total, request)))
}

/// The number of a snapshot in a query; -1 for none.
fn number(snapshot: Option<SnapshotId>) -> i64 {
    snapshot.map_or(-1, |id| id.0)
}

/// The snapshot contains a code of the package, in any language.
pub async fn has_common_code(
    tx: &mut Tx,
    id: &PackageId,
    report: i64,
    snapshot: SnapshotId,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        SELECT COUNT(*) FROM (
            SELECT 1
            FROM snapshot_entry
            JOIN object ON object.id = snapshot_entry.object_id
            WHERE snapshot_entry.snapshot_id = $3 AND object.manual_id IS NOT NULL AND object.code_folded IN (
                SELECT CASE WHEN language = '' THEN key_folded
                    ELSE SUBSTR(key_folded, 1, LENGTH(key_folded) - LENGTH(language) - 1) END
                FROM package_object
                WHERE package_id = $1 AND report = $2)
            LIMIT 1) shared";
    let shared: i64 =
        on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&id.0).bind(report).bind(snapshot.0).fetch_one(conn).await?);
    Ok(shared > 0)
}

/// The number of package objects that the snapshot also contains, and of those the number with a later issue in the
/// snapshot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct IssueCounts {
    pub shared: u64,
    pub older: u64,
}

// Issues are an issue number with an in-work number, `007-00`, with any number of leading zeros, or dates,
// `2026-03-02`. A number and a date cannot be compared. Illustrations have the issue in their names.
macro_rules! issues {
    ($join:literal, $key:literal, $rest:literal) => {
        concat!(
            "WITH paired AS (
                SELECT package_object.issue AS sent, version.issue_date AS dated,
                    LTRIM(package_object.issue, '0') AS sent_number,
                    LTRIM(version.issue_number || '-' || version.in_work, '0') AS number,
                    CASE
                        WHEN LENGTH(package_object.issue) >= 10 AND version.issue_number = '' THEN 'date'
                        WHEN LENGTH(package_object.issue) BETWEEN 4 AND 9 AND version.issue_number <> '' THEN 'number'
                        ELSE ''
                    END AS counted_by
                FROM snapshot_entry
                JOIN version ON version.id = snapshot_entry.version_id
                ",
            $join,
            " JOIN package_object ON package_object.package_id = $1 AND package_object.report = $2
                    AND package_object.key_folded = ",
            $key,
            " WHERE snapshot_entry.snapshot_id = $3 AND snapshot_entry.shelf < 3 ",
            $rest,
            ")
            SELECT COUNT(*), COUNT(
                CASE
                    WHEN counted_by = 'date'
                        AND SUBSTR(sent, 1, LENGTH(dated)) < SUBSTR(dated, 1, LENGTH(sent)) THEN 1
                    WHEN counted_by = 'number'
                        AND (LENGTH(sent_number) < LENGTH(number)
                            OR LENGTH(sent_number) = LENGTH(number) AND sent_number < number) THEN 1
                END)
            FROM paired"
        )
    };
}

/// Compares the issues of a package's objects with those in a snapshot.
pub async fn count_issues(
    tx: &mut Tx,
    id: &PackageId,
    report: i64,
    snapshot: SnapshotId,
) -> Result<IssueCounts, StoreError> {
    const SQL: &str = issues!("", "snapshot_entry.key_folded", "");
    let (shared, older): (i64, i64) =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).bind(report).bind(snapshot.0).fetch_one(conn).await?);
    Ok(IssueCounts { shared: count(shared), older: count(older) })
}

/// Compares the issues of a package's objects in one language with those of another language in a snapshot.
pub async fn count_issues_across(
    tx: &mut Tx,
    id: &PackageId,
    report: i64,
    snapshot: SnapshotId,
    [sent, held]: [&str; 2],
) -> Result<IssueCounts, StoreError> {
    const SQL: &str = issues!(
        "JOIN object ON object.id = snapshot_entry.object_id",
        "object.code_folded || '_' || $4",
        "AND snapshot_entry.language = $5"
    );
    let (shared, older): (i64, i64) = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(&id.0)
        .bind(report)
        .bind(snapshot.0)
        .bind(fold(sent))
        .bind(held)
        .fetch_one(conn)
        .await?);
    Ok(IssueCounts { shared: count(shared), older: count(older) })
}

/// The number of these folded keys that each manual contains; manuals with none are left out.
pub async fn count_known(tx: &mut Tx, keys: &[String]) -> Result<Vec<(ManualId, u64)>, StoreError> {
    const SQL: &str = "
        SELECT manual.id, COUNT(*)
        FROM manual
        JOIN object ON object.csdb_id = manual.csdb_id AND COALESCE(object.manual_id, '') = manual.id
        WHERE object.key_folded IN (";
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<(String, i64)> = on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new(SQL);
        let mut list = query.separated(", ");
        for key in keys {
            list.push_bind(key);
        }
        query.push(") GROUP BY manual.id").build_query_as().fetch_all(conn).await?
    });
    Ok(rows.into_iter().map(|(id, known)| (ManualId(id), count(known))).collect())
}
