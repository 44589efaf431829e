//! A cache limited by the weight of its values: `lru` evicts, this counts bytes.

use std::borrow::Borrow;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lru::LruCache;

/// Values by key up to a total weight in bytes; the least recently used go first.
#[derive(Debug)]
pub struct Cache<K: Eq + Hash, V> {
    capacity: usize,
    entries: Mutex<Entries<K, V>>,
}

#[derive(Debug)]
struct Entries<K: Eq + Hash, V> {
    by_age: LruCache<K, (Arc<V>, usize)>,
    weight: usize,
}

impl<K: Eq + Hash, V> Cache<K, V> {
    /// An empty cache for this many bytes.
    pub fn new(capacity: usize) -> Self {
        Self { capacity, entries: Mutex::new(Entries { by_age: LruCache::unbounded(), weight: 0 }) }
    }

    /// The value of a key, if it is still there.
    pub fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<Arc<V>>
    where
        K: Borrow<Q>,
    {
        self.lock().by_age.get(key).map(|(value, _)| Arc::clone(value))
    }

    /// Adds a value. One that would take more than a quarter of the cache is only handed back, so that it does not
    /// evict all others.
    pub fn put(&self, key: K, value: V, weight: usize) -> Arc<V> {
        let value = Arc::new(value);
        if weight > self.capacity / 4 {
            return value;
        }
        let mut entries = self.lock();
        entries.weight += weight;
        if let Some((_, before)) = entries.by_age.put(key, (Arc::clone(&value), weight)) {
            entries.weight -= before;
        }
        while entries.weight > self.capacity
            && let Some((_, (_, evicted))) = entries.by_age.pop_lru()
        {
            entries.weight -= evicted;
        }
        value
    }

    fn lock(&self) -> MutexGuard<'_, Entries<K, V>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_values_go_first_and_the_weight_stays_within_the_limit() {
        let cache = Cache::new(100);
        for number in 0..10 {
            cache.put(number, number, 10);
        }
        assert!(cache.get(&0).is_some(), "it is used again");
        cache.put(10, 10, 20);
        let there: Vec<i32> = (0..=10).filter(|number| cache.get(number).is_some()).collect();
        assert_eq!(there, [0, 3, 4, 5, 6, 7, 8, 9, 10]);
        assert_eq!(cache.lock().weight, 100);
        cache.put(10, 10, 10);
        assert_eq!(cache.lock().weight, 90, "a key counts once");
        assert_eq!(*cache.put(11, 11, 26), 11);
        assert!(cache.get(&11).is_none(), "one value does not evict all others");
    }

    #[test]
    fn the_weight_is_the_sum_of_what_is_there_whatever_was_put() {
        let cache = Cache::new(10_000);
        for step in 0..20_000_usize {
            cache.put(step * 7_919 % 503, step, step * 31 % 2_700);
            let entries = cache.lock();
            let sum: usize = entries.by_age.iter().map(|(_, (_, weight))| weight).sum();
            assert!(entries.weight == sum && sum <= 10_000, "{sum} after {step}");
        }
    }
}
