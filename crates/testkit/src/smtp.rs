//! A mail server that speaks SMTP, with and without TLS, and keeps what it receives.

#![expect(clippy::expect_used, reason = "a test whose mail server fails must stop at once")]

use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rcgen::CertifiedKey;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

/// The account and password that the server accepts.
pub const MAIL_ACCOUNT: (&str, &str) = ("robot", "hush little secret");

/// The encryption that the server offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailEncryption {
    Unencrypted,
    StartTls,
    Tls,
}

/// The answer of the server to the next mails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MailBehaviour {
    #[default]
    Accept,
    /// Answers 550 to the receiver.
    RefuseReceiver,
    /// Answers 451 to the receiver.
    AskLater,
    /// Takes the mail over and ends the connection without an answer.
    Vanish,
}

/// A mail as the server received it.
#[derive(Debug, Clone)]
pub struct ReceivedMail {
    pub to: String,
    /// Headers and body as they were sent.
    pub source: String,
    /// The client signed in.
    pub signed_in: bool,
    pub encrypted: bool,
}

impl ReceivedMail {
    /// The value of a header, decoded.
    pub fn header(&self, name: &str) -> Option<String> {
        let head = self.source.split("\r\n\r\n").next().unwrap_or_default().replace("\r\n ", " ");
        let start = format!("{}:", name.to_lowercase());
        let line = head.lines().find(|line| line.to_lowercase().starts_with(&start))?;
        Some(words(line[start.len()..].trim()))
    }

    /// The part of this type, such as `text/plain`, decoded.
    pub fn part(&self, kind: &str) -> Option<String> {
        let (_, rest) = self.source.split_once(&format!("Content-Type: {kind}"))?;
        let (head, body) = rest.split_once("\r\n\r\n")?;
        let body = body.split("\r\n--").next()?;
        if head.contains("base64") {
            let text = STANDARD.decode(body.replace("\r\n", "")).expect("base64");
            return Some(String::from_utf8(text).expect("UTF-8"));
        }
        Some(if head.contains("quoted-printable") { unquote(body) } else { body.to_owned() })
    }
}

/// Decodes the encoded words of a header.
fn words(text: &str) -> String {
    let decode = |word: &str| {
        let inner = word.strip_prefix("=?utf-8?b?").and_then(|word| word.strip_suffix("?="));
        inner.map_or_else(
            || word.to_owned(),
            |inner| String::from_utf8(STANDARD.decode(inner).expect("base64")).expect("UTF-8"),
        )
    };
    // Space between two encoded words is none.
    let joined = text.replace("?= =?utf-8?b?", "?=\u{0}=?utf-8?b?");
    joined.split(' ').map(|part| part.split('\u{0}').map(decode).collect::<String>()).collect::<Vec<_>>().join(" ")
}

fn unquote(text: &str) -> String {
    let text = text.replace("=\r\n", "");
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let hex = after.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        if let (b'=', Some(hex)) = (first, hex) {
            bytes.push(u8::from_str_radix(hex, 16).expect("two digits"));
            rest = &after[2..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8(bytes).expect("UTF-8")
}

#[derive(Debug, Default)]
struct Mailbox {
    behaviour: MailBehaviour,
    mails: Vec<ReceivedMail>,
}

/// A running mail server; it ends with this value.
#[derive(Debug)]
pub struct TestMailServer {
    pub port: u16,
    /// The certificate that clients must trust, as PEM.
    pub certificate: String,
    encryption: MailEncryption,
    mailbox: Arc<Mutex<Mailbox>>,
    task: JoinHandle<()>,
}

impl Drop for TestMailServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl TestMailServer {
    /// Starts a server on a free port.
    pub async fn start(encryption: MailEncryption) -> Self {
        let CertifiedKey { cert, signing_key } =
            rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).expect("a certificate");
        let key = PrivateKeyDer::try_from(signing_key.serialize_der()).expect("a key");
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .expect("TLS")
            .with_no_client_auth()
            .with_single_cert(vec![cert.der().clone()], key)
            .expect("a server with TLS");
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let mailbox = Arc::<Mutex<Mailbox>>::default();
        let kept = Arc::clone(&mailbox);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, acceptor.clone(), encryption, Arc::clone(&kept)));
            }
        });
        Self { port, certificate: cert.pem(), encryption, mailbox, task }
    }

    /// Changes what the server does.
    pub fn behave(&self, behaviour: MailBehaviour) {
        self.mailbox.lock().unwrap_or_else(PoisonError::into_inner).behaviour = behaviour;
    }

    /// The mails received so far.
    pub fn mails(&self) -> Vec<ReceivedMail> {
        self.mailbox.lock().unwrap_or_else(PoisonError::into_inner).mails.clone()
    }

    /// Settings that send mails to this server.
    pub fn settings(&self, version: i64) -> Value {
        let (account, password) = MAIL_ACCOUNT;
        let (security, account, password) = match self.encryption {
            MailEncryption::Unencrypted => ("none", "", ""),
            MailEncryption::StartTls => ("startTls", account, password),
            MailEncryption::Tls => ("tls", account, password),
        };
        json!({
            "enabled": true, "host": "127.0.0.1", "port": self.port, "security": security, "account": account,
            "password": password, "certificate": self.certificate, "sender": "airfolio@example.com",
            "senderName": "Airfolio", "publicUrl": "https://airfolio.example.com", "includeContent": false,
            "dailyHour": 6, "version": version,
        })
    }
}

