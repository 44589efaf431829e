//! The whole application in the test process, on its own database.

#![expect(clippy::expect_used, reason = "a test whose program cannot start must stop at once")]

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use app::core::error::UserError;
use app::core::settings::WebhookSettings;
use app::core::signing::SigningKeySource;
use app::core::tokens::TokenKey;
use app::users::{MustChange, NewUser};
use app::{Ctx, Error, HashCost, JobSettings, Parts, PdfSettings, Settings};
use axum::Router;
use chrono::TimeDelta;
use domain::change::Actor;
use domain::permission::Role;
use server::state::{AppState, HttpSettings};
use store::Db;
use store::blobs::Blobs;
use tempfile::TempDir;

use crate::client::Client;
use crate::database::TestDatabase;
use crate::jobs::{JobGate, ScriptedJob};
use crate::world::{CountingIds, TestClock, WorkStop};

/// The password of all test users.
pub const PASSWORD: &str = "correct horse battery";

/// A running application and its environment.
#[derive(Debug)]
pub struct TestApp {
    pub ctx: Ctx,
    pub clock: Arc<TestClock>,
    pub db: Arc<TestDatabase>,
    /// The gate of `testJob` jobs.
    pub gate: Arc<JobGate>,
    ids: Arc<CountingIds>,
    router: Router,
    content: ContentStore,
}

/// The content store of an application under test; its folder is removed with the last user.
#[derive(Debug, Clone)]
struct ContentStore {
    blobs: Blobs,
    folder: Arc<TempDir>,
    /// The index folder of a stopped node; every other node has its own.
    index: Option<PathBuf>,
}

/// The settings that a node has of its own.
struct NodeSettings {
    webhook: Option<WebhookSettings>,
    provider_timeout: Duration,
    hash_cost: HashCost,
}

impl Default for NodeSettings {
    /// Providers that answer may take long: the machine may be busy with other tests.
    fn default() -> Self {
        Self { webhook: None, provider_timeout: Duration::from_mins(2), hash_cost: HashCost::LEAST }
    }
}

impl ContentStore {
    fn in_a_folder() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let blobs = Blobs::disk(&folder.path().join("blobs")).expect("the content folder opens");
        Self { blobs, folder: Arc::new(folder), index: None }
    }

    /// A new folder for a node.
    fn new_index(&self) -> PathBuf {
        static NODES: AtomicUsize = AtomicUsize::new(0);
        self.folder.path().join(format!("search-{}", NODES.fetch_add(1, Ordering::Relaxed)))
    }
}

/// Makes two tests, `<name>::sqlite` and `<name>::postgres`, of each function `async fn <name>(app: TestApp)`. The
/// second is skipped when `TEST_PG_URL` is not set.
#[macro_export]
macro_rules! on_each_app {
    ($($name:ident),+ $(,)?) => {$(
        mod $name {
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                let db = $crate::database::TestDatabase::sqlite().await;
                super::$name($crate::app::TestApp::start(db).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                if let Some(db) = $crate::database::TestDatabase::postgres().await {
                    super::$name($crate::app::TestApp::start(db).await).await;
                }
            }
        }
    )+};
}

impl TestApp {
    /// An application on `db` whose only account is `admin`.
    pub async fn start(db: TestDatabase) -> Self {
        Self::begin(db, ContentStore::in_a_folder()).await
    }

    /// The same with its content in `blobs`.
    pub async fn start_on(db: TestDatabase, blobs: Blobs) -> Self {
        let folder = Arc::new(tempfile::tempdir().expect("a temporary folder"));
        Self::begin(db, ContentStore { blobs, folder, index: None }).await
    }

    /// A program on what an earlier one left.
    pub fn resume(db: TestDatabase, blobs: Blobs) -> Self {
        let folder = Arc::new(tempfile::tempdir().expect("a temporary folder"));
        let content = ContentStore { blobs, folder, index: None };
        let ids = Arc::new(CountingIds::later());
        Self::node(Arc::new(db), Arc::default(), ids, content, HttpSettings::default())
    }

    async fn begin(db: TestDatabase, content: ContentStore) -> Self {
        let app = Self::node(Arc::new(db), Arc::default(), Arc::default(), content, HttpSettings::default());
        app.add("admin", Role::Admin).await;
        app
    }

