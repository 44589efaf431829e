//! Wire types for business rules: modules that were checked, and reports about manuals.

mod table;

use app::reading::business_rules::{
    BrexLayer, BrexReportFilter, BrexReportFinding, BrexReportRule, ManualRuleReport, ModuleRuleCheck, RuleFinding,
};
use chrono::{DateTime, Utc};
use domain::finding::Finding;
use domain::id::JobId;
use domain::language::Locale;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::packages::{ExportFormatView, FindingView};
use super::page::{PageNumber, PageSize};

pub use table::table;

/// A BREX whose rules hold for a module.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BrexLayer)]
pub struct BrexLayerView {
    /// Its code.
    pub name: String,
    pub title: String,
    /// Its own issue; empty when it has none.
    pub issue: String,
    /// It is the default BREX of an issue.
    pub is_default: bool,
    /// Number of rules.
    pub rules: usize,
}

impl From<BrexLayer> for BrexLayerView {
    fn from(BrexLayer { name, title, issue, is_default, rules }: BrexLayer) -> Self {
        Self { name, title, issue, is_default, rules }
    }
}

/// A finding about business rules.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RuleFinding)]
pub struct RuleFindingView {
    #[schema(example = "brex.forbidden")]
    pub kind: &'static str,
    /// A rule is violated; otherwise it is a remark about the rules.
    pub is_violation: bool,
    pub message: String,
    /// The recommended action.
    pub remedy: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub line: Option<u32>,
    /// The place in the module as an XPath; empty when there is none.
    pub node: String,
    /// The name of the rule; empty for a remark about a whole BREX.
    pub rule: String,
    /// The level that the BREX gives the rule; empty when it gives none.
    #[schema(example = "brsl01")]
    pub level: String,
    /// The BREX of the rule.
    pub brex: String,
}

impl RuleFindingView {
    fn new(one: &RuleFinding, locale: Locale) -> Self {
        let rule = one.rule.as_ref();
        let name = rule.map(|rule| rule.name()).unwrap_or_default();
        let level = rule.and_then(|rule| rule.severity.clone()).unwrap_or_default();
        Self::of(&one.finding, [name, level, one.brex.clone()], locale)
    }

    fn of(finding: &Finding, [rule, level, brex]: [String; 3], locale: Locale) -> Self {
        let FindingView { message, remedy, line, .. } = FindingView::new(finding, locale);
        let node = finding.params.iter().find(|(name, _)| name == "node").map(|(_, value)| value.clone());
        Self {
            kind: finding.rule.as_str(),
            is_violation: finding.rule.is_brex_violation(),
            message,
            remedy,
            line,
            node: node.unwrap_or_default(),
            rule,
            level,
            brex,
        }
    }
}

/// A module with the rules that hold for it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ModuleRuleCheck)]
pub struct ModuleRuleCheckView {
    /// The BREX that the module names, then those below.
    pub layers: Vec<BrexLayerView>,
    pub findings: Vec<RuleFindingView>,
}

impl ModuleRuleCheckView {
    /// Translates it to `locale`.
    pub fn new(check: ModuleRuleCheck, locale: Locale) -> Self {
        Self {
            layers: check.layers.into_iter().map(BrexLayerView::from).collect(),
            findings: check.findings.iter().map(|one| RuleFindingView::new(one, locale)).collect(),
        }
    }
}

/// A rule of a report with the number of places where it was found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportedRule)]
pub struct ReportedRuleView {
    /// Selects its findings.
    pub number: u32,
    #[schema(example = "brex.forbidden")]
    pub kind: &'static str,
    /// The rule is violated; otherwise it is a remark about the rules.
    pub is_violation: bool,
    /// Empty for a remark about a whole BREX.
    pub name: String,
    /// Empty when the BREX gives none.
    pub level: String,
    pub brex: String,
    /// The rule in words.
    pub description: String,
    pub object_path: String,
    /// Number of places.
    pub places: u64,
    /// Number of modules.
    pub modules: u64,
}

