//! Open event streams of this node, and the position up to which events were sent.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use domain::id::{JobId, SessionId};
use domain::job::JobStatus;
use store::jobs::JobChange;
use tokio::sync::{Notify, broadcast, oneshot, watch};

/// Events that are buffered for a slow stream.
const BACKLOG: usize = 256;

/// A change that open streams report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    Job(Box<JobChange>),
    Library { path: String },
}

/// The open event streams of this node.
#[derive(Debug)]
pub struct EventHub {
    pub(crate) sender: broadcast::Sender<Event>,
    pub(crate) nudged: Notify,
    pub(crate) closed: watch::Sender<bool>,
    pub(crate) listeners: Mutex<Listeners>,
    /// Position of this node; `None` without listeners.
    pub(crate) position: tokio::sync::Mutex<Option<EventPosition>>,
}

#[derive(Debug, Default)]
pub(crate) struct Listeners {
    /// By session, with the means to end an older stream of the same one.
    pub(crate) streams: HashMap<SessionId, (u64, oneshot::Sender<()>)>,
    pub(crate) next: u64,
    pub(crate) watching: bool,
}

impl Default for EventHub {
    fn default() -> Self {
        Self {
            sender: broadcast::Sender::new(BACKLOG),
            nudged: Notify::new(),
            closed: watch::Sender::new(false),
            listeners: Mutex::default(),
            position: tokio::sync::Mutex::default(),
        }
    }
}

impl EventHub {
    /// Announces a change at once, instead of at the next second.
    pub fn nudge(&self) {
        self.nudged.notify_one();
    }

    /// Ends every stream, now and for ever.
    pub fn close(&self) {
        self.closed.send_replace(true);
    }

    pub(crate) fn listeners(&self) -> MutexGuard<'_, Listeners> {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Positions in the change log and the job table up to which events were sent.
#[derive(Debug)]
pub(crate) struct EventPosition {
    pub(crate) seq: i64,
    pub(crate) since: DateTime<Utc>,
    pub(crate) told: HashMap<JobId, (JobStatus, u8)>,
}
