//! Compliance: collections of requirements, their status, and references to the paragraphs that answer them.

pub mod bulk;
pub mod categories;
pub mod cleaning;
pub mod collections;
pub mod comments;
pub mod dashboard;
pub mod evidence;
pub mod exchange;
mod futures;
pub mod images;
pub mod items;
pub mod lists;
mod located;
pub mod means;
pub mod owners;
pub mod packs;
mod places;
mod reference_texts;
pub mod reference_updates;
pub mod references;
pub(crate) mod reports;
pub mod reviews;
mod sign_offs;
pub mod statuses;
pub mod suggestions;
pub mod views;
