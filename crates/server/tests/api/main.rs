//! The API as clients use it, on both databases; one file per noun.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

mod audit;
mod counts;
mod notifications;
mod operators;
mod permissions;
mod sessions;
mod system;
mod users;
