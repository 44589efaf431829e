//! Files of regulations: uploading them, and looking at what they change.

use bytes::Bytes;
use domain::compliance::{
    ComplianceCollection, MAX_REGULATION_BYTES, MAX_REGULATION_IMPORTS, RegulationChangeClass, RegulationState,
};
use domain::field::FieldCode;
use domain::id::{ComplianceCollectionId, JobId, RegulationImportId};
use domain::job::{Parameter, Parameters};
use domain::page::{Page, PageRequest};
use domain::path::FileName;
use domain::permission::Permission;
use s1000d::diff::suggestions::redline;
use store::Tx;
use store::regulations::RegulationHead;

use super::check::CHECK;
use super::takeover::TAKE;
use crate::compliance::located::{self, record};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ComplianceError, Error, Missing};
use crate::jobs;

pub use s1000d::diff::suggestions::{PieceKind, RedlinePiece};
pub use store::regulations::{
    RegulationCategoryChange, RegulationChange, RegulationChangeFilter, RegulationFinding, RegulationImport,
};

/// The longest text, in characters, whose differences are marked word by word.
const MAX_REDLINE: usize = 60_000;

/// A file with the numbers of its changes.
#[derive(Debug, Clone)]
pub struct OpenImport {
    pub import: RegulationImport,
    pub counts: Vec<(RegulationChangeClass, u64)>,
    /// Matches by likeness, which a person confirms.
    pub proposed: u64,
}

/// A change with the differences of its texts.
#[derive(Debug, Clone)]
pub struct OpenChange {
    pub change: RegulationChange,
    pub redline: Vec<RedlinePiece>,
}

/// Decisions of a person who takes a file over. Name and type are of a new collection.
#[derive(Debug, Clone, Default)]
pub struct TakeoverChoices {
    pub name: Option<String>,
    pub originator: Option<String>,
    pub compliance_type: Option<String>,
    /// Codes of new items that are the old ones that they resemble.
    pub confirmed: Vec<String>,
}

/// Refuses a file that may not be uploaded, before its bytes are read.
pub async fn require(
    ctx: &Ctx,
    caller: &Caller,
    file_name: &str,
    collection: Option<&ComplianceCollectionId>,
) -> Result<(), Error> {
    caller.require(Permission::EditCompliance)?;
    parse_name(file_name)?;
    let mut tx = caller.read(ctx).await?;
    find_target(&mut tx, collection).await?;
    let is_full = store::regulations::count_imports(&mut tx).await? >= MAX_REGULATION_IMPORTS;
    if is_full { Err(ComplianceError::TooMany.into()) } else { Ok(()) }
}

fn parse_name(file_name: &str) -> Result<FileName, Error> {
    FileName::parse(file_name).ok_or_else(|| Error::field("fileName", FieldCode::Character))
}

async fn find_target(
    tx: &mut Tx,
    collection: Option<&ComplianceCollectionId>,
) -> Result<Option<ComplianceCollection>, Error> {
    match collection {
        Some(id) => Ok(Some(located::collection(tx, id).await?)),
        None => Ok(None),
    }
}

/// Keeps a file and asks for its check, in one transaction.
pub async fn upload(
    ctx: &Ctx,
    caller: &Caller,
    file_name: &str,
    collection: Option<ComplianceCollectionId>,
    bytes: Bytes,
) -> Result<OpenImport, Error> {
    caller.require(Permission::EditCompliance)?;
    let name = parse_name(file_name)?;
    if bytes.is_empty() || bytes.len() > MAX_REGULATION_BYTES {
        let code = if bytes.is_empty() { FieldCode::Required } else { FieldCode::TooLong };
        return Err(Error::field("file", code));
    }
    let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
    let blob = ctx.blobs.put(bytes).await?;
    let mut tx = caller.begin(ctx).await?;
    let target = find_target(&mut tx, collection.as_ref()).await?;
    if store::regulations::count_imports(&mut tx).await? >= MAX_REGULATION_IMPORTS {
        return Err(ComplianceError::TooMany.into());
    }
    let (id, now) = (RegulationImportId(ctx.ids.next()), ctx.clock.now());
    let import = RegulationImport {
        check_job: enqueue_check(ctx, &mut tx, caller, &id).await?,
        id,
        collection,
        collection_name: target.map(|one| one.details.name).unwrap_or_default(),
        file_name: name.as_str().to_owned(),
        size,
        blob,
        state: RegulationState::Waiting,
        format: String::new(),
        head: RegulationHead::default(),
        findings: Vec::new(),
        category_changes: Vec::new(),
        digest: String::new(),
        taken_job: JobId(String::new()),
        created_by: caller.user.account.as_str().to_owned(),
        created_on: now,
        updated_on: now,
    };
    store::regulations::insert_import(&mut tx, &import, &caller.user.id).await?;
    let said = [("collection", import.collection_name.as_str())];
    record(ctx, &mut tx, caller, "regulation.uploaded", &import.file_name, &said);
    tx.commit().await?;
    jobs::wake(ctx);
    Ok(OpenImport { import, counts: Vec::new(), proposed: 0 })
}

async fn enqueue_check(ctx: &Ctx, tx: &mut Tx, caller: &Caller, id: &RegulationImportId) -> Result<JobId, Error> {
    let kind = ctx.jobs.kinds.find(CHECK).ok_or_else(|| Error::field("jobName", FieldCode::UnknownValue))?;
    let parameters = [("importId".to_owned(), Parameter::Text(id.0.clone()))];
    jobs::enqueue(ctx, tx, Some(caller), kind.as_ref(), Parameters(parameters.into()), None).await
}

