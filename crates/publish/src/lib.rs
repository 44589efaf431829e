//! Content in, files out. No SQL, no HTTP, no language: whoever calls brings the words.
//!
//! So far there are a [`table`], as CSV or as a workbook, and a [`picture`] that every browser shows.

pub mod picture;
pub mod table;
