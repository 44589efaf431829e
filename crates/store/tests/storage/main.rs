//! Every function of the store, on a fresh database of each engine.

mod blobs;
mod changes;
mod given;
mod jobs;
mod notifications;
mod operators;
mod schema;
mod sessions;
mod users;
