//! Bookmarks of manuals, modules and paragraphs. Paragraphs are found again like those of comments.
//!
//! Bookmarks are private, so none of them stands in the change log.

use std::collections::HashSet;

use domain::comment::{PlaceState, ThreadPlace};
use domain::field::{FieldCode, FieldErrors};
use domain::file::File;
use domain::id::{BookmarkId, VersionId};
use domain::page::{Page, PageRequest};
use domain::path::{CsdbPath, FilePath};
use domain::permission::Permission;
use domain::snapshot::Reading;
use domain::workspace::{
    Bookmark, BookmarkFolder, BookmarkLabel, Location, MAX_BOOKMARKS, parse_anchor, parse_folder, parse_name,
};
use store::Tx;
use store::workspace::LocatedBookmark;

use super::located;
use super::paragraphs::{self, AnchoredParagraph};
use super::place_finder::own_place;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{BookmarkError, Error, FileError, Missing};
use crate::library::files;
use crate::users::workspace::location_at;

pub use store::workspace::BookmarkFilter;

/// Limit of paths in one request.
const MAX_PATHS: usize = 100;
/// The most pairs of contents that a list of many modules compares. A paragraph beyond them is found when it is opened, or
/// when the list is read again: what was found once is cached.
const MOST_COMPARED: usize = 50;

/// A bookmark with its paragraph in the version that is open, or that its lane has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedBookmark {
    pub bookmark: Bookmark,
    /// `None` for manuals, whole modules and media, and for paragraphs of a long list that were not looked for yet.
    pub place: Option<ThreadPlace>,
}

impl PlacedBookmark {
    /// The HTML id of the paragraph in the version in which it was bookmarked; `None` for whole modules.
    pub fn html_id(&self) -> Option<String> {
        Some(paragraphs::html_id(&self.bookmark.anchor)).filter(|id| !id.is_empty())
    }
}

/// A bookmark to add.
#[derive(Debug, Clone)]
pub struct NewBookmark {
    pub path: CsdbPath,
    /// The HTML id of a paragraph; empty for the whole of it.
    pub anchor: String,
    /// The version that is read; without one, that of the lane or revision.
    pub version: Option<VersionId>,
    /// Empty for its title.
    pub name: String,
    pub folder: String,
    pub reading: Reading,
}

/// Bookmarks a place for the caller, or removes the bookmark when there is one. Returns the new bookmark.
pub async fn toggle(ctx: &Ctx, caller: &Caller, new: &NewBookmark) -> Result<Option<PlacedBookmark>, Error> {
    caller.require(Permission::ReadContent)?;
    let (id, label) = checked(new)?;
    if !id.is_empty() {
        return toggle_paragraph(ctx, caller, new, id, label).await;
    }
    // A bookmark is found by the spelling that every path has, also when its target is gone.
    let spelled = new.path.to_string();
    let mut tx = caller.begin(ctx).await?;
    if let Some(id) = store::workspace::find_bookmark_at(&mut tx, &caller.user.id, &spelled, "").await? {
        store::workspace::delete_bookmark(&mut tx, &caller.user.id, &id).await?;
        tx.commit().await?;
        return Ok(None);
    }
    let bookmark = insert(ctx, &mut tx, caller, new, (String::new(), None), label).await?;
    tx.commit().await?;
    Ok(Some(PlacedBookmark { bookmark, place: None }))
}

