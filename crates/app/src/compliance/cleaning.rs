//! Deleting the references that lead nowhere.

use std::collections::{BTreeSet, HashMap};

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

/// The references below a path that lead nowhere. Those to what is in the trash are not among them.
pub async fn list_gone(ctx: &Ctx, caller: &Caller, below: &CompliancePath) -> Result<Vec<GoneReference>, Error> {
    caller.require(Permission::EditCompliance)?;
    gone(&mut caller.read(ctx).await?, below).await
}

async fn gone(tx: &mut Tx, below: &CompliancePath) -> Result<Vec<GoneReference>, Error> {
    located::collection_of(tx, below).await?;
    let found = store::compliance::list_gone_references(tx, below, MAX_CLEANED).await?;
    Ok(found.into_iter().map(|(item_code, located)| GoneReference { item_code, located }).collect())
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
    let mut tx = caller.begin(ctx).await?;
    let mut removed = gone(&mut tx, below).await?;
    removed.retain(|one| listed.get(&one.located.reference.id) == Some(&one.located.reference.version));
    delete(ctx, &mut tx, caller, below, &removed, why).await?;
    tx.commit().await?;
    tracing::info!(path = %below, references = removed.len(), "Cleaned {} references", removed.len());
    Ok(removed)
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
