//! Files: objects at their vault path, in one version.

use crate::id::VersionId;
use crate::object::Object;
use crate::path;
use crate::version::Version;
use crate::workspace::Holder;

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
    /// The user who has checked it out. Not read for files that are only referred to, nor for lists of versions.
    pub holder: Option<Holder>,
}

impl File {
    /// The name of its database: the first part of the path.
    pub fn csdb_name(&self) -> &str {
        path::csdb_of(&self.path)
    }

    /// The path of its folder.
    pub fn folder(&self) -> &str {
        path::folder_of(&self.path)
    }

    /// Its name without folders: the last part of the path.
    pub fn name(&self) -> &str {
        path::file_name_of(&self.path)
    }
}
