//! Signing in at an identity provider: the authorization code flow with PKCE.
//!
//! The browser keeps the sealed attempt between the two calls, so that any node can finish it, and only the browser that
//! began it.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use domain::id::IdentityProviderId;
use domain::identity_provider::IdentityProvider;
use domain::session::{SessionClient, SessionProvider, SignedAct};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::identity_providers::StoredProvider;
use subtle::ConstantTimeEq;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, IdentityProviderError, Missing};
use crate::core::id_tokens::{self, Expected, IdClaims, IdTokenError};
use crate::core::keys;
use crate::core::provider_client::{CodeExchange, ProviderError};
use crate::users::opening::{self, SignInProof, SignedIn};
use crate::users::provider_accounts;
use crate::users::sign_in_settings::public_url;

/// The time for signing in at the provider.
pub const ATTEMPT_LASTS: TimeDelta = TimeDelta::minutes(10);
/// The owner of sealed attempts.
const ATTEMPTS: &str = "airfolio: attempts to sign in";
/// The longest code of a provider.
const MAX_CODE: usize = 6 * 1024;

/// A sign-in to begin.
#[derive(Debug, Clone, Copy)]
pub struct SignInRequest<'a> {
    pub provider: &'a IdentityProviderId,
    /// The path below the public address to which the provider sends the browser back.
    pub callback: &'a str,
    /// The person must sign in again, also when the provider remembers them.
    pub fresh: bool,
    /// The act that the person proves by signing in again.
    pub act: Option<&'a SignedAct>,
}

/// A begun sign-in.
#[derive(Clone)]
pub struct StartedSignIn {
    /// The page of the provider.
    pub url: String,
    /// Encrypted; only the browser that began keeps it.
    pub attempt: String,
    /// The address of the application in browsers.
    pub public_url: String,
}

impl std::fmt::Debug for StartedSignIn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StartedSignIn").field("public_url", &self.public_url).finish_non_exhaustive()
    }
}

/// The answer of the provider, which the browser brings back.
#[derive(Clone)]
pub struct ProviderAnswer {
    pub attempt: String,
    /// The attempt comes from a cookie that only https sets.
    pub in_secure_cookie: bool,
    pub code: String,
    pub state: String,
    /// The issuer, if the provider adds it to its answer.
    pub issuer: Option<String>,
}

impl std::fmt::Debug for ProviderAnswer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("***")
    }
}

#[derive(Serialize, Deserialize)]
struct SealedAttempt {
    provider: String,
    state: String,
    nonce: String,
    verifier: String,
    redirect_uri: String,
    fresh: bool,
    #[serde(default)]
    act: Option<String>,
    at: i64,
}

/// Begins a sign-in.
pub async fn start(ctx: &Ctx, request: SignInRequest<'_>, address: &str) -> Result<StartedSignIn, Error> {
    let now = ctx.clock.now();
    ctx.throttle.provider(address, now).map_err(|retry_after_s| Error::Throttled { retry_after_s })?;
    let StoredProvider { provider, .. } = find_enabled(ctx, request.provider).await?;
    let public_url = public_url(&mut ctx.db.read().await?).await?;
    let known = ctx.providers.discover(&provider.issuer, None, now).await.map_err(|error| failed(&provider, &error))?;
    let secret = || URL_SAFE_NO_PAD.encode(keys::random::<32>());
    let attempt = SealedAttempt {
        provider: provider.id.0.clone(),
        state: secret(),
        nonce: secret(),
        verifier: secret(),
        redirect_uri: format!("{public_url}{}", request.callback),
        fresh: request.fresh || request.act.is_some(),
        act: request.act.map(|act| act.as_str().to_owned()),
        at: now.timestamp(),
    };
    let url = authorization_url(&known.description.authorization_endpoint, &provider, &attempt);
    let plain = serde_json::to_vec(&attempt).map_err(|_| Error::Busy)?;
    Ok(StartedSignIn { url, attempt: ctx.token_key.sealing.seal(&plain, ATTEMPTS), public_url })
}

