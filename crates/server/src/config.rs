//! Configuration: read once, at the start, from a TOML file and `AIRFOLIO_*` variables.
//!
//! Later sources win: defaults, file, environment, command line. An invalid key or value stops the program with a
//! message that names the key.

pub mod keys;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use app::core::settings::WebhookSettings;
use app::core::signing::SigningKeySource;
use domain::password::Password;
use figment::providers::{Env, Format, Serialized, Toml};
use figment::{Figment, error::Kind};
use serde::{Deserialize, Serialize};

use crate::secret::{Secret, parse_password};
use keys::KEYS;

/// Variables with our prefix that are not settings: scripts use them.
const NOT_SETTINGS: [&str; 6] = ["commit", "tools", "bin", "demo_password", "build_cache", "dev_server"];
/// The name of the program that prints books.
const PDF_ENGINE: &str = "airfolio-pdf";
/// Prefix of variables that tests read.
const FOR_TESTS: &str = "test_";

/// All settings.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub data: PathBuf,
    pub node: String,
    pub admin_password: Option<Secret>,
    pub server: ServerConfig,
    pub database: DatabaseConfig,
    pub blobs: BlobsConfig,
    pub session: SessionConfig,
    pub registration: RegistrationConfig,
    pub jobs: JobsConfig,
    pub uploads: UploadsConfig,
    pub storage: StorageConfig,
    pub pdf: PdfConfig,
    pub inbox: InboxConfig,
    pub publications: PublicationsConfig,
    pub webhook: WebhookConfig,
    pub log: LogConfig,
    pub metrics: MetricsConfig,
    pub footer: FooterConfig,
}

/// HTTP server settings.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ServerConfig {
    pub listen: SocketAddr,
    pub trust_forwarded_for: bool,
    /// 0: no word about it.
    pub hsts_seconds: u32,
}

/// Database settings.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DatabaseConfig {
    /// Empty: an SQLite file in the data folder.
    pub url: Secret,
    pub max_connections: u32,
}

/// Blob store settings: the data folder unless an S3 bucket is named.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct BlobsConfig {
    pub s3_endpoint: String,
    pub s3_bucket: String,
    pub s3_region: String,
    pub s3_prefix: String,
    pub s3_access_key: Secret,
    pub s3_secret_key: Secret,
    pub s3_allow_http: bool,
}

/// Session settings.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SessionConfig {
    pub lifetime_minutes: u32,
    /// Empty: a key file in the data folder. The nodes of a cluster must share one.
    pub key: Secret,
}

/// Settings for self-registration.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct RegistrationConfig {
    pub keep_days: u32,
}

/// Settings for background jobs.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct JobsConfig {
    pub workers: usize,
    pub lease_seconds: u32,
}

/// Upload limits.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct UploadsConfig {
    pub max_megabytes: u32,
}

/// How much room there must be.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct StorageConfig {
    pub warn_below_megabytes: u32,
}

/// The program that prints books, and its limits.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PdfConfig {
    /// Empty: `airfolio-pdf` beside this program.
    pub engine: PathBuf,
    pub memory_megabytes: u32,
    pub minutes: u32,
}

/// The watched folder.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct InboxConfig {
    /// Empty: the first administrator.
    pub account: String,
}

/// Settings for publications.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PublicationsConfig {
    /// Empty: a key file in the data folder. The nodes of a cluster must share one.
    pub signing_key: Secret,
}

/// The system that is told about publications.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct WebhookConfig {
    /// Empty: none.
    pub url: Secret,
    pub allow_private: bool,
    pub approved_only: bool,
}

/// Log settings.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LogConfig {
    pub format: LogFormat,
    pub level: String,
}

/// The log format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// Text on a terminal, JSON elsewhere.
    Auto,
    Json,
    Text,
}

/// Access to `/metrics`.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct MetricsConfig {
    pub open: bool,
}

