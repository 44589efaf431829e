//! The people of a revision: who may decide, who may work on it, and who is told.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::access::{AccessLevel, AccessRules};
use domain::id::{ObjectId, RevisionTodoId, SnapshotId, UserId};
use domain::manual::Manual;
use domain::notification::NotificationKind;
use domain::path;
use domain::permission::{Permission, Role};
use domain::user::{Account, User};
use store::Tx;

use super::located::LocatedRevision;
use crate::comments::people::ReaderRules;
use crate::comments::request_people;
use crate::core::access;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::users::notifications;

/// People in one answer.
const MAX_OFFERED: usize = 20;
/// People who are looked at for one answer, in pages of this size.
const PAGE: u64 = 100;
const MAX_PAGES: u64 = 10;

/// The people who may decide about the revisions of a manual. They are read before the transaction that tells them
/// begins: one that waits for a second connection keeps its own from others.
#[derive(Debug)]
pub(super) struct Deciders {
    people: Vec<User>,
    workers: Workers,
    readers: ReaderRules,
}

impl Deciders {
    pub(super) async fn load(ctx: &Ctx, located: &LocatedRevision) -> Result<Self, Error> {
        let (workers, readers) = (Workers::load(ctx).await?, ReaderRules::load(ctx).await?);
        let mut tx = ctx.db.read().await?;
        let mut people = Vec::new();
        for role in [Role::Admin, Role::Approver] {
            people.extend(store::users::list_active(&mut tx, role).await?);
        }
        people.retain(|person| workers.may(person, &located.manual, Permission::ConfirmOem, AccessLevel::Approve));
        // Who imported it waits for the decision.
        if let Ok(account) = Account::parse(&located.revision.created_by)
            && let Some(importer) = store::users::find_by_account(&mut tx, &account).await?
            && people.iter().all(|person| person.id != importer.id)
            && workers.may(&importer, &located.manual, Permission::ReadContent, AccessLevel::Read)
        {
            people.push(importer);
        }
        Ok(Self { people, workers, readers })
    }
}

/// The rules that say who may work on a manual.
#[derive(Debug)]
pub(super) struct Workers {
    rules: Arc<AccessRules>,
    now: DateTime<Utc>,
}

impl Workers {
    pub(super) async fn load(ctx: &Ctx) -> Result<Self, Error> {
        Ok(Self { rules: access::rules(ctx).await?, now: ctx.clock.now() })
    }

    fn may(&self, person: &User, manual: &Manual, permission: Permission, level: AccessLevel) -> bool {
        let (csdb, name) = (manual.csdb_name.folded(), manual.name.folded());
        person.may_sign_in(self.now)
            && person.may(permission)
            && self.rules.effective(&person.id, person.role, &csdb, Some(&name)).level >= level
    }

    /// Whether somebody can be the owner of a to-do.
    pub(super) fn may_edit(&self, person: &User, manual: &Manual) -> bool {
        self.may(person, manual, Permission::EditContent, AccessLevel::Author)
    }
}

/// The people who may be owners of to-dos in a manual, with a text in their account or name.
pub(super) async fn list_owners(
    tx: &mut Tx,
    workers: &Workers,
    manual: &Manual,
    text: &str,
) -> Result<Vec<User>, Error> {
    let mut found = Vec::new();
    for page in 0..MAX_PAGES {
        let people = store::comments::list_people(tx, text, page * PAGE, PAGE).await?;
        let is_last = (people.len() as u64) < PAGE;
        found.extend(people.into_iter().filter(|person| workers.may_edit(person, manual)));
        if is_last || found.len() >= MAX_OFFERED {
            break;
        }
    }
    found.truncate(MAX_OFFERED);
    Ok(found)
}

/// The address of a revision in the web application.
fn link(revision: SnapshotId) -> String {
    format!("/revisions/{revision}")
}

