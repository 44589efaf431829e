//! Packages and their reports.
//!
//! A report has a number. A new report is written next to the current one, in as many transactions as needed, and then
//! made current in one.

mod comparison;
mod contents;
mod known;
mod stored;

use chrono::{DateTime, Utc};
use domain::id::{JobId, PackageId, UploadId, UserId};
use domain::package::{FindingCounts, Package, PackageKind, PackageState, PackageSummary};
use domain::page::{Page, PageRequest};
use domain::subject::Subject;
use domain::text::fold;
use sqlx::AssertSqlSafe;

use crate::StoreError;
use crate::findings;
use crate::json;
use crate::millis::Millis;
use crate::search::{containing, count, page};
use crate::tx::Tx;

pub use comparison::{
    ComparedObject, ComparedReport, DifferenceCounts, IssueCounts, compare, count_issues, count_issues_across,
    count_known, has_common_code,
};
pub use contents::{PackageObject, insert_contents};
pub use known::{ObjectName, list_known};
use stored::StoredSummary;

const TABLE: &str = "package";

/// A newly uploaded package.
#[derive(Debug, Clone)]
pub struct NewPackage<'a> {
    pub id: &'a PackageId,
    pub upload: &'a UploadId,
    pub file_name: &'a str,
    pub created_by: &'a UserId,
    pub created_on: DateTime<Utc>,
}

#[derive(sqlx::FromRow)]
struct PackageRow {
    id: String,
    upload_id: String,
    file_name: String,
    size: i64,
    kind: Option<String>,
    state: String,
    report: i64,
    summary: Option<String>,
    blocking: i64,
    warning: i64,
    informing: i64,
    pre_import_job_id: Option<String>,
    import_job_id: Option<String>,
    csdb_name: Option<String>,
    manual_name: Option<String>,
    account: String,
    created_on: Millis,
}

impl PackageRow {
    fn into_package(self) -> Result<Package, StoreError> {
        let unreadable = |column| StoreError::Unreadable { table: TABLE, column };
        let summary = self.summary.as_deref().map(|text| json::read::<StoredSummary>(text, TABLE, "summary"));
        let summary = summary.transpose()?.map(|stored| stored.into_summary().ok_or_else(|| unreadable("summary")));
        Ok(Package {
            id: PackageId(self.id),
            upload: UploadId(self.upload_id),
            file_name: self.file_name,
            size: count(self.size),
            kind: self.kind.as_deref().and_then(PackageKind::parse),
            state: PackageState::parse(&self.state).ok_or_else(|| unreadable("state"))?,
            report: self.report,
            summary: summary.transpose()?,
            counts: FindingCounts {
                block: count(self.blocking),
                warn: count(self.warning),
                info: count(self.informing),
            },
            pre_import_job: self.pre_import_job_id.map(JobId),
            import_job: self.import_job_id.map(JobId),
            csdb_name: self.csdb_name,
            manual_name: self.manual_name,
            uploaded_by: self.account,
            uploaded_on: self.created_on.read(TABLE, "created_on")?,
        })
    }
}

/// The package is of a readable manual, or of none and the viewer's own; the parameters are keys and viewer.
macro_rules! is_shown_package {
    ($keys:literal, $viewer:literal) => {
        concat!(
            "(",
            is_readable!("LOWER(COALESCE(package.csdb_name, ''))", "LOWER(COALESCE(package.manual_name, ''))", $keys),
            "OR (package.csdb_name IS NULL AND package.created_by = ",
            $viewer,
            ")) "
        )
    };
}

macro_rules! select {
    ($rest:expr) => {
        concat!(
            "SELECT package.id, package.upload_id, package.file_name, upload.received AS size, package.kind,
                package.state, package.report, package.summary, package.blocking, package.warning, package.informing,
                package.pre_import_job_id, package.import_job_id, package.csdb_name, package.manual_name,
                user_account.account, package.created_on
            FROM package
            JOIN upload ON upload.id = package.upload_id
            JOIN user_account ON user_account.id = package.created_by ",
            $rest
        )
    };
}

