//! The rules and the findings of a report.

use domain::finding::{Finding, Rule};
use domain::id::JobId;
use domain::page::{Page, PageRequest};
use domain::text::fold;
use sqlx::{AssertSqlSafe, QueryBuilder};

use crate::StoreError;
use crate::json::{self, Pairs};
use crate::search::{ROWS_PER_STATEMENT, containing, count, is_reused, page, signed};
use crate::tx::Tx;

const TABLE: &str = "brex_report_finding";

/// A rule, or what is wrong with a BREX, with the number of places where it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrexReportRule {
    /// Counted from 1 in the order of the report.
    pub number: u32,
    pub kind: Rule,
    pub brex: String,
    /// Empty for a finding about a whole BREX.
    pub name: String,
    /// The level that the BREX gives it, as in `brsl01`; empty when it gives none.
    pub severity: String,
    /// The rule in words.
    pub description: String,
    pub object_path: String,
    pub places: u64,
    pub modules: u64,
}

/// A finding about a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrexReportFinding {
    pub position: i64,
    /// The number of its [`BrexReportRule`].
    pub rule_number: u32,
    /// The title of the module.
    pub title: String,
    /// Its file is the path of the module.
    pub finding: Finding,
}

/// Filter for the findings of a report.
#[derive(Debug, Clone, Default)]
pub struct BrexReportFilter {
    pub rule_number: Option<u32>,
    /// The level of the rule; the empty level selects rules without one.
    pub severity: Option<String>,
    /// Violations alone, without remarks about the rules.
    pub violations_only: bool,
    /// Part of the path, the title or the message values; empty matches all.
    pub text: String,
}

#[derive(sqlx::FromRow)]
struct RuleRow {
    number: i64,
    kind: String,
    brex: String,
    name: String,
    severity: String,
    description: String,
    object_path: String,
    places: i64,
    modules: i64,
}

#[derive(sqlx::FromRow)]
struct ReportEntryRow {
    position: i64,
    rule_number: i64,
    path: String,
    title: String,
    line: Option<i64>,
    rule: String,
    params: String,
}

fn small(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl RuleRow {
    fn into_rule(self) -> Result<BrexReportRule, StoreError> {
        let unreadable = StoreError::Unreadable { table: "brex_report_rule", column: "kind" };
        Ok(BrexReportRule {
            number: small(self.number),
            kind: Rule::parse(&self.kind).ok_or(unreadable)?,
            brex: self.brex,
            name: self.name,
            severity: self.severity,
            description: self.description,
            object_path: self.object_path,
            places: count(self.places),
            modules: count(self.modules),
        })
    }
}

impl ReportEntryRow {
    fn into_finding(self) -> Result<BrexReportFinding, StoreError> {
        let unreadable = StoreError::Unreadable { table: TABLE, column: "rule" };
        let rule = Rule::parse(&self.rule).ok_or(unreadable)?;
        let finding = Finding::new(rule).in_file(self.path).at(self.line.map(small));
        let params = json::read::<Pairs>(&self.params, TABLE, "params")?;
        Ok(BrexReportFinding {
            position: self.position,
            rule_number: small(self.rule_number),
            title: self.title,
            finding: Finding { params, ..finding },
        })
    }
}

/// Inserts the rules of a report.
pub async fn insert_rules(tx: &mut Tx, report: &JobId, rules: &[BrexReportRule]) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO brex_report_rule (
            brex_report_id, number, kind, brex, name, severity, description, object_path, is_violation, places, modules)
        ";
    for some in rules.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| QueryBuilder::new(SQL)
            .push_values(some, |mut values, rule| {
                values
                    .push_bind(&report.0)
                    .push_bind(i64::from(rule.number))
                    .push_bind(rule.kind.as_str())
                    .push_bind(&rule.brex)
                    .push_bind(&rule.name)
                    .push_bind(&rule.severity)
                    .push_bind(&rule.description)
                    .push_bind(&rule.object_path)
                    .push_bind(rule.kind.is_brex_violation())
                    .push_bind(signed(rule.places))
                    .push_bind(signed(rule.modules));
            })
            .build()
            .persistent(is_reused(some.len()))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}

