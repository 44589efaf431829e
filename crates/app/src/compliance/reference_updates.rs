//! Changing references, and confirming that their text answers the requirement.

use chrono::NaiveDate;
use domain::compliance::{
    LocatedReference, PolicyClause, PolicyEventKind, PolicyItem, PolicyPlace, PolicyReference, PolicyReferenceState,
};
use domain::id::{PolicyClauseId, PolicyItemId, PolicyReferenceId, UserId, VersionId};
use domain::permission::Permission;
use store::Tx;
use store::compliance::{PolicyEventSubject, ReferenceValues};

use super::located::{self, ItemNote, note};
use super::places::{self, PolicyDestination};
use super::reference_texts::{change_texts, place_text};
use super::references::{
    RecordedChange, find, lock, mark_unless_current, record_change, reopen_sign_off, require_clause,
};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// New values of a reference, and the version that the caller has seen.
#[derive(Debug, Clone)]
pub struct ReferenceUpdate {
    pub id: PolicyReferenceId,
    pub version: i64,
    pub clause: Option<PolicyClauseId>,
    pub comment: String,
    /// An account; `None` for the owner of the requirement.
    pub owner: Option<String>,
    pub review_on: Option<NaiveDate>,
    pub confirmation: ReferenceConfirmation,
    pub why: String,
}

/// Whether an update confirms that a text answers the requirement. The requirement must still have the version in which
/// it was read.
#[derive(Debug, Clone)]
pub enum ReferenceConfirmation {
    None,
    Now {
        /// The version of the text, which the working lane must still have; `None` for a place without a version.
        read: Option<VersionId>,
        item_version: i64,
    },
    /// At another place.
    At {
        destination: PolicyDestination,
        item_version: i64,
    },
}

impl ReferenceConfirmation {
    fn item_version(&self) -> Option<i64> {
        match self {
            Self::None => None,
            Self::Now { item_version, .. } | Self::At { item_version, .. } => Some(*item_version),
        }
    }
}

/// A reference as somebody has read it.
#[derive(Debug, Clone)]
pub struct ReadReference {
    pub id: PolicyReferenceId,
    pub version: i64,
    /// The version of its text; `None` for a place without a version.
    pub text: Option<VersionId>,
}

/// The update that confirms a reference as it was read, together with a version of its requirement.
pub(super) async fn confirming(
    tx: &mut Tx,
    read: &ReadReference,
    item_version: i64,
    why: &str,
) -> Result<ReferenceUpdate, Error> {
    let reference = find(tx, &read.id).await?.reference;
    Ok(ReferenceUpdate {
        id: reference.id,
        version: read.version,
        clause: reference.clause,
        comment: reference.comment,
        owner: reference.owner.map(|person| person.account),
        review_on: reference.review_on,
        confirmation: ReferenceConfirmation::Now { read: read.text, item_version },
        why: why.to_owned(),
    })
}

/// Changes a reference, confirms it or lets it lead elsewhere. An update without a difference does nothing.
pub async fn update(ctx: &Ctx, caller: &Caller, update: ReferenceUpdate) -> Result<PolicyItemId, Error> {
    caller.require(Permission::EditCompliance)?;
    let place = confirmed_place(ctx, caller, &update).await?;
    let mut tx = caller.begin(ctx).await?;
    let UpdatedReference { item, is_changed } = update_in(ctx, &mut tx, caller, &update, place.as_ref()).await?;
    if is_changed {
        reopen_sign_off(ctx, &mut tx, caller, &item).await?;
    }
    tx.commit().await?;
    Ok(item.id)
}

/// Reads the place that an update confirms, before the transaction that writes it.
pub(super) async fn confirmed_place(
    ctx: &Ctx,
    caller: &Caller,
    update: &ReferenceUpdate,
) -> Result<Option<PolicyPlace>, Error> {
    let seen = find(&mut caller.read(ctx).await?, &update.id).await?;
    require_version(&seen.reference, update.version)?;
    match &update.confirmation {
        ReferenceConfirmation::None => Ok(None),
        ReferenceConfirmation::Now { read, .. } => Ok(Some(places::now(ctx, caller, &seen, *read).await?)),
        ReferenceConfirmation::At { destination, .. } => Ok(Some(places::read(ctx, caller, destination).await?)),
    }
}

/// The item of an updated reference.
#[derive(Debug)]
pub(super) struct UpdatedReference {
    pub(super) item: PolicyItem,
    /// The reference is not the one that an approver may have signed.
    pub(super) is_changed: bool,
}

