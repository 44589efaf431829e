//! Content in a bucket, on an S3 server that runs as a program of its own.
//!
//! These tests are here and not with the store's and the API's because Cargo
//! builds a program for the tests of its own package only.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

mod blobs;
mod journey;
mod program;
mod streaming;
