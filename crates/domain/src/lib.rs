//! The nouns and rules of Airfolio.
//!
//! Everything here is a plain value or a pure decision: no I/O, no async, no
//! clock. Text from outside becomes one of these types once, by `parse`, and
//! the type proves it afterwards. Nothing here derives `Serialize`: the wire
//! belongs to `server`, stored JSON to `store`.
//!
//! Start with [`user`] and [`permission`], which say who may do what, then
//! [`change`], the record every change of state leaves behind.

pub mod change;
pub mod field;
pub mod finding;
pub mod id;
pub mod job;
pub mod language;
pub mod notification;
pub mod operator;
pub mod page;
pub mod password;
pub mod permission;
pub mod session;
pub mod text;
pub mod user;
