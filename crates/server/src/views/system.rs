//! Wire types for versions and system status.

use app::core::storage::Storage;
use app::system::{System, WebhookReceiver};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// The product's version (specification, section 9).
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Versions of server and web application.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Version)]
pub struct VersionView {
    #[schema(example = "5.0.0-rc.0")]
    pub version: &'static str,
    /// The version of the embedded web application.
    #[schema(example = "5.0.0-rc.0")]
    pub web: &'static str,
    pub commit: &'static str,
}

impl VersionView {
    /// The versions of a build of `commit`: both parts are released together.
    pub fn of(commit: &'static str) -> Self {
        Self { version: VERSION, web: VERSION, commit }
    }
}

/// The state of this node, its database and its storage.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = System)]
pub struct SystemView {
    #[serde(flatten)]
    pub version: VersionView,
    pub node: String,
    pub started_on: DateTime<Utc>,
    #[schema(example = "sqlite")]
    pub database: &'static str,
    pub database_size_bytes: u64,
    #[schema(example = "disk")]
    pub blobs: &'static str,
    /// The newest applied migration.
    pub migration: String,
    pub users: u64,
    pub active_sessions: u64,
    /// Private memory, if the operating system reports it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub memory_bytes: Option<u64>,
    /// The disk with the least room of those that this node writes to, where the operating system tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub storage: Option<StorageView>,
    /// The system that is told about publications, while an address is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub webhook: Option<WebhookReceiverView>,
}

/// The system that is told about publications.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookReceiver)]
pub struct WebhookReceiverView {
    /// Without path and secrets.
    #[schema(example = "https://example.com")]
    pub address: String,
    /// Drafts and publications that wait for their approval are not told.
    pub approved_only: bool,
}

impl From<WebhookReceiver> for WebhookReceiverView {
    fn from(receiver: WebhookReceiver) -> Self {
        let WebhookReceiver { address, approved_only } = receiver;
        Self { address, approved_only }
    }
}

/// The room on a disk.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Storage)]
pub struct StorageView {
    pub free_bytes: u64,
    pub total_bytes: u64,
    /// `enough`, `short` (less than `storage.warn_below_megabytes`) or `full`.
    #[schema(example = "enough")]
    pub state: &'static str,
}

impl From<Storage> for StorageView {
    fn from(storage: Storage) -> Self {
        let Storage { free_bytes, total_bytes, state } = storage;
        Self { free_bytes, total_bytes, state: state.as_str() }
    }
}

impl SystemView {
    /// Adds the values of this crate.
    pub fn new(system: System, version: VersionView, memory_bytes: Option<u64>) -> Self {
        Self {
            version,
            node: system.node,
            started_on: system.started_on,
            database: system.database,
            database_size_bytes: system.database_size_bytes,
            blobs: system.blobs,
            migration: system.migration,
            users: system.users,
            active_sessions: system.open_sessions,
            memory_bytes,
            storage: system.storage.map(StorageView::from),
            webhook: system.webhook.map(WebhookReceiverView::from),
        }
    }
}
