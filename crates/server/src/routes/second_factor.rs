//! Second factors, and the proof that some operations ask for again.

use app::Ctx;
use app::users::second_factor;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Json as JsonResponse;

use crate::extract::{Address, AnyCaller, Caller, Json};
use crate::problem::Problem;
use crate::views::second_factor::{
    ConfirmRequest, FactorCodeRequest, FactorRolesRequest, FactorRolesView, FactorView, NewFactorView,
    RecoveryCodesView, ResetFactorRequest,
};

/// Read the state of the caller's second factor.
#[utoipa::path(get, path = "/users/secondFactor", tag = "users", responses((status = 200, body = FactorView)))]
pub async fn read_second_factor(
    State(ctx): State<Ctx>,
    AnyCaller(caller): AnyCaller,
) -> Result<JsonResponse<FactorView>, Problem> {
    let state = second_factor::read_own(&ctx, &caller).await?;
    Ok(JsonResponse(FactorView::new(&caller.user, state)))
}

/// Start to set up a second factor: returns the secret for an authenticator app. Login asks for codes only after
/// `confirm_second_factor`.
#[utoipa::path(post, path = "/users/secondFactor", tag = "users", responses((status = 200, body = NewFactorView)))]
pub async fn start_second_factor(
    State(ctx): State<Ctx>,
    AnyCaller(caller): AnyCaller,
) -> Result<JsonResponse<NewFactorView>, Problem> {
    let factor = second_factor::start(&ctx, &caller).await?;
    Ok(JsonResponse(factor.into()))
}

/// Finish the set-up with a code of the app. The recovery codes are returned once.
#[utoipa::path(
    put,
    path = "/users/secondFactor",
    tag = "users",
    request_body = FactorCodeRequest,
    responses((status = 200, body = RecoveryCodesView))
)]
pub async fn confirm_second_factor(
    State(ctx): State<Ctx>,
    AnyCaller(caller): AnyCaller,
    Json(request): Json<FactorCodeRequest>,
) -> Result<JsonResponse<RecoveryCodesView>, Problem> {
    let codes = second_factor::confirm(&ctx, &caller, request.code.expose()).await?;
    Ok(JsonResponse(codes.into()))
}

/// Remove the caller's second factor.
#[utoipa::path(delete, path = "/users/secondFactor", tag = "users", responses((status = 204)))]
pub async fn remove_second_factor(State(ctx): State<Ctx>, AnyCaller(caller): AnyCaller) -> Result<StatusCode, Problem> {
    second_factor::remove(&ctx, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Create new recovery codes; the earlier ones become invalid.
#[utoipa::path(
    post,
    path = "/users/secondFactor/recoveryCodes",
    tag = "users",
    responses((status = 200, body = RecoveryCodesView))
)]
pub async fn renew_recovery_codes(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
) -> Result<JsonResponse<RecoveryCodesView>, Problem> {
    let codes = second_factor::renew_recovery_codes(&ctx, &caller).await?;
    Ok(JsonResponse(codes.into()))
}

/// Prove again who uses this session. Operations that return 403 `confirmation.required` are then allowed for
/// 15 minutes; with `act`, that act once.
#[utoipa::path(post, path = "/users/confirm", tag = "users", request_body = ConfirmRequest, responses((status = 204)))]
pub async fn confirm_identity(
    State(ctx): State<Ctx>,
    AnyCaller(caller): AnyCaller,
    Address(address): Address,
    Json(request): Json<ConfirmRequest>,
) -> Result<StatusCode, Problem> {
    app::users::confirmation::confirm(&ctx, &caller, &request.try_into()?, &address).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Remove a user's second factor, because they lost it. The account's sessions end.
#[utoipa::path(
    post,
    path = "/user-manage/resetSecondFactor",
    tag = "users",
    request_body = ResetFactorRequest,
    responses((status = 204))
)]
pub async fn reset_second_factor(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<ResetFactorRequest>,
) -> Result<StatusCode, Problem> {
    second_factor::reset(&ctx, &caller, &request.account).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Read the roles that must have a second factor.
#[utoipa::path(
    get,
    path = "/config/secondFactor",
    tag = "administration",
    responses((status = 200, body = FactorRolesView))
)]
pub async fn read_factor_roles(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
) -> Result<JsonResponse<FactorRolesView>, Problem> {
    let (roles, version) = second_factor::required_roles(&ctx, &caller).await?;
    Ok(JsonResponse(FactorRolesView::new(&roles, version)))
}

/// Set the roles that must have a second factor; their users set one up at the next request.
#[utoipa::path(
    put,
    path = "/config/secondFactor",
    tag = "administration",
    request_body = FactorRolesRequest,
    responses((status = 200, body = FactorRolesView))
)]
pub async fn update_factor_roles(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<FactorRolesRequest>,
) -> Result<JsonResponse<FactorRolesView>, Problem> {
    let (roles, version) =
        second_factor::update_required_roles(&ctx, &caller, &request.roles(), request.version).await?;
    Ok(JsonResponse(FactorRolesView::new(&roles, version)))
}