/// The provider named in the footer.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FooterConfig {
    pub name: String,
    pub url: String,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            data: PathBuf::from("./data"),
            node: "local".to_owned(),
            admin_password: None,
            server: ServerConfig {
                listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
                trust_forwarded_for: false,
                hsts_seconds: 0,
            },
            database: DatabaseConfig { url: Secret::default(), max_connections: 16 },
            blobs: BlobsConfig {
                s3_endpoint: String::new(),
                s3_bucket: String::new(),
                s3_region: "us-east-1".to_owned(),
                s3_prefix: String::new(),
                s3_access_key: Secret::default(),
                s3_secret_key: Secret::default(),
                s3_allow_http: false,
            },
            session: SessionConfig { lifetime_minutes: 480, key: Secret::default() },
            registration: RegistrationConfig { keep_days: 30 },
            jobs: JobsConfig { workers: 2, lease_seconds: 30 },
            uploads: UploadsConfig { max_megabytes: 4_096 },
            storage: StorageConfig { warn_below_megabytes: 1_024 },
            pdf: PdfConfig { engine: PathBuf::new(), memory_megabytes: 4_096, minutes: 20 },
            inbox: InboxConfig { account: String::new() },
            publications: PublicationsConfig { signing_key: Secret::default() },
            webhook: WebhookConfig { url: Secret::default(), allow_private: false, approved_only: false },
            log: LogConfig { format: LogFormat::Auto, level: "info".to_owned() },
            metrics: MetricsConfig { open: false },
            footer: FooterConfig { name: "Airfolio".to_owned(), url: "https://airfolio.example".to_owned() },
        }
    }
}

/// An invalid setting.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("configuration: `{key}`{}: {reason}", also_called(key))]
pub struct ConfigError {
    pub key: String,
    pub reason: String,
}

impl ConfigError {
    fn new(key: &str, reason: impl Into<String>) -> Self {
        Self { key: key.to_owned(), reason: reason.into() }
    }
}

impl From<figment::Error> for ConfigError {
    fn from(error: figment::Error) -> Self {
        let path = error.path.join(".");
        match &error.kind {
            Kind::UnknownField(name, _) => {
                // The path may already end with the unknown name.
                let parents = error.path.strip_suffix(std::slice::from_ref(name)).unwrap_or(&error.path);
                let key: Vec<&str> = parents.iter().chain([name]).map(String::as_str).collect();
                Self::new(&key.join("."), "there is no such setting; docs/operations.md lists them all")
            }
            // The reason would quote the secret value.
            Kind::InvalidType(..) | Kind::InvalidValue(..) if is_secret(&path) => {
                Self::new(&path, "must be text in quotes")
            }
            // Invalid TOML. The first line has the position; the others would quote the file's content.
            kind if path.is_empty() => Self::new("--config", kind.to_string().lines().next().unwrap_or_default()),
            kind => Self::new(&path, kind.to_string()),
        }
    }
}

/// The environment variable of the key, for the error message.
fn also_called(key: &str) -> String {
    let known = KEYS.iter().any(|known| known.name == key);
    if known { format!(" ({})", keys::variable(key)) } else { String::new() }
}

fn is_secret(name: &str) -> bool {
    KEYS.iter().any(|key| key.secret && key.name == name)
}

/// Settings given on the command line.
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    pub file: Option<PathBuf>,
    pub data: Option<PathBuf>,
    pub listen: Option<SocketAddr>,
}

impl Config {
    /// Reads all sources and validates the result.
    pub fn load(overrides: &Overrides) -> Result<Self, ConfigError> {
        let mut figment = Figment::from(Serialized::defaults(Self::default()));
        if let Some(file) = &overrides.file {
            if !file.is_file() {
                return Err(ConfigError::new("--config", format!("{} is not a file", file.display())));
            }
            figment = figment.merge(Toml::file_exact(file));
        }
        let secrets: Vec<&str> = KEYS.iter().filter(|key| key.secret).map(|key| key.name).collect();
        let env = Env::prefixed("AIRFOLIO_")
            .filter(|key| !key.as_str().to_ascii_lowercase().starts_with(FOR_TESTS))
            .split("__")
            .ignore(&NOT_SETTINGS)
            .ignore(&secrets);
        figment = figment.merge(env);
        // Read as text: the provider would parse a password of digits as a number.
        for name in secrets {
            #[expect(clippy::disallowed_methods, reason = "this is where configuration is read")]
            if let Ok(value) = std::env::var(keys::variable(name)) {
                figment = figment.merge(Serialized::default(name, value));
            }
        }
        if let Some(data) = &overrides.data {
            figment = figment.merge(Serialized::default("data", data));
        }
        if let Some(listen) = &overrides.listen {
            figment = figment.merge(Serialized::default("server.listen", listen));
        }
        let config: Self = figment.extract()?;
        config.check()?;
        Ok(config)
    }

