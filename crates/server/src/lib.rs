//! The HTTP layer.
//!
//! A handler unpacks a request, calls one function of `app` and wraps the result; wire types are the `…Request` and
//! `…View` types in [`views`]. All routes are in [`routes`]. Around them: the access check ([`access`]), extractors
//! ([`extract`]), errors ([`problem`]), security headers ([`security`]), logs and metrics ([`observe`]), and the
//! embedded web application and manual ([`site`]).

pub mod access;
pub mod answered_calls;
mod background;
pub mod cli;
pub mod config;
pub mod demo;
mod downloads;
mod entity_tag;
pub mod extract;
pub mod generate;
pub mod listen;
pub mod mail;
mod memory;
pub mod observe;
pub mod openapi;
pub mod permissions;
pub mod problem;
mod ranges;
pub mod response_cache;
pub mod routes;
pub mod scope;
pub mod secret;
pub mod security;
pub mod site;
pub mod startup;
pub mod state;
pub mod texts;
pub mod views;
