//! Packages and their reports.

use app::Ctx;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::response::{Json as JsonResponse, Response};
use domain::id::PackageId;

use crate::extract::{Caller, Path, Query};
use crate::problem::Problem;
use crate::routes::jobs::download;
use crate::scope::RequestScope;
use crate::views::comparison::{ComparisonQuery, ComparisonView};
use crate::views::packages::{
    ExportQuery, FindingGroupView, FindingView, FindingsQuery, GroupsQuery, PackageView, PackagesQuery, table,
};
use crate::views::page::{PageView, page_request};

/// List packages with their reports, newest first.
#[utoipa::path(
    get,
    path = "/packages",
    tag = "packages",
    params(PackagesQuery),
    responses((status = 200, body = PageView<PackageView>))
)]
pub async fn list_packages(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Extension(scope): Extension<RequestScope>,
    Query(query): Query<PackagesQuery>,
) -> Result<JsonResponse<PageView<PackageView>>, Problem> {
    let page = page_request(query.page_number, query.page_size)?;
    let packages = app::imports::packages::list(&ctx, &caller, &query.filter(), page).await?;
    Ok(JsonResponse(packages.map(|package| PackageView::new(package, scope.locale)).into()))
}

/// Read a package with its summary.
#[utoipa::path(
    get,
    path = "/packages/{id}",
    tag = "packages",
    params(("id" = String, Path)),
    responses((status = 200, body = PackageView))
)]
pub async fn read_package(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Extension(scope): Extension<RequestScope>,
    Path(id): Path<String>,
) -> Result<JsonResponse<PackageView>, Problem> {
    let package = app::imports::packages::read(&ctx, &caller, &PackageId(id)).await?;
    Ok(JsonResponse(PackageView::new(package, scope.locale)))
}

/// Delete a package with its report and its file.
#[utoipa::path(
    delete,
    path = "/packages/{id}",
    tag = "packages",
    params(("id" = String, Path)),
    responses((status = 204))
)]
pub async fn delete_package(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    app::imports::packages::delete(&ctx, &caller, &PackageId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// List the findings of a package, ordered by file and line.
#[utoipa::path(
    get,
    path = "/packages/{id}/findings",
    tag = "packages",
    params(("id" = String, Path), FindingsQuery),
    responses((status = 200, body = PageView<FindingView>))
)]
pub async fn list_findings(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Extension(scope): Extension<RequestScope>,
    Path(id): Path<String>,
    Query(query): Query<FindingsQuery>,
) -> Result<JsonResponse<PageView<FindingView>>, Problem> {
    let page = page_request(query.page_number, query.page_size)?;
    let findings = app::imports::packages::findings(&ctx, &caller, &PackageId(id), &query.filter()?, page).await?;
    Ok(JsonResponse(findings.map(|finding| FindingView::new(&finding, scope.locale)).into()))
}

/// Count the findings of a package by code or by file.
#[utoipa::path(
    get,
    path = "/packages/{id}/findings/groups",
    tag = "packages",
    params(("id" = String, Path), GroupsQuery),
    responses((status = 200, body = Vec<FindingGroupView>))
)]
pub async fn group_findings(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Extension(scope): Extension<RequestScope>,
    Path(id): Path<String>,
    Query(query): Query<GroupsQuery>,
) -> Result<JsonResponse<Vec<FindingGroupView>>, Problem> {
    let groups =
        app::imports::packages::finding_groups(&ctx, &caller, &PackageId(id), query.by.into(), &query.filter()?)
            .await?;
    let views = groups.into_iter().map(|group| FindingGroupView::new(group, query.by, scope.locale));
    Ok(JsonResponse(views.collect()))
}

/// Preview the changes of an import into a manual, compared with its newest OEM revision.
#[utoipa::path(
    get,
    path = "/packages/{id}/comparison",
    tag = "packages",
    params(("id" = String, Path), ComparisonQuery),
    responses((status = 200, body = ComparisonView))
)]
pub async fn compare_package(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Query(query): Query<ComparisonQuery>,
) -> Result<JsonResponse<ComparisonView>, Problem> {
    let page = page_request(query.page_number, query.page_size)?;
    let comparison = app::imports::packages::compare(&ctx, &caller, &PackageId(id), &query.filter()?, page).await?;
    Ok(JsonResponse(comparison.into()))
}

/// Export the findings of a package, in the language of the request.
#[utoipa::path(
    get,
    path = "/packages/{id}/findings/export",
    tag = "packages",
    params(("id" = String, Path), ExportQuery),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>))
)]
pub async fn export_findings(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Extension(scope): Extension<RequestScope>,
    Path(id): Path<String>,
    Query(query): Query<ExportQuery>,
) -> Result<Response, Problem> {
    let filter = query.filter()?;
    let (file, findings) = app::imports::packages::all_findings(&ctx, &caller, &PackageId(id), &filter).await?;
    let bytes = app::imports::packages::written(move || table(&findings, scope.locale), query.format.into()).await?;
    let name = format!("{}-findings.{}", file.get(..file.len() - 4).unwrap_or(&file), query.format.ending());
    Ok(download(&name, query.format.media_type(), bytes))
}
