//! Being signed in.

use chrono::{DateTime, Utc};

use crate::id::{SessionId, UserId};

/// One sign-in: it ends by time, by logout, or because the account changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    pub id: SessionId,
    pub user_id: UserId,
    /// The network address it was opened from.
    pub address: String,
    pub created_on: DateTime<Utc>,
    pub expires_on: DateTime<Utc>,
    pub revoked_on: Option<DateTime<Utc>>,
}

impl Session {
    /// Whether requests may still be made under it.
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        self.revoked_on.is_none() && now < self.expires_on
    }
}
