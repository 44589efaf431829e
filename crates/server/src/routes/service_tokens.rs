//! Tokens of other systems.

use app::Ctx;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Json as JsonResponse;
use domain::id::ServiceTokenId;

use crate::extract::{Caller, Json, Path};
use crate::problem::Problem;
use crate::views::service_tokens::{CreateServiceTokenRequest, CreatedServiceTokenView, ServiceTokenView};

/// List service tokens by name.
#[utoipa::path(
    get,
    path = "/serviceTokens",
    tag = "users",
    responses((status = 200, body = Vec<ServiceTokenView>))
)]
pub async fn list_service_tokens(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
) -> Result<JsonResponse<Vec<ServiceTokenView>>, Problem> {
    let tokens = app::users::service_tokens::list(&ctx, &caller).await?;
    Ok(JsonResponse(tokens.into_iter().map(Into::into).collect()))
}

/// Make a service token. Its text is in this answer only.
#[utoipa::path(
    post,
    path = "/serviceTokens",
    tag = "users",
    request_body = CreateServiceTokenRequest,
    responses((status = 201, body = CreatedServiceTokenView))
)]
pub async fn create_service_token(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<CreateServiceTokenRequest>,
) -> Result<(StatusCode, JsonResponse<CreatedServiceTokenView>), Problem> {
    let created = app::users::service_tokens::create(&ctx, &caller, &request.into()).await?;
    Ok((StatusCode::CREATED, JsonResponse(created.into())))
}

/// Revoke a service token; it is refused from the next request on.
#[utoipa::path(
    delete,
    path = "/serviceTokens/{id}",
    tag = "users",
    params(("id" = String, Path)),
    responses((status = 204))
)]
pub async fn revoke_service_token(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    app::users::service_tokens::revoke(&ctx, &caller, &ServiceTokenId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}
