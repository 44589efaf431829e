//! Compliance: files of regulations, in and out.

use app::Ctx;
use app::compliance::exchange::{export, imports, wordings};
use axum::body::Body;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::response::{Json as JsonResponse, Response};
use domain::compliance::MAX_REGULATION_BYTES;
use domain::id::{ComplianceCollectionId, PolicyItemId, RegulationImportId};

use super::jobs::download;
use crate::extract::{self, Caller, Json, Path, Query};
use crate::problem::Problem;
use crate::scope::RequestScope;
use crate::views::jobs::JobView;
use crate::views::page::{PageView, page_request};
use crate::views::regulations::{
    CheckRegulationRequest, ExportComplianceQuery, OpenRegulationChangeView, PolicyWordingView, RegulationChangeView,
    RegulationChangesQuery, RegulationImportView, RegulationImportsQuery, RegulationTemplateQuery,
    TakeRegulationRequest, UploadRegulationQuery,
};

/// Upload a file of a regulation; a job checks it.
#[utoipa::path(
    post,
    path = "/compliance/imports",
    tag = "compliance",
    params(UploadRegulationQuery),
    request_body(content_type = "application/octet-stream", content = Vec<u8>),
    responses((status = 201, body = RegulationImportView))
)]
pub async fn upload_regulation(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Extension(scope): Extension<RequestScope>,
    Query(query): Query<UploadRegulationQuery>,
    body: Body,
) -> Result<(StatusCode, JsonResponse<RegulationImportView>), Problem> {
    let collection = query.collection();
    imports::require(&ctx, &caller, &query.file_name, collection.as_ref()).await?;
    let bytes = extract::read(body, MAX_REGULATION_BYTES, "request.too_large").await?;
    let import = imports::upload(&ctx, &caller, &query.file_name, collection, bytes).await?;
    Ok((StatusCode::CREATED, JsonResponse(RegulationImportView::new(import, scope.locale))))
}

/// List the uploaded files of regulations, newest first.
#[utoipa::path(
    get,
    path = "/compliance/imports",
    tag = "compliance",
    params(RegulationImportsQuery),
    responses((status = 200, body = PageView<RegulationImportView>))
)]
pub async fn list_regulation_imports(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Extension(scope): Extension<RequestScope>,
    Query(query): Query<RegulationImportsQuery>,
) -> Result<JsonResponse<PageView<RegulationImportView>>, Problem> {
    let page = page_request(query.page_number, query.page_size)?;
    let found = imports::list(&ctx, &caller, page).await?;
    Ok(JsonResponse(found.map(|import| RegulationImportView::new(import, scope.locale)).into()))
}

/// Read a file of a regulation with its findings and the numbers of its changes.
#[utoipa::path(
    get,
    path = "/compliance/imports/{id}",
    tag = "compliance",
    params(("id" = String, Path)),
    responses((status = 200, body = RegulationImportView))
)]
pub async fn read_regulation_import(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Extension(scope): Extension<RequestScope>,
    Path(id): Path<String>,
) -> Result<JsonResponse<RegulationImportView>, Problem> {
    let import = imports::read(&ctx, &caller, &RegulationImportId(id)).await?;
    Ok(JsonResponse(RegulationImportView::new(import, scope.locale)))
}

/// Delete a file of a regulation and its report; what was taken over stays.
#[utoipa::path(
    delete,
    path = "/compliance/imports/{id}",
    tag = "compliance",
    params(("id" = String, Path)),
    responses((status = 204))
)]
pub async fn delete_regulation_import(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    imports::delete(&ctx, &caller, &RegulationImportId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// List what a file of a regulation changes.
#[utoipa::path(
    get,
    path = "/compliance/imports/{id}/changes",
    tag = "compliance",
    params(("id" = String, Path), RegulationChangesQuery),
    responses((status = 200, body = PageView<RegulationChangeView>))
)]
pub async fn list_regulation_changes(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Query(query): Query<RegulationChangesQuery>,
) -> Result<JsonResponse<PageView<RegulationChangeView>>, Problem> {
    let (filter, page) = (query.filter()?, page_request(query.page_number, query.page_size)?);
    let found = imports::changes(&ctx, &caller, &RegulationImportId(id), &filter, page).await?;
    Ok(JsonResponse(found.into()))
}

