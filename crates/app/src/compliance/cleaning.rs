//! Deleting the references that lead nowhere.

use std::collections::{BTreeSet, HashMap};

use domain::comment::PlaceState;
use domain::compliance::{CompliancePath, LocatedReference, PolicyEventKind, SignedPart};
use domain::field::FieldCode;
use domain::id::PolicyReferenceId;
use domain::permission::Permission;
use store::Tx;
use store::compliance::PolicyEventSubject;

use super::located::{self, ItemNote, record};
use super::reference_texts::place_text;
use super::references::lock;
use super::sign_offs::{self, SignedChange};
use crate::comments::paragraphs::{self, AnchoredParagraph};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// References that one cleaning lists and removes at most.
const MAX_CLEANED: u64 = 5_000;

/// A reference that leads nowhere, with the code of its item.
#[derive(Debug, Clone)]
pub struct GoneReference {
    pub item_code: String,
    pub located: LocatedReference,
}

/// A version of a reference, as somebody has read it.
#[derive(Debug, Clone)]
pub struct PolicyReferenceVersion {
    pub id: PolicyReferenceId,
    pub version: i64,
}

/// The references below a path that lead nowhere: also those to paragraphs that their modules do not have any more. Those to
/// what is in the trash are not among them.
pub async fn list_gone(ctx: &Ctx, caller: &Caller, below: &CompliancePath) -> Result<Vec<GoneReference>, Error> {
    caller.require(Permission::EditCompliance)?;
    let mut tx = caller.read(ctx).await?;
    let mut found = gone(&mut tx, below).await?;
    let changed = changed_paragraphs(&mut tx, below).await?;
    drop(tx);
    found.extend(lost(ctx, changed).await?);
    found.truncate(usize::try_from(MAX_CLEANED).unwrap_or(usize::MAX));
    Ok(found)
}

async fn gone(tx: &mut Tx, below: &CompliancePath) -> Result<Vec<GoneReference>, Error> {
    located::collection_of(tx, below).await?;
    Ok(coded(store::compliance::list_gone_references(tx, below, MAX_CLEANED).await?))
}

/// The references to paragraphs whose modules have other contents, and perhaps not the paragraphs any more.
async fn changed_paragraphs(tx: &mut Tx, below: &CompliancePath) -> Result<Vec<GoneReference>, Error> {
    Ok(coded(store::compliance::list_changed_paragraphs(tx, below, MAX_CLEANED).await?))
}

fn coded(found: Vec<(String, LocatedReference)>) -> Vec<GoneReference> {
    found.into_iter().map(|(item_code, located)| GoneReference { item_code, located }).collect()
}

/// Those whose paragraphs are gone. A content that cannot be read says nothing about its paragraphs.
async fn lost(ctx: &Ctx, changed: Vec<GoneReference>) -> Result<Vec<GoneReference>, Error> {
    let with_paragraph = changed.into_iter().filter_map(|one| {
        let (from, (_, to)) = one.located.confirmed_blob.clone().zip(one.located.now.clone())?;
        let anchor = one.located.reference.anchor.clone();
        Some((one, AnchoredParagraph { from, to, anchor }))
    });
    let (changed, wanted): (Vec<GoneReference>, Vec<AnchoredParagraph>) = with_paragraph.unzip();
    let found = paragraphs::find_read(ctx, &wanted).await?;
    let both = changed.into_iter().zip(found);
    let is_gone = both.filter(|(_, found)| found.as_ref().is_some_and(|one| one.place.state == PlaceState::Gone));
    Ok(is_gone.map(|(one, _)| one).collect())
}

