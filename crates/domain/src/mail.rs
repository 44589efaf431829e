//! Mail: notifications that reach people outside the application.

use chrono::{DateTime, Days, NaiveTime, TimeDelta, Utc};

use crate::field::{FieldCode, FieldError, FieldErrors};
use crate::text;
use crate::user::Email;

/// The encryption of the connection to the mail server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum MailSecurity {
    /// The connection is encrypted before anything is said; a server that does not offer it is refused.
    #[default]
    StartTls,
    /// The connection is encrypted from its first byte.
    Tls,
    Unencrypted,
}

impl MailSecurity {
    pub const ALL: [Self; 3] = [Self::StartTls, Self::Tls, Self::Unencrypted];

    /// Wire and database name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::StartTls => "startTls",
            Self::Tls => "tls",
            Self::Unencrypted => "none",
        }
    }

    /// Parses the wire name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|security| security.as_str() == word)
    }
}

/// The mail server and the contents of mails, as administrators set them; without the password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailSettings {
    pub enabled: bool,
    pub host: String,
    pub port: u16,
    pub security: MailSecurity,
    /// The account at the mail server; empty: mails are sent without signing in.
    pub account: String,
    /// Certificates, as PEM, that are trusted besides the public ones; for mail servers of the company.
    pub certificate: String,
    /// The sender's address.
    pub sender: String,
    pub sender_name: String,
    /// The address of the application in links.
    pub public_url: String,
    /// Mails name databases and manuals.
    pub include_content: bool,
    /// The hour, in UTC, of daily mails.
    pub daily_hour: u8,
}

impl Default for MailSettings {
    fn default() -> Self {
        Self {
            enabled: false,
            host: String::new(),
            port: 587,
            security: MailSecurity::default(),
            account: String::new(),
            certificate: String::new(),
            sender: String::new(),
            sender_name: "Airfolio".to_owned(),
            public_url: String::new(),
            include_content: false,
            daily_hour: 6,
        }
    }
}

impl MailSettings {
    const MAX_CERTIFICATE: usize = 64 << 10;

    /// Trims and checks all values; server, sender and address may be missing as long as mail is off.
    pub fn checked(mut self) -> Result<Self, Vec<FieldError>> {
        let mut errors = FieldErrors::default();
        let needed = usize::from(self.enabled);
        let host = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':');
        self.host = errors.take("host", text::code(&self.host, needed, 253, host)).unwrap_or_default();
        self.account = errors.take("account", text::line(&self.account, 0, 254)).unwrap_or_default();
        self.sender_name = errors.take("senderName", text::line(&self.sender_name, 0, 100)).unwrap_or_default();
        if self.enabled || !self.sender.trim().is_empty() {
            let sender = errors.take("sender", Email::parse(&self.sender));
            self.sender = sender.map(|sender| sender.as_str().to_owned()).unwrap_or_default();
        }
        let url = errors.take("publicUrl", check_url(&self.public_url, needed));
        self.public_url = url.unwrap_or_default();
        self.certificate = self.certificate.trim().to_owned();
        if self.certificate.len() > Self::MAX_CERTIFICATE {
            errors.add("certificate", FieldCode::TooLong);
        }
        if self.port == 0 {
            errors.add("port", FieldCode::UnknownValue);
        }
        if self.daily_hour > 23 {
            errors.add("dailyHour", FieldCode::UnknownValue);
        }
        // A password must never travel unencrypted.
        if self.security == MailSecurity::Unencrypted && !self.account.is_empty() {
            errors.add("security", FieldCode::Unencrypted);
        }
        errors.finish()?;
        Ok(self)
    }

    /// The stored password may be used for `self` after a change from `before`: it goes to the same server, as well
    /// protected. Otherwise whoever may change the settings could have it sent to a server of their own.
    pub fn keeps_password_of(&self, before: &Self) -> bool {
        let target = |settings: &Self| {
            let Self { host, port, security, account, certificate, .. } = settings.clone();
            (host, port, security, account, certificate)
        };
        target(self) == target(before)
    }

    /// The time of the next daily mail after `now`.
    pub fn next_daily(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        let time = NaiveTime::from_hms_opt(self.daily_hour.into(), 0, 0).unwrap_or_default();
        let today = now.date_naive().and_time(time).and_utc();
        if today > now { today } else { today + Days::new(1) }
    }
}

/// Parses the address of the application in browsers, without a final slash.
pub(crate) fn check_url(text: &str, min: usize) -> Result<String, FieldCode> {
    let allowed = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '<' | '>' | '\\' | '#' | '?');
    let url = text::code(text, min, 500, allowed)?;
    let url = url.trim_end_matches('/');
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    if url.is_empty() || host.is_some_and(|host| !host.is_empty() && !host.starts_with('/')) {
        Ok(url.to_owned())
    } else {
        Err(FieldCode::Url)
    }
}

/// The state of a mail in the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MailState {
    Waiting,
    Sent,
    /// Not needed any more when its time came.
    Skipped,
    Failed,
}

