//! Compliance: mappings between collections.

use app::Ctx;
use app::compliance::exchange::{coverage, mapping_files, mappings};
use axum::body::Body;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::response::{Json as JsonResponse, Response};
use domain::compliance::MAX_REGULATION_BYTES;
use domain::id::{PolicyItemId, PolicyMappingId};
use domain::permission::Permission;

use super::jobs::download;
use crate::extract::{self, Caller, Json, Path, Query};
use crate::problem::Problem;
use crate::scope::RequestScope;
use crate::views::page::{PageView, page_request};
use crate::views::policy_mappings::{
    CreateMappingRequest, DeleteMappingQuery, ExportMappingsQuery, ImportMappingsQuery, MappingCoverageQuery,
    MappingCoverageView, MappingReportView, PolicyMappingView, PolicyMappingsQuery, UpdateMappingRequest,
};

/// List the mappings of a collection, seen from it.
#[utoipa::path(
    get,
    path = "/compliance/mappings",
    tag = "compliance",
    params(PolicyMappingsQuery),
    responses((status = 200, body = PageView<PolicyMappingView>))
)]
pub async fn list_policy_mappings(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<PolicyMappingsQuery>,
) -> Result<JsonResponse<PageView<PolicyMappingView>>, Problem> {
    let page = page_request(query.page_number, query.page_size)?;
    Ok(JsonResponse(mappings::list(&ctx, &caller, &query.filter(), page).await?.into()))
}

/// Map two requirements of different collections.
#[utoipa::path(
    post,
    path = "/compliance/mappings",
    tag = "compliance",
    request_body = CreateMappingRequest,
    responses((status = 201, body = PolicyMappingView))
)]
pub async fn create_policy_mapping(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<CreateMappingRequest>,
) -> Result<(StatusCode, JsonResponse<PolicyMappingView>), Problem> {
    let (target, details) = request.parse()?;
    let mapping = mappings::create(&ctx, &caller, &target, details).await?;
    Ok((StatusCode::CREATED, JsonResponse(mapping.into())))
}

/// Change a mapping.
#[utoipa::path(
    put,
    path = "/compliance/mappings/{id}",
    tag = "compliance",
    params(("id" = String, Path)),
    request_body = UpdateMappingRequest,
    responses((status = 200, body = PolicyMappingView))
)]
pub async fn update_policy_mapping(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Json(request): Json<UpdateMappingRequest>,
) -> Result<JsonResponse<PolicyMappingView>, Problem> {
    let (version, details) = request.parse()?;
    let mapping = mappings::update(&ctx, &caller, &PolicyMappingId(id), version, details).await?;
    Ok(JsonResponse(mapping.into()))
}

/// Delete a mapping.
#[utoipa::path(
    delete,
    path = "/compliance/mappings/{id}",
    tag = "compliance",
    params(("id" = String, Path), DeleteMappingQuery),
    responses((status = 204))
)]
pub async fn delete_policy_mapping(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Query(query): Query<DeleteMappingQuery>,
) -> Result<StatusCode, Problem> {
    mappings::delete(&ctx, &caller, &PolicyMappingId(id), query.version).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// List the mappings of a requirement, seen from it.
#[utoipa::path(
    get,
    path = "/compliance/policyItem/{id}/mappings",
    tag = "compliance",
    params(("id" = String, Path)),
    responses((status = 200, body = Vec<PolicyMappingView>))
)]
pub async fn list_item_mappings(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<JsonResponse<Vec<PolicyMappingView>>, Problem> {
    let found = mappings::of_item(&ctx, &caller, &PolicyItemId(id)).await?;
    Ok(JsonResponse(found.into_iter().map(PolicyMappingView::from).collect()))
}

/// Read what two collections prove for each other, and what is missing.
#[utoipa::path(
    get,
    path = "/compliance/mappings/coverage",
    tag = "compliance",
    params(MappingCoverageQuery),
    responses((status = 200, body = MappingCoverageView))
)]
pub async fn read_mapping_coverage(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<MappingCoverageQuery>,
) -> Result<JsonResponse<MappingCoverageView>, Problem> {
    let (filter, page) = (query.filter()?, page_request(query.page_number, query.page_size)?);
    Ok(JsonResponse(coverage::read(&ctx, &caller, &filter, page).await?.into()))
}

/// Download the mappings of a collection, or of two, as a table.
#[utoipa::path(
    get,
    path = "/compliance/mappings/export",
    tag = "compliance",
    params(ExportMappingsQuery),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>))
)]
pub async fn export_policy_mappings(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<ExportMappingsQuery>,
) -> Result<Response, Problem> {
    let file = mapping_files::export(&ctx, &caller, &query.filter(), query.format.into()).await?;
    let name = [&file.name, "-mappings.", query.format.ending()].concat();
    Ok(download(&name, query.format.media_type(), file.bytes))
}

/// Check a table of mappings between two collections, or write them.
#[utoipa::path(
    post,
    path = "/compliance/mappings/import",
    tag = "compliance",
    params(ImportMappingsQuery),
    request_body(content_type = "application/octet-stream", content = Vec<u8>),
    responses((status = 200, body = MappingReportView))
)]
pub async fn import_policy_mappings(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Extension(scope): Extension<RequestScope>,
    Query(query): Query<ImportMappingsQuery>,
    body: Body,
) -> Result<JsonResponse<MappingReportView>, Problem> {
    // Nobody sends a file in vain.
    caller.require(Permission::EditCompliance)?;
    let bytes = extract::read(body, MAX_REGULATION_BYTES, "request.too_large").await?;
    let ends = query.ends();
    let report = mapping_files::import(&ctx, &caller, (&ends.0, &ends.1), bytes, query.mode()).await?;
    Ok(JsonResponse(MappingReportView::new(report, scope.locale)))
}
