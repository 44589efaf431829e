//! New modules: made from a template, as a copy or from a draft, as the first version of an object in the working lane.

mod codes;
mod options;
mod text;

use domain::access::AccessLevel;
use domain::change::Change;
use domain::change_request::NamedRequest;
use domain::file::File;
use domain::id::{ObjectId, VersionId};
use domain::manual::Manual;
use domain::object::Object;
use domain::path::{FilePath, ManualPath};
use domain::permission::Permission;
use domain::snapshot::Reading;
use domain::text::fold;
use domain::translation::TranslationRecord;
use domain::version::{FileStatus, Origin, Version, VersionContent};
use s1000d::code::Identity;
use store::Tx;
use store::objects::ObjectOwner;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, ImportError, Missing, ModuleError};
use crate::editing::checkin::require_comment;
use crate::editing::outline::{self, SectionPlace};
use crate::editing::placing::{self, AddedVersion};
use crate::editing::templates::ModuleType;
use crate::editing::{change_requests, checkouts};
use crate::imports::import;
use crate::library::versions::{self, NewVersion, Visibility};
use crate::library::{files, manuals};

pub use codes::{CodeOffer, CodeStep, next_code, parse_name};
pub use options::{ModuleExtension, ModuleOptions, ModuleSubject, PublicationChoice, options};

use text::ModuleText;

/// The text that a new module begins with.
#[derive(Debug, Clone)]
pub enum ModuleOrigin {
    Template {
        module_type: ModuleType,
        /// The issue of S1000D, as in `4-2`; `None` for that of the manual.
        issue: Option<String>,
        /// The modules that a container lists.
        alternates: Vec<FilePath>,
    },
    /// A copy of the module at a path that the caller may read.
    Copy(FilePath),
    /// A copy that is translated into another language.
    Translation(FilePath),
    /// The text of the caller's open draft of the file at a path, if it is still the one with this SHA-256. The draft stays.
    Draft { path: FilePath, sha256: String },
}

/// A request for a new module.
#[derive(Debug, Clone)]
pub struct NewModule {
    pub manual: ManualPath,
    pub identity: Identity,
    /// Empty for that of the original of a translation, or of the draft.
    pub tech_name: String,
    /// Empty for none, or for that of the original of a translation, or of the draft.
    pub info_name: String,
    pub origin: ModuleOrigin,
    /// The caller edits it next.
    pub check_out: bool,
    pub comment: String,
    /// The section of a publication that it is entered in.
    pub section: Option<SectionPlace>,
    /// The change request, which is in progress, that it belongs to.
    pub change_request: Option<NamedRequest>,
}

/// Makes a module: the first version of an object in the working lane of its manual.
pub async fn create(ctx: &Ctx, caller: &Caller, new: &NewModule) -> Result<File, Error> {
    caller.require(Permission::EditContent)?;
    if new.check_out || new.section.is_some() || new.change_request.is_some() {
        caller.require_person(Permission::EditContent)?;
    }
    require_comment(ctx, caller, &new.comment).await?;
    // Before anything is stored for it; the transaction asks once more.
    require_author(&mut caller.read(ctx).await?, &new.manual).await?;
    let text = text::make(ctx, caller, new).await?;
    let entry = match &new.section {
        Some(place) => Some(outline::prepare_entry(ctx, caller, place, &new.identity, &text.object.title).await?),
        None => None,
    };
    let mut tx = caller.begin(ctx).await?;
    let manual = lock(&mut tx, &new.manual).await?;
    refuse_taken(&mut tx, &manual, &text.identity.key).await?;
    let object = add_object(ctx, &mut tx, &manual, &text).await?;
    if manual.lanes.working.is_none() {
        begin_lane(ctx, caller, &mut tx, &manual).await?;
    }
    if let Some(named) = &new.change_request {
        change_requests::join_new(ctx, &mut tx, caller, (&manual, &object), named).await?;
    }
    let base = text.based_on.first().copied();
    add_version(ctx, caller, &mut tx, &manual, &object, text, new).await?;
    if let ModuleOrigin::Translation(original) = &new.origin {
        begin_translation(ctx, caller, &mut tx, original, base, object.id).await?;
    }
    let path = file_path(&manual, &object)?;
    if new.check_out {
        let made = files::at_path(&mut tx, &path, &Reading::default()).await?.file;
        checkouts::lock(ctx, &mut tx, caller, &made).await?;
    }
    if let Some(entry) = entry {
        entry.put(ctx, caller, &mut tx).await?;
    }
    let file = files::at_path(&mut tx, &path, &Reading::default()).await?.file;
    tx.commit().await?;
    tracing::info!(file.path = %file.path, "Created {}", file.path);
    Ok(file)
}

/// Locks the manual at a path, so that two people do not take one code, and reads it as it is then.
async fn lock(tx: &mut Tx, path: &ManualPath) -> Result<Manual, Error> {
    let manual = require_author(tx, path).await?;
    store::manuals::lock(tx, &manual.id).await?;
    store::manuals::find(tx, &manual.id).await?.ok_or(Error::NotFound(Missing::Manual))
}

/// The manual at a path, for its authors.
async fn require_author(tx: &mut Tx, path: &ManualPath) -> Result<Manual, Error> {
    let manual = manuals::at_path(tx, path).await?;
    Caller::require_in_manual(tx, AccessLevel::Author, &manual)?;
    Ok(manual)
}

fn file_path(manual: &Manual, object: &Object) -> Result<FilePath, Error> {
    FilePath::parse(&manual.path_of(object)).ok_or(Error::NotFound(Missing::File))
}

