//! The trace that every change of state leaves in the change log.

use chrono::{DateTime, Utc};

/// Who made a change: an account name, or the program itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Actor {
    User(String),
    /// A start-up step or a command on the server's own shell.
    System,
}

impl Actor {
    /// The name under which the log keeps the actor.
    pub fn as_str(&self) -> &str {
        match self {
            Self::User(account) => account,
            Self::System => "system",
        }
    }
}

/// One change, before it has its place in the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub at: DateTime<Utc>,
    pub actor: Actor,
    /// What was done, in dotted words: `user.created`.
    pub action: &'static str,
    /// What kind of thing it was done to: `user`.
    pub subject_kind: &'static str,
    /// The name people know that thing by.
    pub subject: String,
    /// What changed, as name and value; never a secret.
    pub detail: Vec<(String, String)>,
}

/// A change in its place: numbered in commit order and chained to the one before.
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

/// What a walk over the whole chain found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainReport {
    pub checked: u64,
    /// The first row that does not follow from the one before.
    pub first_broken: Option<i64>,
}
