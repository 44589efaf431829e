//! Access check: every route requires a token except those listed here.
//!
//! It runs before all routes and independently of their handlers, so a route whose handler forgets to extract the
//! caller is closed, not open.

use std::collections::HashMap;
use std::sync::LazyLock;

use app::Caller;
use axum::extract::{FromRequestParts, MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::answered_calls;
use crate::extract::{AnyCaller, BytesCaller, JobFilesCaller, PublicationFilesCaller};
use crate::permissions::Access;
use crate::problem::Problem;
use crate::routes::{self, API, OperationRule};
use crate::site;
use crate::state::AppState;

/// The routes without a token; [`METRICS`] is added by a setting.
pub const OPEN: [&str; 17] = [
    "/kbj/api/users/login",
    "/kbj/api/users/register",
    "/kbj/api/users/signInOptions",
    "/kbj/api/users/openid/start",
    "/kbj/api/users/openid/callback",
    "/kbj/api/users/openid/finish",
    "/kbj/api/publications/signingKey",
    "/kbj/api/publications/melDataSchema",
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
pub const PACK_FILES: &str = "/kbj/api/compliance/auditPacks/{pack}/file";
pub const PUBLICATION_FILES: &str = "/kbj/api/publications/{publication}/artifacts/{artifact}";

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
    let of_jobs = route == JOB_FILES || (route == PACK_FILES && reads);
    let of_bytes = route == BYTES && reads;
    let of_publications = route == PUBLICATION_FILES && reads;
    let (method, route) = (request.method().clone(), route.to_owned());
    let (mut parts, body) = request.into_parts();
    let known = if of_publications {
        PublicationFilesCaller::from_request_parts(&mut parts, &state)
            .await
            .map(|PublicationFilesCaller(caller)| caller)
    } else if of_jobs {
        JobFilesCaller::from_request_parts(&mut parts, &state).await.map(|JobFilesCaller(caller)| caller)
    } else if of_bytes {
        BytesCaller::from_request_parts(&mut parts, &state).await.map(|BytesCaller(caller)| caller)
    } else {
        AnyCaller::from_request_parts(&mut parts, &state).await.map(|AnyCaller(caller)| caller)
    };
    let request = Request::from_parts(parts, body);
    match known.and_then(|caller| check_scope(&caller, &method, &route).map(|()| caller)) {
        Ok(caller) if is_done_once(&request, &route) => {
            answered_calls::run(state.ctx, caller, request, next).await.unwrap_or_else(IntoResponse::into_response)
        }
        Ok(_) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

/// The client may send the request again, and wants the answer of the first try then.
fn is_done_once(request: &Request, route: &str) -> bool {
    let has_key = request.headers().contains_key(answered_calls::KEY);
    has_key && operation_of(request.method(), route).is_some_and(|rule| rule.is_done_once)
}

/// The rule of a request by its operation in the API document; `None` for other routes, such as metrics.
fn operation_of(method: &Method, route: &str) -> Option<OperationRule> {
    static OPERATIONS: LazyLock<HashMap<(Method, String), OperationRule>> = LazyLock::new(routes::operations);
    let path = route.strip_prefix(API)?;
    let rule = |method: &Method| OPERATIONS.get(&(method.clone(), path.to_owned())).copied();
    // The router answers HEAD by the operation of GET.
    let by_get = || if *method == Method::HEAD { rule(&Method::GET) } else { None };
    // A route of the API without a rule is closed to service tokens and auditors.
    let closed = OperationRule { access: Access::SignedIn, for_auditors: false, is_done_once: false };
    Some(rule(method).or_else(by_get).unwrap_or(closed))
}

/// Refuses a service token outside its scope, before any handler runs: what is about a person is not for it. Auditors may
/// use the operations of a list, so that one that is added later is closed to them.
fn check_scope(caller: &Caller, method: &Method, route: &str) -> Result<(), Problem> {
    if caller.service.is_none() && !caller.user.is_auditor {
        return Ok(());
    }
    let operation = operation_of(method, route);
    if caller.user.is_auditor && !operation.is_some_and(|rule| rule.for_auditors) {
        return Err(app::Error::Forbidden.into());
    }
    match operation.map(|rule| rule.access) {
        Some(Access::Needs(permission)) if caller.service.is_some() => Ok(caller.require(permission)?),
        Some(Access::SignedIn | Access::SelfOr(_)) if caller.service.is_some() => Err(app::Error::Forbidden.into()),
        _ => Ok(()),
    }
}

fn unmatched(request: &Request) -> Response {
    let path = request.uri().path();
    if path.strip_prefix(API).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')) {
        return Problem::new("route.not_found").into_response();
    }
    site::web(request.method(), path, request.headers())
}
