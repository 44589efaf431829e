//! The redline of a manual.

use app::Ctx;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{Json as JsonResponse, Response};
use domain::path::ManualPath;

use crate::extract::{Caller, Json, Query, RequestLanguage, VaultPath};
use crate::problem::Problem;
use crate::routes::jobs::download;
use crate::views::packages::ExportFormatView;
use crate::views::page::page_request;
use crate::views::paths::parse_path;
use crate::views::redline::{ManualRedlineQuery, ManualRedlineView, ViewedChangeRequest, table};

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
    let page = page_request(query.page_number, query.page_size)?;
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
    let (states, filter, format) =
        (query.states(ctx.clock.now())?, query.filter()?, query.format.unwrap_or(ExportFormatView::Csv));
    let (redline, modules) = app::reading::manual_redline::read(&ctx, &caller, &path, states, &filter).await?;
    let name = redline.manual.name;
    let bytes = app::imports::packages::written(move || table(modules, locale), format.into()).await?;
    Ok(download(&format!("{name}-changes.{}", format.ending()), format.media_type(), bytes))
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
    app::reading::manual_redline::set_viewed(&ctx, &caller, &path, request.versions()?, request.viewed).await?;
    Ok(StatusCode::NO_CONTENT)
}
