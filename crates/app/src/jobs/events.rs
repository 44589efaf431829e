//! News for browsers: jobs that moved on, places of the library that changed.
//!
//! One task per node reads the job table and the change log while anybody
//! listens, every second and at once when this node changed something. So news
//! of other nodes come by the same way as our own.

use std::collections::HashMap;
use std::time::Duration;

use chrono::TimeDelta;
use domain::path::CsdbPath;
use domain::permission::Permission;
use tokio::sync::{broadcast, oneshot, watch};

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::event_hub::{EventHub, EventPosition};
use crate::users::sessions;

pub use crate::core::event_hub::Event;

/// Limit of open streams on one node.
const MAX_LISTENERS: usize = 512;
/// Interval of keep-alive messages on a silent stream.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// Clocks of nodes differ; so much of the past is read again.
const OVERLAP: TimeDelta = TimeDelta::seconds(5);
/// Jobs per query.
const JOBS_AT_ONCE: u32 = 200;
/// The kinds of changes that alter what the library shows; their subject is a path, or the name of a database.
const LIBRARY_KINDS: [&str; 2] = ["csdb", "manual"];

/// The kinds of changes that alter what somebody may see. They are told as a change of the whole library, without a
/// name: those who lost a place must look again, too.
const ACCESS_KINDS: [&str; 2] = ["access", "group"];

/// A message of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum News {
    Event(Event),
    /// Nothing happened, and the connection is alive.
    Silence,
}

/// One stream of news; ends when the caller's session does, when the same session opens another, or at shutdown.
pub struct Subscription {
    ctx: Ctx,
    caller: Caller,
    number: u64,
    events: broadcast::Receiver<Event>,
    replaced: oneshot::Receiver<()>,
    closed: watch::Receiver<bool>,
}

impl std::fmt::Debug for Subscription {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Subscription").field("number", &self.number).finish_non_exhaustive()
    }
}

/// Listens to news for `caller`; whatever is changed after the answer will be told.
pub async fn subscribe(ctx: &Ctx, caller: &Caller) -> Result<Subscription, Error> {
    caller.require(Permission::ReadContent)?;
    let subscription = enlist(ctx, caller)?;
    let mut position = ctx.events.position.lock().await;
    if position.is_none() {
        *position = Some(position_now(ctx).await?);
    }
    drop(position);
    let mut listeners = ctx.events.listeners();
    if !std::mem::replace(&mut listeners.watching, true) {
        tokio::spawn(watch(ctx.clone()));
    }
    drop(listeners);
    Ok(subscription)
}

fn enlist(ctx: &Ctx, caller: &Caller) -> Result<Subscription, Error> {
    let events = ctx.events.sender.subscribe();
    let mut listeners = ctx.events.listeners();
    let is_new = !listeners.streams.contains_key(&caller.session.id);
    if is_new && listeners.streams.len() >= MAX_LISTENERS {
        return Err(Error::Busy);
    }
    listeners.next += 1;
    let number = listeners.next;
    let (replace, replaced) = oneshot::channel();
    // Dropping the older sender ends the older stream.
    listeners.streams.insert(caller.session.id.clone(), (number, replace));
    drop(listeners);
    let closed = ctx.events.closed.subscribe();
    Ok(Subscription { ctx: ctx.clone(), caller: caller.clone(), number, events, replaced, closed })
}

impl Subscription {
    /// Waits for what comes next; `None` at the end.
    pub async fn next(&mut self) -> Option<News> {
        loop {
            let news = self.next_of_all().await?;
            if self.is_shown(&news).await? {
                return Some(news);
            }
        }
    }

    /// Whether the caller may see what the news are about; `None` ends the stream.
    async fn is_shown(&self, news: &News) -> Option<bool> {
        let sight = self.caller.sight(&self.ctx).await.ok()?;
        Some(match news {
            News::Silence => true,
            News::Event(Event::Library { path }) => CsdbPath::parse(path).is_none_or(|path| sight.sees_path(&path)),
            News::Event(Event::Job(job)) if job.csdb_folded.is_empty() => {
                let is_own = match self.caller.limited_token() {
                    Some(token) => job.service_token.as_ref() == Some(token),
                    None => job.created_by.as_ref() == Some(&self.caller.user.id),
                };
                !sight.is_partial() || is_own
            }
            News::Event(Event::Job(job)) => {
                sight.sees(&job.csdb_folded, Some(job.manual_folded.as_str()).filter(|name| !name.is_empty()))
            }
        })
    }

