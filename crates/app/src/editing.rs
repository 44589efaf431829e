//! Editing: a file is checked out, its text is edited as a draft, and checking it in makes a new version.

pub mod alternates;
pub mod blocks;
mod change_marks;
pub(crate) mod change_requests;
pub mod check;
pub mod checkin;
pub mod checkouts;
pub mod comparison;
pub mod content_models;
pub mod deletion;
pub mod drafts;
pub mod forms;
pub(crate) mod issue;
pub mod modules;
mod naming;
pub mod outline;
pub mod page;
mod placing;
mod prepared;
pub mod reminders;
pub mod replacements;
pub mod settings;
pub(crate) mod source;
pub mod statuses;
pub mod templates;
pub mod translations;
