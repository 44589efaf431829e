//! Accounts of auditors.

use app::Ctx;
use app::users::auditors;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Json as JsonResponse;

use crate::extract::{Caller, Json, Path};
use crate::problem::Problem;
use crate::views::auditors::{AuditorView, CreateAuditorRequest, CreatedAuditorView, UpdateAuditorRequest};

/// List the auditors with what they may read.
#[utoipa::path(
    get,
    path = "/auditors",
    tag = "users",
    responses((status = 200, body = Vec<AuditorView>))
)]
pub async fn list_auditors(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
) -> Result<JsonResponse<Vec<AuditorView>>, Problem> {
    let found = auditors::list(&ctx, &caller).await?;
    Ok(JsonResponse(found.into_iter().map(AuditorView::from).collect()))
}

/// Create the account of an auditor.
#[utoipa::path(
    post,
    path = "/auditors",
    tag = "users",
    request_body = CreateAuditorRequest,
    responses((status = 201, body = CreatedAuditorView))
)]
pub async fn create_auditor(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<CreateAuditorRequest>,
) -> Result<(StatusCode, JsonResponse<CreatedAuditorView>), Problem> {
    let made = auditors::create(&ctx, &caller, &request.parse()?).await?;
    Ok((StatusCode::CREATED, JsonResponse(made.into())))
}

/// Change what an auditor may read, and until when.
#[utoipa::path(
    put,
    path = "/auditors/{account}",
    tag = "users",
    params(("account" = String, Path)),
    request_body = UpdateAuditorRequest,
    responses((status = 200, body = AuditorView))
)]
pub async fn update_auditor(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(account): Path<String>,
    Json(request): Json<UpdateAuditorRequest>,
) -> Result<JsonResponse<AuditorView>, Problem> {
    let (version, access) = (request.version, request.access()?);
    Ok(JsonResponse(auditors::update(&ctx, &caller, &account, version, &access).await?.into()))
}
