//! Reports about the business rules of a manual.

mod entries;
mod sources;

use chrono::{DateTime, Utc};
use domain::id::{JobId, ManualId};

use crate::StoreError;
use crate::millis::Millis;
use crate::search::{count, signed};
use crate::tx::Tx;

pub use entries::{
    BrexReportFilter, BrexReportFinding, BrexReportRule, insert_findings, insert_rules, list_findings,
    list_findings_after, list_rules,
};
pub use sources::{insert_sources, list_sources};

const TABLE: &str = "brex_report";

/// The findings of a job in a manual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredBrexReport {
    /// The job that made it.
    pub id: JobId,
    pub manual: ManualId,
    /// The account of the user who asked for it.
    pub created_by: String,
    pub created_on: DateTime<Utc>,
    pub counts: BrexReportCounts,
}

/// The numbers of a report.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BrexReportCounts {
    /// Modules that were checked.
    pub modules: u64,
    /// Modules with violations.
    pub violating: u64,
    /// Modules that some rules could not be applied to.
    pub incomplete: u64,
    /// Violations in all.
    pub violations: u64,
    /// Findings in the list.
    pub listed: u64,
    /// Further findings are only counted.
    pub is_cut: bool,
}

#[derive(sqlx::FromRow)]
struct ReportRow {
    id: String,
    manual_id: String,
    created_by: String,
    created_on: Millis,
    modules: i64,
    violating: i64,
    incomplete: i64,
    violations: i64,
    listed: i64,
    is_cut: bool,
}

impl ReportRow {
    fn into_report(self) -> Result<StoredBrexReport, StoreError> {
        Ok(StoredBrexReport {
            id: JobId(self.id),
            manual: ManualId(self.manual_id),
            created_by: self.created_by,
            created_on: self.created_on.read(TABLE, "created_on")?,
            counts: BrexReportCounts {
                modules: count(self.modules),
                violating: count(self.violating),
                incomplete: count(self.incomplete),
                violations: count(self.violations),
                listed: count(self.listed),
                is_cut: self.is_cut,
            },
        })
    }
}

/// Begins a report that nobody sees yet; what an earlier attempt of its job left goes.
pub async fn begin(tx: &mut Tx, report: &StoredBrexReport) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO brex_report (
            id, manual_id, created_by, created_on, is_shown, modules, violating, incomplete, violations, listed, is_cut)
        VALUES ($1, $2, $3, $4, FALSE, 0, 0, 0, 0, 0, FALSE)";
    delete(tx, &report.id).await?;
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&report.id.0)
        .bind(&report.manual.0)
        .bind(&report.created_by)
        .bind(Millis::from(report.created_on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Shows a complete report in place of all others about its manual. If a later one is shown already, this one goes.
pub async fn show(tx: &mut Tx, report: &StoredBrexReport) -> Result<(), StoreError> {
    const OTHERS: &str = "
        DELETE FROM brex_report
        WHERE manual_id = $1 AND id <> $2 AND is_shown AND created_on <= $3";
    const SHOW: &str = "
        UPDATE brex_report
        SET is_shown = TRUE, modules = $2, violating = $3, incomplete = $4, violations = $5, listed = $6,
            is_cut = $7
        WHERE id = $1";
    let counts = report.counts;
    on_tx!(tx, |conn| sqlx::query(OTHERS)
        .bind(&report.manual.0)
        .bind(&report.id.0)
        .bind(Millis::from(report.created_on))
        .execute(conn)
        .await?
        .rows_affected());
    if find_by_manual(tx, &report.manual).await?.is_some_and(|shown| shown.id != report.id) {
        return delete(tx, &report.id).await;
    }
    on_tx!(tx, |conn| sqlx::query(SHOW)
        .bind(&report.id.0)
        .bind(signed(counts.modules))
        .bind(signed(counts.violating))
        .bind(signed(counts.incomplete))
        .bind(signed(counts.violations))
        .bind(signed(counts.listed))
        .bind(counts.is_cut)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Deletes a report with its findings.
pub async fn delete(tx: &mut Tx, id: &JobId) -> Result<(), StoreError> {
    const SQL: &str = "DELETE FROM brex_report WHERE id = $1";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).execute(conn).await?.rows_affected());
    Ok(())
}

/// The report about a manual, if there is one.
pub async fn find_by_manual(tx: &mut Tx, manual: &ManualId) -> Result<Option<StoredBrexReport>, StoreError> {
    const SQL: &str = "
        SELECT id, manual_id, created_by, created_on, modules, violating, incomplete, violations, listed, is_cut
        FROM brex_report
        WHERE manual_id = $1 AND is_shown
        ORDER BY created_on DESC, id DESC
        LIMIT 1";
    let row: Option<ReportRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&manual.0).fetch_optional(conn).await?);
    row.map(ReportRow::into_report).transpose()
}
