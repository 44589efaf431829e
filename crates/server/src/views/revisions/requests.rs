//! Requests about revisions.

use app::revisions::resolve::TodoDecision;
use app::revisions::todos::{TodoAssignment, TodoFilter, TodoQuery};
use chrono::NaiveDate;
use domain::field::{FieldCode, FieldErrors};
use domain::path::ManualPath;
use domain::revision::{RevisionRules, TodoReason, TodoResolution, TodoState, parse_decision_days, parse_note};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::views::packages::ExportFormatView;
use crate::views::page::{PageNumber, PageSize};
use crate::views::paths::parse_path;
use crate::views::statuses::parse_version;

/// Selects to-dos of a revision.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TodosQuery {
    /// open or done.
    pub state: Option<String>,
    /// merged, conflict, invalid, deletedByOem, deletedByUs, addedByBoth, notText, checkedOut, edited,
    /// reviewApplicability or copyElsewhere.
    pub reason: Option<String>,
    /// An account, `me` or `none`.
    #[serde(default)]
    pub owner: String,
    /// Part of the code or title.
    #[serde(default)]
    pub keyword_filter: String,
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
}

impl TodosQuery {
    pub fn parse(&self) -> Result<TodoQuery, app::Error> {
        let unknown = FieldCode::UnknownValue;
        let mut errors = FieldErrors::default();
        let state = self.state.as_deref().map(|word| errors.take("state", TodoState::parse(word).ok_or(unknown)));
        let reason = self.reason.as_deref().map(|word| errors.take("reason", TodoReason::parse(word).ok_or(unknown)));
        errors.finish()?;
        let filter = TodoFilter {
            state: state.flatten(),
            reason: reason.flatten(),
            text: self.keyword_filter.clone(),
            ..TodoFilter::default()
        };
        Ok(TodoQuery { filter, owner: self.owner.clone() })
    }
}

/// Selects decisions.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DecisionsQuery {
    /// As in `/H160/MEL`; all manuals without it.
    pub manual_path: Option<String>,
    /// The id of an OEM revision; all revisions without it.
    pub revision: Option<String>,
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
}

impl DecisionsQuery {
    pub fn manual(&self) -> Result<Option<ManualPath>, app::Error> {
        self.manual_path.as_deref().map(parse_path).transpose()
    }
}

/// Selects decisions for an export.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DecisionsExportQuery {
    #[param(inline)]
    pub format: ExportFormatView,
    /// As in `/H160/MEL`; all manuals without it.
    pub manual_path: Option<String>,
}

impl DecisionsExportQuery {
    pub fn manual(&self) -> Result<Option<ManualPath>, app::Error> {
        self.manual_path.as_deref().map(parse_path).transpose()
    }
}

/// Owner, day and note of a to-do. Fields that are left out stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AssignTodoRequest {
    /// An account; empty for nobody.
    #[schema(nullable = false)]
    pub owner: Option<String>,
    /// A day, as in `2026-10-01`; empty for none.
    #[schema(nullable = false)]
    pub due_on: Option<String>,
    #[schema(nullable = false)]
    pub note: Option<String>,
    /// Of the to-do that was shown.
    pub version: i64,
}

impl AssignTodoRequest {
    pub fn parse(self) -> Result<TodoAssignment, app::Error> {
        let mut errors = FieldErrors::default();
        let due_on = self.due_on.map(|day| errors.take("dueOn", parse_day(&day)));
        let note = self.note.map(|note| errors.take("note", parse_note(&note)));
        errors.finish()?;
        Ok(TodoAssignment { owner: self.owner, due_on: due_on.flatten(), note: note.flatten() })
    }
}

fn parse_day(text: &str) -> Result<String, FieldCode> {
    if text.is_empty() {
        return Ok(String::new());
    }
    // Without the length a year of many digits would pass.
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().filter(|_| text.len() == 10);
    day.map(|_| text.to_owned()).ok_or(FieldCode::UnknownValue)
}

/// A to-do that is done, or open again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TodoDoneRequest {
    pub done: bool,
    #[schema(nullable = false)]
    pub note: Option<String>,
    /// Of the to-do that was shown.
    pub version: i64,
}

impl TodoDoneRequest {
    /// The note, if there is one.
    pub fn note(&self) -> Result<Option<String>, app::Error> {
        note(self.note.as_deref())
    }
}

fn note(text: Option<&str>) -> Result<Option<String>, app::Error> {
    text.map(parse_note).transpose().map_err(|code| app::Error::field("note", code))
}

/// The text of a to-do that is drawn.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TodoPageRequest {
    /// The merged text with the choices so far; left out for the text in the working lane.
    #[schema(nullable = false)]
    pub text: Option<String>,
}

/// How a to-do is decided.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResolveTodoRequest {
    /// text, ours, theirs or removed.
    #[schema(example = "text")]
    pub resolution: String,
    /// Required with the resolution `text`.
    #[schema(nullable = false)]
    pub text: Option<String>,
    /// The id of the version in the working lane that was shown; left out when there was none.
    #[schema(nullable = false)]
    pub working_version: Option<String>,
    /// Of the to-do that was shown.
    pub version: i64,
    #[schema(nullable = false)]
    pub note: Option<String>,
    /// The to-do is done with it.
    pub done: bool,
}

impl ResolveTodoRequest {
    pub fn parse(self) -> Result<TodoDecision, app::Error> {
        let is_asked_for = |one: &TodoResolution| !matches!(one, TodoResolution::Restored | TodoResolution::Superseded);
        let resolution = TodoResolution::parse(&self.resolution).filter(is_asked_for);
        let resolution = resolution.ok_or_else(|| app::Error::field("resolution", FieldCode::UnknownValue))?;
        if resolution == TodoResolution::Text && self.text.is_none() {
            return Err(app::Error::field("text", FieldCode::Required));
        }
        let working = self.working_version.as_deref().map(|id| parse_version("workingVersion", id)).transpose()?;
        Ok(TodoDecision {
            resolution,
            text: self.text.unwrap_or_default(),
            working,
            version: self.version,
            note: note(self.note.as_deref())?,
            is_done: self.done,
        })
    }
}

/// The rules about OEM revisions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RevisionRules)]
pub struct RevisionRulesView {
    /// Days until a decision is due; 0 for no limit.
    pub decision_days: u32,
    pub version: i64,
}

impl RevisionRulesView {
    pub fn new(rules: RevisionRules, version: i64) -> Self {
        Self { decision_days: rules.decision_days, version }
    }
}

/// The whole setting.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RevisionRulesRequest {
    /// At most 365.
    pub decision_days: u32,
    pub version: i64,
}

impl RevisionRulesRequest {
    pub fn parse(&self) -> Result<RevisionRules, app::Error> {
        let days = parse_decision_days(self.decision_days).map_err(|code| app::Error::field("decisionDays", code))?;
        Ok(RevisionRules { decision_days: days })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_can_be_taken_away() {
        assert_eq!(parse_day(""), Ok(String::new()));
        assert_eq!(parse_day("2026-10-01"), Ok("2026-10-01".to_owned()));
        for refused in ["2026-13-01", "tomorrow", "+12026-10-01", "2026-1-1"] {
            assert_eq!(parse_day(refused), Err(FieldCode::UnknownValue), "{refused}");
        }
    }
}
