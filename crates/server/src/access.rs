//! Access check: every route requires a token except those listed here.
//!
//! It runs before all routes and independently of their handlers, so a route whose handler forgets to extract the
//! caller is closed, not open.

use axum::extract::{FromRequestParts, MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::extract::{AnyCaller, BytesCaller, JobFilesCaller};
use crate::problem::Problem;
use crate::routes::API;
use crate::site;
use crate::state::AppState;

/// The routes without a token; [`METRICS`] is added by a setting.
pub const OPEN: [&str; 11] = [
    "/kbj/api/users/login",
    "/kbj/api/users/register",
    "/kbj/api/openapi.json",
    "/kbj/api/docs",
    "/kbj/api/docs/",
    "/kbj/api/docs/{*rest}",
    "/healthz",
    "/readyz",
    "/user-manual",
    "/user-manual/",
    "/user-manual/{*page}",
];

/// The read-only routes that accept a download token in the URL.
pub const JOB_FILES: &str = "/kbj/api/jobs/{id}/artifact/{fileName}";
pub const BYTES: &str = "/kbj/api/bytes/default/{*path}";

/// The metrics endpoint.
pub const METRICS: &str = "/metrics";

/// Passes a request on to its route, or refuses it.
///
/// Unmatched requests are answered here too, so that no fallback can bypass the check.
pub async fn check(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let Some(route) = request.extensions().get::<MatchedPath>() else {
        return unmatched(&request);
    };
    let route = route.as_str();
    if OPEN.contains(&route) || (route == METRICS && state.http.metrics_open) {
        return next.run(request).await;
    }
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let (of_jobs, of_bytes) = (route == JOB_FILES, route == BYTES && reads);
    let (mut parts, body) = request.into_parts();
    let known = if of_jobs {
        JobFilesCaller::from_request_parts(&mut parts, &state).await.map(drop)
    } else if of_bytes {
        BytesCaller::from_request_parts(&mut parts, &state).await.map(drop)
    } else {
        AnyCaller::from_request_parts(&mut parts, &state).await.map(drop)
    };
    match known {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(problem) => problem.into_response(),
    }
}

fn unmatched(request: &Request) -> Response {
    let path = request.uri().path();
    if path.strip_prefix(API).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')) {
        return Problem::new("route.not_found").into_response();
    }
    site::web(request.method(), path, request.headers())
}
