//! References from items to manuals.

use domain::compliance::{
    CompliancePath, LocatedReference, MAX_REFERENCES, PolicyEventKind, PolicyItem, PolicyPlace, PolicyReference,
};
use domain::field::FieldCode;
use domain::id::{PolicyClauseId, PolicyItemId, PolicyReferenceId};
use domain::permission::Permission;
use store::Tx;
use store::compliance::PolicyEventSubject;

use super::located::{self, ItemNote, note, record};
use super::places;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ComplianceError, Error, Missing};

pub use super::places::AskedTarget;

/// References that one cleaning removes at most.
const MAX_CLEANED: u64 = 5_000;

/// A reference to add to an item.
#[derive(Debug, Clone)]
pub struct NewReference {
    pub item: PolicyItemId,
    /// `None` for the whole item.
    pub clause: Option<PolicyClauseId>,
    pub target: AskedTarget,
    pub comment: String,
    pub why: String,
}

/// Adds a reference to an item.
pub async fn add(ctx: &Ctx, caller: &Caller, new: NewReference) -> Result<PolicyReferenceId, Error> {
    caller.require(Permission::EditCompliance)?;
    located::item(&mut caller.read(ctx).await?, &new.item).await?;
    let place = places::read(ctx, caller, &new.target).await?;
    let mut tx = caller.begin(ctx).await?;
    let item = located::item(&mut tx, &new.item).await?;
    require_clause(&mut tx, &item, new.clause.as_ref()).await?;
    if store::compliance::count_references(&mut tx, &item.id).await? >= MAX_REFERENCES {
        return Err(ComplianceError::TooMany.into());
    }
    let (id, now) = (PolicyReferenceId(ctx.ids.next()), ctx.clock.now());
    let by = (&caller.user.id, now);
    let of = (&item.id, new.clause.as_ref());
    store::compliance::insert_reference(&mut tx, &id, of, &place, &new.comment, by).await?;
    let added = find(&mut tx, &id).await?;
    let change = PolicyReferenceChange {
        kind: PolicyEventKind::ReferenceAdded,
        action: "policy_reference.added",
        why: &new.why,
    };
    told(ctx, &mut tx, caller, &item, &added, change).await?;
    tx.commit().await?;
    Ok(id)
}

async fn find(tx: &mut Tx, id: &PolicyReferenceId) -> Result<LocatedReference, Error> {
    store::compliance::find_reference(tx, id).await?.ok_or(Error::NotFound(Missing::PolicyReference))
}

/// Refuses a clause of another item.
async fn require_clause(tx: &mut Tx, item: &PolicyItem, clause: Option<&PolicyClauseId>) -> Result<(), Error> {
    let Some(id) = clause else { return Ok(()) };
    let clauses = store::compliance::list_clauses(tx, &item.id).await?;
    let is_own = clauses.iter().any(|clause| clause.id == *id);
    if is_own { Ok(()) } else { Err(Error::field("policyClauseId", FieldCode::UnknownValue)) }
}

/// What happened to a reference.
#[derive(Debug, Clone, Copy)]
struct PolicyReferenceChange<'a> {
    kind: PolicyEventKind,
    action: &'static str,
    why: &'a str,
}

/// Notes a change of a reference in the history of its item, and records it.
async fn told(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    item: &PolicyItem,
    located: &LocatedReference,
    change: PolicyReferenceChange<'_>,
) -> Result<(), Error> {
    let text = place_text(located);
    let is_removed = matches!(change.kind, PolicyEventKind::ReferenceDeleted | PolicyEventKind::ReferenceCleaned);
    let (before, after) = if is_removed { (text.as_str(), "") } else { ("", text.as_str()) };
    let subject = PolicyEventSubject::Manual(located.reference.manual.as_ref());
    let said = ItemNote { kind: change.kind, before, after, why: change.why, subject };
    note(ctx, tx, caller, &item.id, said).await?;
    let collection = located::collection(tx, &item.collection).await?;
    let detail = [("place", text.as_str()), ("why", change.why)];
    record(ctx, tx, caller, change.action, &located::subject(&collection, item), &detail);
    Ok(())
}

