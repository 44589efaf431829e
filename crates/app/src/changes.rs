//! Change requests: requested changes of manuals, the work on them, its approval and its end.

pub mod actions;
pub mod aside;
pub mod attachments;
pub mod checks;
pub mod effect;
pub mod lists;
mod located;
pub mod modules;
pub mod oem_comment;
pub mod people;
pub mod posts;
pub(crate) mod published;
pub mod requests;
pub mod views;
mod workers;
