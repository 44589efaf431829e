//! Revisions with their clocks, and the history of decisions.

use chrono::{DateTime, Utc};
use domain::access::AccessLevel;
use domain::id::SnapshotId;
use domain::manual::Manual;
use domain::page::{Page, PageRequest};
use domain::path::ManualPath;
use domain::permission::Permission;
use domain::revision::ListedDecision;
use domain::snapshot::{Decision, Snapshot};
use store::Tx;
use store::revisions::{DecisionFilter, TodoCounts};

use super::located;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};

pub use store::snapshots::WaitingRevision;

/// Decisions in the detail of a revision.
const MAX_DECISIONS: u32 = 100;
/// Decisions in one export, the newest ones.
const MAX_EXPORTED: usize = 50_000;

/// A pending revision with its clock.
#[derive(Debug, Clone)]
pub struct TimedRevision {
    pub waiting: WaitingRevision,
    pub due_on: Option<DateTime<Utc>>,
    /// No later revision of its manual waits too.
    pub is_newest: bool,
}

/// A revision with everything that its page shows.
#[derive(Debug, Clone)]
pub struct RevisionDetail {
    pub manual: Manual,
    pub revision: Snapshot,
    pub package_name: Option<String>,
    pub due_on: Option<DateTime<Utc>>,
    pub is_newest: bool,
    /// The confirmed revision that it is compared with.
    pub base: Option<Snapshot>,
    pub todos: TodoCounts,
    /// Newest first.
    pub decisions: Vec<ListedDecision>,
    /// The caller may confirm, reject and restore.
    pub may_decide: bool,
    /// The caller may work on to-dos.
    pub may_edit: bool,
}

/// One page of the OEM revisions of all manuals that wait for a decision, last delivered first.
pub async fn waiting(ctx: &Ctx, caller: &Caller, page: PageRequest) -> Result<Page<TimedRevision>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let (rules, _) = store::settings::find_revision_rules(&mut tx).await?;
    let Page { items, total, request } = store::snapshots::list_all_waiting(&mut tx, page).await?;
    let mut timed = Vec::with_capacity(items.len());
    for waiting in items {
        let is_newest = !store::snapshots::is_followed_by(&mut tx, &waiting.revision, Decision::Waiting).await?;
        timed.push(TimedRevision { due_on: rules.due_on(waiting.revision.created_on), is_newest, waiting });
    }
    Ok(Page { items: timed, total, request })
}

/// One revision.
pub async fn read(ctx: &Ctx, caller: &Caller, id: SnapshotId) -> Result<RevisionDetail, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let located = located::find(&mut tx, id).await?;
    let (rules, _) = store::settings::find_revision_rules(&mut tx).await?;
    let may = |permission, level| {
        caller.require(permission).is_ok() && Caller::require_in_manual(&tx, level, &located.manual).is_ok()
    };
    let may_decide = may(Permission::ConfirmOem, AccessLevel::Approve);
    let may_edit = may(Permission::EditContent, AccessLevel::Author);
    let package_name = package_name(&mut tx, &located.revision).await?;
    let is_newest = !store::snapshots::is_followed_by(&mut tx, &located.revision, Decision::Waiting).await?;
    let todos = store::revisions::count_todos(&mut tx, id, &caller.user.id).await?;
    let decisions = decisions_about(&mut tx, id).await?;
    Ok(RevisionDetail {
        due_on: rules.due_on(located.revision.created_on),
        manual: located.manual,
        revision: located.revision,
        base: located.base,
        package_name,
        is_newest,
        todos,
        decisions,
        may_decide,
        may_edit,
    })
}

async fn package_name(tx: &mut Tx, revision: &Snapshot) -> Result<Option<String>, Error> {
    let Some(id) = &revision.package_id else { return Ok(None) };
    let package = store::packages::find(tx, &domain::id::PackageId(id.clone())).await?;
    Ok(package.map(|package| package.file_name))
}

async fn decisions_about(tx: &mut Tx, revision: SnapshotId) -> Result<Vec<ListedDecision>, Error> {
    let page = PageRequest::parse(1, MAX_DECISIONS).ok_or(Error::NotFound(Missing::Revision))?;
    let filter = DecisionFilter { revision: Some(revision), manual: None };
    Ok(store::revisions::list_decisions(tx, &filter, page).await?.items)
}

/// The decisions about one revision, newest first.
pub async fn decisions_of(ctx: &Ctx, caller: &Caller, id: SnapshotId) -> Result<Vec<ListedDecision>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    located::find(&mut tx, id).await?;
    decisions_about(&mut tx, id).await
}

/// One page of the decisions in a manual, about a revision, or in all manuals that the caller may see, newest first.
pub async fn decisions(
    ctx: &Ctx,
    caller: &Caller,
    (manual, revision): (Option<ManualPath>, Option<SnapshotId>),
    page: PageRequest,
) -> Result<Page<ListedDecision>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    if let Some(path) = &manual {
        crate::library::manuals::at_path(&mut tx, path).await?;
    }
    if let Some(id) = revision {
        located::find(&mut tx, id).await?;
    }
    let filter = DecisionFilter { manual, revision };
    Ok(store::revisions::list_decisions(&mut tx, &filter, page).await?)
}

/// The same without pages, for an export.
pub async fn all_decisions(
    ctx: &Ctx,
    caller: &Caller,
    manual: Option<ManualPath>,
) -> Result<Vec<ListedDecision>, Error> {
    caller.require(Permission::ReadContent)?;
    all_decisions_in(&mut caller.read(ctx).await?, manual).await
}

/// All decisions that the transaction shows.
pub(super) async fn all_decisions_in(tx: &mut Tx, manual: Option<ManualPath>) -> Result<Vec<ListedDecision>, Error> {
    if let Some(path) = &manual {
        crate::library::manuals::at_path(tx, path).await?;
    }
    let filter = DecisionFilter { manual, revision: None };
    let mut all = Vec::new();
    for number in 1.. {
        let page = PageRequest::parse(number, PageRequest::MAX_SIZE).ok_or(Error::NotFound(Missing::Revision))?;
        let Page { items, total, .. } = store::revisions::list_decisions(tx, &filter, page).await?;
        let is_last = items.is_empty() || all.len() + items.len() >= usize::try_from(total).unwrap_or(usize::MAX);
        all.extend(items);
        if is_last || all.len() >= MAX_EXPORTED {
            break;
        }
    }
    Ok(all)
}
