//! An HTTP client like a browser.

#![expect(clippy::expect_used, reason = "a test whose question cannot be asked must stop at once")]

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT_LANGUAGE, AUTHORIZATION, CONTENT_TYPE};
use axum::http::request::Builder;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use axum::response::Response;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

/// The base path of the API, as in the specification.
pub const API: &str = "/kbj/api";

/// A client with or without a token.
#[derive(Debug, Clone)]
pub struct Client {
    router: Router,
    token: Option<String>,
    language: Option<&'static str>,
}

impl Client {
    pub(crate) fn new(router: Router) -> Self {
        Self { router, token: None, language: None }
    }

    /// The same client with `token`.
    pub fn with_token(&self, token: &str) -> Self {
        Self { token: Some(token.to_owned()), ..self.clone() }
    }

    /// The same client with `language`.
    pub fn in_language(&self, language: &'static str) -> Self {
        Self { language: Some(language), ..self.clone() }
    }

    /// The token this person shows.
    pub fn token(&self) -> &str {
        self.token.as_deref().expect("signed in")
    }

    /// Logs in; the response must contain a token.
    pub async fn log_in(&self, account: &str, password: &str) -> Self {
        let answer = self.post("/users/login", json!({"account": account, "password": password})).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        self.with_token(&answer.token().expect("a token in the header"))
    }

    pub async fn get(&self, path: &str) -> TestResponse {
        self.ask(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> TestResponse {
        self.ask(Method::POST, path, Some(body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> TestResponse {
        self.ask(Method::PUT, path, Some(body)).await
    }

    pub async fn delete(&self, path: &str) -> TestResponse {
        self.ask(Method::DELETE, path, None).await
    }

    /// Calls the API; `path` is relative to its base.
    pub async fn ask(&self, method: Method, path: &str, body: Option<Value>) -> TestResponse {
        let request = self.request(method, &format!("{API}{path}"));
        let request = match body {
            Some(body) => request.header(CONTENT_TYPE, "application/json").body(Body::from(body.to_string())),
            None => request.body(Body::empty()),
        };
        self.send(request.expect("a request")).await
    }

    /// A request to any address, with this client's headers.
    pub fn request(&self, method: Method, address: &str) -> Builder {
        let mut request = Request::builder().method(method).uri(address);
        if let Some(token) = &self.token {
            request = request.header(AUTHORIZATION, format!("Bearer {token}"));
        }
        if let Some(language) = self.language {
            request = request.header(ACCEPT_LANGUAGE, language);
        }
        request
    }

    /// Sends a request and returns the response before its body is read.
    pub async fn open(&self, request: Request<Body>) -> Response {
        self.router.clone().oneshot(request).await.expect("the router cannot fail")
    }

    /// Sends a raw request.
    pub async fn send(&self, request: Request<Body>) -> TestResponse {
        let response = self.open(request).await;
        let (parts, body) = response.into_parts();
        let body = body.collect().await.expect("a body").to_bytes();
        TestResponse { status: parts.status, headers: parts.headers, body }
    }
}

/// A response.
#[derive(Debug)]
pub struct TestResponse {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl TestResponse {
    /// The body as JSON; the status must be a success.
    pub fn ok(&self) -> Value {
        assert!(self.status.is_success(), "{} {}", self.status, self.text());
        if self.body.is_empty() { Value::Null } else { self.json() }
    }

    /// The body as JSON, with any status.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// Status and code of a problem, such as `404 user.not_found`.
    pub fn problem(&self) -> String {
        assert_eq!(self.header("content-type"), "application/problem+json", "{} {}", self.status, self.text());
        let json = self.json();
        format!("{} {}", self.status.as_u16(), json["code"].as_str().expect("a code"))
    }

    /// The field errors of a problem, such as `email: required`.
    pub fn fields(&self) -> Vec<String> {
        let json = self.json();
        let errors = json["errors"].as_array().cloned().unwrap_or_default();
        let word = |value: &Value| value.as_str().expect("a word").to_owned();
        errors.iter().map(|error| format!("{}: {}", word(&error["field"]), word(&error["code"]))).collect()
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// A header value; empty when absent.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The token in the response header.
    pub fn token(&self) -> Option<String> {
        self.header("authorization").strip_prefix("Bearer ").map(str::to_owned)
    }
}
