//! The rules for signing in: with a password, or at an identity provider.

use domain::change::{Actor, Change};
use domain::field::{FieldCode, FieldErrors};
use domain::id::IdentityProviderId;
use domain::identity_provider::SignInSettings;
use domain::permission::{Permission, Role};
use domain::user::{Account, UserStatus};
use store::Tx;
use store::settings::SettingEdit;

use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, IdentityProviderError};

/// The ways to sign in that the sign-in page offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignInOptions {
    /// Everybody may use a password; otherwise only the emergency account.
    pub passwords: bool,
    /// The enabled providers, by name.
    pub providers: Vec<(IdentityProviderId, String)>,
}

/// The rules for signing in, as they are stored.
#[derive(Debug, Clone)]
pub struct SignInRules {
    pub settings: SignInSettings,
    pub version: i64,
    /// The address of the application in browsers that counts; empty when neither these rules nor mail have one.
    pub effective_url: String,
}

/// New rules for signing in, as typed.
#[derive(Debug, Clone)]
pub struct SignInUpdate {
    /// The only account that may sign in with a password; empty: all may.
    pub emergency_account: String,
    pub public_url: String,
    pub version: i64,
}

/// The ways to sign in, for visitors.
pub async fn list_options(ctx: &Ctx) -> Result<SignInOptions, Error> {
    let mut tx = ctx.db.read().await?;
    let (settings, _) = store::settings::find_sign_in(&mut tx).await?;
    let all = store::identity_providers::list(&mut tx).await?.into_iter().map(|stored| stored.provider);
    let providers = all.filter(|provider| provider.enabled).map(|provider| (provider.id, provider.name)).collect();
    Ok(SignInOptions { passwords: settings.emergency_account.is_none(), providers })
}

/// The rules for signing in.
pub async fn read(ctx: &Ctx, caller: &Caller) -> Result<SignInRules, Error> {
    caller.require(Permission::ManageUsers)?;
    let mut tx = caller.read(ctx).await?;
    let (settings, version) = store::settings::find_sign_in(&mut tx).await?;
    Ok(SignInRules { effective_url: effective_url(&mut tx, &settings).await?, settings, version })
}

/// Changes the rules for signing in, for all nodes. Open sessions stay open for half a day at most.
pub async fn update(ctx: &Ctx, caller: &Caller, update: &SignInUpdate) -> Result<SignInRules, Error> {
    caller.require(Permission::ManageUsers)?;
    require_recent(ctx, caller).await?;
    let mut tx = caller.begin(ctx).await?;
    let (before, _) = store::settings::find_sign_in(&mut tx).await?;
    let after = check(&mut tx, update).await?;
    let account = caller.user.account.as_str();
    let edit = SettingEdit { version: update.version, account, now: ctx.clock.now() };
    if !store::settings::update_sign_in(&mut tx, &after, edit).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let mut change = ctx.change(&caller.actor(), "setting.updated", "setting", "signIn");
    change.detail = differences(&before, &after);
    tx.record(change);
    let effective_url = effective_url(&mut tx, &after).await?;
    tx.commit().await?;
    tracing::info!(
        user.account = account,
        passwords = after.emergency_account.is_none(),
        "Changed the rules for signing in"
    );
    Ok(SignInRules { settings: after, version: update.version + 1, effective_url })
}

async fn check(tx: &mut Tx, update: &SignInUpdate) -> Result<SignInSettings, Error> {
    let mut errors = FieldErrors::default();
    let public_url = errors.take("publicUrl", SignInSettings::parse_url(&update.public_url)).unwrap_or_default();
    errors.finish()?;
    if update.emergency_account.trim().is_empty() {
        return Ok(SignInSettings { emergency_account: None, public_url });
    }
    let wrong = || Error::field("emergencyAccount", FieldCode::UnknownValue);
    let account = Account::parse(update.emergency_account.trim()).map_err(|_| wrong())?;
    let user = store::users::find_by_account(tx, &account).await?.ok_or_else(wrong)?;
    // Whoever changes the account at the same time locks it before they read this setting.
    store::users::lock_other_active_admins(tx, &user.id).await?;
    let user = store::users::find(tx, &user.id).await?;
    let user = user.filter(|user| user.role == Role::Admin && user.status == UserStatus::Active).ok_or_else(wrong)?;
    // Nobody could sign in when the provider is away.
    if !store::users::has_password(tx, &user.id).await? {
        return Err(Error::field("emergencyAccount", FieldCode::PasswordUnknown));
    }
    Ok(SignInSettings { emergency_account: Some(user.account), public_url })
}

/// Lets all accounts sign in with a password on behalf of `actor`, who has been asked already.
pub async fn allow_passwords_as(ctx: &Ctx, actor: &Actor) -> Result<(), Error> {
    let mut tx = ctx.db.begin().await?;
    let (before, version) = store::settings::find_sign_in(&mut tx).await?;
    let after = SignInSettings { emergency_account: None, ..before.clone() };
    let edit = SettingEdit { version, account: actor.as_str(), now: ctx.clock.now() };
    if !store::settings::update_sign_in(&mut tx, &after, edit).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let change = ctx.change(actor, "setting.updated", "setting", "signIn");
    tx.record(Change { detail: differences(&before, &after), ..change });
    tx.commit().await?;
    Ok(())
}

fn differences(before: &SignInSettings, after: &SignInSettings) -> Vec<(String, String)> {
    let emergency = |settings: &SignInSettings| {
        settings.emergency_account.as_ref().map_or_else(|| "–".to_owned(), |account| account.as_str().to_owned())
    };
    let pairs = [
        ("emergencyAccount", emergency(before), emergency(after)),
        ("publicUrl", before.public_url.clone(), after.public_url.clone()),
    ];
    let changed = pairs.into_iter().filter(|(_, old, new)| old != new);
    changed.map(|(name, old, new)| (name.to_owned(), format!("{old} → {new}"))).collect()
}

/// The address of the application in browsers; the settings of mail may have it, too.
async fn effective_url(tx: &mut Tx, settings: &SignInSettings) -> Result<String, Error> {
    if !settings.public_url.is_empty() {
        return Ok(settings.public_url.clone());
    }
    Ok(store::mail_settings::find(tx).await?.settings.public_url)
}

/// The address of the application in browsers, which signing in at a provider needs.
pub(super) async fn public_url(tx: &mut Tx) -> Result<String, Error> {
    let (settings, _) = store::settings::find_sign_in(tx).await?;
    let url = effective_url(tx, &settings).await?;
    if url.is_empty() { Err(IdentityProviderError::NoPublicUrl.into()) } else { Ok(url) }
}
