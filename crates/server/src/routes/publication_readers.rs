//! Who gets publications, who has them, and who acknowledged them.

use app::Ctx;
use app::publications::distribution::{self, ReceiversChange};
use app::publications::readers;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{Json as JsonResponse, Response};
use domain::id::PublicationId;

use super::jobs::download;
use crate::extract::{Caller, Json, Path, Query, RequestLanguage};
use crate::problem::Problem;
use crate::views::packages::ExportFormatView;
use crate::views::paths::parse_path;
use crate::views::publications::{
    PublicationReceiverView, PublishedManualQuery, ReaderMarksView, ReadersExportQuery, ReadersQuery,
    ReadersReportView, ReleasedLaneView, ReplaceReceiversRequest, readers_table,
};

/// Read which publication the released lane of a manual shows, and what changed since the caller read last.
#[utoipa::path(
    get,
    path = "/publications/released",
    tag = "publications",
    params(PublishedManualQuery),
    responses((status = 200, body = ReleasedLaneView))
)]
pub async fn read_released_publication(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<PublishedManualQuery>,
) -> Result<JsonResponse<ReleasedLaneView>, Problem> {
    let path = parse_path(&query.manual_path)?;
    Ok(JsonResponse(readers::released(&ctx, &caller, &path).await?.into()))
}

/// List the people on the distribution list of a manual.
#[utoipa::path(
    get,
    path = "/publications/receivers",
    tag = "publications",
    params(PublishedManualQuery),
    responses((status = 200, body = Vec<PublicationReceiverView>))
)]
pub async fn list_publication_receivers(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<PublishedManualQuery>,
) -> Result<JsonResponse<Vec<PublicationReceiverView>>, Problem> {
    let path = parse_path(&query.manual_path)?;
    let list = distribution::list(&ctx, &caller, &path).await?;
    Ok(JsonResponse(list.into_iter().map(PublicationReceiverView::from).collect()))
}

/// Replace the distribution list of a manual; new people are asked to read the valid publication. Refused when the list
/// changed since the caller read it.
#[utoipa::path(
    put,
    path = "/publications/receivers",
    tag = "publications",
    request_body = ReplaceReceiversRequest,
    responses((status = 200, body = Vec<PublicationReceiverView>))
)]
pub async fn replace_publication_receivers(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<ReplaceReceiversRequest>,
) -> Result<JsonResponse<Vec<PublicationReceiverView>>, Problem> {
    let path = parse_path(&request.manual_path)?;
    let change = ReceiversChange { before: &request.before, accounts: &request.accounts };
    let list = distribution::replace(&ctx, &caller, &path, change).await?;
    Ok(JsonResponse(list.into_iter().map(PublicationReceiverView::from).collect()))
}

/// Note that the caller has opened a publication.
#[utoipa::path(
    post,
    path = "/publications/{publication}/read",
    tag = "publications",
    params(("publication" = String, Path)),
    responses((status = 204))
)]
pub async fn mark_publication_read(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    readers::read(&ctx, &caller, &PublicationId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Acknowledge the valid publication of a manual as read.
#[utoipa::path(
    post,
    path = "/publications/{publication}/acknowledge",
    tag = "publications",
    params(("publication" = String, Path)),
    responses((status = 200, body = ReaderMarksView))
)]
pub async fn acknowledge_publication(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<JsonResponse<ReaderMarksView>, Problem> {
    Ok(JsonResponse(readers::acknowledge(&ctx, &caller, &PublicationId(id)).await?.into()))
}

/// Report who has read, acknowledged and downloaded a publication, at any date.
#[utoipa::path(
    get,
    path = "/publications/{publication}/readers",
    tag = "publications",
    params(("publication" = String, Path), ReadersQuery),
    responses((status = 200, body = ReadersReportView))
)]
pub async fn list_publication_readers(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Query(query): Query<ReadersQuery>,
) -> Result<JsonResponse<ReadersReportView>, Problem> {
    Ok(JsonResponse(distribution::report(&ctx, &caller, &PublicationId(id), query.at).await?.into()))
}

/// Export the report about the readers of a publication, in the language of the request.
#[utoipa::path(
    get,
    path = "/publications/{publication}/readers/export",
    tag = "publications",
    params(("publication" = String, Path), ReadersExportQuery),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>))
)]
pub async fn export_publication_readers(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    Path(id): Path<String>,
    Query(query): Query<ReadersExportQuery>,
) -> Result<Response, Problem> {
    let format = query.format.unwrap_or(ExportFormatView::Csv);
    let report = distribution::report(&ctx, &caller, &PublicationId(id), query.at).await?;
    let name = format!("{}-{}-readers.{}", report.publication.manual_name, report.publication.number, format.ending());
    let bytes = app::imports::packages::written(move || readers_table(report, locale), format.into()).await?;
    Ok(download(&name, format.media_type(), bytes))
}
