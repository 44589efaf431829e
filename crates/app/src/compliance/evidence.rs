//! Files that prove how requirements are met.

use bytes::Bytes;
use chrono::{NaiveDate, TimeDelta};
use domain::change_request::is_shown_as_written;
use domain::compliance::{
    MAX_EVIDENCE, MAX_EVIDENCE_BYTES, MAX_EVIDENCE_PER_DAY, PolicyEventKind, PolicyEvidence, PolicyItem, SignedPart,
};
use domain::field::FieldCode;
use domain::id::{ManualId, PolicyEvidenceId, PolicyItemId, PolicyReferenceId};
use domain::path::FileName;
use domain::permission::Permission;
use store::Tx;
use store::compliance::{PolicyEventSubject, StoredEvidence};

use super::located::{self, ItemNote, note, record};
use super::sign_offs::{SignedChange, reopen_and_tell};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ComplianceError, Error, Missing};

/// A file to add, still without its bytes.
#[derive(Debug, Clone)]
pub struct NewEvidence {
    pub item: PolicyItemId,
    /// The reference that it is about; `None` for the whole requirement.
    pub reference: Option<PolicyReferenceId>,
    pub file_name: String,
    pub effective_on: Option<NaiveDate>,
}

/// Refuses a file that may not be added, before its bytes are read and stored.
pub async fn require(ctx: &Ctx, caller: &Caller, new: &NewEvidence) -> Result<(), Error> {
    caller.require(Permission::EditCompliance)?;
    parse_name(&new.file_name)?;
    let mut tx = caller.read(ctx).await?;
    located::item(&mut tx, &new.item).await?;
    manual_of(&mut tx, new).await?;
    require_space(ctx, &mut tx, caller, &new.item).await
}

fn parse_name(file_name: &str) -> Result<FileName, Error> {
    let name = FileName::parse(file_name).filter(|name| is_shown_as_written(name.as_str()));
    name.ok_or_else(|| Error::field("fileName", FieldCode::Character))
}

async fn require_space(ctx: &Ctx, tx: &mut Tx, caller: &Caller, item: &PolicyItemId) -> Result<(), Error> {
    let since = ctx.clock.now() - TimeDelta::days(1);
    let of_item = store::compliance::count_evidence(tx, item).await?;
    let of_day = store::compliance::count_evidence_since(tx, &caller.user.id, since).await?;
    let is_full = of_item >= MAX_EVIDENCE || of_day >= MAX_EVIDENCE_PER_DAY;
    if is_full { Err(ComplianceError::TooMany.into()) } else { Ok(()) }
}

/// The manual of the reference that a file is about, with its path. One in the trash is refused: nobody would see the
/// file.
async fn manual_of(tx: &mut Tx, new: &NewEvidence) -> Result<Option<(ManualId, String)>, Error> {
    let Some(id) = &new.reference else { return Ok(None) };
    let unknown = || Error::field("policyRefId", FieldCode::UnknownValue);
    let found = store::compliance::find_reference(tx, id).await?.filter(|found| found.reference.item == new.item);
    let found = found.filter(|found| !found.manual_path.is_empty()).ok_or_else(unknown)?;
    let manual = found.reference.manual.ok_or_else(unknown)?;
    Ok(Some((manual, found.manual_path)))
}

/// Adds a file to a requirement, or to one of its references.
pub async fn add(ctx: &Ctx, caller: &Caller, new: NewEvidence, bytes: Bytes) -> Result<(), Error> {
    caller.require(Permission::EditCompliance)?;
    let name = parse_name(&new.file_name)?;
    if bytes.is_empty() || bytes.len() > MAX_EVIDENCE_BYTES {
        let code = if bytes.is_empty() { FieldCode::Required } else { FieldCode::TooLong };
        return Err(Error::field("file", code));
    }
    let size = bytes.len() as u64;
    let blob = ctx.blobs.put(bytes).await?;
    let mut tx = caller.begin(ctx).await?;
    let item = located::item(&mut tx, &new.item).await?;
    let (manual, manual_path) = manual_of(&mut tx, &new).await?.unzip();
    require_space(ctx, &mut tx, caller, &item.id).await?;
    let evidence = PolicyEvidence {
        id: PolicyEvidenceId(ctx.ids.next()),
        item: item.id.clone(),
        reference: new.reference,
        manual,
        manual_path: manual_path.unwrap_or_default(),
        file_name: name.as_str().to_owned(),
        size,
        effective_on: new.effective_on,
        author: located::person(&caller.user),
        created_on: ctx.clock.now(),
    };
    let stored = StoredEvidence { evidence, blob };
    store::compliance::insert_evidence(&mut tx, &stored).await?;
    let change =
        EvidenceChange { kind: PolicyEventKind::EvidenceAdded, action: "policy_evidence.added", stored: &stored };
    tell(ctx, &mut tx, caller, &item, change).await?;
    Ok(tx.commit().await?)
}

