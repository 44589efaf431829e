//! Asking for an account, and being turned down.

use chrono::TimeDelta;
use domain::change::Actor;
use domain::field::{FieldCode, FieldErrors};
use domain::notification::NotificationKind;
use domain::permission::{Permission, Role};
use domain::user::{Account, UserStatus};
use store::Tx;

use super::{MustChange, NewUser, build, check, find_named, insert};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, UserError};
use crate::users::notifications;

/// Asks for an account: it can be used once an administrator has activated it.
///
/// A taken name is answered like a free one, after the same work, so that a visitor cannot find out who has an account.
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

    let (sign_in, _) = store::settings::find_sign_in(&mut ctx.db.read().await?).await?;
    if sign_in.emergency_account.is_some() {
        return Err(UserError::RegistrationClosed.into());
    }
    let hash = ctx.hasher.hash(&password).await?;
    let user = build(ctx, checked, Role::Reader, UserStatus::Pending, MustChange::No);
    let mut tx = ctx.db.begin().await?;
    give_up_old(ctx, &mut tx).await?;
    if store::users::count_pending(&mut tx).await? >= ctx.settings.max_pending_users {
        return Err(Error::Busy);
    }
    let account = user.account.as_str();
    let inserted = insert(ctx, &mut tx, &Actor::User(account.to_owned()), "user.registered", &user, &hash).await;
    // Writing to many administrators takes a while. It is done for a taken name, too, and rolled back, so that the time
    // of the answer does not tell.
    tell_admins(ctx, &mut tx, account).await?;
    match inserted {
        Ok(()) => {}
        Err(Error::User(UserError::AccountTaken)) => {
            drop(tx);
            tx = ctx.db.begin().await?;
            record_refusal(ctx, &mut tx, account, address).await?;
        }
        Err(error) => return Err(error),
    }
    tx.commit().await?;
    tracing::info!(user.account = %account, client.address = %address, "{account} asked for an account");
    Ok(user.account)
}

/// Records once a day that a name was asked for in vain; the log never forgets. A free name has its row too, for the
/// registration, so that the time of the answers tells nothing either.
async fn record_refusal(ctx: &Ctx, tx: &mut Tx, account: &str, address: &str) -> Result<(), Error> {
    const REFUSED: &str = "user.registration_refused";
    let since = ctx.clock.now() - TimeDelta::days(1);
    if !store::changes::is_recorded_since(tx, ["user.registered", REFUSED], account, since).await? {
        let mut change = ctx.change(&Actor::System, REFUSED, "user", account);
        change.detail.push(("address".to_owned(), address.to_owned()));
        tx.record(change);
    }
    Ok(())
}

async fn tell_admins(ctx: &Ctx, tx: &mut Tx, account: &str) -> Result<(), Error> {
    let admins = store::users::list_active(tx, domain::permission::Role::Admin).await?;
    let link = format!("/admin/index?tab=users&filter={account}");
    let params = [("account", account)];
    notifications::leave(ctx, tx, &admins, NotificationKind::Accounts, "user.registered", &params, &link).await
}

/// Turns a registration down: nothing of it stays but its rows in the change log.
pub async fn reject(ctx: &Ctx, caller: &Caller, account: &str) -> Result<(), Error> {
    caller.require(Permission::ManageUsers)?;
    let mut tx = caller.begin(ctx).await?;
    let user = find_named(&mut tx, account).await?;
    if !store::users::delete_pending(&mut tx, &user.id).await? {
        return Err(UserError::NotPending.into());
    }
    let mut change = ctx.change(&caller.actor(), "user.rejected", "user", user.account.as_str());
    change.detail = vec![("email".to_owned(), user.email.as_str().to_owned())];
    tx.record(change);
    tx.commit().await?;
    tracing::info!(user.account = %user.account, "Turned down {}", user.account);
    Ok(())
}

/// Gives up the registrations that have waited too long.
pub async fn sweep(ctx: &Ctx) -> Result<(), Error> {
    let mut tx = ctx.db.begin().await?;
    give_up_old(ctx, &mut tx).await?;
    tx.commit().await?;
    Ok(())
}

async fn give_up_old(ctx: &Ctx, tx: &mut Tx) -> Result<(), Error> {
    let before = ctx.clock.now() - ctx.settings.pending_for;
    for account in store::users::delete_pending_before(tx, before).await? {
        tracing::info!(user.account = %account, "Gave up the registration of {account}");
        tx.record(ctx.change(&Actor::System, "user.registration_expired", "user", &account));
    }
    Ok(())
}
