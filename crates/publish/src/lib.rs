//! Content in, files out. No SQL, no HTTP, no language: the caller provides the texts.
//!
//! So far: [`table`] as CSV or a workbook, [`csv`] read back, and [`picture`] for browsers.

pub mod csv;
pub mod picture;
pub mod table;
