//! The effect of change requests, and comments about them to the manufacturer.

use app::Ctx;
use app::changes::{effect, oem_comment};
use axum::extract::State;
use axum::response::{Json as JsonResponse, Response};
use domain::id::ChangeRequestId;
use domain::permission::Permission;

use super::jobs::download;
use crate::extract::{Caller, Json, Path, RequestLanguage};
use crate::problem::Problem;
use crate::views::change_requests::{OemCommentRequest, RequestEffectView};

/// Read what the modules of a change request touch: aircraft, translations, contents.
#[utoipa::path(
    get,
    path = "/changeRequests/{id}/effect",
    tag = "changeRequests",
    params(("id" = String, Path)),
    responses((status = 200, body = RequestEffectView))
)]
pub async fn read_request_effect(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<JsonResponse<RequestEffectView>, Problem> {
    Ok(JsonResponse(effect::read(&ctx, &caller, &ChangeRequestId(id)).await?.into()))
}

/// Write a change request as an S1000D comment for the manufacturer, in the language of the request.
///
/// A sender's comment about a request keeps its code when it is written again.
#[utoipa::path(
    post,
    path = "/changeRequests/{id}/oemComment",
    tag = "changeRequests",
    params(("id" = String, Path)),
    request_body = OemCommentRequest,
    responses((status = 200, content_type = "application/xml", body = Vec<u8>))
)]
pub async fn write_oem_comment(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    Path(id): Path<String>,
    Json(body): Json<OemCommentRequest>,
) -> Result<Response, Problem> {
    caller.require(Permission::EditContent)?;
    let sender = body.parse()?;
    let (name, text) = oem_comment::write(&ctx, &caller, &ChangeRequestId(id), sender, locale).await?;
    Ok(download(&name, "application/xml", text))
}
