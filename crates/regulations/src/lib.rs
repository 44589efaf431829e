//! Regulations in and out: files of publishers become one model, and the model becomes files.
//!
//! [`read`] finds out by its content which format a file has, reads it within [`SourceLimits`] and gives a
//! [`SourceCollection`](model::SourceCollection) with all findings; the readers are [`table`] (our own workbook or CSV),
//! `easa`, `ecfr`, [`oscal`] and `ciso`. [`table`] and [`oscal`] also write. [`compare()`] tells what the next
//! version of a collection changes, and [`mapping`] reads and writes which items of two collections correspond.
//!
//! No database, no HTTP, no clock: same bytes, same answer. Every file is hostile: sizes, counts, depths and the ratio
//! of archives are limited, document types are refused, nothing panics. Start reading at [`model`].

mod ciso;
pub mod clauses;
mod clean;
pub mod compare;
mod easa;
mod ecfr;
pub mod findings;
mod limits;
pub mod mapping;
pub mod model;
pub mod oscal;
mod packed;
mod settle;
mod sheet;
mod source;
pub mod table;
mod xml;

pub use compare::compare;
pub use limits::SourceLimits;
pub use source::{SourceFormat, SourceReading, detect, read};
