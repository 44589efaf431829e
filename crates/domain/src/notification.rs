//! Notifications: messages to one user.

use chrono::{DateTime, Utc};

use crate::id::{NotificationId, UserId};
use crate::path::CsdbPath;
use crate::permission::Permission;
use crate::text::fold;

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

    /// The permission without which notifications of this kind are of no concern.
    pub fn permission(self) -> Option<Permission> {
        match self {
            Self::Accounts => Some(Permission::ManageUsers),
            Self::Jobs | Self::Revisions | Self::Comments => None,
        }
    }

    /// Parses the wire name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}

/// How a user gets the notifications of one kind by mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum MailDelivery {
    AtOnce,
    /// All of a day in one mail.
    #[default]
    Daily,
    Never,
}

impl MailDelivery {
    pub const ALL: [Self; 3] = [Self::AtOnce, Self::Daily, Self::Never];

    /// Wire and database name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AtOnce => "atOnce",
            Self::Daily => "daily",
            Self::Never => "never",
        }
    }

    /// Parses the wire name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|delivery| delivery.as_str() == word)
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

impl Notification {
    /// A parameter of messages about a name that somebody typed, not about a place that they saw: such a message comes
    /// whether the name is of a hidden place or of none.
    pub const ABOUT_NO_PLACE: &str = "aboutNoPlace";

    /// The folded names of the database and manual that the parameter `folder` names; the manual may be empty.
    pub fn about(&self) -> Option<(String, String)> {
        if self.params.iter().any(|(name, _)| name == Self::ABOUT_NO_PLACE) {
            return None;
        }
        let (_, folder) = self.params.iter().find(|(name, _)| name == "folder")?;
        // A job that names no database has a file name instead.
        let path = folder.starts_with('/').then(|| CsdbPath::parse(folder)).flatten()?;
        let manual = match &path {
            CsdbPath::Manual(path) => fold(path.manual.as_str()),
            _ => String::new(),
        };
        Some((path.csdb()?.folded(), manual))
    }
}
