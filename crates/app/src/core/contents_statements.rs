//! Cached applicability of all places in the contents of a snapshot: aircraft after aircraft is judged by it.

use domain::id::{ObjectId, SnapshotId, TocNodeId};
use domain::toc::TocNodeType;
use s1000d::applic::Applic;

use crate::core::cache::Cache;

/// Limit in bytes.
const CAPACITY: usize = 64 << 20;

/// Statements by snapshot and generation.
#[derive(Debug)]
pub(crate) struct StatementsCache(pub(crate) Cache<(SnapshotId, i64), ContentsStatements>);

impl Default for StatementsCache {
    fn default() -> Self {
        Self(Cache::new(CAPACITY))
    }
}

/// What contents and their modules say about applicability.
#[derive(Debug, Default)]
pub(crate) struct ContentsStatements {
    /// In reading order, so that a parent comes before its children.
    pub(crate) places: Vec<StatedPlace>,
    /// Those that places refer to; equal ones are kept once.
    pub(crate) statements: Vec<PlacedStatement>,
}

/// A place of the contents with its statements, by their positions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StatedPlace {
    pub(crate) id: TocNodeId,
    /// The position of the entry around it.
    pub(crate) parent: Option<usize>,
    pub(crate) node_type: TocNodeType,
    pub(crate) object: Option<ObjectId>,
    /// What the contents say about the place.
    pub(crate) own: Option<usize>,
    pub(crate) module: ModuleStatement,
}

/// What a module says about itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ModuleStatement {
    /// There is no module, or it applies always.
    Always,
    Stated(usize),
    /// It was not read yet.
    Unread,
}

/// A statement with the ACT whose properties it names.
#[derive(Debug)]
pub(crate) struct PlacedStatement {
    pub(crate) set: Option<usize>,
    pub(crate) applic: Applic,
}

impl ContentsStatements {
    /// About what it takes in memory.
    pub(crate) fn weight(&self) -> usize {
        self.places.len() * size_of::<StatedPlace>() + self.statements.len() * 1_000 + 1_000
    }
}
