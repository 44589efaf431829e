//! Saved views of the list of change requests.

use app::Ctx;
use app::changes::views;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Json as JsonResponse;

use crate::extract::{Caller, Json, Path};
use crate::problem::Problem;
use crate::views::change_requests::{SaveRequestViewRequest, SavedRequestView};

/// List my saved views of change requests and those that others share.
#[utoipa::path(
    get,
    path = "/changeRequests/views",
    tag = "changeRequests",
    responses((status = 200, body = Vec<SavedRequestView>))
)]
pub async fn list_request_views(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
) -> Result<JsonResponse<Vec<SavedRequestView>>, Problem> {
    let saved = views::list(&ctx, &caller).await?;
    Ok(JsonResponse(saved.into_iter().map(SavedRequestView::from).collect()))
}

/// Save a view of change requests; one of the same name is replaced.
#[utoipa::path(
    post,
    path = "/changeRequests/views",
    tag = "changeRequests",
    request_body = SaveRequestViewRequest,
    responses((status = 201, body = SavedRequestView))
)]
pub async fn save_request_view(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(body): Json<SaveRequestViewRequest>,
) -> Result<(StatusCode, JsonResponse<SavedRequestView>), Problem> {
    let saved = views::save(&ctx, &caller, &body.name, &body.query, body.shared).await?;
    Ok((StatusCode::CREATED, JsonResponse(saved.into())))
}

/// Delete a saved view of change requests.
#[utoipa::path(
    delete,
    path = "/changeRequests/views/{id}",
    tag = "changeRequests",
    params(("id" = String, Path)),
    responses((status = 204))
)]
pub async fn delete_request_view(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    views::delete(&ctx, &caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
