//! Publications: what leaves the system, in which state, and who approved it.
//!
//! `export` makes one (`build`): it reads the working lane at one point, writes the artifacts (`archive`), proves packages
//! with the import's own check (`proof`), and records everything in the transaction that ends the job. Other artifacts are
//! websites (`site`), printed books (`pdf`) and [`data`]; packages and websites contain generated modules (`front`).
//! `formal` approves one that waits. [`blockers`] lists what must be settled before; [`lists`] and [`steps`] are the pages
//! afterwards.

pub(crate) mod archive;
mod back;
pub mod blockers;
mod build;
mod content;
pub mod data;
pub mod distribution;
mod earlier;
mod earlier_package;
pub mod expiry;
mod export;
mod filter;
mod findings;
mod formal;
mod front;
pub mod lists;
mod located;
mod parameters;
mod pdf;
mod people;
pub mod presets;
mod proof;
pub mod readers;
mod record;
pub mod signing;
mod site;
mod sources;
pub mod steps;
mod stored;
mod target_files;
mod targets;
pub mod webhooks;

pub(crate) use archive::keep as keep_file;
pub(crate) use export::{ExportApprove, ExportQuick};
pub(crate) use formal::ExportFormal;
pub(crate) use pdf::{BookFolder, open_folder, print_report, require_engine, sweep_folders};
