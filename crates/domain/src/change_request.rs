//! Change requests: requested changes of a manual, from the first question to the publication.
//!
//! [`TRANSITIONS`] is the whole life of a change request; `docs/change-requests.md` draws it.

mod life;
pub mod lineage;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

use crate::comment::Commenter;
use crate::field::FieldCode;
use crate::id::{ChangeRequestId, ChangeRequestPostId, ManualId, ObjectId, UserId, VersionId};
use crate::object::words;
use crate::text;
use crate::version::Issue;

pub use life::{RequestActor, RequestRefusal, TRANSITIONS, act, is_approved, may_describe, may_review, status_after};

/// Characters of a title.
pub const MAX_TITLE: usize = 200;
/// Characters of a description.
pub const MAX_DESCRIPTION: usize = 10_000;
/// Characters of a reference, such as the number of a bulletin.
pub const MAX_REFERENCE: usize = 200;
/// People who are asked for their approval.
pub const MAX_REVIEWERS: usize = 20;
/// Modules of one change request.
pub const MAX_MODULES: u64 = 200;
/// Posts in one discussion, deleted ones included.
pub const MAX_POSTS: u64 = 500;
/// Files attached to one change request.
pub const MAX_ATTACHMENTS: usize = 10;
/// Bytes of one of them.
pub const MAX_ATTACHMENT_BYTES: usize = 5 << 20;
/// Files that one person may attach within a day.
pub const MAX_ATTACHED_PER_DAY: u64 = 100;
/// Changes of change requests that one person may make within [`RATE_PERIOD`].
pub const MAX_RATE: u64 = 60;
pub const RATE_PERIOD: TimeDelta = TimeDelta::minutes(1);

words! {
    /// The state of a change request, in the words of the specification.
    RequestStatus {
        NotOpen = "Not Open",
        InProgress = "In Progress",
        ReadyForPublish = "Ready for Publish",
        Closed = "Closed",
        Pending = "Pending",
    }
}

words! {
    /// A step in the life of a change request.
    RequestAction {
        Open = "open",
        Reopen = "reopen",
        Publish = "publish",
        Cancel = "cancel",
        Pause = "pause",
        Finish = "finish",
        Resume = "resume",
    }
}

words! {
    /// The reason for a change request.
    RequestOrigin {
        /// A reader asked for it.
        Comment = "comment",
        OemRevision = "oemRevision",
        Regulation = "regulation",
        ServiceBulletin = "sb",
        Other = "other",
    }
}

words! {
    /// How a change request was closed.
    RequestOutcome {
        Published = "published",
        Cancelled = "cancelled",
    }
}

words! {
    /// The decision of a reviewer about a finished change request.
    Verdict {
        Approved = "approved",
        Rejected = "rejected",
    }
}

/// The texts that a person gives a change request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestDetails {
    pub title: String,
    pub description: String,
    pub origin: RequestOrigin,
    /// The number of a bulletin, regulation or revision; possibly empty.
    pub reference: String,
    pub due_on: Option<NaiveDate>,
}

/// The paragraph that a change was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestPlace {
    pub object: ObjectId,
    /// The version that was read.
    pub version: VersionId,
    /// The HTML id in it; empty for the whole module.
    pub anchor: String,
    /// The beginning of the paragraph.
    pub quote: String,
    /// The path of the module.
    pub path: String,
}

/// A change request of a manual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeRequest {
    pub id: ChangeRequestId,
    /// Counted from 1 in each database.
    pub number: u64,
    pub manual_id: ManualId,
    pub csdb_name: String,
    pub csdb_type: String,
    pub manual_name: String,
    pub manual_type: String,
    pub details: RequestDetails,
    pub status: RequestStatus,
    /// While it is closed.
    pub outcome: Option<RequestOutcome>,
    pub place: Option<RequestPlace>,
    pub creator: Commenter,
    pub assignee: Option<Commenter>,
    /// The person who called the work finished.
    pub finished_by: Option<UserId>,
    pub created_on: DateTime<Utc>,
    pub updated_on: DateTime<Utc>,
    pub version: i64,
    /// How often the work was finished.
    pub round: i64,
}

impl ChangeRequest {
    /// The vault path of its manual.
    pub fn manual_path(&self) -> String {
        crate::path::of_manual(&self.csdb_name, &self.manual_name)
    }

    /// Its name in the change log.
    pub fn subject(&self) -> String {
        format!("{}#{}", self.manual_path(), self.number)
    }
}

/// A change request as lists show it: its description and the quote of its place are left empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedRequest {
    pub request: ChangeRequest,
    pub modules: u64,
}

/// A verdict, with its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestDecision {
    pub verdict: Verdict,
    pub comment: String,
    pub on: DateTime<Utc>,
}

/// A person who reviews a change request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestReviewer {
    pub person: Commenter,
    /// Somebody asked for their approval; others gave it by themselves.
    pub is_asked: bool,
    pub decision: Option<RequestDecision>,
    /// Their approval counts no longer: they lost the level for it, or it was one of their own work.
    pub has_lapsed: bool,
}

/// A module of a change request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestModule {
    pub object: ObjectId,
    pub path: String,
    pub code: String,
    pub title: String,
    /// The version before the work began; `None` for a module that is new with the change request.
    pub base: Option<VersionId>,
    /// The newest version that was checked in under the change request.
    pub newest: Option<VersionId>,
    /// The issue of that version, or of the base.
    pub issue: Issue,
    /// The account that has checked it out.
    pub holder: Option<String>,
    pub has_draft: bool,
    /// It is in the trash.
    pub is_deleted: bool,
    /// The working version does not contain the work: it is set aside, or another change replaced it. Only a request that
    /// is opened says so.
    pub is_away: bool,
    pub added_on: DateTime<Utc>,
}

impl RequestModule {
    /// The work has changed it: it has a new version, or it is deleted.
    pub fn is_changed(&self) -> bool {
        self.newest.is_some() || self.is_deleted
    }
}

/// A post in the discussion of a change request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestPost {
    pub id: ChangeRequestPostId,
    pub request: ChangeRequestId,
    pub author: Commenter,
    /// Empty once it is deleted.
    pub text: String,
    pub created_on: DateTime<Utc>,
    pub edited_on: Option<DateTime<Utc>>,
    pub is_deleted: bool,
}

/// The change request that a new version names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedRequest {
    pub id: ChangeRequestId,
    /// The module may belong to another open change request too.
    pub may_share: bool,
}

pub fn parse_title(text: &str) -> Result<String, FieldCode> {
    text::line(text, 1, MAX_TITLE)
}

/// Parses a description; lines stay, and it may be empty.
pub fn parse_description(text: &str) -> Result<String, FieldCode> {
    let text = text.replace("\r\n", "\n").trim().to_owned();
    if text.chars().count() > MAX_DESCRIPTION {
        return Err(FieldCode::TooLong);
    }
    if text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')) {
        return Err(FieldCode::Character);
    }
    Ok(text)
}

pub fn parse_reference(text: &str) -> Result<String, FieldCode> {
    text::line(text, 0, MAX_REFERENCE)
}

/// Whether a file name is displayed in the order of its characters: signs that turn the direction of a text let
/// `photo.exe` look like a picture.
pub fn is_shown_as_written(file_name: &str) -> bool {
    let turns =
        |c: char| matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !file_name.chars().any(turns)
}

/// Parses the reason of an action or a verdict; empty for none.
pub fn parse_why(text: &str) -> Result<String, FieldCode> {
    text::line(text, 0, 1_000)
}

#[cfg(test)]
mod tests;
