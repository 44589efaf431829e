//! Identity providers: the settings of administrators.

use domain::change::Change;
use domain::field::{FieldCode, FieldErrors};
use domain::id::IdentityProviderId;
use domain::identity_provider::{IdentityProvider, Issuer};
use domain::permission::{Permission, Role};
use store::{StoreError, Tx};

use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, IdentityProviderError, Missing};
use crate::users::provider_accounts;

pub use crate::core::provider_client::ProviderError;
pub use store::identity_providers::StoredProvider;

/// The most providers of an installation.
const MAX_PROVIDERS: usize = 20;
/// Limit of the values of a role claim.
const MAX_ROLES: usize = 100;
/// The longest client secret.
const MAX_SECRET: usize = 500;

/// A provider as typed.
#[derive(Clone)]
pub struct ProviderDetails {
    pub name: String,
    pub issuer: String,
    pub client_id: String,
    /// Left out: as it is; empty for a public client.
    pub secret: Option<String>,
    pub scopes: String,
    pub creates_accounts: bool,
    pub trusts_email: bool,
    pub default_role: Role,
    pub role_claim: String,
    pub roles: Vec<(String, Role)>,
    pub groups_claim: String,
    pub enabled: bool,
}

impl std::fmt::Debug for ProviderDetails {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProviderDetails").field("name", &self.name).finish_non_exhaustive()
    }
}

/// All providers, by name.
pub async fn list(ctx: &Ctx, caller: &Caller) -> Result<Vec<StoredProvider>, Error> {
    caller.require(Permission::ManageUsers)?;
    Ok(store::identity_providers::list(&mut caller.read(ctx).await?).await?)
}

/// Adds a provider.
pub async fn create(ctx: &Ctx, caller: &Caller, details: &ProviderDetails) -> Result<StoredProvider, Error> {
    caller.require(Permission::ManageUsers)?;
    require_recent(ctx, caller).await?;
    let provider = check(ctx, details, IdentityProviderId(ctx.ids.next()), 1)?;
    let sealed_secret = seal(ctx, &provider, details.secret.as_deref().unwrap_or_default());
    let mut tx = caller.begin(ctx).await?;
    if store::identity_providers::list(&mut tx).await?.len() >= MAX_PROVIDERS {
        return Err(IdentityProviderError::TooMany.into());
    }
    if !store::identity_providers::insert(&mut tx, &provider, &sealed_secret).await? {
        return Err(IdentityProviderError::NameTaken.into());
    }
    let change = ctx.change(&caller.actor(), "identity_provider.created", "identity_provider", &provider.name);
    tx.record(Change { detail: described(&provider), ..change });
    tx.commit().await?;
    tracing::info!(provider.name = provider.name, "Added identity provider {}", provider.name);
    Ok(StoredProvider { provider, sealed_secret })
}

/// Replaces a provider. Another issuer has other people, so that the links to accounts end.
pub async fn update(
    ctx: &Ctx,
    caller: &Caller,
    id: &IdentityProviderId,
    version: i64,
    details: &ProviderDetails,
) -> Result<StoredProvider, Error> {
    caller.require(Permission::ManageUsers)?;
    require_recent(ctx, caller).await?;
    let mut tx = caller.begin(ctx).await?;
    let before = find(&mut tx, id).await?;
    let checked = check(ctx, details, id.clone(), version)?;
    let provider = IdentityProvider { created_on: before.provider.created_on, ..checked };
    let sealed_secret = match details.secret.as_deref() {
        Some(secret) => seal(ctx, &provider, secret),
        None if keeps_secret(&before, &provider) => before.sealed_secret,
        None => return Err(Error::field("secret", FieldCode::Required)),
    };
    match store::identity_providers::update(&mut tx, &provider, &sealed_secret).await {
        Ok(true) => {}
        Ok(false) => return Err(Error::ChangedMeanwhile),
        Err(StoreError::Conflict(_)) => return Err(IdentityProviderError::NameTaken.into()),
        Err(error) => return Err(error.into()),
    }
    if provider.issuer != before.provider.issuer {
        provider_accounts::delete_links(ctx, &mut tx, &caller.actor(), id).await?;
    }
    if provider.issuer != before.provider.issuer || !provider.enabled {
        store::sessions::revoke_of_provider(&mut tx, id, ctx.clock.now()).await?;
    }
    let mut change = ctx.change(&caller.actor(), "identity_provider.updated", "identity_provider", &provider.name);
    change.detail = described(&provider);
    if details.secret.is_some() {
        change.detail.push(("secret".to_owned(), "changed".to_owned()));
    }
    tx.record(change);
    tx.commit().await?;
    ctx.sessions.forget_provider(id);
    Ok(StoredProvider { provider: IdentityProvider { version: version + 1, ..provider }, sealed_secret })
}

/// A secret goes only to the party for which an administrator entered it.
fn keeps_secret(before: &StoredProvider, after: &IdentityProvider) -> bool {
    let same = before.provider.issuer == after.issuer && before.provider.client_id == after.client_id;
    same || before.sealed_secret.is_empty()
}

