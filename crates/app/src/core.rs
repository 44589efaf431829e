//! The ground that verbs stand on: the context, the caller, errors, and the caches and engines of this process.
//!
//! Nothing here imports a verb.

pub(crate) mod access;
pub(crate) mod access_cache;
pub(crate) mod brex_cache;
pub mod cache;
pub mod caller;
pub(crate) mod change_rate;
pub mod clock;
pub(crate) mod compliance_figures;
pub mod confirmation;
pub(crate) mod contents_statements;
pub mod ctx;
pub mod error;
pub mod event_hub;
pub mod generation;
pub(crate) mod id_tokens;
pub(crate) mod job_board;
pub mod job_error;
pub mod job_kind;
pub mod keys;
pub(crate) mod manual_changes;
pub(crate) mod media_totals;
pub(crate) mod passwords;
pub mod picture_cache;
pub mod place_cache;
pub(crate) mod provider_client;
pub(crate) mod reading_orders;
pub mod referrer;
pub(crate) mod render_cache;
pub mod running;
pub(crate) mod schema_cache;
pub(crate) mod sealing;
pub mod search_engine;
pub(crate) mod session_cache;
pub mod settings;
pub(crate) mod signatures;
pub mod signing;
pub mod smtp;
pub mod storage;
pub(crate) mod text_anchors;
pub(crate) mod throttle;
pub mod tokens;
pub mod totp;
pub(crate) mod upload_slots;
pub(crate) mod verdict_cache;