    async fn next_of_all(&mut self) -> Option<News> {
        if *self.closed.borrow() {
            return None;
        }
        let news = tokio::select! {
            _ = &mut self.replaced => return None,
            () = told(&mut self.closed) => return None,
            event = self.events.recv() => match event {
                Ok(event) => News::Event(event),
                // A client that missed events reconnects: a new stream reads everything first.
                Err(broadcast::error::RecvError::Lagged(_) | broadcast::error::RecvError::Closed) => return None,
            },
            () = tokio::time::sleep(KEEP_ALIVE) => News::Silence,
        };
        // A stream lives longer than a request: it ends when the session does, and shows what the present role shows.
        self.caller = sessions::current(&self.ctx, &self.caller).await?;
        Some(news)
    }
}

/// Comes when all streams shall end.
async fn told(closed: &mut watch::Receiver<bool>) {
    // The sender is gone, so no message will come.
    let _ = closed.wait_for(|closed| *closed).await;
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut listeners = self.ctx.events.listeners();
        let id = &self.caller.session.id;
        if listeners.streams.get(id).is_some_and(|(number, _)| *number == self.number) {
            listeners.streams.remove(id);
        }
    }
}

/// Reads what changed, as long as anybody listens.
async fn watch(ctx: Ctx) {
    loop {
        tokio::select! {
            () = ctx.events.nudged.notified() => {}
            () = tokio::time::sleep(ctx.settings.jobs.poll) => {}
        }
        let mut position = ctx.events.position.lock().await;
        if is_alone(&ctx.events) {
            *position = None;
            return;
        }
        // The position outlives a database that does not answer: events of that time are sent afterwards.
        if let Some(position) = position.as_mut()
            && let Err(error) = look(&ctx, position).await
        {
            tracing::warn!(error = %error, "News could not be read");
        }
    }
}

/// Whether the last listener has left; the next one needs a new watch.
fn is_alone(hub: &EventHub) -> bool {
    let mut listeners = hub.listeners();
    listeners.watching = !listeners.streams.is_empty();
    !listeners.watching
}

async fn position_now(ctx: &Ctx) -> Result<EventPosition, Error> {
    let seq = store::changes::last_seq(&mut ctx.db.read().await?).await?;
    Ok(EventPosition { seq, since: ctx.clock.now() - OVERLAP, told: HashMap::new() })
}

async fn look(ctx: &Ctx, position: &mut EventPosition) -> Result<(), Error> {
    let mut tx = ctx.db.read().await?;
    let mut is_access_changed = false;
    for change in store::changes::list_next(&mut tx, position.seq).await? {
        position.seq = change.seq;
        if LIBRARY_KINDS.contains(&change.subject_kind.as_str()) {
            let path = format!("/{}", change.subject.trim_start_matches('/'));
            let _ = ctx.events.sender.send(Event::Library { path });
        }
        is_access_changed |= ACCESS_KINDS.contains(&change.subject_kind.as_str());
    }
    if is_access_changed {
        let _ = ctx.events.sender.send(Event::Library { path: "/".to_owned() });
    }
    let changed = store::jobs::list_changed_since(&mut tx, position.since, JOBS_AT_ONCE).await?;
    if let Some(last) = changed.last() {
        // Behind a full batch there is more, which a look back over the same jobs would never come to.
        let is_full = changed.len() >= JOBS_AT_ONCE as usize;
        position.since = position.since.max(if is_full { last.updated_on } else { last.updated_on - OVERLAP });
    }
    let mut told = HashMap::with_capacity(changed.len());
    for job in changed {
        let state = (job.status, job.progress);
        if position.told.get(&job.id) != Some(&state) {
            let _ = ctx.events.sender.send(Event::Job(Box::new(job.clone())));
        }
        told.insert(job.id, state);
    }
    // Jobs that left the window cannot return in their old state.
    position.told = told;
    Ok(())
}
