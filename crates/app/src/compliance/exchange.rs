//! Regulations in and out.
//!
//! A file comes in one request ([`imports::upload`]). A job reads it, compares it with its collection and keeps a report
//! (`check`); a person looks at it and takes it over (`takeover`, `transfer`): everything in one transaction, so that a
//! killed job leaves all or nothing. `stored` gives a collection of ours in the model of the crate `regulations`, for comparing
//! (`compared`) and for writing files ([`export`]). [`mappings`] tell which items of two collections correspond.

mod check;
mod clauses;
mod compared;
mod counterparts;
pub mod coverage;
mod decisions;
mod digest;
mod edition_plan;
pub mod export;
mod images;
pub mod imports;
pub mod mapping_files;
pub mod mappings;
mod places;
mod plan;
mod reading;
mod stored;
mod takeover;
mod transfer;
pub mod wordings;
mod writing;

pub(crate) use check::CheckRegulation;
pub(crate) use takeover::TakeRegulation;
