//! The ground that verbs stand on: the context, the caller, errors, and the caches and engines of this process.
//!
//! Nothing here imports a verb.

pub mod cache;
pub mod caller;
pub mod clock;
pub mod ctx;
pub mod error;
pub mod event_hub;
pub mod generation;
pub(crate) mod job_board;
pub mod job_error;
pub mod job_kind;
pub mod keys;
pub(crate) mod media_totals;
pub(crate) mod passwords;
pub mod picture_cache;
pub(crate) mod reading_orders;
pub mod referrer;
pub(crate) mod render_cache;
pub mod running;
pub(crate) mod schema_cache;
pub mod search_engine;
pub(crate) mod session_cache;
pub mod settings;
pub mod storage;
pub(crate) mod throttle;
pub mod tokens;
pub(crate) mod upload_slots;
