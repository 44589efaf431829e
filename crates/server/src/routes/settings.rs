//! Settings changed by administrators.

use app::Ctx;
use axum::extract::{Extension, State};
use axum::response::Json as JsonResponse;

use crate::extract::{Caller, Json};
use crate::problem::Problem;
use crate::scope::RequestScope;
use crate::views::settings::{EditingRulesRequest, EditingRulesView, ImportSeverityRequest, ImportSeverityView};

/// Read the severity of each import code.
#[utoipa::path(
    get,
    path = "/config/importSeverity",
    tag = "administration",
    responses((status = 200, body = ImportSeverityView))
)]
pub async fn read_import_severity(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Extension(scope): Extension<RequestScope>,
) -> Result<JsonResponse<ImportSeverityView>, Problem> {
    let (severities, version) = app::imports::settings::import_severities(&ctx, &caller).await?;
    Ok(JsonResponse(ImportSeverityView::new(&severities, version, scope.locale)))
}

/// Set the severity of each import code; applies to packages read from now on.
#[utoipa::path(
    put,
    path = "/config/importSeverity",
    tag = "administration",
    request_body = ImportSeverityRequest,
    responses((status = 200, body = ImportSeverityView))
)]
pub async fn update_import_severity(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Extension(scope): Extension<RequestScope>,
    Json(request): Json<ImportSeverityRequest>,
) -> Result<JsonResponse<ImportSeverityView>, Problem> {
    let (version, choices) = (request.version, request.choices()?);
    let (severities, version) =
        app::imports::settings::update_import_severities(&ctx, &caller, &choices, version).await?;
    Ok(JsonResponse(ImportSeverityView::new(&severities, version, scope.locale)))
}

/// Read the rules of editing.
#[utoipa::path(get, path = "/config/editing", tag = "editing", responses((status = 200, body = EditingRulesView)))]
pub async fn read_editing_rules(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
) -> Result<JsonResponse<EditingRulesView>, Problem> {
    let (rules, version) = app::editing::settings::read(&ctx, &caller).await?;
    Ok(JsonResponse(EditingRulesView::new(&rules, version)))
}

/// Set the rules of editing.
#[utoipa::path(
    put,
    path = "/config/editing",
    tag = "administration",
    request_body = EditingRulesRequest,
    responses((status = 200, body = EditingRulesView))
)]
pub async fn update_editing_rules(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<EditingRulesRequest>,
) -> Result<JsonResponse<EditingRulesView>, Problem> {
    let (rules, version) = app::editing::settings::update(&ctx, &caller, &request.parse()?).await?;
    Ok(JsonResponse(EditingRulesView::new(&rules, version)))
}
