//! Contents: the tree by which a manual is read.

use crate::id::{ObjectId, TocNodeId};
use crate::object::words;

words! {
    /// What a place in the contents is (design, section 3).
    TocNodeType {
        /// A titled section.
        Section = "toc",
        /// A container with its alternates.
        Group = "toc_group",
        /// A module to read.
        Module = "html",
    }
}

/// A place in the contents of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TocNode {
    pub id: TocNodeId,
    pub parent_id: Option<TocNodeId>,
    /// Counts from 0 below the same parent.
    pub position: u32,
    pub node_type: TocNodeType,
    pub title: String,
    /// What stands before the title, as in `21-10`.
    pub prefix: String,
    /// The key or code it names; shown when nothing was delivered for it.
    pub key: String,
    /// None when what it names was not delivered.
    pub object_id: Option<ObjectId>,
    pub leaf: bool,
    pub child_count: u32,
    /// What the contents say that the place applies to, as XML; what stands above it says its own.
    pub applic: Option<String>,
}