/// The page at which the person signs in.
fn authorization_url(endpoint: &str, provider: &IdentityProvider, attempt: &SealedAttempt) -> String {
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(&attempt.verifier));
    let scope = format!("openid {}", provider.scopes);
    let mut pairs = vec![
        ("response_type", "code"),
        ("client_id", provider.client_id.as_str()),
        ("redirect_uri", attempt.redirect_uri.as_str()),
        ("scope", scope.trim()),
        ("state", attempt.state.as_str()),
        ("nonce", attempt.nonce.as_str()),
        ("code_challenge", challenge.as_str()),
        ("code_challenge_method", "S256"),
    ];
    if attempt.fresh {
        pairs.extend([("prompt", "login"), ("max_age", "0")]);
    }
    with_query(endpoint, &pairs)
}

fn with_query(endpoint: &str, pairs: &[(&str, &str)]) -> String {
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
    let mark = if endpoint.contains('?') { '&' } else { '?' };
    format!("{endpoint}{mark}{query}")
}

async fn find_enabled(ctx: &Ctx, id: &IdentityProviderId) -> Result<StoredProvider, Error> {
    let found = store::identity_providers::find(&mut ctx.db.read().await?, id).await?;
    found.filter(|stored| stored.provider.enabled).ok_or(Error::NotFound(Missing::IdentityProvider))
}

/// The answer of the provider goes to the log only.
fn failed(provider: &IdentityProvider, error: &ProviderError) -> Error {
    log_failure(provider, error);
    IdentityProviderError::Unavailable.into()
}

fn log_failure(provider: &IdentityProvider, error: &ProviderError) {
    let error = error as &dyn std::error::Error;
    tracing::warn!(provider.name = provider.name, error, "The identity provider failed");
}

fn refused() -> Error {
    IdentityProviderError::Refused.into()
}

/// Ends a sign-in: exchanges the code, checks the ID token, finds or makes the account and opens a session.
pub async fn finish(ctx: &Ctx, answer: &ProviderAnswer, client: SessionClient) -> Result<SignedIn, Error> {
    let now = ctx.clock.now();
    let attempt = open_attempt(ctx, answer, now).await?;
    let stored = find_enabled(ctx, &IdentityProviderId(attempt.provider.clone())).await?;
    let (claims, id_token) = exchange(ctx, &stored, &attempt, answer, now).await?;
    let provider = &stored.provider;
    let signed_in_on = claims.signed_in_on(now);
    let earliest = DateTime::from_timestamp(attempt.at, 0).unwrap_or(now) - id_tokens::LEEWAY;
    if attempt.fresh && signed_in_on.is_none_or(|moment| moment < earliest) {
        return Err(refused());
    }
    // A provider that tells no moment may remember the person from long ago, so that this proves nothing fresh.
    let signed_in_on = signed_in_on.unwrap_or(DateTime::UNIX_EPOCH);
    let (tx, user) = provider_accounts::find_or_make(ctx, provider, &claims).await?;
    let address = client.address.clone();
    let by = SessionProvider { id: provider.id.clone(), name: provider.name.clone() };
    let act = attempt.act.as_deref().and_then(|act| SignedAct::parse(act).ok());
    let proof = SignInProof::Provider { provider: by, id_token: &id_token, signed_in_on, act };
    let signed_in = opening::open(ctx, tx, &user, proof, client).await?;
    ctx.sessions.forget(&user);
    ctx.throttle.provider_succeeded(&address);
    Ok(signed_in)
}

/// The attempt of this browser, which ends with it: an answer is used once, also when it is refused later.
async fn open_attempt(ctx: &Ctx, answer: &ProviderAnswer, now: DateTime<Utc>) -> Result<SealedAttempt, Error> {
    let opened = ctx.token_key.sealing.open(&answer.attempt, ATTEMPTS).ok_or_else(refused)?;
    let attempt: SealedAttempt = serde_json::from_slice(&opened).map_err(|_| refused())?;
    let is_same = bool::from(attempt.state.as_bytes().ct_eq(answer.state.as_bytes()));
    let age = now.timestamp() - attempt.at;
    let is_foreign = attempt.redirect_uri.starts_with("https://") && !answer.in_secure_cookie;
    if !is_same || is_foreign || answer.code.len() > MAX_CODE || !(0..=ATTEMPT_LASTS.num_seconds()).contains(&age) {
        return Err(refused());
    }
    let mut tx = ctx.db.begin().await?;
    let expires_on = now + ATTEMPT_LASTS * 2;
    if !store::identity_providers::insert_used_state(&mut tx, &attempt.state, now, expires_on).await? {
        return Err(refused());
    }
    tx.commit().await?;
    Ok(attempt)
}

