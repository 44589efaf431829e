//! Databases.

use app::Ctx;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Json as JsonResponse;
use domain::permission::Permission;

use crate::extract::{Caller, Json, Query};
use crate::problem::Problem;
use crate::views::csdbs::{CreateCsdbRequest, CsdbNameQuery, CsdbView, CsdbsQuery};

/// List databases, all or those of one type.
#[utoipa::path(
    get,
    path = "/csdb",
    tag = "library",
    params(CsdbsQuery),
    responses((status = 200, body = Vec<CsdbView>))
)]
pub async fn list_csdbs(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<CsdbsQuery>,
) -> Result<JsonResponse<Vec<CsdbView>>, Problem> {
    let csdbs = app::library::csdbs::list(&ctx, &caller, query.csdb_type.as_deref()).await?;
    Ok(JsonResponse(csdbs.into_iter().map(CsdbView::from).collect()))
}

/// Create a database.
#[utoipa::path(
    post,
    path = "/csdb",
    tag = "library",
    request_body = CreateCsdbRequest,
    responses((status = 201, body = CsdbView))
)]
pub async fn create_csdb(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<CreateCsdbRequest>,
) -> Result<(StatusCode, JsonResponse<CsdbView>), Problem> {
    let csdb = app::library::csdbs::create(&ctx, &caller, &request.parse()?).await?;
    Ok((StatusCode::CREATED, JsonResponse(csdb.into())))
}

/// Move a database with all its manuals to the trash.
#[utoipa::path(delete, path = "/csdb", tag = "library", params(CsdbNameQuery), responses((status = 204)))]
pub async fn delete_csdb(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<CsdbNameQuery>,
) -> Result<StatusCode, Problem> {
    caller.require(Permission::DeleteLibrary)?;
    app::library::csdbs::delete(&ctx, &caller, &query.parse()?).await?;
    Ok(StatusCode::NO_CONTENT)
}