impl From<BrexReportRule> for ReportedRuleView {
    fn from(rule: BrexReportRule) -> Self {
        Self {
            number: rule.number,
            kind: rule.kind.as_str(),
            is_violation: rule.kind.is_brex_violation(),
            name: rule.name,
            level: rule.severity,
            brex: rule.brex,
            description: rule.description,
            object_path: rule.object_path,
            places: rule.places,
            modules: rule.modules,
        }
    }
}

/// The report about a manual.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RuleReport)]
pub struct RuleReportView {
    /// Names the report in requests for its findings.
    pub id: String,
    pub created_by: String,
    pub created_on: DateTime<Utc>,
    /// Modules that were checked.
    pub modules: u64,
    /// Modules with violations.
    pub violating: u64,
    /// Modules that some rules could not be applied to.
    pub incomplete: u64,
    /// Violations in all.
    pub violations: u64,
    /// Findings in the list; further ones are only counted.
    pub listed: u64,
    /// Some findings are only counted.
    pub is_cut: bool,
    /// Violated rules first, the most frequent at the top.
    pub rules: Vec<ReportedRuleView>,
}

/// The report about a manual, if there is one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RuleReportAnswer)]
pub struct RuleReportAnswerView {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub report: Option<RuleReportView>,
    /// There is one, and it repeats rules of a manual that the caller does not see.
    pub is_withheld: bool,
}

impl From<ManualRuleReport> for RuleReportAnswerView {
    fn from(found: ManualRuleReport) -> Self {
        let is_withheld = found == ManualRuleReport::Withheld;
        let ManualRuleReport::Shown(report, rules) = found else { return Self { report: None, is_withheld } };
        let report = RuleReportView {
            id: report.id.0,
            created_by: report.created_by,
            created_on: report.created_on,
            modules: report.counts.modules,
            violating: report.counts.violating,
            incomplete: report.counts.incomplete,
            violations: report.counts.violations,
            listed: report.counts.listed,
            is_cut: report.counts.is_cut,
            rules: rules.into_iter().map(ReportedRuleView::from).collect(),
        };
        Self { report: Some(report), is_withheld }
    }
}

/// Filter for the findings of a report.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RuleFindingsQuery {
    /// The report that is meant; when there is another by now, the request is refused.
    pub report: Option<String>,
    /// The number of a rule.
    pub rule: Option<u32>,
    /// The level of rules, as in `brsl01`; `none` for rules without one.
    pub level: Option<String>,
    /// Violations alone, without remarks about the rules.
    pub violations: Option<bool>,
    /// Part of the path, the title or the message values.
    pub keyword: Option<String>,
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
    /// For an export.
    pub format: Option<ExportFormatView>,
}

/// The word for rules without a level.
const NO_LEVEL: &str = "none";

impl RuleFindingsQuery {
    pub fn report(&self) -> Option<JobId> {
        self.report.clone().map(JobId)
    }

    pub fn filter(&self) -> BrexReportFilter {
        let level = self.level.as_deref().filter(|level| !level.is_empty());
        BrexReportFilter {
            rule_number: self.rule.filter(|number| *number > 0),
            severity: level.map(|level| if level == NO_LEVEL { String::new() } else { level.to_owned() }),
            violations_only: self.violations.unwrap_or(false),
            text: self.keyword.clone().unwrap_or_default(),
        }
    }
}

/// A finding of a report.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportedRuleFinding)]
pub struct ReportedRuleFindingView {
    /// The path of the module.
    pub path: String,
    pub title: String,
    /// The number of its rule in the report.
    pub rule_number: u32,
    pub kind: &'static str,
    pub is_violation: bool,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub line: Option<u32>,
    /// The place in the module as an XPath; empty when there is none.
    pub node: String,
}

impl ReportedRuleFindingView {
    /// Translates it to `locale`.
    pub fn new(one: BrexReportFinding, locale: Locale) -> Self {
        let shown = RuleFindingView::of(&one.finding, <[String; 3]>::default(), locale);
        Self {
            path: one.finding.file,
            title: one.title,
            rule_number: one.rule_number,
            kind: shown.kind,
            is_violation: shown.is_violation,
            message: shown.message,
            line: shown.line,
            node: shown.node,
        }
    }
}
