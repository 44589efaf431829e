//! Reminders of old check-outs.

use chrono::TimeDelta;
use domain::notification::NotificationKind;
use domain::path;

use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::users::notifications;

/// Reminds the holders of check-outs that are older than the rules say, and again after the same number of days.
pub async fn send(ctx: &Ctx) -> Result<(), Error> {
    let mut tx = ctx.db.begin().await?;
    let days = store::settings::find_editing_rules(&mut tx).await?.0.reminder_days;
    if days == 0 {
        return Ok(());
    }
    let now = ctx.clock.now();
    for old in store::checkouts::take_old(&mut tx, now - TimeDelta::days(days.into()), now).await? {
        let Some(owner) = store::users::find(&mut tx, &old.user).await? else { continue };
        let (folder, file) = (path::folder_of(&old.path), path::file_name_of(&old.path));
        let since = old.since.format("%Y-%m-%d").to_string();
        let params = [("file", file), ("folder", folder), ("since", since.as_str())];
        let kind = NotificationKind::Revisions;
        notifications::leave(ctx, &mut tx, &[owner], kind, "checkout.old", &params, "/checkout").await?;
    }
    Ok(tx.commit().await?)
}
