//! The findings of a report about a subject.

use domain::finding::{Finding, Rule, Severity};
use domain::page::{Page, PageRequest};
use domain::subject::Subject;
use domain::text::fold;
use sqlx::{AssertSqlSafe, QueryBuilder};

use crate::StoreError;
use crate::json::{self, Pairs};
use crate::search::{ROWS_PER_STATEMENT, containing, count, is_reused, page};
use crate::tx::Tx;

const TABLE: &str = "finding";

/// A finding with its position in the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFinding {
    pub position: i64,
    pub finding: Finding,
}

/// Filter for findings.
#[derive(Debug, Clone, Default)]
pub struct FindingFilter {
    pub code: Option<u16>,
    pub severity: Option<Severity>,
    /// Exactly this file; the empty name selects findings about the whole package.
    pub file: Option<String>,
    /// Part of the file name or the message values; empty matches all.
    pub text: String,
}

/// The column findings are grouped by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grouping {
    Code,
    File,
}

/// Findings with the same code or the same file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FindingGroup {
    pub key: String,
    /// The highest severity among them.
    pub severity: Severity,
    pub count: u64,
}

#[derive(sqlx::FromRow)]
struct FindingRow {
    position: i64,
    severity: String,
    file: String,
    line: Option<i64>,
    rule: String,
    params: String,
}

impl FindingRow {
    fn into_finding(self) -> Result<StoredFinding, StoreError> {
        let unreadable = |column| StoreError::Unreadable { table: TABLE, column };
        let finding = Finding {
            file: self.file,
            line: self.line.and_then(|line| u32::try_from(line).ok()),
            rule: Rule::parse(&self.rule).ok_or_else(|| unreadable("rule"))?,
            severity: Severity::parse(&self.severity).ok_or_else(|| unreadable("severity"))?,
            params: json::read::<Pairs>(&self.params, TABLE, "params")?,
        };
        Ok(StoredFinding { position: self.position, finding })
    }
}

/// Inserts findings into a report, numbered from `from`.
pub async fn insert(
    tx: &mut Tx,
    subject: &Subject,
    report: i64,
    from: i64,
    findings: &[Finding],
) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO finding (
            subject_kind, subject_id, report, position, code, severity, file, file_folded, line, rule, params,
            search_folded)
        ";
    let params = findings.iter().map(|one| json::write(&one.params)).collect::<Result<Vec<_>, _>>()?;
    let numbered: Vec<_> = (from..).zip(findings).zip(&params).collect();
    for some in numbered.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| QueryBuilder::new(SQL)
            .push_values(some, |mut values, ((position, finding), params)| {
                values
                    .push_bind(subject.kind.as_str())
                    .push_bind(&subject.id)
                    .push_bind(report)
                    .push_bind(*position)
                    .push_bind(i64::from(finding.code().number()))
                    .push_bind(finding.severity.as_str())
                    .push_bind(&finding.file)
                    .push_bind(fold(&finding.file))
                    .push_bind(finding.line.map(i64::from))
                    .push_bind(finding.rule.as_str())
                    .push_bind(*params)
                    .push_bind(searched(finding));
            })
            .build()
            .persistent(is_reused(some.len()))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}

fn searched(finding: &Finding) -> String {
    let values = finding.params.iter().map(|(_, value)| value.as_str());
    let texts: Vec<&str> = std::iter::once(finding.file.as_str()).chain(values).collect();
    fold(&texts.join("\n"))
}

const FILTERED: &str = "
    FROM finding
    WHERE subject_kind = $1 AND subject_id = $2 AND report = $3
    AND ($4 = 0 OR code = $4)
    AND ($5 = '' OR severity = $5)
    AND (NOT $6 OR file_folded = $7)
    AND ($8 = '' OR search_folded LIKE $8 ESCAPE '!')";

macro_rules! bound {
    ($query:expr, $subject:expr, $report:expr, $filter:expr, $file:expr, $text:expr) => {
        $query
            .bind($subject.kind.as_str())
            .bind(&$subject.id)
            .bind($report)
            .bind(i64::from($filter.code.unwrap_or(0)))
            .bind($filter.severity.map_or("", Severity::as_str))
            .bind($filter.file.is_some())
            .bind($file)
            .bind($text)
    };
}