    fn check(&self) -> Result<(), ConfigError> {
        let url = self.database.url.expose();
        let known = ["sqlite:", "postgres://", "postgresql://"];
        if !url.is_empty() && !known.iter().any(|scheme| url.starts_with(scheme)) {
            return Err(ConfigError::new("database.url", "must begin with sqlite:, postgres:// or postgresql://"));
        }
        if !(1..=500).contains(&self.database.max_connections) {
            return Err(ConfigError::new("database.max_connections", "must be between 1 and 500"));
        }
        if !(5..=10_080).contains(&self.session.lifetime_minutes) {
            return Err(ConfigError::new("session.lifetime_minutes", "must be between 5 and 10080"));
        }
        if !(1..=3_650).contains(&self.registration.keep_days) {
            return Err(ConfigError::new("registration.keep_days", "must be between 1 and 3650"));
        }
        if self.jobs.workers > 64 {
            return Err(ConfigError::new("jobs.workers", "must be between 0 and 64"));
        }
        if !(2..=3_600).contains(&self.jobs.lease_seconds) {
            return Err(ConfigError::new("jobs.lease_seconds", "must be between 2 and 3600"));
        }
        if self.pdf.memory_megabytes < 256 {
            return Err(ConfigError::new("pdf.memory_megabytes", "must be 256 or more"));
        }
        if !(1..=1_440).contains(&self.pdf.minutes) {
            return Err(ConfigError::new("pdf.minutes", "must be between 1 and 1440"));
        }
        if !self.session.key.is_empty() && self.session.key.expose().len() < 32 {
            return Err(ConfigError::new("session.key", "must have at least 32 characters"));
        }
        self.signing_key()?;
        let webhook = &self.webhook;
        let parsed = WebhookSettings::parse(webhook.url.expose(), webhook.allow_private);
        if !webhook.url.is_empty() && parsed.is_none() {
            return Err(ConfigError::new(
                "webhook.url",
                "must be an address with https://, or http:// with webhook.allow_private",
            ));
        }
        if self.admin_password()?.is_none() && self.admin_password.is_some() {
            return Err(ConfigError::new("admin_password", "must not be empty"));
        }
        if !self.footer.url.starts_with("https://") && !self.footer.url.starts_with("http://") {
            return Err(ConfigError::new("footer.url", "must begin with https:// or http://"));
        }
        if tracing_subscriber::EnvFilter::try_new(&self.log.level).is_err() {
            return Err(ConfigError::new("log.level", "must be error, warn, info, debug, trace or a tracing filter"));
        }
        self.check_s3()
    }

    fn check_s3(&self) -> Result<(), ConfigError> {
        let blobs = &self.blobs;
        if blobs.s3_bucket.is_empty() {
            return Ok(());
        }
        for (key, empty) in [
            ("blobs.s3_endpoint", blobs.s3_endpoint.is_empty()),
            ("blobs.s3_access_key", blobs.s3_access_key.is_empty()),
            ("blobs.s3_secret_key", blobs.s3_secret_key.is_empty()),
        ] {
            if empty {
                return Err(ConfigError::new(key, "is needed because blobs.s3_bucket is set"));
            }
        }
        if blobs.s3_endpoint.starts_with("http://") && !blobs.s3_allow_http {
            return Err(ConfigError::new("blobs.s3_allow_http", "must be true for an endpoint without TLS"));
        }
        Ok(())
    }

    /// The first administrator's password, if configured.
    pub fn admin_password(&self) -> Result<Option<Password>, ConfigError> {
        let chosen = self.admin_password.as_ref().map(Secret::expose).filter(|text| !text.is_empty());
        chosen.map(parse_password).transpose().map_err(|reason| ConfigError::new("admin_password", reason))
    }

    /// The key that signs publications, if configured.
    pub fn signing_key(&self) -> Result<Option<SigningKeySource>, ConfigError> {
        let text = self.publications.signing_key.expose();
        if text.is_empty() {
            return Ok(None);
        }
        let refused = || ConfigError::new("publications.signing_key", "must be 32 bytes in base64");
        SigningKeySource::parse(text).map(Some).ok_or_else(refused)
    }

