//! Content in, files out. No SQL, no HTTP; the caller provides the texts, but for the words of a [`mod@book`], of a
//! [`site`] and of a [`mod@report`].
//!
//! So far: [`table`] as CSV or a workbook, [`csv`] read back, [`picture`] for browsers, exchange packages
//! ([`package`]) with their [`proof`], generated [`mod@front`] matter, websites that open from disk ([`site`]), the
//! description of a printed [`mod@book`], data for other systems ([`mel`], [`sheets`]), the [`manifest`] of a publication
//! with its [`signature`], the [`redline`] of a manual as a file, reports about compliance ([`mod@report`]), and packs for
//! auditors ([`audit_pack`]).

pub mod audit_pack;
pub mod book;
pub mod csv;
pub mod front;
pub mod manifest;
mod manifest_reader;
pub mod mel;
pub mod package;
pub mod picture;
pub mod proof;
pub mod redline;
pub mod report;
pub mod sheets;
pub mod signature;
pub mod site;
pub mod table;