/// The findings of a report that match `filter`, in report order.
pub async fn list(
    tx: &mut Tx,
    subject: &Subject,
    report: i64,
    filter: &FindingFilter,
    request: PageRequest,
) -> Result<Page<StoredFinding>, StoreError> {
    let (file, text) = (filter.file.as_deref().map(fold).unwrap_or_default(), containing(&filter.text));
    let sql = format!("SELECT COUNT(*) {FILTERED}");
    let total =
        on_tx!(tx, |conn| bound!(sqlx::query_scalar(AssertSqlSafe(sql)), subject, report, filter, &file, &text)
            .fetch_one(conn)
            .await?);
    let sql =
        format!("SELECT position, severity, file, line, rule, params {FILTERED} ORDER BY position LIMIT $9 OFFSET $10");
    let rows: Vec<FindingRow> =
        on_tx!(tx, |conn| bound!(sqlx::query_as(AssertSqlSafe(sql)), subject, report, filter, &file, &text)
            .bind(i64::from(request.size()))
            .bind(request.offset())
            .fetch_all(conn)
            .await?);
    let items = rows.into_iter().map(FindingRow::into_finding).collect::<Result<_, _>>()?;
    Ok(page(items, total, request))
}

/// The next findings after `position` that match `filter`, a few thousand at a time: for exports.
pub async fn list_after(
    tx: &mut Tx,
    subject: &Subject,
    report: i64,
    filter: &FindingFilter,
    position: i64,
) -> Result<Vec<StoredFinding>, StoreError> {
    let (file, text) = (filter.file.as_deref().map(fold).unwrap_or_default(), containing(&filter.text));
    let sql = format!(
        "SELECT position, severity, file, line, rule, params {FILTERED} AND position > $9 ORDER BY position LIMIT 5000"
    );
    let rows: Vec<FindingRow> =
        on_tx!(tx, |conn| bound!(sqlx::query_as(AssertSqlSafe(sql)), subject, report, filter, &file, &text)
            .bind(position)
            .fetch_all(conn)
            .await?);
    rows.into_iter().map(FindingRow::into_finding).collect()
}

/// Counts the findings of a report that match `filter`, by code or by file; ordered by severity, then size.
pub async fn group(
    tx: &mut Tx,
    subject: &Subject,
    report: i64,
    by: Grouping,
    filter: &FindingFilter,
) -> Result<Vec<FindingGroup>, StoreError> {
    let key = match by {
        Grouping::Code => "CAST(code AS TEXT)",
        Grouping::File => "file",
    };
    let sql = format!(
        "SELECT {key} AS key, MIN(CASE severity WHEN 'block' THEN 1 WHEN 'warn' THEN 2 ELSE 3 END) AS gravity,
            COUNT(*) AS total
        {FILTERED}
        GROUP BY 1
        ORDER BY gravity, total DESC, 1
        LIMIT 1000"
    );
    let (file, text) = (filter.file.as_deref().map(fold).unwrap_or_default(), containing(&filter.text));
    let rows: Vec<(String, i32, i64)> =
        on_tx!(tx, |conn| bound!(sqlx::query_as(AssertSqlSafe(sql)), subject, report, filter, &file, &text)
            .fetch_all(conn)
            .await?);
    let groups = rows.into_iter().map(|(key, gravity, total)| {
        let severity = match gravity {
            1 => Severity::Block,
            2 => Severity::Warn,
            _ => Severity::Info,
        };
        FindingGroup { key, severity, count: count(total) }
    });
    Ok(groups.collect())
}

/// Deletes some thousand findings of every report about a subject but one; returns how many.
pub async fn delete_some_but(tx: &mut Tx, subject: &Subject, report: i64) -> Result<u64, StoreError> {
    const SQL: &str = "
        DELETE FROM finding
        WHERE subject_kind = $1 AND subject_id = $2 AND report <> $3 AND position < 5000 + (
            SELECT MIN(position)
            FROM finding
            WHERE subject_kind = $1 AND subject_id = $2 AND report <> $3)";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(subject.kind.as_str())
        .bind(&subject.id)
        .bind(report)
        .execute(conn)
        .await?
        .rows_affected()))
}

/// Deletes all findings about a subject.
pub async fn delete(tx: &mut Tx, subject: &Subject) -> Result<(), StoreError> {
    const SQL: &str = "DELETE FROM finding WHERE subject_kind = $1 AND subject_id = $2";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(subject.kind.as_str())
        .bind(&subject.id)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}
