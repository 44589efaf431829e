//! Downloads of artifacts, whole or in parts (RFC 9110, sections 13 and 14).
//!
//! Each request is a request for the file: who may not read it gets neither a part nor the answer that it did not change.

use std::fmt::Write;
use std::sync::Arc;

use app::core::error::Missing;
use app::jobs::{Artifact, artifacts};
use app::users::sessions;
use app::{Ctx, Error};
use axum::body::{Body, Bytes};
use axum::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE, ETAG, IF_RANGE,
    RANGE,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use chrono::TimeDelta;
use futures::stream::{self, Stream, TryStreamExt};

use crate::entity_tag::is_known;
use crate::problem::Problem;
use crate::ranges::{self, RequestedRange};

/// The response to a request for an artifact.
#[derive(Debug)]
pub(crate) struct ArtifactDownload {
    pub(crate) response: Response,
    /// The first byte that is sent; `None` when the response has none.
    pub(crate) start: Option<u64>,
}

impl ArtifactDownload {
    fn without_bytes(response: Response) -> Self {
        Self { response, start: None }
    }
}

/// How often a download under way asks whether it may go on.
const ASKED_EVERY: TimeDelta = TimeDelta::seconds(2);

/// The parts of a file for as long as the caller may read it, since a download may take hours: `find` fails for those who
/// may not.
pub(crate) fn while_allowed<S, F, A, T>(
    ctx: Ctx,
    caller: app::Caller,
    parts: S,
    find: F,
) -> impl Stream<Item = Result<Bytes, Error>> + Send
where
    S: Stream<Item = Result<Bytes, Error>> + Send + 'static,
    F: Fn(Ctx, app::Caller) -> A + Send + Sync + 'static,
    A: Future<Output = Result<T, Error>> + Send + 'static,
    T: Send + 'static,
{
    let (find, begun) = (Arc::new(find), ctx.clock.now());
    stream::try_unfold((Box::pin(parts), caller, begun), move |(mut parts, mut caller, mut asked)| {
        let (ctx, find) = (ctx.clone(), Arc::clone(&find));
        async move {
            let now = ctx.clock.now();
            if now - asked >= ASKED_EVERY {
                let ended = || Error::NotFound(Missing::Artifact);
                caller = sessions::current(&ctx, &caller).await.ok_or_else(ended)?;
                find(ctx.clone(), caller.clone()).await?;
                asked = now;
            }
            let part = parts.try_next().await?;
            Ok::<_, Error>(part.map(|part| (part, (parts, caller, asked))))
        }
    })
}

/// Sends an artifact that the caller may read, or the part of it that the request names; `find` is what found it.
pub(crate) async fn send<F, A>(
    (ctx, caller): (&Ctx, &app::Caller),
    method: &Method,
    request: &HeaderMap,
    artifact: &Artifact,
    find: F,
) -> Result<ArtifactDownload, Problem>
where
    F: Fn(Ctx, app::Caller) -> A + Send + Sync + 'static,
    A: Future<Output = Result<Artifact, Error>> + Send + 'static,
{
    // The name of a blob is the hash of its content.
    let (tag, size) = (format!("\"{}\"", artifact.blob), artifact.size.unsigned_abs());
    let mut headers = HeaderMap::from_iter([
        (ETAG, value(&tag)),
        // The address may contain a token: nothing keeps the file under it.
        (CACHE_CONTROL, HeaderValue::from_static("private, no-store")),
    ]);
    if is_known(request, &tag) {
        return Ok(ArtifactDownload::without_bytes((StatusCode::NOT_MODIFIED, headers).into_response()));
    }
    // The file may have changed since the client got its first part.
    let is_other = request.get(IF_RANGE).is_some_and(|known| known != tag.as_str());
    let range = request.get(RANGE).and_then(|range| range.to_str().ok());
    let range = range.filter(|_| !is_other && *method == Method::GET);
    let (status, range) = match ranges::parse(range, size) {
        RequestedRange::Whole => (StatusCode::OK, 0..size),
        RequestedRange::Part(range) => {
            headers.insert(CONTENT_RANGE, value(&format!("bytes {}-{}/{size}", range.start, range.end - 1)));
            (StatusCode::PARTIAL_CONTENT, range)
        }
        RequestedRange::Unsatisfiable => {
            let refused = [(CONTENT_RANGE, value(&format!("bytes */{size}")))];
            let response = (refused, Problem::new("bytes.range")).into_response();
            return Ok(ArtifactDownload::without_bytes(response));
        }
    };
    // Sent as a download, never displayed: the content is untrusted.
    headers.insert(CONTENT_TYPE, media_type(&artifact.media_type));
    headers.insert(CONTENT_DISPOSITION, attachment(&artifact.file_name));
    headers.insert(ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    headers.insert(CONTENT_LENGTH, HeaderValue::from(range.end - range.start));
    let start = Some(range.start);
    let parts = artifacts::read(ctx, artifact, range).await?;
    let body = Body::from_stream(while_allowed(ctx.clone(), caller.clone(), parts, find));
    Ok(ArtifactDownload { response: (status, headers, body).into_response(), start })
}

fn media_type(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or_else(|_| HeaderValue::from_static("application/octet-stream"))
}

fn value(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or_else(|_| HeaderValue::from_static(""))
}

/// `attachment` with the file name encoded as in RFC 6266, for any alphabet.
pub(crate) fn attachment(file_name: &str) -> HeaderValue {
    let plain: String =
        file_name.chars().map(|c| if c.is_ascii_graphic() && !"\"\\%".contains(c) { c } else { '_' }).collect();
    let mut encoded = String::with_capacity(file_name.len());
    for byte in file_name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    let text = format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{encoded}");
    HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static("attachment"))
}
