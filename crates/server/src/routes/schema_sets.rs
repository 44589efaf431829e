//! Schema sets.

use app::Ctx;
use axum::body::Body;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::response::Json as JsonResponse;

use crate::extract::{Caller, Query, read};
use crate::problem::Problem;
use crate::scope::RequestScope;
use crate::views::packages::FindingView;
use crate::views::schema_sets::{SchemaSetQuery, SchemaSetView};

/// The largest schema ZIP; one issue has about 10 MB.
const MAX_ZIP: usize = 96 << 20;
/// The largest XML file for validation.
const MAX_XML: usize = 16 << 20;
const TOO_LARGE: &str = "upload.too_large";

/// List the installed schema sets.
#[utoipa::path(
    get,
    path = "/config/schemaSets",
    tag = "administration",
    responses((status = 200, body = Vec<SchemaSetView>))
)]
pub async fn list_schema_sets(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Extension(scope): Extension<RequestScope>,
) -> Result<JsonResponse<Vec<SchemaSetView>>, Problem> {
    let sets = app::imports::schema_sets::list(&ctx, &caller).await?;
    Ok(JsonResponse(sets.into_iter().map(|set| SchemaSetView::new(set, scope.locale)).collect()))
}

/// Install the schemas of an issue from the original ZIP of s1000d.org, if they can be used.
#[utoipa::path(
    post,
    path = "/config/schemaSets",
    tag = "administration",
    request_body(content_type = "application/zip", content = Vec<u8>),
    responses((status = 201, body = SchemaSetView))
)]
pub async fn install_schema_set(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Extension(scope): Extension<RequestScope>,
    body: Body,
) -> Result<(StatusCode, JsonResponse<SchemaSetView>), Problem> {
    app::imports::schema_sets::may_install(&caller)?;
    let zip = read(body, MAX_ZIP, TOO_LARGE).await?;
    let installed = app::imports::schema_sets::install(&ctx, &caller, zip).await?;
    Ok((StatusCode::CREATED, JsonResponse(SchemaSetView::new(installed, scope.locale))))
}

/// Remove the schemas of an issue.
#[utoipa::path(
    delete,
    path = "/config/schemaSets",
    tag = "administration",
    params(SchemaSetQuery),
    responses((status = 204))
)]
pub async fn delete_schema_set(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<SchemaSetQuery>,
) -> Result<StatusCode, Problem> {
    app::imports::schema_sets::delete(&ctx, &caller, &query.issue).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Validate one XML file against the installed schemas.
#[utoipa::path(
    post,
    path = "/config/schemaSets/check",
    tag = "administration",
    request_body(content_type = "application/xml", content = Vec<u8>),
    responses((status = 200, body = Vec<FindingView>))
)]
pub async fn check_against_schemas(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Extension(scope): Extension<RequestScope>,
    body: Body,
) -> Result<JsonResponse<Vec<FindingView>>, Problem> {
    app::imports::schema_sets::may_install(&caller)?;
    let xml = read(body, MAX_XML, TOO_LARGE).await?;
    let findings = app::imports::schema_sets::check(&ctx, &caller, xml).await?;
    Ok(JsonResponse(findings.iter().map(|finding| FindingView::new(finding, scope.locale)).collect()))
}
