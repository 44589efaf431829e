//! Session records that are believed for a few seconds.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use domain::id::{IdentityProviderId, SessionId, UserId};

use crate::core::caller::Caller;

/// Lifetime of a cached session record; after it the database is asked
/// again: a changed role or a logout holds on every node after this.
const BELIEVED_FOR: TimeDelta = TimeDelta::seconds(5);
/// Limit of cached sessions.
const MAX_REMEMBERED: usize = 10_000;

/// Cached sessions by id.
#[derive(Debug, Default)]
pub(crate) struct SessionCache(Mutex<HashMap<SessionId, CachedSession>>);

#[derive(Debug)]
struct CachedSession {
    /// Without a renewed token.
    caller: Caller,
    since: DateTime<Utc>,
}

impl CachedSession {
    fn is_fresh(&self, now: DateTime<Utc>) -> bool {
        // A clock that was set back must not prolong it.
        (now - self.since).abs() < BELIEVED_FOR
    }
}

impl SessionCache {
    pub(crate) fn find(&self, id: &SessionId, now: DateTime<Utc>) -> Option<Caller> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.get(id).filter(|one| one.is_fresh(now))?;
        Some(found.caller.clone())
    }

    pub(crate) fn remember(&self, caller: Caller, now: DateTime<Utc>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MAX_REMEMBERED {
            known.retain(|_, one| one.is_fresh(now));
        }
        if known.len() < MAX_REMEMBERED {
            known.insert(caller.session.id.clone(), CachedSession { caller, since: now });
        }
    }

    /// Drops all that is known about a user, so that this node sees a change at once.
    pub(crate) fn forget(&self, user: &UserId) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, one| one.caller.user.id != *user);
    }

    /// Drops the sessions that an identity provider opened.
    pub(crate) fn forget_provider(&self, id: &IdentityProviderId) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, one| one.caller.session.provider.as_ref().is_none_or(|provider| provider.id != *id));
    }
}
