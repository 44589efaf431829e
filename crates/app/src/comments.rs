//! Comments: threads about a paragraph, a picture or a module, with suggestions that authors accept into their draft; and
//! bookmarks, whose paragraphs are found again in the same way.

pub mod bookmarks;
pub mod links;
pub mod lists;
mod located;
pub(crate) mod paragraphs;
pub mod people;
mod place_finder;
pub mod places;
pub mod posts;
pub(crate) mod request_people;
pub mod suggestions;
pub mod threads;
