//! Wire types for settings.

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
