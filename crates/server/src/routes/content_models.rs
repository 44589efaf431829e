//! Content models for the editor.

use app::Ctx;
use app::editing::content_models;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::entity_tag::is_known;
use crate::extract::FileEditor;
use crate::problem::Problem;
use crate::views::content_models::ContentModelView;

/// Read what the elements of a file may hold, which I have checked out.
///
/// Read from the installed schema set, or else learned from other modules of the manual. The entity tag is the hash of the
/// content.
#[utoipa::path(
    get,
    path = "/editor/contentModel/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`.")),
    responses(
        (status = 200, body = ContentModelView),
        (status = 304, description = "Not modified since `If-None-Match`."),
    )
)]
pub async fn read_content_model(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let model = content_models::read(&ctx, &caller, &path).await?;
    let written = tokio::task::spawn_blocking(move || serde_json::to_vec(&ContentModelView::from(&*model)));
    let body = written.await.ok().and_then(Result::ok).ok_or_else(|| Problem::new("server.internal"))?;
    let tag = format!("\"{}\"", app::reading::viewer::fingerprint(&body));
    let mut own = HeaderMap::new();
    own.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    own.extend(HeaderValue::from_str(&tag).ok().map(|tag| (ETAG, tag)));
    if is_known(&headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, own).into_response());
    }
    own.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok((own, body).into_response())
}
