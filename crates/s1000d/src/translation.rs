//! Translations: the lines of a module that are translated, and the lines of its translation beside them.
//!
//! A translation is a module with the same code and another language, and begins as a copy of the original.
//! [`mod@unit`] reads the lines of both, each with its inline elements as codes, and [`rows`] finds out which line is
//! which (`structure` where the languages differ, [`crate::diff`] between two versions of the original). [`codes`]
//! numbers the codes of a pair of lines and writes a changed line back, with all other bytes as they were.

pub mod codes;
pub mod rows;
mod structure;
pub mod unit;

pub use codes::{CodeMisfit, CodeTable, LineCode, MarkedPart};
pub use rows::{OriginalChange, SideBySide, TranslationCounts, TranslationRow};
pub use unit::{InlineCode, TranslationUnit, UnitPart};
