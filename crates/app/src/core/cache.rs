//! A size-limited LRU cache.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Values by key up to a total weight; the least recently used go first.
#[derive(Debug)]
pub struct Cache<K, V> {
    capacity: usize,
    inner: Mutex<Inner<K, V>>,
}

#[derive(Debug)]
struct Inner<K, V> {
    entries: HashMap<K, Entry<V>>,
    weight: usize,
    /// Counts what was asked for, so that ages can be compared without a clock.
    tick: u64,
}

#[derive(Debug)]
struct Entry<V> {
    value: Arc<V>,
    weight: usize,
    used: u64,
}

impl<K: Eq + Hash + Clone, V> Cache<K, V> {
    /// A memory for values of this weight together, in bytes.
    pub fn new(capacity: usize) -> Self {
        Self { capacity, inner: Mutex::new(Inner { entries: HashMap::new(), weight: 0, tick: 0 }) }
    }

    /// The value of a key, if it is still there.
    pub fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<Arc<V>>
    where
        K: Borrow<Q>,
    {
        let mut inner = self.lock();
        inner.tick += 1;
        let tick = inner.tick;
        let entry = inner.entries.get_mut(key)?;
        entry.used = tick;
        Some(Arc::clone(&entry.value))
    }

    /// Keeps a value as long as there is room. One that would take more than a quarter of it is only handed back.
    pub fn put(&self, key: K, value: V, weight: usize) -> Arc<V> {
        let value = Arc::new(value);
        if weight > self.capacity / 4 {
            return value;
        }
        let mut inner = self.lock();
        inner.tick += 1;
        let entry = Entry { value: Arc::clone(&value), weight, used: inner.tick };
        inner.weight += weight;
        if let Some(before) = inner.entries.insert(key, entry) {
            inner.weight -= before.weight;
        }
        if inner.weight > self.capacity {
            inner.shrink_to(self.capacity / 4 * 3);
        }
        value
    }

    fn lock(&self) -> MutexGuard<'_, Inner<K, V>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash + Clone, V> Inner<K, V> {
    fn shrink_to(&mut self, weight: usize) {
        let mut by_age: Vec<(u64, K)> = self.entries.iter().map(|(key, entry)| (entry.used, key.clone())).collect();
        by_age.sort_unstable_by_key(|(used, _)| *used);
        for (_, key) in by_age {
            if self.weight <= weight {
                return;
            }
            if let Some(gone) = self.entries.remove(&key) {
                self.weight -= gone.weight;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_asked_for_goes_first_and_the_weight_stays_within_bounds() {
        let cache = Cache::new(100);
        for number in 0..10 {
            cache.put(number, number, 10);
        }
        assert!(cache.get(&0).is_some(), "it is asked for again");
        cache.put(10, 10, 10);
        let there: Vec<i32> = (0..=10).filter(|number| cache.get(number).is_some()).collect();
        assert_eq!(there, [0, 5, 6, 7, 8, 9, 10]);
        cache.put(10, 10, 20);
        assert_eq!(cache.lock().weight, 80, "a key counts once");
        assert_eq!(*cache.put(11, 11, 26), 11);
        assert!(cache.get(&11).is_none(), "one value does not push out all others");
    }
}
