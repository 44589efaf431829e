//! A manual as a printed book, described as data: front matter, sections and modules as flat lists of blocks.
//!
//! [`BookBuilder`] makes a [`Book`] from document trees; [`BookStream`] writes it as JSON, which the PDF engine
//! (`crates/pdf`, a program of its own) lays out with a template. The description is flat on purpose: steps and lists
//! are paragraphs with a marker and an indent, since the engine limits nesting. Only tables and warnings hold blocks, and
//! at most [`MAX_NESTING`] of them stand in each other; deeper ones become paragraphs.
//!
//! Text of the author is never left out or moved; added text is marked. The same input gives the same bytes.

mod applicability;
mod assemble;
mod bilingual;
mod blocks;
mod front;
mod grid;
mod inline;
mod inside;
mod library;
mod links;
mod look;
mod mel;
mod model;
mod nodes;
mod printed;
mod stream;
mod tables;
#[cfg(test)]
mod tests;
mod widths;
mod words;
mod writer;

pub use assemble::{BookBuilder, version_label};
pub use front::{BookApproval, BookChange, BookFront, BookHead, BookHighlight, BookState, BookTerm, EffectiveModule};
pub use library::{BookLibrary, BookPicture, BookTarget};
pub use look::{BookPaper, BookStyle, logo_file};
pub use model::{
    Book, BookBlock, BookCell, BookContent, BookEntry, BookModule, BookRow, BookRun, BookTable, BookVersion,
    ParagraphStyle, RunStyle, TableLayout,
};
pub use printed::{BookPlace, BookProblem, PrintedText, StatusApplicability};
pub use stream::BookStream;
pub use words::{BookLanguages, BookWord, validity_text};

/// The version of the description; the engine refuses others.
pub const BOOK_FORMAT: u32 = 1;
/// Tables and warnings that may stand in each other.
pub const MAX_NESTING: u8 = 3;
/// Indents that are told apart.
pub const MAX_INDENT: u8 = 8;
/// Columns of a table.
pub const MAX_BOOK_COLUMNS: usize = 60;
