//! The sources of time and of new ids, which tests replace.

use chrono::{DateTime, Utc};

/// The source of time.
pub trait Clock: Send + Sync {
    fn now(&self) -> DateTime<Utc>;
}

/// The machine's clock, to the millisecond, which is what the database keeps.
#[derive(Debug)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the clock that everybody else asks")]
    fn now(&self) -> DateTime<Utc> {
        let now = Utc::now();
        DateTime::from_timestamp_millis(now.timestamp_millis()).unwrap_or(now)
    }
}

/// The source of new ids.
pub trait IdSource: Send + Sync {
    fn next(&self) -> String;
}

/// UUIDs of version 7: unique everywhere, and sorted by the time they were made.
#[derive(Debug)]
pub struct SystemIds;

impl IdSource for SystemIds {
    #[expect(clippy::disallowed_methods, reason = "this is the source of ids that everybody else asks")]
    fn next(&self) -> String {
        uuid::Uuid::now_v7().to_string()
    }
}
