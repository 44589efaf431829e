//! Calls to identity providers: description, keys, tokens and claims. Bounded in time and size, and without redirects.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, TimeDelta, Utc};
use domain::identity_provider::{Issuer, is_secure};
use jsonwebtoken::jwk::JwkSet;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use reqwest::{Client, RequestBuilder, redirect};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::sync::Semaphore;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// The largest answer.
const MAX_ANSWER: usize = 512 * 1024;
/// How long a description and its keys are used.
const DESCRIPTION_LASTS: TimeDelta = TimeDelta::minutes(10);
/// Keys are read again for an unknown key at most this often.
const RELOAD_AFTER: TimeDelta = TimeDelta::seconds(30);
/// After a failure the description is not read again for this long.
const RETRY_AFTER: TimeDelta = TimeDelta::seconds(3);
/// Calls to one provider at the same time; further ones wait for their turn.
const MAX_CALLS: usize = 16;
/// Limit of cached providers.
const MAX_CACHED: usize = 50;

/// A failed call; for the log, and for the test of a provider's settings.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    #[error("the provider does not answer")]
    Http(#[source] reqwest::Error),
    #[error("the provider answers {0}")]
    Status(u16),
    #[error("the answer of the provider is too large")]
    TooLarge,
    #[error("the answer of the provider cannot be read")]
    Unreadable(#[source] serde_json::Error),
    #[error("the description names another issuer")]
    OtherIssuer,
    #[error("an address of the provider is not https")]
    Insecure,
    #[error("too many calls at the same time")]
    Busy,
    #[error("the provider failed moments ago")]
    FailedBefore,
}

impl ProviderError {
    /// Wire name.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Http(_) | Self::FailedBefore => "unreachable",
            Self::Status(_) => "status",
            Self::TooLarge => "tooLarge",
            Self::Unreadable(_) => "unreadable",
            Self::OtherIssuer => "otherIssuer",
            Self::Insecure => "insecure",
            Self::Busy => "busy",
        }
    }

    /// The provider did not take the code: a wrong one, or one that was used before.
    pub(crate) fn is_wrong_code(&self) -> bool {
        matches!(self, Self::Status(400))
    }
}

/// The description of a provider.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Description {
    issuer: String,
    pub(crate) authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    userinfo_endpoint: Option<String>,
    pub(crate) end_session_endpoint: Option<String>,
    #[serde(default)]
    token_endpoint_auth_methods_supported: Vec<String>,
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}

impl Description {
    /// How the client proves itself; without a list providers support the header.
    fn takes_header(&self) -> bool {
        let methods = &self.token_endpoint_auth_methods_supported;
        methods.is_empty() || methods.iter().any(|method| method == "client_secret_basic")
    }

    fn check(self, issuer: &Issuer) -> Result<Self, ProviderError> {
        let wanted = issuer.as_str().trim_end_matches('/');
        if self.issuer.trim_end_matches('/') != wanted {
            return Err(ProviderError::OtherIssuer);
        }
        let used = [&self.authorization_endpoint, &self.token_endpoint, &self.jwks_uri];
        let optional = self.end_session_endpoint.iter().chain(&self.userinfo_endpoint);
        // Nobody else may lead our calls to this computer.
        let is_allowed = |address: &str| is_secure(address) && (issuer.is_local() || address.starts_with("https://"));
        if used.into_iter().chain(optional).all(|address| is_allowed(address)) {
            Ok(self)
        } else {
            Err(ProviderError::Insecure)
        }
    }

    /// Whether an answer that names this issuer comes from the provider; one that promises to name it must do so.
    pub(crate) fn has_answered(&self, issuer: Option<&str>) -> bool {
        issuer.map_or(!self.authorization_response_iss_parameter_supported, |issuer| issuer == self.issuer)
    }

    /// The issuer as tokens spell it.
    pub(crate) fn issuer(&self) -> &str {
        &self.issuer
    }
}

/// The keys of a provider, also those of kinds that we do not know.
#[derive(Deserialize)]
struct PublishedKeys {
    keys: Vec<Value>,
}

impl PublishedKeys {
    fn usable(self) -> JwkSet {
        JwkSet { keys: self.keys.into_iter().filter_map(|key| serde_json::from_value(key).ok()).collect() }
    }
}

/// A provider as it described itself, with its keys.
#[derive(Debug, Clone)]
pub(crate) struct DescribedProvider {
    pub(crate) description: Arc<Description>,
    pub(crate) keys: Arc<JwkSet>,
    since: DateTime<Utc>,
    connection: Arc<ProviderConnection>,
}

