//! Rules of editing, set by administrators.

use domain::editing::EditingRules;
use domain::permission::Permission;
use store::settings::SettingEdit;

use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// The rules, with the version of the setting. Authors read them to know what a check-in needs.
pub async fn read(ctx: &Ctx, caller: &Caller) -> Result<(EditingRules, i64), Error> {
    caller.require(Permission::EditContent)?;
    Ok(store::settings::find_editing_rules(&mut caller.read(ctx).await?).await?)
}

/// New rules of editing.
#[derive(Debug, Clone)]
pub struct EditingRulesUpdate {
    pub comment_required: bool,
    pub own_release: bool,
    pub reminder_days: u32,
    /// `None` leaves it as it is: a client that does not know the rule must not switch it off.
    pub recheck_first: Option<bool>,
    /// As it was read.
    pub version: i64,
}

/// Replaces the rules; gives them with their version. Letting people release their own versions takes the second pair of
/// eyes away everywhere, so that it needs a fresh proof of identity.
pub async fn update(ctx: &Ctx, caller: &Caller, update: &EditingRulesUpdate) -> Result<(EditingRules, i64), Error> {
    caller.require(Permission::ManageSystem)?;
    // Asked before the transaction: one that waits for a second connection keeps its own from others.
    let proof = if update.own_release { require_recent(ctx, caller).await } else { Ok(()) };
    let mut tx = caller.begin(ctx).await?;
    let version = update.version;
    let before = store::settings::find_editing_rules(&mut tx).await?.0;
    if !before.own_release {
        proof?;
    }
    let rules = EditingRules {
        comment_required: update.comment_required,
        own_release: update.own_release,
        reminder_days: update.reminder_days,
        recheck_first: update.recheck_first.unwrap_or(before.recheck_first),
    };
    let account = caller.user.account.as_str();
    let edit = SettingEdit { version, account, now: ctx.clock.now() };
    if !store::settings::update_editing_rules(&mut tx, &rules, edit).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let mut change = ctx.change(&caller.actor(), "setting.updated", "setting", "editing");
    change.detail = vec![
        ("commentRequired".to_owned(), rules.comment_required.to_string()),
        ("ownRelease".to_owned(), rules.own_release.to_string()),
        ("reminderDays".to_owned(), rules.reminder_days.to_string()),
        ("recheckFirst".to_owned(), rules.recheck_first.to_string()),
    ];
    tx.record(change);
    tx.commit().await?;
    tracing::info!(user.account = %account, "Changed the rules of editing");
    Ok((rules, version + 1))
}
