//! OEM revisions: what one would change, the decision about it, and the modules that are left to look at.
//!
//! [`forecast`] compares before anybody decides. A decision is a job: `confirm` merges and moves the working lane
//! (`apply`), `reject`, `restore` and `mark_done` write one transaction each. [`todos`], [`open_todo`],
//! [`merged_page`] and [`resolve`] are the work afterwards; [`lists`] is the history, and
//! `history_export` writes it, or the airline revision list, to a file.

pub mod airline;
mod apply;
mod carried;
mod check_ins;
mod confirm;
mod contents_changes;
mod copies;
mod following;
pub mod forecast;
mod history_export;
mod judge;
mod kept_entries;
pub mod lists;
mod located;
mod lost_entries;
mod mark_done;
mod mel;
pub mod merged_page;
mod merging;
pub mod open_todo;
mod parameters;
mod people;
mod plan;
mod reject;
pub mod resolve;
mod restorable;
mod restore;
mod reviews;
pub mod settings;
mod successors;
pub mod tables;
pub mod todos;
mod unlisted;

pub(crate) use confirm::ConfirmOem;
pub(crate) use history_export::ExportRevisionHistory;
pub(crate) use mark_done::{BatchMarkDone, MarkAllDone};
pub(crate) use reject::RejectOem;
pub(crate) use restore::RestoreAirline;
