//! The workspace of a user: recent visits, bookmarks and checkouts.
//!
//! All of it is its owner's alone, so none of it stands in the change log.

use domain::field::FieldErrors;
use domain::id::BookmarkId;
use domain::page::{Page, PageRequest};
use domain::path::{CsdbPath, ManualPath};
use domain::permission::Permission;
use domain::snapshot::Reading;
use domain::text::fold;
use domain::workspace::{
    Bookmark, BookmarkFolder, BookmarkLabel, Checkout, Location, LocationKind, MAX_BOOKMARKS, MAX_RECENT, RecentVisit,
    parse_anchor, parse_folder, parse_name,
};
use store::Tx;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{BookmarkError, Error, Missing};
use crate::library::files;
use crate::library::revisions;

pub use store::checkouts::CheckoutFilter;
pub use store::workspace::BookmarkFilter;

/// Limit of paths in one request.
const MAX_PATHS: usize = 100;

/// Notes that the caller opened what stands at a path.
pub async fn visit(ctx: &Ctx, caller: &Caller, path: &CsdbPath, reading: &Reading) -> Result<(), Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.begin(ctx).await?;
    let location = location_at(&mut tx, path, reading).await?;
    store::workspace::upsert_recent(&mut tx, &caller.user.id, &location, ctx.clock.now()).await?;
    store::workspace::delete_oldest(&mut tx, &caller.user.id, MAX_RECENT).await?;
    Ok(tx.commit().await?)
}

/// Lists the caller's recent visits, last first.
pub async fn recent(ctx: &Ctx, caller: &Caller, text: &str, page: PageRequest) -> Result<Page<RecentVisit>, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keywordFilter", text)?;
    Ok(store::workspace::list_recent(&mut caller.read(ctx).await?, &caller.user.id, text, page).await?)
}

/// A bookmark to add.
#[derive(Debug, Clone)]
pub struct NewBookmark {
    pub path: CsdbPath,
    /// Left empty: the whole of it.
    pub anchor: String,
    /// Left empty: its title.
    pub name: String,
    pub folder: String,
    pub reading: Reading,
}

/// Marks a place for the caller, or takes the mark away when there is one; says which.
pub async fn toggle_bookmark(ctx: &Ctx, caller: &Caller, new: &NewBookmark) -> Result<Option<Bookmark>, Error> {
    caller.require(Permission::ReadContent)?;
    let user = &caller.user.id;
    let (anchor, label) = checked(new)?;
    // A mark is found by the spelling that every path has, also when its target is gone.
    let spelled = new.path.to_string();
    let mut tx = caller.begin(ctx).await?;
    if let Some(id) = store::workspace::find_bookmark_at(&mut tx, user, &spelled, &anchor).await? {
        store::workspace::delete_bookmark(&mut tx, user, &id).await?;
        tx.commit().await?;
        return Ok(None);
    }
    let location = location_at(&mut tx, &new.path, &new.reading).await?;
    if store::workspace::count_bookmarks(&mut tx, user).await? >= MAX_BOOKMARKS {
        return Err(BookmarkError::TooMany.into());
    }
    let bookmark = Bookmark {
        id: BookmarkId(ctx.ids.next()),
        label: if label.name.is_empty() { BookmarkLabel { name: short_name(&location), ..label } } else { label },
        location,
        anchor,
        created_on: ctx.clock.now(),
        available: true,
    };
    // Another request of the same person may have marked it at this moment: that is what was wanted.
    store::workspace::insert_bookmark(&mut tx, user, &bookmark).await?;
    tx.commit().await?;
    Ok(Some(bookmark))
}

/// The anchor and the label that were asked for; a name may be left out.
fn checked(new: &NewBookmark) -> Result<(String, BookmarkLabel), Error> {
    let mut errors = FieldErrors::default();
    let anchor = errors.take("anchor", parse_anchor(&new.anchor));
    let unnamed = new.name.trim().is_empty();
    let name = if unnamed { Some(String::new()) } else { errors.take("name", parse_name(&new.name)) };
    let folder = errors.take("folder", parse_folder(&new.folder));
    match (anchor, name, folder) {
        (Some(anchor), Some(name), Some(folder)) => Ok((anchor, BookmarkLabel { name, folder })),
        _ => Err(Error::Invalid(errors.into_list())),
    }
}

/// Default name of a bookmark, cut to the longest that is allowed.
fn short_name(location: &Location) -> String {
    let title = if location.title.is_empty() { location.name() } else { &location.title };
    title.chars().filter(|c| !c.is_control()).take(200).collect()
}

