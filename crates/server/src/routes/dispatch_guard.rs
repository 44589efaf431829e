//! The guard of minimum equipment lists.

use app::Ctx;
use app::editing::dispatch_overrides;
use axum::extract::State;
use axum::response::Json as JsonResponse;
use domain::path::FilePath;

use crate::extract::{Caller, FileApprover, Json, VaultPath};
use crate::problem::Problem;
use crate::views::dispatch_guard::{ItemGuardView, OverrideItemRequest};

/// Read what a MEL item allows beyond the MMEL, and what a person has to judge.
#[utoipa::path(
    get,
    path = "/files/melGuard/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`.")),
    responses((status = 200, body = ItemGuardView))
)]
pub async fn read_item_guard(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    VaultPath(path): VaultPath<FilePath>,
) -> Result<JsonResponse<ItemGuardView>, Problem> {
    Ok(JsonResponse(dispatch_overrides::read(&ctx, &caller, &path).await?.into()))
}

/// Override what a MEL item allows beyond the MMEL, so that it can be released.
#[utoipa::path(
    post,
    path = "/files/melOverride/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`.")),
    request_body = OverrideItemRequest,
    responses((status = 200, body = ItemGuardView))
)]
pub async fn override_item(
    State(ctx): State<Ctx>,
    FileApprover { caller, path }: FileApprover,
    Json(request): Json<OverrideItemRequest>,
) -> Result<JsonResponse<ItemGuardView>, Problem> {
    Ok(JsonResponse(dispatch_overrides::give(&ctx, &caller, &path, request.parse()?).await?.into()))
}