/// Inserts findings of a report.
pub async fn insert_findings(tx: &mut Tx, report: &JobId, findings: &[BrexReportFinding]) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO brex_report_finding (
            brex_report_id, position, rule_number, path, title, line, rule, params, search_folded)
        ";
    let params = findings.iter().map(|one| json::write(&one.finding.params)).collect::<Result<Vec<_>, _>>()?;
    let rows: Vec<_> = findings.iter().zip(&params).collect();
    for some in rows.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| QueryBuilder::new(SQL)
            .push_values(some, |mut values, (one, params)| {
                values
                    .push_bind(&report.0)
                    .push_bind(one.position)
                    .push_bind(i64::from(one.rule_number))
                    .push_bind(&one.finding.file)
                    .push_bind(&one.title)
                    .push_bind(one.finding.line.map(i64::from))
                    .push_bind(one.finding.rule.as_str())
                    .push_bind(*params)
                    .push_bind(searched(one));
            })
            .build()
            .persistent(is_reused(some.len()))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}

fn searched(one: &BrexReportFinding) -> String {
    let values = one.finding.params.iter().map(|(_, value)| value.as_str());
    let texts: Vec<&str> = [one.finding.file.as_str(), one.title.as_str()].into_iter().chain(values).collect();
    fold(&texts.join("\n"))
}

/// The rules of a report: violated ones first, the most frequent at the top.
pub async fn list_rules(tx: &mut Tx, report: &JobId) -> Result<Vec<BrexReportRule>, StoreError> {
    const SQL: &str = "
        SELECT number, kind, brex, name, severity, description, object_path, places, modules
        FROM brex_report_rule
        WHERE brex_report_id = $1
        ORDER BY is_violation DESC, places DESC, number";
    let rows: Vec<RuleRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&report.0).fetch_all(conn).await?);
    rows.into_iter().map(RuleRow::into_rule).collect()
}

const FILTERED: &str = "
    FROM brex_report_finding f
    JOIN brex_report_rule r ON r.brex_report_id = f.brex_report_id AND r.number = f.rule_number
    WHERE f.brex_report_id = $1
    AND ($2 = 0 OR f.rule_number = $2)
    AND (NOT $3 OR r.severity = $4)
    AND (NOT $5 OR r.is_violation)
    AND ($6 = '' OR f.search_folded LIKE $6 ESCAPE '!')";

const COLUMNS: &str = "SELECT f.position, f.rule_number, f.path, f.title, f.line, f.rule, f.params";

macro_rules! bound {
    ($query:expr, $report:expr, $filter:expr, $text:expr) => {
        $query
            .bind(&$report.0)
            .bind(i64::from($filter.rule_number.unwrap_or(0)))
            .bind($filter.severity.is_some())
            .bind($filter.severity.as_deref().unwrap_or_default())
            .bind($filter.violations_only)
            .bind($text)
    };
}

/// The findings of a report that match `filter`, by module and line.
pub async fn list_findings(
    tx: &mut Tx,
    report: &JobId,
    filter: &BrexReportFilter,
    request: PageRequest,
) -> Result<Page<BrexReportFinding>, StoreError> {
    let text = containing(&filter.text);
    let sql = format!("SELECT COUNT(*) {FILTERED}");
    let total = on_tx!(tx, |conn| bound!(sqlx::query_scalar(AssertSqlSafe(sql)), report, filter, &text)
        .fetch_one(conn)
        .await?);
    let sql = format!("{COLUMNS} {FILTERED} ORDER BY f.position LIMIT $7 OFFSET $8");
    let rows: Vec<ReportEntryRow> =
        on_tx!(tx, |conn| bound!(sqlx::query_as(AssertSqlSafe(sql)), report, filter, &text)
            .bind(i64::from(request.size()))
            .bind(request.offset())
            .fetch_all(conn)
            .await?);
    let items = rows.into_iter().map(ReportEntryRow::into_finding).collect::<Result<_, _>>()?;
    Ok(page(items, total, request))
}

/// The next findings after `position` that match `filter`, a few thousand at a time: for exports.
pub async fn list_findings_after(
    tx: &mut Tx,
    report: &JobId,
    filter: &BrexReportFilter,
    position: i64,
) -> Result<Vec<BrexReportFinding>, StoreError> {
    let text = containing(&filter.text);
    let sql = format!("{COLUMNS} {FILTERED} AND f.position > $7 ORDER BY f.position LIMIT 5000");
    let rows: Vec<ReportEntryRow> =
        on_tx!(tx, |conn| bound!(sqlx::query_as(AssertSqlSafe(sql)), report, filter, &text)
            .bind(position)
            .fetch_all(conn)
            .await?);
    rows.into_iter().map(ReportEntryRow::into_finding).collect()
}
