//! What a person keeps at hand: where they were, what they marked, what they work on.

use chrono::{DateTime, Utc};

use crate::id::{BookmarkId, SnapshotId};
use crate::object::ObjectKind;
use crate::snapshot::Lane;
use crate::text;

/// How many visits are remembered of one person.
pub const MAX_RECENT: u64 = 500;
/// How many bookmarks one person may have.
pub const MAX_BOOKMARKS: u64 = 1_000;

/// What stands at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceKind {
    /// A manual as a whole.
    Manual,
    Object(ObjectKind),
}

impl PlaceKind {
    /// The word on the wire and in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Manual => "manual",
            Self::Object(kind) => kind.as_str(),
        }
    }

    /// Reads the word back.
    pub fn parse(word: &str) -> Option<Self> {
        if word == Self::Manual.as_str() { Some(Self::Manual) } else { ObjectKind::parse(word).map(Self::Object) }
    }
}

/// A place in the vault that somebody can come back to, as it was when they were there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub path: String,
    pub kind: PlaceKind,
    pub csdb_name: String,
    /// Empty for media.
    pub manual_name: String,
    /// The folded key of the object; empty for a manual as a whole.
    pub key_folded: String,
    pub code: String,
    pub title: String,
    /// Which state of the manual was read; the working lane when none is named.
    pub lane: Option<Lane>,
    pub revision: Option<SnapshotId>,
}

impl Place {
    /// The last part of the path.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    /// What a list is searched by, not yet folded.
    pub fn words(&self) -> String {
        format!("{} {} {}", self.path, self.code, self.title)
    }
}

/// That somebody was at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecentVisit {
    pub place: Place,
    pub visited_on: DateTime<Utc>,
    /// Whether it is still there.
    pub available: bool,
}

/// A place, or a paragraph of it, that somebody marked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bookmark {
    pub id: BookmarkId,
    pub place: Place,
    /// Where inside the place; empty for the whole of it.
    pub anchor: String,
    pub label: BookmarkLabel,
    pub created_on: DateTime<Utc>,
    pub available: bool,
}

/// What its owner calls a bookmark, and where they put it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookmarkLabel {
    pub name: String,
    /// Empty for none.
    pub folder: String,
}

/// Reads the name of a bookmark.
pub fn parse_name(text: &str) -> Result<String, crate::field::FieldCode> {
    text::line(text, 1, 200)
}

/// Reads the folder of a bookmark; empty for none.
pub fn parse_folder(text: &str) -> Result<String, crate::field::FieldCode> {
    text::line(text, 0, 100)
}

/// Reads a place inside a module: an element's id, or a structural path with a fingerprint of its text.
pub fn parse_anchor(text: &str) -> Result<String, crate::field::FieldCode> {
    text::line(text, 0, 500)
}

/// A folder of bookmarks and how many are in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookmarkFolder {
    pub name: String,
    pub count: u64,
}

/// An object that its holder alone may change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedOut {
    pub place: Place,
    pub since: DateTime<Utc>,
    pub available: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_manual_or_an_object() {
        assert_eq!(PlaceKind::parse("manual"), Some(PlaceKind::Manual));
        assert_eq!(PlaceKind::parse("dm"), Some(PlaceKind::Object(ObjectKind::DataModule)));
        assert_eq!(PlaceKind::parse("csdb"), None);
        for kind in ObjectKind::ALL {
            assert_eq!(PlaceKind::parse(PlaceKind::Object(kind).as_str()), Some(PlaceKind::Object(kind)));
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
