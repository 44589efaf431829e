//! Rules that take too long on one module after the other.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::rule::BrexRule;

/// Modules on which a rule may take too long before it is not tried again.
const MOST_TRIES: u32 = 3;

/// Counts the modules on which rules took too long, so that a rule does not use up its budget on each of ten thousand.
#[derive(Debug, Default)]
pub struct RulePatience {
    /// By the address of the rule, which stays because the rule is kept.
    tries: Mutex<HashMap<usize, (Arc<BrexRule>, u32)>>,
    /// Spares the lock where no rule is too long, which is nearly always.
    is_used: AtomicBool,
}

impl RulePatience {
    /// Whether a rule is not tried any more.
    pub(super) fn is_at_end(&self, rule: &Arc<BrexRule>) -> bool {
        if !self.is_used.load(Ordering::Relaxed) {
            return false;
        }
        let tries = self.tries.lock().unwrap_or_else(PoisonError::into_inner);
        tries.get(&Arc::as_ptr(rule).addr()).is_some_and(|(_, count)| *count >= MOST_TRIES)
    }

    pub(super) fn took_too_long(&self, rule: &Arc<BrexRule>) {
        let mut tries = self.tries.lock().unwrap_or_else(PoisonError::into_inner);
        tries.entry(Arc::as_ptr(rule).addr()).or_insert_with(|| (Arc::clone(rule), 0)).1 += 1;
        self.is_used.store(true, Ordering::Relaxed);
    }
}
