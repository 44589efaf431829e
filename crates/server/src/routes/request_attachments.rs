//! Files attached to change requests.

use app::Ctx;
use app::changes::{attachments, lists};
use axum::body::Body;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{Json as JsonResponse, Response};
use domain::change_request::MAX_ATTACHMENT_BYTES;
use domain::id::ChangeRequestId;

use super::jobs::download;
use crate::extract::{self, Caller, Path, Query};
use crate::problem::Problem;
use crate::views::change_requests::{AttachmentQuery, OpenRequestView};

/// Attach a file to a change request; one of the same name is replaced.
#[utoipa::path(
    post,
    path = "/changeRequests/{id}/attachments",
    tag = "changeRequests",
    params(("id" = String, Path), AttachmentQuery),
    request_body(content_type = "application/octet-stream", content = Vec<u8>),
    responses((status = 200, body = OpenRequestView))
)]
pub async fn attach_request_file(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Query(query): Query<AttachmentQuery>,
    body: Body,
) -> Result<JsonResponse<OpenRequestView>, Problem> {
    let id = ChangeRequestId(id);
    attachments::require(&ctx, &caller, &id, &query.file_name).await?;
    let bytes = extract::read(body, MAX_ATTACHMENT_BYTES, "request.too_large").await?;
    attachments::add(&ctx, &caller, &id, &query.file_name, bytes).await?;
    Ok(JsonResponse(lists::read(&ctx, &caller, &id).await?.into()))
}

/// Download a file attached to a change request.
#[utoipa::path(
    get,
    path = "/changeRequests/{id}/attachments/{fileName}",
    tag = "changeRequests",
    params(("id" = String, Path), ("fileName" = String, Path)),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>))
)]
pub async fn read_request_file(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path((id, file_name)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let (file, bytes) = attachments::read(&ctx, &caller, &ChangeRequestId(id), &file_name).await?;
    Ok(download(&file.file_name, &file.media_type, bytes))
}

/// Delete a file attached to a change request.
#[utoipa::path(
    delete,
    path = "/changeRequests/{id}/attachments/{fileName}",
    tag = "changeRequests",
    params(("id" = String, Path), ("fileName" = String, Path)),
    responses((status = 204))
)]
pub async fn delete_request_file(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path((id, file_name)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    attachments::delete(&ctx, &caller, &ChangeRequestId(id), &file_name).await?;
    Ok(StatusCode::NO_CONTENT)
}
