//! Wire types for packages and their reports.

use std::collections::BTreeMap;

use app::imports::packages::{Cell, ExportFormat, FindingFilter, FindingGroup, Grouping, PackageFilter, Table};
use chrono::{DateTime, Utc};
use domain::field::{FieldCode, FieldErrors};
use domain::finding::{Finding, ImportCode, Rule, Severity};
use domain::language::Locale;
use domain::package::{FindingCounts, Package, PackageSummary};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::page::{PageNumber, PageSize};
use super::words::{CompletenessView, PackageKindView, PackageStateView, SeverityView, XsdCheckView};
use crate::texts;

/// Number of objects per kind.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ObjectCounts)]
pub struct ObjectCountsView {
    pub dm: u64,
    pub pm: u64,
    pub icn: u64,
    pub other: u64,
}

/// A publication module of a package.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PackagePublication)]
pub struct PublicationView {
    pub code: String,
    pub title: String,
}

/// Package summary.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PackageSummary)]
pub struct SummaryView {
    pub kind: PackageKindView,
    #[schema(example = "S1000D 4.2")]
    pub specification: String,
    pub objects: ObjectCountsView,
    pub content_types: BTreeMap<String, u64>,
    pub languages: Vec<String>,
    pub issue_number: String,
    pub issue_date: String,
    pub customer: String,
    pub sender: String,
    pub product_info: String,
    pub title: String,
    pub model: String,
    pub complete: CompletenessView,
    /// The reason for `complete`, in the language of the request.
    pub complete_reason: String,
    pub xsd: XsdCheckView,
    pub xsd_issues: Vec<String>,
    pub pms: Vec<PublicationView>,
    /// The path of the manual the package was compared with: first the one it seemed to belong to, later the one it was
    /// imported into. Left out when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub checked_against: Option<String>,
}

impl SummaryView {
    fn new(summary: PackageSummary, locale: Locale) -> Self {
        let pms = summary.pms.into_iter().map(|(code, title)| PublicationView { code, title });
        Self {
            kind: PackageKindView(summary.kind),
            specification: summary.specification,
            objects: ObjectCountsView {
                dm: summary.modules,
                pm: summary.publications,
                icn: summary.illustrations,
                other: summary.others,
            },
            content_types: summary.content_types,
            languages: summary.languages,
            issue_number: summary.issue_number,
            issue_date: summary.issue_date,
            customer: summary.customer,
            sender: summary.sender,
            product_info: summary.product_info,
            title: summary.title,
            model: summary.model,
            complete: CompletenessView(summary.completeness),
            complete_reason: texts::say(locale, &summary.completeness_reason, &[]),
            xsd: XsdCheckView(summary.xsd),
            xsd_issues: summary.xsd_issues,
            pms: pms.collect(),
            checked_against: summary.checked_against,
        }
    }
}

/// Number of findings per severity.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FindingCounts)]
pub struct FindingCountsView {
    pub block: u64,
    pub warn: u64,
    pub info: u64,
}

impl From<FindingCounts> for FindingCountsView {
    fn from(counts: FindingCounts) -> Self {
        Self { block: counts.block, warn: counts.warn, info: counts.info }
    }
}

/// An uploaded package and its report.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Package)]
pub struct PackageView {
    pub id: String,
    pub upload_id: String,
    pub file_name: String,
    pub size: u64,
    /// The value for `importPackage` of an import.
    pub path: String,
    pub uploaded_by: String,
    pub uploaded_on: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub kind: Option<PackageKindView>,
    pub state: PackageStateView,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub summary: Option<SummaryView>,
    pub counts: FindingCountsView,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub pre_import_job_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub import_job_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub csdb_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub manual_name: Option<String>,
}

