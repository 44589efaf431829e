//! The status of files.

use app::Ctx;
use app::editing::statuses;
use axum::extract::State;
use axum::response::Json as JsonResponse;
use domain::path::FilePath;

use crate::extract::{Caller, FileEditor, Json, VaultPath};
use crate::problem::Problem;
use crate::views::files::FileView;
use crate::views::statuses::{StatusChangeRequest, StatusEventView};

/// Change the status of a file.
#[utoipa::path(
    post,
    path = "/files/status/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`.")),
    request_body = StatusChangeRequest,
    responses((status = 200, body = FileView))
)]
pub async fn change_status(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
    Json(request): Json<StatusChangeRequest>,
) -> Result<JsonResponse<FileView>, Problem> {
    Ok(JsonResponse(statuses::change(&ctx, &caller, &path, request.parse()?).await?.into()))
}

/// List the status changes of all versions of a file, oldest first.
#[utoipa::path(
    get,
    path = "/files/statusEvents/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`.")),
    responses((status = 200, body = Vec<StatusEventView>))
)]
pub async fn list_status_events(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    VaultPath(path): VaultPath<FilePath>,
) -> Result<JsonResponse<Vec<StatusEventView>>, Problem> {
    let events = statuses::history(&ctx, &caller, &path).await?;
    Ok(JsonResponse(events.into_iter().map(StatusEventView::from).collect()))
}