    /// The database URL.
    pub fn database_url(&self) -> String {
        if self.database.url.is_empty() {
            format!("sqlite:{}", self.data.join("airfolio.db").display())
        } else {
            self.database.url.expose().to_owned()
        }
    }

    /// The folder of the blob store, when it is on disk.
    pub fn blobs_folder(&self) -> PathBuf {
        self.data.join("blobs")
    }

    /// The program that prints books: the one that was named, or the one beside this program.
    pub fn pdf_engine(&self) -> PathBuf {
        if !self.pdf.engine.as_os_str().is_empty() {
            return self.pdf.engine.clone();
        }
        let here = std::env::current_exe().ok();
        here.as_deref().and_then(Path::parent).unwrap_or(Path::new("")).join(PDF_ENGINE)
    }
}

/// Checks that a path can be used as data folder.
pub fn ensure_data_folder(path: &Path) -> Result<(), ConfigError> {
    std::fs::create_dir_all(path).map_err(|error| ConfigError::new("data", format!("{}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(toml: &str) -> Result<Config, ConfigError> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("airfolio.toml");
        std::fs::write(&file, toml).expect("writes");
        Config::load(&Overrides { file: Some(file), ..Overrides::default() })
    }

    #[test]
    fn all_settings_are_optional() {
        let config = load("").expect("the defaults hold");
        assert_eq!(config.server.listen.to_string(), "127.0.0.1:8080");
        assert_eq!(config.database_url(), "sqlite:./data/airfolio.db");
    }

    #[test]
    fn an_invalid_setting_is_named_in_the_error() {
        for (toml, key) in [
            ("colour = 'red'", "colour"),
            ("[server]\nlisten = 'here'", "server.listen"),
            ("[server]\nlistn = '127.0.0.1:1'", "server.listn"),
            ("[database]\nurl = 'mysql://x'", "database.url"),
            ("[database]\nmax_connections = 'many'", "database.max_connections"),
            ("[session]\nlifetime_minutes = 1", "session.lifetime_minutes"),
            ("[session]\nkey = 'short'", "session.key"),
            ("[registration]\nkeep_days = 0", "registration.keep_days"),
            ("[publications]\nsigning_key = 'short'", "publications.signing_key"),
            ("[webhook]\nurl = 'http://example.com'", "webhook.url"),
            ("[webhook]\nurl = 'https://'", "webhook.url"),
            ("[jobs]\nworkers = 65", "jobs.workers"),
            ("[jobs]\nlease_seconds = 1", "jobs.lease_seconds"),
            ("[pdf]\nmemory_megabytes = 16", "pdf.memory_megabytes"),
            ("[pdf]\nminutes = 0", "pdf.minutes"),
            ("[log]\nformat = 'xml'", "log.format"),
            ("[blobs]\ns3_bucket = 'b'", "blobs.s3_endpoint"),
            ("admin_password = 'short'", "admin_password"),
            ("admin_password = 'qwertyuiop'", "admin_password"),
            ("[footer]\nurl = 'javascript:alert(1)'", "footer.url"),
        ] {
            assert_eq!(load(toml).expect_err(toml).key, key, "{toml}");
        }
    }

    #[test]
    fn the_command_line_wins() {
        let overrides = Overrides {
            data: Some("/elsewhere".into()),
            listen: Some(SocketAddr::from(([0, 0, 0, 0], 9))),
            ..Overrides::default()
        };
        let config = Config::load(&overrides).expect("valid");
        assert_eq!(config.data, Path::new("/elsewhere"));
        assert_eq!(config.server.listen.port(), 9);
    }

    #[test]
    fn secrets_are_redacted_in_debug_output() {
        let config =
            load("admin_password = 'hush little secret'\n[database]\nurl = 'postgres://u:pw@h/d'").expect("valid");
        let printed = format!("{config:?}");
        assert!(!printed.contains("hush") && !printed.contains("pw@"), "{printed}");
        for toml in ["admin_password = 12345678901", "[session]\nkey = 12345678901", "admin_password = x12345678901"] {
            let said = load(toml).expect_err(toml).to_string();
            assert!(!said.contains("12345678901"), "{said}");
        }
    }
}
