//! Groups of users, which receive access together.

use std::collections::HashSet;

use domain::change::{Actor, Change};
use domain::field::{FieldCode, FieldError, FieldErrors};
use domain::id::{GroupId, UserId};
use domain::page::{Page, PageRequest};
use domain::permission::Permission;
use domain::text;
use domain::user::Account;
use store::access::Group;
use store::{StoreError, Tx};

use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, GroupError, Missing};

pub use store::access::{GroupFilter, GroupSummary};

const MAX_NAME: usize = 80;
const MAX_DESCRIPTION: usize = 400;
/// Limit of members of one group.
pub(super) const MAX_MEMBERS: usize = 5_000;

/// A group as typed.
#[derive(Debug, Clone, Default)]
pub struct GroupDetails {
    pub name: String,
    pub description: String,
    /// Accounts.
    pub members: Vec<String>,
}

/// A member of a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupMember {
    pub account: String,
    pub display_name: String,
}

/// A group with its members, by account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupWithMembers {
    pub summary: GroupSummary,
    pub members: Vec<GroupMember>,
}

/// The groups that match `filter`, by name.
pub async fn list(
    ctx: &Ctx,
    caller: &Caller,
    filter: &GroupFilter,
    page: PageRequest,
) -> Result<Page<GroupSummary>, Error> {
    caller.require(Permission::ManageUsers)?;
    Error::unless_searchable("keyword", &filter.text)?;
    Ok(store::access::list_groups(&mut caller.read(ctx).await?, filter, page).await?)
}

/// A group with the ids, accounts and names of its members.
pub(super) struct ListedGroup {
    pub(super) group: Group,
    pub(super) members: Vec<(UserId, String, String)>,
}

/// All groups with their members, by name.
pub(super) async fn list_all(tx: &mut Tx) -> Result<Vec<ListedGroup>, Error> {
    let mut all = Vec::new();
    let mut number = 1;
    while let Some(request) = PageRequest::parse(number, PageRequest::MAX_SIZE) {
        number += 1;
        let page = store::access::list_groups(tx, &GroupFilter::default(), request).await?;
        if page.items.is_empty() {
            break;
        }
        for GroupSummary { group, .. } in page.items {
            let members = store::access::list_members(tx, &group.id).await?;
            all.push(ListedGroup { group, members });
        }
    }
    Ok(all)
}

/// One group with its members.
pub async fn read(ctx: &Ctx, caller: &Caller, id: &GroupId) -> Result<GroupWithMembers, Error> {
    caller.require(Permission::ManageUsers)?;
    with_members(&mut caller.read(ctx).await?, id).await
}

pub(super) async fn with_members(tx: &mut Tx, id: &GroupId) -> Result<GroupWithMembers, Error> {
    let summary = store::access::find_group(tx, id).await?.ok_or(Error::NotFound(Missing::Group))?;
    let members = store::access::list_members(tx, id).await?;
    let members = members.into_iter().map(|(_, account, display_name)| GroupMember { account, display_name });
    Ok(GroupWithMembers { summary, members: members.collect() })
}

/// Makes a group.
pub async fn create(ctx: &Ctx, caller: &Caller, details: &GroupDetails) -> Result<GroupWithMembers, Error> {
    caller.require(Permission::ManageUsers)?;
    require_recent(ctx, caller).await?;
    create_as(ctx, &caller.actor(), details).await
}

/// Makes a group on behalf of `actor`, who has been asked already.
pub async fn create_as(ctx: &Ctx, actor: &Actor, details: &GroupDetails) -> Result<GroupWithMembers, Error> {
    let mut tx = ctx.db.begin().await?;
    let checked = check(&mut tx, details).await?;
    let made = insert(ctx, &mut tx, actor, checked).await?;
    tx.commit().await?;
    let name = &made.summary.group.name;
    tracing::info!(group.name = name, "Created group {name}");
    Ok(made)
}

/// Adds a group and records it.
pub(super) async fn insert(
    ctx: &Ctx,
    tx: &mut Tx,
    actor: &Actor,
    CheckedGroup { name, description, members }: CheckedGroup,
) -> Result<GroupWithMembers, Error> {
    let now = ctx.clock.now();
    let group = Group { id: GroupId(ctx.ids.next()), name, description, created_on: now, updated_on: now, version: 1 };
    if !store::access::insert_group(tx, &group).await? {
        return Err(GroupError::NameTaken.into());
    }
    store::access::replace_members(tx, &group.id, &members).await?;
    let made = with_members(tx, &group.id).await?;
    let detail = vec![("members".to_owned(), accounts(&made))];
    tx.record(Change { detail, ..ctx.change(actor, "group.created", "group", &group.name) });
    Ok(made)
}

/// Replaces a group, members included.
pub async fn update(
    ctx: &Ctx,
    caller: &Caller,
    id: &GroupId,
    version: i64,
    details: &GroupDetails,
) -> Result<GroupWithMembers, Error> {
    caller.require(Permission::ManageUsers)?;
    require_recent(ctx, caller).await?;
    let mut tx = caller.begin(ctx).await?;
    let mut before = with_members(&mut tx, id).await?;
    before.summary.group.version = version;
    let checked = check(&mut tx, details).await?;
    let after = replace(ctx, &mut tx, &caller.actor(), &before, checked).await?;
    tx.commit().await?;
    let name = &after.summary.group.name;
    tracing::info!(group.name = name, "Updated group {name}");
    Ok(after)
}

