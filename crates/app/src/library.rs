//! The library: databases, manuals, files, media and their revisions.

pub(crate) mod collect;
pub(crate) mod compress;
pub mod csdbs;
pub mod files;
pub mod folders;
pub mod manuals;
pub mod media;
pub mod revisions;
pub mod statuses;
pub mod trash;
pub mod types;
pub(crate) mod versions;
