//! Profiles of manuals.

use app::Ctx;
use app::library::manuals;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Json as JsonResponse;
use domain::id::ProfileId;
use domain::permission::Permission;

use crate::extract::{Caller, Json, Query};
use crate::problem::Problem;
use crate::views::manuals::ManualPathQuery;
use crate::views::paths::parse_path;
use crate::views::profiles::{AddProfileRequest, DeleteProfileQuery, ProfileView, UpdateProfileRequest};

/// List the profiles of a manual.
#[utoipa::path(
    get,
    path = "/csdb/profile",
    tag = "library",
    params(ManualPathQuery),
    responses((status = 200, body = Vec<ProfileView>))
)]
pub async fn list_profiles(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<ManualPathQuery>,
) -> Result<JsonResponse<Vec<ProfileView>>, Problem> {
    let (manual, profiles) = manuals::profiles(&ctx, &caller, &parse_path(&query.manual_path)?).await?;
    Ok(JsonResponse(profiles.into_iter().map(|found| ProfileView::of(&manual, found)).collect()))
}

/// Add a profile to a manual.
#[utoipa::path(
    post,
    path = "/csdb/profile",
    tag = "library",
    request_body = AddProfileRequest,
    responses((status = 201, body = ProfileView))
)]
pub async fn add_profile(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<AddProfileRequest>,
) -> Result<(StatusCode, JsonResponse<ProfileView>), Problem> {
    caller.require(Permission::CreateLibrary)?;
    let path = parse_path(&request.manual_path)?;
    let (manual, profile) = manuals::add_profile(&ctx, &caller, &path, request.parse()?).await?;
    Ok((StatusCode::CREATED, JsonResponse(ProfileView::of(&manual, profile))))
}

/// Change a profile.
#[utoipa::path(
    put,
    path = "/csdb/profile",
    tag = "library",
    request_body = UpdateProfileRequest,
    responses((status = 200, body = ProfileView))
)]
pub async fn update_profile(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<UpdateProfileRequest>,
) -> Result<JsonResponse<ProfileView>, Problem> {
    caller.require(Permission::CreateLibrary)?;
    let (id, version) = (ProfileId(request.id.clone()), request.version);
    let (manual, profile) = manuals::update_profile(&ctx, &caller, &id, version, request.parse()?).await?;
    Ok(JsonResponse(ProfileView::of(&manual, profile)))
}

/// Delete a profile; its content stays in the manual.
#[utoipa::path(delete, path = "/csdb/profile", tag = "library", params(DeleteProfileQuery), responses((status = 204)))]
pub async fn delete_profile(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<DeleteProfileQuery>,
) -> Result<StatusCode, Problem> {
    manuals::delete_profile(&ctx, &caller, &ProfileId(query.id), query.version).await?;
    Ok(StatusCode::NO_CONTENT)
}
