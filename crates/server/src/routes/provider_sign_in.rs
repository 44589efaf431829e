//! Signing in at an identity provider.

use std::sync::Arc;

use app::Ctx;
use app::users::provider_sign_in::{self, ATTEMPT_LASTS, ProviderAnswer, SignInRequest};
use app::users::sign_in_settings;
use axum::extract::{Extension, State};
use axum::http::header::{CACHE_CONTROL, COOKIE, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::Json as JsonResponse;
use domain::id::IdentityProviderId;

use super::sessions::show_me;
use crate::extract::{Address, AnyCaller, ClientOf, Json, Query};
use crate::problem::Problem;
use crate::scope::RequestScope;
use crate::state::HttpSettings;
use crate::views::identity_providers::{
    CallbackQuery, FinishSignInRequest, ProviderPageView, SignInOptionsView, StartSignInRequest,
};
use crate::views::second_factor::parsed_act;
use crate::views::sessions::MeView;

/// The path to which providers send browsers back.
pub(crate) const CALLBACK: &str = "/kbj/api/users/openid/callback";
/// The path of the cookie.
const COOKIE_PATH: &str = "/kbj/api/users/openid";
/// The cookie with the sealed attempt.
const COOKIE_NAME: &str = "airfolio_sign_in";
/// The same over https; browsers take it from no page without encryption.
const SECURE_COOKIE_NAME: &str = "__Secure-airfolio_sign_in";

/// The ways to sign in: with a password, or at identity providers.
#[utoipa::path(get, path = "/users/signInOptions", tag = "users", responses((status = 200, body = SignInOptionsView)))]
pub async fn read_sign_in_options(State(ctx): State<Ctx>) -> Result<JsonResponse<SignInOptionsView>, Problem> {
    Ok(JsonResponse(sign_in_settings::list_options(&ctx).await?.into()))
}

/// Begin to sign in at an identity provider. The answer sets a cookie; the browser goes to `url`.
#[utoipa::path(
    post,
    path = "/users/openid/start",
    tag = "users",
    request_body = StartSignInRequest,
    responses((status = 200, body = ProviderPageView, headers(("Set-Cookie" = String, description = "For 10 minutes"))))
)]
pub async fn start_provider_sign_in(
    State(ctx): State<Ctx>,
    Address(address): Address,
    Json(request): Json<StartSignInRequest>,
) -> Result<([(HeaderName, String); 1], JsonResponse<ProviderPageView>), Problem> {
    let provider = IdentityProviderId(request.provider);
    let act = parsed_act(request.act.as_deref())?;
    let request = SignInRequest { provider: &provider, callback: CALLBACK, fresh: request.fresh, act: act.as_ref() };
    let started = provider_sign_in::start(&ctx, request, &address).await?;
    let cookie = cookie(&started.public_url, &started.attempt);
    Ok(([(SET_COOKIE, cookie)], JsonResponse(ProviderPageView { url: Some(started.url) })))
}

/// `Lax`: the browser comes back from another site.
fn cookie(public_url: &str, attempt: &str) -> String {
    let is_secure = public_url.starts_with("https://");
    let (name, secure) = if is_secure { (SECURE_COOKIE_NAME, "; Secure") } else { (COOKIE_NAME, "") };
    let after_host = public_url.split_once("://").and_then(|(_, rest)| rest.split_once('/'));
    let prefix = after_host.map(|(_, path)| format!("/{path}")).unwrap_or_default();
    let seconds = ATTEMPT_LASTS.num_seconds();
    format!("{name}={attempt}; Path={prefix}{COOKIE_PATH}; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}")
}

/// Where providers send browsers back: goes on to a page of the application, which finishes the sign-in.
#[utoipa::path(
    get,
    path = "/users/openid/callback",
    tag = "users",
    params(CallbackQuery),
    responses((status = 303, headers(("Location" = String, description = "A page of the application"))))
)]
pub async fn return_from_provider(Query(query): Query<CallbackQuery>) -> (StatusCode, [(HeaderName, String); 2]) {
    let mut fragment = form_urlencoded::Serializer::new(String::new());
    match (query.code, query.state, query.error) {
        (Some(code), Some(state), None) => {
            fragment.append_pair("code", code.expose()).append_pair("state", state.expose());
            if let Some(issuer) = &query.iss {
                fragment.append_pair("iss", issuer);
            }
        }
        // The text of the provider is not repeated.
        _ => {
            fragment.append_pair("error", "1");
        }
    }
    // Relative, so that a proxy may serve the application below a path.
    let location = format!("../../../../#/pages/login?{}", fragment.finish());
    (StatusCode::SEE_OTHER, [(LOCATION, location), (CACHE_CONTROL, "no-store".to_owned())])
}

/// Finish the sign-in with the answer of the provider; the cookie of the same browser is needed. The token is in the
/// `Authorization` header of the response, as after a login with a password.
#[utoipa::path(
    post,
    path = "/users/openid/finish",
    tag = "users",
    request_body = FinishSignInRequest,
    responses((status = 200, body = MeView, headers(("Authorization" = String, description = "Bearer and the token"))))
)]
pub async fn finish_provider_sign_in(
    State(ctx): State<Ctx>,
    State(http): State<Arc<HttpSettings>>,
    Extension(scope): Extension<RequestScope>,
    ClientOf(client): ClientOf,
    headers: HeaderMap,
    Json(request): Json<FinishSignInRequest>,
) -> Result<JsonResponse<MeView>, Problem> {
    let (attempt, in_secure_cookie) = attempt_in(&headers).unwrap_or_default();
    let FinishSignInRequest { code, state, iss: issuer } = request;
    let (code, state) = (code.into_exposed(), state.into_exposed());
    let answer = ProviderAnswer { attempt, in_secure_cookie, code, state, issuer };
    let signed_in = provider_sign_in::finish(&ctx, &answer, client).await?;
    let _ = scope.fresh_token.set(signed_in.token);
    Ok(JsonResponse(show_me(&ctx, &http, signed_in.caller).await?))
}

/// The sealed attempt in the cookies of a request, and whether its cookie came over https. Of two, one is not ours: a
/// neighbouring host can set cookies of the same name.
fn attempt_in(headers: &HeaderMap) -> Option<(String, bool)> {
    let lines = headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let mut attempts = pairs.filter(|(name, _)| [COOKIE_NAME, SECURE_COOKIE_NAME].contains(name));
    let (name, value) = attempts.next()?;
    attempts.next().is_none().then(|| (value.to_owned(), name == SECURE_COOKIE_NAME))
}

/// The page that signs out at the identity provider, too. Read before logging out.
#[utoipa::path(
    get,
    path = "/users/openid/signOut",
    tag = "users",
    responses((status = 200, body = ProviderPageView))
)]
pub async fn read_provider_sign_out(
    State(ctx): State<Ctx>,
    AnyCaller(caller): AnyCaller,
) -> Result<JsonResponse<ProviderPageView>, Problem> {
    Ok(JsonResponse(ProviderPageView { url: provider_sign_in::sign_out_url(&ctx, &caller).await? }))
}
