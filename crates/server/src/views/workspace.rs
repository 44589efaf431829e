//! Wire types for the workspace.

use app::comments::bookmarks::{BookmarkFilter, NewBookmark, PlacedBookmark};
use chrono::{DateTime, Utc};
use domain::comment::PlaceState;
use domain::id::VersionId;
use domain::version::FileStatus;
use domain::workspace::{BookmarkFolder, Checkout, Location, RecentVisit};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::folders::status_filter;
use super::page::{PageNumber, PageSize};
use super::paths::parse_target;
use super::revisions::{LaneView, reading_now};
use super::statuses::parse_version;

/// A target in the library.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Place)]
pub struct LocationView {
    pub path: String,
    pub code: String,
    pub title: String,
    /// `manual`, or the `kind` of a file.
    pub kind: String,
    pub csdb_name: String,
    /// Empty for media, which belong to their database.
    pub manual_name: String,
    /// The lane that was read; left out for the working lane.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub lane: Option<LaneView>,
    /// The id of the revision that was read, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub revision: Option<String>,
}

impl From<Location> for LocationView {
    fn from(place: Location) -> Self {
        Self {
            kind: place.kind.as_str().to_owned(),
            path: place.path,
            code: place.code,
            title: place.title,
            csdb_name: place.csdb_name,
            manual_name: place.manual_name,
            lane: place.lane.map(LaneView::from),
            revision: place.revision.map(|id| id.to_string()),
        }
    }
}

/// A visit to record.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VisitRequest {
    /// The path of a module, a media file or a manual.
    pub path: String,
    pub lane: Option<LaneView>,
    pub revision: Option<String>,
}

/// Page and filter of a list.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WorkspaceRequest {
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
    /// Part of path, code or title.
    pub keyword_filter: Option<String>,
    /// Draft, Review, Released, Obsolete or All.
    pub status_filter: Option<String>,
}

/// A recent visit.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RecentVisit)]
pub struct RecentVisitView {
    #[serde(flatten)]
    pub location: LocationView,
    /// The last segment of the path.
    pub name: String,
    /// Draft, Review, Released or Obsolete; absent for manuals and when the target is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub status: Option<&'static str>,
    pub visited_on: DateTime<Utc>,
    /// False when the target is deleted.
    pub available: bool,
}

impl From<RecentVisit> for RecentVisitView {
    fn from(visit: RecentVisit) -> Self {
        Self {
            name: visit.location.name().to_owned(),
            location: visit.location.into(),
            status: visit.status.map(FileStatus::as_str),
            visited_on: visit.visited_on,
            available: visit.available,
        }
    }
}

/// The target of a bookmark to toggle.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BookmarkRequest {
    /// The path of a module, a media file or a manual.
    pub path: String,
    /// The HTML id of a paragraph of the module.
    pub anchor: Option<String>,
    /// The id of the version that is read; default: that of the lane or revision.
    pub version: Option<String>,
    /// Default: its title.
    pub name: Option<String>,
    pub folder: Option<String>,
    pub lane: Option<LaneView>,
    pub revision: Option<String>,
}

impl BookmarkRequest {
    pub fn parse(self) -> Result<NewBookmark, app::Error> {
        Ok(NewBookmark {
            path: parse_target(&self.path)?,
            anchor: self.anchor.unwrap_or_default(),
            version: self.version.map(|version| parse_version("version", &version)).transpose()?,
            name: self.name.unwrap_or_default(),
            folder: self.folder.unwrap_or_default(),
            reading: reading_now(self.lane, self.revision.as_deref())?,
        })
    }
}

