//! What a person keeps at hand, on the wire.

use app::users::workspace::{BookmarkFilter, NewBookmark};
use chrono::{DateTime, Utc};
use domain::workspace::{Bookmark, BookmarkFolder, CheckedOut, Place, RecentVisit};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::revisions::{LaneView, reading};

/// A place in the library that somebody can come back to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Place)]
pub struct PlaceView {
    pub path: String,
    pub code: String,
    pub title: String,
    /// manual, or what a file's `kind` says.
    pub kind: String,
    pub csdb_name: String,
    /// Empty for media, which belong to their database.
    pub manual_name: String,
    /// The lane that was read; left out for the working one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub lane: Option<LaneView>,
    /// The id of the revision that was read, if it was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub revision: Option<String>,
}

impl From<Place> for PlaceView {
    fn from(place: Place) -> Self {
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

/// What was opened.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VisitRequest {
    /// Of a module, a media file or a manual.
    pub path: String,
    pub lane: Option<LaneView>,
    pub revision: Option<String>,
}

/// Which page of a list is wanted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WorkspaceRequest {
    pub page_number: Option<u32>,
    pub page_size: Option<u32>,
    /// Text in path, code or title.
    pub keyword_filter: Option<String>,
}

/// Where the caller was.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RecentVisit)]
pub struct RecentVisitView {
    #[serde(flatten)]
    pub place: PlaceView,
    /// The last part of the path.
    pub name: String,
    pub visited_on: DateTime<Utc>,
    /// False when what was there is in the trash or gone.
    pub available: bool,
}

impl From<RecentVisit> for RecentVisitView {
    fn from(visit: RecentVisit) -> Self {
        Self {
            name: visit.place.name().to_owned(),
            place: visit.place.into(),
            visited_on: visit.visited_on,
            available: visit.available,
        }
    }
}

/// What is to be marked, or not any more.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BookmarkRequest {
    /// Of a module, a media file or a manual.
    pub path: String,
    /// A place inside the module.
    pub anchor: Option<String>,
    /// Left out: its title.
    pub name: Option<String>,
    pub folder: Option<String>,
    pub lane: Option<LaneView>,
    pub revision: Option<String>,
}

impl From<BookmarkRequest> for NewBookmark {
    fn from(request: BookmarkRequest) -> Self {
        Self {
            path: request.path,
            anchor: request.anchor.unwrap_or_default(),
            name: request.name.unwrap_or_default(),
            folder: request.folder.unwrap_or_default(),
            reading: reading(request.lane, request.revision),
        }
    }
}

/// What the caller marked.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Bookmark)]
pub struct BookmarkView {
    pub id: String,
    #[serde(flatten)]
    pub place: PlaceView,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub anchor: Option<String>,
    /// What the caller calls it.
    pub name: String,
    /// Empty for none.
    pub folder: String,
    pub created_on: DateTime<Utc>,
    /// False when what was marked is in the trash or gone.
    pub available: bool,
}

impl From<Bookmark> for BookmarkView {
    fn from(bookmark: Bookmark) -> Self {
        Self {
            id: bookmark.id.0,
            place: bookmark.place.into(),
            anchor: Some(bookmark.anchor).filter(|anchor| !anchor.is_empty()),
            name: bookmark.label.name,
            folder: bookmark.label.folder,
            created_on: bookmark.created_on,
            available: bookmark.available,
        }
    }
}

/// Whether a place is marked now.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Bookmarked)]
pub struct BookmarkedView {
    pub bookmarked: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub bookmark: Option<BookmarkView>,
}

/// Which bookmarks are wanted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BookmarksRequest {
    pub page_number: Option<u32>,
    pub page_size: Option<u32>,
    /// Left out: all; empty: those in no folder.
    pub folder: Option<String>,
    /// Text in name, folder, path, code or title.
    pub keyword_filter: Option<String>,
    /// Only those at these paths; at most 100.
    pub paths: Option<Vec<String>>,
}

impl From<BookmarksRequest> for BookmarkFilter {
    fn from(request: BookmarksRequest) -> Self {
        Self { folder: request.folder, text: request.keyword_filter.unwrap_or_default(), paths: request.paths }
    }
}

/// Another name and folder for a bookmark.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateBookmarkRequest {
    pub name: String,
    /// Empty for none.
    pub folder: String,
}

/// A folder of bookmarks.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BookmarkFolder)]
pub struct BookmarkFolderView {
    /// Empty for the bookmarks that are in none.
    pub name: String,
    pub count: u64,
}

impl From<BookmarkFolder> for BookmarkFolderView {
    fn from(folder: BookmarkFolder) -> Self {
        Self { name: folder.name, count: folder.count }
    }
}

/// What the caller has checked out.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CheckedOut)]
pub struct CheckedOutView {
    #[serde(flatten)]
    pub place: PlaceView,
    /// The last part of the path.
    pub name: String,
    pub checked_out_on: DateTime<Utc>,
    /// False when it is in the trash.
    pub available: bool,
}

impl From<CheckedOut> for CheckedOutView {
    fn from(held: CheckedOut) -> Self {
        Self {
            name: held.place.name().to_owned(),
            place: held.place.into(),
            checked_out_on: held.since,
            available: held.available,
        }
    }
}
