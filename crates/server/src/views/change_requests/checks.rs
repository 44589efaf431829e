//! Wire types for the checks and the history of change requests.

use std::collections::BTreeMap;

use app::changes::checks::CheckedModule;
use chrono::{DateTime, Utc};
use domain::change::LoggedChange;
use domain::finding::{Finding, Severity};
use domain::language::Locale;
use serde::Serialize;
use utoipa::ToSchema;

use crate::views::editing::message;

/// The checks of a module of a change request.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ModuleChecks)]
pub struct ModuleChecksView {
    pub path: String,
    pub title: String,
    /// The results; missing when the module is not in the manual any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub results: Option<ModuleCheckResultsView>,
}

/// The results of the checks of a module.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ModuleCheckResults)]
pub struct ModuleCheckResultsView {
    /// The XML, alone and against its schema.
    pub schema: CheckResultView,
    /// The business rules that hold for it.
    pub business_rules: CheckResultView,
    /// References to modules and pictures that are not in the library.
    pub references: CheckResultView,
    /// Statements of applicability that the tables do not allow, or that leave no aircraft.
    pub applicability: CheckResultView,
    /// Points that a MEL item allows beyond the MMEL; missing when the module is no such item.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub master_list: Option<CheckResultView>,
}

impl ModuleChecksView {
    /// Translates it to `locale`.
    pub fn new(CheckedModule { module, problems }: CheckedModule, locale: Locale) -> Self {
        let results = problems.map(|problems| ModuleCheckResultsView {
            schema: CheckResultView::new(&problems.schema, locale),
            business_rules: CheckResultView::new(&problems.business, locale),
            references: CheckResultView::new(&problems.references, locale),
            applicability: CheckResultView::new(&problems.applicability, locale),
            master_list: problems.master_list.map(|findings| CheckResultView::new(&findings, locale)),
        });
        Self { path: module.path, title: module.title, results }
    }
}

/// The result of one check.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CheckResult)]
pub struct CheckResultView {
    /// passed, warning or failed.
    pub state: &'static str,
    /// The first 100 messages, each with its line; 0 for the whole file.
    pub messages: Vec<CheckMessageView>,
}

/// A message of a check.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CheckMessage)]
pub struct CheckMessageView {
    pub line: u32,
    pub message: String,
}

/// Messages of one check; nobody reads more.
const MAX_MESSAGES: usize = 100;

impl CheckResultView {
    fn new(findings: &[Finding], locale: Locale) -> Self {
        let state = match findings {
            [] => "passed",
            some if some.iter().any(|finding| finding.severity == Severity::Block) => "failed",
            _ => "warning",
        };
        let view = |one: &Finding| CheckMessageView { line: one.line.unwrap_or(0), message: message(one, locale) };
        Self { state, messages: findings.iter().take(MAX_MESSAGES).map(view).collect() }
    }
}

/// An entry in the history of a change request.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RequestEvent)]
pub struct RequestEventView {
    pub at: DateTime<Utc>,
    pub actor: String,
    #[schema(example = "change_request.opened")]
    pub action: String,
    /// Changed values, by name.
    pub detail: BTreeMap<String, String>,
}

impl From<LoggedChange> for RequestEventView {
    fn from(change: LoggedChange) -> Self {
        let detail = change.detail.into_iter().collect();
        Self { at: change.at, actor: change.actor, action: change.action, detail }
    }
}
