//! The trash.

use app::Ctx;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Json as JsonResponse;

use crate::extract::{Caller, Path};
use crate::problem::Problem;
use crate::views::trash::TrashItemView;

/// List the items in the trash.
#[utoipa::path(get, path = "/trash", tag = "library", responses((status = 200, body = Vec<TrashItemView>)))]
pub async fn list_trash(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
) -> Result<JsonResponse<Vec<TrashItemView>>, Problem> {
    let deleted = app::library::trash::list(&ctx, &caller).await?;
    Ok(JsonResponse(deleted.into_iter().map(TrashItemView::from).collect()))
}

/// Restore a database, a manual or a media file from the trash.
#[utoipa::path(
    post,
    path = "/trash/{id}/restore",
    tag = "library",
    params(("id" = String, Path)),
    responses((status = 204))
)]
pub async fn restore_from_trash(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    app::library::trash::restore(&ctx, &caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Purge an item in the trash for good.
#[utoipa::path(delete, path = "/trash/{id}", tag = "library", params(("id" = String, Path)), responses((status = 204)))]
pub async fn purge_from_trash(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    app::library::trash::purge(&ctx, &caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
