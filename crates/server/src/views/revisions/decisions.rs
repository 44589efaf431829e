//! A revision with its decisions.

use std::collections::BTreeMap;

use app::revisions::lists::RevisionDetail;
use chrono::{DateTime, Utc};
use domain::manual::DEFAULT_TYPE;
use domain::revision::ListedDecision;
use domain::snapshot::Snapshot;
use serde::Serialize;
use utoipa::ToSchema;

use super::WaitingRevisionView;

/// A decision about an OEM revision.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RevisionDecision)]
pub struct RevisionDecisionView {
    pub id: String,
    /// confirmed, rejected, restored, markedDone or resolved.
    pub kind: String,
    pub csdb_name: String,
    pub manual_name: String,
    pub revision_id: String,
    pub revision_number: i64,
    pub issue_number: String,
    pub issue_date: String,
    /// The module, for a decision about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub path: Option<String>,
    pub reason: String,
    /// Modules by what became of them: forwarded, merged, conflicts, todos, removed, kept, restored, done.
    pub counts: BTreeMap<String, u64>,
    pub by: String,
    pub on: DateTime<Utc>,
}

impl From<ListedDecision> for RevisionDecisionView {
    fn from(listed: ListedDecision) -> Self {
        let decision = listed.decision;
        Self {
            id: decision.id,
            kind: decision.act.as_str().to_owned(),
            csdb_name: listed.csdb_name,
            manual_name: listed.manual_name,
            revision_id: decision.revision.to_string(),
            revision_number: listed.number,
            issue_number: listed.issue_number,
            issue_date: listed.issue_date,
            path: listed.path,
            reason: decision.reason,
            counts: decision.counts.into_iter().collect(),
            by: decision.decided_by,
            on: decision.decided_on,
        }
    }
}

/// The confirmed revision that another one is compared with.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BaseRevision)]
pub struct BaseRevisionView {
    pub id: String,
    pub number: i64,
    pub name: String,
    pub issue_number: String,
    pub issue_date: String,
}

impl From<Snapshot> for BaseRevisionView {
    fn from(snapshot: Snapshot) -> Self {
        Self {
            id: snapshot.id.to_string(),
            number: snapshot.number,
            name: snapshot.name,
            issue_number: snapshot.issue_number,
            issue_date: snapshot.issue_date,
        }
    }
}

/// How many to-dos a revision has.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RevisionTodoCounts)]
pub struct RevisionTodoCountsView {
    pub open: u64,
    pub done: u64,
    /// Open ones of the caller.
    pub mine: u64,
}

/// A revision with what its page shows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RevisionDetail)]
pub struct RevisionDetailView {
    #[serde(flatten)]
    pub waiting: WaitingRevisionView,
    /// Left out when no revision was confirmed before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub base: Option<BaseRevisionView>,
    pub todos: RevisionTodoCountsView,
    /// Newest first.
    pub decisions: Vec<RevisionDecisionView>,
    /// The caller may confirm, reject and restore.
    pub may_decide: bool,
    /// The caller may work on to-dos.
    pub may_edit: bool,
    /// A MEL must follow a more restrictive MMEL.
    pub is_mel: bool,
}

impl From<RevisionDetail> for RevisionDetailView {
    fn from(detail: RevisionDetail) -> Self {
        let manual = detail.manual;
        let package_id = detail.package_name.as_ref().and(detail.revision.package_id.clone());
        Self {
            waiting: WaitingRevisionView {
                csdb_name: manual.csdb_name.as_str().to_owned(),
                manual_name: manual.name.as_str().to_owned(),
                package_id,
                package_name: detail.package_name,
                due_on: detail.due_on,
                is_newest: detail.is_newest,
                revision: detail.revision.into(),
            },
            base: detail.base.map(BaseRevisionView::from),
            todos: RevisionTodoCountsView { open: detail.todos.open, done: detail.todos.done, mine: detail.todos.mine },
            decisions: detail.decisions.into_iter().map(RevisionDecisionView::from).collect(),
            may_decide: detail.may_decide,
            may_edit: detail.may_edit,
            is_mel: manual.details.manual_type == DEFAULT_TYPE,
        }
    }
}
