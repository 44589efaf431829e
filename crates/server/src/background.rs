//! Work that the program does again and again beside its jobs: the inbox, webhooks and temporary revisions.

use std::path::PathBuf;
use std::time::Duration;

use app::Ctx;
use app::imports::inbox::Inbox;
use app::publications::{expiry, webhooks};

/// How often the watched folder is looked at. A file that does not change between two looks is complete.
const WATCH_INBOX: Duration = Duration::from_secs(5);

/// How often webhooks are looked for that are due.
const CALL: Duration = Duration::from_secs(5);

/// How often temporary revisions are looked at that may have ended.
const EXPIRE: Duration = Duration::from_mins(1);

/// Takes packages from the watched folder.
pub(crate) async fn watch_inbox(ctx: Ctx, folder: PathBuf, account: String) {
    let account = (!account.is_empty()).then_some(account);
    let mut inbox = match Inbox::open(folder, account) {
        Ok(inbox) => inbox,
        Err(error) => {
            tracing::warn!(error = %anyhow::Error::from(error), "The inbox cannot be watched");
            return;
        }
    };
    let mut ticks = tokio::time::interval(WATCH_INBOX);
    loop {
        ticks.tick().await;
        if let Err(error) = inbox.look(&ctx).await {
            // The next interval tries again.
            tracing::warn!(error = %anyhow::Error::from(error), "The inbox could not be emptied");
        }
    }
}

/// Tells the other system about finished publications.
pub(crate) async fn call_webhooks(ctx: Ctx) {
    if ctx.settings.webhook.is_none() {
        return;
    }
    let mut ticks = tokio::time::interval(CALL);
    loop {
        ticks.tick().await;
        if let Err(error) = webhooks::deliver_due(&ctx).await {
            // The next interval tries again.
            tracing::warn!(error = %anyhow::Error::from(error), "Webhooks could not be called");
        }
    }
}

/// Ends temporary revisions.
pub(crate) async fn end_expired(ctx: Ctx) {
    let mut ticks = tokio::time::interval(EXPIRE);
    loop {
        ticks.tick().await;
        if let Err(error) = expiry::end_expired(&ctx).await {
            // The next interval tries again.
            tracing::warn!(error = %anyhow::Error::from(error), "Temporary revisions could not be ended");
        }
    }
}