/// Changes or confirms a reference within a transaction. The sign-off of its item is left to the caller.
pub(super) async fn update_in(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    update: &ReferenceUpdate,
    place: Option<&PolicyPlace>,
) -> Result<UpdatedReference, Error> {
    if let Some(place) = place {
        store::manuals::lock(tx, &place.manual).await?;
    }
    let before = find(tx, &update.id).await?;
    require_version(&before.reference, update.version)?;
    if let ReferenceConfirmation::Now { read, .. } = &update.confirmation {
        places::require_version(&before, *read)?;
    }
    let item = located::item(tx, &before.reference.item).await?;
    if update.confirmation.item_version().is_some_and(|version| version != item.version) {
        return Err(Error::ChangedMeanwhile);
    }
    lock(tx, &item).await?;
    let clauses = store::compliance::list_clauses(tx, &item.id).await?;
    require_clause(&clauses, update.clause.as_ref())?;
    let owner = located::owner_after(tx, before.reference.owner.as_ref(), update.owner.as_deref()).await?;
    let values = values_of(update, owner.as_ref(), place.map(|_| ctx.clock.now().date_naive()));
    let is_same = before.reference.clause == update.clause && before.reference.comment == update.comment;
    if place.is_none() && is_same && is_same_review(&before.reference, &values) {
        return Ok(UpdatedReference { item, is_changed: false });
    }
    write(ctx, tx, &before.reference, values, place).await?;
    let after = find(tx, &update.id).await?;
    let (kind, action) = match update.confirmation {
        ReferenceConfirmation::Now { .. } => (PolicyEventKind::ReferenceConfirmed, "policy_reference.confirmed"),
        _ => (PolicyEventKind::ReferenceChanged, "policy_reference.updated"),
    };
    let noted = NotedChange { kind, before: &before, after: &after, why: &update.why };
    note_change(ctx, tx, caller, noted, &clauses).await?;
    mark_unless_current(ctx, tx, caller, &after).await?;
    let change = RecordedChange { action, place: &place_text(&after), why: &update.why };
    record_change(ctx, tx, caller, &item, change).await?;
    // A text that nobody had to check again is the one that was signed. Nobody signs who is in charge of it.
    let is_same_text = match update.confirmation {
        ReferenceConfirmation::None => true,
        ReferenceConfirmation::Now { .. } => before.reference.state == PolicyReferenceState::Current,
        ReferenceConfirmation::At { .. } => false,
    };
    Ok(UpdatedReference { item, is_changed: !(is_same && is_same_text) })
}

/// The values that an update writes. A confirmation on a day is the review that was due then.
fn values_of<'a>(
    update: &'a ReferenceUpdate,
    owner: Option<&'a UserId>,
    confirmed: Option<NaiveDate>,
) -> ReferenceValues<'a> {
    let review_on = update.review_on.filter(|day| confirmed.is_none_or(|today| *day > today));
    ReferenceValues { clause: update.clause.as_ref(), comment: &update.comment, owner, review_on }
}

/// Whether the same person reviews a reference on the same day as before.
fn is_same_review(before: &PolicyReference, values: &ReferenceValues<'_>) -> bool {
    before.owner.as_ref().map(|person| &person.id) == values.owner && before.review_on == values.review_on
}

fn require_version(reference: &PolicyReference, version: i64) -> Result<(), Error> {
    if reference.version == version { Ok(()) } else { Err(Error::ChangedMeanwhile) }
}

/// Writes an update. The place is written first, and the version rises with it.
async fn write(
    ctx: &Ctx,
    tx: &mut Tx,
    before: &PolicyReference,
    values: ReferenceValues<'_>,
    place: Option<&PolicyPlace>,
) -> Result<(), Error> {
    let now = ctx.clock.now();
    let mut before = before.clone();
    if let Some(place) = place {
        if !store::compliance::confirm_reference(tx, &before, place, now).await? {
            return Err(Error::ChangedMeanwhile);
        }
        // Files about the manual that it led to before are not about the new one.
        store::compliance::detach_evidence(tx, &before.id, &place.manual).await?;
        before.version += 1;
    }
    if store::compliance::update_reference(tx, &before, values, now).await? {
        Ok(())
    } else {
        Err(Error::ChangedMeanwhile)
    }
}

/// A reference before and after a change.
#[derive(Debug, Clone, Copy)]
struct NotedChange<'a> {
    kind: PolicyEventKind,
    before: &'a LocatedReference,
    after: &'a LocatedReference,
    why: &'a str,
}

/// Notes a change of a reference in the history of its item. A reference that leads to another manual now has two
/// entries, because not everybody may see both manuals.
async fn note_change(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    NotedChange { kind, before, after, why }: NotedChange<'_>,
    clauses: &[PolicyClause],
) -> Result<(), Error> {
    let (old, new) = change_texts(before, after, clauses);
    let (from, to) = (before.reference.manual.as_ref(), after.reference.manual.as_ref());
    let item = &after.reference.item;
    let subject = PolicyEventSubject::Manual(to);
    if from == to {
        return note(ctx, tx, caller, item, ItemNote { kind, before: &old, after: &new, why, subject }).await;
    }
    let left = ItemNote { kind, before: &old, after: "", why, subject: PolicyEventSubject::Manual(from) };
    note(ctx, tx, caller, item, left).await?;
    note(ctx, tx, caller, item, ItemNote { kind, before: "", after: &new, why, subject }).await
}
