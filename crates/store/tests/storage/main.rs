//! Tests of every store function, on a fresh database of each engine.

mod access;
mod blobs;
mod carry;
mod changes;
mod comments;
mod csdbs;
mod files;
mod given;
mod identity_providers;
mod jobs;
mod lanes;
mod mails;
mod module_templates;
mod notifications;
mod objects;
mod operators;
mod packages;
mod schema;
mod schema_sets;
mod sessions;
mod snapshots;
mod statuses;
mod subjects;
mod toc;
mod trash;
mod users;
