//! The full-text index.
//!
//! It contains every version of a module once, in blocks with their HTML anchors, and answers queries: ranked, counted,
//! with the best snippet. It knows no SQL and no HTTP, and can be deleted and rebuilt at any time from database and
//! blobs.
//!
//! Start with [`syntax`] (the query language), then `compile` (to an index query), `answer` (filtering and ranking),
//! [`scope`] (which snapshots are searched) and `schema` (the fields on disk).

mod answer;
mod codes;
mod compile;
mod document;
mod error;
mod facets;
mod forgive;
mod index;
mod pairs;
mod queue;
mod rank;
mod row;
mod schema;
pub mod scope;
mod sets;
mod snippet;
mod suggest;
pub mod syntax;
mod vocabulary;
mod wild;
mod words;

pub use answer::{Answer, Hit, MAX_ANSWERS, Request, Sort, Wanted};
pub use codes::chapter;
pub use document::{Block, Document, Head, Where};
pub use error::SearchError;
pub use facets::{Facet, FacetField, Filters};
pub use index::{Index, Writer};
pub use sets::Members;
pub use snippet::{Passage, Piece};
pub use suggest::Suggestion;
