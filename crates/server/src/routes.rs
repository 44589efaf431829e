//! All routes, grouped as in the specification.

pub mod access;
pub mod audit;
pub mod audit_packs;
pub mod auditors;
pub mod batches;
pub mod brexes;
pub mod business_rules;
pub mod bytes;
mod calls;
pub mod change_requests;
pub mod comments;
pub mod compliance;
pub mod content_models;
pub mod counts;
pub mod csdbs;
pub mod dispatch_guard;
pub mod editing;
pub mod files;
pub mod fleet_map;
pub mod folders;
pub mod forms;
pub mod groups;
pub mod house_styles;
pub mod identity_providers;
pub mod jobs;
pub mod mail;
pub mod manuals;
pub mod media;
pub mod modules;
pub mod notifications;
pub mod operators;
pub mod packages;
pub mod policy_comments;
pub mod policy_evidence;
pub mod policy_images;
pub mod policy_items;
pub mod policy_mappings;
pub mod policy_refs;
pub mod policy_reviews;
pub mod policy_views;
pub mod probes;
pub mod profiles;
pub mod provider_sign_in;
pub mod publication_readers;
pub mod publications;
pub mod publish_presets;
pub mod rebase;
pub mod redline;
pub mod regulations;
pub mod replacements;
pub mod request_attachments;
pub mod request_effects;
pub mod request_views;
pub mod revision_todos;
pub mod revisions;
pub mod schema_sets;
pub mod search;
pub mod second_factor;
pub mod service_tokens;
pub mod sessions;
pub mod settings;
pub mod sns;
pub mod statuses;
pub mod system;
pub mod toc;
pub mod translations;
pub mod trash;
pub mod types;
pub mod uploads;
pub mod users;
pub mod viewer;
pub mod webhooks;
pub mod workspace;

use std::any::Any;
use std::collections::HashMap;
use std::time::Duration;

use axum::Router;
use axum::http::header::ACCEPT_RANGES;
use axum::http::{Extensions, HeaderMap, Method, StatusCode, Version};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::IntoResponse;
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use utoipa_axum::router::OpenApiRouter;

use crate::permissions::{self, Access};
use crate::problem::Problem;
use crate::state::AppState;
use crate::{access as access_check, answered_calls, scope, security, site};

/// The base path of the API (specification, section 7).
pub const API: &str = "/kbj/api";

/// The request timeout, except for uploads.
const TIMEOUT: Duration = Duration::from_mins(1);

/// The operations of the API, with their documentation.
pub fn api() -> OpenApiRouter<AppState> {
    calls::timed().layer(from_fn(limit_time)).merge(calls::untimed())
}

/// The facts about an operation that the access check needs.
#[derive(Debug, Clone, Copy)]
pub struct OperationRule {
    pub access: Access,
    /// Auditors may use it.
    pub for_auditors: bool,
    /// A call with a key is done once, however often it is sent.
    pub is_done_once: bool,
}

/// The rule of each operation, by method and route.
pub fn operations() -> HashMap<(Method, String), OperationRule> {
    let (_, document) = api().split_for_parts();
    let mut rules = HashMap::new();
    for (path, item) in document.paths.paths {
        let all = [
            (Method::GET, item.get),
            (Method::POST, item.post),
            (Method::PUT, item.put),
            (Method::DELETE, item.delete),
            (Method::PATCH, item.patch),
            (Method::HEAD, item.head),
        ];
        for (method, operation) in all {
            let Some(id) = operation.and_then(|one| one.operation_id) else { continue };
            let for_auditors = permissions::FOR_AUDITORS.contains(&id.as_str());
            let is_done_once = answered_calls::DONE_ONCE.contains(&id.as_str());
            let rule = permissions::of(&id).map(|access| OperationRule { access, for_auditors, is_done_once });
            rules.extend(rule.map(|rule| ((method, path.clone()), rule)));
        }
    }
    rules
}

/// The whole application as one service.
pub fn router(state: AppState) -> Router {
    let (api, _) = api().split_for_parts();
    let api = api.method_not_allowed_fallback(method_not_allowed);
    let all = Router::new()
        .nest(API, api)
        .merge(site::docs())
        .route("/healthz", get(probes::health))
        .route("/readyz", get(probes::readiness))
        .route(access_check::METRICS, get(probes::metrics))
        .merge(site::manual())
        .method_not_allowed_fallback(method_not_allowed);
    surrounded(all, state)
}

/// Adds the layers around all routes; the last layer runs first.
pub fn surrounded(routes: Router<AppState>, state: AppState) -> Router {
    routes
        .layer(from_fn_with_state(state.clone(), access_check::check))
        // Archives are compressed, and their length tells how far a download is.
        .layer(CompressionLayer::new().compress_when(
            DefaultPredicate::new().and(NotForContentType::const_new("application/zip")).and(is_sent_whole),
        ))
        .layer(CatchPanicLayer::custom(|panic| panicked(panic).into_response()))
        .layer(from_fn_with_state(state.http.hsts_seconds, security::everywhere))
        .layer(from_fn_with_state(state.clone(), scope::open))
        .with_state(state)
}

/// Whether a response has no parts: parts are those of the bytes as they are, which has to be what clients keep.
fn is_sent_whole(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    !headers.contains_key(ACCEPT_RANGES)
}

async fn limit_time(request: axum::extract::Request, next: axum::middleware::Next) -> axum::response::Response {
    match tokio::time::timeout(TIMEOUT, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Problem::new("request.timeout").into_response(),
    }
}

async fn method_not_allowed() -> Problem {
    Problem::new("request.method_not_allowed")
}

#[expect(clippy::needless_pass_by_value, reason = "this is how a panic is handed over")]
fn panicked(panic: Box<dyn Any + Send>) -> Problem {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    tracing::error!(error = text.unwrap_or("unknown"), "Request panicked");
    Problem::new("server.internal")
}
