//! The status and the scope of items.

use domain::compliance::{
    PolicyEventKind, PolicyItem, PolicyScope, PolicyStatus, SignOffRefusal, may_sign_off, needs_reason,
};
use domain::field::FieldCode;
use domain::id::PolicyItemId;
use domain::permission::Permission;
use store::Tx;

use super::located::{self, ItemNote, note, record};
use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::{ComplianceError, Error};

/// An item as somebody has read it.
#[derive(Debug, Clone)]
pub struct SeenItem {
    pub id: PolicyItemId,
    pub version: i64,
}

/// The item, if nobody has changed it since it was read.
pub(super) async fn seen(tx: &mut Tx, seen: &SeenItem) -> Result<PolicyItem, Error> {
    let item = located::item(tx, &seen.id).await?;
    if item.version == seen.version { Ok(item) } else { Err(Error::ChangedMeanwhile) }
}

/// Sets the status of an item. Where the collection asks for it, the status waits for an approver first.
pub async fn set(ctx: &Ctx, caller: &Caller, item: &SeenItem, status: PolicyStatus, why: &str) -> Result<(), Error> {
    caller.require(Permission::EditCompliance)?;
    let mut tx = caller.begin(ctx).await?;
    let before = seen(&mut tx, item).await?;
    set_in(ctx, &mut tx, caller, &before, (status, why)).await?;
    Ok(tx.commit().await?)
}

/// Sets the status of an item within a transaction.
pub(super) async fn set_in(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    before: &PolicyItem,
    (status, why): (PolicyStatus, &str),
) -> Result<(), Error> {
    if needs_reason(status) && why.is_empty() {
        return Err(Error::field("why", FieldCode::Required));
    }
    let collection = located::collection(tx, &before.collection).await?;
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
    let values = (before.status.as_str(), status.as_str());
    note(ctx, tx, caller, &before.id, ItemNote::of_item(kind, values, why)).await?;
    let said = [("status", status.as_str()), ("why", why)];
    record(ctx, tx, caller, action, &located::subject(&collection, before), &said);
    Ok(())
}

/// Signs the proposed status of an item off, or rejects it. Nobody decides about their own proposal unless the rules of
/// editing allow it.
pub async fn sign_off(ctx: &Ctx, caller: &Caller, item: &SeenItem, accepted: bool, why: &str) -> Result<(), Error> {
    caller.require_person(Permission::Approve)?;
    if accepted {
        require_recent(ctx, caller).await?;
    }
    if !accepted && why.is_empty() {
        return Err(Error::field("why", FieldCode::Required));
    }
    let mut tx = caller.begin(ctx).await?;
    let before = seen(&mut tx, item).await?;
    let may_approve_own = store::settings::find_editing_rules(&mut tx).await?.0.own_release;
    let proposed = may_sign_off(&before, &caller.user.id, may_approve_own).map_err(|refusal| match refusal {
        SignOffRefusal::NothingProposed => ComplianceError::NothingProposed,
        SignOffRefusal::OwnProposal => ComplianceError::OwnProposal,
    })?;
    let (kind, action, status) = if accepted {
        (PolicyEventKind::SignedOff, "policy_item.signed_off", proposed)
    } else {
        (PolicyEventKind::Rejected, "policy_item.rejected", before.status)
    };
    if !store::compliance::update_status(&mut tx, &before, status, None, ctx.clock.now()).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let values = (before.status.as_str(), proposed.as_str());
    note(ctx, &mut tx, caller, &before.id, ItemNote::of_item(kind, values, why)).await?;
    let collection = located::collection(&mut tx, &before.collection).await?;
    let said = [("status", proposed.as_str()), ("why", why)];
    record(ctx, &mut tx, caller, action, &located::subject(&collection, &before), &said);
    Ok(tx.commit().await?)
}

/// Takes an item in or out of scope.
pub async fn set_scope(ctx: &Ctx, caller: &Caller, item: &SeenItem, scope: PolicyScope) -> Result<(), Error> {
    caller.require(Permission::EditCompliance)?;
    let mut tx = caller.begin(ctx).await?;
    let before = seen(&mut tx, item).await?;
    if !scope.operator.is_empty() {
        let known = store::operators::find_by_code(&mut tx, &scope.operator).await?;
        known.ok_or_else(|| Error::field("operator", FieldCode::UnknownValue))?;
    }
    set_scope_in(ctx, &mut tx, caller, &before, &scope).await?;
    Ok(tx.commit().await?)
}

/// Takes an item in or out of scope within a transaction.
pub(super) async fn set_scope_in(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    before: &PolicyItem,
    scope: &PolicyScope,
) -> Result<(), Error> {
    if !scope.in_scope && scope.reason.is_empty() {
        return Err(Error::field("reason", FieldCode::Required));
    }
    if !store::compliance::update_scope(tx, before, scope, ctx.clock.now()).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let (old, new) = (scope_text(&before.scope), scope_text(scope));
    let said = ItemNote::of_item(PolicyEventKind::Scope, (old.as_str(), new.as_str()), &scope.reason);
    note(ctx, tx, caller, &before.id, said).await?;
    let collection = located::collection(tx, &before.collection).await?;
    let detail = [("scope", new.as_str()), ("why", scope.reason.as_str())];
    record(ctx, tx, caller, "policy_item.scope", &located::subject(&collection, before), &detail);
    Ok(())
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
