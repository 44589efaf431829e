//! Files: objects at their vault path, in one version.

use crate::id::VersionId;
use crate::object::Object;
use crate::path;
use crate::version::Version;

/// An object in one version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    pub object: Object,
    /// Its vault path.
    pub path: String,
    pub version_id: VersionId,
    pub version: Version,
    /// Marked as deleted by its latest issue; it stays readable.
    pub deleted: bool,
}

impl File {
    /// The name of its database: the first part of the path.
    pub fn csdb_name(&self) -> &str {
        path::csdb_of(&self.path)
    }

    /// Its name without folders: the last part of the path.
    pub fn name(&self) -> &str {
        path::file_name_of(&self.path)
    }
}
