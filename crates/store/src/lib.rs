//! Storage: records in SQLite or PostgreSQL, bytes in blobs.
//!
//! This is the only crate with SQL, migrations and blob files. It decides no rule and checks no permission: `app` opens
//! a transaction with [`Db::begin`], calls the functions of the nouns below, records its changes with [`Tx::record`]
//! and commits. The SQL is written once for both engines.
//!
//! Start with [`db`], which opens the database and explains how the two engines differ, then [`changes`], which numbers
//! every committed change and chains it to the previous one. [`blobs`] is separate from the database: bytes are written
//! and flushed there before a record references them.

#[macro_use]
mod lanes;
#[macro_use]
mod tx;
#[macro_use]
mod sight;

pub mod access;
pub mod answered_calls;
pub mod artifacts;
pub mod audit_packs;
pub mod auditors;
pub mod backups;
pub mod blob_columns;
pub mod blobs;
pub mod blocks;
pub mod brex_reports;
pub mod brexes;
pub mod change_requests;
pub mod changes;
pub mod checkouts;
pub mod comments;
pub mod compliance;
pub mod csdbs;
pub mod db;
pub mod dispatch_overrides;
pub mod drafts;
mod error;
pub mod files;
pub mod findings;
mod hash;
pub mod house_styles;
pub mod identity_providers;
pub mod indexing;
pub mod jobs;
mod json;
pub mod mail_settings;
pub mod mails;
pub mod manuals;
mod millis;
pub mod module_templates;
pub mod notifications;
pub mod objects;
pub mod oem_comments;
pub mod operators;
pub mod outage;
pub mod packages;
pub mod profiles;
pub mod publications;
pub mod publish_presets;
pub mod records;
pub mod references;
pub mod regulations;
pub mod request_views;
pub mod revisions;
pub mod saved_searches;
pub mod schema_sets;
mod search;
pub mod second_factors;
pub mod service_tokens;
pub mod sessions;
pub mod settings;
pub mod snapshots;
pub mod space;
pub mod statements;
pub mod statuses;
pub mod toc;
pub mod translations;
pub mod trash;
pub mod types;
pub mod uploads;
pub mod users;
pub mod version_steps;
pub mod versions;
pub mod viewed_changes;
pub mod webhooks;
pub mod workspace;

pub use db::{Db, DbKind};
pub use error::StoreError;
pub use tx::Tx;
