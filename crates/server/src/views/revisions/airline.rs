//! The airline revision list.

use app::imports::packages::{Cell, Table};
use app::revisions::airline::{AirlineBase, AirlineChange, AirlineCheckIn, AirlineFilter};
use chrono::{DateTime, SecondsFormat, Utc};
use domain::language::Locale;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::texts;
use crate::views::packages::ExportFormatView;
use crate::views::page::{PageNumber, PageSize};
use crate::views::paths::parse_path;
use crate::views::request_name::RequestNameView;
use crate::views::words::DifferenceView;

/// Selects changes of the operator.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AirlineChangesQuery {
    /// As in `/H160/MEL`.
    pub manual_path: String,
    /// Part of the code or title.
    #[serde(default)]
    pub keyword_filter: String,
    /// The state that the changes are compared with; `release` when left out.
    #[serde(default)]
    #[param(inline)]
    pub since: AirlineBaseView,
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
}

/// Selects changes of the operator for an export.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AirlineExportQuery {
    #[param(inline)]
    pub format: ExportFormatView,
    /// As in `/H160/MEL`.
    pub manual_path: String,
    /// Part of the code or title.
    #[serde(default)]
    pub keyword_filter: String,
    /// The state that the changes are compared with; `release` when left out.
    #[serde(default)]
    #[param(inline)]
    pub since: AirlineBaseView,
}

impl AirlineChangesQuery {
    pub fn filter(&self) -> Result<AirlineFilter, app::Error> {
        let manual = parse_path(&self.manual_path)?;
        Ok(AirlineFilter { manual, text: self.keyword_filter.clone(), base: self.since.into() })
    }
}

impl AirlineExportQuery {
    pub fn filter(&self) -> Result<AirlineFilter, app::Error> {
        let manual = parse_path(&self.manual_path)?;
        Ok(AirlineFilter { manual, text: self.keyword_filter.clone(), base: self.since.into() })
    }
}

/// The state that the changes of the operator are compared with.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = AirlineBase)]
pub enum AirlineBaseView {
    /// The version of each module that was released last; without one, the delivered version.
    #[default]
    Release,
    /// The delivered version.
    Oem,
}

impl From<AirlineBaseView> for AirlineBase {
    fn from(base: AirlineBaseView) -> Self {
        match base {
            AirlineBaseView::Release => Self::Release,
            AirlineBaseView::Oem => Self::Oem,
        }
    }
}

/// A module that the operator changed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AirlineChange)]
pub struct AirlineChangeView {
    pub path: String,
    pub title: String,
    /// dm, pm …
    pub kind: String,
    pub state: DifferenceView,
    /// As in `003-01`, or a date; empty for a removed module.
    pub issue: String,
    /// The different comments of its check-ins since then, newest first.
    pub reason: String,
    /// The highlighted reasons for the update.
    pub highlights: Vec<String>,
    /// The change request that the version belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub change_request: Option<RequestNameView>,
    /// All change requests of its check-ins since then, newest first.
    pub change_requests: Vec<RequestNameView>,
    /// The check-ins since then, newest first; at most 50.
    pub check_ins: Vec<AirlineCheckInView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub changed_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub changed_on: Option<DateTime<Utc>>,
    /// The ids of the version that was released last or delivered, and of the operator's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub old_version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub new_version: Option<String>,
}

/// A check-in of the operator.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AirlineCheckIn)]
pub struct AirlineCheckInView {
    /// The id of the version.
    pub version: String,
    /// The comment.
    pub reason: String,
    /// The change request that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub change_request: Option<RequestNameView>,
    pub by: String,
    pub on: DateTime<Utc>,
}

impl From<AirlineCheckIn> for AirlineCheckInView {
    fn from(check_in: AirlineCheckIn) -> Self {
        Self {
            version: check_in.version.to_string(),
            reason: check_in.reason,
            change_request: check_in.change_request.map(RequestNameView::from),
            by: check_in.by,
            on: check_in.on,
        }
    }
}

/// The different comments of check-ins, in their order.
fn reasons(check_ins: &[AirlineCheckIn]) -> String {
    let mut told: Vec<&str> = Vec::new();
    for reason in check_ins.iter().map(|check_in| check_in.reason.trim()).filter(|reason| !reason.is_empty()) {
        if !told.contains(&reason) {
            told.push(reason);
        }
    }
    told.join("; ")
}

/// The different change requests of check-ins, in their order.
fn requests(check_ins: &[AirlineCheckIn]) -> Vec<RequestNameView> {
    let mut told = Vec::new();
    for request in check_ins.iter().filter_map(|check_in| check_in.change_request.as_ref()) {
        if !told.contains(request) {
            told.push(request.clone());
        }
    }
    told.into_iter().map(RequestNameView::from).collect()
}

impl From<AirlineChange> for AirlineChangeView {
    fn from(change: AirlineChange) -> Self {
        let version = change.file.map(|file| file.version);
        let issue = version.as_ref().map(|version| match version.issue.number.as_str() {
            "" => version.issue.date.clone(),
            number => [number, version.issue.in_work.as_str()].join("-"),
        });
        Self {
            path: change.path,
            title: change.title,
            kind: change.kind.as_str().to_owned(),
            state: DifferenceView(change.difference),
            issue: issue.unwrap_or_default(),
            reason: reasons(&change.check_ins),
            highlights: change.highlights,
            change_request: change.change_request.map(RequestNameView::from),
            change_requests: requests(&change.check_ins),
            check_ins: change.check_ins.into_iter().map(AirlineCheckInView::from).collect(),
            changed_by: version.as_ref().map(|version| version.created_by.clone()),
            changed_on: version.map(|version| version.created_on),
            old_version: change.old.map(|id| id.to_string()),
            new_version: change.new.map(|id| id.to_string()),
        }
    }
}

const COLUMNS: [&str; 9] =
    ["module", "title", "change", "issueNumber", "reason", "changeRequest", "changedBy", "changedOn", "highlights"];

/// The changes of the operator as a table, in `locale`.
pub fn airline_table(changes: Vec<AirlineChange>, locale: Locale) -> Table {
    let say = |key: &str| texts::say(locale, &format!("revisions.{key}"), &[]);
    let text = |text: String| if text.is_empty() { Cell::Empty } else { Cell::Text(text) };
    let row = |change: AirlineChange| {
        let view = AirlineChangeView::from(change);
        let time = view.changed_on.map(|moment| moment.to_rfc3339_opts(SecondsFormat::Secs, true));
        vec![
            text(view.path),
            text(view.title),
            Cell::Text(say(&format!("change.{}", view.state.0.as_str()))),
            text(view.issue),
            text(view.reason),
            text(view.change_requests.iter().map(|request| request.number.to_string()).collect::<Vec<_>>().join(", ")),
            text(view.changed_by.unwrap_or_default()),
            text(time.unwrap_or_default()),
            text(view.highlights.join("\n")),
        ]
    };
    let rows = changes.into_iter().map(row).collect();
    Table { name: say("airline"), header: COLUMNS.map(say).to_vec(), rows }
}
