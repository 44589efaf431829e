//! Imports: uploads, the packages made of them, and the jobs that check and import packages.

pub mod brexes;
pub(crate) mod business_rules;
pub mod import;
pub mod inbox;
mod known;
pub mod packages;
pub(crate) mod parameters;
pub(crate) mod pre_import;
pub mod schema_sets;
pub mod settings;
pub mod shell;
pub mod uploads;
