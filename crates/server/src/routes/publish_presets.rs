//! Presets of the publish dialog.

use app::Ctx;
use app::publications::presets;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Json as JsonResponse;

use crate::extract::{Caller, Json, Path, Query};
use crate::problem::Problem;
use crate::views::paths::parse_path;
use crate::views::publications::{PublishPresetView, PublishedManualQuery, SavePublishPresetRequest};

/// List my presets for publishing a manual: what I chose last, then those with a name.
#[utoipa::path(
    get,
    path = "/publications/presets",
    tag = "publications",
    params(PublishedManualQuery),
    responses((status = 200, body = Vec<PublishPresetView>))
)]
pub async fn list_publish_presets(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<PublishedManualQuery>,
) -> Result<JsonResponse<Vec<PublishPresetView>>, Problem> {
    let path = parse_path(&query.manual_path)?;
    let found = presets::list(&ctx, &caller, &path).await?;
    Ok(JsonResponse(found.into_iter().map(PublishPresetView::from).collect()))
}

/// Save a preset of mine; one of the same name is replaced.
#[utoipa::path(
    put,
    path = "/publications/presets",
    tag = "publications",
    request_body = SavePublishPresetRequest,
    responses((status = 200, body = PublishPresetView))
)]
pub async fn save_publish_preset(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<SavePublishPresetRequest>,
) -> Result<JsonResponse<PublishPresetView>, Problem> {
    let path = parse_path(&request.manual_path)?;
    let saved = presets::save(&ctx, &caller, &path, &request.name, &request.choices.into()).await?;
    Ok(JsonResponse(saved.into()))
}

/// Delete a preset of mine.
#[utoipa::path(
    delete,
    path = "/publications/presets/{id}",
    tag = "publications",
    params(("id" = String, Path)),
    responses((status = 204))
)]
pub async fn delete_publish_preset(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    presets::delete(&ctx, &caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
