//! A provider of `OpenID Connect` that issues ID tokens, and flawed ones.

#![expect(clippy::expect_used, reason = "a test whose identity provider fails must stop at once")]

mod signing;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Json, Router};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::digest;
use ring::signature::{KeyPair, RsaPublicKeyComponents};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

use signing::{SigningKeys, rsa_key, token};

/// Client id and secret that the provider accepts.
pub const CLIENT: (&str, &str) = ("airfolio", "a secret: of clients");

/// A fault of the next ID tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TokenFlaw {
    #[default]
    Nothing,
    OtherNonce,
    NoNonce,
    OtherAudience,
    /// The client is one of several audiences, and the token is for another one.
    OtherParty,
    SeveralAudiences,
    OtherIssuer,
    Expired,
    Old,
    Future,
    NoSubject,
    Unsigned,
    /// Signed with the client secret.
    SharedSecret,
    /// Signed with the public key as a shared secret.
    PublicKeyAsSecret,
    ForgedSignature,
    /// Signed with a key that is not published.
    UnknownKey,
    NoToken,
}

/// A fault of the description.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DescriptionFlaw {
    #[default]
    Nothing,
    OtherIssuer,
    Huge,
    /// It never comes.
    Silent,
    Redirected,
    NoJson,
    Failing,
    /// The token endpoint is not encrypted and on another computer.
    Insecure,
    /// The same, behind a user of the name of this computer.
    Disguised,
}

/// The algorithm of ID tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TokenAlgorithm {
    #[default]
    Rs256,
    Es256,
}

/// The settings of a provider under test.
#[derive(Debug, Default)]
pub struct ProviderSettings {
    pub token_flaw: TokenFlaw,
    pub description_flaw: DescriptionFlaw,
    pub algorithm: TokenAlgorithm,
    /// The number of the published keys; another number is other keys.
    pub generation: usize,
    /// The calls of the keys so far.
    pub key_calls: usize,
    /// Claims come from the user info endpoint, about this subject, and not in the ID token.
    pub user_info_of: Option<&'static str>,
    /// The provider accepts the client secret in the body alone.
    pub secret_in_body: bool,
    /// The provider promises to add its issuer to its answers.
    pub names_itself: bool,
    /// Tokens are issued one for each permit.
    pub gate: Option<Arc<Semaphore>>,
    /// The description is told once it has a permit.
    pub description_gate: Option<Arc<Semaphore>>,
    /// The calls that came to a gate.
    pub waiting: usize,
}

struct Grant {
    query: HashMap<String, String>,
    claims: Value,
}

#[derive(Default)]
struct ProviderState {
    settings: ProviderSettings,
    codes: HashMap<String, Grant>,
    issued: usize,
    user_info: Value,
    keys: SigningKeys,
}

#[derive(Clone)]
struct Shared {
    issuer: String,
    state: Arc<Mutex<ProviderState>>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, ProviderState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A running provider.
pub struct TestProvider {
    shared: Shared,
    task: JoinHandle<()>,
}

impl std::fmt::Debug for TestProvider {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TestProvider").field("issuer", &self.shared.issuer).finish_non_exhaustive()
    }
}

impl Drop for TestProvider {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl TestProvider {
    /// Starts a provider on a free port.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let issuer = format!("http://{}", listener.local_addr().expect("an address"));
        let shared = Shared { issuer, state: Arc::default() };
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(describe))
            .route("/moved", get(describe))
            .route("/keys", get(list_keys))
            .route("/token", post(issue))
            .route("/me", get(tell))
            .with_state(shared.clone());
        let task = tokio::spawn(async move { axum::serve(listener, router).await.expect("serves") });
        Self { shared, task }
    }

    pub fn issuer(&self) -> &str {
        &self.shared.issuer
    }

    /// Changes the settings.
    pub fn set(&self, change: impl FnOnce(&mut ProviderSettings)) {
        change(&mut self.shared.lock().settings);
    }

    /// The calls of the keys so far.
    pub fn key_calls(&self) -> usize {
        self.shared.lock().settings.key_calls
    }

    /// The calls that came to a gate.
    pub fn waiting(&self) -> usize {
        self.shared.lock().settings.waiting
    }

    /// A person signs in at the page `url`; gives the code, and the query of the page.
    pub fn sign_in(&self, url: &str, claims: Value) -> (String, HashMap<String, String>) {
        let query = url.strip_prefix(&format!("{}/authorize?", self.issuer())).expect("the page of the provider");
        let query: HashMap<String, String> = parse(query);
        let mut state = self.shared.lock();
        state.issued += 1;
        let code = format!("code-{}", state.issued);
        state.codes.insert(code.clone(), Grant { query: query.clone(), claims });
        (code, query)
    }
}

fn parse(query: &str) -> HashMap<String, String> {
    let uri: axum::http::Uri = format!("/?{query}").parse().expect("an address");
    axum::extract::Query::try_from_uri(&uri).expect("a query").0
}

