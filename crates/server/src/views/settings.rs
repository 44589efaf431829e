//! Wire types for settings.

use app::editing::settings::EditingRulesUpdate;
use domain::editing::{EditingRules, parse_reminder_days};
use domain::field::{FieldCode, FieldErrors};
use domain::finding::{ImportCode, Severities, Severity};
use domain::language::Locale;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::words::SeverityView;
use crate::texts;

/// The severity of one import code.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CodeSeverity)]
pub struct CodeSeverityView {
    #[schema(example = 1008)]
    pub code: u16,
    /// The meaning of the code, in the language of the request.
    pub title: String,
    pub severity: SeverityView,
    pub default: SeverityView,
}

/// The severity of each import code.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportSeverity)]
pub struct ImportSeverityView {
    pub severities: Vec<CodeSeverityView>,
    pub version: i64,
}

impl ImportSeverityView {
    /// All codes, ordered by number.
    pub fn new(severities: &Severities, version: i64, locale: Locale) -> Self {
        let views = ImportCode::ALL.into_iter().map(|code| CodeSeverityView {
            code: code.number(),
            title: texts::say(locale, &format!("import.code.{}", code.number()), &[]),
            severity: SeverityView(severities.of_code(code)),
            default: SeverityView(code.default_severity()),
        });
        Self { severities: views.collect(), version }
    }
}

/// The chosen severity of one code.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CodeSeverityRequest {
    pub code: u16,
    #[schema(example = "warn")]
    pub severity: String,
}

/// The whole setting.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ImportSeverityRequest {
    pub severities: Vec<CodeSeverityRequest>,
    pub version: i64,
}

impl ImportSeverityRequest {
    /// The parsed choices.
    pub fn choices(&self) -> Result<Vec<(ImportCode, Severity)>, app::Error> {
        let mut errors = FieldErrors::default();
        let mut choices = Vec::new();
        for (index, one) in self.severities.iter().enumerate().take(ImportCode::ALL.len()) {
            let (unknown, at) = (FieldCode::UnknownValue, format!("severities[{index}]"));
            let code = errors.take(&format!("{at}.code"), ImportCode::from_number(one.code).ok_or(unknown));
            let severity = errors.take(&format!("{at}.severity"), Severity::parse(&one.severity).ok_or(unknown));
            choices.extend(code.zip(severity));
        }
        if self.severities.len() > ImportCode::ALL.len() {
            errors.add("severities", FieldCode::TooMany);
        }
        errors.finish()?;
        Ok(choices)
    }
}

/// The rules of editing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EditingRules)]
pub struct EditingRulesView {
    /// A check-in needs a comment.
    pub comment_required: bool,
    /// People may release their own versions.
    pub own_release: bool,
    /// Days after which the holder of a check-out is reminded; 0 for never.
    pub reminder_days: u32,
    /// A module is not released, and a manual not published, while compliance references to it have to be checked again.
    pub recheck_first: bool,
    pub version: i64,
}

impl EditingRulesView {
    pub fn new(rules: &EditingRules, version: i64) -> Self {
        let EditingRules { comment_required, own_release, reminder_days, recheck_first } = *rules;
        Self { comment_required, own_release, reminder_days, recheck_first, version }
    }
}

/// The whole setting.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditingRulesRequest {
    pub comment_required: bool,
    pub own_release: bool,
    /// At most 365.
    pub reminder_days: u32,
    /// Default: as it is.
    #[schema(nullable = false)]
    pub recheck_first: Option<bool>,
    pub version: i64,
}

impl EditingRulesRequest {
    pub fn parse(&self) -> Result<EditingRulesUpdate, app::Error> {
        let days = parse_reminder_days(self.reminder_days).map_err(|code| app::Error::field("reminderDays", code))?;
        Ok(EditingRulesUpdate {
            comment_required: self.comment_required,
            own_release: self.own_release,
            reminder_days: days,
            recheck_first: self.recheck_first,
            version: self.version,
        })
    }
}