/// A place in one line, for the history.
fn place_text(located: &LocatedReference) -> String {
    let path = if located.path.is_empty() { &located.manual_path } else { &located.path };
    let parts = [path.as_str(), located.reference.chapter.as_str(), located.reference.quote.as_str()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// New values of a reference, and the version that the caller has seen.
#[derive(Debug, Clone)]
pub struct ReferenceUpdate {
    pub id: PolicyReferenceId,
    pub version: i64,
    pub clause: Option<PolicyClauseId>,
    pub comment: String,
    pub confirmation: ReferenceConfirmation,
    pub why: String,
}

/// Whether an update confirms the text that a reference leads to.
#[derive(Debug, Clone)]
pub enum ReferenceConfirmation {
    None,
    /// As it is in the working lane.
    Now,
    /// At another place.
    At(AskedTarget),
}

/// Changes a reference, confirms it or lets it lead elsewhere.
pub async fn update(ctx: &Ctx, caller: &Caller, update: ReferenceUpdate) -> Result<PolicyItemId, Error> {
    caller.require(Permission::EditCompliance)?;
    let seen = find(&mut caller.read(ctx).await?, &update.id).await?;
    require_version(&seen.reference, update.version)?;
    let place = match &update.confirmation {
        ReferenceConfirmation::None => None,
        ReferenceConfirmation::Now => Some(places::now(ctx, caller, &seen).await?),
        ReferenceConfirmation::At(target) => Some(places::read(ctx, caller, target).await?),
    };
    let mut tx = caller.begin(ctx).await?;
    let before = find(&mut tx, &update.id).await?.reference;
    require_version(&before, update.version)?;
    let item = located::item(&mut tx, &before.item).await?;
    require_clause(&mut tx, &item, update.clause.as_ref()).await?;
    write(ctx, &mut tx, &before, &update, place.as_ref()).await?;
    let after = find(&mut tx, &update.id).await?;
    let (kind, action) = match update.confirmation {
        ReferenceConfirmation::Now => (PolicyEventKind::ReferenceConfirmed, "policy_reference.confirmed"),
        _ => (PolicyEventKind::ReferenceChanged, "policy_reference.updated"),
    };
    told(ctx, &mut tx, caller, &item, &after, PolicyReferenceChange { kind, action, why: &update.why }).await?;
    tx.commit().await?;
    Ok(item.id)
}

fn require_version(reference: &PolicyReference, version: i64) -> Result<(), Error> {
    if reference.version == version { Ok(()) } else { Err(Error::ChangedMeanwhile) }
}

/// Writes an update. The place is written first, and the version rises with it.
async fn write(
    ctx: &Ctx,
    tx: &mut Tx,
    before: &PolicyReference,
    update: &ReferenceUpdate,
    place: Option<&PolicyPlace>,
) -> Result<(), Error> {
    let now = ctx.clock.now();
    let mut before = before.clone();
    if let Some(place) = place {
        if !store::compliance::confirm_reference(tx, &before, place, now).await? {
            return Err(Error::ChangedMeanwhile);
        }
        before.version += 1;
    }
    let clause = update.clause.as_ref();
    if store::compliance::update_reference(tx, &before, clause, &update.comment, now).await? {
        Ok(())
    } else {
        Err(Error::ChangedMeanwhile)
    }
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
    let held = before.reference.version;
    let is_seen = version.is_none_or(|version| version == held);
    if !is_seen || !store::compliance::delete_reference(&mut tx, id, held).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let item = located::item(&mut tx, &before.reference.item).await?;
    let (kind, action) = (PolicyEventKind::ReferenceDeleted, "policy_reference.deleted");
    told(ctx, &mut tx, caller, &item, &before, PolicyReferenceChange { kind, action, why }).await?;
    tx.commit().await?;
    Ok(item.id)
}

/// A reference that leads nowhere, with the code of its item.
#[derive(Debug, Clone)]
pub struct GoneReference {
    pub item_code: String,
    pub located: LocatedReference,
}

/// The references below a path that lead nowhere, which `clean` would delete.
pub async fn list_gone(ctx: &Ctx, caller: &Caller, below: &CompliancePath) -> Result<Vec<GoneReference>, Error> {
    caller.require(Permission::EditCompliance)?;
    gone(&mut caller.read(ctx).await?, below).await
}

async fn gone(tx: &mut Tx, below: &CompliancePath) -> Result<Vec<GoneReference>, Error> {
    located::collection_of(tx, below).await?;
    let found = store::compliance::list_gone_references(tx, below, MAX_CLEANED).await?;
    Ok(found.into_iter().map(|(item_code, located)| GoneReference { item_code, located }).collect())
}

/// Deletes the references below a path that lead nowhere, and gives them.
pub async fn clean(ctx: &Ctx, caller: &Caller, below: &CompliancePath, why: &str) -> Result<Vec<GoneReference>, Error> {
    caller.require(Permission::EditCompliance)?;
    let mut tx = caller.begin(ctx).await?;
    let removed = gone(&mut tx, below).await?;
    for GoneReference { located, .. } in &removed {
        let reference = &located.reference;
        if !store::compliance::delete_reference(&mut tx, &reference.id, reference.version).await? {
            return Err(Error::ChangedMeanwhile);
        }
        let item = located::item(&mut tx, &reference.item).await?;
        let (kind, action) = (PolicyEventKind::ReferenceCleaned, "policy_reference.cleaned");
        told(ctx, &mut tx, caller, &item, located, PolicyReferenceChange { kind, action, why }).await?;
    }
    tx.commit().await?;
    tracing::info!(path = %below, references = removed.len(), "Cleaned {} references", removed.len());
    Ok(removed)
}