/// Tells those who may decide what somebody else decided.
pub(super) async fn tell_deciders(
    ctx: &Ctx,
    tx: &mut Tx,
    deciders: &Deciders,
    located: &LocatedRevision,
    account: &str,
    code: &str,
    reason: &str,
) -> Result<(), Error> {
    let others: Vec<User> =
        deciders.people.iter().filter(|person| person.account.as_str() != account).cloned().collect();
    let (folder, number) = (located.manual.path(), located.revision.number.to_string());
    let params = [("account", account), ("folder", folder.as_str()), ("revision", number.as_str()), ("reason", reason)];
    let link = link(located.revision.id);
    notifications::leave(ctx, tx, &others, NotificationKind::Revisions, code, &params, &link).await
}

/// Tells the people who have set drafts of changed objects aside that there are newer versions, each in one message. Who
/// may no longer work on the manual learns nothing of it.
pub(super) async fn tell_waiting(
    ctx: &Ctx,
    tx: &mut Tx,
    deciders: &Deciders,
    located: &LocatedRevision,
    account: &str,
    changed: &[ObjectId],
) -> Result<(), Error> {
    let waiting = store::drafts::count_waiting(tx, changed).await?;
    tell_workers(ctx, tx, deciders, located, account, waiting, ("draft.revised", "/checkout")).await
}

/// Tells the people who have modules checked out that the confirmation left alone, each in one message: their texts do not
/// have its changes, and nobody else would merge them. Who may no longer work on the manual learns nothing of it.
pub(super) async fn tell_holders(
    ctx: &Ctx,
    tx: &mut Tx,
    deciders: &Deciders,
    located: &LocatedRevision,
    account: &str,
    left: &[ObjectId],
) -> Result<(), Error> {
    let holders = store::revisions::count_held(tx, left).await?;
    let link = link(located.revision.id);
    tell_workers(ctx, tx, deciders, located, account, holders, ("checkout.revised", &link)).await
}

/// Tells people the number of their objects that the revision touches, with the code and the link of the message.
async fn tell_workers(
    ctx: &Ctx,
    tx: &mut Tx,
    deciders: &Deciders,
    located: &LocatedRevision,
    account: &str,
    counts: Vec<(UserId, u64)>,
    (code, link): (&str, &str),
) -> Result<(), Error> {
    let (folder, number) = (located.manual.path(), located.revision.number.to_string());
    for (id, count) in counts {
        let owner = store::users::find(tx, &id).await?;
        let is_told =
            |owner: &User| owner.account.as_str() != account && deciders.workers.may_edit(owner, &located.manual);
        let Some(owner) = owner.filter(is_told) else { continue };
        let count = count.to_string();
        let params = [
            ("account", account),
            ("folder", folder.as_str()),
            ("revision", number.as_str()),
            ("count", count.as_str()),
        ];
        notifications::leave(ctx, tx, &[owner], NotificationKind::Revisions, code, &params, link).await?;
    }
    Ok(())
}

/// Tells the people of open change requests that the revision deletes modules of theirs.
pub(super) async fn tell_requests(
    ctx: &Ctx,
    tx: &mut Tx,
    deciders: &Deciders,
    account: &str,
    deleted: &[ObjectId],
) -> Result<(), Error> {
    request_people::tell_of_deletions(ctx, tx, &deciders.readers, account, deleted).await
}

/// Tells somebody that a to-do is theirs.
pub(super) async fn tell_owner(
    ctx: &Ctx,
    tx: &mut Tx,
    owner: User,
    (revision, todo): (SnapshotId, &RevisionTodoId),
    account: &str,
    file: &str,
) -> Result<(), Error> {
    let params = [("account", account), ("file", path::file_name_of(file)), ("folder", path::folder_of(file))];
    let link = format!("{}?todo={todo}", link(revision));
    let code = "revision.todo_assigned";
    notifications::leave(ctx, tx, &[owner], NotificationKind::Revisions, code, &params, &link).await
}
