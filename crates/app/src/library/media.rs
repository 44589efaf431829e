//! Media of a database: pictures, sound, films, that its manuals share.
//!
//! An operator's file becomes a version of its own (`airline`, Draft). It goes into the working lane of every manual
//! of the database that shows the object or names it; what was delivered, frozen or released stays as it is.

mod receiver;

use std::collections::HashMap;

use domain::access::AccessLevel;
use domain::change::Change;
use domain::csdb::Csdb;
use domain::file::File;
use domain::id::{ObjectId, SnapshotId, VersionId};
use domain::name::Name;
use domain::page::{Page, PageRequest};
use domain::path::{CsdbPath, FilePath, ManualPath};
use domain::permission::Permission;
use domain::snapshot::Reading;
use domain::text::fold;
use domain::version::FileStatus;
use store::Tx;
use store::checkouts::CheckoutResult;
use store::files::{FileFilter, FileScope, FileSort};
use store::manuals::ManualFilter;
use store::trash::TrashTarget;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError, MediaError, Missing};
use crate::core::media_totals::MediaTotalKey;
use crate::core::referrer::Referrer;
use crate::library::files;
use crate::library::manuals;
use crate::library::revisions;

pub use receiver::{MediaReceiver, Mode, NewMedia, begin};

/// Limit of users of a file that a refusal lists.
const MAX_USES: u64 = 50;

/// A media file, and how many files of its database name it: in the working lanes, or in OEM revisions that wait.
#[derive(Debug, Clone)]
pub struct MediaUsage {
    pub file: File,
    pub used_by: u64,
    /// Those of them that only revisions that wait hold so.
    pub used_by_waiting: u64,
}

/// Filter for media.
#[derive(Debug, Clone)]
pub struct MediaFilter {
    /// Part of the name.
    pub text: String,
    pub status: Option<FileStatus>,
    /// Only what this manual of the database holds, in the state that is read.
    pub manual: Option<Name>,
    pub reading: Reading,
    pub page: PageRequest,
}

/// The media of the folder at a path, or the one at it.
pub async fn list(
    ctx: &Ctx,
    caller: &Caller,
    path: &CsdbPath,
    filter: &MediaFilter,
) -> Result<Page<MediaUsage>, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keywordFilter", &filter.text)?;
    // Read before the data, so that a cached answer is never older than its generation.
    let generation = ctx.generation(path.csdb()).await?;
    let mut tx = caller.read(ctx).await?;
    let page = match path {
        CsdbPath::MediaFolder(name) => {
            let csdb = store::csdbs::find_by_name(&mut tx, name).await?.ok_or(Error::NotFound(Missing::Csdb))?.csdb;
            in_folder(ctx, &mut tx, generation, &csdb, filter).await?
        }
        CsdbPath::File(path @ FilePath::Media(_)) => {
            let file = files::at_path(&mut tx, path, &Reading::default()).await?.file;
            Page { items: vec![file], total: 1, request: filter.page }
        }
        _ => return Err(Error::NotFound(Missing::File)),
    };
    let csdb = path.csdb().map(Name::as_str).unwrap_or_default();
    let uses = Uses::count(&mut tx, csdb, &page.items).await?;
    Ok(page.map(|file| uses.of(file)))
}

async fn in_folder(
    ctx: &Ctx,
    tx: &mut Tx,
    generation: i64,
    csdb: &Csdb,
    filter: &MediaFilter,
) -> Result<Page<File>, Error> {
    let Some(manual) = &filter.manual else {
        let named =
            MediaTotalKey { generation, csdb: csdb.id.clone(), text: filter.text.clone(), status: filter.status };
        return page(ctx, tx, named, filter.page).await;
    };
    let path = ManualPath { csdb: csdb.name.clone(), manual: manual.clone() };
    let manual = manuals::at_path(tx, &path).await?;
    let files = FileFilter {
        scope: FileScope::Media,
        text: filter.text.clone(),
        content_type: String::new(),
        language: String::new(),
        system: String::new(),
        status: filter.status,
        sort: FileSort::default(),
        order: domain::page::Order::default(),
    };
    match revisions::read(tx, &manual, &filter.reading).await? {
        Some(snapshot) => Ok(store::files::list(tx, snapshot.id, &files, filter.page).await?),
        None => Ok(Page { items: Vec::new(), total: 0, request: filter.page }),
    }
}

/// The snapshots of the working lanes of a database.
async fn working_lanes(tx: &mut Tx, csdb_name: String) -> Result<Vec<SnapshotId>, Error> {
    let manuals = store::manuals::list(tx, &ManualFilter { csdb_name, ..ManualFilter::default() }).await?;
    Ok(manuals.iter().filter_map(|manual| manual.lanes.working).collect())
}

/// Numbers of files in a database that refer to each code.
struct Uses {
    working: HashMap<String, u64>,
    /// In OEM revisions that wait as well.
    all: HashMap<String, u64>,
}

impl Uses {
    async fn count(tx: &mut Tx, csdb_name: &str, files: &[File]) -> Result<Self, Error> {
        let codes: Vec<String> = files.iter().map(|file| fold(&file.object.identity.code)).collect();
        let waiting = store::snapshots::list_adoptable_in(tx, csdb_name).await?;
        let lanes = working_lanes(tx, csdb_name.to_owned()).await?;
        let working = store::references::count_referrers(tx, &codes, &lanes).await?;
        if waiting.is_empty() {
            return Ok(Self { all: working.clone(), working });
        }
        let all = store::references::count_referrers(tx, &codes, &[lanes, waiting].concat()).await?;
        Ok(Self { working, all })
    }

