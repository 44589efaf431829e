//! Content in a bucket, on a separate S3 server process.
//!
//! These tests are here and not with those of store and API because Cargo builds a binary only for tests of its own
//! package.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

mod blobs;
mod journey;
mod outages;
mod program;
mod streaming;
