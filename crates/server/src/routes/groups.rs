//! Groups of users.

use app::Ctx;
use app::imports::packages::{ExportFormat, written};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{Json as JsonResponse, Response};
use domain::id::GroupId;

use crate::extract::{AccountFile, Caller, Json, Path, Query};
use crate::problem::Problem;
use crate::routes::jobs::download;
use crate::views::groups::{
    CreateGroupRequest, GroupChangesView, GroupListQuery, GroupView, GroupWithMembersView, ImportGroupsRequest,
    UpdateGroupRequest,
};
use crate::views::page::{PageView, page_request};

/// List groups by name.
#[utoipa::path(
    get,
    path = "/groups",
    tag = "users",
    params(GroupListQuery),
    responses((status = 200, body = PageView<GroupView>))
)]
pub async fn list_groups(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<GroupListQuery>,
) -> Result<JsonResponse<PageView<GroupView>>, Problem> {
    let page = page_request(query.page_number, query.page_size)?;
    Ok(JsonResponse(app::users::groups::list(&ctx, &caller, &query.into(), page).await?.into()))
}

/// Read a group with its members.
#[utoipa::path(
    get,
    path = "/groups/{id}",
    tag = "users",
    params(("id" = String, Path)),
    responses((status = 200, body = GroupWithMembersView))
)]
pub async fn read_group(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<JsonResponse<GroupWithMembersView>, Problem> {
    Ok(JsonResponse(app::users::groups::read(&ctx, &caller, &GroupId(id)).await?.into()))
}

/// Make a group.
#[utoipa::path(
    post,
    path = "/groups",
    tag = "users",
    request_body = CreateGroupRequest,
    responses((status = 201, body = GroupWithMembersView))
)]
pub async fn create_group(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<CreateGroupRequest>,
) -> Result<(StatusCode, JsonResponse<GroupWithMembersView>), Problem> {
    let made = app::users::groups::create(&ctx, &caller, &request.into()).await?;
    Ok((StatusCode::CREATED, JsonResponse(made.into())))
}

/// Replace a group, members included.
#[utoipa::path(
    put,
    path = "/groups/{id}",
    tag = "users",
    params(("id" = String, Path)),
    request_body = UpdateGroupRequest,
    responses((status = 200, body = GroupWithMembersView))
)]
pub async fn update_group(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Json(request): Json<UpdateGroupRequest>,
) -> Result<JsonResponse<GroupWithMembersView>, Problem> {
    let version = request.version;
    let updated = app::users::groups::update(&ctx, &caller, &GroupId(id), version, &request.into()).await?;
    Ok(JsonResponse(updated.into()))
}

/// Delete a group with its grants.
#[utoipa::path(
    delete,
    path = "/groups/{id}",
    tag = "users",
    params(("id" = String, Path)),
    responses((status = 204))
)]
pub async fn delete_group(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    app::users::groups::delete(&ctx, &caller, &GroupId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Export all groups with their members.
#[utoipa::path(
    get,
    path = "/groups/export",
    tag = "users",
    responses((status = 200, content_type = "text/csv", body = Vec<u8>))
)]
pub async fn export_groups(State(ctx): State<Ctx>, Caller(caller): Caller) -> Result<Response, Problem> {
    let table = app::users::group_files::export(&ctx, &caller).await?;
    let csv = written(move || table, ExportFormat::Csv).await?;
    Ok(download("groups.csv", "text/csv; charset=utf-8", csv))
}

/// Make groups what a CSV file says, or check the file; with a defect in any line nothing is changed.
#[utoipa::path(
    post,
    path = "/groups/import",
    tag = "users",
    request_body = ImportGroupsRequest,
    responses((status = 200, body = GroupChangesView))
)]
pub async fn import_groups(
    State(ctx): State<Ctx>,
    AccountFile { caller, request }: AccountFile<ImportGroupsRequest>,
) -> Result<JsonResponse<GroupChangesView>, Problem> {
    let mode = request.mode()?;
    Ok(JsonResponse(app::users::group_files::import(&ctx, &caller, request.csv, mode).await?.into()))
}
