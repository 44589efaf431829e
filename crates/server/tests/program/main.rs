//! The real program: commands, files, log, start and stop.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

mod applicability;
mod away;
mod backups;
mod business_rules;
mod checking;
mod commands;
mod comparing;
mod full_disk;
mod generated;
mod heavy;
mod http;
mod keep_alive;
mod killing;
mod log;
mod merging;
mod process;
mod publishing;
mod rendering;
mod serving;
mod stopping;
mod verifying;
mod wire;
mod working;