/// Removes a provider and ends the sessions that it opened. People who have no password cannot sign in any more.
pub async fn delete(ctx: &Ctx, caller: &Caller, id: &IdentityProviderId) -> Result<(), Error> {
    caller.require(Permission::ManageUsers)?;
    require_recent(ctx, caller).await?;
    let mut tx = caller.begin(ctx).await?;
    let StoredProvider { provider, .. } = find(&mut tx, id).await?;
    store::sessions::revoke_of_provider(&mut tx, id, ctx.clock.now()).await?;
    provider_accounts::delete_links(ctx, &mut tx, &caller.actor(), id).await?;
    store::identity_providers::delete(&mut tx, id).await?;
    tx.record(ctx.change(&caller.actor(), "identity_provider.deleted", "identity_provider", &provider.name));
    tx.commit().await?;
    ctx.sessions.forget_provider(id);
    tracing::info!(provider.name = provider.name, "Deleted identity provider {}", provider.name);
    Ok(())
}

/// Reads description and keys of a provider now; gives the failure.
pub async fn test(ctx: &Ctx, caller: &Caller, id: &IdentityProviderId) -> Result<Option<ProviderError>, Error> {
    caller.require(Permission::ManageUsers)?;
    let StoredProvider { provider, .. } = find(&mut caller.read(ctx).await?, id).await?;
    let failure = ctx.providers.reload(&provider.issuer, ctx.clock.now()).await.err();
    if let Some(error) = &failure {
        let error = error as &dyn std::error::Error;
        tracing::warn!(provider.name = provider.name, error, "The identity provider failed");
    }
    Ok(failure)
}

async fn find(tx: &mut Tx, id: &IdentityProviderId) -> Result<StoredProvider, Error> {
    store::identity_providers::find(tx, id).await?.ok_or(Error::NotFound(Missing::IdentityProvider))
}

/// The encrypted secret; empty for a public client.
fn seal(ctx: &Ctx, provider: &IdentityProvider, secret: &str) -> String {
    if secret.is_empty() { String::new() } else { ctx.token_key.sealing.seal(secret.as_bytes(), &provider.id.0) }
}

fn check(
    ctx: &Ctx,
    details: &ProviderDetails,
    id: IdentityProviderId,
    version: i64,
) -> Result<IdentityProvider, Error> {
    let mut errors = FieldErrors::default();
    let name = errors.take("name", IdentityProvider::parse_line(&details.name));
    let issuer = errors.take("issuer", Issuer::parse(&details.issuer));
    let client_id = errors.take("clientId", IdentityProvider::parse_line(&details.client_id));
    let scopes = errors.take("scopes", IdentityProvider::parse_scopes(&details.scopes));
    let role_claim = errors.take("roleClaim", IdentityProvider::parse_claim(&details.role_claim));
    let groups_claim = errors.take("groupsClaim", IdentityProvider::parse_claim(&details.groups_claim));
    // Everybody at the provider would be an administrator.
    let default_role = if details.default_role == Role::Admin { Err(FieldCode::UnknownValue) } else { Ok(()) };
    errors.take("defaultRole", default_role);
    let too_many = if details.roles.len() > MAX_ROLES { Err(FieldCode::TooMany) } else { Ok(()) };
    errors.take("roles", too_many);
    let values = details.roles.iter().map(|(value, role)| Ok((IdentityProvider::parse_line(value)?, *role)));
    let roles = errors.take("roles", values.collect::<Result<Vec<_>, FieldCode>>());
    let length = details.secret.as_ref().map_or(0, |secret| secret.chars().count());
    errors.take("secret", if length > MAX_SECRET { Err(FieldCode::TooLong) } else { Ok(()) });
    let now = ctx.clock.now();
    let checked = || {
        Some(IdentityProvider {
            id,
            name: name?,
            issuer: issuer?,
            client_id: client_id?,
            scopes: scopes?,
            creates_accounts: details.creates_accounts,
            trusts_email: details.trusts_email,
            default_role: details.default_role,
            role_claim: role_claim?,
            roles: roles?,
            groups_claim: groups_claim?,
            enabled: details.enabled,
            created_on: now,
            updated_on: now,
            version,
        })
    };
    errors.finish()?;
    checked().ok_or(Error::Invalid(Vec::new()))
}

/// The settings of a provider, for the audit log.
fn described(provider: &IdentityProvider) -> Vec<(String, String)> {
    let roles = provider.roles.iter().map(|(value, role)| format!("{value}: {}", role.as_str()));
    vec![
        ("issuer".to_owned(), provider.issuer.as_str().to_owned()),
        ("clientId".to_owned(), provider.client_id.clone()),
        ("enabled".to_owned(), provider.enabled.to_string()),
        ("createsAccounts".to_owned(), provider.creates_accounts.to_string()),
        ("trustsEmail".to_owned(), provider.trusts_email.to_string()),
        ("role".to_owned(), provider.default_role.as_str().to_owned()),
        ("roleClaim".to_owned(), provider.role_claim.clone().unwrap_or_default()),
        ("roles".to_owned(), roles.collect::<Vec<_>>().join(", ")),
        ("groupsClaim".to_owned(), provider.groups_claim.clone().unwrap_or_default()),
    ]
}