async fn serve(stream: TcpStream, acceptor: TlsAcceptor, encryption: MailEncryption, mailbox: Arc<Mutex<Mailbox>>) {
    let mut talk = Talk { mailbox, offers_tls: encryption == MailEncryption::StartTls, encrypted: false };
    // A client that goes away, or refuses the certificate, ends its connection and nothing else.
    if encryption == MailEncryption::Tls {
        let Ok(stream) = acceptor.accept(stream).await else { return };
        talk.encrypted = true;
        let _ = talk.run(&mut BufReader::new(stream), true).await;
        return;
    }
    let mut stream = BufReader::new(stream);
    if let Ok(true) = talk.run(&mut stream, true).await {
        let Ok(stream) = acceptor.accept(stream.into_inner()).await else { return };
        (talk.offers_tls, talk.encrypted) = (false, true);
        let _ = talk.run(&mut BufReader::new(stream), false).await;
    }
}

struct Talk {
    mailbox: Arc<Mutex<Mailbox>>,
    offers_tls: bool,
    encrypted: bool,
}

impl Talk {
    /// Answers commands until the end; `true`: the client wants TLS now.
    async fn run<S>(&self, stream: &mut BufReader<S>, greet: bool) -> std::io::Result<bool>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let (mut signed_in, mut to) = (false, String::new());
        if greet {
            say(stream, "220 test ESMTP").await?;
        }
        let mut line = String::new();
        loop {
            line.clear();
            if stream.read_line(&mut line).await? == 0 {
                return Ok(false);
            }
            let (command, rest) = line.trim_end().split_once([' ', ':']).unwrap_or((line.trim_end(), ""));
            let behaviour = self.mailbox.lock().unwrap_or_else(PoisonError::into_inner).behaviour;
            match command {
                "EHLO" if self.offers_tls => say(stream, "250-test\r\n250 STARTTLS").await?,
                "EHLO" if self.encrypted => say(stream, "250-test\r\n250 AUTH PLAIN").await?,
                "STARTTLS" => {
                    say(stream, "220 go on").await?;
                    return Ok(true);
                }
                "AUTH" => {
                    let (account, password) = MAIL_ACCOUNT;
                    signed_in = rest == format!("PLAIN {}", STANDARD.encode(format!("\0{account}\0{password}")));
                    say(stream, if signed_in { "235 welcome" } else { "535 5.7.8 wrong password" }).await?;
                }
                "RCPT" => match behaviour {
                    MailBehaviour::RefuseReceiver => say(stream, "550 5.1.1 no such user").await?,
                    MailBehaviour::AskLater => say(stream, "451 4.7.1 greylisted").await?,
                    MailBehaviour::Accept | MailBehaviour::Vanish => {
                        to = rest.trim_start_matches("TO:<").trim_end_matches('>').to_owned();
                        say(stream, "250 ok").await?;
                    }
                },
                "DATA" => {
                    say(stream, "354 go on").await?;
                    let source = read_mail(stream).await?;
                    let mail = ReceivedMail { to: to.clone(), source, signed_in, encrypted: self.encrypted };
                    self.mailbox.lock().unwrap_or_else(PoisonError::into_inner).mails.push(mail);
                    if behaviour == MailBehaviour::Vanish {
                        return Ok(false);
                    }
                    say(stream, "250 taken over").await?;
                }
                "QUIT" => {
                    say(stream, "221 bye").await?;
                    return Ok(false);
                }
                _ => say(stream, "250 ok").await?,
            }
        }
    }
}

async fn say<S: AsyncWrite + AsyncRead + Unpin>(stream: &mut BufReader<S>, line: &str) -> std::io::Result<()> {
    stream.write_all(format!("{line}\r\n").as_bytes()).await?;
    stream.flush().await
}

async fn read_mail<S: AsyncRead + Unpin>(stream: &mut BufReader<S>) -> std::io::Result<String> {
    let mut mail = String::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 || line == ".\r\n" {
            return Ok(mail);
        }
        mail.push_str(line.strip_prefix('.').unwrap_or(&line));
    }
}