/// Inserts a newly uploaded package.
pub async fn insert(tx: &mut Tx, new: &NewPackage<'_>) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO package (
            id, upload_id, file_name, file_name_folded, kind, state, report, summary, blocking, warning, informing,
            pre_import_job_id, import_job_id, csdb_name, manual_name, created_by, created_on, updated_on)
        VALUES ($1, $2, $3, $4, NULL, 'received', 0, NULL, 0, 0, 0, NULL, NULL, NULL, NULL, $5, $6, $6)";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&new.id.0)
        .bind(&new.upload.0)
        .bind(new.file_name)
        .bind(fold(new.file_name))
        .bind(&new.created_by.0)
        .bind(Millis::from(new.created_on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// The package with this id.
pub async fn find(tx: &mut Tx, id: &PackageId) -> Result<Option<Package>, StoreError> {
    const SQL: &str = select!(concat!("WHERE package.id = $1 AND ", is_shown_package!("$2", "$3")));
    find_one(tx, SQL, &id.0).await
}

/// Finds the package of an upload.
pub async fn find_by_upload(tx: &mut Tx, upload: &UploadId) -> Result<Option<Package>, StoreError> {
    const SQL: &str = select!(concat!("WHERE package.upload_id = $1 AND ", is_shown_package!("$2", "$3")));
    find_one(tx, SQL, &upload.0).await
}

async fn find_one(tx: &mut Tx, sql: &'static str, id: &str) -> Result<Option<Package>, StoreError> {
    let (keys, viewer) = (tx.readable_keys(), tx.viewer());
    let row: Option<PackageRow> =
        on_tx!(tx, |conn| sqlx::query_as(sql).bind(id).bind(keys).bind(viewer).fetch_optional(conn).await?);
    row.map(PackageRow::into_package).transpose()
}

/// Filter for a package list.
#[derive(Debug, Clone, Default)]
pub struct PackageFilter {
    /// Part of the file name; empty matches all.
    pub text: String,
    /// Only packages not imported yet that have blocking findings or warnings.
    pub to_mend: bool,
}

/// The packages that match `filter`, newest first.
pub async fn list(tx: &mut Tx, filter: &PackageFilter, request: PageRequest) -> Result<Page<Package>, StoreError> {
    const FILTER: &str = concat!(
        "WHERE ($1 = '' OR package.file_name_folded LIKE $1 ESCAPE '!')
        AND (NOT $2 OR (package.state <> 'imported' AND package.blocking + package.warning > 0))
        AND ",
        is_shown_package!("$3", "$4")
    );
    let text = containing(&filter.text);
    let (keys, viewer) = (tx.readable_keys(), tx.viewer());
    let sql = format!("SELECT COUNT(*) FROM package {FILTER}");
    let total = on_tx!(tx, |conn| sqlx::query_scalar(AssertSqlSafe(sql))
        .bind(&text)
        .bind(filter.to_mend)
        .bind(keys.clone())
        .bind(&viewer)
        .fetch_one(conn)
        .await?);
    let sql = format!("{} {FILTER} ORDER BY package.created_on DESC, package.id DESC LIMIT $5 OFFSET $6", select!(""));
    let rows: Vec<PackageRow> = on_tx!(tx, |conn| sqlx::query_as(AssertSqlSafe(sql))
        .bind(&text)
        .bind(filter.to_mend)
        .bind(keys)
        .bind(&viewer)
        .bind(i64::from(request.size()))
        .bind(request.offset())
        .fetch_all(conn)
        .await?);
    let items = rows.into_iter().map(PackageRow::into_package).collect::<Result<_, _>>()?;
    Ok(page(items, total, request))
}

/// Assigns a package to the job that reads it; `false` when another job is using it.
pub async fn begin_reading(tx: &mut Tx, id: &PackageId, job: &JobId, now: DateTime<Utc>) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE package
        SET state = 'reading', pre_import_job_id = $2, updated_on = $3
        WHERE id = $1
        AND (state NOT IN ('reading', 'importing') OR (state = 'reading' AND pre_import_job_id = $2))";
    give(tx, SQL, id, job, now).await
}

/// Assigns a package to the job that imports it; `false` when it is not ready.
pub async fn begin_importing(tx: &mut Tx, id: &PackageId, job: &JobId, now: DateTime<Utc>) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE package
        SET state = 'importing', import_job_id = $2, updated_on = $3
        WHERE id = $1
        AND (state IN ('ready', 'imported') OR (state = 'failed' AND report > 0 AND blocking = 0)
            OR (state = 'importing' AND import_job_id = $2))";
    give(tx, SQL, id, job, now).await
}

