//! Slots for files that are received at the same time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::id::UserId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::core::error::Error;

/// Each receiver buffers up to one part in memory, so this bounds their memory per node.
const MAX_AT_ONCE: usize = 16;
/// The most slots of one user, so that a slow client does not keep everybody else from sending.
const MAX_OF_USER: usize = 8;

/// The upload slots of one node.
#[derive(Debug)]
pub(crate) struct UploadSlots {
    free: Arc<Semaphore>,
    taken: Arc<Mutex<HashMap<UserId, usize>>>,
}

/// A slot, free again when it is dropped.
#[derive(Debug)]
pub(crate) struct UploadSlot {
    user: UserId,
    taken: Arc<Mutex<HashMap<UserId, usize>>>,
    _permit: OwnedSemaphorePermit,
}

impl Default for UploadSlots {
    fn default() -> Self {
        Self { free: Arc::new(Semaphore::new(MAX_AT_ONCE)), taken: Arc::default() }
    }
}

impl UploadSlots {
    /// Takes a slot, or refuses at once: a client that retries is cheaper than one that waits with an open connection.
    pub(crate) fn take(&self, user: &UserId) -> Result<UploadSlot, Error> {
        let permit = Arc::clone(&self.free).try_acquire_owned().map_err(|_| Error::Busy)?;
        let mut taken = locked(&self.taken);
        let of_user = taken.entry(user.clone()).or_insert(0);
        if *of_user >= MAX_OF_USER {
            return Err(Error::Busy);
        }
        *of_user += 1;
        Ok(UploadSlot { user: user.clone(), taken: Arc::clone(&self.taken), _permit: permit })
    }
}

impl Drop for UploadSlot {
    fn drop(&mut self) {
        let mut taken = locked(&self.taken);
        if let Some(of_user) = taken.get_mut(&self.user) {
            *of_user -= 1;
            if *of_user == 0 {
                taken.remove(&self.user);
            }
        }
    }
}

fn locked(taken: &Mutex<HashMap<UserId, usize>>) -> MutexGuard<'_, HashMap<UserId, usize>> {
    taken.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user(name: &str) -> UserId {
        UserId(name.to_owned())
    }

    #[test]
    fn one_user_leaves_slots_to_others() {
        let slots = UploadSlots::default();
        let mut of_ann: Vec<UploadSlot> = (0..MAX_OF_USER).filter_map(|_| slots.take(&user("ann")).ok()).collect();
        assert_eq!(of_ann.len(), MAX_OF_USER);
        assert!(slots.take(&user("ann")).is_err());
        let of_bob = slots.take(&user("bob")).expect("a slot");
        of_ann.pop();
        assert!(slots.take(&user("ann")).is_ok());
        drop((of_ann, of_bob));
        assert!(locked(&slots.taken).is_empty(), "nothing is left of those who are done");
        assert_eq!(slots.free.available_permits(), MAX_AT_ONCE);
    }
}
