//! Find and replace over many modules: changes are proposed for the texts that the caller would edit next, and those that
//! the caller chooses go into their drafts. Nothing is checked in.

mod apply;
mod current;
mod propose;
mod searched;

pub use apply::{ChosenPlaces, apply};
pub use domain::replacement::TextReplacement;
pub use propose::{ProposedChanges, ReplacementSearch, UnreadModule, propose};
pub use s1000d::replace::{FoundPlace, FoundPlaces, PlaceFault};
pub use searched::{ModuleEditState, ProposedModule};
