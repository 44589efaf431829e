//! Accounts.

use app::Ctx;
use app::imports::packages::{ExportFormat, written};
use app::users::own::PasswordChange;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::response::{Json as JsonResponse, Response};

use crate::extract::{AccountFile, Address, AnyCaller, Caller, Json, Query};
use crate::problem::Problem;
use crate::routes::jobs::download;
use crate::scope::RequestScope;
use crate::secret::Secret;
use crate::views::page::{PageView, page_request};
use crate::views::sessions::ChangePasswordRequest;
use crate::views::user_files::{ImportUsersRequest, UserChangesView};
use crate::views::users::{
    AccountQuery, BulkUpdateUsersRequest, CreateUserRequest, CreatedUserView, OneTimePasswordView, QueryAllUsersQuery,
    ResetPasswordRequest, UpdateUserRequest, UpdateUserSelfRequest, UserView,
};

/// List accounts.
#[utoipa::path(
    get,
    path = "/user-manage/queryAllUsers",
    tag = "users",
    params(QueryAllUsersQuery),
    responses((status = 200, body = PageView<UserView>))
)]
pub async fn query_all_users(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<QueryAllUsersQuery>,
) -> Result<JsonResponse<PageView<UserView>>, Problem> {
    let page = page_request(query.page_number, query.page_size)?;
    let users = app::users::list(&ctx, &caller, &query.into(), page).await?;
    Ok(JsonResponse(users.into()))
}

/// Create an account.
#[utoipa::path(
    post,
    path = "/user-manage/createUser",
    tag = "users",
    request_body = CreateUserRequest,
    responses((status = 201, body = CreatedUserView))
)]
pub async fn create_user(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<CreateUserRequest>,
) -> Result<(StatusCode, JsonResponse<CreatedUserView>), Problem> {
    let (user, password) = app::users::create(&ctx, &caller, &request.into()).await?;
    Ok((StatusCode::CREATED, JsonResponse(CreatedUserView { user: user.into(), password: password.map(Secret::from) })))
}

/// Change an account: e-mail, name, role, status.
#[utoipa::path(
    post,
    path = "/user-manage/updateUser",
    tag = "users",
    request_body = UpdateUserRequest,
    responses((status = 200, body = UserView))
)]
pub async fn update_user(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<UpdateUserRequest>,
) -> Result<JsonResponse<UserView>, Problem> {
    let user = app::users::update(&ctx, &caller, &request.into()).await?;
    Ok(JsonResponse(user.into()))
}

/// Change many accounts at once: all of them, or none.
#[utoipa::path(
    post,
    path = "/user-manage/updateUsers",
    tag = "users",
    request_body = BulkUpdateUsersRequest,
    responses((status = 200, body = Vec<UserView>))
)]
pub async fn update_users(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<BulkUpdateUsersRequest>,
) -> Result<JsonResponse<Vec<UserView>>, Problem> {
    let users = app::users::bulk::update(&ctx, &caller, &request.into()).await?;
    Ok(JsonResponse(users.into_iter().map(UserView::from).collect()))
}

/// Export all accounts with their roles and groups.
#[utoipa::path(
    get,
    path = "/user-manage/exportUsers",
    tag = "users",
    responses((status = 200, content_type = "text/csv", body = Vec<u8>))
)]
pub async fn export_users(State(ctx): State<Ctx>, Caller(caller): Caller) -> Result<Response, Problem> {
    let table = app::users::user_files::export(&ctx, &caller).await?;
    let csv = written(move || table, ExportFormat::Csv).await?;
    Ok(download("users.csv", "text/csv; charset=utf-8", csv))
}

/// Make accounts what a CSV file says, or check the file; with a defect in any line nothing is changed.
#[utoipa::path(
    post,
    path = "/user-manage/importUsers",
    tag = "users",
    request_body = ImportUsersRequest,
    responses((status = 200, body = UserChangesView))
)]
pub async fn import_users(
    State(ctx): State<Ctx>,
    AccountFile { caller, request }: AccountFile<ImportUsersRequest>,
) -> Result<JsonResponse<UserChangesView>, Problem> {
    let mode = request.mode()?;
    Ok(JsonResponse(app::users::user_files::import(&ctx, &caller, request.csv, mode).await?.into()))
}

/// Read an account.
#[utoipa::path(
    get,
    path = "/user-manage/getUserByAccount",
    tag = "users",
    params(AccountQuery),
    responses((status = 200, body = UserView))
)]
pub async fn get_user_by_account(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<AccountQuery>,
) -> Result<JsonResponse<UserView>, Problem> {
    let user = app::users::find(&ctx, &caller, &query.account).await?;
    Ok(JsonResponse(user.into()))
}

/// Change my password. All my other sessions end.
#[utoipa::path(
    post,
    path = "/user-manage/changePwd",
    tag = "users",
    request_body = ChangePasswordRequest,
    responses((status = 204))
)]
pub async fn change_password(
    State(ctx): State<Ctx>,
    AnyCaller(caller): AnyCaller,
    Extension(scope): Extension<RequestScope>,
    Address(address): Address,
    Json(request): Json<ChangePasswordRequest>,
) -> Result<StatusCode, Problem> {
    let change = PasswordChange {
        account: request.account,
        old: request.old_password.into_exposed(),
        new: request.new_password.into_exposed(),
        confirm: request.confirm_password.into_exposed(),
    };
    let token = app::users::own::change_password(&ctx, &caller, &change, &address).await?;
    let _ = scope.fresh_token.set(token);
    Ok(StatusCode::NO_CONTENT)
}

/// Change my account: e-mail, name, preferences.
#[utoipa::path(
    post,
    path = "/user-manage/updateUserSelf",
    tag = "users",
    request_body = UpdateUserSelfRequest,
    responses((status = 200, body = UserView))
)]
pub async fn update_user_self(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<UpdateUserSelfRequest>,
) -> Result<JsonResponse<UserView>, Problem> {
    let user = app::users::own::update(&ctx, &caller, &request.into()).await?;
    Ok(JsonResponse(user.into()))
}

/// Set a one-time password. The account's sessions end.
#[utoipa::path(
    post,
    path = "/user-manage/resetPwd",
    tag = "users",
    request_body = ResetPasswordRequest,
    responses((status = 200, body = OneTimePasswordView))
)]
pub async fn reset_password(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<ResetPasswordRequest>,
) -> Result<JsonResponse<OneTimePasswordView>, Problem> {
    let password = app::users::reset_password(&ctx, &caller, &request.account).await?;
    Ok(JsonResponse(OneTimePasswordView { account: request.account, password: password.into() }))
}

/// Reject a registration. Its account name becomes available again.
#[utoipa::path(
    delete,
    path = "/user-manage/registration",
    tag = "users",
    params(AccountQuery),
    responses((status = 204))
)]
pub async fn reject_registration(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<AccountQuery>,
) -> Result<StatusCode, Problem> {
    app::users::registration::reject(&ctx, &caller, &query.account).await?;
    Ok(StatusCode::NO_CONTENT)
}
