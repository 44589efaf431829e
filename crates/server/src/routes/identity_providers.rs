//! Identity providers and the rules for signing in, for administrators.

use app::Ctx;
use app::users::{identity_providers, sign_in_settings};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Json as JsonResponse;
use domain::id::IdentityProviderId;

use crate::extract::{Caller, Json, Path, Query};
use crate::problem::Problem;
use crate::routes::provider_sign_in::CALLBACK;
use crate::views::identity_providers::{
    IdentityProviderRequest, IdentityProviderView, ProviderTestView, ProviderVersionQuery, SignInSettingsRequest,
    SignInSettingsView,
};

/// List identity providers by name.
#[utoipa::path(
    get,
    path = "/identityProviders",
    tag = "administration",
    responses((status = 200, body = Vec<IdentityProviderView>))
)]
pub async fn list_identity_providers(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
) -> Result<JsonResponse<Vec<IdentityProviderView>>, Problem> {
    let all = identity_providers::list(&ctx, &caller).await?;
    Ok(JsonResponse(all.into_iter().map(Into::into).collect()))
}

/// Add an identity provider. Needs a fresh proof of identity.
#[utoipa::path(
    post,
    path = "/identityProviders",
    tag = "administration",
    request_body = IdentityProviderRequest,
    responses((status = 201, body = IdentityProviderView))
)]
pub async fn create_identity_provider(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<IdentityProviderRequest>,
) -> Result<(StatusCode, JsonResponse<IdentityProviderView>), Problem> {
    let created = identity_providers::create(&ctx, &caller, &request.into()).await?;
    Ok((StatusCode::CREATED, JsonResponse(created.into())))
}

/// Replace an identity provider. Sessions that it opened end when it is switched off or has another issuer. Needs a
/// fresh proof of identity.
#[utoipa::path(
    put,
    path = "/identityProviders/{id}",
    tag = "administration",
    params(("id" = String, Path), ProviderVersionQuery),
    request_body = IdentityProviderRequest,
    responses((status = 200, body = IdentityProviderView))
)]
pub async fn update_identity_provider(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Query(query): Query<ProviderVersionQuery>,
    Json(request): Json<IdentityProviderRequest>,
) -> Result<JsonResponse<IdentityProviderView>, Problem> {
    let id = IdentityProviderId(id);
    Ok(JsonResponse(identity_providers::update(&ctx, &caller, &id, query.version, &request.into()).await?.into()))
}

/// Delete an identity provider. Sessions that it opened end. Needs a fresh proof of identity.
#[utoipa::path(
    delete,
    path = "/identityProviders/{id}",
    tag = "administration",
    params(("id" = String, Path)),
    responses((status = 204))
)]
pub async fn delete_identity_provider(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    identity_providers::delete(&ctx, &caller, &IdentityProviderId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Read the description and the keys of an identity provider now. A failure has the status 200, too.
#[utoipa::path(
    post,
    path = "/identityProviders/{id}/test",
    tag = "administration",
    params(("id" = String, Path)),
    responses((status = 200, body = ProviderTestView))
)]
pub async fn test_identity_provider(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<JsonResponse<ProviderTestView>, Problem> {
    Ok(JsonResponse(identity_providers::test(&ctx, &caller, &IdentityProviderId(id)).await?.into()))
}

/// Read the rules for signing in.
#[utoipa::path(
    get,
    path = "/config/signIn",
    tag = "administration",
    responses((status = 200, body = SignInSettingsView))
)]
pub async fn read_sign_in_settings(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
) -> Result<JsonResponse<SignInSettingsView>, Problem> {
    let rules = sign_in_settings::read(&ctx, &caller).await?;
    Ok(JsonResponse(SignInSettingsView::new(rules, CALLBACK)))
}

/// Change the rules for signing in. Open sessions stay open for 12 hours at most. Needs a fresh proof of identity.
#[utoipa::path(
    put,
    path = "/config/signIn",
    tag = "administration",
    request_body = SignInSettingsRequest,
    responses((status = 200, body = SignInSettingsView))
)]
pub async fn update_sign_in_settings(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<SignInSettingsRequest>,
) -> Result<JsonResponse<SignInSettingsView>, Problem> {
    let rules = sign_in_settings::update(&ctx, &caller, &request.into()).await?;
    Ok(JsonResponse(SignInSettingsView::new(rules, CALLBACK)))
}
