//! Slots for files that are received at the same time.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::core::error::Error;

/// Each receiver buffers up to one part in memory, so this bounds their memory per node.
const MAX_AT_ONCE: usize = 16;

/// The upload slots of one node.
#[derive(Debug)]
pub(crate) struct UploadSlots(Arc<Semaphore>);

impl Default for UploadSlots {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MAX_AT_ONCE)))
    }
}

impl UploadSlots {
    /// Takes a slot, or refuses at once: a client that retries is cheaper than one that waits with an open connection.
    pub(crate) fn take(&self) -> Result<OwnedSemaphorePermit, Error> {
        Arc::clone(&self.0).try_acquire_owned().map_err(|_| Error::Busy)
    }
}
