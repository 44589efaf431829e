//! Compiled schema sets, dropped from memory when unused for a while.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use s1000d::xsd::SchemaSet;
use store::blobs::BlobId;
use store::schema_sets::StoredSchemaSet;

/// Lifetime of an unused set in memory. A compiled set takes about 30 MB, reading it again about a second.
const KEPT_FOR: TimeDelta = TimeDelta::minutes(2);

/// Compiled schema sets by their blob.
#[derive(Debug)]
pub(crate) struct SchemaCache<T = SchemaSet>(Mutex<HashMap<BlobId, CachedSet<T>>>);

#[derive(Debug)]
struct CachedSet<T> {
    set: Arc<T>,
    used_on: DateTime<Utc>,
}

impl<T> Default for SchemaCache<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> SchemaCache<T> {
    fn sets(&self) -> MutexGuard<'_, HashMap<BlobId, CachedSet<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn find(&self, blob: &BlobId, now: DateTime<Utc>) -> Option<Arc<T>> {
        let mut sets = self.sets();
        let cached = sets.get_mut(blob)?;
        cached.used_on = now;
        Some(Arc::clone(&cached.set))
    }

    pub(crate) fn put(&self, blob: BlobId, set: Arc<T>, now: DateTime<Utc>) {
        self.sets().insert(blob, CachedSet { set, used_on: now });
    }

    /// Drops the sets that are no longer installed.
    pub(crate) fn keep_only(&self, installed: &[StoredSchemaSet]) {
        self.sets().retain(|blob, _| installed.iter().any(|one| one.blob == *blob));
    }

    /// Drops the sets that were not used for a while.
    pub(crate) fn forget_unused(&self, now: DateTime<Utc>) {
        self.sets().retain(|_, cached| {
            if Arc::strong_count(&cached.set) > 1 {
                cached.used_on = now;
            }
            now - cached.used_on < KEPT_FOR
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_forgotten_when_nobody_has_used_it_for_a_while() {
        let (cache, blob) = (SchemaCache::<&str>::default(), BlobId::of_hash(&[7; 32]));
        let at = |seconds| DateTime::<Utc>::UNIX_EPOCH + TimeDelta::seconds(seconds);
        cache.put(blob.clone(), Arc::new("schemas"), at(0));
        let used = cache.find(&blob, at(100));
        cache.forget_unused(at(10_000));
        assert_eq!(used.as_deref(), Some(&"schemas"));
        drop(used);
        cache.forget_unused(at(10_119));
        assert!(cache.find(&blob, at(10_119)).is_some());
        cache.forget_unused(at(10_239));
        assert!(cache.find(&blob, at(10_239)).is_none());
    }
}
