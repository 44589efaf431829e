//! Tokens of other systems: each has some of its creator's permissions, for a time.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use domain::change::Change;
use domain::field::{FieldCode, FieldError, FieldErrors};
use domain::id::{CsdbId, ServiceTokenId, SessionId};
use domain::name::Name;
use domain::permission::Permission;
use domain::service_token::ServiceToken;
use domain::session::{Session, SessionClient};
use domain::text::hex;
use domain::user::User;
use sha2::{Digest, Sha256};
use store::Tx;

use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing, ServiceTokenError};
use crate::core::keys;

/// The beginning of every service token; session tokens begin otherwise.
const PREFIX: &str = "afs_";
/// The last use of a token is recorded this often, not at every request.
const USE_RECORDED_EVERY: TimeDelta = TimeDelta::minutes(1);
/// Limit of databases of one token.
const MAX_CSDBS: usize = 200;

/// A token as typed.
#[derive(Debug, Clone, Default)]
pub struct NewServiceToken {
    pub name: String,
    pub permissions: Vec<String>,
    /// Names of databases; without a list the token sees all that its creator sees.
    pub csdbs: Option<Vec<String>>,
    pub days: i64,
}

/// A token and the account of its creator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnedServiceToken {
    pub token: ServiceToken,
    pub account: String,
    /// The creator's account is active; otherwise the token is refused.
    pub usable: bool,
}

/// A new token with its text, which is shown once.
pub struct CreatedServiceToken {
    pub owned: OwnedServiceToken,
    pub text: String,
}

impl std::fmt::Debug for CreatedServiceToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CreatedServiceToken").field("owned", &self.owned).finish_non_exhaustive()
    }
}

/// All tokens, by name.
pub async fn list(ctx: &Ctx, caller: &Caller) -> Result<Vec<OwnedServiceToken>, Error> {
    caller.require(Permission::ManageUsers)?;
    let tokens = store::service_tokens::list(&mut caller.read(ctx).await?).await?;
    let now = ctx.clock.now();
    Ok(tokens.into_iter().map(|(token, user)| owned(token, &user, now)).collect())
}

fn owned(token: ServiceToken, user: &User, now: DateTime<Utc>) -> OwnedServiceToken {
    let usable = user.may_sign_in(now);
    OwnedServiceToken { token, account: user.account.as_str().to_owned(), usable }
}

/// Makes a token in the caller's name.
pub async fn create(ctx: &Ctx, caller: &Caller, new: &NewServiceToken) -> Result<CreatedServiceToken, Error> {
    caller.require(Permission::ManageUsers)?;
    require_recent(ctx, caller).await?;
    let mut tx = caller.begin(ctx).await?;
    let (token, csdbs) = check(ctx, &mut tx, caller, new).await?;
    if store::service_tokens::count(&mut tx).await? >= store::service_tokens::MAX_TOKENS {
        return Err(ServiceTokenError::TooMany.into());
    }
    let text = format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(keys::random::<32>()));
    if !store::service_tokens::insert(&mut tx, &token, &hash(&text), &csdbs).await? {
        return Err(ServiceTokenError::NameTaken.into());
    }
    let change = ctx.change(&caller.actor(), "service_token.created", "service_token", &token.name);
    tx.record(Change { detail: described(&token), ..change });
    tx.commit().await?;
    tracing::info!(token.name = token.name, "Created service token {}", token.name);
    Ok(CreatedServiceToken { owned: owned(token, &caller.user, ctx.clock.now()), text })
}

async fn check(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    new: &NewServiceToken,
) -> Result<(ServiceToken, Vec<CsdbId>), Error> {
    let now = ctx.clock.now();
    let mut errors = FieldErrors::default();
    let name = errors.take("name", ServiceToken::parse_name(&new.name));
    let permissions =
        errors.take("permissions", ServiceToken::parse_permissions(&new.permissions, new.csdbs.is_none()));
    let expires_on = errors.take("days", ServiceToken::parse_lifetime(new.days, now));
    let (Some(name), Some(permissions), Some(expires_on)) = (name, permissions, expires_on) else {
        return Err(Error::Invalid(errors.into_list()));
    };
    let found = match &new.csdbs {
        Some(names) => Some(find_csdbs(tx, names).await?),
        None => None,
    };
    let (csdbs, ids) = found.map_or((None, Vec::new()), |(names, ids)| (Some(names), ids));
    let id = ServiceTokenId(ctx.ids.next());
    let user_id = caller.user.id.clone();
    let token = ServiceToken { id, user_id, name, permissions, csdbs, created_on: now, expires_on, used_on: None };
    Ok((token, ids))
}