/// Refuses a code that any state of the manual has, and says where.
async fn refuse_taken(tx: &mut Tx, manual: &Manual, key: &str) -> Result<(), Error> {
    let owner = ObjectOwner { csdb: &manual.csdb_id, manual: Some(&manual.id) };
    let key_folded = fold(key);
    let found = store::objects::find_many(tx, owner, std::slice::from_ref(&key_folded)).await?;
    let Some(object) = found.get(&key_folded).copied() else { return Ok(()) };
    Err(holder_of_code(tx, manual, object, key).await?.into())
}

/// The place of the module that has a code already.
async fn holder_of_code(tx: &mut Tx, manual: &Manual, object: ObjectId, key: &str) -> Result<ModuleError, Error> {
    let path = domain::path::of_object(manual.csdb_name.as_str(), Some(manual.name.as_str()), key);
    let target = store::trash::TrashTarget::File(object);
    if let Some(item) = store::trash::find(tx, &target.id()).await? {
        return Ok(ModuleError::CodeInTrash { path, account: item.by });
    }
    if let Some(working) = manual.lanes.working
        && store::files::find(tx, working, object).await?.is_some()
    {
        return Ok(ModuleError::CodeTaken { path });
    }
    let revision = store::files::list_revision_numbers(tx, object).await?.last().map(|(_, number)| *number);
    Ok(revision.map_or(ModuleError::CodeUsed, |revision| ModuleError::CodeInRevision { revision }))
}

/// Begins the working lane of a manual without an OEM.
async fn begin_lane(ctx: &Ctx, caller: &Caller, tx: &mut Tx, manual: &Manual) -> Result<(), Error> {
    if manual.details.with_oem {
        return Err(ModuleError::NoRevision.into());
    }
    // The first package becomes the working lane, unless it has begun already when its import starts.
    if import::is_under_way(tx, manual).await? {
        return Err(ImportError::Running.into());
    }
    let account = caller.user.account.as_str();
    store::snapshots::begin_working(tx, &manual.id, account, ctx.clock.now()).await?;
    Ok(())
}

/// Keeps the version of the original that is translated.
async fn begin_translation(
    ctx: &Ctx,
    caller: &Caller,
    tx: &mut Tx,
    original: &FilePath,
    base: Option<VersionId>,
    object: ObjectId,
) -> Result<(), Error> {
    let original = files::at_path(tx, original, &Reading::default()).await?.file;
    if base != Some(original.version_id) {
        return Err(Error::ChangedMeanwhile);
    }
    let record = TranslationRecord {
        object_id: object,
        original_id: original.object.id,
        version_id: original.version_id,
        is_done: false,
        updated_by: caller.user.account.as_str().to_owned(),
        updated_on: ctx.clock.now(),
    };
    Ok(store::translations::put(tx, &record).await?)
}

async fn add_object(ctx: &Ctx, tx: &mut Tx, manual: &Manual, text: &ModuleText) -> Result<Object, Error> {
    let owner = ObjectOwner { csdb: &manual.csdb_id, manual: Some(&manual.id) };
    let identity = text.identity.clone();
    let now = ctx.clock.now();
    let ids = store::objects::insert_many(tx, owner, std::slice::from_ref(&identity), now).await?;
    let id = ids.first().copied().ok_or(Error::ChangedMeanwhile)?;
    let (csdb_id, manual_id) = (manual.csdb_id.clone(), Some(manual.id.clone()));
    Ok(Object { id, csdb_id, manual_id, identity, created_on: now })
}

async fn add_version(
    ctx: &Ctx,
    caller: &Caller,
    tx: &mut Tx,
    manual: &Manual,
    object: &Object,
    text: ModuleText,
    new: &NewModule,
) -> Result<(), Error> {
    let content = VersionContent {
        blob: text.blob,
        status_blob: text.status_blob,
        size: text.size,
        media_type: "application/xml".to_owned(),
    };
    let is_translation = matches!(new.origin, ModuleOrigin::Translation(_));
    let origin = if is_translation { Origin::Translation } else { Origin::Airline };
    let version = Version {
        object_id: object.id,
        issue: crate::library::description::issue(&text.object),
        content,
        status: FileStatus::Draft,
        metadata: text.metadata,
        origin,
        created_by: caller.user.account.as_str().to_owned(),
        created_on: ctx.clock.now(),
        why: new.comment.clone(),
        change_request: new.change_request.as_ref().map(|named| named.id.0.clone()),
    };
    let path = manual.path_of(object);
    let detail = vec![("from".to_owned(), text.made_from)];
    let change = Change { detail, ..ctx.change(&caller.actor(), "module.created", "file", &path) };
    let code = fold(&object.identity.code);
    let lane = store::manuals::find(tx, &manual.id).await?.and_then(|manual| manual.lanes.working);
    let lane: Vec<_> = lane.into_iter().collect();
    let is_awaited = !store::references::count_referrers(tx, std::slice::from_ref(&code), &lane).await?.is_empty();
    let pictures: Vec<String> = placing::illustrations(&text.references).collect();
    let targets: Vec<String> = text.references.iter().map(|one| fold(&one.target)).collect();
    let added = NewVersion { version, based_on: text.based_on, references: text.references };
    let added = versions::add(tx, &[added], Visibility::Now(change)).await?;
    let version = added.first().filter(|added| added.new).ok_or(Error::ChangedMeanwhile)?.id;
    let placed = AddedVersion { object, version, targets: &targets, pictures: &pictures, is_awaited };
    placing::put(ctx, caller, tx, &manual.id, &placed).await
}
