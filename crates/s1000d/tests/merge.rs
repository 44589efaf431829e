//! Three-way merge: known answers, promises that hold for any texts, and cases of a generator.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

#[path = "merge/folder.rs"]
mod folder;
