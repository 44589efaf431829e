//! Sending one mail to the mail server.

use std::time::Duration;

use chrono::{DateTime, Utc};
use domain::mail::{MailSecurity, MailSettings};
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};

/// The time for one command of the conversation.
const COMMAND_PATIENCE: Duration = Duration::from_secs(15);
/// The time for the whole conversation; the lease of a mail is longer.
const PATIENCE: Duration = Duration::from_secs(50);
/// Longer subjects are cut.
const MAX_SUBJECT: usize = 150;
/// Longer messages of the mail server are cut.
const MAX_ERROR: usize = 1_000;

/// The contents of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailText {
    pub subject: String,
    pub plain: String,
    pub html: String,
}

/// The reason a mail was not sent, in the words of the mail server where it said any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SmtpFailure {
    /// The server refused this mail for good, or it cannot be written.
    Refused(String),
    /// Another attempt may succeed.
    Unavailable(String),
}

impl SmtpFailure {
    pub(crate) fn message(&self) -> &str {
        match self {
            Self::Refused(message) | Self::Unavailable(message) => message,
        }
    }
}

/// A mail server with the password of the account there.
#[derive(Clone)]
pub(crate) struct MailServer {
    pub(crate) settings: MailSettings,
    pub(crate) password: String,
}

/// Where a mail goes, and its identity.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Envelope<'a> {
    pub(crate) to: &'a str,
    /// The same for each attempt, so that mail servers can recognise a mail that they already have.
    pub(crate) id: &'a str,
    pub(crate) date: DateTime<Utc>,
}

/// Mails can be sent to this address.
pub(crate) fn is_address(text: &str) -> bool {
    text.parse::<Address>().is_ok()
}

/// The certificates of a setting can be read.
pub(crate) fn are_certificates(pem: &str) -> bool {
    pem.is_empty() || (pem.contains("-----BEGIN CERTIFICATE-----") && certificate(pem).is_ok())
}

/// The PEM of a setting, tried as part of a TLS configuration, which refuses certificates that it cannot read.
fn certificate(pem: &str) -> Result<Certificate, lettre::transport::smtp::Error> {
    let certificate = Certificate::from_pem(pem.as_bytes())?;
    TlsParameters::builder("localhost".to_owned()).add_root_certificate(certificate.clone()).build()?;
    Ok(certificate)
}

impl MailServer {
    /// Sends a mail; success means that the mail server has taken it over.
    pub(crate) async fn send(&self, envelope: Envelope<'_>, text: &MailText) -> Result<(), SmtpFailure> {
        let message = self.write(envelope, text).map_err(SmtpFailure::Refused)?;
        let transport = self.connect().map_err(|error| SmtpFailure::Unavailable(error.to_string()))?;
        let sent = tokio::time::timeout(PATIENCE, transport.send(message)).await;
        match sent {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(failure(&error)),
            Err(_) => Err(SmtpFailure::Unavailable(format!("no answer within {} s", PATIENCE.as_secs()))),
        }
    }

    fn connect(&self) -> Result<AsyncSmtpTransport<Tokio1Executor>, lettre::transport::smtp::Error> {
        let settings = &self.settings;
        let tls = || {
            let mut builder = TlsParameters::builder(settings.host.clone());
            if !settings.certificate.is_empty() {
                builder = builder.add_root_certificate(certificate(&settings.certificate)?);
            }
            builder.build()
        };
        let tls = match settings.security {
            MailSecurity::StartTls => Tls::Required(tls()?),
            MailSecurity::Tls => Tls::Wrapper(tls()?),
            MailSecurity::Unencrypted => Tls::None,
        };
        let mut builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&settings.host)
            .port(settings.port)
            .tls(tls)
            .hello_name(ClientId::Domain(self.sender_domain().to_owned()))
            .timeout(Some(COMMAND_PATIENCE));
        if !settings.account.is_empty() {
            builder = builder.credentials(Credentials::new(settings.account.clone(), self.password.clone()));
        }
        Ok(builder.build())
    }

    fn sender_domain(&self) -> &str {
        self.settings.sender.split_once('@').map_or("localhost", |(_, domain)| domain)
    }

    /// Writes the mail; every value is encoded, and control characters, which could begin another header, are gone.
    fn write(&self, envelope: Envelope<'_>, text: &MailText) -> Result<Message, String> {
        let address = |text: &str| text.parse::<Address>().map_err(|error| format!("{text}: {error}"));
        let name = Some(&self.settings.sender_name).filter(|name| !name.is_empty()).map(|name| one_line(name));
        let mut message = Message::builder()
            .from(Mailbox::new(name, address(&self.settings.sender)?))
            .to(Mailbox::new(None, address(envelope.to)?))
            .subject(cut(&one_line(&text.subject), MAX_SUBJECT))
            .message_id(Some(format!("<{}@{}>", envelope.id, self.sender_domain())))
            .date(envelope.date.into())
            .multipart(MultiPart::alternative_plain_html(text.plain.clone(), text.html.clone()))
            .map_err(|error| error.to_string())?;
        // Keeps automatic answers, such as those about holidays, away.
        let automatic = HeaderName::new_from_ascii_str("Auto-Submitted");
        message.headers_mut().insert_raw(HeaderValue::new(automatic, "auto-generated".to_owned()));
        Ok(message)
    }
}

