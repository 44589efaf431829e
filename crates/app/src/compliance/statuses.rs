//! The status and the scope of items.

use domain::compliance::{
    ComplianceCollection, PolicyEventKind, PolicyItem, PolicyScope, PolicyStatus, SignOffRefusal, SignedPart,
    may_sign_off, needs_reason,
};
use domain::field::FieldCode;
use domain::id::PolicyItemId;
use domain::permission::Permission;
use store::Tx;

use super::located::{self, ItemNote, note, record};
use super::reference_updates::{self, ReadReference};
use super::sign_offs::{self, SignedChange};
use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::{ComplianceError, Error};

/// A version of an item, as somebody has read it.
#[derive(Debug, Clone)]
pub struct PolicyItemVersion {
    pub id: PolicyItemId,
    pub version: i64,
}

/// Finds the item, if nobody has changed it since it was read.
pub(super) async fn find_unchanged(tx: &mut Tx, read: &PolicyItemVersion) -> Result<PolicyItem, Error> {
    let item = located::item(tx, &read.id).await?;
    if item.version == read.version { Ok(item) } else { Err(Error::ChangedMeanwhile) }
}

/// A new status, and its reason.
#[derive(Debug, Clone, Copy)]
pub(super) struct StatusChange<'a> {
    pub(super) status: PolicyStatus,
    pub(super) why: &'a str,
}

/// A decision about the status of an item.
#[derive(Debug, Clone)]
pub struct PolicyDecision {
    pub status: PolicyStatus,
    pub why: String,
    /// The reference that was read for it: it does not have to be checked again.
    pub read: Option<ReadReference>,
}

/// Sets the status of an item. Where the collection asks for it, the status waits for an approver first.
pub async fn set(
    ctx: &Ctx,
    caller: &Caller,
    item: &PolicyItemVersion,
    PolicyDecision { status, why, read }: &PolicyDecision,
) -> Result<(), Error> {
    caller.require(Permission::EditCompliance)?;
    let (status, why) = (*status, why.as_str());
    let confirmed = match read {
        Some(read) => {
            let update = reference_updates::confirming(&mut caller.read(ctx).await?, read, item.version, why).await?;
            let place = reference_updates::confirmed_place(ctx, caller, &update).await?;
            Some((update, place))
        }
        None => None,
    };
    let mut tx = caller.begin(ctx).await?;
    let mut is_reference_changed = false;
    if let Some((update, place)) = &confirmed {
        let updated = reference_updates::update_in(ctx, &mut tx, caller, update, place.as_ref()).await?;
        if updated.item.id != item.id {
            return Err(Error::field("reference.id", FieldCode::UnknownValue));
        }
        is_reference_changed = updated.is_changed;
    }
    let mut before = find_unchanged(&mut tx, item).await?;
    let collection = located::collection(&mut tx, &before.collection).await?;
    let mut is_new = false;
    if is_reference_changed {
        // The status that was signed with the other text does not count while the new one is proposed.
        let change = SignedChange::of(SignedPart::Reference);
        is_new = sign_offs::reopen(ctx, &mut tx, caller, (&collection, &before), change).await?;
        before = located::item(&mut tx, &item.id).await?;
    }
    is_new |= set_in(ctx, &mut tx, caller, (&collection, &before), StatusChange { status, why }).await?;
    if is_new {
        let account = caller.user.account.as_str();
        sign_offs::tell(ctx, &mut tx, account, &collection, std::slice::from_ref(&before.id)).await?;
    }
    Ok(tx.commit().await?)
}

/// Sets the status of an item within a transaction. Returns whether approvers have something new to sign.
pub(super) async fn set_in(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    (collection, before): (&ComplianceCollection, &PolicyItem),
    StatusChange { status, why }: StatusChange<'_>,
) -> Result<bool, Error> {
    if needs_reason(status) && why.is_empty() {
        return Err(Error::field("why", FieldCode::Required));
    }
    let waits = collection.details.needs_sign_off;
    let (kind, action, kept, proposal) = if waits {
        let proposal = Some((status, &caller.user.id));
        (PolicyEventKind::Proposed, "policy_item.proposed", before.status, proposal)
    } else {
        (PolicyEventKind::Status, "policy_item.status", status, None)
    };
    if !store::compliance::update_status(tx, before, kept, proposal, ctx.clock.now()).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let values = ItemNote { before: before.status.as_str(), after: status.as_str(), why, ..ItemNote::about_item(kind) };
    note(ctx, tx, caller, &before.id, values).await?;
    let detail = [("status", status.as_str()), ("why", why)];
    record(ctx, tx, caller, action, &located::subject(collection, before), &detail);
    Ok(waits && before.proposal.is_none())
}

