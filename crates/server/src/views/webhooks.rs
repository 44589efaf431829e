//! Wire types for webhooks.

use chrono::{DateTime, Utc};
use domain::webhook::WebhookDelivery;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::page::{PageNumber, PageSize};

/// A page of calls.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct WebhooksQuery {
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
}

/// A call that tells another system about a publication.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookDelivery)]
pub struct WebhookDeliveryView {
    pub id: String,
    /// The id of the publication.
    pub publication: String,
    /// As in `publication.approved`.
    pub event: String,
    /// Without path and secrets, as in `https://example.com`.
    pub receiver: String,
    /// waiting, delivered or failed.
    pub state: String,
    pub attempts: u32,
    pub created_on: DateTime<Utc>,
    /// When it is sent or sent again, while it waits.
    pub next_on: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub last_on: Option<DateTime<Utc>>,
    /// The HTTP status of the last answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub status: Option<u16>,
    /// Why the last attempt failed; empty when it did not.
    pub error: String,
}

impl From<WebhookDelivery> for WebhookDeliveryView {
    fn from(delivery: WebhookDelivery) -> Self {
        Self {
            id: delivery.id.0,
            publication: delivery.publication.0,
            event: delivery.event,
            receiver: delivery.receiver,
            state: delivery.state.as_str().to_owned(),
            attempts: delivery.attempts,
            created_on: delivery.created_on,
            next_on: delivery.next_on,
            last_on: delivery.last_on,
            status: delivery.status,
            error: delivery.error,
        }
    }
}
