//! Compliance: collections of requirements and their categories.

use app::Ctx;
use app::compliance::{categories, collections, dashboard};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Json as JsonResponse, Response};
use domain::id::{ComplianceCollectionId, PolicyCategoryId};

use crate::entity_tag::revalidated;
use crate::extract::{Caller, Json, Path, Query};
use crate::problem::Problem;
use crate::views::compliance::{
    ComplianceDashboardView, ComplianceQuery, ComplianceView, CreateCategoryRequest, CreateComplianceRequest,
    DashboardQuery, DeleteCategoryRequest, DeleteComplianceRequest, PolicyNodeView, UpdateCategoryRequest,
    UpdateComplianceRequest,
};

/// List the collections of requirements, or what is below a path.
#[utoipa::path(
    get,
    path = "/compliance",
    tag = "compliance",
    params(ComplianceQuery),
    responses(
        (status = 200, body = Vec<ComplianceView>),
        (status = 304, description = "Not modified since `If-None-Match`."),
    )
)]
pub async fn list_compliance(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<ComplianceQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let found = collections::list(&ctx, &caller, &query.parse()?).await?;
    let view: Vec<ComplianceView> = found.into_iter().map(ComplianceView::from).collect();
    revalidated(&headers, &view)
}

/// Create a collection of requirements.
#[utoipa::path(
    post,
    path = "/compliance",
    tag = "compliance",
    request_body = CreateComplianceRequest,
    responses((status = 200, body = ComplianceView))
)]
pub async fn create_compliance(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<CreateComplianceRequest>,
) -> Result<JsonResponse<ComplianceView>, Problem> {
    Ok(JsonResponse(collections::create(&ctx, &caller, request.parse()?).await?.into()))
}

/// Change a collection of requirements.
#[utoipa::path(
    put,
    path = "/compliance/{id}",
    tag = "compliance",
    params(("id" = String, Path)),
    request_body = UpdateComplianceRequest,
    responses((status = 200, body = ComplianceView))
)]
pub async fn update_compliance(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Json(request): Json<UpdateComplianceRequest>,
) -> Result<JsonResponse<ComplianceView>, Problem> {
    let (version, details) = request.parse()?;
    let changed = collections::update(&ctx, &caller, &ComplianceCollectionId(id), version, details).await?;
    Ok(JsonResponse(changed.into()))
}

/// Delete a collection of requirements with all that belongs to it.
#[utoipa::path(
    put,
    path = "/compliance/delete",
    tag = "compliance",
    request_body = DeleteComplianceRequest,
    responses((status = 204))
)]
pub async fn delete_compliance(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<DeleteComplianceRequest>,
) -> Result<StatusCode, Problem> {
    collections::delete(&ctx, &caller, &request.path()?, request.version).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Create a category of requirements, or a sub-category.
#[utoipa::path(
    post,
    path = "/compliance/policyCategory",
    tag = "compliance",
    request_body = CreateCategoryRequest,
    responses((status = 200, body = PolicyNodeView))
)]
pub async fn create_policy_category(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<CreateCategoryRequest>,
) -> Result<JsonResponse<PolicyNodeView>, Problem> {
    let (parent, details) = request.parse()?;
    Ok(JsonResponse(categories::create(&ctx, &caller, &parent, details).await?.into()))
}

/// Change a category of requirements.
#[utoipa::path(
    put,
    path = "/compliance/policyCategory/{id}",
    tag = "compliance",
    params(("id" = String, Path)),
    request_body = UpdateCategoryRequest,
    responses((status = 200, body = PolicyNodeView))
)]
pub async fn update_policy_category(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Json(request): Json<UpdateCategoryRequest>,
) -> Result<JsonResponse<PolicyNodeView>, Problem> {
    let (version, details) = request.parse()?;
    Ok(JsonResponse(categories::update(&ctx, &caller, &PolicyCategoryId(id), version, details).await?.into()))
}

/// Delete a category with its sub-categories and requirements.
#[utoipa::path(
    put,
    path = "/compliance/policyCategory/delete",
    tag = "compliance",
    request_body = DeleteCategoryRequest,
    responses((status = 204))
)]
pub async fn delete_policy_category(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<DeleteCategoryRequest>,
) -> Result<StatusCode, Problem> {
    categories::delete(&ctx, &caller, &request.path()?, request.version).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Read the figures about compliance.
#[utoipa::path(
    get,
    path = "/compliance/dashboard",
    tag = "compliance",
    params(DashboardQuery),
    responses(
        (status = 200, body = ComplianceDashboardView),
        (status = 304, description = "Not modified since `If-None-Match`."),
    )
)]
pub async fn read_compliance_dashboard(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<DashboardQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let figures = dashboard::read(&ctx, &caller, query.parse()?.as_ref()).await?;
    revalidated(&headers, &ComplianceDashboardView::from(&*figures))
}
