//! Compliance: images of regulations.

use app::Ctx;
use app::compliance::images;
use axum::extract::State;
use axum::response::{Json as JsonResponse, Response};
use domain::id::PolicyItemId;

use super::jobs::download;
use crate::extract::{Caller, Path};
use crate::problem::Problem;
use crate::views::compliance::PolicyImageView;

/// List the images of a requirement.
#[utoipa::path(
    get,
    path = "/compliance/policyItem/{id}/images",
    tag = "compliance",
    params(("id" = String, Path)),
    responses((status = 200, body = Vec<PolicyImageView>))
)]
pub async fn list_policy_images(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<JsonResponse<Vec<PolicyImageView>>, Problem> {
    let found = images::list(&ctx, &caller, &PolicyItemId(id)).await?;
    Ok(JsonResponse(found.into_iter().map(PolicyImageView::from).collect()))
}

/// Read an image of a requirement, converted for browsers where they can display it.
#[utoipa::path(
    get,
    path = "/compliance/policyItem/{id}/images/{sha256}",
    tag = "compliance",
    params(("id" = String, Path), ("sha256" = String, Path)),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>))
)]
pub async fn read_policy_image(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path((id, sha256)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let image = images::read(&ctx, &caller, &PolicyItemId(id), &sha256).await?;
    Ok(download(&image.file_name, image.media_type, image.bytes))
}