impl PackageView {
    /// Translates its texts to `locale`.
    pub fn new(package: Package, locale: Locale) -> Self {
        Self {
            path: package.path(),
            id: package.id.0,
            upload_id: package.upload.0,
            file_name: package.file_name,
            size: package.size,
            uploaded_by: package.uploaded_by,
            uploaded_on: package.uploaded_on,
            kind: package.kind.map(PackageKindView),
            state: PackageStateView(package.state),
            summary: package.summary.map(|summary| SummaryView::new(summary, locale)),
            counts: package.counts.into(),
            pre_import_job_id: package.pre_import_job.map(|id| id.0),
            import_job_id: package.import_job.map(|id| id.0),
            csdb_name: package.csdb_name,
            manual_name: package.manual_name,
        }
    }
}

/// Filter for packages.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PackagesQuery {
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
    /// Part of the file name.
    pub keyword: Option<String>,
    /// Only packages not imported yet that have blocking findings or warnings.
    pub to_mend: Option<bool>,
}

impl PackagesQuery {
    pub(crate) fn filter(self) -> PackageFilter {
        PackageFilter { text: self.keyword.unwrap_or_default(), to_mend: self.to_mend.unwrap_or_default() }
    }
}

/// One finding with its message.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Finding)]
pub struct FindingView {
    /// 1001 to 1013.
    pub code: u16,
    pub severity: SeverityView,
    /// The file in the package; empty for the whole package.
    pub file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub line: Option<u32>,
    pub message: String,
    /// The recommended action.
    pub remedy: String,
    #[schema(example = "dm.dm_ref_dangling")]
    pub rule: &'static str,
}

impl FindingView {
    /// Translates it to `locale`.
    pub fn new(finding: &Finding, locale: Locale) -> Self {
        let params = with_reason(finding, locale);
        let say = |kind: &str| texts::say(locale, &format!("{kind}.{}", finding.rule.as_str()), &params);
        Self {
            code: finding.code().number(),
            severity: SeverityView(finding.severity),
            file: finding.file.clone(),
            line: finding.line,
            // A business rule ends with its own words, if it has any.
            message: say("finding").trim_end().to_owned(),
            remedy: say("remedy"),
            rule: finding.rule.as_str(),
        }
    }
}

/// The values of a message. The reason why a business rule or a BREX is not used is a word, which has a text of its own,
/// and so is what a MEL item allows.
fn with_reason(finding: &Finding, locale: Locale) -> Vec<(String, String)> {
    let mut params = finding.params.clone();
    let (member, family) = match finding.rule {
        Rule::BrexUnjudged | Rule::BrexUnusable => ("reason", "brexReason"),
        Rule::MelLessRestrictive | Rule::MelToBeJudged | Rule::MelItem => ("warning", "melWarning"),
        _ => return params,
    };
    for (_, word) in params.iter_mut().filter(|(name, _)| name == member) {
        *word = texts::say(locale, &format!("{family}.{word}"), &finding.params);
    }
    params
}

/// Filter for findings.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FindingsQuery {
    pub code: Option<u16>,
    /// `block`, `warn` or `info`.
    pub severity: Option<String>,
    /// Exactly this file.
    pub file: Option<String>,
    /// Only findings about the whole package.
    pub whole_package: Option<bool>,
    /// Part of the file name or the message values.
    pub keyword: Option<String>,
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
}

impl FindingsQuery {
    /// The finding filter.
    pub fn filter(&self) -> Result<FindingFilter, app::Error> {
        let file = file(self.file.as_deref(), self.whole_package);
        filter(self.code, self.severity.as_deref(), file, self.keyword.as_deref())
    }
}

/// The file to select; the empty name is the whole package.
fn file(name: Option<&str>, whole_package: Option<bool>) -> Option<&str> {
    if whole_package == Some(true) { Some("") } else { name.filter(|name| !name.is_empty()) }
}