impl std::fmt::Debug for MailServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MailServer").field("settings", &self.settings).finish_non_exhaustive()
    }
}

/// A refusal of the mail ends it; one of the password is the fault of the settings, so that the mail has to wait.
fn failure(error: &lettre::transport::smtp::Error) -> SmtpFailure {
    let message = cut(&error.to_string(), MAX_ERROR);
    let code = error.status().map(|code| code.to_string());
    let is_sign_in = code.is_some_and(|code| ["530", "534", "535", "538"].contains(&code.as_str()));
    if error.is_permanent() && !is_sign_in { SmtpFailure::Refused(message) } else { SmtpFailure::Unavailable(message) }
}

fn one_line(text: &str) -> String {
    text.split(char::is_control).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

fn cut(text: &str, max: usize) -> String {
    if text.chars().count() <= max {
        return text.to_owned();
    }
    let short: String = text.chars().take(max - 1).collect();
    short + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server() -> MailServer {
        let settings = MailSettings {
            host: "mail.example.com".to_owned(),
            sender: "airfolio@example.com".to_owned(),
            sender_name: "Airfolio\r\nBcc: evil@example.com".to_owned(),
            ..MailSettings::default()
        };
        MailServer { settings, password: "hush".to_owned() }
    }

    fn written(to: &str, subject: &str) -> Result<String, String> {
        let text = MailText { subject: subject.to_owned(), plain: "a".to_owned(), html: "<p>a</p>".to_owned() };
        let envelope = Envelope { to, id: "mail-1", date: DateTime::UNIX_EPOCH };
        server().write(envelope, &text).map(|message| String::from_utf8_lossy(&message.formatted()).into_owned())
    }

    #[test]
    fn no_value_begins_a_header_of_its_own() {
        let mail = written("ann@example.com", "Hello\r\nBcc: evil@example.com\r\n\r\nbody").expect("a mail");
        assert!(!mail.lines().any(|line| line.to_ascii_lowercase().starts_with("bcc")), "{mail}");
        assert!(mail.contains("Message-ID: <mail-1@example.com>"), "{mail}");
        assert!(mail.contains("Auto-Submitted: auto-generated"), "{mail}");
        for bad in ["ann@example.com\r\nRCPT TO:<x@y.z>", "ann", "ann@", "a b@c.d", "<ann@example.com>"] {
            assert!(written(bad, "Hello").is_err(), "{bad}");
            assert!(!is_address(bad), "{bad}");
        }
    }

    #[test]
    fn a_long_subject_is_cut_and_no_line_is_too_long() {
        let mail = written("ann@example.com", &"很长的主题 ".repeat(200)).expect("a mail");
        assert!(mail.lines().all(|line| line.len() <= 998), "{mail}");
        assert_eq!(cut(&"é".repeat(200), 150).chars().count(), 150);
    }

    #[test]
    fn only_certificates_are_certificates() {
        assert!(are_certificates(""));
        assert!(!are_certificates("hello"));
        assert!(!are_certificates("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"));
    }

    #[test]
    fn the_password_is_not_printed() {
        assert!(!format!("{:?}", server()).contains("hush"));
    }
}
