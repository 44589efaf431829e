//! What the product does: one function per verb.
//!
//! Every verb asks first whether the caller may, opens one transaction, lets
//! `domain` decide, lets `store` write, records the change and commits. This
//! room knows neither HTTP nor SQL. A verb takes [`Ctx`], which carries the
//! database, the blobs, the clock and the source of ids, so that tests can set
//! all four.
//!
//! Start with [`users`] for a typical noun and [`sessions`] for how a request
//! learns who is asking.

pub mod audit;
pub mod bytes;
pub mod counts;
pub mod csdbs;
pub mod ctx;
pub mod demo;
pub mod error;
pub mod events;
pub mod files;
pub mod folders;
pub mod generation;
pub mod glossary;
pub mod graph;
pub mod importing;
pub mod jobs;
pub mod kept;
pub mod keys;
mod known;
pub mod manuals;
pub mod media;
pub mod notifications;
pub mod open;
pub mod operators;
pub mod packages;
pub mod passwords;
pub mod pictures;
pub mod revisions;
pub mod schema_sets;
pub mod search;
pub mod sessions;
pub mod settings;
pub mod sns;
pub mod system;
pub mod throttle;
pub mod toc;
pub mod tokens;
pub mod trash;
pub mod types;
pub mod uploads;
pub mod users;
pub mod viewer;
pub mod workspace;

pub use ctx::{Clock, Ctx, Ids, JobSettings, Parts, Settings, SystemClock, SystemIds};
pub use error::Error;
pub use sessions::Caller;
