//! Login sessions.

use chrono::{DateTime, Utc};

use crate::id::{IdentityProviderId, SessionId, UserId};

/// One login. It ends by expiry, by logout, or when the account changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    pub id: SessionId,
    pub user_id: UserId,
    pub client: SessionClient,
    pub created_on: DateTime<Utc>,
    /// The last use, to within a few minutes.
    pub used_on: DateTime<Utc>,
    pub expires_on: DateTime<Utc>,
    pub revoked_on: Option<DateTime<Utc>>,
    /// The last time the user proved who they are: at sign-in, or when asked again.
    pub confirmed_on: DateTime<Utc>,
    /// The identity provider at which the user signed in; `None` for a password.
    pub provider: Option<SessionProvider>,
}

/// The identity provider that opened a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionProvider {
    pub id: IdentityProviderId,
    pub name: String,
}

/// The computer that opened a session.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SessionClient {
    /// The network address at login.
    pub address: String,
    /// The browser or program, as its `User-Agent` names it.
    pub device: String,
}

impl SessionClient {
    /// The most characters of a device.
    const MAX_DEVICE: usize = 300;

    /// A client with the printable beginning of its `User-Agent`.
    pub fn new(address: String, user_agent: &str) -> Self {
        let device = user_agent.chars().filter(|c| !c.is_control()).take(Self::MAX_DEVICE).collect();
        Self { address, device }
    }
}

impl Session {
    /// Not expired and not ended.
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        self.revoked_on.is_none() && now < self.expires_on
    }
}
