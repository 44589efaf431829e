//! Wire types for mail.

use app::users::mail::queue::QueuedMail;
use app::users::mail::settings::{CurrentMailSettings, MailSettingsUpdate};
use chrono::{DateTime, Utc};
use domain::field::FieldCode;
use domain::mail::{MailSecurity, MailSettings, MailState};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::page::{PageNumber, PageSize};
use super::preferences::DeliveryView;
use super::words::{MailReasonView, MailSecurityView, MailStateView};
use crate::secret::Secret;

/// The settings of mail; the password of the mail server is never shown.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MailSettings)]
pub struct MailSettingsView {
    pub enabled: bool,
    pub host: String,
    pub port: u16,
    pub security: MailSecurityView,
    /// The account at the mail server; empty: without signing in.
    pub account: String,
    pub has_password: bool,
    /// Certificates, as PEM, that are trusted besides the public ones.
    pub certificate: String,
    pub sender: String,
    pub sender_name: String,
    /// The address of the application in links.
    pub public_url: String,
    /// Mails name databases and manuals.
    pub include_content: bool,
    /// The hour of daily mails, in UTC.
    pub daily_hour: u8,
    pub version: i64,
}

impl From<CurrentMailSettings> for MailSettingsView {
    fn from(current: CurrentMailSettings) -> Self {
        let settings = current.settings;
        Self {
            enabled: settings.enabled,
            host: settings.host,
            port: settings.port,
            security: MailSecurityView(settings.security),
            account: settings.account,
            has_password: current.has_password,
            certificate: settings.certificate,
            sender: settings.sender,
            sender_name: settings.sender_name,
            public_url: settings.public_url,
            include_content: settings.include_content,
            daily_hour: settings.daily_hour,
            version: current.version,
        }
    }
}

/// All settings of mail.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MailSettingsRequest {
    pub enabled: bool,
    pub host: String,
    pub port: u16,
    #[schema(value_type = MailSecurityView)]
    pub security: String,
    #[serde(default)]
    pub account: String,
    /// Omitted: the stored password stays. It is required again when host, port, security, account or certificate
    /// change.
    #[schema(value_type = String, nullable = false, required = false)]
    pub password: Option<Secret>,
    #[serde(default)]
    pub certificate: String,
    pub sender: String,
    #[serde(default)]
    pub sender_name: String,
    pub public_url: String,
    pub include_content: bool,
    /// 0 to 23, in UTC.
    pub daily_hour: u8,
    pub version: i64,
}

impl TryFrom<MailSettingsRequest> for MailSettingsUpdate {
    type Error = app::Error;

    fn try_from(request: MailSettingsRequest) -> Result<Self, app::Error> {
        let security = MailSecurity::parse(&request.security);
        let settings = MailSettings {
            enabled: request.enabled,
            host: request.host,
            port: request.port,
            security: security.ok_or_else(|| app::Error::field("security", FieldCode::UnknownValue))?,
            account: request.account,
            certificate: request.certificate,
            sender: request.sender,
            sender_name: request.sender_name,
            public_url: request.public_url,
            include_content: request.include_content,
            daily_hour: request.daily_hour,
        };
        Ok(Self { settings, password: request.password.map(Secret::into_exposed), version: request.version })
    }
}

/// The result of a test mail.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TestMail)]
pub struct TestMailView {
    pub sent: bool,
    /// The address that it was sent to.
    pub to: String,
    /// The message of the mail server or of the connection, as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub error: Option<String>,
}

/// A mail in the queue.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Mail)]
pub struct MailView {
    pub id: String,
    /// The receiver.
    pub account: String,
    pub delivery: DeliveryView,
    pub state: MailStateView,
    /// The reason of the last failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub reason: Option<MailReasonView>,
    /// The message of the mail server.
    pub error: String,
    pub attempts: i64,
    /// The number of notifications in it.
    pub notifications: u64,
    /// The time of the next attempt, as long as it waits.
    pub due_on: DateTime<Utc>,
    pub created_on: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub ended_on: Option<DateTime<Utc>>,
}

impl From<QueuedMail> for MailView {
    fn from(mail: QueuedMail) -> Self {
        Self {
            id: mail.id.0,
            account: mail.account,
            delivery: mail.delivery.into(),
            state: MailStateView(mail.state),
            reason: mail.reason.map(MailReasonView),
            error: mail.error,
            attempts: mail.attempts,
            notifications: mail.notifications,
            due_on: mail.due_on,
            created_on: mail.created_on,
            ended_on: mail.ended_on,
        }
    }
}

/// Filter of the queue.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MailsQuery {
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
    #[param(value_type = Option<MailStateView>)]
    pub state: Option<String>,
}

impl MailsQuery {
    /// The chosen state.
    pub fn state(&self) -> Result<Option<MailState>, app::Error> {
        let parse =
            |word: &String| MailState::parse(word).ok_or_else(|| app::Error::field("state", FieldCode::UnknownValue));
        self.state.as_ref().map(parse).transpose()
    }
}
