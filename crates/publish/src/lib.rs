//! Content in, files out. No SQL, no HTTP, no language: whoever calls brings the words.
//!
//! So far there is one kind of file: a [`table`], as CSV or as a workbook.

pub mod table;
