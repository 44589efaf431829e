//! Compliance: saved views of the requirements of a collection.

use app::Ctx;
use app::compliance::views;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Json as JsonResponse;
use domain::id::ComplianceCollectionId;

use crate::extract::{Caller, Json, Path};
use crate::problem::Problem;
use crate::views::compliance::{SavePolicyViewRequest, SavedPolicyView};

/// List my saved views of a collection and those that others share.
#[utoipa::path(
    get,
    path = "/compliance/{id}/views",
    tag = "compliance",
    params(("id" = String, Path)),
    responses((status = 200, body = Vec<SavedPolicyView>))
)]
pub async fn list_policy_views(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<JsonResponse<Vec<SavedPolicyView>>, Problem> {
    let saved = views::list(&ctx, &caller, &ComplianceCollectionId(id)).await?;
    Ok(JsonResponse(saved.into_iter().map(SavedPolicyView::from).collect()))
}

/// Save a view of a collection; one of the same name is replaced.
#[utoipa::path(
    post,
    path = "/compliance/{id}/views",
    tag = "compliance",
    params(("id" = String, Path)),
    request_body = SavePolicyViewRequest,
    responses((status = 201, body = SavedPolicyView))
)]
pub async fn save_policy_view(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Json(body): Json<SavePolicyViewRequest>,
) -> Result<(StatusCode, JsonResponse<SavedPolicyView>), Problem> {
    let id = ComplianceCollectionId(id);
    let saved = views::save(&ctx, &caller, &id, (&body.name, &body.query), body.shared).await?;
    Ok((StatusCode::CREATED, JsonResponse(saved.into())))
}

/// Delete a saved view of a collection.
#[utoipa::path(
    delete,
    path = "/compliance/views/{id}",
    tag = "compliance",
    params(("id" = String, Path)),
    responses((status = 204))
)]
pub async fn delete_policy_view(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    views::delete(&ctx, &caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
