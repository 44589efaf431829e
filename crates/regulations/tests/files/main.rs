//! Files of all formats, read, written and compared.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

mod ciso;
mod common;
mod compare;
#[path = "../../../testkit/src/data.rs"]
mod data;
mod easa;
mod ecfr;
mod garbage;
mod hostile;
mod messages;
mod official;
mod oscal;
mod round_trip;
mod table;
