//! The context that every verb takes: database, blobs, clock, ids, settings, caches and engines.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::change::{Actor, Change};
use domain::id::{SnapshotId, VersionId};
use domain::name::Name;
use s1000d::model::ContentModel;
use s1000d::redline::ChangeFacts;
use s1000d::xsd::ValidDocuments;
use store::Db;
use store::blobs::Blobs;

use crate::core::access_cache::AccessCache;
use crate::core::brex_cache::BrexCache;
use crate::core::cache::Cache;
use crate::core::clock::{Clock, IdSource};
use crate::core::compliance_figures::FiguresCache;
use crate::core::contents_statements::StatementsCache;
use crate::core::error::Error;
use crate::core::event_hub::EventHub;
use crate::core::generation::Generation;
use crate::core::job_board::JobBoard;
use crate::core::job_kind::Kinds;
use crate::core::manual_changes::ManualChangesCache;
use crate::core::media_totals::MediaTotals;
use crate::core::passwords::Hasher;
use crate::core::picture_cache::PictureCache;
use crate::core::place_cache::{ParagraphCache, PlaceCache};
use crate::core::provider_client::ProviderClient;
use crate::core::reading_orders::ReadingOrders;
use crate::core::render_cache::RenderCache;
use crate::core::schema_cache::SchemaCache;
use crate::core::search_engine::SearchEngine;
use crate::core::session_cache::SessionCache;
use crate::core::settings::Settings;
use crate::core::signing::{LazySigningKey, SigningKeySource};
use crate::core::text_anchors::TextAnchors;
use crate::core::throttle::Throttle;
use crate::core::tokens::TokenKey;
use crate::core::upload_slots::UploadSlots;
use crate::core::verdict_cache::VerdictCache;

/// Limit of learned content models, in bytes.
const LEARNED_MODELS_CAPACITY: usize = 8 << 20;
/// Limit of what is known of changes, in bytes.
const CHANGE_FACTS_CAPACITY: usize = 8 << 20;
/// Limit of known numbers of changes, in bytes.
const CHANGED_COUNTS_CAPACITY: usize = 256 << 10;
/// Limit of known highlights, in bytes.
const HIGHLIGHTS_CAPACITY: usize = 4 << 20;
/// Limit of the anchors of contents, in bytes.
const TEXT_ANCHORS_CAPACITY: usize = 8 << 20;

/// The parts that [`Ctx::new`] needs.
pub struct Parts {
    pub db: Db,
    pub blobs: Blobs,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn IdSource>,
    pub token_key: TokenKey,
    pub signing_key: SigningKeySource,
    pub settings: Settings,
    /// The kinds of background jobs.
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
    pub ids: Arc<dyn IdSource>,
    pub settings: Settings,
    pub started_on: DateTime<Utc>,
    pub events: EventHub,
    pub(crate) jobs: JobBoard,
    pub(crate) schemas: SchemaCache,
    pub(crate) valid_documents: Arc<ValidDocuments>,
    pub(crate) business_rules: BrexCache,
    /// Content models of manuals without a schema set, by folder, kind of module and generation.
    pub(crate) learned_models: Cache<(String, String, i64), ContentModel>,
    /// The facts of a change between the texts of two versions.
    pub(crate) change_facts: Cache<(VersionId, VersionId), ChangeFacts>,
    /// How many modules two snapshots of a manual do not have in the same version.
    pub(crate) changed_counts: Cache<(SnapshotId, SnapshotId), u64>,
    /// The highlighted reasons for updates, by content.
    pub(crate) highlights: Cache<String, Vec<String>>,
    /// The anchors of contents that compliance references lead to, by blob.
    pub(crate) text_anchors: Cache<String, TextAnchors>,
    pub(crate) search: SearchEngine,
    pub(crate) upload_slots: UploadSlots,
    pub(crate) token_key: TokenKey,
    pub(crate) signing_key: LazySigningKey,
    pub(crate) hasher: Hasher,
    pub(crate) throttle: Throttle,
    pub(crate) sessions: SessionCache,
    pub(crate) access: AccessCache,
    pub(crate) providers: ProviderClient,
    pub(crate) renderings: RenderCache,
    pub(crate) generation: Generation,
    pub(crate) reading_orders: ReadingOrders,
    pub(crate) manual_changes: ManualChangesCache,
    pub(crate) contents_statements: StatementsCache,
    pub(crate) pictures: PictureCache,
    pub(crate) places: PlaceCache,
    pub(crate) paragraphs: ParagraphCache,
    pub(crate) compliance_figures: FiguresCache,
    pub(crate) verdicts: VerdictCache,
    pub(crate) media_totals: MediaTotals,
}

impl Ctx {
    /// Puts the world together.
    pub fn new(parts: Parts) -> Self {
        let started_on = parts.clock.now();
        let providers = ProviderClient::new(parts.settings.provider_timeout);
        let hasher = Hasher::new(parts.settings.hash_cost.clone());
        Self(Arc::new(World {
            db: parts.db,
            blobs: parts.blobs,
            clock: parts.clock,
            ids: parts.ids,
            settings: parts.settings,
            started_on,
            events: EventHub::default(),
            jobs: JobBoard::new(parts.kinds),
            schemas: SchemaCache::default(),
            valid_documents: Arc::default(),
            business_rules: BrexCache::default(),
            learned_models: Cache::new(LEARNED_MODELS_CAPACITY),
            change_facts: Cache::new(CHANGE_FACTS_CAPACITY),
            changed_counts: Cache::new(CHANGED_COUNTS_CAPACITY),
            highlights: Cache::new(HIGHLIGHTS_CAPACITY),
            text_anchors: Cache::new(TEXT_ANCHORS_CAPACITY),
            search: SearchEngine::default(),
            upload_slots: UploadSlots::default(),
            token_key: parts.token_key,
            signing_key: LazySigningKey::new(parts.signing_key),
            hasher,
            throttle: Throttle::default(),
            sessions: SessionCache::default(),
            access: AccessCache::default(),
            providers,
            renderings: RenderCache::default(),
            generation: Generation::default(),
            reading_orders: ReadingOrders::default(),
            manual_changes: ManualChangesCache::default(),
            contents_statements: StatementsCache::default(),
            pictures: PictureCache::default(),
            places: PlaceCache::default(),
            paragraphs: ParagraphCache::default(),
            compliance_figures: FiguresCache::default(),
            verdicts: VerdictCache::default(),
            media_totals: MediaTotals::default(),
        }))
    }

    /// The present generation of a database, which keys what is cached of it; without one, of what is in none.
    pub async fn generation(&self, csdb: Option<&Name>) -> Result<i64, Error> {
        self.generation.current(&self.db, self.clock.now(), csdb).await
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
