//! To-dos of a confirmed revision: list, assign, mark as done.

use domain::access::AccessLevel;
use domain::change::Change;
use domain::comment::Commenter;
use domain::field::FieldCode;
use domain::id::{RevisionTodoId, SnapshotId, UserId};
use domain::page::{Page, PageRequest};
use domain::permission::Permission;
use domain::revision::{ListedTodo, RevisionAct, TodoState};
use domain::snapshot::Decision;
use domain::user::{Account, User};
use store::Tx;
use store::revisions::TodoEdit;

use super::located::{self, LocatedRevision};
use super::people::{self, Workers};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing, RevisionError};

pub use store::revisions::{TodoFilter, TodoOwner};

/// Which to-dos a request lists.
#[derive(Debug, Clone, Default)]
pub struct TodoQuery {
    pub filter: TodoFilter,
    /// An account, `me` or `none`; empty for all.
    pub owner: String,
}

/// The values of a to-do that a request changes; the others stay.
#[derive(Debug, Clone, Default)]
pub struct TodoAssignment {
    /// An account; empty for nobody.
    pub owner: Option<String>,
    /// A day, as in `2026-10-01`; empty for none.
    pub due_on: Option<String>,
    pub note: Option<String>,
}

/// One page of the to-dos of a revision, open ones first.
pub async fn list(
    ctx: &Ctx,
    caller: &Caller,
    revision: SnapshotId,
    query: TodoQuery,
    page: PageRequest,
) -> Result<Page<ListedTodo>, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keywordFilter", &query.filter.text)?;
    let mut tx = caller.read(ctx).await?;
    located::find(&mut tx, revision).await?;
    let owner = match query.owner.as_str() {
        "" => TodoOwner::Any,
        "none" => TodoOwner::Nobody,
        "me" => TodoOwner::User(caller.user.id.clone()),
        // An account that does not exist owns nothing, so that readers learn nothing about accounts.
        account => TodoOwner::User(find_user(&mut tx, account).await?.map_or(UserId(String::new()), |user| user.id)),
    };
    let filter = TodoFilter { owner, ..query.filter };
    Ok(store::revisions::list_todos(&mut tx, revision, &filter, page).await?)
}

async fn user_of(tx: &mut Tx, field: &str, account: &str) -> Result<User, Error> {
    find_user(tx, account).await?.ok_or_else(|| Error::field(field, FieldCode::UnknownValue))
}

async fn find_user(tx: &mut Tx, account: &str) -> Result<Option<User>, Error> {
    match Account::parse(account) {
        Ok(account) => Ok(store::users::find_by_account(tx, &account).await?),
        Err(_) => Ok(None),
    }
}

/// The people who may be owners of to-dos of a revision, with a text in their account or name.
pub async fn owners(ctx: &Ctx, caller: &Caller, revision: SnapshotId, text: &str) -> Result<Vec<Commenter>, Error> {
    caller.require(Permission::EditContent)?;
    Error::unless_searchable("keywordFilter", text)?;
    let workers = Workers::load(ctx).await?;
    let mut tx = caller.read(ctx).await?;
    let located = located::find(&mut tx, revision).await?;
    Caller::require_in_manual(&tx, AccessLevel::Author, &located.manual)?;
    let found = people::list_owners(&mut tx, &workers, &located.manual, text).await?;
    let person =
        |user: User| Commenter { id: user.id, account: user.account.as_str().to_owned(), name: user.display_name };
    Ok(found.into_iter().map(person).collect())
}

/// A to-do of a revision in a manual that the caller may change.
pub(super) async fn writable(
    tx: &mut Tx,
    revision: SnapshotId,
    id: &RevisionTodoId,
) -> Result<(LocatedRevision, ListedTodo), Error> {
    let located = located::find(tx, revision).await?;
    Caller::require_in_manual(tx, AccessLevel::Author, &located.manual)?;
    // Those of a confirmation that was undone are history.
    located::require(&located, Decision::Confirmed)?;
    let found = store::revisions::find_todo(tx, revision, id).await?.ok_or(Error::NotFound(Missing::Todo))?;
    Ok((located, found))
}

