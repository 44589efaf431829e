//! Publications: what leaves the system, in which state, and who approved it.
//!
//! `export` makes one (`build`): it reads the working lane at one point, writes the artifacts (`archive`), proves them
//! with the import's own check (`proof`) unless they are printed books (`pdf`), and records everything in the transaction that ends the job. `formal` approves
//! one that waits. [`blockers`] lists what must be settled before; [`lists`] and [`steps`] are the pages afterwards.

mod archive;
mod back;
pub mod blockers;
mod build;
mod content;
pub mod data;
pub mod distribution;
pub mod expiry;
mod export;
mod formal;
pub mod lists;
mod located;
mod parameters;
mod pdf;
mod people;
mod proof;
pub mod readers;
mod record;
pub mod signing;
mod sources;
pub mod steps;
pub mod webhooks;

pub(crate) use export::{ExportApprove, ExportQuick};
pub(crate) use formal::ExportFormal;
