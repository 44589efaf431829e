//! The generation of the library: a number that rises with every change that readers may see. It keys caches.

use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use store::Db;

use crate::core::error::Error;

/// Changes of other nodes may go unnoticed for this long.
const BELIEVED_FOR: TimeDelta = TimeDelta::seconds(1);

/// The kinds of changes after which the library still looks the same.
const ELSEWHERE: [&str; 6] = ["user", "package", "schema_set", "setting", "bookmark", "search"];

/// The part of the change log that this process has read.
#[derive(Debug, Default)]
pub(crate) struct Generation(Mutex<Option<LogPosition>>);

#[derive(Debug, Clone, Copy)]
struct LogPosition {
    /// The last change that may have altered the library.
    number: i64,
    /// The last entry of the change log that was read.
    seq: i64,
    /// Commits of this process up to then.
    commits: u64,
    at: DateTime<Utc>,
}

impl Generation {
    /// The present number. Changes of this node count at once, those of others after a second.
    pub(crate) async fn current(&self, db: &Db, now: DateTime<Utc>) -> Result<i64, Error> {
        let commits = db.commits();
        let before = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = before.filter(|known| known.commits == commits && now - known.at < BELIEVED_FOR) {
            return Ok(known.number);
        }
        let mut tx = db.read().await?;
        let mut position = if let Some(known) = before {
            LogPosition { commits, at: now, ..known }
        } else {
            let seq = store::changes::last_seq(&mut tx).await?;
            LogPosition { number: seq, seq, commits, at: now }
        };
        loop {
            let changes = store::changes::list_next(&mut tx, position.seq).await?;
            let Some(last) = changes.last() else { break };
            position.seq = last.seq;
            let altering = changes.iter().rev().find(|change| !ELSEWHERE.contains(&change.subject_kind.as_str()));
            position.number = altering.map_or(position.number, |change| change.seq);
        }
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(position);
        Ok(position.number)
    }
}
