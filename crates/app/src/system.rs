//! State of the running program.

use chrono::{DateTime, Utc};
use domain::permission::Permission;
use store::DbKind;
use store::blobs::BlobKind;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::storage::{Storage, storage};

/// The state of this node and of what it stands on.
#[derive(Debug, Clone)]
pub struct System {
    pub node: String,
    pub started_on: DateTime<Utc>,
    pub database: &'static str,
    pub database_size_bytes: u64,
    pub blobs: &'static str,
    pub migration: String,
    pub users: u64,
    pub open_sessions: u64,
    /// Source of the free space on disk.
    pub storage: Option<Storage>,
    /// The system that is told about publications; none while no address is set.
    pub webhook: Option<WebhookReceiver>,
}

/// The system that is told about publications.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookReceiver {
    /// Without path and secrets, as in `https://example.com`.
    pub address: String,
    /// Drafts and publications that wait for their approval are not told.
    pub approved_only: bool,
}

/// Reports on the running program.
pub async fn describe(ctx: &Ctx, caller: &Caller) -> Result<System, Error> {
    caller.require(Permission::ViewSystem)?;
    let mut tx = caller.read(ctx).await?;
    let users = store::users::count(&mut tx).await?;
    let open_sessions = store::sessions::count_open(&mut tx, ctx.clock.now()).await?;
    // Given back before others are asked for: a pool of one must be enough.
    drop(tx);
    Ok(System {
        node: ctx.settings.node.clone(),
        started_on: ctx.started_on,
        database: match ctx.db.kind() {
            DbKind::Sqlite => "sqlite",
            DbKind::Postgres => "postgresql",
        },
        blobs: match ctx.blobs.kind() {
            BlobKind::Disk => "disk",
            BlobKind::S3 => "s3",
        },
        users,
        open_sessions,
        storage: storage(ctx),
        webhook: ctx
            .settings
            .webhook
            .as_ref()
            .map(|webhook| WebhookReceiver { address: webhook.receiver(), approved_only: webhook.approved_only }),
        database_size_bytes: ctx.db.size_bytes().await?,
        migration: ctx.db.migration().await?,
    })
}

/// The newest migration of the database.
pub async fn migration(ctx: &Ctx) -> Result<String, Error> {
    Ok(ctx.db.migration().await?)
}

/// Lets go of the database, at the end of the program.
pub async fn close(ctx: &Ctx) {
    ctx.db.close().await;
}

/// Write activity at the last check.
#[derive(Debug, Default)]
pub struct WriteActivity {
    commits: u64,
    /// Nothing was written since the database gave back what it had kept.
    rested: bool,
}

/// Drops unused schemas. Lets the database forget what it keeps for writing, once, when nothing was written
/// since the last call; says whether it did.
pub async fn rest(ctx: &Ctx, resting: &mut WriteActivity) -> Result<bool, Error> {
    ctx.schemas.forget_unused(ctx.clock.now());
    let commits = ctx.db.commits();
    if commits != resting.commits {
        *resting = WriteActivity { commits, rested: false };
        return Ok(false);
    }
    if resting.rested {
        return Ok(false);
    }
    resting.rested = ctx.db.shrink().await?;
    Ok(resting.rested)
}

/// Whether the program can answer: its database does.
pub async fn is_ready(ctx: &Ctx) -> bool {
    match ctx.db.ping().await {
        Ok(()) => true,
        Err(error) => {
            let cause = std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default();
            tracing::warn!(error = %error, error.cause = cause, "The database does not answer");
            false
        }
    }
}
