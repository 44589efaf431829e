//! Content in, files out. No SQL, no HTTP.
//!
//! So far: [`table`] as CSV or a workbook, [`csv`] read back, [`picture`] for browsers, exchange packages
//! ([`package`]) with their [`proof`], websites that open from disk ([`site`]), and the [`manifest`] of a publication.

pub mod csv;
pub mod manifest;
pub mod package;
pub mod picture;
pub mod proof;
pub mod site;
pub mod table;
