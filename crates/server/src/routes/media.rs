//! Media of databases: lists, uploads, deletion. Their bytes are served by `bytes`.

use std::time::Duration;

use app::Ctx;
use app::library::media::{MediaReceiver, Mode, NewMedia};
use axum::body::Body;
use axum::extract::State;
use axum::http::header::CONTENT_LENGTH;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Json as JsonResponse;
use domain::field::FieldCode;
use domain::path::FilePath;
use domain::permission::Permission;
use http_body_util::BodyExt;

use crate::extract::{Caller, PathText, Query};
use crate::problem::Problem;
use crate::views::media::{DeleteFileQuery, MediaQuery, MediaView, PutMediaQuery, UploadMediaQuery};
use crate::views::page::PageView;
use crate::views::paths::{parse_path, parse_target};

/// Idle time after which a connection is considered lost.
const SILENCE: Duration = Duration::from_mins(2);

/// List the media of a database, or the one at a path.
#[utoipa::path(
    get,
    path = "/media/default/{*path}",
    tag = "media",
    params(("path" = String, Path, description = "As in `/H160/MULTIMEDIA`."), MediaQuery),
    responses((status = 200, body = PageView<MediaView>))
)]
pub async fn list_media(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    PathText(path): PathText,
    Query(query): Query<MediaQuery>,
) -> Result<JsonResponse<PageView<MediaView>>, Problem> {
    let path = parse_target(&path)?;
    let filter = query.filter(ctx.clock.now())?;
    Ok(JsonResponse(app::library::media::list(&ctx, &caller, &path, &filter).await?.into()))
}

/// Upload a media file: a new one, or new content for the one at the path.
#[utoipa::path(
    post,
    path = "/media/default/{*path}",
    tag = "media",
    params(("path" = String, Path, description = "As in `/H160/MULTIMEDIA/ICN-1.PNG`."), UploadMediaQuery),
    request_body(content_type = "application/octet-stream", content = Vec<u8>),
    responses((status = 201, body = MediaView))
)]
pub async fn upload_media(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    PathText(path): PathText,
    Query(query): Query<UploadMediaQuery>,
    headers: HeaderMap,
    body: Body,
) -> Result<(StatusCode, JsonResponse<MediaView>), Problem> {
    caller.require(Permission::EditContent)?;
    let (path, mode) = (parse_path(&path)?, query.mode());
    let new = NewMedia { path, mode, file_name: query.file_name, size: length(&headers) };
    let receiver = app::library::media::begin(&ctx, &caller, &new).await?;
    Ok((StatusCode::CREATED, JsonResponse(receive(receiver, body).await?)))
}

/// Write the bytes of a media file, new or existing.
#[utoipa::path(
    put,
    path = "/bytes/default/{*path}",
    tag = "media",
    params(("path" = String, Path, description = "The name of the file, or its path."), PutMediaQuery),
    request_body(content_type = "application/octet-stream", content = Vec<u8>),
    responses((status = 200, body = MediaView))
)]
pub async fn put_media(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    PathText(path): PathText,
    Query(query): Query<PutMediaQuery>,
    headers: HeaderMap,
    body: Body,
) -> Result<JsonResponse<MediaView>, Problem> {
    caller.require(Permission::EditContent)?;
    let name = path.trim_start_matches('/');
    let path = match query.csdb {
        Some(csdb) => domain::path::of_object(&csdb, None, name),
        None if name.contains('/') => path,
        None => return Err(app::Error::field("csdb", FieldCode::Required).into()),
    };
    let new = NewMedia { path: parse_path(&path)?, mode: Mode::Put, file_name: None, size: length(&headers) };
    let receiver = app::library::media::begin(&ctx, &caller, &new).await?;
    Ok(JsonResponse(receive(receiver, body).await?))
}

/// Move a file to the trash, unless other files refer to it.
#[utoipa::path(
    delete,
    path = "/files/default/{*path}",
    tag = "files",
    params(
        ("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML` or `/H160/MULTIMEDIA/ICN-1.PNG`."),
        DeleteFileQuery
    ),
    responses((status = 204))
)]
pub async fn delete_file(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    PathText(path): PathText,
    Query(query): Query<DeleteFileQuery>,
) -> Result<StatusCode, Problem> {
    caller.require(Permission::EditContent)?;
    let path: FilePath = parse_path(&path)?;
    match path {
        FilePath::Media(_) => app::library::media::delete(&ctx, &caller, &path, query.insistence()).await?,
        FilePath::Object { .. } => app::editing::deletion::delete(&ctx, &caller, &path, query.insistence()).await?,
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Stores a body while it arrives; the rest of a lost connection is deleted.
async fn receive(mut receiver: MediaReceiver, mut body: Body) -> Result<MediaView, Problem> {
    loop {
        let data = match tokio::time::timeout(SILENCE, body.frame()).await {
            Ok(None) => return Ok(receiver.finish().await?.into()),
            Ok(Some(Ok(frame))) => frame.into_data(),
            Ok(Some(Err(_))) | Err(_) => return Err(Problem::new("request.malformed")),
        };
        // A frame without data is a trailer; ignore it.
        if let Ok(bytes) = data {
            receiver = receiver.write(bytes).await?;
        }
    }
}

fn length(headers: &HeaderMap) -> Option<u64> {
    headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()).and_then(|text| text.parse().ok())
}
