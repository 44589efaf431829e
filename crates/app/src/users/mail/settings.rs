//! The mail server, set by administrators.

use domain::field::FieldCode;
use domain::mail::MailSettings;
use domain::permission::Permission;
use store::mail_settings::StoredMailSettings;
use store::settings::SettingEdit;

use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, MailError};
use crate::core::smtp::{self, Envelope, MailServer, MailText, SmtpFailure};

/// Binds the encrypted password to its purpose.
const OWNER: &str = "mail server";
const MAX_PASSWORD: usize = 500;

/// The settings of mail; the password itself is never shown again.
#[derive(Debug, Clone)]
pub struct CurrentMailSettings {
    pub settings: MailSettings,
    pub has_password: bool,
    pub version: i64,
}

impl From<StoredMailSettings> for CurrentMailSettings {
    fn from(stored: StoredMailSettings) -> Self {
        let has_password = !stored.sealed_password.is_empty();
        Self { settings: stored.settings, has_password, version: stored.version }
    }
}

/// New settings of mail.
#[derive(Clone)]
pub struct MailSettingsUpdate {
    pub settings: MailSettings,
    /// `None` keeps the stored password, as long as it goes to the same server.
    pub password: Option<String>,
    pub version: i64,
}

impl std::fmt::Debug for MailSettingsUpdate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MailSettingsUpdate").field("settings", &self.settings).finish_non_exhaustive()
    }
}

/// The settings of mail.
pub async fn read(ctx: &Ctx, caller: &Caller) -> Result<CurrentMailSettings, Error> {
    caller.require(Permission::ManageSystem)?;
    Ok(store::mail_settings::find(&mut caller.read(ctx).await?).await?.into())
}

/// Changes the settings of mail, for all nodes.
pub async fn update(ctx: &Ctx, caller: &Caller, update: MailSettingsUpdate) -> Result<CurrentMailSettings, Error> {
    caller.require(Permission::ManageSystem)?;
    require_recent(ctx, caller).await?;
    let settings = update.settings.checked()?;
    if !smtp::are_certificates(&settings.certificate) {
        return Err(Error::field("certificate", FieldCode::Type));
    }
    let mut tx = caller.begin(ctx).await?;
    let before = store::mail_settings::find(&mut tx).await?;
    if before.version != update.version {
        return Err(Error::ChangedMeanwhile);
    }
    let sealed = seal(ctx, &settings, update.password.as_deref(), &before)?;
    let mut change = ctx.change(&caller.actor(), "setting.updated", "setting", "mail");
    change.detail = differences(&before.settings, &settings);
    if sealed != before.sealed_password {
        change.detail.push(("password".to_owned(), "changed".to_owned()));
    }
    let account = caller.user.account.as_str();
    let edit = SettingEdit { version: update.version, account, now: ctx.clock.now() };
    if !store::mail_settings::update(&mut tx, &settings, &sealed, edit).await? {
        return Err(Error::ChangedMeanwhile);
    }
    tx.record(change);
    tx.commit().await?;
    tracing::info!(user.account = %account, mail.enabled = settings.enabled, "Changed the settings of mail");
    Ok(CurrentMailSettings { has_password: !sealed.is_empty(), settings, version: update.version + 1 })
}

/// The encrypted password for the new settings; empty when none is needed.
fn seal(
    ctx: &Ctx,
    settings: &MailSettings,
    password: Option<&str>,
    before: &StoredMailSettings,
) -> Result<String, Error> {
    if settings.account.is_empty() {
        return Ok(String::new());
    }
    match password.filter(|password| !password.is_empty()) {
        Some(password) if password.len() > MAX_PASSWORD => Err(Error::field("password", FieldCode::TooLong)),
        Some(password) => Ok(ctx.token_key.sealing.seal(password.as_bytes(), OWNER)),
        None if before.sealed_password.is_empty() || !settings.keeps_password_of(&before.settings) => {
            Err(Error::field("password", FieldCode::Required))
        }
        None => Ok(before.sealed_password.clone()),
    }
}

fn differences(before: &MailSettings, after: &MailSettings) -> Vec<(String, String)> {
    let values = |settings: &MailSettings| {
        [
            ("enabled", settings.enabled.to_string()),
            ("host", settings.host.clone()),
            ("port", settings.port.to_string()),
            ("security", settings.security.as_str().to_owned()),
            ("account", settings.account.clone()),
            ("sender", settings.sender.clone()),
            ("senderName", settings.sender_name.clone()),
            ("publicUrl", settings.public_url.clone()),
            ("includeContent", settings.include_content.to_string()),
            ("dailyHour", settings.daily_hour.to_string()),
        ]
    };
    let changed = values(before).into_iter().zip(values(after)).filter(|(before, after)| before != after);
    let mut detail: Vec<_> =
        changed.map(|((name, before), (_, after))| (name.to_owned(), format!("{before} → {after}"))).collect();
    if before.certificate != after.certificate {
        detail.push(("certificate".to_owned(), "changed".to_owned()));
    }
    detail
}

/// The mail server of the settings, with its password.
pub(super) fn server_of(ctx: &Ctx, stored: &StoredMailSettings) -> Result<MailServer, MailError> {
    let settings = stored.settings.clone();
    if settings.host.is_empty() || settings.sender.is_empty() {
        return Err(MailError::NotSetUp);
    }
    let password = match stored.sealed_password.as_str() {
        "" => Vec::new(),
        // Sealed with another signing key.
        sealed => ctx.token_key.sealing.open(sealed, OWNER).ok_or(MailError::PasswordLost)?,
    };
    Ok(MailServer { settings, password: String::from_utf8_lossy(&password).into_owned() })
}

/// Sends a mail to the caller at once, also while mail is off; gives the message of the mail server when it fails.
pub async fn send_test(ctx: &Ctx, caller: &Caller, text: &MailText) -> Result<Option<String>, Error> {
    caller.require(Permission::ManageSystem)?;
    let stored = store::mail_settings::find(&mut caller.read(ctx).await?).await?;
    let server = server_of(ctx, &stored)?;
    let id = format!("test-{}", ctx.ids.next());
    let envelope = Envelope { to: caller.user.email.as_str(), id: &id, date: ctx.clock.now() };
    let failure = server.send(envelope, text).await.err();
    let message = failure.as_ref().map(SmtpFailure::message);
    let mut tx = caller.begin(ctx).await?;
    let mut change = ctx.change(&caller.actor(), "mail.tested", "setting", "mail");
    change.detail = vec![("result".to_owned(), message.unwrap_or("sent").to_owned())];
    tx.record(change);
    tx.commit().await?;
    Ok(message.map(str::to_owned))
}
