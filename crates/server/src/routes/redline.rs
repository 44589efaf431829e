//! The redline of a manual.

use app::Ctx;
use app::reading::redline_export::{self, RedlineFile};
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Json as JsonResponse, Response};
use bytes::Bytes;
use domain::path::ManualPath;
use domain::permission::Permission;
use futures::{StreamExt as _, stream};

use crate::downloads::attachment;
use crate::extract::{Caller, Json, Query, RequestLanguage, VaultPath};
use crate::problem::Problem;
use crate::routes::jobs::download;
use crate::views::packages::ExportFormatView;
use crate::views::paths::parse_path;
use crate::views::redline::{
    ExportedRedline, ManualRedlineQuery, ManualRedlineView, ViewedChangeRequest, file_texts, table, words_table,
};

/// List the modules that differ between two states of a manual.
#[utoipa::path(
    get,
    path = "/redline/default/{*path}",
    tag = "modules",
    params(("path" = String, Path, description = "As in `/H160/MEL`."), ManualRedlineQuery),
    responses((status = 200, body = ManualRedlineView))
)]
pub async fn list_module_changes(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    VaultPath(path): VaultPath<ManualPath>,
    Query(query): Query<ManualRedlineQuery>,
) -> Result<JsonResponse<ManualRedlineView>, Problem> {
    let page = query.page()?;
    let (states, filter) = (query.states(ctx.clock.now())?, query.filter()?);
    let redline = app::reading::manual_redline::list(&ctx, &caller, &path, states, &filter, page).await?;
    Ok(JsonResponse(redline.into()))
}

/// Export the modules that differ between two states of a manual, in the language of the request.
#[utoipa::path(
    get,
    path = "/redline/export/default/{*path}",
    tag = "modules",
    params(("path" = String, Path, description = "As in `/H160/MEL`."), ManualRedlineQuery),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>))
)]
pub async fn export_module_changes(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    VaultPath(path): VaultPath<ManualPath>,
    Query(query): Query<ManualRedlineQuery>,
) -> Result<Response, Problem> {
    query.page()?;
    let (states, filter, format) =
        (query.states(ctx.clock.now())?, query.filter()?, query.format.unwrap_or(ExportFormatView::Csv));
    let (redline, modules) = app::reading::manual_redline::read(&ctx, &caller, &path, states, &filter).await?;
    let name = redline.manual.name;
    let bytes = app::imports::packages::written(move || table(modules, locale), format.into()).await?;
    Ok(download(&format!("{name}-changes.{}", format.ending()), format.media_type(), bytes))
}

/// Export the redline of a manual as one HTML file, in the language of the request. At most 2,000 modules.
#[utoipa::path(
    get,
    path = "/redline/file/default/{*path}",
    tag = "modules",
    params(("path" = String, Path, description = "As in `/H160/MEL`."), ManualRedlineQuery),
    responses((status = 200, content_type = "text/html", body = String, description = "Written while it is sent."))
)]
pub async fn export_redline(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    VaultPath(path): VaultPath<ManualPath>,
    Query(query): Query<ManualRedlineQuery>,
) -> Result<Response, Problem> {
    caller.require(Permission::ReadContent)?;
    query.page()?;
    let now = ctx.clock.now();
    let (states, filter) = (query.states(now)?, query.filter()?);
    let (redline, modules) =
        redline_export::find(&ctx, &caller, &path, states, &filter, redline_export::MAX_PAGES).await?;
    let snapshots = redline_export::states(&ctx, &caller, &redline).await?;
    let (redline, count) = (&redline, modules.len());
    let about = ExportedRedline { redline, asked: &states, snapshots: &snapshots, filter: &filter, count };
    let texts = file_texts(about, locale, now);
    let name = [redline.manual.name.as_str(), "-redline.html"].concat();
    // A download, never displayed here: the texts of modules are untrusted.
    let headers = HeaderMap::from_iter([
        (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (CONTENT_DISPOSITION, attachment(&name)),
        (CACHE_CONTROL, HeaderValue::from_static("private, no-store")),
    ]);
    let file = RedlineFile::new(ctx, caller, locale, (redline, modules), texts);
    let parts = stream::try_unfold(file, |mut file| async move {
        let part = file.next_part().await?;
        Ok::<_, app::Error>(part.map(|part| (Bytes::from(part), file)))
    });
    // Compression asks for more after the end.
    Ok((headers, Body::from_stream(parts.fuse())).into_response())
}

/// Export the changes of a manual in words, in the language of the request. At most 500 modules.
#[utoipa::path(
    get,
    path = "/redline/words/default/{*path}",
    tag = "modules",
    params(("path" = String, Path, description = "As in `/H160/MEL`."), ManualRedlineQuery),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>))
)]
pub async fn export_change_words(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    VaultPath(path): VaultPath<ManualPath>,
    Query(query): Query<ManualRedlineQuery>,
) -> Result<Response, Problem> {
    caller.require(Permission::ReadContent)?;
    query.page()?;
    let (states, filter, format) =
        (query.states(ctx.clock.now())?, query.filter()?, query.format.unwrap_or(ExportFormatView::Csv));
    let (redline, modules) =
        redline_export::find(&ctx, &caller, &path, states, &filter, redline_export::MAX_LISTED).await?;
    let count = modules.len();
    let changes = redline_export::list(&ctx, &caller, &redline, modules, locale).await?;
    let name = redline.manual.name.clone();
    let table = move || words_table(&redline, &filter, (count, changes), locale);
    let bytes = app::imports::packages::written(table, format.into()).await?;
    Ok(download(&format!("{name}-changes-in-words.{}", format.ending()), format.media_type(), bytes))
}

/// Tick a change of a module as viewed, or take the tick off.
#[utoipa::path(
    post,
    path = "/redline/viewed",
    tag = "modules",
    request_body = ViewedChangeRequest,
    responses((status = 204))
)]
pub async fn set_change_viewed(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<ViewedChangeRequest>,
) -> Result<StatusCode, Problem> {
    let path = parse_path(&request.path)?;
    app::reading::manual_redline::set_viewed(&ctx, &caller, &path, request.change()?, request.viewed).await?;
    Ok(StatusCode::NO_CONTENT)
}
