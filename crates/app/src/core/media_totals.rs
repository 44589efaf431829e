//! Cached numbers of media: counting looks at every file, so pages after the first reuse the count.

use domain::id::CsdbId;
use domain::version::FileStatus;

use crate::core::cache::Cache;

/// Limit in bytes.
const CAPACITY: usize = 256 << 10;

/// Numbers of media by database, filter and generation.
#[derive(Debug)]
pub(crate) struct MediaTotals(pub(crate) Cache<MediaTotalKey, u64>);

impl Default for MediaTotals {
    fn default() -> Self {
        Self(Cache::new(CAPACITY))
    }
}

/// The media that are counted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct MediaTotalKey {
    /// Read from [`Generation`](crate::core::generation::Generation) before anything else was.
    pub(crate) generation: i64,
    pub(crate) csdb: CsdbId,
    /// Part of the name.
    pub(crate) text: String,
    pub(crate) status: Option<FileStatus>,
}
