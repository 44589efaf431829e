//! Calls that tell another system about publications.

use app::Ctx;
use app::publications::webhooks;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Json as JsonResponse;
use domain::id::WebhookDeliveryId;

use crate::extract::{Caller, Path, Query};
use crate::problem::Problem;
use crate::views::page::{PageView, page_request};
use crate::views::webhooks::{WebhookDeliveryView, WebhooksQuery};

/// List the calls to the webhook, newest first.
#[utoipa::path(
    get,
    path = "/webhooks",
    tag = "administration",
    params(WebhooksQuery),
    responses((status = 200, body = PageView<WebhookDeliveryView>))
)]
pub async fn list_webhook_deliveries(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<WebhooksQuery>,
) -> Result<JsonResponse<PageView<WebhookDeliveryView>>, Problem> {
    let page = page_request(query.page_number, query.page_size)?;
    Ok(JsonResponse(webhooks::list(&ctx, &caller, page).await?.into()))
}

/// Send a call again that was given up.
#[utoipa::path(
    post,
    path = "/webhooks/{id}/retry",
    tag = "administration",
    params(("id" = String, Path)),
    responses((status = 204))
)]
pub async fn retry_webhook_delivery(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    webhooks::retry(&ctx, &caller, &WebhookDeliveryId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}