fn filter(
    code: Option<u16>,
    severity: Option<&str>,
    file: Option<&str>,
    keyword: Option<&str>,
) -> Result<FindingFilter, app::Error> {
    let mut errors = FieldErrors::default();
    let unknown = FieldCode::UnknownValue;
    if let Some(number) = code {
        errors.take("code", ImportCode::from_number(number).ok_or(unknown));
    }
    let severity = severity.filter(|word| !word.is_empty());
    let severity = severity.and_then(|word| errors.take("severity", Severity::parse(word).ok_or(unknown)));
    errors.finish()?;
    Ok(FindingFilter { code, severity, file: file.map(str::to_owned), text: keyword.unwrap_or_default().to_owned() })
}

/// An export format.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ExportFormat)]
pub enum ExportFormatView {
    Csv,
    Xlsx,
}

impl ExportFormatView {
    /// The file extension.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
        }
    }

    /// The content type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }
}

impl From<ExportFormatView> for ExportFormat {
    fn from(format: ExportFormatView) -> Self {
        match format {
            ExportFormatView::Csv => Self::Csv,
            ExportFormatView::Xlsx => Self::Xlsx,
        }
    }
}

/// Filter and format of a findings export.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ExportQuery {
    pub format: ExportFormatView,
    pub code: Option<u16>,
    /// `block`, `warn` or `info`.
    pub severity: Option<String>,
    /// Exactly this file.
    pub file: Option<String>,
    /// Only findings about the whole package.
    pub whole_package: Option<bool>,
    /// Part of the file name or the message values.
    pub keyword: Option<String>,
}

impl ExportQuery {
    /// The finding filter.
    pub fn filter(&self) -> Result<FindingFilter, app::Error> {
        let file = file(self.file.as_deref(), self.whole_package);
        filter(self.code, self.severity.as_deref(), file, self.keyword.as_deref())
    }
}

/// The findings as a table, in `locale`.
pub fn table(findings: &[Finding], locale: Locale) -> Table {
    let say = |key: &str| texts::say(locale, &format!("export.{key}"), &[]);
    let rows = findings.iter().map(|finding| {
        let view = FindingView::new(finding, locale);
        let severity = texts::say(locale, &format!("severity.{}", finding.severity.as_str()), &[]);
        vec![
            Cell::Number(view.code.into()),
            Cell::Text(severity),
            Cell::Text(view.file),
            view.line.map_or(Cell::Empty, Cell::Number),
            Cell::Text(view.message),
            Cell::Text(view.remedy),
            Cell::Text(view.rule.to_owned()),
        ]
    });
    Table {
        name: say("findings"),
        header: ["code", "severity", "file", "line", "message", "remedy", "rule"].map(say).to_vec(),
        rows: rows.collect(),
    }
}

/// The grouping of findings.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = FindingGrouping)]
pub enum GroupingView {
    Code,
    File,
}

impl From<GroupingView> for Grouping {
    fn from(by: GroupingView) -> Self {
        match by {
            GroupingView::Code => Self::Code,
            GroupingView::File => Self::File,
        }
    }
}

/// Filter and grouping of findings.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct GroupsQuery {
    pub by: GroupingView,
    /// `block`, `warn` or `info`.
    pub severity: Option<String>,
    /// Part of the file name or the message values.
    pub keyword: Option<String>,
}

impl GroupsQuery {
    /// The finding filter.
    pub fn filter(&self) -> Result<FindingFilter, app::Error> {
        filter(None, self.severity.as_deref(), None, self.keyword.as_deref())
    }
}

/// Findings with the same code or the same file.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FindingGroup)]
pub struct FindingGroupView {
    /// The code or the file.
    pub key: String,
    /// The highest severity among them.
    pub severity: SeverityView,
    pub count: u64,
    pub title: String,
}

impl FindingGroupView {
    /// Translates its title to `locale`.
    pub fn new(group: FindingGroup, by: GroupingView, locale: Locale) -> Self {
        let title = match by {
            GroupingView::Code => texts::say(locale, &format!("import.code.{}", group.key), &[]),
            GroupingView::File if group.key.is_empty() => texts::say(locale, "import.wholePackage", &[]),
            GroupingView::File => group.key.clone(),
        };
        Self { key: group.key, severity: SeverityView(group.severity), count: group.count, title }
    }
}
