//! The contents of a manual: its navigation tree.

use crate::id::{ObjectId, TocNodeId};
use crate::object::words;

words! {
    /// The type of an entry in the contents (design, section 3).
    TocNodeType {
        /// A titled section.
        Section = "toc",
        /// A container with its alternates.
        Group = "toc_group",
        /// A data module.
        Module = "html",
    }
}

/// An entry in the contents of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TocNode {
    pub id: TocNodeId,
    pub parent_id: Option<TocNodeId>,
    /// Counted from 0 among its siblings.
    pub position: u32,
    pub node_type: TocNodeType,
    pub title: String,
    /// The number before the title, as in `21-10`.
    pub prefix: String,
    /// The key or code it references; displayed when the object was not delivered.
    pub key: String,
    /// `None` when the referenced object was not delivered.
    pub object_id: Option<ObjectId>,
    pub leaf: bool,
    pub child_count: u32,
    /// The entry's own applicability as XML; its ancestors have their own.
    pub applic: Option<String>,
}