/// Changes owner, day and note of a to-do. A new owner is told.
pub async fn assign(
    ctx: &Ctx,
    caller: &Caller,
    (revision, id): (SnapshotId, &RevisionTodoId),
    version: i64,
    assignment: TodoAssignment,
) -> Result<ListedTodo, Error> {
    caller.require(Permission::EditContent)?;
    let workers = Workers::load(ctx).await?;
    let mut tx = caller.begin(ctx).await?;
    let (located, found) = writable(&mut tx, revision, id).await?;
    let before = found.todo.owner.clone();
    let mut edit = TodoEdit { owner: before.clone(), due_on: found.todo.due_on.clone(), note: found.todo.note.clone() };
    let mut told = None;
    if let Some(account) = assignment.owner {
        let owner = if account.is_empty() { None } else { Some(user_of(&mut tx, "owner", &account).await?) };
        if owner.as_ref().is_some_and(|owner| !workers.may_edit(owner, &located.manual)) {
            return Err(Error::field("owner", FieldCode::UnknownValue));
        }
        edit.owner = owner.as_ref().map(|owner| owner.id.clone());
        told = owner.filter(|owner| before.as_ref() != Some(&owner.id) && owner.id != caller.user.id);
    }
    if let Some(day) = assignment.due_on {
        edit.due_on = (!day.is_empty()).then_some(day);
    }
    if let Some(note) = assignment.note {
        edit.note = note;
    }
    if !store::revisions::update_todo(&mut tx, id, version, &edit).await? {
        return Err(Error::ChangedMeanwhile);
    }
    if let Some(owner) = told {
        let account = caller.actor().as_str().to_owned();
        people::tell_owner(ctx, &mut tx, owner, (revision, id), &account, &found.path).await?;
    }
    tx.record(ctx.change(&caller.actor(), "revision.todo_assigned", "file", &found.path));
    finish(tx, revision, id).await
}

/// Marks a to-do as done, or opens it again.
pub async fn set_done(
    ctx: &Ctx,
    caller: &Caller,
    (revision, id): (SnapshotId, &RevisionTodoId),
    version: i64,
    is_done: bool,
    note: Option<String>,
) -> Result<ListedTodo, Error> {
    caller.require(Permission::EditContent)?;
    let mut tx = caller.begin(ctx).await?;
    let (located, found) = writable(&mut tx, revision, id).await?;
    let mut todo = found.todo;
    if is_done && todo.state == TodoState::Done {
        return Err(RevisionError::TodoDone.into());
    }
    let account = caller.actor().as_str().to_owned();
    todo.state = if is_done { TodoState::Done } else { TodoState::Open };
    todo.decided = is_done.then(|| (account.clone(), ctx.clock.now()));
    if !is_done {
        todo.resolution = None;
    }
    if let Some(note) = note {
        todo.note = note;
    }
    if !store::revisions::decide_todo(&mut tx, &todo, version).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let action = if is_done { "revision.todo_done" } else { "revision.todo_reopened" };
    if is_done {
        let mut decision = located.decision(ctx, RevisionAct::MarkedDone, &account, &todo.note);
        (decision.object_id, decision.counts) = (Some(todo.object_id), vec![("done".to_owned(), 1)]);
        store::revisions::insert_decision(&mut tx, &decision).await?;
    }
    let detail = vec![("revision".to_owned(), located.revision.number.to_string())];
    tx.record(Change { detail, ..ctx.change(&caller.actor(), action, "file", &found.path) });
    finish(tx, revision, id).await
}

/// Commits, and gives the to-do as it is now.
pub(super) async fn finish(mut tx: Tx, revision: SnapshotId, id: &RevisionTodoId) -> Result<ListedTodo, Error> {
    let found = store::revisions::find_todo(&mut tx, revision, id).await?.ok_or(Error::NotFound(Missing::Todo))?;
    tx.commit().await?;
    Ok(found)
}
