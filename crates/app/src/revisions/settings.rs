//! Rules about OEM revisions, set by administrators.

use domain::permission::Permission;
use domain::revision::RevisionRules;
use store::settings::SettingEdit;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// The rules, with the version of the setting.
pub async fn read(ctx: &Ctx, caller: &Caller) -> Result<(RevisionRules, i64), Error> {
    caller.require(Permission::ReadContent)?;
    Ok(store::settings::find_revision_rules(&mut caller.read(ctx).await?).await?)
}

/// Replaces the rules.
pub async fn update(ctx: &Ctx, caller: &Caller, rules: RevisionRules, version: i64) -> Result<i64, Error> {
    caller.require(Permission::ManageSystem)?;
    let mut tx = caller.begin(ctx).await?;
    let account = caller.user.account.as_str();
    let edit = SettingEdit { version, account, now: ctx.clock.now() };
    if !store::settings::update_revision_rules(&mut tx, &rules, edit).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let mut change = ctx.change(&caller.actor(), "setting.updated", "setting", "revisions");
    change.detail = vec![("decisionDays".to_owned(), rules.decision_days.to_string())];
    tx.record(change);
    tx.commit().await?;
    tracing::info!(user.account = %account, "Changed the rules about OEM revisions");
    Ok(version + 1)
}
