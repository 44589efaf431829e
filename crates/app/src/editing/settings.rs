//! Rules of editing, set by administrators.

use domain::editing::EditingRules;
use domain::permission::Permission;
use store::settings::SettingEdit;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// The rules, with the version of the setting. Authors read them to know what a check-in needs.
pub async fn read(ctx: &Ctx, caller: &Caller) -> Result<(EditingRules, i64), Error> {
    caller.require(Permission::EditContent)?;
    Ok(store::settings::find_editing_rules(&mut caller.read(ctx).await?).await?)
}

/// Replaces the rules.
pub async fn update(ctx: &Ctx, caller: &Caller, rules: &EditingRules, version: i64) -> Result<i64, Error> {
    caller.require(Permission::ManageSystem)?;
    let mut tx = caller.begin(ctx).await?;
    let account = caller.user.account.as_str();
    let edit = SettingEdit { version, account, now: ctx.clock.now() };
    if !store::settings::update_editing_rules(&mut tx, rules, edit).await? {
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
    Ok(version + 1)
}
