//! References from items to manuals: adding and deleting them.

use chrono::NaiveDate;
use domain::compliance::{
    LocatedReference, MAX_REFERENCES, PolicyClause, PolicyEventKind, PolicyItem, PolicyTarget, SignedPart,
};
use domain::field::FieldCode;
use domain::id::{PolicyClauseId, PolicyItemId, PolicyReferenceId};
use domain::permission::Permission;
use store::Tx;
use store::compliance::PolicyEventSubject;

use super::located::{self, ItemNote, note, record};
use super::places;
use super::reference_texts::place_text;
use super::sign_offs::{SignedChange, reopen_and_tell};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ComplianceError, Error, Missing};
use crate::library::chapters;

pub use super::places::{PolicyDestination, list_chapters};
pub use crate::library::chapters::Chapter;

/// A reference to add to an item.
#[derive(Debug, Clone)]
pub struct NewReference {
    pub item: PolicyItemId,
    /// `None` for the whole item.
    pub clause: Option<PolicyClauseId>,
    /// The version of the item that was read; `None` if the caller does not say.
    pub item_version: Option<i64>,
    pub destination: PolicyDestination,
    pub comment: String,
    /// An account; `None` for the owner of the requirement.
    pub owner: Option<String>,
    pub review_on: Option<NaiveDate>,
    pub why: String,
}

/// Adds a reference to an item. It says that its text answers the requirement, so the item must still have the version
/// that was read.
pub async fn add(ctx: &Ctx, caller: &Caller, new: NewReference) -> Result<PolicyReferenceId, Error> {
    caller.require(Permission::EditCompliance)?;
    let seen = located::item(&mut caller.read(ctx).await?, &new.item).await?;
    let place = places::read(ctx, caller, &new.destination).await?;
    let mut tx = caller.begin(ctx).await?;
    // A check-in either sees the new reference or is seen by it.
    store::manuals::lock(&mut tx, &place.manual).await?;
    // So does the takeover of a version of the regulation.
    if !store::compliance::lock_item(&mut tx, &new.item, new.item_version.unwrap_or(seen.version)).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let item = located::item(&mut tx, &new.item).await?;
    let clauses = store::compliance::list_clauses(&mut tx, &item.id).await?;
    require_clause(&clauses, new.clause.as_ref())?;
    if store::compliance::count_references(&mut tx, &item.id).await? >= MAX_REFERENCES {
        return Err(ComplianceError::TooMany.into());
    }
    let (id, now) = (PolicyReferenceId(ctx.ids.next()), ctx.clock.now());
    let by = (&caller.user.id, now);
    let of = (&item.id, new.clause.as_ref());
    store::compliance::insert_reference(&mut tx, &id, of, &place, &new.comment, by).await?;
    let owner = located::owner_after(&mut tx, None, new.owner.as_deref()).await?;
    if owner.is_some() || new.review_on.is_some() {
        store::compliance::assign_reference(&mut tx, &id, owner.as_ref(), new.review_on).await?;
    }
    let added = find(&mut tx, &id).await?;
    let text = place_text(&added);
    let entry = ItemNote {
        kind: PolicyEventKind::ReferenceAdded,
        before: "",
        after: &text,
        why: &new.why,
        subject: PolicyEventSubject::Manual(added.reference.manual.as_ref()),
    };
    note(ctx, &mut tx, caller, &item.id, entry).await?;
    mark_unless_current(ctx, &mut tx, caller, &added).await?;
    let change = RecordedChange { action: "policy_reference.added", place: &text, why: &new.why };
    record_change(ctx, &mut tx, caller, &item, change).await?;
    reopen_sign_off(ctx, &mut tx, caller, &item).await?;
    tx.commit().await?;
    Ok(id)
}

pub(super) async fn find(tx: &mut Tx, id: &PolicyReferenceId) -> Result<LocatedReference, Error> {
    store::compliance::find_reference(tx, id).await?.ok_or(Error::NotFound(Missing::PolicyReference))
}

