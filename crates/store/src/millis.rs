//! Timestamps in the database.

use chrono::{DateTime, Utc};

use crate::StoreError;

/// Milliseconds since 1970 in UTC, the same integer on both engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, sqlx::Type)]
#[sqlx(transparent)]
pub(crate) struct Millis(pub(crate) i64);

impl From<DateTime<Utc>> for Millis {
    fn from(time: DateTime<Utc>) -> Self {
        Self(time.timestamp_millis())
    }
}

impl Millis {
    /// Converts to a timestamp; `table` and `column` appear in the error.
    pub(crate) fn read(self, table: &'static str, column: &'static str) -> Result<DateTime<Utc>, StoreError> {
        DateTime::from_timestamp_millis(self.0).ok_or(StoreError::Unreadable { table, column })
    }
}
