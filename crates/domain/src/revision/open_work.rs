//! Work that an earlier revision left open on an object, and what a later revision is compared with because of it.

use super::VersionTrio;
use crate::id::{RevisionTodoId, VersionId};

/// An open to-do of an earlier confirmed revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenWork {
    pub todo: RevisionTodoId,
    pub trio: VersionTrio,
    /// The version that the confirmation put into the working lane.
    pub result: Option<VersionId>,
}

impl OpenWork {
    /// The versions that a later revision compares and merges, so that its to-do contains this work too. `None` when the
    /// merged text was edited since: then both to-dos stay open.
    ///
    /// Compared with the revision of this to-do, a module that does not contain its changes yet would look as if the
    /// operator had taken them back.
    pub fn carried(&self, trio: VersionTrio) -> Option<VersionTrio> {
        if trio.ours == self.trio.theirs {
            return Some(trio);
        }
        match self.result {
            None => Some(VersionTrio { base: self.trio.base, ..trio }),
            Some(_) if trio.ours != self.result => None,
            // The manufacturer took the change back, and so does the working lane.
            Some(_) if trio.theirs == self.trio.base => Some(trio),
            // The merge is made again without this revision: the conflicts in it are not decided.
            Some(_) => Some(VersionTrio { base: self.trio.base, ours: self.trio.ours, ..trio }),
        }
    }
}
