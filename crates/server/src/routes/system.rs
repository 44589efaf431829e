//! Versions and system status.

use std::sync::Arc;

use app::Ctx;
use axum::extract::State;
use axum::response::Json as JsonResponse;

use crate::extract::Caller;
use crate::observe;
use crate::problem::Problem;
use crate::state::HttpSettings;
use crate::views::system::{SystemView, VersionView};

/// Read the versions of server and web application.
#[utoipa::path(get, path = "/version", tag = "administration", responses((status = 200, body = VersionView)))]
pub async fn read_version(State(http): State<Arc<HttpSettings>>, _caller: Caller) -> JsonResponse<VersionView> {
    JsonResponse(VersionView::of(http.commit))
}

/// Read the state of this node, its database and its storage.
#[utoipa::path(get, path = "/system", tag = "administration", responses((status = 200, body = SystemView)))]
pub async fn read_system(
    State(ctx): State<Ctx>,
    State(http): State<Arc<HttpSettings>>,
    Caller(caller): Caller,
) -> Result<JsonResponse<SystemView>, Problem> {
    let system = app::system::describe(&ctx, &caller).await?;
    Ok(JsonResponse(SystemView::new(system, VersionView::of(http.commit), observe::private_memory())))
}
