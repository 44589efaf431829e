//! Responses that clients keep and revalidate by their entity tag.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::problem::Problem;

/// The response for a client: the view as JSON, or 304 Not Modified when the client has it already. The tag is the hash
/// of the content, so that every node gives the same, and people who see different parts have different ones.
pub(crate) fn revalidated<T: Serialize>(headers: &HeaderMap, view: &T) -> Result<Response, Problem> {
    let body = serde_json::to_vec(view).map_err(|_| Problem::new("server.internal"))?;
    let tag = format!("\"{}\"", app::reading::viewer::fingerprint(&body));
    let mut own = HeaderMap::new();
    own.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    own.extend(HeaderValue::from_str(&tag).ok().map(|tag| (ETAG, tag)));
    if is_known(headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, own).into_response());
    }
    own.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok((own, body).into_response())
}

/// The client already has these bytes.
pub(crate) fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let given = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    given.flat_map(|value| value.split(',')).any(|one| {
        let one = one.trim();
        one == "*" || one.strip_prefix("W/").unwrap_or(one) == tag
    })
}
