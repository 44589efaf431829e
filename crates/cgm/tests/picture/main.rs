//! Whole pictures: metafiles written by the tests, and official ones when available.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

mod arcs;
mod areas;
mod control;
#[path = "../../../testkit/src/data.rs"]
mod data;
mod hostile;
mod lines;
mod official;
mod outlines;
mod rasters;
mod structures;
mod text;
mod writer;
