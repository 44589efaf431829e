//! Wire types for revisions, and the selection of a lane or revision.

mod airline;
mod decisions;
mod forecast;
mod requests;
mod todos;

use app::core::error::Missing;
use app::revisions::lists::TimedRevision;
use chrono::{DateTime, Utc};
use domain::field::FieldCode;
use domain::id::SnapshotId;
use domain::snapshot::{Decision, Lane, Reading, Snapshot, is_future};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::page::{PageNumber, PageSize};
use super::words::DecisionView;

pub use airline::{AirlineChangeView, AirlineChangesQuery, AirlineExportQuery};
pub use decisions::{BaseRevisionView, RevisionDecisionView, RevisionDetailView, RevisionTodoCountsView};
pub use forecast::{
    ForecastModuleView, ForecastModulesQuery, MergePreviewQuery, MergePreviewView, RevisionForecastView,
};
pub use requests::{
    AssignTodoRequest, DecisionsExportQuery, DecisionsQuery, ResolveTodoRequest, RevisionRulesRequest,
    RevisionRulesView, TodoDoneRequest, TodoPageRequest, TodosQuery,
};
pub use todos::{MergeConflictView, MergedTextView, OpenTodoView, OriginSpanView, RevisionTodoView, TodoTextView};

/// A revision of a manual.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Revision)]
pub struct RevisionView {
    pub id: String,
    /// Counted from 1 per manual and lane.
    pub number: i64,
    pub name: String,
    pub issue_number: String,
    pub issue_date: String,
    pub created_on: DateTime<Utc>,
    pub module_count: u64,
}

impl From<Snapshot> for RevisionView {
    fn from(snapshot: Snapshot) -> Self {
        Self {
            id: snapshot.id.to_string(),
            number: snapshot.number,
            name: snapshot.name,
            issue_number: snapshot.issue_number,
            issue_date: snapshot.issue_date,
            created_on: snapshot.created_on,
            module_count: snapshot.module_count,
        }
    }
}

/// An OEM revision with the decision about it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OemRevision)]
pub struct OemRevisionView {
    #[serde(flatten)]
    pub revision: RevisionView,
    pub state: DecisionView,
    pub language: String,
    /// A complete delivery, not merged with the previous revision.
    pub complete: bool,
    pub object_count: u64,
    /// The account that imported it.
    pub created_by: String,
}

impl From<Snapshot> for OemRevisionView {
    fn from(snapshot: Snapshot) -> Self {
        Self {
            state: DecisionView(snapshot.decision.unwrap_or(Decision::Confirmed)),
            language: snapshot.language.clone(),
            complete: snapshot.complete,
            object_count: snapshot.object_count,
            created_by: snapshot.created_by.clone(),
            revision: snapshot.into(),
        }
    }
}

/// Page of the pending revisions.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct WaitingRevisionsQuery {
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
}

/// A pending OEM revision with its manual.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WaitingRevision)]
pub struct WaitingRevisionView {
    #[serde(flatten)]
    pub revision: OemRevisionView,
    pub csdb_name: String,
    pub manual_name: String,
    /// Left out, like the name, when the package has been deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub package_id: Option<String>,
    /// The package's file name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub package_name: Option<String>,
    /// When a decision is due; left out when there is no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub due_on: Option<DateTime<Utc>>,
    /// No later revision of the manual waits.
    pub is_newest: bool,
}

impl From<TimedRevision> for WaitingRevisionView {
    fn from(TimedRevision { waiting, due_on, is_newest }: TimedRevision) -> Self {
        Self {
            due_on,
            is_newest,
            csdb_name: waiting.csdb_name.as_str().to_owned(),
            manual_name: waiting.manual_name.as_str().to_owned(),
            package_id: waiting.package_name.as_ref().and(waiting.revision.package_id.clone()),
            package_name: waiting.package_name,
            revision: waiting.revision.into(),
        }
    }
}

/// A lane of a manual.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Lane)]
pub enum LaneView {
    Oem,
    Working,
    Frozen,
    Released,
}

impl From<LaneView> for Lane {
    fn from(lane: LaneView) -> Self {
        match lane {
            LaneView::Oem => Self::Oem,
            LaneView::Working => Self::Working,
            LaneView::Frozen => Self::Frozen,
            LaneView::Released => Self::Released,
        }
    }
}

impl From<Lane> for LaneView {
    fn from(lane: Lane) -> Self {
        match lane {
            Lane::Oem => Self::Oem,
            Lane::Working => Self::Working,
            Lane::Frozen => Self::Frozen,
            Lane::Released => Self::Released,
        }
    }
}

/// Selects a lane (default: working), now or at a moment, or one revision by its id. Refuses a moment of a revision, and
/// one in the future: nobody knows what will be there.
pub fn reading(
    now: DateTime<Utc>,
    lane: Option<LaneView>,
    revision: Option<&str>,
    as_of: Option<DateTime<Utc>>,
) -> Result<Reading, app::Error> {
    if revision.is_some() && as_of.is_some() {
        return Err(app::Error::field("asOf", FieldCode::NotTogether));
    }
    if as_of.is_some_and(|moment| is_future(moment, now)) {
        return Err(app::Error::field("asOf", FieldCode::Future));
    }
    Ok(Reading { as_of, ..reading_now(lane, revision)? })
}

/// Selects a lane (default: working) as it is now, or one revision by its id.
pub fn reading_now(lane: Option<LaneView>, revision: Option<&str>) -> Result<Reading, app::Error> {
    let missing = || app::Error::NotFound(Missing::Revision);
    let revision = revision.map(|id| SnapshotId::parse(id).ok_or_else(missing)).transpose()?;
    Ok(Reading { lane: lane.map(Lane::from), revision, as_of: None })
}
