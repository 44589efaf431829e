//! The access to databases and manuals.

use app::Ctx;
use axum::extract::State;
use axum::response::Json as JsonResponse;
use domain::permission::Permission;

use crate::extract::{Caller, Json, Query};
use crate::problem::Problem;
use crate::views::access::{
    AccessQuery, PlaceAccessView, PlaceSummaryView, UpdateAccessRequest, UserAccessQuery, UserAccessView,
};

/// Read who may see a database or manual.
#[utoipa::path(
    get,
    path = "/access",
    tag = "users",
    params(AccessQuery),
    responses((status = 200, body = PlaceAccessView))
)]
pub async fn read_access(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<AccessQuery>,
) -> Result<JsonResponse<PlaceAccessView>, Problem> {
    caller.require(Permission::ManageUsers)?;
    Ok(JsonResponse(app::users::access::read(&ctx, &caller, &query.path()?).await?.into()))
}

/// List all databases and manuals with their limits.
#[utoipa::path(get, path = "/access/list", tag = "users", responses((status = 200, body = Vec<PlaceSummaryView>)))]
pub async fn list_access(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
) -> Result<JsonResponse<Vec<PlaceSummaryView>>, Problem> {
    let found = app::users::access::list(&ctx, &caller).await?;
    Ok(JsonResponse(found.into_iter().map(Into::into).collect()))
}

/// Limit or open databases and manuals, and give or take grants.
#[utoipa::path(
    put,
    path = "/access",
    tag = "users",
    request_body = UpdateAccessRequest,
    responses((status = 200, body = Vec<PlaceAccessView>))
)]
pub async fn update_access(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<UpdateAccessRequest>,
) -> Result<JsonResponse<Vec<PlaceAccessView>>, Problem> {
    caller.require(Permission::ManageUsers)?;
    let changed = app::users::access::update(&ctx, &caller, &request.parse()?).await?;
    Ok(JsonResponse(changed.into_iter().map(Into::into).collect()))
}

/// List what a user may do in every database and manual, and why.
#[utoipa::path(
    get,
    path = "/access/ofUser",
    tag = "users",
    params(UserAccessQuery),
    responses((status = 200, body = Vec<UserAccessView>))
)]
pub async fn list_user_access(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<UserAccessQuery>,
) -> Result<JsonResponse<Vec<UserAccessView>>, Problem> {
    let found = app::users::access::of_user(&ctx, &caller, &query.account).await?;
    Ok(JsonResponse(found.into_iter().map(Into::into).collect()))
}
