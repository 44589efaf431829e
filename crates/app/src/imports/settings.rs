//! Settings of imports, made by administrators: severities of findings, and the check of business rules.

use domain::finding::{ImportCode, Severities, Severity};
use domain::permission::Permission;
use store::settings::SettingEdit;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// Severities of import codes, with the version of the setting.
pub async fn import_severities(ctx: &Ctx, caller: &Caller) -> Result<(Severities, i64), Error> {
    caller.require(Permission::ManageSystem)?;
    Ok(store::settings::find_severities(&mut caller.read(ctx).await?).await?)
}

/// Decides how grave some codes are; those that are not named stay as they are.
pub async fn update_import_severities(
    ctx: &Ctx,
    caller: &Caller,
    choices: &[(ImportCode, Severity)],
    version: i64,
) -> Result<(Severities, i64), Error> {
    caller.require(Permission::ManageSystem)?;
    let mut tx = caller.begin(ctx).await?;
    let (mut severities, current) = store::settings::find_severities(&mut tx).await?;
    if current != version {
        return Err(Error::ChangedMeanwhile);
    }
    let mut change = ctx.change(&caller.actor(), "setting.updated", "setting", "importSeverity");
    for (code, severity) in choices {
        let before = severities.of_code(*code);
        if before != *severity {
            let change_of = format!("{} -> {}", before.as_str(), severity.as_str());
            change.detail.push((code.number().to_string(), change_of));
        }
        severities.choose(*code, *severity);
    }
    let account = caller.user.account.as_str();
    let edit = SettingEdit { version, account, now: ctx.clock.now() };
    if !store::settings::update_severities(&mut tx, &severities, edit).await? {
        return Err(Error::ChangedMeanwhile);
    }
    tx.record(change);
    tx.commit().await?;
    tracing::info!(user.account = %account, "Changed the severities of imports");
    Ok((severities, version + 1))
}

/// Whether packages are checked against business rules, with the version of the setting.
pub async fn import_rules(ctx: &Ctx, caller: &Caller) -> Result<(bool, i64), Error> {
    caller.require(Permission::ManageSystem)?;
    Ok(store::settings::find_import_rules(&mut caller.read(ctx).await?).await?)
}

/// Decides whether packages are checked against business rules.
pub async fn update_import_rules(ctx: &Ctx, caller: &Caller, check: bool, version: i64) -> Result<i64, Error> {
    caller.require(Permission::ManageSystem)?;
    let mut tx = caller.begin(ctx).await?;
    let account = caller.user.account.as_str();
    let edit = SettingEdit { version, account, now: ctx.clock.now() };
    if !store::settings::update_import_rules(&mut tx, check, edit).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let mut change = ctx.change(&caller.actor(), "setting.updated", "setting", "importBusinessRules");
    change.detail = vec![("checkImports".to_owned(), check.to_string())];
    tx.record(change);
    tx.commit().await?;
    tracing::info!(user.account = %account, "Changed the check of business rules at imports");
    Ok(version + 1)
}
