//! How fresh what this process remembers is: a number that rises whenever the library may look otherwise.

use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

use crate::ctx::Ctx;
use crate::error::Error;

/// How long what other nodes changed may go unnoticed.
const BELIEVED_FOR: TimeDelta = TimeDelta::seconds(1);

/// The kinds of changes after which the library still looks the same.
const ELSEWHERE: [&str; 6] = ["user", "package", "schema_set", "setting", "bookmark", "search"];

/// What this process knows of the change log.
#[derive(Debug, Default)]
pub(crate) struct Generation(Mutex<Option<Seen>>);

#[derive(Debug, Clone, Copy)]
struct Seen {
    /// The last change that may have altered the library.
    number: i64,
    /// How far the log was read.
    seq: i64,
    /// How many changes this process had made by then.
    commits: u64,
    at: DateTime<Utc>,
}

/// The present number. What this node changed counts at once, what others changed after a second.
pub async fn current(ctx: &Ctx) -> Result<i64, Error> {
    let (commits, now) = (ctx.db.commits(), ctx.clock.now());
    let before = *ctx.generation.0.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(seen) = before.filter(|seen| seen.commits == commits && now - seen.at < BELIEVED_FOR) {
        return Ok(seen.number);
    }
    let mut tx = ctx.db.read().await?;
    let mut seen = if let Some(seen) = before {
        Seen { commits, at: now, ..seen }
    } else {
        let seq = store::changes::last_seq(&mut tx).await?;
        Seen { number: seq, seq, commits, at: now }
    };
    loop {
        let changes = store::changes::list_next(&mut tx, seen.seq).await?;
        let Some(last) = changes.last() else { break };
        seen.seq = last.seq;
        let altering = changes.iter().rev().find(|change| !ELSEWHERE.contains(&change.subject_kind.as_str()));
        seen.number = altering.map_or(seen.number, |change| change.seq);
    }
    *ctx.generation.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(seen);
    Ok(seen.number)
}
