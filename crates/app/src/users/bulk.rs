//! One change to many accounts: all of them, or none.

use std::collections::BTreeSet;

use domain::field::{FieldCode, FieldError};
use domain::id::{GroupId, UserId};
use domain::permission::{Permission, Role};
use domain::user::{User, UserStatus};
use store::Tx;

use super::groups::{CheckedGroup, MAX_MEMBERS, with_members};
use super::{GuestChange, find_named, groups, replace, with_values};
use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};

/// Limit of accounts of one change.
const MAX_ACCOUNTS: usize = 500;

/// A change to many accounts; what is not named stays.
#[derive(Debug, Clone, Default)]
pub struct BulkUpdate {
    pub accounts: Vec<String>,
    pub role: Option<Role>,
    pub status: Option<UserStatus>,
    pub guest_until: GuestChange,
    /// The groups that they all become members of.
    pub join: Vec<GroupId>,
    /// The groups that none of them is a member of afterwards.
    pub leave: Vec<GroupId>,
}

impl BulkUpdate {
    fn changes_accounts(&self) -> bool {
        self.role.is_some() || self.status.is_some() || self.guest_until != GuestChange::Keep
    }

    fn check(&self) -> Result<(), Error> {
        if self.accounts.is_empty() {
            return Err(Error::field("accounts", FieldCode::Required));
        }
        if self.accounts.len() > MAX_ACCOUNTS {
            return Err(Error::field("accounts", FieldCode::TooMany));
        }
        if !self.changes_accounts() && self.join.is_empty() && self.leave.is_empty() {
            return Err(Error::field("role", FieldCode::Required));
        }
        if self.join.iter().any(|group| self.leave.contains(group)) {
            return Err(Error::field("leaveGroups", FieldCode::NotTogether));
        }
        Ok(())
    }
}

/// Changes many accounts in one transaction; gives them as they are now. Nothing changes when one of them cannot be
/// changed.
pub async fn update(ctx: &Ctx, caller: &Caller, update: &BulkUpdate) -> Result<Vec<User>, Error> {
    caller.require(Permission::ManageUsers)?;
    update.check()?;
    require_recent(ctx, caller).await?;
    let mut tx = caller.begin(ctx).await?;
    let found = find_all(&mut tx, &update.accounts).await?;
    let mut changed = Vec::with_capacity(found.len());
    for before in found {
        let wanted = with_values(&before, update.role, update.status, update.guest_until);
        let after =
            if wanted == before { before } else { replace(ctx, &mut tx, &caller.actor(), &before, wanted).await? };
        changed.push(after);
    }
    let ids: Vec<UserId> = changed.iter().map(|user| user.id.clone()).collect();
    for group in &update.join {
        change_members(ctx, &mut tx, caller, group, |members| members.extend(ids.iter().cloned())).await?;
    }
    for group in &update.leave {
        change_members(ctx, &mut tx, caller, group, |members| members.retain(|member| !ids.contains(member))).await?;
    }
    tx.commit().await?;
    for id in &ids {
        ctx.sessions.forget(id);
    }
    tracing::info!(users = ids.len(), "Updated {} accounts", ids.len());
    Ok(changed)
}

/// The users of these accounts, each once.
async fn find_all(tx: &mut Tx, accounts: &[String]) -> Result<Vec<User>, Error> {
    let (mut found, mut unknown) = (Vec::<User>::new(), Vec::new());
    for (index, account) in accounts.iter().enumerate() {
        match find_named(tx, account).await {
            Ok(user) if found.iter().any(|other| other.id == user.id) => {}
            Ok(user) => found.push(user),
            Err(Error::NotFound(Missing::User)) => {
                unknown.push(FieldError::new(format!("accounts[{index}]"), FieldCode::UnknownValue));
            }
            Err(error) => return Err(error),
        }
    }
    if unknown.is_empty() { Ok(found) } else { Err(Error::Invalid(unknown)) }
}

/// Changes who belongs to a group.
pub(super) async fn change_members(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    id: &GroupId,
    change: impl FnOnce(&mut BTreeSet<UserId>),
) -> Result<(), Error> {
    let before = with_members(tx, id).await?;
    let stored: BTreeSet<UserId> =
        store::access::list_members(tx, id).await?.into_iter().map(|(user, ..)| user).collect();
    let mut members = stored.clone();
    change(&mut members);
    if members == stored {
        return Ok(());
    }
    if members.len() > MAX_MEMBERS {
        return Err(Error::field("joinGroups", FieldCode::TooMany));
    }
    let group = &before.summary.group;
    let checked = CheckedGroup {
        name: group.name.clone(),
        description: group.description.clone(),
        members: members.into_iter().collect(),
    };
    groups::replace(ctx, tx, &caller.actor(), &before, checked).await?;
    Ok(())
}
