//! Folders of the vault.

use app::Ctx;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Json as JsonResponse;
use domain::path::CsdbPath;
use domain::permission::Permission;

use crate::extract::{Caller, Json, PathText, Query, VaultPath};
use crate::problem::Problem;
use crate::views::folders::{FolderQuery, FolderView, UpdateFolderRequest};
use crate::views::paths::parse_path;
use crate::views::revisions::reading;

/// Read a folder: all databases, one of them, a manual, or the media of a database.
#[utoipa::path(
    get,
    path = "/folders/default/{*path}",
    tag = "library",
    params(("path" = String, Path, description = "As in `/H160/MEL`; `/` for all databases."), FolderQuery),
    responses((status = 200, body = FolderView))
)]
pub async fn read_folder(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    VaultPath(path): VaultPath<CsdbPath>,
    Query(query): Query<FolderQuery>,
) -> Result<JsonResponse<FolderView>, Problem> {
    let filter = query.filter()?;
    let state = reading(ctx.clock.now(), query.lane, query.revision.as_deref(), query.as_of)?;
    let folder = app::library::folders::read(&ctx, &caller, &path, &filter, &state).await?;
    Ok(JsonResponse(folder.into()))
}

/// Change the alias of a database or a manual.
#[utoipa::path(
    put,
    path = "/folders/default/{*path}",
    tag = "library",
    params(("path" = String, Path, description = "As in `/H160/MEL`.")),
    request_body = UpdateFolderRequest,
    responses((status = 200, body = FolderView))
)]
pub async fn rename_folder(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    PathText(path): PathText,
    Json(request): Json<UpdateFolderRequest>,
) -> Result<JsonResponse<FolderView>, Problem> {
    caller.require(Permission::CreateLibrary)?;
    let path = parse_path(&path)?;
    let renamed = app::library::folders::rename(&ctx, &caller, &path, request.version, request.alias()?).await?;
    Ok(JsonResponse(renamed.into()))
}

/// Move a database or a manual to the trash.
#[utoipa::path(
    delete,
    path = "/folders/default/{*path}",
    tag = "library",
    params(("path" = String, Path, description = "As in `/H160/MEL`; a database needs the permission deleteLibrary.")),
    responses((status = 204))
)]
pub async fn delete_folder(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    PathText(path): PathText,
) -> Result<StatusCode, Problem> {
    caller.require(Permission::CreateLibrary)?;
    app::library::folders::delete(&ctx, &caller, &parse_path(&path)?).await?;
    Ok(StatusCode::NO_CONTENT)
}