/// The caller's bookmarks, newest first.
pub async fn bookmarks(
    ctx: &Ctx,
    caller: &Caller,
    filter: &BookmarkFilter,
    page: PageRequest,
) -> Result<Page<Bookmark>, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keywordFilter", &filter.text)?;
    if filter.paths.as_ref().is_some_and(|paths| paths.len() > MAX_PATHS) {
        return Err(Error::field("paths", domain::field::FieldCode::TooMany));
    }
    Ok(store::workspace::list_bookmarks(&mut caller.read(ctx).await?, &caller.user.id, filter, page).await?)
}

/// The folders of the caller's bookmarks.
pub async fn bookmark_folders(ctx: &Ctx, caller: &Caller) -> Result<Vec<BookmarkFolder>, Error> {
    caller.require(Permission::ReadContent)?;
    Ok(store::workspace::list_bookmark_folders(&mut caller.read(ctx).await?, &caller.user.id).await?)
}

/// Gives a bookmark of the caller another name or folder.
pub async fn update_bookmark(
    ctx: &Ctx,
    caller: &Caller,
    id: &BookmarkId,
    name: &str,
    folder: &str,
) -> Result<Bookmark, Error> {
    caller.require(Permission::ReadContent)?;
    let mut errors = FieldErrors::default();
    let (name, folder) = (errors.take("name", parse_name(name)), errors.take("folder", parse_folder(folder)));
    let (Some(name), Some(folder)) = (name, folder) else { return Err(Error::Invalid(errors.into_list())) };
    let mut tx = caller.begin(ctx).await?;
    let missing = || Error::NotFound(Missing::Bookmark);
    let label = BookmarkLabel { name, folder };
    if !store::workspace::update_bookmark(&mut tx, &caller.user.id, id, &label).await? {
        return Err(missing());
    }
    let bookmark = store::workspace::find_bookmark(&mut tx, &caller.user.id, id).await?.ok_or_else(missing)?;
    tx.commit().await?;
    Ok(bookmark)
}

/// Takes a bookmark of the caller away.
pub async fn delete_bookmark(ctx: &Ctx, caller: &Caller, id: &BookmarkId) -> Result<(), Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.begin(ctx).await?;
    if !store::workspace::delete_bookmark(&mut tx, &caller.user.id, id).await? {
        return Err(Error::NotFound(Missing::Bookmark));
    }
    Ok(tx.commit().await?)
}

/// Lists the caller's checkouts, last first.
pub async fn checked_out(
    ctx: &Ctx,
    caller: &Caller,
    filter: CheckoutFilter<'_>,
    page: PageRequest,
) -> Result<Page<Checkout>, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keywordFilter", filter.text)?;
    Ok(store::checkouts::list(&mut caller.read(ctx).await?, &caller.user.id, filter, page).await?)
}

/// Finds the file or manual at a path, in the revision that is read.
async fn location_at(tx: &mut Tx, path: &CsdbPath, reading: &Reading) -> Result<Location, Error> {
    let missing = || Error::NotFound(Missing::File);
    if let CsdbPath::Manual(ManualPath { csdb, manual }) = path {
        let manual = store::manuals::find_by_name(tx, csdb, manual).await?.ok_or_else(missing)?;
        revisions::read(tx, &manual, reading).await?;
        return Ok(Location {
            path: manual.path(),
            kind: LocationKind::Manual,
            csdb_name: manual.csdb_name.as_str().to_owned(),
            manual_name: manual.name.as_str().to_owned(),
            key_folded: String::new(),
            code: manual.details.manual_type,
            title: manual.alias,
            lane: reading.lane,
            revision: reading.revision,
        });
    }
    let CsdbPath::File(path) = path else { return Err(missing()) };
    let files::LocatedFile { file, manual } = files::at_path(tx, path, reading).await?;
    let manual_name = manual.map(|(manual, _)| manual.name.as_str().to_owned());
    Ok(Location {
        csdb_name: file.csdb_name().to_owned(),
        kind: LocationKind::Object(file.object.identity.kind),
        key_folded: fold(&file.object.identity.key),
        title: file.version.metadata.title(),
        code: file.object.identity.code,
        path: file.path,
        // Media belong to their database in one state.
        lane: reading.lane.filter(|_| manual_name.is_some()),
        revision: reading.revision.filter(|_| manual_name.is_some()),
        manual_name: manual_name.unwrap_or_default(),
    })
}
