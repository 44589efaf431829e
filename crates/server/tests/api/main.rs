//! The API as clients use it, on both databases; one file per noun.

mod audit;
mod counts;
mod notifications;
mod operators;
mod permissions;
mod sessions;
mod system;
mod users;
