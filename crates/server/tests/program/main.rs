//! The real program: commands, files, log, start and stop.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

mod commands;
mod heavy;
mod http;
mod killing;
mod log;
mod keep_alive;
mod process;
mod serving;
mod stopping;
mod wire;
mod working;
