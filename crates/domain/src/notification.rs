//! Notifications: messages to one user.

use chrono::{DateTime, Utc};

use crate::id::{NotificationId, UserId};

/// The topic of a notification; users can mute each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NotificationKind {
    Accounts,
    Jobs,
    Revisions,
    Comments,
}

impl NotificationKind {
    pub const ALL: [Self; 4] = [Self::Accounts, Self::Jobs, Self::Revisions, Self::Comments];

    /// Wire and database name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Accounts => "accounts",
            Self::Jobs => "jobs",
            Self::Revisions => "revisions",
            Self::Comments => "comments",
        }
    }

    /// Parses the wire name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}

/// A message to one user. Its text is made from `code` and `params` when it is read, in the reader's language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notification {
    pub id: NotificationId,
    pub user_id: UserId,
    pub kind: NotificationKind,
    pub code: String,
    pub params: Vec<(String, String)>,
    /// A route of the web application.
    pub link: Option<String>,
    pub created_on: DateTime<Utc>,
    pub read_on: Option<DateTime<Utc>>,
}
