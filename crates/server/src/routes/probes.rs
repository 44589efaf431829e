//! Monitoring endpoints.

use app::Ctx;
use app::core::storage::{Storage, StorageState, storage};
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

/// Ready: the database answers too, and there is room to write.
pub async fn readiness(State(ctx): State<Ctx>) -> (StatusCode, String) {
    if !app::system::is_ready(&ctx).await {
        return (StatusCode::SERVICE_UNAVAILABLE, "not ready: the database does not answer\n".to_owned());
    }
    match storage(&ctx) {
        Some(Storage { state: StorageState::Full, .. }) => {
            (StatusCode::SERVICE_UNAVAILABLE, "not ready: the storage is full\n".to_owned())
        }
        Some(Storage { state: StorageState::Short, free_bytes, .. }) => {
            (StatusCode::OK, format!("ready, but storage is short: {} MiB left\n", free_bytes >> 20))
        }
        _ => (StatusCode::OK, "ready\n".to_owned()),
    }
}

/// Prometheus metrics; for administrators only, unless a setting opens them.
pub async fn metrics(State(state): State<AppState>, request: Request) -> Result<Response, Problem> {
    if !state.http.metrics_open {
        let (mut parts, _) = request.into_parts();
        let Caller(caller) = Caller::from_request_parts(&mut parts, &state).await?;
        caller.require(Permission::ViewSystem)?;
    }
    // The other figures matter most while the database is away.
    observe::jobs(app::jobs::count_open(&state.ctx).await.ok());
    if let Some(found) = storage(&state.ctx) {
        observe::storage(found);
    }
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4")], observe::render()).into_response())
}