/// The claims of the person, and the ID token itself.
async fn exchange(
    ctx: &Ctx,
    stored: &StoredProvider,
    attempt: &SealedAttempt,
    answer: &ProviderAnswer,
    now: DateTime<Utc>,
) -> Result<(IdClaims, String), Error> {
    let provider = &stored.provider;
    let unavailable = |error: ProviderError| failed(provider, &error);
    let known = ctx.providers.discover(&provider.issuer, None, now).await.map_err(unavailable)?;
    if !known.description.has_answered(answer.issuer.as_deref()) {
        tracing::warn!(provider.name = provider.name, "An answer comes from another provider");
        return Err(refused());
    }
    let secret = match stored.sealed_secret.as_str() {
        "" => Vec::new(),
        sealed => ctx.token_key.sealing.open(sealed, &provider.id.0).ok_or(IdentityProviderError::SecretLost)?,
    };
    let secret = String::from_utf8_lossy(&secret);
    let SealedAttempt { redirect_uri, verifier, nonce, .. } = attempt;
    let code = &answer.code;
    let with = CodeExchange { code, redirect_uri, verifier, client_id: &provider.client_id, secret: &secret };
    let tokens = ctx.providers.exchange(&known, with).await;
    let tokens = tokens.map_err(|error| {
        let told = if error.is_wrong_code() { refused() } else { IdentityProviderError::Unavailable.into() };
        log_failure(provider, &error);
        told
    })?;
    let key = id_tokens::key_id(&tokens.id_token);
    let known = ctx.providers.discover(&provider.issuer, key.as_deref(), now).await.map_err(unavailable)?;
    let expected = Expected { issuer: known.description.issuer(), client_id: &provider.client_id, nonce, now };
    let refuse = |error: IdTokenError| {
        tracing::warn!(provider.name = provider.name, reason = %error, "An ID token is refused");
        refused()
    };
    let claims = id_tokens::read(&tokens.id_token, &known.keys, expected).map_err(refuse)?;
    let claims = match ctx.providers.user_info(&known, &tokens).await.map_err(unavailable)? {
        Some(more) => claims.with(more).map_err(refuse)?,
        None => claims,
    };
    Ok((claims, tokens.id_token))
}

/// The page of the provider that ends its session, too; `None` for sessions without a provider, and for providers
/// without such a page. Read before the session here ends.
pub async fn sign_out_url(ctx: &Ctx, caller: &Caller) -> Result<Option<String>, Error> {
    let Some(by) = &caller.session.provider else { return Ok(None) };
    let mut tx = caller.read(ctx).await?;
    let Some(StoredProvider { provider, .. }) = store::identity_providers::find(&mut tx, &by.id).await? else {
        return Ok(None);
    };
    let sealed = store::identity_providers::find_id_token(&mut tx, &caller.session.id).await?.unwrap_or_default();
    let back = format!("{}/", public_url(&mut tx).await?);
    drop(tx);
    let known = ctx.providers.discover(&provider.issuer, None, ctx.clock.now()).await;
    let known = known.map_err(|error| failed(&provider, &error))?;
    let Some(endpoint) = &known.description.end_session_endpoint else { return Ok(None) };
    let token = ctx.token_key.sealing.open(&sealed, &caller.session.id.0).unwrap_or_default();
    let token = String::from_utf8_lossy(&token);
    let mut pairs = vec![("client_id", provider.client_id.as_str()), ("post_logout_redirect_uri", back.as_str())];
    if !token.is_empty() {
        pairs.push(("id_token_hint", &*token));
    }
    Ok(Some(with_query(endpoint, &pairs)))
}
