//! The API as clients use it, on both databases; one file per noun.

mod audit;
mod counts;
mod hostile;
mod notifications;
mod openapi;
mod operators;
mod permissions;
mod protocol;
mod races;
mod sessions;
mod site;
mod system;
mod users;