    /// The same application with other HTTP settings.
    pub fn with(&self, http: HttpSettings) -> Self {
        let (clock, ids) = (Arc::clone(&self.clock), Arc::clone(&self.ids));
        Self::node(Arc::clone(&self.db), clock, ids, self.content.clone(), http)
    }

    /// The same with other HTTP settings, where hashing a password takes as long as in use.
    pub fn with_slow_hashes(&self, http: HttpSettings) -> Self {
        let (clock, ids) = (Arc::clone(&self.clock), Arc::clone(&self.ids));
        let settings = NodeSettings { hash_cost: HashCost::default(), ..NodeSettings::default() };
        let own = Db::clone(&self.db);
        Self::node_on(own, Arc::clone(&self.db), clock, ids, self.content.clone(), http, settings)
    }

    /// Another node on the same database and content.
    pub fn second_node(&self) -> Self {
        self.with(HttpSettings::default())
    }

    /// The same node after a restart, with its local files.
    pub fn restarted(&self) -> Self {
        let (clock, ids) = (Arc::clone(&self.clock), Arc::clone(&self.ids));
        let content = ContentStore { index: Some(self.ctx.settings.search_folder.clone()), ..self.content.clone() };
        Self::node(Arc::clone(&self.db), clock, ids, content, HttpSettings::default())
    }

    /// Another node with a number of connections to the same database.
    pub async fn with_connections(&self, connections: u32) -> Self {
        let own = Db::open(self.db.url(), connections).await.expect("the database opens");
        let (clock, ids) = (Arc::clone(&self.clock), Arc::clone(&self.ids));
        let content = self.content.clone();
        Self::node_on(own, Arc::clone(&self.db), clock, ids, content, HttpSettings::default(), NodeSettings::default())
    }

    /// Another node on the same database that tells a system about publications.
    pub fn with_webhook(&self, url: &str, allow_private: bool) -> Self {
        let (clock, ids) = (Arc::clone(&self.clock), Arc::clone(&self.ids));
        let (own, http) = (Db::clone(&self.db), HttpSettings::default());
        let webhook = WebhookSettings::parse(url, allow_private).expect("an address");
        let settings = NodeSettings { webhook: Some(webhook), ..NodeSettings::default() };
        Self::node_on(own, Arc::clone(&self.db), clock, ids, self.content.clone(), http, settings)
    }

    /// The same, which is told about approved publications only.
    pub fn with_approved_webhook(&self, url: &str) -> Self {
        let (clock, ids) = (Arc::clone(&self.clock), Arc::clone(&self.ids));
        let (own, http) = (Db::clone(&self.db), HttpSettings::default());
        let mut webhook = WebhookSettings::parse(url, true).expect("an address");
        webhook.approved_only = true;
        let settings = NodeSettings { webhook: Some(webhook), ..NodeSettings::default() };
        Self::node_on(own, Arc::clone(&self.db), clock, ids, self.content.clone(), http, settings)
    }

    /// Another node on the same database that waits so long for the answers of identity providers.
    pub fn with_provider_timeout(&self, provider_timeout: Duration) -> Self {
        let (clock, ids) = (Arc::clone(&self.clock), Arc::clone(&self.ids));
        let (own, http) = (Db::clone(&self.db), HttpSettings::default());
        let settings = NodeSettings { provider_timeout, ..NodeSettings::default() };
        Self::node_on(own, Arc::clone(&self.db), clock, ids, self.content.clone(), http, settings)
    }

    fn node(
        db: Arc<TestDatabase>,
        clock: Arc<TestClock>,
        ids: Arc<CountingIds>,
        content: ContentStore,
        http: HttpSettings,
    ) -> Self {
        let own = Db::clone(&db);
        Self::node_on(own, db, clock, ids, content, http, NodeSettings::default())
    }

