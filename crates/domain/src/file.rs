//! Files: objects as people meet them, at their path and in one version.

use crate::id::VersionId;
use crate::object::Object;
use crate::version::Version;

/// An object in the version that somebody reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    pub object: Object,
    /// Where the vault has it.
    pub path: String,
    pub version_id: VersionId,
    pub version: Version,
    /// Marked as deleted by its last issue; it stays readable.
    pub deleted: bool,
}
