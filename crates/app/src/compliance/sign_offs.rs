//! Reopening the sign-off of requirements, and telling approvers about it.

use domain::compliance::{
    ComplianceCollection, PolicyEventKind, PolicyItem, PolicyStatus, SignOffEffect, SignedPart, sign_off_after,
};
use domain::id::PolicyItemId;
use domain::notification::NotificationKind;
use domain::permission::{Permission, Role};
use store::Tx;

use super::located::{ItemNote, note};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::users::notifications;

/// A change of something that an approver signs.
#[derive(Debug, Clone, Copy)]
pub(super) struct SignedChange<'a> {
    pub(super) part: SignedPart,
    /// The reason of the new proposal; empty where the history tells it with the change itself.
    pub(super) why: &'a str,
}

impl SignedChange<'_> {
    pub(super) fn of(part: SignedPart) -> Self {
        Self { part, why: "" }
    }
}

/// Reopens the sign-off of an item after a change. The item is the one that the transaction sees. Returns whether approvers
/// have something new to sign.
pub(super) async fn reopen(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    (collection, item): (&ComplianceCollection, &PolicyItem),
    SignedChange { part, why }: SignedChange<'_>,
) -> Result<bool, Error> {
    let proposed = item.proposal.as_ref().map(|proposal| proposal.status);
    let effect = sign_off_after(part, item.status, proposed, collection.details.needs_sign_off);
    let now = ctx.clock.now();
    let is_written = match effect {
        SignOffEffect::Unchanged => return Ok(false),
        SignOffEffect::DropProposal => store::compliance::reject_status(tx, item, now).await?,
        SignOffEffect::SignAgain(again) => {
            let proposal = Some((again, &caller.user.id));
            store::compliance::update_status(tx, item, PolicyStatus::NotAssessed, proposal, now).await?
        }
    };
    if !is_written {
        return Err(Error::ChangedMeanwhile);
    }
    if let Some(dropped) = proposed.filter(|_| part == SignedPart::Requirement) {
        let about = ItemNote::about_item(PolicyEventKind::ProposalDropped);
        let entry = ItemNote { before: item.status.as_str(), after: dropped.as_str(), why, ..about };
        note(ctx, tx, caller, &item.id, entry).await?;
    }
    let SignOffEffect::SignAgain(again) = effect else { return Ok(false) };
    let about = ItemNote::about_item(PolicyEventKind::Proposed);
    let entry = ItemNote { before: again.as_str(), after: again.as_str(), why, ..about };
    note(ctx, tx, caller, &item.id, entry).await?;
    Ok(proposed.is_none())
}

/// Reopens the sign-off of one item, and tells the approvers.
pub(super) async fn reopen_and_tell(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    (collection, item): (&ComplianceCollection, &PolicyItem),
    change: SignedChange<'_>,
) -> Result<(), Error> {
    if reopen(ctx, tx, caller, (collection, item), change).await? {
        tell(ctx, tx, caller.user.account.as_str(), collection, std::slice::from_ref(&item.id)).await?;
    }
    Ok(())
}

/// Tells the approvers that items of a collection need a signature, in one message.
pub(super) async fn tell(
    ctx: &Ctx,
    tx: &mut Tx,
    account: &str,
    collection: &ComplianceCollection,
    items: &[PolicyItemId],
) -> Result<(), Error> {
    let link = match items {
        [] => return Ok(()),
        [item] => format!("/compliance/{}?item={item}", collection.id),
        _ => format!("/compliance/{}?proposed=yes", collection.id),
    };
    let mut people = store::users::list_active(tx, Role::Approver).await?;
    people.extend(store::users::list_active(tx, Role::Admin).await?);
    people.retain(|person| person.account.as_str() != account && person.may(Permission::Approve));
    let count = items.len().to_string();
    let params = [("account", account), ("count", count.as_str()), ("collection", collection.details.name.as_str())];
    notifications::leave(ctx, tx, &people, NotificationKind::Revisions, "compliance.sign_off", &params, &link).await
}

/// Tells the person who proposed the status of an item how another one decided about it.
pub(super) async fn tell_proposer(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    item: &PolicyItem,
    accepted: bool,
) -> Result<(), Error> {
    let proposer = item.proposal.as_ref().map(|proposal| &proposal.by.id).filter(|id| **id != caller.user.id);
    let Some(proposer) = proposer else { return Ok(()) };
    let Some(proposer) = store::users::find(tx, proposer).await? else { return Ok(()) };
    let code = if accepted { "compliance.signed_off" } else { "compliance.rejected" };
    let params = [("account", caller.user.account.as_str()), ("code", item.details.code.as_str())];
    let link = format!("/compliance/{}?item={}", item.collection, item.id);
    notifications::leave(ctx, tx, &[proposer], NotificationKind::Revisions, code, &params, &link).await
}
