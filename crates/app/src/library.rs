//! The library: databases, manuals, files, media and their revisions.

pub mod chapters;
mod checked_out;
pub(crate) mod collect;
pub(crate) mod compress;
pub(crate) mod contents;
pub mod csdbs;
pub(crate) mod description;
pub mod files;
pub mod folders;
pub mod manuals;
pub mod media;
mod namesakes;
pub mod revisions;
pub mod trash;
pub mod types;
pub(crate) mod versions;
