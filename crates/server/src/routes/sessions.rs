//! Login and logout.

use std::sync::Arc;

use app::Ctx;
use app::users::NewUser;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::response::Json as JsonResponse;
use domain::id::SessionId;
use domain::permission::Role;

use crate::extract::{Address, AnyCaller, Caller, ClientOf, Json, Path, Query};
use crate::problem::Problem;
use crate::scope::RequestScope;
use crate::state::HttpSettings;
use crate::views::bytes::{DownloadScopeQuery, DownloadTokenView};
use crate::views::sessions::{LogInRequest, MeView, RegisterRequest, RegisteredView, SessionView};

/// Log in. The token is in the `Authorization` header of the response. An account with a second factor is answered
/// with 401 `login.code_required` until the request contains a `code`.
#[utoipa::path(
    post,
    path = "/users/login",
    tag = "users",
    request_body = LogInRequest,
    responses((status = 200, body = MeView, headers(("Authorization" = String, description = "Bearer and the token"))))
)]
pub async fn log_in(
    State(ctx): State<Ctx>,
    State(http): State<Arc<HttpSettings>>,
    Extension(scope): Extension<RequestScope>,
    ClientOf(client): ClientOf,
    Json(request): Json<LogInRequest>,
) -> Result<JsonResponse<MeView>, Problem> {
    let signed_in = app::users::sessions::log_in(&ctx, &request.into(), client).await?;
    let _ = scope.fresh_token.set(signed_in.token);
    Ok(JsonResponse(show_me(&ctx, &http, signed_in.caller).await?))
}

/// Register an account. An administrator must activate it.
#[utoipa::path(
    post,
    path = "/users/register",
    tag = "users",
    request_body = RegisterRequest,
    responses((status = 202, body = RegisteredView))
)]
pub async fn register(
    State(ctx): State<Ctx>,
    Address(address): Address,
    Json(request): Json<RegisterRequest>,
) -> Result<(StatusCode, JsonResponse<RegisteredView>), Problem> {
    let new = NewUser {
        account: request.account,
        email: request.email,
        display_name: request.display_name,
        role: Role::Reader,
        password: Some(request.password.into_exposed()),
        guest_until: None,
    };
    let account = app::users::registration::register(&ctx, &new, request.confirm_password.expose(), &address).await?;
    Ok((StatusCode::ACCEPTED, JsonResponse(RegisteredView { account: account.as_str().to_owned() })))
}

/// Sign out everywhere: all sessions of the caller end, this one included.
#[utoipa::path(post, path = "/users/logoutEverywhere", tag = "users", responses((status = 204)))]
pub async fn log_out_everywhere(State(ctx): State<Ctx>, AnyCaller(caller): AnyCaller) -> Result<StatusCode, Problem> {
    app::users::sessions::log_out_everywhere(&ctx, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// List the caller's active sessions, the last used first.
#[utoipa::path(get, path = "/users/sessions", tag = "users", responses((status = 200, body = Vec<SessionView>)))]
pub async fn list_sessions(
    State(ctx): State<Ctx>,
    AnyCaller(caller): AnyCaller,
) -> Result<JsonResponse<Vec<SessionView>>, Problem> {
    let sessions = app::users::sessions::list_own(&ctx, &caller).await?;
    let current = &caller.session.id;
    Ok(JsonResponse(sessions.into_iter().map(|session| SessionView::new(session, current)).collect()))
}

/// End one of the caller's sessions.
#[utoipa::path(
    delete,
    path = "/users/sessions/{id}",
    tag = "users",
    params(("id" = String, Path)),
    responses((status = 204))
)]
pub async fn close_session(
    State(ctx): State<Ctx>,
    AnyCaller(caller): AnyCaller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    app::users::sessions::close(&ctx, &caller, &SessionId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Log out: the token becomes invalid.
#[utoipa::path(post, path = "/users/logout", tag = "users", responses((status = 204)))]
pub async fn log_out(State(ctx): State<Ctx>, AnyCaller(caller): AnyCaller) -> Result<StatusCode, Problem> {
    app::users::sessions::log_out(&ctx, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Read the current user and their permissions.
#[utoipa::path(get, path = "/users/me", tag = "users", responses((status = 200, body = MeView)))]
pub async fn read_me(
    State(ctx): State<Ctx>,
    State(http): State<Arc<HttpSettings>>,
    AnyCaller(caller): AnyCaller,
) -> Result<JsonResponse<MeView>, Problem> {
    Ok(JsonResponse(show_me(&ctx, &http, caller).await?))
}

/// The caller with what they may do, and where they may do less.
pub(super) async fn show_me(ctx: &Ctx, http: &HttpSettings, caller: app::Caller) -> Result<MeView, Problem> {
    let exceptions = app::users::access::list_own_exceptions(ctx, &caller).await?;
    Ok(MeView::new(caller, exceptions, &http.powered_by))
}

/// Create a token for download URLs: read-only, one scope, valid for one to two hours. Requests within an hour return
/// the same token.
#[utoipa::path(
    get,
    path = "/users/downloadToken",
    tag = "users",
    params(DownloadScopeQuery),
    responses((status = 200, body = DownloadTokenView))
)]
pub async fn read_download_token(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<DownloadScopeQuery>,
) -> Result<JsonResponse<DownloadTokenView>, Problem> {
    let (token, expires_on) = app::users::sessions::download_token(&ctx, &caller, &query.scope()?)?;
    Ok(JsonResponse(DownloadTokenView { token, expires_on }))
}
