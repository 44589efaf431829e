//! Where everything is kept: records in SQLite or PostgreSQL, bytes in blobs.
//!
//! This is the only room with SQL, migrations and blob files. It decides no
//! rule and asks no permission: `app` opens a transaction with [`Db::begin`],
//! calls the functions of the nouns below, notes what it did with
//! [`Tx::record`] and commits. The SQL text is written once for both engines.
//!
//! Start with [`db`], which opens the database and explains what the two
//! engines do differently, then [`changes`], which gives every committed
//! change its number and chains it to the one before. [`blobs`] stands beside
//! the database: bytes are written there, and flushed, before a record names
//! them.

#[macro_use]
mod tx;

pub mod blobs;
pub mod blocks;
pub mod changes;
pub mod checkouts;
pub mod csdbs;
pub mod db;
mod error;
pub mod files;
mod hash;
pub mod indexing;
pub mod jobs;
mod json;
pub mod manuals;
mod millis;
pub mod notifications;
pub mod objects;
pub mod operators;
pub mod packages;
pub mod profiles;
pub mod references;
pub mod saved_searches;
pub mod schema_sets;
mod search;
pub mod sessions;
pub mod settings;
pub mod snapshots;
pub mod toc;
pub mod trash;
pub mod types;
pub mod uploads;
pub mod users;
pub mod versions;
pub mod workspace;

pub use db::{Db, DbKind};
pub use error::StoreError;
pub use tx::Tx;