/// The calls to one provider. One that hangs must not stop the others.
#[derive(Debug)]
struct ProviderConnection {
    calls: Semaphore,
    /// One call at a time reads the description again.
    reload: tokio::sync::Mutex<()>,
    /// The last attempt to read it failed then.
    failed_on: Mutex<Option<DateTime<Utc>>>,
}

impl Default for ProviderConnection {
    fn default() -> Self {
        Self { calls: Semaphore::new(MAX_CALLS), reload: tokio::sync::Mutex::default(), failed_on: Mutex::default() }
    }
}

impl ProviderConnection {
    fn has_failed(&self, now: DateTime<Utc>) -> bool {
        let failed_on = *self.failed_on.lock().unwrap_or_else(PoisonError::into_inner);
        failed_on.is_some_and(|moment| (now - moment).abs() < RETRY_AFTER)
    }

    fn note(&self, failed_on: Option<DateTime<Utc>>) {
        *self.failed_on.lock().unwrap_or_else(PoisonError::into_inner) = failed_on;
    }
}

/// The values for which a code is exchanged.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CodeExchange<'a> {
    pub(crate) code: &'a str,
    pub(crate) redirect_uri: &'a str,
    pub(crate) verifier: &'a str,
    pub(crate) client_id: &'a str,
    pub(crate) secret: &'a str,
}

/// The tokens for a code.
#[derive(Deserialize)]
pub(crate) struct IssuedTokens {
    pub(crate) id_token: String,
    access_token: Option<String>,
}

/// Calls providers, and remembers their descriptions.
#[derive(Debug)]
pub(crate) struct ProviderClient {
    timeout: Duration,
    http: OnceLock<Client>,
    connections: Mutex<HashMap<String, Arc<ProviderConnection>>>,
    described: Mutex<HashMap<String, DescribedProvider>>,
}

impl ProviderClient {
    /// A client that waits for an answer no longer than `timeout`.
    pub(crate) fn new(timeout: Duration) -> Self {
        Self { timeout, http: OnceLock::new(), connections: Mutex::default(), described: Mutex::default() }
    }

    /// The description and keys of a provider, read again after a while, or for a key that is unknown so far. While
    /// somebody reads them, others use the old ones.
    pub(crate) async fn discover(
        &self,
        issuer: &Issuer,
        key: Option<&str>,
        now: DateTime<Utc>,
    ) -> Result<DescribedProvider, ProviderError> {
        let usable = |described: &DescribedProvider| {
            let age = (now - described.since).abs();
            let has_key = key.is_none_or(|key| described.keys.find(key).is_some());
            age < RELOAD_AFTER || (has_key && age < DESCRIPTION_LASTS)
        };
        let cached = self.cached(issuer);
        if let Some(described) = cached.clone().filter(usable) {
            return Ok(described);
        }
        let connection = self.connection(issuer);
        if connection.has_failed(now) {
            return Err(ProviderError::FailedBefore);
        }
        let _reload = match (connection.reload.try_lock(), cached) {
            (Ok(reload), _) => reload,
            (Err(_), Some(described)) if key.is_none() => return Ok(described),
            (Err(_), _) => connection.reload.lock().await,
        };
        match self.cached(issuer).filter(usable) {
            Some(described) => Ok(described),
            None if connection.has_failed(now) => Err(ProviderError::FailedBefore),
            None => self.reload(issuer, now).await,
        }
    }

    fn cached(&self, issuer: &Issuer) -> Option<DescribedProvider> {
        self.described.lock().unwrap_or_else(PoisonError::into_inner).get(issuer.as_str()).cloned()
    }

    fn connection(&self, issuer: &Issuer) -> Arc<ProviderConnection> {
        let mut connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        if connections.len() >= MAX_CACHED && !connections.contains_key(issuer.as_str()) {
            connections.clear();
        }
        connections.entry(issuer.as_str().to_owned()).or_default().clone()
    }

    /// Reads description and keys from the provider.
    pub(crate) async fn reload(&self, issuer: &Issuer, now: DateTime<Utc>) -> Result<DescribedProvider, ProviderError> {
        let connection = self.connection(issuer);
        let read = self.read(issuer, &connection, now).await;
        connection.note(read.is_err().then_some(now));
        let described = read?;
        let mut cached = self.described.lock().unwrap_or_else(PoisonError::into_inner);
        if cached.len() >= MAX_CACHED {
            cached.clear();
        }
        cached.insert(issuer.as_str().to_owned(), described.clone());
        Ok(described)
    }

