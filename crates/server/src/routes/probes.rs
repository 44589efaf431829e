//! Monitoring endpoints.

use app::Ctx;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use domain::permission::Permission;

use crate::extract::Caller;
use crate::observe;
use crate::problem::Problem;
use crate::state::AppState;

/// Liveness: the process responds.
pub async fn health() -> &'static str {
    "ok\n"
}

/// Readiness: the database responds too.
pub async fn readiness(State(ctx): State<Ctx>) -> (StatusCode, &'static str) {
    if app::system::is_ready(&ctx).await {
        (StatusCode::OK, "ready\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "not ready\n")
    }
}

/// Prometheus metrics; for administrators only, unless a setting opens them.
pub async fn metrics(State(state): State<AppState>, request: Request) -> Result<Response, Problem> {
    if !state.http.metrics_open {
        let (mut parts, _) = request.into_parts();
        let Caller(caller) = Caller::from_request_parts(&mut parts, &state).await?;
        caller.require(Permission::ViewSystem)?;
    }
    let (waiting, held) = app::jobs::count_open(&state.ctx).await?;
    observe::jobs(waiting, held);
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4")], observe::render()).into_response())
}
