//! The nouns and rules of Airfolio.
//!
//! Everything here is a plain value or a pure decision: no I/O, no async, no clock. Text from outside becomes one of
//! these types once, by `parse`, and the type proves it afterwards. Nothing here derives `Serialize`: wire types are in
//! `server`, stored JSON types in `store`.
//!
//! Start with [`user`] and [`permission`], then [`change`], the record of every change of state. The library is
//! [`csdb`], [`manual`], [`object`], [`version`], [`snapshot`] and [`toc`], in this order.

pub mod access;
pub mod change;
pub mod change_request;
pub mod checkin;
pub mod comment;
pub mod compliance;
pub mod coverage;
pub mod csdb;
pub mod dispatch;
pub mod draft;
pub mod editing;
pub mod effectivity;
pub mod field;
pub mod file;
pub mod finding;
pub mod form;
pub mod front_matter;
pub mod house_style;
pub mod id;
pub mod identity_provider;
pub mod job;
pub mod language;
pub mod mail;
pub mod manual;
pub mod media;
pub mod module;
pub mod name;
pub mod notification;
pub mod object;
pub mod operator;
pub mod package;
pub mod page;
pub mod password;
pub mod path;
pub mod permission;
pub mod profile;
pub mod publication;
pub mod replacement;
pub mod resolution;
pub mod revision;
pub mod schema_set;
pub mod service_token;
pub mod session;
pub mod snapshot;
pub mod sns;
pub mod status;
pub mod subject;
pub mod text;
pub mod toc;
pub mod translation;
pub mod upload;
pub mod user;
pub mod version;
pub mod webhook;
pub mod workspace;