async fn give(
    tx: &mut Tx,
    sql: &'static str,
    id: &PackageId,
    job: &JobId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let given = on_tx!(tx, |conn| sqlx::query(sql)
        .bind(&id.0)
        .bind(&job.0)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(given == 1)
}

/// Sets the state of a package.
pub async fn update_state(
    tx: &mut Tx,
    id: &PackageId,
    state: PackageState,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "UPDATE package SET state = $2, updated_on = $3 WHERE id = $1";
    let found = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(state.as_str())
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(found == 1)
}

/// Marks a package as imported into a manual.
pub async fn update_imported(
    tx: &mut Tx,
    id: &PackageId,
    (csdb, manual): (&str, &str),
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE package
        SET state = 'imported', csdb_name = $2, manual_name = $3, updated_on = $4
        WHERE id = $1";
    let found = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(csdb)
        .bind(manual)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(found == 1)
}

/// Releases a package from a failed import.
pub async fn end_importing(tx: &mut Tx, id: &PackageId, job: &JobId, now: DateTime<Utc>) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE package
        SET state = CASE WHEN blocking > 0 THEN 'blocked' ELSE 'failed' END, updated_on = $3
        WHERE id = $1 AND import_job_id = $2 AND state = 'importing'";
    give(tx, SQL, id, job, now).await
}

/// Releases a package from a cancelled import and restores its previous state.
pub async fn cancel_importing(
    tx: &mut Tx,
    id: &PackageId,
    job: &JobId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE package
        SET state = CASE
                WHEN blocking > 0 THEN 'blocked'
                WHEN manual_name IS NOT NULL THEN 'imported'
                ELSE 'ready'
            END,
            updated_on = $3
        WHERE id = $1 AND import_job_id = $2 AND state = 'importing'";
    give(tx, SQL, id, job, now).await
}

/// Makes `report` current, with its summary.
pub async fn show_report(
    tx: &mut Tx,
    id: &PackageId,
    report: i64,
    summary: Option<&PackageSummary>,
    counts: FindingCounts,
    state: PackageState,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    const SQL: &str = "
        UPDATE package
        SET report = $2, kind = $3, summary = $4, blocking = $5, warning = $6, informing = $7, state = $8, updated_on = $9
        WHERE id = $1";
    let stored = summary.map(|summary| json::write(&StoredSummary::from(summary))).transpose()?;
    let number = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(report)
        .bind(summary.map(|summary| summary.kind.as_str()))
        .bind(&stored)
        .bind(number(counts.block))
        .bind(number(counts.warn))
        .bind(number(counts.info))
        .bind(state.as_str())
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Replaces the summary of a package; its findings stay.
pub async fn update_summary(tx: &mut Tx, id: &PackageId, summary: &PackageSummary) -> Result<(), StoreError> {
    const SQL: &str = "UPDATE package SET summary = $2 WHERE id = $1";
    let stored = json::write(&StoredSummary::from(summary))?;
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(&stored).execute(conn).await?.rows_affected());
    Ok(())
}

/// Deletes a few thousand rows of outdated reports of a package; `false` when none is left.
pub async fn delete_some_of_reports_but(tx: &mut Tx, id: &PackageId, report: i64) -> Result<bool, StoreError> {
    const SQL: &str = "
        DELETE FROM package_object WHERE package_id = $1 AND report <> $2 AND position < 5000 + (
            SELECT MIN(position) FROM package_object WHERE package_id = $1 AND report <> $2)";
    let findings = findings::delete_some_but(tx, &Subject::from(id), report).await?;
    let objects = on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(report).execute(conn).await?.rows_affected());
    Ok(findings + objects > 0)
}

/// Deletes a package and its reports; `false` when it does not exist.
pub async fn delete(tx: &mut Tx, id: &PackageId) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM package WHERE id = $1";
    findings::delete(tx, &Subject::from(id)).await?;
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).execute(conn).await?.rows_affected()) == 1)
}