/// Deletes those of the listed references below a path that still lead nowhere and that nobody changed; gives them.
pub async fn clean(
    ctx: &Ctx,
    caller: &Caller,
    below: &CompliancePath,
    listed: &[PolicyReferenceVersion],
    why: &str,
) -> Result<Vec<GoneReference>, Error> {
    caller.require(Permission::EditCompliance)?;
    if listed.is_empty() {
        return Err(Error::field("references", FieldCode::Required));
    }
    if listed.len() as u64 > MAX_CLEANED {
        return Err(Error::field("references", FieldCode::TooMany));
    }
    let listed: HashMap<&PolicyReferenceId, i64> = listed.iter().map(|one| (&one.id, one.version)).collect();
    let is_listed = |one: &GoneReference| {
        let reference = &one.located.reference;
        listed.get(&reference.id) == Some(&reference.version)
    };
    // Contents are read before the transaction: others wait for it.
    let mut changed = changed_paragraphs(&mut caller.read(ctx).await?, below).await?;
    changed.retain(is_listed);
    let lost = lost(ctx, changed).await?;
    let mut tx = caller.begin(ctx).await?;
    let mut removed = gone(&mut tx, below).await?;
    removed.retain(is_listed);
    removed.extend(still_lost(&mut tx, below, lost).await?);
    delete(ctx, &mut tx, caller, below, &removed, why).await?;
    tx.commit().await?;
    tracing::info!(path = %below, references = removed.len(), "Cleaned {} references", removed.len());
    Ok(removed)
}

/// Those of the references without a paragraph that are as they were when the contents were read, and their modules too.
async fn still_lost(
    tx: &mut Tx,
    below: &CompliancePath,
    lost: Vec<GoneReference>,
) -> Result<Vec<GoneReference>, Error> {
    if lost.is_empty() {
        return Ok(lost);
    }
    let now = changed_paragraphs(tx, below).await?.into_iter();
    let now: HashMap<PolicyReferenceId, LocatedReference> =
        now.map(|one| (one.located.reference.id.clone(), one.located)).collect();
    Ok(lost.into_iter().filter(|one| now.get(&one.located.reference.id) == Some(&one.located)).collect())
}

async fn delete(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    below: &CompliancePath,
    removed: &[GoneReference],
    why: &str,
) -> Result<(), Error> {
    let collection = located::collection_of(tx, below).await?;
    let mut signed = Vec::new();
    if collection.details.needs_sign_off {
        for id in removed.iter().map(|one| &one.located.reference.item).collect::<BTreeSet<_>>() {
            let item = located::item(tx, id).await?;
            lock(tx, &item).await?;
            signed.push(item);
        }
    }
    let references = removed.iter().map(|one| &one.located.reference);
    let versions: Vec<(&PolicyReferenceId, i64)> = references.map(|one| (&one.id, one.version)).collect();
    if store::compliance::delete_references(tx, &versions, ctx.clock.now()).await? != versions.len() as u64 {
        return Err(Error::ChangedMeanwhile);
    }
    let texts: Vec<String> = removed.iter().map(|one| place_text(&one.located)).collect();
    let mut events = Vec::with_capacity(removed.len());
    for (GoneReference { located, .. }, text) in removed.iter().zip(&texts) {
        let reference = &located.reference;
        // A purged place has no names or texts left to hide.
        let subject = match &reference.manual {
            Some(manual) => PolicyEventSubject::Manual(Some(manual)),
            None => PolicyEventSubject::Item,
        };
        let entry = ItemNote { kind: PolicyEventKind::ReferenceCleaned, before: text, after: "", why, subject };
        events.push(entry.entry(ctx, caller, &reference.item));
    }
    store::compliance::insert_events(tx, &events).await?;
    for (one, text) in removed.iter().zip(&texts) {
        let subject = format!("{} {}", collection.details.name, one.item_code);
        record(ctx, tx, caller, "policy_reference.cleaned", &subject, &[("place", text.as_str()), ("why", why)]);
    }
    let mut to_sign = Vec::new();
    for item in signed {
        let change = SignedChange::of(SignedPart::Reference);
        if sign_offs::reopen(ctx, tx, caller, (&collection, &item), change).await? {
            to_sign.push(item.id);
        }
    }
    sign_offs::tell(ctx, tx, caller.user.account.as_str(), &collection, &to_sign).await
}