/// Finds the databases of a token.
async fn find_csdbs(tx: &mut Tx, names: &[String]) -> Result<(Vec<Name>, Vec<CsdbId>), Error> {
    if names.is_empty() {
        return Err(Error::field("databases", FieldCode::Required));
    }
    if names.len() > MAX_CSDBS {
        return Err(Error::field("databases", FieldCode::TooMany));
    }
    let (mut found, mut ids, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
    for (index, name) in names.iter().enumerate() {
        let csdb = match Name::parse(name) {
            Ok(name) => store::csdbs::find_by_name(tx, &name).await?,
            Err(_) => None,
        };
        match csdb {
            Some(summary) if ids.contains(&summary.csdb.id) => {}
            Some(summary) => {
                found.push(summary.csdb.name);
                ids.push(summary.csdb.id);
            }
            None => unknown.push(FieldError::new(format!("databases[{index}]"), FieldCode::UnknownValue)),
        }
    }
    if unknown.is_empty() { Ok((found, ids)) } else { Err(Error::Invalid(unknown)) }
}

/// The scope of a token, for the audit log.
fn described(token: &ServiceToken) -> Vec<(String, String)> {
    let permissions: Vec<&str> = token.permissions.iter().map(|permission| permission.as_str()).collect();
    let mut detail = vec![("permissions".to_owned(), permissions.join(", "))];
    if let Some(csdbs) = &token.csdbs {
        let names: Vec<&str> = csdbs.iter().map(Name::as_str).collect();
        detail.push(("databases".to_owned(), names.join(", ")));
    }
    detail.push(("expiresOn".to_owned(), token.expires_on.to_rfc3339()));
    detail
}

/// Revokes a token: the next request with it is refused, on every node.
pub async fn revoke(ctx: &Ctx, caller: &Caller, id: &ServiceTokenId) -> Result<(), Error> {
    caller.require(Permission::ManageUsers)?;
    let mut tx = caller.begin(ctx).await?;
    let name = store::service_tokens::delete(&mut tx, id).await?.ok_or(Error::NotFound(Missing::ServiceToken))?;
    tx.record(ctx.change(&caller.actor(), "service_token.revoked", "service_token", &name));
    tx.commit().await?;
    tracing::info!(token.name = name, "Revoked service token {name}");
    Ok(())
}

/// The id under which a service token is looked up, if `token` is one: its hash.
pub(super) fn lookup_id(token: &str) -> Option<SessionId> {
    token.starts_with(PREFIX).then(|| SessionId(hash(token)))
}

/// The caller with the service token of this hash.
pub(super) async fn find_caller(tx: &mut Tx, hash: &SessionId) -> Result<Option<Caller>, Error> {
    let Some((token, user)) = store::service_tokens::find_by_hash(tx, &hash.0).await? else { return Ok(None) };
    let session = Session {
        id: hash.clone(),
        user_id: user.id.clone(),
        client: SessionClient::default(),
        created_on: token.created_on,
        used_on: token.used_on.unwrap_or(token.created_on),
        expires_on: token.expires_on,
        revoked_on: None,
        confirmed_on: DateTime::UNIX_EPOCH,
        provider: None,
    };
    Ok(Some(Caller { user, session, service: Some(token.into()), must_add_factor: false, renewed_token: None }))
}

/// Records the use of a token. A full disk must not refuse the request, so a failure is logged.
pub(super) async fn record_use(ctx: &Ctx, token: &ServiceToken, now: DateTime<Utc>) {
    if token.used_on.is_some_and(|used_on| (now - used_on).abs() < USE_RECORDED_EVERY) {
        return;
    }
    let written = async {
        let mut tx = ctx.db.begin().await?;
        store::service_tokens::update_use(&mut tx, &token.id, now).await?;
        tx.commit().await
    };
    if let Err(error) = written.await {
        let error = &error as &dyn std::error::Error;
        tracing::warn!(token.name = token.name, error, "The use of a service token is not recorded");
    }
}

/// The text has 256 random bits, so that a fast hash is enough.
fn hash(text: &str) -> String {
    hex(&Sha256::digest(text))
}