/// A bookmark.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Bookmark)]
pub struct BookmarkView {
    pub id: String,
    #[serde(flatten)]
    pub location: LocationView,
    /// The HTML id of its paragraph in the version in which it was made; left out for whole modules.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub anchor: Option<String>,
    /// The id of the version in which it was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub version: Option<String>,
    /// The HTML id of the paragraph in the version that is read, or that its lane has; left out when it is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub current_anchor: Option<String>,
    /// unchanged, changed or gone: the text of the paragraph since the bookmark was made. Left out for whole modules, and
    /// for paragraphs of a long list that were not compared yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "unchanged")]
    pub place_state: Option<String>,
    /// The user's name for it.
    pub name: String,
    /// Empty for no folder.
    pub folder: String,
    /// Draft, Review, Released or Obsolete; absent for manuals, for a new bookmark and when the target is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub status: Option<&'static str>,
    pub created_on: DateTime<Utc>,
    /// False when the target is deleted.
    pub available: bool,
}

impl From<PlacedBookmark> for BookmarkView {
    fn from(placed: PlacedBookmark) -> Self {
        let read_at = placed.html_id();
        let PlacedBookmark { bookmark, place } = placed;
        let is_there = place.as_ref().is_some_and(|place| place.state != PlaceState::Gone);
        Self {
            id: bookmark.id.0,
            location: bookmark.location.into(),
            anchor: read_at,
            version: bookmark.version.map(|version| version.to_string()),
            place_state: place.as_ref().map(|place| place.state.as_str().to_owned()),
            current_anchor: place.filter(|_| is_there).map(|place| place.id),
            name: bookmark.label.name,
            folder: bookmark.label.folder,
            status: bookmark.status.map(FileStatus::as_str),
            created_on: bookmark.created_on,
            available: bookmark.available,
        }
    }
}

/// The new state of a toggled bookmark.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Bookmarked)]
pub struct BookmarkedView {
    pub bookmarked: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub bookmark: Option<BookmarkView>,
}

/// Filter for bookmarks.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BookmarksRequest {
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
    /// Default: all; empty: those without a folder.
    pub folder: Option<String>,
    /// Part of name, folder, path, code or title.
    pub keyword_filter: Option<String>,
    /// Only those at these paths; at most 100.
    pub paths: Option<Vec<String>>,
    /// The id of the version that is read, with the path of its module: paragraphs are looked for in it. Default: the
    /// version in the lane or revision of each bookmark.
    pub version: Option<String>,
    /// Draft, Review, Released, Obsolete or All.
    pub status_filter: Option<String>,
}

impl BookmarksRequest {
    pub fn parse(self) -> Result<(BookmarkFilter, Option<VersionId>), app::Error> {
        let version = self.version.map(|version| parse_version("version", &version)).transpose()?;
        let text = self.keyword_filter.unwrap_or_default();
        let status = status_filter(self.status_filter.as_deref())?;
        Ok((BookmarkFilter { folder: self.folder, text, paths: self.paths, status }, version))
    }
}

/// A new name and folder of a bookmark.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateBookmarkRequest {
    pub name: String,
    /// Empty for no folder.
    pub folder: String,
}

/// A bookmark folder.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BookmarkFolder)]
pub struct BookmarkFolderView {
    /// Empty for bookmarks without a folder.
    pub name: String,
    pub count: u64,
}

impl From<BookmarkFolder> for BookmarkFolderView {
    fn from(folder: BookmarkFolder) -> Self {
        Self { name: folder.name, count: folder.count }
    }
}

/// A checked-out object.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CheckedOut)]
pub struct CheckedOutView {
    #[serde(flatten)]
    pub location: LocationView,
    /// The last segment of the path.
    pub name: String,
    pub checked_out_on: DateTime<Utc>,
    /// Draft, Review, Released or Obsolete; absent when the object is no longer in the manual.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub status: Option<&'static str>,
    /// The version in the working lane; absent when the object is no longer in the manual.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub version_id: Option<String>,
    /// False when it is in the trash.
    pub available: bool,
}

impl From<Checkout> for CheckedOutView {
    fn from(held: Checkout) -> Self {
        Self {
            name: held.location.name().to_owned(),
            location: held.location.into(),
            checked_out_on: held.since,
            status: held.status.map(FileStatus::as_str),
            version_id: held.version.map(|id| id.to_string()),
            available: held.available,
        }
    }
}
