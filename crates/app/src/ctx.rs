//! What every verb needs from the world around it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use domain::change::{Actor, Change};
use store::Db;
use store::blobs::Blobs;
use tokio::sync::Semaphore;

use crate::events::Events;
use crate::generation::Generation;
use crate::jobs::{Desk, Kinds};
use crate::media::Totals;
use crate::passwords::Hasher;
use crate::pictures::Pictures;
use crate::schema_sets::Shelf;
use crate::search::Engine;
use crate::sessions::Cache;
use crate::throttle::Throttle;
use crate::toc::ReadingOrders;
use crate::tokens::TokenKey;
use crate::uploads;
use crate::viewer::Drawn;

/// Where the time comes from.
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

/// Where new identifiers come from.
pub trait Ids: Send + Sync {
    fn next(&self) -> String;
}

/// UUIDs of version 7: unique everywhere, and sorted by the time they were made.
#[derive(Debug)]
pub struct SystemIds;

impl Ids for SystemIds {
    #[expect(clippy::disallowed_methods, reason = "this is the source of ids that everybody else asks")]
    fn next(&self) -> String {
        uuid::Uuid::now_v7().to_string()
    }
}

/// What an administrator can set about the behaviour of this room.
#[derive(Debug, Clone)]
pub struct Settings {
    /// How long a session lasts without renewal.
    pub session_lifetime: TimeDelta,
    /// How many registrations may wait for an administrator at once.
    pub max_pending_users: u64,
    /// How long a registration waits before it is given up.
    pub pending_for: TimeDelta,
    /// The name of this node in a cluster.
    pub node: String,
    pub jobs: JobSettings,
    /// A folder for files that are worked on; what is in it can be made again.
    pub work_folder: PathBuf,
    /// The folder of this node's search index, which can be made again.
    pub search_folder: PathBuf,
    /// The longest file that is taken in.
    pub max_upload: i64,
}

/// How background work is done.
#[derive(Debug, Clone)]
pub struct JobSettings {
    /// How many jobs this node does at once.
    pub workers: usize,
    /// How long a worker may be silent before its job is given to another.
    pub lease: TimeDelta,
    /// How often a worker says that it lives, and how far it is.
    pub beat: Duration,
    /// How often the table is looked at for work and for news.
    pub poll: Duration,
}

impl Default for JobSettings {
    fn default() -> Self {
        Self { workers: 2, lease: TimeDelta::seconds(30), beat: Duration::from_secs(1), poll: Duration::from_secs(1) }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            session_lifetime: TimeDelta::hours(8),
            max_pending_users: 200,
            pending_for: TimeDelta::days(30),
            node: "local".to_owned(),
            jobs: JobSettings::default(),
            work_folder: std::env::temp_dir(),
            search_folder: std::env::temp_dir().join("search"),
            max_upload: 4 << 30,
        }
    }
}

/// What a [`Ctx`] is made of.
pub struct Parts {
    pub db: Db,
    pub blobs: Blobs,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn Ids>,
    pub token_key: TokenKey,
    pub settings: Settings,
    /// What background work there is.
    pub kinds: Kinds,
}

impl std::fmt::Debug for Parts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Parts").field("settings", &self.settings).finish_non_exhaustive()
    }
}

/// The world as a verb sees it; cheap to clone.
#[derive(Clone)]
pub struct Ctx(Arc<World>);

/// The contents of a [`Ctx`], reached by dereferencing it.
#[expect(missing_debug_implementations, reason = "`Ctx` prints what is worth printing")]
pub struct World {
    pub(crate) db: Db,
    pub(crate) blobs: Blobs,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn Ids>,
    pub settings: Settings,
    pub started_on: DateTime<Utc>,
    pub events: Events,
    pub(crate) jobs: Desk,
    pub(crate) schemas: Shelf,
    pub(crate) search: Engine,
    pub(crate) upload_places: Arc<Semaphore>,
    pub(crate) token_key: TokenKey,
    pub(crate) hasher: Hasher,
    pub(crate) throttle: Throttle,
    pub(crate) sessions: Cache,
    pub(crate) drawn: Drawn,
    pub(crate) generation: Generation,
    pub(crate) reading_orders: ReadingOrders,
    pub(crate) pictures: Pictures,
    pub(crate) media_totals: Totals,
}

impl Ctx {
    /// Puts the world together.
    pub fn new(parts: Parts) -> Self {
        let started_on = parts.clock.now();
        Self(Arc::new(World {
            db: parts.db,
            blobs: parts.blobs,
            clock: parts.clock,
            ids: parts.ids,
            settings: parts.settings,
            started_on,
            events: Events::default(),
            jobs: Desk::new(parts.kinds),
            schemas: Shelf::default(),
            search: Engine::default(),
            upload_places: uploads::places(),
            token_key: parts.token_key,
            hasher: Hasher::default(),
            throttle: Throttle::default(),
            sessions: Cache::default(),
            drawn: Drawn::default(),
            generation: Generation::default(),
            reading_orders: ReadingOrders::default(),
            pictures: Pictures::default(),
            media_totals: Totals::default(),
        }))
    }

    /// A change made now by `actor`, to be recorded in the transaction that makes it.
    pub(crate) fn change(&self, actor: &Actor, action: &'static str, kind: &'static str, subject: &str) -> Change {
        Change {
            at: self.clock.now(),
            actor: actor.clone(),
            action,
            subject_kind: kind,
            subject: subject.to_owned(),
            detail: Vec::new(),
        }
    }
}

impl std::ops::Deref for Ctx {
    type Target = World;

    fn deref(&self) -> &World {
        &self.0
    }
}

impl std::fmt::Debug for Ctx {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ctx").field("settings", &self.0.settings).finish_non_exhaustive()
    }
}
