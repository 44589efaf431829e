//! Installed BREX, and whether packages are checked against business rules.

use app::Ctx;
use app::imports::brexes::{self, MAX_XML};
use axum::body::Body;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Json as JsonResponse;

use crate::extract::{Caller, Json, Query, read};
use crate::problem::Problem;
use crate::views::brexes::{BrexQuery, ImportRulesRequest, ImportRulesView, InstalledBrexView};

/// List the installed BREX.
#[utoipa::path(
    get,
    path = "/config/brex",
    tag = "administration",
    responses((status = 200, body = Vec<InstalledBrexView>))
)]
pub async fn list_brexes(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
) -> Result<JsonResponse<Vec<InstalledBrexView>>, Problem> {
    let installed = brexes::list(&ctx, &caller).await?;
    Ok(JsonResponse(installed.into_iter().map(InstalledBrexView::from).collect()))
}

/// Install a BREX data module, such as the default BREX of an issue.
#[utoipa::path(
    post,
    path = "/config/brex",
    tag = "administration",
    request_body(content_type = "application/xml", content = Vec<u8>),
    responses((status = 201, body = InstalledBrexView))
)]
pub async fn install_brex(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    body: Body,
) -> Result<(StatusCode, JsonResponse<InstalledBrexView>), Problem> {
    brexes::may_install(&caller)?;
    let xml = read(body, MAX_XML, "upload.too_large").await?;
    let installed = brexes::install(&ctx, &caller, xml).await?;
    Ok((StatusCode::CREATED, JsonResponse(installed.into())))
}

/// Remove an installed BREX.
#[utoipa::path(delete, path = "/config/brex", tag = "administration", params(BrexQuery), responses((status = 204)))]
pub async fn delete_brex(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<BrexQuery>,
) -> Result<StatusCode, Problem> {
    brexes::delete(&ctx, &caller, &query.name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Read whether packages are checked against business rules.
#[utoipa::path(
    get,
    path = "/config/importRules",
    tag = "administration",
    responses((status = 200, body = ImportRulesView))
)]
pub async fn read_import_rules(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
) -> Result<JsonResponse<ImportRulesView>, Problem> {
    let (check_imports, version) = app::imports::settings::import_rules(&ctx, &caller).await?;
    Ok(JsonResponse(ImportRulesView { check_imports, version }))
}

/// Set whether packages are checked against business rules; applies to packages read from now on.
#[utoipa::path(
    put,
    path = "/config/importRules",
    tag = "administration",
    request_body = ImportRulesRequest,
    responses((status = 200, body = ImportRulesView))
)]
pub async fn update_import_rules(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(ImportRulesRequest { check_imports, version }): Json<ImportRulesRequest>,
) -> Result<JsonResponse<ImportRulesView>, Problem> {
    let version = app::imports::settings::update_import_rules(&ctx, &caller, check_imports, version).await?;
    Ok(JsonResponse(ImportRulesView { check_imports, version }))
}
