//! Comments: threads about a paragraph, a picture or a module, with suggestions that authors accept into their draft.

pub mod lists;
mod located;
pub(crate) mod paragraphs;
pub mod people;
mod place_finder;
pub mod places;
pub mod posts;
pub mod suggestions;
pub mod threads;
