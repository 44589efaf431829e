//! Drafts: text that a user edits and has not checked in.

use chrono::{DateTime, TimeDelta, Utc};

use crate::field::FieldCode;
use crate::id::{DraftId, ObjectId, UserId, VersionId};
use crate::object::words;
use crate::text;

/// The tab of drafts that no tab has opened yet; no browser tab has this id.
pub const NO_TAB: &str = "";

/// How long a draft stays after it was discarded. One that was set aside waits for its owner, whoever did that.
pub const KEPT_FOR: TimeDelta = TimeDelta::days(30);

words! {
    /// The state of a draft.
    DraftState {
        /// Its owner has checked the file out.
        Open = "open",
        /// Someone else ended the check-out, or its owner let another change pass; its owner can go on with it.
        SetAside = "setAside",
        /// Its owner cancelled the check-out, or merged a newer version into the text.
        Discarded = "discarded",
    }
}

/// A draft without its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    pub id: DraftId,
    pub object_id: ObjectId,
    pub user_id: UserId,
    /// The version that was checked out.
    pub base: VersionId,
    /// The SHA-256 of the text in UTF-8, in hexadecimal.
    pub sha256: String,
    /// Bytes of the text in UTF-8.
    pub size: u64,
    /// The browser tab that may save.
    pub tab: String,
    pub state: DraftState,
    pub opened_on: DateTime<Utc>,
    pub saved_on: DateTime<Utc>,
    pub ended_on: Option<DateTime<Utc>>,
}

impl Draft {
    /// Whether the file has another version now than the one that was checked out: its changes have to be merged before
    /// the draft can be checked in.
    pub fn is_outdated(&self, working: VersionId) -> bool {
        self.base != working
    }

    /// A copy of the text that ended at a moment, under an id of its own.
    pub fn ended_copy(&self, id: DraftId, on: DateTime<Utc>) -> Self {
        Self { id, tab: NO_TAB.to_owned(), state: DraftState::Discarded, ended_on: Some(on), ..self.clone() }
    }
}

/// A draft with the file it is of, as lists show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftOfFile {
    pub draft: Draft,
    pub path: String,
    pub code: String,
    /// The title of the version that was checked out.
    pub title: String,
}

/// Parses the id that a browser tab gave itself.
pub fn parse_tab(text: &str) -> Result<String, FieldCode> {
    text::line(text, 1, 64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_of_an_earlier_version_is_outdated() {
        let draft = Draft {
            id: DraftId("1".to_owned()),
            object_id: ObjectId(1),
            user_id: UserId("u".to_owned()),
            base: VersionId(7),
            sha256: "a".to_owned(),
            size: 1,
            tab: "t".to_owned(),
            state: DraftState::Open,
            opened_on: DateTime::UNIX_EPOCH,
            saved_on: DateTime::UNIX_EPOCH,
            ended_on: None,
        };
        assert!(!draft.is_outdated(VersionId(7)));
        assert!(draft.is_outdated(VersionId(8)));
        // A confirmation can be undone, and the version before it comes back.
        assert!(draft.is_outdated(VersionId(6)));
        let copy = draft.ended_copy(DraftId("2".to_owned()), DateTime::UNIX_EPOCH);
        assert_eq!((copy.base, copy.sha256.as_str(), copy.state), (VersionId(7), "a", DraftState::Discarded));
        assert_eq!((copy.id.0.as_str(), copy.ended_on), ("2", Some(DateTime::UNIX_EPOCH)));
    }
}
