//! Types of databases and manuals, for administrators.

use app::Ctx;
use app::library::types::Which;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Json as JsonResponse;

use crate::extract::{Caller, Json, Query};
use crate::problem::Problem;
use crate::views::types::{CsdbTypeView, ManualTypeView, TypeQuery};

/// List the manual types.
#[utoipa::path(get, path = "/config/manualTypes", tag = "administration", responses((status = 200, body = Vec<ManualTypeView>)))]
pub async fn list_manual_type_settings(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
) -> Result<JsonResponse<Vec<ManualTypeView>>, Problem> {
    let types = app::library::types::list(&ctx, &caller, Which::Manual).await?;
    Ok(JsonResponse(types.into_iter().map(Into::into).collect()))
}

/// Add a manual type.
#[utoipa::path(
    post,
    path = "/config/manualTypes",
    tag = "administration",
    request_body = ManualTypeView,
    responses((status = 201, body = ManualTypeView))
)]
pub async fn create_manual_type(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<ManualTypeView>,
) -> Result<(StatusCode, JsonResponse<ManualTypeView>), Problem> {
    let made = app::library::types::create(&ctx, &caller, Which::Manual, &request.into()).await?;
    Ok((StatusCode::CREATED, JsonResponse(made.into())))
}

/// Change a manual type; its code stays.
#[utoipa::path(
    put,
    path = "/config/manualTypes",
    tag = "administration",
    request_body = ManualTypeView,
    responses((status = 200, body = ManualTypeView))
)]
pub async fn update_manual_type(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<ManualTypeView>,
) -> Result<JsonResponse<ManualTypeView>, Problem> {
    let changed = app::library::types::update(&ctx, &caller, Which::Manual, &request.into()).await?;
    Ok(JsonResponse(changed.into()))
}

/// Remove an unused manual type.
#[utoipa::path(
    delete,
    path = "/config/manualTypes",
    tag = "administration",
    params(TypeQuery),
    responses((status = 204))
)]
pub async fn delete_manual_type(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<TypeQuery>,
) -> Result<StatusCode, Problem> {
    app::library::types::delete(&ctx, &caller, Which::Manual, &query.code).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// List the database types.
#[utoipa::path(get, path = "/config/csdbTypes", tag = "administration", responses((status = 200, body = Vec<CsdbTypeView>)))]
pub async fn list_csdb_type_settings(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
) -> Result<JsonResponse<Vec<CsdbTypeView>>, Problem> {
    let types = app::library::types::list(&ctx, &caller, Which::Csdb).await?;
    Ok(JsonResponse(types.into_iter().map(Into::into).collect()))
}

/// Add a database type.
#[utoipa::path(
    post,
    path = "/config/csdbTypes",
    tag = "administration",
    request_body = CsdbTypeView,
    responses((status = 201, body = CsdbTypeView))
)]
pub async fn create_csdb_type(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<CsdbTypeView>,
) -> Result<(StatusCode, JsonResponse<CsdbTypeView>), Problem> {
    let made = app::library::types::create(&ctx, &caller, Which::Csdb, &request.into()).await?;
    Ok((StatusCode::CREATED, JsonResponse(made.into())))
}

/// Change a database type; its code stays.
#[utoipa::path(
    put,
    path = "/config/csdbTypes",
    tag = "administration",
    request_body = CsdbTypeView,
    responses((status = 200, body = CsdbTypeView))
)]
pub async fn update_csdb_type(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<CsdbTypeView>,
) -> Result<JsonResponse<CsdbTypeView>, Problem> {
    let changed = app::library::types::update(&ctx, &caller, Which::Csdb, &request.into()).await?;
    Ok(JsonResponse(changed.into()))
}

/// Remove an unused database type.
#[utoipa::path(
    delete,
    path = "/config/csdbTypes",
    tag = "administration",
    params(TypeQuery),
    responses((status = 204))
)]
pub async fn delete_csdb_type(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<TypeQuery>,
) -> Result<StatusCode, Problem> {
    app::library::types::delete(&ctx, &caller, Which::Csdb, &query.code).await?;
    Ok(StatusCode::NO_CONTENT)
}
