//! The XML room: bytes in, values and findings out.
//!
//! It reads what an exchange package holds (data modules, publication modules,
//! their status, applicability tables) from S1000D 4.0 to 6 and from packages in
//! the style of ATA Spec 2300. It does no I/O and reads no clock: same bytes,
//! same answer. Reading never stops at the first defect.
//!
//! Everything from outside is hostile, so nothing builds a tree from bytes that
//! [`guard`] has not passed. Start with [`code`], the names of things, then
//! [`object`], what a file says about itself, [`publication`], the contents,
//! [`package`], which reads all of it at once, and [`document`], a module as a tree of what a reader sees.

pub mod applic;
pub mod brex;
pub mod change_marks;
pub mod code;
pub mod comment;
mod defect;
pub mod diff;
pub mod document;
pub mod edit;
pub mod filter;
pub mod form;
pub mod generated;
pub mod glossary;
pub mod guard;
pub mod highlights;
pub mod merge;
pub mod model;
pub mod object;
pub mod package;
pub mod publication;
pub mod redline;
pub mod repair;
pub mod replace;
pub mod repositories;
pub mod revision;
pub mod splice;
pub mod stream;
pub mod svg;
pub mod template;
mod text;
pub mod translation;
pub mod xliff;
pub mod xpath;
pub mod xsd;
