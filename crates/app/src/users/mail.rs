//! Notifications by mail: the settings, the queue, and the sending of what is due.
//!
//! This module decides what is sent to whom and when; `server` writes the texts, because it has the messages of both
//! languages.

pub mod outbox;
pub mod queue;
pub mod settings;

pub use crate::core::smtp::MailText;
