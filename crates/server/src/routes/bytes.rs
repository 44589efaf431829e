//! The bytes of files.

use app::Ctx;
use app::reading::bytes::{self, FileBytes};
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, ETAG, IF_RANGE, RANGE, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use domain::path::FilePath;

use crate::downloads::{attachment, while_allowed};
use crate::entity_tag::is_known;
use crate::extract::{BytesCaller, Query, VaultPath};
use crate::problem::Problem;
use crate::ranges::{self, RequestedRange};
use crate::security;
use crate::views::bytes::BytesQuery;
use crate::views::files::version_id;
use crate::views::revisions::reading;

/// Read the bytes of a file: original, or converted for browsers.
#[utoipa::path(
    get,
    path = "/bytes/default/{*path}",
    tag = "media",
    params(("path" = String, Path, description = "As in `/H160/MULTIMEDIA/ICN-….CGM` or `/H160/MEL/DMC-….XML`."), BytesQuery),
    responses(
        (status = 200, content_type = "application/octet-stream", body = Vec<u8>),
        (status = 304, description = "Not modified since `If-None-Match`."),
    )
)]
pub async fn read_bytes(
    State(ctx): State<Ctx>,
    BytesCaller(caller): BytesCaller,
    VaultPath(path): VaultPath<FilePath>,
    headers: HeaderMap,
    Query(query): Query<BytesQuery>,
) -> Result<Response, Problem> {
    let form = query.form();
    let state = reading(ctx.clock.now(), query.lane, query.revision.as_deref(), query.as_of)?;
    let version = query.version.as_deref().map(version_id).transpose()?;
    let file = bytes::find(&ctx, &caller, &path, &state, version).await?;
    let tag = format!("\"{}\"", bytes::tag(&file, form));
    if is_known(&headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, revalidated(&tag)).into_response());
    }
    let content = bytes::open(&ctx, file, form).await?;
    let mut answer = described(&content, &tag);
    let whole = headers.get(IF_RANGE).is_some_and(|given| given != tag.as_str());
    let range = headers.get(RANGE).and_then(|range| range.to_str().ok()).filter(|_| !whole);
    let (status, range) = match ranges::parse(range, content.size) {
        RequestedRange::Whole => (StatusCode::OK, 0..content.size),
        RequestedRange::Part(range) => {
            let said = format!("bytes {}-{}/{}", range.start, range.end - 1, content.size);
            answer.insert(CONTENT_RANGE, value(&said));
            (StatusCode::PARTIAL_CONTENT, range)
        }
        RequestedRange::Unsatisfiable => {
            let refused = [(CONTENT_RANGE, value(&format!("bytes */{}", content.size)))];
            return Ok((refused, Problem::new("bytes.range")).into_response());
        }
    };
    answer.insert(CONTENT_LENGTH, HeaderValue::from(range.end - range.start));
    let find = move |ctx: Ctx, caller: app::Caller| {
        let path = path.clone();
        async move { bytes::find(&ctx, &caller, &path, &state, version).await }
    };
    let parts = content.read(&ctx, range).await?;
    let body = Body::from_stream(while_allowed(ctx, caller, parts, find));
    Ok((status, answer, body).into_response())
}

fn value(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or_else(|_| HeaderValue::from_static(""))
}

/// Types displayed inside a page; all others are sent as downloads.
fn is_shown(media_type: &str) -> bool {
    let kinds = ["image/png", "image/jpeg", "image/gif", "image/svg+xml", "application/pdf"];
    kinds.contains(&media_type) || media_type.starts_with("video/") || media_type.starts_with("audio/")
}

/// Browsers keep the bytes and ask each time whether they still may show them: a grant that is taken away counts at
/// once, also for versions that never change.
fn revalidated(tag: &str) -> HeaderMap {
    HeaderMap::from_iter([(ETAG, value(tag)), (CACHE_CONTROL, HeaderValue::from_static("private, no-cache"))])
}

fn described(content: &FileBytes, tag: &str) -> HeaderMap {
    let mut headers = revalidated(tag);
    headers.insert(CONTENT_TYPE, value(&content.media_type));
    headers.insert(ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    let is_pdf = content.media_type == "application/pdf";
    let policy = if is_pdf { security::DOCUMENT } else { security::MEDIA };
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    if is_pdf {
        headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    }
    if !is_shown(&content.media_type) {
        let name = content.file.name();
        headers.insert(CONTENT_DISPOSITION, attachment(name));
    }
    headers
}