/// Read one change with the differences of its texts.
#[utoipa::path(
    get,
    path = "/compliance/imports/{id}/changes/{position}",
    tag = "compliance",
    params(("id" = String, Path), ("position" = String, Path)),
    responses((status = 200, body = OpenRegulationChangeView))
)]
pub async fn read_regulation_change(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path((id, position)): Path<(String, String)>,
) -> Result<JsonResponse<OpenRegulationChangeView>, Problem> {
    let open = imports::change(&ctx, &caller, &RegulationImportId(id), position.parse().ok()).await?;
    Ok(JsonResponse(open.into()))
}

/// Check a file of a regulation again, perhaps as a version of another collection.
#[utoipa::path(
    post,
    path = "/compliance/imports/{id}/check",
    tag = "compliance",
    params(("id" = String, Path)),
    request_body = CheckRegulationRequest,
    responses((status = 200, body = RegulationImportView))
)]
pub async fn check_regulation_import(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Extension(scope): Extension<RequestScope>,
    Path(id): Path<String>,
    Json(request): Json<CheckRegulationRequest>,
) -> Result<JsonResponse<RegulationImportView>, Problem> {
    let import = imports::check_again(&ctx, &caller, &RegulationImportId(id), request.collection()).await?;
    Ok(JsonResponse(RegulationImportView::new(import, scope.locale)))
}

/// Take a checked file over into its collection, or make a collection of it; a job does it.
#[utoipa::path(
    post,
    path = "/compliance/imports/{id}/takeover",
    tag = "compliance",
    params(("id" = String, Path)),
    request_body = TakeRegulationRequest,
    responses((status = 201, body = JobView))
)]
pub async fn take_regulation_over(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Extension(scope): Extension<RequestScope>,
    Path(id): Path<String>,
    Json(request): Json<TakeRegulationRequest>,
) -> Result<(StatusCode, JsonResponse<JobView>), Problem> {
    let job = imports::take(&ctx, &caller, &RegulationImportId(id), request.into()).await?;
    Ok((StatusCode::CREATED, JsonResponse(JobView::new(job, scope.locale))))
}

/// Download an empty file to fill in, with an explanation of its columns.
#[utoipa::path(
    get,
    path = "/compliance/importTemplate",
    tag = "compliance",
    params(RegulationTemplateQuery),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>))
)]
pub async fn read_regulation_template(
    Caller(caller): Caller,
    Query(query): Query<RegulationTemplateQuery>,
) -> Result<Response, Problem> {
    let bytes = export::template(&caller, query.format.into()).await?;
    Ok(download(&["regulation-template.", query.format.ending()].concat(), query.format.media_type(), bytes))
}

/// Download a collection as a workbook, as CSV or as a catalog of OSCAL.
#[utoipa::path(
    get,
    path = "/compliance/export/{id}",
    tag = "compliance",
    params(("id" = String, Path), ExportComplianceQuery),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>))
)]
pub async fn export_compliance(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Query(query): Query<ExportComplianceQuery>,
) -> Result<Response, Problem> {
    let file = export::collection(&ctx, &caller, &ComplianceCollectionId(id), query.format.into()).await?;
    let name = [&file.name, ".", query.format.ending()].concat();
    Ok(download(&name, query.format.media_type(), file.bytes))
}

/// List the earlier wordings of a requirement, newest first.
#[utoipa::path(
    get,
    path = "/compliance/policyItem/{id}/wordings",
    tag = "compliance",
    params(("id" = String, Path)),
    responses((status = 200, body = Vec<PolicyWordingView>))
)]
pub async fn list_policy_wordings(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<JsonResponse<Vec<PolicyWordingView>>, Problem> {
    let found = wordings::list(&ctx, &caller, &PolicyItemId(id)).await?;
    Ok(JsonResponse(found.into_iter().map(PolicyWordingView::from).collect()))
}