/// Refuses a clause of another item.
pub(super) fn require_clause(clauses: &[PolicyClause], clause: Option<&PolicyClauseId>) -> Result<(), Error> {
    let is_own = clause.is_none_or(|id| clauses.iter().any(|clause| clause.id == *id));
    if is_own { Ok(()) } else { Err(Error::field("policyClauseId", FieldCode::UnknownValue)) }
}

/// Marks a reference whose text is another one in the working lane: somebody may have read an older version. The contents
/// may have lost a chapter since it was looked for.
pub(super) async fn mark_unless_current(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    located: &LocatedReference,
) -> Result<(), Error> {
    let (by, now) = (caller.actor(), ctx.clock.now());
    if let (PolicyTarget::Chapter, Some(manual)) = (located.reference.target, &located.reference.manual) {
        return chapters::mark_references(tx, manual, (by.as_str(), now)).await;
    }
    if places::is_current(ctx, located).await? {
        return Ok(());
    }
    let references = std::slice::from_ref(&located.reference.id);
    store::compliance::mark_suspects(tx, references, by.as_str(), now).await?;
    Ok(())
}

/// A change of a reference in the change log.
#[derive(Debug, Clone, Copy)]
pub(super) struct RecordedChange<'a> {
    pub(super) action: &'static str,
    pub(super) place: &'a str,
    pub(super) why: &'a str,
}

pub(super) async fn record_change(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    item: &PolicyItem,
    change: RecordedChange<'_>,
) -> Result<(), Error> {
    let collection = located::collection(tx, &item.collection).await?;
    let detail = [("place", change.place), ("why", change.why)];
    record(ctx, tx, caller, change.action, &located::subject(&collection, item), &detail);
    Ok(())
}

/// Locks an item before its references are written, as a takeover does, so that the two never wait for each other.
pub(super) async fn lock(tx: &mut Tx, item: &PolicyItem) -> Result<(), Error> {
    let is_locked = store::compliance::lock_item(tx, &item.id, item.version).await?;
    if is_locked { Ok(()) } else { Err(Error::ChangedMeanwhile) }
}

/// Reopens the sign-off of an item whose references changed.
pub(super) async fn reopen_sign_off(ctx: &Ctx, tx: &mut Tx, caller: &Caller, item: &PolicyItem) -> Result<(), Error> {
    let collection = located::collection(tx, &item.collection).await?;
    reopen_and_tell(ctx, tx, caller, (&collection, item), SignedChange::of(SignedPart::Reference)).await
}

/// Deletes a reference.
pub async fn delete(
    ctx: &Ctx,
    caller: &Caller,
    id: &PolicyReferenceId,
    version: Option<i64>,
    why: &str,
) -> Result<PolicyItemId, Error> {
    caller.require(Permission::EditCompliance)?;
    let mut tx = caller.begin(ctx).await?;
    let before = find(&mut tx, id).await?;
    let item = located::item(&mut tx, &before.reference.item).await?;
    lock(&mut tx, &item).await?;
    let held = before.reference.version;
    let is_seen = version.is_none_or(|version| version == held);
    if !is_seen || store::compliance::delete_references(&mut tx, &[(id, held)], ctx.clock.now()).await? != 1 {
        return Err(Error::ChangedMeanwhile);
    }
    let text = place_text(&before);
    let entry = ItemNote {
        kind: PolicyEventKind::ReferenceDeleted,
        before: &text,
        after: "",
        why,
        subject: PolicyEventSubject::Manual(before.reference.manual.as_ref()),
    };
    note(ctx, &mut tx, caller, &item.id, entry).await?;
    let change = RecordedChange { action: "policy_reference.deleted", place: &text, why };
    record_change(ctx, &mut tx, caller, &item, change).await?;
    reopen_sign_off(ctx, &mut tx, caller, &item).await?;
    tx.commit().await?;
    Ok(item.id)
}
