//! Asking for an account.

use domain::change::Actor;
use domain::field::{FieldCode, FieldErrors};
use domain::notification::NotificationKind;
use domain::permission::Role;
use domain::user::{Account, UserStatus};

use super::{MustChange, NewUser, build, check, insert};
use crate::ctx::Ctx;
use crate::error::Error;
use crate::notifications;

/// Asks for an account: it can be used once an administrator has activated it.
pub async fn register(ctx: &Ctx, new: &NewUser, confirm: &str, address: &str) -> Result<Account, Error> {
    let mut errors = FieldErrors::default();
    let checked = check(new, &mut errors);
    if new.password.as_deref() != Some(confirm) {
        errors.add("confirmPassword", FieldCode::PasswordMismatch);
    }
    errors.finish()?;
    let checked = checked.ok_or(Error::Invalid(Vec::new()))?;
    let password = checked.password.clone().ok_or(Error::field("password", FieldCode::Required))?;
    ctx.throttle.registration(address, ctx.clock.now()).map_err(|retry_after_s| Error::Throttled { retry_after_s })?;

    let hash = ctx.hasher.hash(&password).await?;
    let user = build(ctx, checked, Role::Reader, UserStatus::Pending, MustChange::No);
    let mut tx = ctx.db.begin().await?;
    if store::users::count_pending(&mut tx).await? >= ctx.settings.max_pending_users {
        return Err(Error::Busy);
    }
    let account = user.account.as_str();
    insert(ctx, &mut tx, &Actor::User(account.to_owned()), "user.registered", &user, &hash).await?;
    let admins = store::users::list_active_admins(&mut tx).await?;
    let link = format!("/admin/index?tab=users&filter={account}");
    let params = [("account", account)];
    notifications::leave(ctx, &mut tx, &admins, NotificationKind::Accounts, "user.registered", &params, &link).await?;
    tx.commit().await?;
    tracing::info!(user.account = %account, client.address = %address, "{account} asked for an account");
    Ok(user.account)
}
