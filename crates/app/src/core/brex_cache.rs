//! Business rules in memory: BREX data modules as read, and the compiled rules of their layers.

use s1000d::brex::{Brex, BrexChecker};

use crate::core::cache::Cache;

/// Limits in bytes. The default BREX of an issue is 0.4 MB of text.
const READ_CAPACITY: usize = 32 << 20;
const COMPILED_CAPACITY: usize = 64 << 20;
/// About what a BREX takes in memory for each byte of its text.
const READ_FACTOR: usize = 3;
const COMPILED_FACTOR: usize = 8;

/// Rules by the content of their files, so that a new version of a BREX counts at once and on every node.
#[derive(Debug)]
pub(crate) struct BrexCache {
    /// By blob.
    pub(crate) read: Cache<String, Brex>,
    /// By the blobs of the layers, the nearest first.
    pub(crate) compiled: Cache<Vec<String>, BrexChecker>,
}

impl BrexCache {
    /// The weight of a BREX whose text has this many bytes.
    pub(crate) fn read_weight(size: usize) -> usize {
        size.saturating_mul(READ_FACTOR) + 200
    }

    /// The weight of compiled layers whose texts have this many bytes together.
    pub(crate) fn compiled_weight(size: usize) -> usize {
        size.saturating_mul(COMPILED_FACTOR) + 1_000
    }
}

impl Default for BrexCache {
    fn default() -> Self {
        Self { read: Cache::new(READ_CAPACITY), compiled: Cache::new(COMPILED_CAPACITY) }
    }
}