/// The same for a paragraph. A bookmark is removed where its own paragraph is now, not where its old position leads.
async fn toggle_paragraph(
    ctx: &Ctx,
    caller: &Caller,
    new: &NewBookmark,
    id: String,
    label: BookmarkLabel,
) -> Result<Option<PlacedBookmark>, Error> {
    let CsdbPath::File(path) = &new.path else { return Err(Error::field("anchor", FieldCode::UnknownValue)) };
    let user = &caller.user.id;
    let mut tx = caller.read(ctx).await?;
    let open = match open_text(&mut tx, path, new).await {
        Ok(file) => Some(file),
        Err(Error::NotFound(_)) => None,
        Err(error) => return Err(error),
    };
    let mut marked = store::workspace::list_paragraph_bookmarks(&mut tx, user, &new.path.to_string()).await?;
    find_versions(&mut tx, &mut marked).await?;
    drop(tx);
    let placed = place(ctx, marked, open.as_ref().map(|file| file.version.content.blob.as_str())).await?;
    let is_here = |one: &PlacedBookmark| match (&open, &one.place) {
        (Some(_), Some(place)) => place.state != PlaceState::Gone && place.id == id,
        // The bookmark of a module that is gone can still be removed.
        _ => one.html_id().as_deref() == Some(id.as_str()),
    };
    let here: Vec<BookmarkId> = placed.iter().filter(|one| is_here(one)).map(|one| one.bookmark.id.clone()).collect();
    if !here.is_empty() {
        let mut tx = caller.begin(ctx).await?;
        for id in &here {
            store::workspace::delete_bookmark(&mut tx, user, id).await?;
        }
        tx.commit().await?;
        return Ok(None);
    }
    let file = open.ok_or(Error::NotFound(Missing::File))?;
    let quoted = paragraphs::quoted(ctx, &file, id).await?;
    let anchor = quoted.ok_or_else(|| Error::field("anchor", FieldCode::UnknownValue))?.anchor;
    let place = own_place(&anchor);
    let mut tx = caller.begin(ctx).await?;
    let bookmark = insert(ctx, &mut tx, caller, new, (anchor, Some(file.version_id)), label).await?;
    tx.commit().await?;
    Ok(Some(PlacedBookmark { bookmark, place: Some(place) }))
}

/// The module whose paragraph is bookmarked, in the version that is read.
async fn open_text(tx: &mut Tx, path: &FilePath, new: &NewBookmark) -> Result<File, Error> {
    if let Some(version) = new.version {
        return located::version(tx, path, version).await;
    }
    let found = files::at_path(tx, path, &new.reading).await?;
    let is_text = found.manual.is_some() && found.file.version.content.media_type == "application/xml";
    if is_text { Ok(found.file) } else { Err(FileError::NotText.into()) }
}

async fn insert(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    new: &NewBookmark,
    (anchor, version): (String, Option<VersionId>),
    label: BookmarkLabel,
) -> Result<Bookmark, Error> {
    let user = &caller.user.id;
    let (location, status) = location_at(tx, &new.path, &new.reading).await?;
    if store::workspace::count_bookmarks(tx, user).await? >= MAX_BOOKMARKS {
        return Err(BookmarkError::TooMany.into());
    }
    let bookmark = Bookmark {
        id: BookmarkId(ctx.ids.next()),
        label: if label.name.is_empty() { BookmarkLabel { name: short_name(&location), ..label } } else { label },
        location,
        anchor,
        version,
        status,
        created_on: ctx.clock.now(),
        available: true,
    };
    // Another request of the same person may have added it at this moment: that is what was wanted.
    store::workspace::insert_bookmark(tx, user, &bookmark).await?;
    Ok(bookmark)
}

/// The HTML id and the label that were asked for; a name may be left out.
fn checked(new: &NewBookmark) -> Result<(String, BookmarkLabel), Error> {
    let mut errors = FieldErrors::default();
    let anchor = errors.take("anchor", parse_anchor(&new.anchor));
    let unnamed = new.name.trim().is_empty();
    let name = if unnamed { Some(String::new()) } else { errors.take("name", parse_name(&new.name)) };
    let folder = errors.take("folder", parse_folder(&new.folder));
    match (anchor, name, folder) {
        (Some(anchor), Some(name), Some(folder)) => Ok((paragraphs::html_id(&anchor), BookmarkLabel { name, folder })),
        _ => Err(Error::Invalid(errors.into_list())),
    }
}

/// Default name of a bookmark, cut to the longest that is allowed.
fn short_name(location: &Location) -> String {
    let title = if location.title.is_empty() { location.name() } else { &location.title };
    title.chars().filter(|c| !c.is_control()).take(200).collect()
}

/// The caller's bookmarks, newest first. With a version, which takes the path of its module, paragraphs are looked for in
/// that version.
pub async fn list(
    ctx: &Ctx,
    caller: &Caller,
    filter: &BookmarkFilter,
    version: Option<VersionId>,
    page: PageRequest,
) -> Result<Page<PlacedBookmark>, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keywordFilter", &filter.text)?;
    if filter.paths.as_ref().is_some_and(|paths| paths.len() > MAX_PATHS) {
        return Err(Error::field("paths", FieldCode::TooMany));
    }
    let mut tx = caller.read(ctx).await?;
    let open = match version {
        Some(version) => Some(blob_of(&mut tx, filter, version).await?),
        None => None,
    };
    let Page { mut items, total, request } =
        store::workspace::list_bookmarks(&mut tx, &caller.user.id, filter, page).await?;
    find_versions(&mut tx, &mut items).await?;
    drop(tx);
    Ok(Page { items: place(ctx, items, open.as_deref()).await?, total, request })
}