/// Signs the proposed status of an item off, or rejects it. Nobody decides about their own proposal unless the rules of
/// editing allow it.
pub async fn sign_off(
    ctx: &Ctx,
    caller: &Caller,
    item: &PolicyItemVersion,
    accepted: bool,
    why: &str,
) -> Result<(), Error> {
    caller.require_person(Permission::Approve)?;
    if accepted {
        require_recent(ctx, caller).await?;
    }
    if !accepted && why.is_empty() {
        return Err(Error::field("why", FieldCode::Required));
    }
    let mut tx = caller.begin(ctx).await?;
    let before = find_unchanged(&mut tx, item).await?;
    let may_approve_own = store::settings::find_editing_rules(&mut tx).await?.0.own_release;
    let proposed = may_sign_off(&before, &caller.user.id, may_approve_own).map_err(|refusal| match refusal {
        SignOffRefusal::NothingProposed => ComplianceError::NothingProposed,
        SignOffRefusal::OwnProposal => ComplianceError::OwnProposal,
    })?;
    let now = ctx.clock.now();
    let (kind, action, is_written) = if accepted {
        let is_written = store::compliance::update_status(&mut tx, &before, proposed, None, now).await?;
        (PolicyEventKind::SignedOff, "policy_item.signed_off", is_written)
    } else {
        let is_written = store::compliance::reject_status(&mut tx, &before, now).await?;
        (PolicyEventKind::Rejected, "policy_item.rejected", is_written)
    };
    if !is_written {
        return Err(Error::ChangedMeanwhile);
    }
    let about = ItemNote::about_item(kind);
    let entry = ItemNote { before: before.status.as_str(), after: proposed.as_str(), why, ..about };
    note(ctx, &mut tx, caller, &before.id, entry).await?;
    let collection = located::collection(&mut tx, &before.collection).await?;
    let detail = [("status", proposed.as_str()), ("why", why)];
    record(ctx, &mut tx, caller, action, &located::subject(&collection, &before), &detail);
    sign_offs::tell_proposer(ctx, &mut tx, caller, &before, accepted).await?;
    Ok(tx.commit().await?)
}

/// Takes an item in or out of scope.
pub async fn set_scope(ctx: &Ctx, caller: &Caller, item: &PolicyItemVersion, scope: PolicyScope) -> Result<(), Error> {
    caller.require(Permission::EditCompliance)?;
    let mut tx = caller.begin(ctx).await?;
    let before = find_unchanged(&mut tx, item).await?;
    if !scope.operator.is_empty() {
        let known = store::operators::find_by_code(&mut tx, &scope.operator).await?;
        known.ok_or_else(|| Error::field("operator", FieldCode::UnknownValue))?;
    }
    let collection = located::collection(&mut tx, &before.collection).await?;
    if set_scope_in(ctx, &mut tx, caller, (&collection, &before), &scope).await? {
        let account = caller.user.account.as_str();
        sign_offs::tell(ctx, &mut tx, account, &collection, std::slice::from_ref(&before.id)).await?;
    }
    Ok(tx.commit().await?)
}

/// Takes an item in or out of scope within a transaction. Returns whether approvers have something new to sign.
pub(super) async fn set_scope_in(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    (collection, before): (&ComplianceCollection, &PolicyItem),
    scope: &PolicyScope,
) -> Result<bool, Error> {
    if !scope.in_scope && scope.reason.is_empty() {
        return Err(Error::field("reason", FieldCode::Required));
    }
    if !store::compliance::update_scope(tx, before, scope, ctx.clock.now()).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let (old, new) = (scope_text(&before.scope), scope_text(scope));
    let about = ItemNote::about_item(PolicyEventKind::Scope);
    note(ctx, tx, caller, &before.id, ItemNote { before: &old, after: &new, why: &scope.reason, ..about }).await?;
    let detail = [("scope", new.as_str()), ("why", scope.reason.as_str())];
    record(ctx, tx, caller, "policy_item.scope", &located::subject(collection, before), &detail);
    if before.scope == *scope {
        return Ok(false);
    }
    let written = PolicyItem { version: before.version + 1, ..before.clone() };
    sign_offs::reopen(ctx, tx, caller, (collection, &written), SignedChange::of(SignedPart::Scope)).await
}

/// A scope in one line, for the history.
fn scope_text(scope: &PolicyScope) -> String {
    let word = if scope.in_scope { "in" } else { "out" };
    let parts = [word, scope.operator.as_str(), scope.applicability.as_str()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_is_told_in_one_line() {
        let scope = PolicyScope { operator: "AZB".to_owned(), ..PolicyScope::default() };
        assert_eq!(scope_text(&scope), "in · AZB");
        assert_eq!(scope_text(&PolicyScope { in_scope: false, ..PolicyScope::default() }), "out");
    }
}
