//! Wire types for notifications.

use chrono::{DateTime, Utc};
use domain::language::Locale;
use domain::notification::Notification;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::page::{PageNumber, PageSize};
use super::words::NotificationKindView;
use crate::texts;

/// A notification.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Notification)]
pub struct NotificationView {
    pub id: String,
    pub kind: NotificationKindView,
    #[schema(example = "user.registered")]
    pub code: String,
    /// The text, in the language of the request.
    pub text: String,
    /// A route of the web application.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub link: Option<String>,
    pub created_on: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub read_on: Option<DateTime<Utc>>,
}

impl NotificationView {
    /// Translates the text to `locale`.
    pub fn new(notification: Notification, locale: Locale) -> Self {
        Self {
            id: notification.id.0,
            kind: NotificationKindView(notification.kind),
            text: texts::say(
                locale,
                &format!("notification.{}", notification.code),
                &in_words(locale, notification.params),
            ),
            code: notification.code,
            link: notification.link,
            created_on: notification.created_on,
            read_on: notification.read_on,
        }
    }
}

/// Replaces wire names with display names: a job is named as in the catalogue.
pub fn in_words(locale: Locale, params: Vec<(String, String)>) -> Vec<(String, String)> {
    let said = |(name, value): (String, String)| {
        let job = (name == "job").then(|| texts::catalogue(locale).get(&format!("job.name.{value}"))).flatten();
        let value = job.cloned().unwrap_or(value);
        (name, value)
    };
    params.into_iter().map(said).collect()
}

/// Filter for notifications.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct NotificationsQuery {
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
    /// Only unread ones.
    pub unread: Option<bool>,
}
