//! Request scope: id, language and log line of one request.

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{ACCEPT_LANGUAGE, AUTHORIZATION};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use domain::language::Locale;
use tracing::Instrument;

use crate::observe;
use crate::problem::Problem;
use crate::state::AppState;

/// The response header with the request id.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Per-request values that handlers read and set.
#[derive(Clone)]
pub struct RequestScope {
    pub request_id: Arc<str>,
    pub locale: Locale,
    /// A renewed token, set when half of the current one's lifetime is over.
    pub fresh_token: Arc<OnceLock<String>>,
    /// The caller's account, for the log.
    pub account: Arc<OnceLock<String>>,
}

impl std::fmt::Debug for RequestScope {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RequestScope")
            .field("request_id", &self.request_id)
            .field("locale", &self.locale)
            .finish_non_exhaustive()
    }
}

/// Creates the scope, runs the request, and completes the response.
pub async fn open(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let scope = RequestScope {
        request_id: state.ctx.ids.next().into(),
        locale: locale_of(request.headers()),
        fresh_token: Arc::default(),
        account: Arc::default(),
    };
    request.extensions_mut().insert(scope.clone());
    let method = request.method().clone();
    // The query is not logged: media URLs contain a token.
    let path = request.uri().path().to_owned();
    let route = request.extensions().get::<MatchedPath>().map_or("unmatched", MatchedPath::as_str).to_owned();
    let span = tracing::info_span!("request", request.id = %scope.request_id);
    let started = Instant::now();

    let mut response = next.run(request).instrument(span.clone()).await;

    if let Some(problem) = response.extensions_mut().remove::<Problem>() {
        response = problem.render(response, &scope.request_id, scope.locale);
    }
    if let Some(value) = scope.fresh_token.get().and_then(|token| bearer(token)) {
        response.headers_mut().insert(AUTHORIZATION, value);
    }
    if let Ok(value) = HeaderValue::from_str(&scope.request_id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    let account = scope.account.get().map_or("-", String::as_str);
    span.in_scope(|| observe::served(&method, &path, &route, response.status(), started.elapsed(), account));
    response
}

fn locale_of(headers: &HeaderMap) -> Locale {
    headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).map_or_else(Locale::default, Locale::accepted)
}

fn bearer(token: &str) -> Option<HeaderValue> {
    let mut value = HeaderValue::from_str(&format!("Bearer {token}")).ok()?;
    value.set_sensitive(true);
    Some(value)
}
