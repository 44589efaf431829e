//! Changes to the caller's own account.

use domain::effectivity::Effectivity;
use domain::field::{FieldCode, FieldErrors};
use domain::language::Locale;
use domain::notification::{MailDelivery, NotificationKind};
use domain::password::Password;
use domain::permission::Permission;
use domain::text;
use domain::user::{Account, Email, Preferences, User};
use store::Tx;

use super::{MAX_DISPLAY_NAME, differences, find_named, write};
use crate::core::caller::Caller;
use crate::core::change_rate;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Unauthenticated};
use crate::core::passwords::Priority;
use crate::core::tokens;

/// A change to the caller's own account.
#[derive(Debug, Clone)]
pub struct SelfUpdate {
    pub account: String,
    pub email: Option<String>,
    pub display_name: Option<String>,
    pub preferences: PreferencesUpdate,
}

/// The preferences that a person changes.
#[derive(Debug, Clone, Default)]
pub struct PreferencesUpdate {
    pub locale: Option<Locale>,
    pub page_size: Option<u32>,
    pub muted: Option<Vec<NotificationKind>>,
    pub effectivity: Option<Effectivity>,
    pub mail: Option<Vec<(NotificationKind, MailDelivery)>>,
}

/// A change of one's own password, as typed.
#[derive(Clone)]
pub struct PasswordChange {
    pub account: String,
    pub old: String,
    pub new: String,
    pub confirm: String,
}

impl std::fmt::Debug for PasswordChange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PasswordChange").field("account", &self.account).finish_non_exhaustive()
    }
}

/// Changes what people may change about themselves; what they do not send stays as it is.
pub async fn update(ctx: &Ctx, caller: &Caller, update: &SelfUpdate) -> Result<User, Error> {
    require_self(caller, &update.account)?;
    let mut tx = caller.begin(ctx).await?;
    let before = find_named(&mut tx, &update.account).await?;
    let wanted = apply(&before, update)?;
    if !differences(&before, &wanted).is_empty() {
        require_room(ctx, &mut tx, caller).await?;
    }
    let after = write(ctx, &mut tx, &caller.actor(), &before, wanted).await?;
    if after.email != before.email {
        store::users::update_email_trust(&mut tx, &after.id, false).await?;
    }
    tx.commit().await?;
    ctx.sessions.forget(&after.id);
    Ok(after)
}

/// Refuses a person who changed their own account too often in the last minute. Those who manage users change many
/// accounts in that time.
pub(super) async fn require_room(ctx: &Ctx, tx: &mut Tx, caller: &Caller) -> Result<(), Error> {
    if caller.user.may(Permission::ManageUsers) {
        return Ok(());
    }
    change_rate::require_room(ctx, tx, caller, "user").await
}

fn apply(before: &User, update: &SelfUpdate) -> Result<User, Error> {
    let mut errors = FieldErrors::default();
    let mut wanted = before.clone();
    if let Some(email) = &update.email {
        wanted.email = errors.take("email", Email::parse(email)).unwrap_or(wanted.email);
    }
    if let Some(name) = &update.display_name {
        let name = errors.take("displayName", text::line(name, 0, MAX_DISPLAY_NAME));
        wanted.display_name = name.unwrap_or(wanted.display_name);
    }
    let (preferences, changed) = (&mut wanted.preferences, &update.preferences);
    preferences.locale = changed.locale.unwrap_or(preferences.locale);
    if let Some(page_size) = changed.page_size {
        if !Preferences::PAGE_SIZES.contains(&page_size) {
            errors.add("preferences.pageSize", FieldCode::UnknownValue);
        }
        preferences.page_size = page_size;
    }
    if let Some(muted) = &changed.muted {
        preferences.muted.clone_from(muted);
    }
    if let Some(mail) = &changed.mail {
        preferences.mail.clone_from(mail);
    }
    if let Some(effectivity) = &changed.effectivity {
        effectivity.check(&mut errors);
        preferences.effectivity.clone_from(effectivity);
    }
    errors.finish()?;
    Ok(wanted)
}

pub(super) fn require_self(caller: &Caller, account: &str) -> Result<(), Error> {
    match Account::parse(account) {
        Ok(account) if account == caller.user.account => Ok(()),
        _ => Err(Error::Forbidden),
    }
}

/// Changes the caller's own password; every other session of theirs ends. Gives a fresh token.
pub async fn change_password(
    ctx: &Ctx,
    caller: &Caller,
    change: &PasswordChange,
    address: &str,
) -> Result<String, Error> {
    require_self(caller, &change.account)?;
    let new = check_new_password(change)?;
    let now = ctx.clock.now();
    let attempt = ctx
        .throttle
        .attempt(&caller.user.account.folded(), address, now)
        .map_err(|retry_after_s| Error::Throttled { retry_after_s })?;
    let mut tx = caller.read(ctx).await?;
    let stored = store::users::find_password_hash(&mut tx, &caller.user.id).await?;
    drop(tx);
    let compared = stored.clone().unwrap_or_default();
    match ctx.hasher.verify(&change.old, stored, Priority::Known).await {
        Ok(true) => ctx.throttle.succeeded(attempt, now),
        Ok(false) => return Err(Error::field("oldPassword", FieldCode::PasswordWrongOld)),
        Err(error) => {
            ctx.throttle.forgiven(&attempt);
            return Err(error);
        }
    }
    let hash = ctx.hasher.hash(&new).await?;

    let mut tx = caller.begin(ctx).await?;
    if !store::users::update_password(&mut tx, &caller.user.id, &compared, &hash, now).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let session = store::sessions::find_with_user(&mut tx, &caller.session.id).await?;
    if !session.is_some_and(|(session, _)| session.is_open(now)) {
        return Err(Error::Unauthenticated(Unauthenticated::Revoked));
    }
    store::sessions::revoke_all(&mut tx, &caller.user.id, Some(&caller.session.id), now).await?;
    tx.record(ctx.change(&caller.actor(), "user.password_changed", "user", caller.user.account.as_str()));
    tx.commit().await?;
    ctx.sessions.forget(&caller.user.id);
    tokens::issue(&ctx.token_key, &caller.user, &caller.session, now)
}

fn check_new_password(change: &PasswordChange) -> Result<Password, Error> {
    let mut errors = FieldErrors::default();
    if change.old.is_empty() {
        errors.add("oldPassword", FieldCode::Required);
    }
    let new = errors.take("newPassword", Password::parse(&change.new));
    if change.confirm.is_empty() {
        errors.add("confirmPassword", FieldCode::Required);
    } else if change.new != change.confirm {
        errors.add("confirmPassword", FieldCode::PasswordMismatch);
    }
    if !change.new.is_empty() && change.new == change.old {
        errors.add("newPassword", FieldCode::PasswordSame);
    }
    errors.finish()?;
    new.ok_or(Error::Invalid(Vec::new()))
}
