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
pub mod changes;
pub mod db;
mod error;
mod hash;
pub mod jobs;
mod json;
mod millis;
pub mod notifications;
pub mod operators;
mod search;
pub mod sessions;
pub mod users;

pub use db::{Db, DbKind};
pub use error::StoreError;
pub use tx::Tx;