/// A file that was added or deleted.
#[derive(Debug, Clone, Copy)]
struct EvidenceChange<'a> {
    kind: PolicyEventKind,
    action: &'static str,
    stored: &'a StoredEvidence,
}

/// A file in one line, for the history: its name, its day and its hash.
pub(super) fn evidence_text(StoredEvidence { evidence, blob }: &StoredEvidence) -> String {
    let day = evidence.effective_on.map(|day| day.to_string()).unwrap_or_default();
    let parts = [evidence.file_name.as_str(), day.as_str(), blob.as_str()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// Notes a change in the history of the requirement, with the hash of the file, and in the change log. Reopens the sign-off
/// of the requirement.
async fn tell(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    item: &PolicyItem,
    EvidenceChange { kind, action, stored }: EvidenceChange<'_>,
) -> Result<(), Error> {
    let StoredEvidence { evidence, blob } = stored;
    let text = evidence_text(stored);
    let subject = match &evidence.manual {
        Some(manual) => PolicyEventSubject::Manual(Some(manual)),
        None => PolicyEventSubject::Item,
    };
    let is_added = kind == PolicyEventKind::EvidenceAdded;
    let (before, after) = if is_added { ("", text.as_str()) } else { (text.as_str(), "") };
    note(ctx, tx, caller, &item.id, ItemNote { kind, before, after, why: "", subject }).await?;
    let collection = located::collection(tx, &item.collection).await?;
    let detail = [("file", evidence.file_name.as_str()), ("sha256", blob.as_str())];
    record(ctx, tx, caller, action, &located::subject(&collection, item), &detail);
    reopen_and_tell(ctx, tx, caller, (&collection, item), SignedChange::of(SignedPart::Evidence)).await
}

async fn find(tx: &mut Tx, id: &PolicyEvidenceId) -> Result<StoredEvidence, Error> {
    store::compliance::find_evidence(tx, id).await?.ok_or(Error::NotFound(Missing::Artifact))
}

/// A file with its bytes.
pub async fn read(ctx: &Ctx, caller: &Caller, id: &PolicyEvidenceId) -> Result<(PolicyEvidence, Bytes), Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let StoredEvidence { evidence, blob } = find(&mut tx, id).await?;
    // A file of a collection that the caller may not see does not exist for them.
    let item = store::compliance::find_item(&mut tx, &evidence.item).await?;
    item.ok_or(Error::NotFound(Missing::Artifact))?;
    drop(tx);
    let bytes = ctx.blobs.read(&blob).await?.ok_or(Error::NotFound(Missing::Artifact))?;
    Ok((evidence, bytes))
}

/// Deletes a file; gives its requirement.
pub async fn delete(ctx: &Ctx, caller: &Caller, id: &PolicyEvidenceId) -> Result<PolicyItemId, Error> {
    caller.require(Permission::EditCompliance)?;
    let mut tx = caller.begin(ctx).await?;
    let stored = find(&mut tx, id).await?;
    let item = located::item(&mut tx, &stored.evidence.item).await?;
    if !store::compliance::delete_evidence(&mut tx, id).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let kind = PolicyEventKind::EvidenceDeleted;
    let change = EvidenceChange { kind, action: "policy_evidence.deleted", stored: &stored };
    tell(ctx, &mut tx, caller, &item, change).await?;
    tx.commit().await?;
    Ok(item.id)
}
