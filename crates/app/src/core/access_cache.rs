//! The access rules in memory, and what they mean for each user.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use domain::access::{AccessRules, Sight};
use domain::id::UserId;
use domain::permission::Role;

/// Limit of users whose sight is cached.
const MAX_CACHED: usize = 10_000;

/// The rules as of the last change that may have altered them.
#[derive(Debug, Default)]
pub(crate) struct AccessCache(pub(crate) Mutex<Option<LoadedRules>>);

/// Rules, and the sight of each user who asked since they were loaded.
#[derive(Debug)]
pub(crate) struct LoadedRules {
    /// The number of that change.
    pub(crate) seq: i64,
    pub(crate) rules: Arc<AccessRules>,
    pub(crate) sights: HashMap<(UserId, Role), Arc<Sight>>,
}

impl LoadedRules {
    pub(crate) fn sight(&mut self, user: &UserId, role: Role) -> Arc<Sight> {
        let key = (user.clone(), role);
        if let Some(known) = self.sights.get(&key) {
            return Arc::clone(known);
        }
        let sight = Arc::new(self.rules.sight(user, role));
        if self.sights.len() < MAX_CACHED {
            self.sights.insert(key, Arc::clone(&sight));
        }
        sight
    }
}
