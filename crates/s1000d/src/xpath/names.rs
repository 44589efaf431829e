//! The names that expressions ask for, as numbers.

use std::collections::HashMap;

use foldhash::fast::RandomState;

/// A table of element and attribute names. Number 0 stands for every name that no expression uses.
#[derive(Debug, Default, Clone)]
pub struct NameTable {
    plain: HashMap<Box<str>, u32, RandomState>,
    /// By namespace, then by local name: few expressions use prefixes.
    in_namespaces: HashMap<Box<str>, HashMap<Box<str>, u32, RandomState>, RandomState>,
    count: u32,
    caches: usize,
}

impl NameTable {
    /// The number of a name, which is added when it is new.
    pub(super) fn add(&mut self, namespace: Option<&str>, local: &str) -> u32 {
        if let Some(known) = self.find(namespace, local) {
            return known;
        }
        self.count += 1;
        let table = match namespace {
            None => &mut self.plain,
            Some(namespace) => self.in_namespaces.entry(namespace.into()).or_default(),
        };
        table.insert(local.into(), self.count);
        self.count
    }

    fn find(&self, namespace: Option<&str>, local: &str) -> Option<u32> {
        let table = match namespace {
            None => &self.plain,
            Some(namespace) => self.in_namespaces.get(namespace)?,
        };
        table.get(local).copied()
    }

    /// The number of a name in a document.
    pub(super) fn number(&self, namespace: Option<&str>, local: &str) -> u32 {
        self.find(namespace, local).unwrap_or(0)
    }

    /// One more than the largest number. Every tree has lists of this size.
    pub fn size(&self) -> usize {
        self.count as usize + 1
    }

    /// A place where an evaluation may keep the nodes of an absolute path. A path without one is evaluated each time.
    pub(super) fn add_cache(&mut self) -> Option<usize> {
        /// The default BREX has 60; every evaluation has room for all.
        const MOST_CACHES: usize = 4_000;
        if self.caches == MOST_CACHES {
            return None;
        }
        self.caches += 1;
        Some(self.caches - 1)
    }

    pub(super) fn cache_count(&self) -> usize {
        self.caches
    }
}
