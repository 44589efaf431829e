//! The index: the only room that knows how words are found.
//!
//! It holds every version of a module once, in blocks that carry the place in the HTML which leads to them, and answers
//! questions about it: ranked, counted, with the passage that answers best. It knows no SQL and no HTTP, and can be
//! deleted and built anew at any time: database and blobs are the truth.
//!
//! Start with [`syntax`] (what people may ask), then `compile` (what becomes of it), `answer` (who passes and who is
//! best), [`scope`] (what may be found at all) and `schema` (what is on the disk).

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
