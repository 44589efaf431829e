//! The settings of mail.

use domain::mail::{MailSecurity, MailSettings};
use serde::{Deserialize, Serialize};

use crate::StoreError;
use crate::json;
use crate::settings::{self, SettingEdit};
use crate::tx::Tx;

const KEY: &str = "mail";

/// The settings of mail with the encrypted password of the mail server.
#[derive(Debug, Clone, Default)]
pub struct StoredMailSettings {
    pub settings: MailSettings,
    /// Empty without a password.
    pub sealed_password: String,
    /// 0 when nothing was ever set.
    pub version: i64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredMail {
    enabled: bool,
    host: String,
    port: u16,
    security: String,
    account: String,
    certificate: String,
    sender: String,
    sender_name: String,
    public_url: String,
    include_content: bool,
    daily_hour: u8,
    sealed_password: String,
}

/// The settings of mail; the defaults when nothing was ever set.
pub async fn find(tx: &mut Tx) -> Result<StoredMailSettings, StoreError> {
    let (Some(value), version) = settings::find(tx, KEY).await? else { return Ok(StoredMailSettings::default()) };
    let stored: StoredMail = json::read(&value, "setting", "value")?;
    let unreadable = StoreError::Unreadable { table: "setting", column: "value" };
    let settings = MailSettings {
        enabled: stored.enabled,
        host: stored.host,
        port: stored.port,
        security: MailSecurity::parse(&stored.security).ok_or(unreadable)?,
        account: stored.account,
        certificate: stored.certificate,
        sender: stored.sender,
        sender_name: stored.sender_name,
        public_url: stored.public_url,
        include_content: stored.include_content,
        daily_hour: stored.daily_hour,
    };
    Ok(StoredMailSettings { settings, sealed_password: stored.sealed_password, version })
}

/// Stores the settings of mail; `false` on a version conflict.
pub async fn update(
    tx: &mut Tx,
    settings: &MailSettings,
    sealed_password: &str,
    edit: SettingEdit<'_>,
) -> Result<bool, StoreError> {
    let settings = settings.clone();
    let stored = StoredMail {
        enabled: settings.enabled,
        host: settings.host,
        port: settings.port,
        security: settings.security.as_str().to_owned(),
        account: settings.account,
        certificate: settings.certificate,
        sender: settings.sender,
        sender_name: settings.sender_name,
        public_url: settings.public_url,
        include_content: settings.include_content,
        daily_hour: settings.daily_hour,
        sealed_password: sealed_password.to_owned(),
    };
    settings::update(tx, KEY, &json::write(&stored)?, edit).await
}
