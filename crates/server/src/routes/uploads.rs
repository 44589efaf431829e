//! Resumable uploads. These operations have no timeout, because large files take long.

use std::time::Duration;

use app::Ctx;
use app::imports::uploads::{NewUpload, Progress, UploadReceiver};
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Json as JsonResponse, Response};
use domain::field::FieldCode;
use domain::id::UploadId;
use http_body_util::BodyExt;

use crate::extract::{Caller, Path};
use crate::problem::Problem;
use crate::views::uploads::UploadView;

const UPLOAD_ID: HeaderName = HeaderName::from_static("upload-id");
const UPLOAD_OFFSET: HeaderName = HeaderName::from_static("upload-offset");
const UPLOAD_LENGTH: HeaderName = HeaderName::from_static("upload-length");

/// Idle time after which a connection is considered lost.
const SILENCE: Duration = Duration::from_mins(2);

/// Upload a package file.
///
/// `Upload-Id` is a UUID chosen by the client, used to resume after a lost connection.
#[utoipa::path(
    post,
    path = "/vault/files/{name}",
    tag = "packages",
    params(("name" = String, Path), ("Upload-Id" = Option<String>, Header)),
    request_body(content_type = "application/zip", content = Vec<u8>),
    responses((status = 201, body = UploadView))
)]
pub async fn upload_file(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let new = NewUpload {
        id: text(&headers, &UPLOAD_ID),
        name,
        media_type: text(&headers, &CONTENT_TYPE),
        size: number(&headers, &CONTENT_LENGTH)?,
    };
    let receiver = app::imports::uploads::begin(&ctx, &caller, new).await?;
    Ok(answer(receive(receiver, body).await?, StatusCode::CREATED))
}

/// Read the progress of my upload: `Upload-Offset` of `Upload-Length`.
#[utoipa::path(
    head,
    path = "/vault/uploads/{id}",
    tag = "packages",
    params(("id" = String, Path)),
    responses((status = 200, headers(("Upload-Offset" = i64), ("Upload-Length" = i64))))
)]
pub async fn read_upload(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let upload = app::imports::uploads::read(&ctx, &caller, &UploadId(id)).await?;
    let mut headers = HeaderMap::new();
    headers.insert(UPLOAD_OFFSET, HeaderValue::from(upload.received));
    if let Some(size) = upload.size {
        headers.insert(UPLOAD_LENGTH, HeaderValue::from(size));
    }
    Ok((StatusCode::OK, headers).into_response())
}

/// Resume my upload at `Upload-Offset`.
#[utoipa::path(
    patch,
    path = "/vault/uploads/{id}",
    tag = "packages",
    params(("id" = String, Path), ("Upload-Offset" = u64, Header)),
    request_body(content_type = "application/octet-stream", content = Vec<u8>),
    responses((status = 200, body = UploadView), (status = 204, headers(("Upload-Offset" = i64))))
)]
pub async fn resume_upload(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let upload = app::imports::uploads::read(&ctx, &caller, &UploadId(id)).await?;
    let offset = number(&headers, &UPLOAD_OFFSET)?;
    let offset = offset.ok_or_else(|| app::Error::field("Upload-Offset", FieldCode::Required))?;
    let receiver = app::imports::uploads::resume(&ctx, &caller, upload, offset)?;
    Ok(answer(receive(receiver, body).await?, StatusCode::OK))
}

/// Cancel my unfinished upload.
#[utoipa::path(
    delete,
    path = "/vault/uploads/{id}",
    tag = "packages",
    params(("id" = String, Path)),
    responses((status = 204))
)]
pub async fn cancel_upload(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    app::imports::uploads::cancel(&ctx, &caller, &UploadId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Stores a body while it arrives.
async fn receive(mut receiver: UploadReceiver, mut body: Body) -> Result<Progress, Problem> {
    loop {
        let data = match tokio::time::timeout(SILENCE, body.frame()).await {
            Ok(None) => return Ok(receiver.finish().await?),
            Ok(Some(Ok(frame))) => frame.into_data(),
            // The connection is lost: store the received bytes, so that the client need not send them again.
            Ok(Some(Err(_))) | Err(_) => {
                receiver.keep().await?;
                return Err(Problem::new("request.malformed"));
            }
        };
        // A frame without data is a trailer; ignore it.
        if let Ok(bytes) = data {
            receiver.write(bytes).await?;
        }
    }
}

fn answer(progress: Progress, complete: StatusCode) -> Response {
    match progress {
        Progress::Partial { received } => {
            (StatusCode::NO_CONTENT, [(UPLOAD_OFFSET, HeaderValue::from(received))]).into_response()
        }
        Progress::Complete { upload, package } => {
            (complete, JsonResponse(UploadView::new(upload, package))).into_response()
        }
    }
}

fn text(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
}

fn number(headers: &HeaderMap, name: &HeaderName) -> Result<Option<u64>, app::Error> {
    let Some(value) = headers.get(name) else { return Ok(None) };
    let number = value.to_str().ok().and_then(|text| text.parse().ok());
    number.map(Some).ok_or_else(|| app::Error::field(name.as_str(), FieldCode::Type))
}
