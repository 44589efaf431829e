//! Content in, files out. No SQL, no HTTP; the caller provides the texts, but for the words of a [`mod@book`].
//!
//! So far: [`table`] as CSV or a workbook, [`csv`] read back, [`picture`] for browsers, exchange packages
//! ([`package`]) with their [`proof`], the [`manifest`] of a publication, and the [`redline`] of a manual as a file.

pub mod book;
pub mod csv;
pub mod manifest;
mod manifest_reader;
pub mod mel;
pub mod package;
pub mod picture;
pub mod proof;
pub mod redline;
pub mod table;
