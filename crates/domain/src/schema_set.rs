//! Schema sets.

use crate::finding::Finding;

/// Whether one schema of a set can be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstalledSchema {
    /// As documents name it, without `.xsd`.
    pub name: String,
    /// Why it cannot be used. The finding's file is the one at fault, which may be an imported one.
    pub fault: Option<Finding>,
}
