//! Login sessions.

use chrono::{DateTime, Utc};

use crate::id::{SessionId, UserId};

/// One login. It ends by expiry, by logout, or when the account changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    pub id: SessionId,
    pub user_id: UserId,
    /// The client's network address at login.
    pub address: String,
    pub created_on: DateTime<Utc>,
    pub expires_on: DateTime<Utc>,
    pub revoked_on: Option<DateTime<Utc>>,
}

impl Session {
    /// Not expired and not ended.
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        self.revoked_on.is_none() && now < self.expires_on
    }
}