impl MailState {
    pub const ALL: [Self; 4] = [Self::Waiting, Self::Sent, Self::Skipped, Self::Failed];

    /// Wire and database name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Sent => "sent",
            Self::Skipped => "skipped",
            Self::Failed => "failed",
        }
    }

    /// Parses the wire name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == word)
    }
}

/// The reason a mail was not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MailReason {
    /// The account of the receiver is not active.
    Inactive,
    /// All its notifications were read, muted, or may not be seen any more.
    Nothing,
    /// It waited too long, such as while mail was off.
    TooOld,
    /// The address of the receiver is none.
    Address,
    /// The mail server refused it.
    Refused,
    /// The mail server could not be reached, or asked to try again.
    Unreachable,
}

impl MailReason {
    pub const ALL: [Self; 6] =
        [Self::Inactive, Self::Nothing, Self::TooOld, Self::Address, Self::Refused, Self::Unreachable];

    /// Wire and database name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Inactive => "inactive",
            Self::Nothing => "nothing",
            Self::TooOld => "tooOld",
            Self::Address => "address",
            Self::Refused => "refused",
            Self::Unreachable => "unreachable",
        }
    }

    /// Parses the wire name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == word)
    }

    /// The state of a mail that ends for this reason.
    pub fn state(self) -> MailState {
        match self {
            Self::Inactive | Self::Nothing | Self::TooOld => MailState::Skipped,
            Self::Address | Self::Refused | Self::Unreachable => MailState::Failed,
        }
    }
}

/// The delay after the given number of failed attempts; `None` when it is time to give up.
pub fn retry_delay(attempts: i64) -> Option<TimeDelta> {
    const MINUTES: [i64; 7] = [1, 5, 15, 60, 240, 720, 1440];
    let index = usize::try_from(attempts.max(1) - 1).unwrap_or(usize::MAX);
    MINUTES.get(index).map(|minutes| TimeDelta::minutes(*minutes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> MailSettings {
        MailSettings {
            enabled: true,
            host: "mail.example.com".to_owned(),
            account: "robot".to_owned(),
            sender: "airfolio@example.com".to_owned(),
            public_url: "https://airfolio.example.com/docs/".to_owned(),
            ..MailSettings::default()
        }
    }

    fn refused(change: impl FnOnce(&mut MailSettings)) -> Vec<String> {
        let mut changed = settings();
        change(&mut changed);
        changed.checked().map_or_else(|errors| errors.iter().map(ToString::to_string).collect(), |_| Vec::new())
    }

    #[test]
    fn complete_settings_are_accepted_and_links_end_without_a_slash() {
        let checked = settings().checked().expect("valid");
        assert_eq!(checked.public_url, "https://airfolio.example.com/docs");
        assert!(MailSettings::default().checked().is_ok(), "nothing is needed as long as mail is off");
    }

    #[test]
    fn each_wrong_setting_has_its_reason() {
        assert_eq!(refused(|s| s.host.clear()), ["host: required"]);
        assert_eq!(refused(|s| s.host = "mail.example.com\r\nRCPT".to_owned()), ["host: character"]);
        assert_eq!(refused(|s| s.port = 0), ["port: unknown_value"]);
        assert_eq!(refused(|s| s.sender = "nobody".to_owned()), ["sender: email"]);
        assert_eq!(refused(|s| s.sender_name = "A\r\nBcc: x@y.z".to_owned()), ["senderName: character"]);
        assert_eq!(refused(|s| s.public_url = "javascript:alert(1)".to_owned()), ["publicUrl: url"]);
        assert_eq!(refused(|s| s.public_url = "https:///x".to_owned()), ["publicUrl: url"]);
        assert_eq!(refused(|s| s.daily_hour = 24), ["dailyHour: unknown_value"]);
        assert_eq!(refused(|s| s.certificate = "x".repeat(70_000)), ["certificate: too_long"]);
        assert_eq!(refused(|s| s.security = MailSecurity::Unencrypted), ["security: unencrypted"]);
    }

    #[test]
    fn a_password_stays_with_its_server() {
        let before = settings();
        assert!(MailSettings { sender_name: "B".to_owned(), ..settings() }.keeps_password_of(&before));
        assert!(!MailSettings { host: "evil.example".to_owned(), ..settings() }.keeps_password_of(&before));
        assert!(!MailSettings { port: 25, ..settings() }.keeps_password_of(&before));
        assert!(!MailSettings { security: MailSecurity::Unencrypted, ..settings() }.keeps_password_of(&before));
    }

    #[test]
    fn the_daily_mail_is_sent_at_its_next_hour() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().expect("a time");
        let settings = settings();
        assert_eq!(settings.next_daily(at("2026-01-05T05:59:59Z")), at("2026-01-05T06:00:00Z"));
        assert_eq!(settings.next_daily(at("2026-01-05T06:00:00Z")), at("2026-01-06T06:00:00Z"));
    }

    #[test]
    fn delays_grow_and_end() {
        let delays: Vec<_> = (1..).map_while(retry_delay).collect();
        assert_eq!(delays.len(), 7);
        assert!(delays.is_sorted());
    }
}
