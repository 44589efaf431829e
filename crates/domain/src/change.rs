//! Changes recorded in the change log.

use chrono::{DateTime, Utc};

/// The actor of a change: an account, a service token, or the program itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Actor {
    User(String),
    /// Made by [`Actor::service`].
    Service(String),
    /// A start-up step, or a command run in the server's shell.
    System,
}

impl Actor {
    /// The service token of this name. No account can contain the colon.
    pub fn service(name: &str) -> Self {
        Self::Service(format!("token:{name}"))
    }

    /// The name stored in the change log.
    pub fn as_str(&self) -> &str {
        match self {
            Self::User(name) | Self::Service(name) => name,
            Self::System => "system",
        }
    }
}

/// A change that is not yet in the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub at: DateTime<Utc>,
    pub actor: Actor,
    /// Action code in dotted words: `user.created`.
    pub action: &'static str,
    /// Kind of the changed record: `user`.
    pub subject_kind: &'static str,
    /// Display name of the changed record.
    pub subject: String,
    /// Changed fields as name and value; never a secret.
    pub detail: Vec<(String, String)>,
}

/// A change in the log: numbered in commit order and chained by hash to the previous one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedChange {
    pub seq: i64,
    pub at: DateTime<Utc>,
    pub actor: String,
    pub action: String,
    pub subject_kind: String,
    pub subject: String,
    pub detail: Vec<(String, String)>,
    /// SHA-256 over the previous row's hash and this row, in hexadecimal.
    pub hash: String,
}

/// The result of verifying the whole chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainReport {
    pub checked: u64,
    /// The first row whose hash does not follow from the previous row.
    pub first_broken: Option<i64>,
}
