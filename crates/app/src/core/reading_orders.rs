//! Cached reading orders: the nodes of a table of contents that can be opened, in order.

use domain::id::{SnapshotId, TocNodeId};

use crate::core::cache::Cache;

/// Limit in bytes.
const CAPACITY: usize = 8 << 20;

/// Reading orders by snapshot and generation.
#[derive(Debug)]
pub(crate) struct ReadingOrders(pub(crate) Cache<(SnapshotId, i64), Vec<TocNodeId>>);

impl Default for ReadingOrders {
    fn default() -> Self {
        Self(Cache::new(CAPACITY))
    }
}