async fn describe(State(shared): State<Shared>, uri: axum::http::Uri) -> Response {
    let gate = shared.lock().settings.description_gate.clone();
    if let Some(gate) = gate {
        shared.lock().settings.waiting += 1;
        drop(gate.acquire().await.expect("the gate stays"));
    }
    let flaw = shared.lock().settings.description_flaw;
    let issuer = &shared.issuer;
    let in_body = shared.lock().settings.secret_in_body;
    let mut description = json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "jwks_uri": format!("{issuer}/keys"),
        "end_session_endpoint": format!("{issuer}/end?theme=dark"),
        "token_endpoint_auth_methods_supported": [if in_body { "client_secret_post" } else { "client_secret_basic" }],
    });
    description["authorization_response_iss_parameter_supported"] = json!(shared.lock().settings.names_itself);
    if shared.lock().settings.user_info_of.is_some() {
        description["userinfo_endpoint"] = json!(format!("{issuer}/me"));
    }
    match flaw {
        DescriptionFlaw::OtherIssuer => description["issuer"] = json!("https://other.example.com"),
        DescriptionFlaw::Huge => description["padding"] = json!("x".repeat(600_000)),
        DescriptionFlaw::Silent => std::future::pending().await,
        DescriptionFlaw::Redirected if uri.path() != "/moved" => return Redirect::temporary("/moved").into_response(),
        DescriptionFlaw::Nothing | DescriptionFlaw::Redirected => {}
        DescriptionFlaw::NoJson => return "<html>".into_response(),
        DescriptionFlaw::Failing => return (StatusCode::BAD_GATEWAY, "a private detail").into_response(),
        DescriptionFlaw::Disguised => {
            description["token_endpoint"] = json!("http://localhost:x@login.example.com/token");
        }
        DescriptionFlaw::Insecure => description["token_endpoint"] = json!("http://login.example.com/token"),
    }
    Json(description).into_response()
}

async fn list_keys(State(shared): State<Shared>) -> Json<Value> {
    let mut state = shared.lock();
    state.settings.key_calls += 1;
    let generation = state.settings.generation;
    let curve = state.keys.curve(generation);
    let point = curve.public_key().as_ref();
    let rsa: RsaPublicKeyComponents<Vec<u8>> = rsa_key().public().into();
    let text = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
    Json(json!({"keys": [
        {"kty": "RSA", "kid": format!("rsa-{generation}"), "use": "sig", "alg": "RS256",
            "n": text(&rsa.n), "e": text(&rsa.e)},
        {"kty": "EC", "kid": format!("curve-{generation}"), "use": "sig", "alg": "ES256", "crv": "P-256",
            "x": text(&point[1..33]), "y": text(&point[33..])},
        {"kty": "OKP", "kid": "another", "crv": "X25519", "x": "AA"},
        {"kty": "RSA", "kid": "for-encryption", "use": "enc", "n": text(&rsa.n), "e": text(&rsa.e)},
    ]}))
}

/// Checks client, code, address and PKCE as a provider must, and issues the token.
async fn issue(
    State(shared): State<Shared>,
    headers: HeaderMap,
    Form(form): Form<HashMap<String, String>>,
) -> Response {
    let gate = shared.lock().settings.gate.clone();
    if let Some(gate) = gate {
        shared.lock().settings.waiting += 1;
        gate.acquire().await.expect("the gate stays").forget();
    }
    let refused = || (StatusCode::BAD_REQUEST, Json(json!({"error": "invalid_grant"}))).into_response();
    let mut state = shared.lock();
    let value = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
    let pair = format!("{}:{}", CLIENT.0, "a+secret%3A+of+clients");
    let by_header =
        headers.get("authorization").is_some_and(|sent| *sent == *format!("Basic {}", STANDARD.encode(pair)));
    let by_body = (value("client_id"), value("client_secret")) == CLIENT;
    if !(if state.settings.secret_in_body { by_body } else { by_header }) {
        return refused();
    }
    let Some(grant) = state.codes.remove(value("code")) else { return refused() };
    let challenge = digest::digest(&digest::SHA256, value("code_verifier").as_bytes());
    if grant.query["code_challenge"] != URL_SAFE_NO_PAD.encode(challenge)
        || grant.query["redirect_uri"] != value("redirect_uri")
        || value("grant_type") != "authorization_code"
    {
        return refused();
    }
    let mut claims = json!({"iss": shared.issuer, "aud": CLIENT.0, "nonce": grant.query["nonce"]});
    let mut own = grant.claims.as_object().expect("an object").clone();
    if let Some(subject) = state.settings.user_info_of {
        let mut told = own.clone();
        told.insert("sub".to_owned(), json!(subject));
        state.user_info = Value::Object(told);
        own.retain(|name, _| ["sub", "iat", "exp", "auth_time"].contains(&name.as_str()));
    }
    claims.as_object_mut().expect("an object").extend(own);
    let ProviderState { settings, keys, .. } = &mut *state;
    let token = token(settings, keys, claims);
    let answer = json!({"access_token": "unused", "token_type": "Bearer", "id_token": token});
    Json(answer).into_response()
}

async fn tell(State(shared): State<Shared>, headers: HeaderMap) -> Response {
    if headers.get("authorization").is_none_or(|sent| sent != "Bearer unused") {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    Json(shared.lock().user_info.clone()).into_response()
}