    fn of(&self, file: File) -> MediaUsage {
        let code = fold(&file.object.identity.code);
        let [used_by, working] = [&self.all, &self.working].map(|uses| uses.get(&code).copied().unwrap_or_default());
        MediaUsage { file, used_by, used_by_waiting: used_by.saturating_sub(working) }
    }
}

/// Puts a version into the working lane of every manual that shows the object or names it.
pub(crate) async fn show(ctx: &Ctx, tx: &mut Tx, by: &str, file: &File, version: VersionId) -> Result<(), Error> {
    let (object, now) = (&file.object, ctx.clock.now());
    for manual in store::snapshots::lock_showing(tx, &object.csdb_id, object.id, &object.identity.code).await? {
        store::snapshots::put_working(tx, &manual, object.id, version, by, now).await?;
    }
    Ok(())
}

/// Takes a file for the caller until the end of the transaction, or longer if they had it before.
async fn take(ctx: &Ctx, tx: &mut Tx, caller: &Caller, object: ObjectId) -> Result<CheckoutResult, Error> {
    match store::checkouts::take(tx, object, &caller.user.id, ctx.clock.now()).await? {
        CheckoutResult::By(account) => Err(Error::File(FileError::CheckedOut { account })),
        taken => Ok(taken),
    }
}

/// Whether a file in use is deleted too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Insistence {
    UnlessUsed,
    Force,
}

/// Moves the media file at a path to the trash, and out of the working lanes.
pub async fn delete(ctx: &Ctx, caller: &Caller, path: &FilePath, insistence: Insistence) -> Result<(), Error> {
    caller.require(Permission::EditContent)?;
    if insistence == Insistence::Force {
        caller.require(Permission::DeleteLibrary)?;
    }
    let mut tx = caller.begin(ctx).await?;
    let file = files::at_path(&mut tx, path, &Reading::default()).await?.file;
    let FilePath::Media(media) = path else { return Err(Error::NotFound(Missing::File)) };
    Caller::require_in_csdb(&tx, AccessLevel::Author, &media.csdb)?;
    let (uses, total) = uses(&mut tx, media.csdb.as_str(), &file).await?;
    if total > 0 && insistence == Insistence::UnlessUsed {
        return Err(MediaError::InUse { uses, total }.into());
    }
    take(ctx, &mut tx, caller, file.object.id).await?;
    store::checkouts::release(&mut tx, file.object.id, &caller.user.id).await?;
    let (account, now) = (caller.user.account.as_str(), ctx.clock.now());
    let (csdb_id, object) = (&file.object.csdb_id, file.object.id);
    for manual in store::snapshots::lock_showing(&mut tx, csdb_id, object, &file.object.identity.code).await? {
        store::snapshots::remove_working(&mut tx, &manual, object, account, now).await?;
    }
    if !store::trash::insert(&mut tx, &TrashTarget::Media(object), account, now).await? {
        return Err(Error::NotFound(Missing::File));
    }
    let detail = vec![("usedBy".to_owned(), total.to_string())];
    tx.record(Change { detail, ..ctx.change(&caller.actor(), "media.deleted", "media", &file.path) });
    tx.commit().await?;
    tracing::info!(file.path = %file.path, "Deleted media {}", file.path);
    Ok(())
}

/// The files of the working lanes and of waiting OEM revisions that refer to a file: the first ones that the caller
/// sees, and the number of all. A manual that the caller does not see keeps its references too.
pub(crate) async fn uses(tx: &mut Tx, csdb_name: &str, file: &File) -> Result<(Vec<Referrer>, u64), Error> {
    let (seen, _) = seen_uses(tx, csdb_name, file).await?;
    let sight = tx.lift_limit();
    let (_, total) = seen_uses(tx, csdb_name, file).await?;
    tx.limit_again(sight);
    Ok((seen, total))
}

async fn seen_uses(tx: &mut Tx, csdb_name: &str, file: &File) -> Result<(Vec<Referrer>, u64), Error> {
    let waiting = store::snapshots::list_adoptable_in(tx, csdb_name).await?;
    let lanes = working_lanes(tx, csdb_name.to_owned()).await?;
    files::referrers(tx, &file.object.identity.code, &lanes, &waiting, MAX_USES).await
}

/// One page of the media of a database, with their number from the cache where it is known.
pub(crate) async fn page(
    ctx: &Ctx,
    tx: &mut Tx,
    key: MediaTotalKey,
    request: PageRequest,
) -> Result<Page<File>, Error> {
    let MediaTotalKey { csdb, text, status, .. } = &key;
    let items = store::files::list_media(tx, csdb, text, *status, request).await?;
    let total = if let Some(counted) = ctx.media_totals.0.get(&key) {
        *counted
    } else {
        let total = store::files::count_media(tx, csdb, text, *status).await?;
        let weight = text.len() + 200;
        *ctx.media_totals.0.put(key, total, weight)
    };
    Ok(Page { items, total, request })
}
