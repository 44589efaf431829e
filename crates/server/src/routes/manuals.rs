//! Manuals, their types and revisions.

use app::Ctx;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Json as JsonResponse;
use domain::permission::Permission;

use crate::extract::{Caller, Json, Query, RequestLanguage};
use crate::problem::Problem;
use crate::texts;
use crate::views::manuals::{
    CreateManualRequest, ManualNameQuery, ManualPathQuery, ManualRulesRequest, ManualTypeView, ManualView,
    ManualsQuery, NamedCodeView,
};
use crate::views::paths::parse_path;
use crate::views::revisions::OemRevisionView;
use crate::views::sns::DmTypeView;

/// List manuals by database type, manual type or database.
#[utoipa::path(
    get,
    path = "/csdb/manual",
    tag = "library",
    params(ManualsQuery),
    responses((status = 200, body = Vec<ManualView>))
)]
pub async fn list_manuals(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<ManualsQuery>,
) -> Result<JsonResponse<Vec<ManualView>>, Problem> {
    let manuals = app::library::manuals::list(&ctx, &caller, &query.into()).await?;
    Ok(JsonResponse(manuals.into_iter().map(ManualView::from).collect()))
}

/// Create a manual in a database, with its first profiles.
#[utoipa::path(
    post,
    path = "/csdb/manual",
    tag = "library",
    request_body = CreateManualRequest,
    responses((status = 201, body = ManualView))
)]
pub async fn create_manual(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<CreateManualRequest>,
) -> Result<(StatusCode, JsonResponse<ManualView>), Problem> {
    let manual = app::library::manuals::create(&ctx, &caller, &request.parse()?).await?;
    Ok((StatusCode::CREATED, JsonResponse(manual.into())))
}

/// Change the rules of a manual.
#[utoipa::path(
    put,
    path = "/csdb/manual/rules",
    tag = "library",
    request_body = ManualRulesRequest,
    responses((status = 200, body = ManualView))
)]
pub async fn update_manual_rules(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<ManualRulesRequest>,
) -> Result<JsonResponse<ManualView>, Problem> {
    caller.require(Permission::Approve)?;
    let path = parse_path(&request.manual_path)?;
    let ManualRulesRequest { schema_errors_block: schema, brex_errors_block: brex, version, .. } = request;
    let manual = app::library::manuals::set_check_in_blocks(&ctx, &caller, &path, version, schema, brex).await?;
    Ok(JsonResponse(manual.into()))
}

/// Move a manual to the trash.
#[utoipa::path(delete, path = "/csdb/manual", tag = "library", params(ManualNameQuery), responses((status = 204)))]
pub async fn delete_manual(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<ManualNameQuery>,
) -> Result<StatusCode, Problem> {
    caller.require(Permission::CreateLibrary)?;
    app::library::manuals::delete(&ctx, &caller, &query.parse()?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// List the OEM revisions of a manual, newest first.
#[utoipa::path(
    get,
    path = "/revisions",
    tag = "library",
    params(ManualPathQuery),
    responses((status = 200, body = Vec<OemRevisionView>))
)]
pub async fn list_revisions(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<ManualPathQuery>,
) -> Result<JsonResponse<Vec<OemRevisionView>>, Problem> {
    let revisions = app::library::revisions::list(&ctx, &caller, &parse_path(&query.manual_path)?).await?;
    Ok(JsonResponse(revisions.into_iter().map(OemRevisionView::from).collect()))
}

/// List the manual types.
#[utoipa::path(
    get,
    path = "/csdb/manualTypeDetail",
    tag = "library",
    responses((status = 200, body = Vec<ManualTypeView>))
)]
pub async fn list_manual_types(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
) -> Result<JsonResponse<Vec<ManualTypeView>>, Problem> {
    let types = app::library::manuals::types(&ctx, &caller).await?;
    Ok(JsonResponse(types.into_iter().map(|one| ManualTypeView::of(one, locale)).collect()))
}

/// List the profile types.
#[utoipa::path(
    get,
    path = "/csdb/profileType",
    tag = "library",
    responses((status = 200, body = Vec<NamedCodeView>))
)]
pub async fn list_profile_types(
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
) -> Result<JsonResponse<Vec<NamedCodeView>>, Problem> {
    let types = app::library::manuals::profile_types(&caller)?;
    let named = |code: &str| NamedCodeView {
        code: code.to_owned(),
        name: texts::say(locale, &format!("profileType.{code}"), &[]),
    };
    Ok(JsonResponse(types.into_iter().map(named).collect()))
}

/// List the content types of data modules.
#[utoipa::path(get, path = "/csdb/dmType", tag = "library", responses((status = 200, body = Vec<NamedCodeView>)))]
pub async fn list_content_types(
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
) -> Result<JsonResponse<Vec<NamedCodeView>>, Problem> {
    let types = app::library::manuals::content_types(&caller)?;
    let named = |code: &str| NamedCodeView {
        code: code.to_owned(),
        name: texts::say(locale, &format!("contentType.{code}"), &[]),
    };
    Ok(JsonResponse(types.into_iter().map(named).collect()))
}

/// List the information codes of data modules.
#[utoipa::path(get, path = "/csdb/dmTypes", tag = "library", responses((status = 200, body = Vec<DmTypeView>)))]
pub async fn list_info_codes(
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
) -> Result<JsonResponse<Vec<DmTypeView>>, Problem> {
    let codes = app::reading::sns::info_codes(&caller)?;
    Ok(JsonResponse(DmTypeView::list(codes, locale)))
}
