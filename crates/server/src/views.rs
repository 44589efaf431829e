//! The shapes on the wire, one file per noun.

pub mod audit;
pub mod counts;
pub mod notifications;
pub mod operators;
pub mod page;
pub mod sessions;
pub mod system;
pub mod users;
pub mod words;
