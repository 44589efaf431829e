//! The only room that speaks HTTP.
//!
//! A handler unpacks a request, calls one verb of `app` and wraps the answer;
//! the wire's shapes are the `…Request` and `…View` types in [`views`]. Every
//! route stands in [`routes`]. Around them: who gets in ([`gate`]), who is asking ([`extract`]), what
//! went wrong ([`problem`]), the security headers ([`security`]), logs and
//! metrics ([`observe`]), and the embedded web application and manual ([`site`]).

pub mod answers;
pub mod cli;
pub mod config;
pub mod demo;
pub mod extract;
pub mod gate;
pub mod generate;
pub mod listen;
mod memory;
pub mod observe;
pub mod openapi;
pub mod permissions;
pub mod problem;
mod ranges;
pub mod routes;
pub mod scope;
pub mod secret;
pub mod security;
pub mod site;
pub mod startup;
pub mod state;
pub mod texts;
pub mod views;