    async fn read(
        &self,
        issuer: &Issuer,
        connection: &Arc<ProviderConnection>,
        now: DateTime<Utc>,
    ) -> Result<DescribedProvider, ProviderError> {
        let http = self.http()?;
        let description: Description = self.answer(connection, http.get(issuer.discovery())).await?;
        let description = description.check(issuer)?;
        let keys: PublishedKeys = self.answer(connection, http.get(&description.jwks_uri)).await?;
        let keys = keys.usable();
        let connection = Arc::clone(connection);
        Ok(DescribedProvider { description: description.into(), keys: keys.into(), since: now, connection })
    }

    /// Exchanges a code for tokens.
    pub(crate) async fn exchange(
        &self,
        provider: &DescribedProvider,
        with: CodeExchange<'_>,
    ) -> Result<IssuedTokens, ProviderError> {
        let request = self.token_request(&provider.description, with)?;
        self.answer(&provider.connection, request).await
    }

    fn token_request(
        &self,
        description: &Description,
        with: CodeExchange<'_>,
    ) -> Result<RequestBuilder, ProviderError> {
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.append_pair("grant_type", "authorization_code")
            .append_pair("code", with.code)
            .append_pair("redirect_uri", with.redirect_uri)
            .append_pair("code_verifier", with.verifier);
        let mut request = self.http()?.post(&description.token_endpoint);
        if with.secret.is_empty() {
            form.append_pair("client_id", with.client_id);
        } else if description.takes_header() {
            let encoded = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
            let pair = format!("{}:{}", encoded(with.client_id), encoded(with.secret));
            request = request.header(AUTHORIZATION, format!("Basic {}", STANDARD.encode(pair)));
        } else {
            form.append_pair("client_id", with.client_id).append_pair("client_secret", with.secret);
        }
        Ok(request.header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(form.finish()))
    }

    /// The claims about a person that the provider gives apart from the ID token; `None` when there are none.
    pub(crate) async fn user_info(
        &self,
        provider: &DescribedProvider,
        tokens: &IssuedTokens,
    ) -> Result<Option<BTreeMap<String, Value>>, ProviderError> {
        match (&provider.description.userinfo_endpoint, &tokens.access_token) {
            (Some(endpoint), Some(token)) => {
                let request = self.http()?.get(endpoint).bearer_auth(token);
                Ok(Some(self.answer(&provider.connection, request).await?))
            }
            _ => Ok(None),
        }
    }

    fn http(&self) -> Result<&Client, ProviderError> {
        if let Some(client) = self.http.get() {
            return Ok(client);
        }
        // reqwest panics at its first use without a provider. An error only means that one is already installed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let builder = Client::builder().redirect(redirect::Policy::none()).connect_timeout(CONNECT_TIMEOUT);
        let client = builder.timeout(self.timeout).build().map_err(ProviderError::Http)?;
        Ok(self.http.get_or_init(|| client))
    }

    async fn answer<T: DeserializeOwned>(
        &self,
        connection: &ProviderConnection,
        request: RequestBuilder,
    ) -> Result<T, ProviderError> {
        let turn = tokio::time::timeout(self.timeout, connection.calls.acquire()).await;
        let _call = turn.map_err(|_| ProviderError::Busy)?.map_err(|_| ProviderError::Busy)?;
        let mut response = request.header(ACCEPT, "application/json").send().await.map_err(ProviderError::Http)?;
        if !response.status().is_success() {
            return Err(ProviderError::Status(response.status().as_u16()));
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(ProviderError::Http)? {
            if bytes.len() + chunk.len() > MAX_ANSWER {
                return Err(ProviderError::TooLarge);
            }
            bytes.extend_from_slice(&chunk);
        }
        serde_json::from_slice(&bytes).map_err(ProviderError::Unreadable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_provider_on_this_computer_has_addresses_without_encryption() {
        for (issuer, token_endpoint, accepted) in [
            ("https://a.example.com", "https://b.example.com/token", true),
            ("https://a.example.com", "http://127.0.0.1:9000/token", false),
            ("https://a.example.com", "https://user@b.example.com/token", false),
            ("http://localhost:8080", "http://127.0.0.1:9000/token", true),
            ("http://localhost:8080", "http://localhost:x@10.0.0.5/token", false),
        ] {
            let description = Description {
                issuer: issuer.to_owned(),
                authorization_endpoint: "https://b.example.com".to_owned(),
                token_endpoint: token_endpoint.to_owned(),
                jwks_uri: "https://b.example.com".to_owned(),
                userinfo_endpoint: None,
                end_session_endpoint: None,
                token_endpoint_auth_methods_supported: Vec::new(),
                authorization_response_iss_parameter_supported: false,
            };
            let checked = Issuer::parse(issuer).map(|issuer| description.check(&issuer).is_ok());
            assert_eq!(checked, Ok(accepted), "{issuer} {token_endpoint}");
        }
    }
}
