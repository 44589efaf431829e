//! API tests on both databases; one file per noun.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

mod access;
mod audit;
mod backups;
mod bytes;
mod collecting;
mod comparison;
mod counts;
mod csdbs;
mod effectivity;
mod files;
mod folders;
mod hostile;
mod imports;
mod jobs;
mod media;
mod notifications;
mod official;
mod official_views;
mod openapi;
mod operators;
mod outages;
mod packages;
mod permissions;
mod protocol;
mod races;
mod registration;
mod search;
mod secrets;
mod sessions;
mod settings;
mod site;
mod statuses;
mod system;
mod tables;
mod toc;
mod trash;
mod upgrade;
mod uploads;
mod users;
mod verdicts;
mod versions;
mod viewer;
mod views;
mod workspace;
