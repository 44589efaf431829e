//! The full-text index.
//!
//! It contains every version of a module once, in blocks with their HTML anchors, and answers queries: ranked, counted,
//! with the best snippet. It knows no SQL and no HTTP, and can be deleted and rebuilt at any time from database and
//! blobs.
//!
//! Start with [`syntax`] (the query language), then `compile` (to an index query), `answer` (filtering and ranking),
//! [`scope`] (which snapshots are searched) and `schema` (the fields on disk).

mod answer;
mod blocks;
mod codes;
mod compile;
mod dictionary;
mod document;
mod error;
mod facets;
mod forgive;
mod index;
mod inverted;
mod lexicon;
mod pairs;
mod part;
mod postings;
mod rank;
mod request;
mod schema;
pub mod scope;
mod seen;
mod segment;
mod sets;
mod snippet;
mod suggest;
pub mod syntax;
mod vocabulary;
mod wild;
mod words;

pub use answer::{AlikeParagraph, AlikeRequest, Hit, MAX_ANSWERS, SearchHits};
pub use codes::chapter;
pub use document::{DocumentHead, IndexDocument, ModulePart, TextBlock};
pub use error::SearchError;
pub use facets::{FacetField, FacetValues, Filters};
pub use index::{DocumentWriter, Index};
pub use request::{Request, ResultDetail, Sort};
pub use sets::VersionSet;
pub use snippet::{Snippet, SnippetPart};
pub use suggest::Suggestion;