/// Writes a group over `before`, whose version must still be stored, and records what differs.
pub(super) async fn replace(
    ctx: &Ctx,
    tx: &mut Tx,
    actor: &Actor,
    before: &GroupWithMembers,
    CheckedGroup { name, description, members }: CheckedGroup,
) -> Result<GroupWithMembers, Error> {
    let group = Group { name, description, updated_on: ctx.clock.now(), ..before.summary.group.clone() };
    match store::access::update_group(tx, &group).await {
        Ok(true) => {}
        Ok(false) => return Err(Error::ChangedMeanwhile),
        Err(StoreError::Conflict(_)) => return Err(GroupError::NameTaken.into()),
        Err(error) => return Err(error.into()),
    }
    store::access::replace_members(tx, &group.id, &members).await?;
    let after = with_members(tx, &group.id).await?;
    let detail = differences(before, &after);
    tx.record(Change { detail, ..ctx.change(actor, "group.updated", "group", &group.name) });
    Ok(after)
}

/// Removes a group; its members lose what they had through it.
pub async fn delete(ctx: &Ctx, caller: &Caller, id: &GroupId) -> Result<(), Error> {
    caller.require(Permission::ManageUsers)?;
    require_recent(ctx, caller).await?;
    let mut tx = caller.begin(ctx).await?;
    let before = with_members(&mut tx, id).await?;
    store::access::delete_group(&mut tx, id).await?;
    let name = &before.summary.group.name;
    let detail =
        vec![("members".to_owned(), accounts(&before)), ("grants".to_owned(), before.summary.grants.to_string())];
    tx.record(Change { detail, ..ctx.change(&caller.actor(), "group.deleted", "group", name) });
    tx.commit().await?;
    tracing::info!(group.name = name, "Deleted group {name}");
    Ok(())
}

/// The details of a group with valid values.
pub(super) struct CheckedGroup {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) members: Vec<UserId>,
}

pub(super) fn check_name(name: &str) -> Result<String, FieldCode> {
    text::line(name, 1, MAX_NAME)
}

pub(super) fn check_description(description: &str) -> Result<String, FieldCode> {
    text::line(description, 0, MAX_DESCRIPTION)
}

async fn check(tx: &mut Tx, details: &GroupDetails) -> Result<CheckedGroup, Error> {
    let mut errors = FieldErrors::default();
    let name = errors.take("name", check_name(&details.name));
    let description = errors.take("description", check_description(&details.description));
    let (Some(name), Some(description)) = (name, description) else { return Err(Error::Invalid(errors.into_list())) };
    if details.members.len() > MAX_MEMBERS {
        return Err(Error::field("members", FieldCode::TooMany));
    }
    let folded: Vec<String> = details.members.iter().map(|typed| folded(typed)).collect();
    let users = store::users::list_by_accounts(tx, &folded).await?;
    let (mut members, mut unknown) = (Vec::new(), Vec::new());
    for (index, account) in folded.iter().enumerate() {
        match users.get(account) {
            Some(user) => members.push(user.id.clone()),
            None => unknown.push(FieldError::new(format!("members[{index}]"), FieldCode::UnknownValue)),
        }
    }
    if unknown.is_empty() { Ok(CheckedGroup { name, description, members }) } else { Err(Error::Invalid(unknown)) }
}

/// The user with this account.
pub(super) async fn find_user(tx: &mut Tx, account: &str) -> Result<Option<UserId>, Error> {
    let Ok(account) = Account::parse(account) else { return Ok(None) };
    Ok(store::users::find_by_account(tx, &account).await?.map(|user| user.id))
}

/// The account as it is looked up; empty, which nobody has, for what cannot be an account.
fn folded(typed: &str) -> String {
    Account::parse(typed).map(|account| account.folded()).unwrap_or_default()
}

fn accounts(group: &GroupWithMembers) -> String {
    group.members.iter().map(|member| member.account.as_str()).collect::<Vec<_>>().join(", ")
}

/// The changes, for the audit log.
fn differences(before: &GroupWithMembers, after: &GroupWithMembers) -> Vec<(String, String)> {
    let (old, new) = (&before.summary.group, &after.summary.group);
    let mut detail = Vec::new();
    if old.name != new.name {
        detail.push(("name".to_owned(), format!("{} → {}", old.name, new.name)));
    }
    if old.description != new.description {
        detail.push(("description".to_owned(), format!("{} → {}", old.description, new.description)));
    }
    let without = |some: &GroupWithMembers, others: &GroupWithMembers| {
        let others: HashSet<&str> = others.members.iter().map(|one| one.account.as_str()).collect();
        let gone = some.members.iter().filter(|one| !others.contains(one.account.as_str()));
        gone.map(|one| one.account.as_str()).collect::<Vec<_>>().join(", ")
    };
    for (field, accounts) in [("added", without(after, before)), ("removed", without(before, after))] {
        if !accounts.is_empty() {
            detail.push((field.to_owned(), accounts));
        }
    }
    detail
}