async fn blob_of(tx: &mut Tx, filter: &BookmarkFilter, version: VersionId) -> Result<String, Error> {
    let path = match filter.paths.as_deref() {
        Some([path]) => FilePath::parse(path),
        _ => None,
    };
    let path = path.ok_or_else(|| Error::field("version", FieldCode::NotTogether))?;
    Ok(located::version(tx, &path, version).await?.version.content.blob)
}

/// Finds the versions of old bookmarks, which have none: that of their lane when they were made.
async fn find_versions(tx: &mut Tx, bookmarks: &mut [LocatedBookmark]) -> Result<(), Error> {
    for LocatedBookmark { bookmark, read_blob, .. } in bookmarks {
        if bookmark.anchor.is_empty() || bookmark.version.is_some() {
            continue;
        }
        let Some(path) = FilePath::parse(&bookmark.location.path) else { continue };
        let Location { lane, revision, .. } = bookmark.location;
        let reading = Reading { lane, revision, as_of: Some(bookmark.created_on) };
        match files::at_path(tx, &path, &reading).await {
            Ok(found) => {
                bookmark.version = Some(found.file.version_id);
                *read_blob = Some(found.file.version.content.blob);
            }
            Err(Error::NotFound(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Finds the paragraphs of bookmarks: in the content that is open, else in that of their lane.
async fn place(ctx: &Ctx, bookmarks: Vec<LocatedBookmark>, open: Option<&str>) -> Result<Vec<PlacedBookmark>, Error> {
    let mut placed = Vec::with_capacity(bookmarks.len());
    let (mut wanted, mut positions, mut compared) = (Vec::new(), Vec::new(), HashSet::new());
    for LocatedBookmark { bookmark, read_blob, now_blob } in bookmarks {
        let to = open.map(str::to_owned).or(now_blob);
        let place = match read_blob.zip(to) {
            _ if bookmark.anchor.is_empty() => None,
            // The same content has the same paragraphs.
            Some((from, to)) if from == to => Some(own_place(&bookmark.anchor)),
            Some((from, to)) => {
                let pair = (from.clone(), to.clone());
                let paragraph = AnchoredParagraph { from, to, anchor: bookmark.anchor.clone() };
                let is_free = open.is_some() || compared.contains(&pair) || paragraphs::is_known(ctx, &paragraph);
                if is_free || compared.len() < MOST_COMPARED {
                    if !is_free {
                        compared.insert(pair);
                    }
                    positions.push(placed.len());
                    wanted.push(paragraph);
                }
                None
            }
            // Either text is not there any more.
            None => Some(ThreadPlace::gone()),
        };
        placed.push(PlacedBookmark { bookmark, place });
    }
    for (position, found) in positions.into_iter().zip(paragraphs::find(ctx, &wanted).await?) {
        placed[position].place = Some(found.place);
    }
    Ok(placed)
}

/// The folders of the caller's bookmarks.
pub async fn folders(ctx: &Ctx, caller: &Caller) -> Result<Vec<BookmarkFolder>, Error> {
    caller.require(Permission::ReadContent)?;
    Ok(store::workspace::list_bookmark_folders(&mut caller.read(ctx).await?, &caller.user.id).await?)
}

/// Gives a bookmark of the caller another name or folder.
pub async fn update(
    ctx: &Ctx,
    caller: &Caller,
    id: &BookmarkId,
    name: &str,
    folder: &str,
) -> Result<PlacedBookmark, Error> {
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
    let found = store::workspace::find_bookmark(&mut tx, &caller.user.id, id).await?.ok_or_else(missing)?;
    let mut found = vec![found];
    find_versions(&mut tx, &mut found).await?;
    tx.commit().await?;
    place(ctx, found, None).await?.pop().ok_or_else(missing)
}

/// Removes a bookmark of the caller.
pub async fn delete(ctx: &Ctx, caller: &Caller, id: &BookmarkId) -> Result<(), Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.begin(ctx).await?;
    if !store::workspace::delete_bookmark(&mut tx, &caller.user.id, id).await? {
        return Err(Error::NotFound(Missing::Bookmark));
    }
    Ok(tx.commit().await?)
}