    fn node_on(
        own: Db,
        db: Arc<TestDatabase>,
        clock: Arc<TestClock>,
        ids: Arc<CountingIds>,
        content: ContentStore,
        http: HttpSettings,
        own_settings: NodeSettings,
    ) -> Self {
        server::observe::start_metrics();
        let gate = Arc::<JobGate>::default();
        let ctx = Ctx::new(Parts {
            db: own,
            blobs: content.blobs.clone(),
            clock: Arc::<TestClock>::clone(&clock),
            ids: Arc::<CountingIds>::clone(&ids),
            token_key: TokenKey::new(&[7; 32]),
            signing_key: SigningKeySource::Setting([8; 32]),
            settings: Settings {
                jobs: JobSettings {
                    beat: Duration::from_millis(20),
                    poll: Duration::from_millis(20),
                    // Reports of tests have several parts.
                    report_rows: 1,
                    ..JobSettings::default()
                },
                // There is none unless a test puts one there.
                pdf: PdfSettings { engine: content.folder.path().join("airfolio-pdf"), ..PdfSettings::default() },
                work_folder: content.folder.path().join("work"),
                search_folder: content.index.clone().unwrap_or_else(|| content.new_index()),
                max_upload: 32 << 20,
                provider_timeout: own_settings.provider_timeout,
                // How full the disk of the tests is must not matter.
                min_free_bytes: 0,
                webhook: own_settings.webhook,
                hash_cost: own_settings.hash_cost,
                ..Settings::default()
            },
            kinds: app::open::job_kinds().and(ScriptedJob(Arc::clone(&gate))),
        });
        let router = server::routes::router(AppState::new(ctx.clone(), Arc::new(http)));
        Self { ctx, clock, db, gate, ids, router, content }
    }

    /// The path of every route; axum offers no list, but its `Debug` output contains one.
    pub fn routes(&self) -> Vec<String> {
        let printed = format!("{:?}", self.router);
        let own = printed.split("fallback_router").next().unwrap_or_default();
        own.split("): \"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
    }

    /// Adds an active account whose password needs no change.
    pub async fn add(&self, account: &str, role: Role) {
        self.create(account, role).await.expect("the account is new");
    }

    async fn create(&self, account: &str, role: Role) -> Result<(), Error> {
        let new = NewUser {
            account: account.to_owned(),
            email: format!("{account}@example.com"),
            display_name: String::new(),
            role,
            password: Some(PASSWORD.to_owned()),
            guest_until: None,
        };
        app::users::create_as(&self.ctx, &Actor::System, &new, MustChange::No).await.map(drop)
    }

    /// The content store.
    pub fn blobs(&self) -> &Blobs {
        &self.content.blobs
    }

    /// The folder of [`Self::blobs`], unless the app was started with another store.
    pub fn blob_folder(&self) -> PathBuf {
        self.content.folder.path().join("blobs")
    }

    /// A client without a token.
    pub fn anonymous(&self) -> Client {
        Client::new(self.router.clone())
    }

    /// `account`, logged in with the common password.
    pub async fn signed_in(&self, account: &str) -> Client {
        self.anonymous().log_in(account, PASSWORD).await
    }

    /// The administrator's client.
    pub async fn admin(&self) -> Client {
        self.signed_in("admin").await
    }

    /// The user named after this role, logged in; added at the first call.
    pub async fn person(&self, role: Role) -> Client {
        match self.create(role.as_str(), role).await {
            Ok(()) | Err(Error::User(UserError::AccountTaken)) => {}
            Err(error) => panic!("{error:?}"),
        }
        self.signed_in(role.as_str()).await
    }

    /// Runs all runnable jobs and returns their number.
    pub async fn run_jobs(&self) -> usize {
        app::jobs::drain(&self.ctx).await.expect("the jobs can be taken")
    }

    /// Sends all mails that are due, until the mail server does not answer as it should.
    pub async fn send_mails(&self) {
        let (_stop, stopping) = tokio::sync::watch::channel(false);
        server::mail::send_due(&self.ctx, &stopping).await.expect("the queue can be read");
    }

    /// Brings the search index of this node up to date.
    pub async fn index(&self) {
        app::reading::search::follower::catch_up(&self.ctx).await.expect("the index can be written");
    }

    /// Stops the next blocking work that asks for an id.
    pub fn stop_work(&self) -> WorkStop {
        self.ids.stop_work()
    }

    /// Advances the clock.
    pub fn wait(&self, seconds: i64) {
        self.clock.advance(TimeDelta::seconds(seconds));
    }
}
