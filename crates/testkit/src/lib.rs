//! Test support: fresh databases, the application in the test process, and clients.
//!
//! A dev-dependency, used from `tests/` folders only: a unit test that used it would make Cargo build the crate under
//! test twice.

pub mod app;
pub mod authenticator;
pub mod blobs;
pub mod client;
mod data;
pub mod database;
pub mod dump;
pub mod identity_provider;
pub mod jobs;
pub mod library;
pub mod official;
pub mod packages;
pub mod requirements;
pub mod sample_manual;
pub mod smtp;
pub mod stored;
pub mod world;
