//! The product's verbs: one function each.
//!
//! Every verb asks first whether the caller may, opens one transaction, lets
//! `domain` decide, lets `store` write, records the change and commits. This
//! room knows neither HTTP nor SQL. A verb takes [`Ctx`], which carries the
//! database, the blobs, the clock and the source of ids, so that tests can set
//! all four.
//!
//! [`core`] stands below: the context, errors, caches and engines. Each folder
//! above imports only those before it in the list: library, users, jobs,
//! imports, reading, editing, comments, revisions, changes, publications, compliance.
//!
//! Start with [`users`] for a typical noun and [`users::sessions`] for how a
//! request is authenticated.

pub mod backups;
pub mod changes;
pub mod comments;
pub mod compliance;
pub mod core;
pub mod demo;
pub mod editing;
pub mod imports;
pub mod jobs;
pub mod library;
pub mod offline;
pub mod open;
pub mod publications;
pub mod reading;
pub mod revisions;
pub mod system;
pub mod users;

pub use crate::core::caller::Caller;
pub use crate::core::clock::{Clock, IdSource, SystemClock, SystemIds};
pub use crate::core::ctx::{Ctx, Parts};
pub use crate::core::error::Error;
pub use crate::core::passwords::HashCost;
pub use crate::core::settings::{JobSettings, PdfSettings, Settings};
