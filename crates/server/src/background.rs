//! Work that the program does again and again beside its jobs: the inbox, webhooks and temporary revisions.

use std::path::{Path, PathBuf};
use std::time::Duration;

use app::Ctx;
use app::imports::inbox::Inbox;
use app::publications::{expiry, webhooks};

/// How often the watched folder is looked at.
const WATCH_INBOX: Duration = Duration::from_secs(5);

/// The pause after trouble with it.
const TROUBLE: Duration = Duration::from_mins(1);

/// How often webhooks are looked for that are due.
const CALL: Duration = Duration::from_secs(5);

/// How often temporary revisions are looked at that may have ended.
const EXPIRE: Duration = Duration::from_mins(1);

/// Takes packages from the watched folder.
pub(crate) async fn watch_inbox(ctx: Ctx, folder: PathBuf, account: String) {
    let account = (!account.is_empty()).then_some(account);
    let mut inbox = None;
    let mut ticks = tokio::time::interval(WATCH_INBOX);
    loop {
        ticks.tick().await;
        // The next interval tries again.
        if let Err(error) = look(&ctx, &mut inbox, &folder, account.as_ref()).await {
            tracing::warn!(error = format!("{:#}", anyhow::Error::from(error)), "The inbox could not be emptied");
            tokio::time::sleep(TROUBLE).await;
        }
    }
}

async fn look(
    ctx: &Ctx,
    inbox: &mut Option<Inbox>,
    folder: &Path,
    account: Option<&String>,
) -> Result<usize, app::Error> {
    if let Some(inbox) = inbox {
        return inbox.look(ctx).await;
    }
    let (folder, account) = (folder.to_owned(), account.cloned());
    let opened = tokio::task::spawn_blocking(move || Inbox::open(folder, account)).await??;
    inbox.insert(opened).look(ctx).await
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
            tracing::warn!(error = format!("{:#}", anyhow::Error::from(error)), "Webhooks could not be called");
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
            tracing::warn!(
                error = format!("{:#}", anyhow::Error::from(error)),
                "Temporary revisions could not be ended"
            );
        }
    }
}
