//! A user's workspace: recent visits, bookmarks and checked-out objects.

use chrono::{DateTime, Utc};

use crate::id::{BookmarkId, SnapshotId, UserId, VersionId};
use crate::object::ObjectKind;
use crate::path::file_name_of;
use crate::snapshot::Lane;
use crate::text;
use crate::version::FileStatus;

/// The number of recent visits stored per user.
pub const MAX_RECENT: u64 = 500;
/// The most bookmarks one user may have.
pub const MAX_BOOKMARKS: u64 = 1_000;

/// The kind of a bookmarked or visited target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LocationKind {
    /// A whole manual.
    Manual,
    Object(ObjectKind),
}

impl LocationKind {
    /// Wire and database name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Manual => "manual",
            Self::Object(kind) => kind.as_str(),
        }
    }

    /// Parses the wire name.
    pub fn parse(word: &str) -> Option<Self> {
        if word == Self::Manual.as_str() { Some(Self::Manual) } else { ObjectKind::parse(word).map(Self::Object) }
    }
}

/// A vault location with the title and lane at the time of the visit, so that it can be listed after deletion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    pub path: String,
    pub kind: LocationKind,
    pub csdb_name: String,
    /// Empty for media.
    pub manual_name: String,
    /// The folded key of the object; empty for a whole manual.
    pub key_folded: String,
    pub code: String,
    pub title: String,
    /// The lane that was read; the working lane when `None`.
    pub lane: Option<Lane>,
    pub revision: Option<SnapshotId>,
}

impl Location {
    /// The last segment of the path.
    pub fn name(&self) -> &str {
        file_name_of(&self.path)
    }

    /// The text a list search looks in, not folded.
    pub fn words(&self) -> String {
        format!("{} {} {}", self.path, self.code, self.title)
    }
}

/// One visit of a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecentVisit {
    pub location: Location,
    /// Of the version that the lane or revision has; none for manuals and for what is gone.
    pub status: Option<FileStatus>,
    pub visited_on: DateTime<Utc>,
    /// The target still exists.
    pub available: bool,
}

/// A bookmark on a target, or on a paragraph of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bookmark {
    pub id: BookmarkId,
    pub location: Location,
    /// The position inside the version that was read, with a fingerprint of its text; empty for the whole module.
    pub anchor: String,
    /// The version in which the position was read; `None` for whole modules, and unknown for old bookmarks.
    pub version: Option<VersionId>,
    pub label: BookmarkLabel,
    /// As that of a visit; only lists have it.
    pub status: Option<FileStatus>,
    pub created_on: DateTime<Utc>,
    pub available: bool,
}

/// The name and folder of a bookmark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookmarkLabel {
    pub name: String,
    /// Empty for no folder.
    pub folder: String,
}

/// Parses the name of a bookmark.
pub fn parse_name(text: &str) -> Result<String, crate::field::FieldCode> {
    text::line(text, 1, 200)
}

/// Parses the folder of a bookmark; empty for none.
pub fn parse_folder(text: &str) -> Result<String, crate::field::FieldCode> {
    text::line(text, 0, 100)
}

/// Parses a position inside a module: an element id, or a structural path with a fingerprint of its text.
pub fn parse_anchor(text: &str) -> Result<String, crate::field::FieldCode> {
    text::line(text, 0, 500)
}

/// A bookmark folder with its number of bookmarks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookmarkFolder {
    pub name: String,
    pub count: u64,
}

/// The user who has checked an object out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    pub user: UserId,
    pub account: String,
    pub since: DateTime<Utc>,
}

/// A checked-out object; only its holder may change it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkout {
    pub location: Location,
    /// Of the version in the working lane; none when the object is no longer in it.
    pub status: Option<FileStatus>,
    pub version: Option<VersionId>,
    pub since: DateTime<Utc>,
    pub available: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_location_is_a_manual_or_an_object() {
        assert_eq!(LocationKind::parse("manual"), Some(LocationKind::Manual));
        assert_eq!(LocationKind::parse("dm"), Some(LocationKind::Object(ObjectKind::DataModule)));
        assert_eq!(LocationKind::parse("csdb"), None);
        for kind in ObjectKind::ALL {
            assert_eq!(LocationKind::parse(LocationKind::Object(kind).as_str()), Some(LocationKind::Object(kind)));
        }
    }

    #[test]
    fn a_bookmark_needs_a_name_but_no_folder() {
        assert!(parse_name(" ").is_err());
        assert_eq!(parse_name(" 起落架 "), Ok("起落架".to_owned()));
        assert_eq!(parse_folder("  "), Ok(String::new()));
        assert!(parse_folder(&"a".repeat(101)).is_err());
        assert!(parse_anchor("a\nb").is_err());
    }
}