/// Checks a file again, perhaps as a version of another collection.
pub async fn check_again(
    ctx: &Ctx,
    caller: &Caller,
    id: &RegulationImportId,
    collection: Option<ComplianceCollectionId>,
) -> Result<OpenImport, Error> {
    caller.require(Permission::EditCompliance)?;
    let mut tx = caller.begin(ctx).await?;
    let import = found(&mut tx, id).await?;
    if matches!(import.state, RegulationState::Waiting | RegulationState::Taken) {
        return Err(ComplianceError::RegulationState.into());
    }
    find_target(&mut tx, collection.as_ref()).await?;
    let job = enqueue_check(ctx, &mut tx, caller, id).await?;
    if !store::regulations::begin_check(&mut tx, id, collection.as_ref(), &job, ctx.clock.now()).await? {
        return Err(ComplianceError::RegulationState.into());
    }
    record(ctx, &mut tx, caller, "regulation.checked", &import.file_name, &[]);
    let open = opened(&mut tx, id).await?;
    tx.commit().await?;
    jobs::wake(ctx);
    Ok(open)
}

/// Asks for the takeover of a file.
pub async fn take(
    ctx: &Ctx,
    caller: &Caller,
    id: &RegulationImportId,
    choices: TakeoverChoices,
) -> Result<jobs::Job, Error> {
    let texts = [
        ("importId", Some(id.0.clone())),
        ("name", choices.name),
        ("originator", choices.originator),
        ("complianceType", choices.compliance_type),
    ];
    let texts = texts.into_iter().filter_map(|(name, text)| Some((name.to_owned(), Parameter::Text(text?))));
    let mut parameters: Parameters = Parameters(texts.collect());
    if !choices.confirmed.is_empty() {
        parameters.0.insert("confirmed".to_owned(), Parameter::List(choices.confirmed));
    }
    jobs::create(ctx, caller, TAKE, parameters).await
}

/// One page of the files, newest first.
pub async fn list(ctx: &Ctx, caller: &Caller, page: PageRequest) -> Result<Page<OpenImport>, Error> {
    caller.require(Permission::EditCompliance)?;
    let imports = store::regulations::list_imports(&mut caller.read(ctx).await?, page).await?;
    Ok(imports.map(|import| OpenImport { import, counts: Vec::new(), proposed: 0 }))
}

/// A file with its findings and the numbers of its changes.
pub async fn read(ctx: &Ctx, caller: &Caller, id: &RegulationImportId) -> Result<OpenImport, Error> {
    caller.require(Permission::EditCompliance)?;
    opened(&mut caller.read(ctx).await?, id).await
}

async fn opened(tx: &mut Tx, id: &RegulationImportId) -> Result<OpenImport, Error> {
    let import = found(tx, id).await?;
    let counts = store::regulations::count_changes(tx, id).await?;
    let proposed = store::regulations::count_proposed(tx, id).await?;
    Ok(OpenImport { import, counts, proposed })
}

async fn found(tx: &mut Tx, id: &RegulationImportId) -> Result<RegulationImport, Error> {
    store::regulations::find_import(tx, id).await?.ok_or(Error::NotFound(Missing::RegulationImport))
}

/// One page of what a file changes.
pub async fn changes(
    ctx: &Ctx,
    caller: &Caller,
    id: &RegulationImportId,
    filter: &RegulationChangeFilter,
    page: PageRequest,
) -> Result<Page<RegulationChange>, Error> {
    caller.require(Permission::EditCompliance)?;
    Error::unless_searchable("keywordFilter", &filter.text)?;
    let mut tx = caller.read(ctx).await?;
    found(&mut tx, id).await?;
    Ok(store::regulations::list_changes(&mut tx, id, filter, page).await?)
}

/// One change with the differences of its texts; `position` is that of the list.
pub async fn change(
    ctx: &Ctx,
    caller: &Caller,
    id: &RegulationImportId,
    position: Option<i64>,
) -> Result<OpenChange, Error> {
    caller.require(Permission::EditCompliance)?;
    let missing = || Error::NotFound(Missing::RegulationChange);
    let mut tx = caller.read(ctx).await?;
    found(&mut tx, id).await?;
    let change = store::regulations::find_change(&mut tx, id, position.ok_or_else(missing)?).await?;
    let change = change.ok_or_else(missing)?;
    drop(tx);
    let (old, new) = (change.old_text.clone(), change.new_text.clone());
    let redline = tokio::task::spawn_blocking(move || differences(&old, &new)).await?;
    Ok(OpenChange { change, redline })
}

/// The differences of two texts. Those of very long ones are the texts themselves.
pub(super) fn differences(old: &str, new: &str) -> Vec<RedlinePiece> {
    if old.len().max(new.len()) <= MAX_REDLINE {
        return redline(old, new);
    }
    let piece = |kind, text: &str| RedlinePiece { kind, text: text.to_owned() };
    let pieces = [piece(PieceKind::Deleted, old), piece(PieceKind::Inserted, new)];
    pieces.into_iter().filter(|piece| !piece.text.is_empty()).collect()
}

/// Forgets a file and its report; what was taken over from it stays.
pub async fn delete(ctx: &Ctx, caller: &Caller, id: &RegulationImportId) -> Result<(), Error> {
    caller.require(Permission::EditCompliance)?;
    let mut tx = caller.begin(ctx).await?;
    let import = found(&mut tx, id).await?;
    if import.state == RegulationState::Waiting {
        return Err(ComplianceError::RegulationState.into());
    }
    store::regulations::delete_import(&mut tx, id).await?;
    record(ctx, &mut tx, caller, "regulation.deleted", &import.file_name, &[]);
    Ok(tx.commit().await?)
}
