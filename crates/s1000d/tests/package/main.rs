//! Packages as a whole: what is read, and what is found.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

mod codes;
#[path = "../../../testkit/src/data.rs"]
mod data;
mod exchange;
mod generated;
mod given;
mod hostile;
mod known;
mod oddities;
mod official;
mod random;
mod rules;
mod schemas;
