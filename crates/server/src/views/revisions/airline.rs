//! The airline revision list.

use app::revisions::airline::{AirlineBase, AirlineChange, AirlineCheckIn, AirlineFilter};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

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

impl From<AirlineChange> for AirlineChangeView {
    fn from(change: AirlineChange) -> Self {
        let (issue, reason, change_requests) = (change.issue(), change.reason(), change.change_requests());
        let version = change.file.map(|file| file.version);
        Self {
            path: change.path,
            title: change.title,
            issue,
            reason,
            change_requests: change_requests.into_iter().map(RequestNameView::from).collect(),
            kind: change.kind.as_str().to_owned(),
            state: DifferenceView(change.difference),
            highlights: change.highlights,
            change_request: change.change_request.map(RequestNameView::from),
            check_ins: change.check_ins.into_iter().map(AirlineCheckInView::from).collect(),
            changed_by: version.as_ref().map(|version| version.created_by.clone()),
            changed_on: version.map(|version| version.created_on),
            old_version: change.old.map(|id| id.to_string()),
            new_version: change.new.map(|id| id.to_string()),
        }
    }
}
