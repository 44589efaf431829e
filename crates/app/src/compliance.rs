//! Compliance: collections of requirements, their status, and references to the paragraphs that answer them.

pub mod bulk;
pub mod categories;
pub mod collections;
pub mod dashboard;
pub mod items;
pub mod lists;
mod located;
mod places;
pub mod references;
pub mod statuses;
