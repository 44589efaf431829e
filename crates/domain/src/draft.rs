//! Drafts: text that a user edits and has not checked in.

use chrono::{DateTime, TimeDelta, Utc};

use crate::field::FieldCode;
use crate::id::{DraftId, ObjectId, UserId, VersionId};
use crate::object::words;
use crate::text;

/// The tab of drafts that no tab has opened yet; no browser tab has this id.
pub const NO_TAB: &str = "";

/// How long a draft stays after it was set aside or discarded.
pub const KEPT_FOR: TimeDelta = TimeDelta::days(30);

words! {
    /// The state of a draft.
    DraftState {
        /// Its owner has checked the file out.
        Open = "open",
        /// Someone else ended the check-out; its owner can go on with it.
        SetAside = "setAside",
        /// Its owner cancelled the check-out.
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
