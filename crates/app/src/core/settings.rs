//! Settings that change how verbs and workers behave.

use std::path::PathBuf;
use std::time::Duration;

use chrono::TimeDelta;
use reqwest::Url;

use crate::core::passwords::HashCost;

/// Settings of one node, read at the start.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Lifetime of a session without renewal.
    pub session_lifetime: TimeDelta,
    /// Limit of registrations that wait for an administrator.
    pub max_pending_users: u64,
    /// Lifetime of a registration without an answer.
    pub pending_for: TimeDelta,
    /// The longest time to wait for an answer of an identity provider.
    pub provider_timeout: Duration,
    /// The name of this node in a cluster.
    pub node: String,
    pub jobs: JobSettings,
    pub pdf: PdfSettings,
    /// A folder for files that are worked on; what is in it can be made again.
    pub work_folder: PathBuf,
    /// The folder of this node's search index, which can be made again.
    pub search_folder: PathBuf,
    /// The longest file that is taken in.
    pub max_upload: i64,
    /// Administrators are warned when a disk has less room than this.
    pub min_free_bytes: u64,
    /// The system that is told about publications.
    pub webhook: Option<WebhookSettings>,
    /// The work of hashing one password.
    pub hash_cost: HashCost,
}

/// The address of another system. It may contain a password.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookSettings {
    pub(crate) url: Url,
    /// Addresses of the own network may be called, also without encryption.
    pub(crate) allow_private: bool,
    /// Publications that nobody approved are not told, nor the names of their manuals.
    pub approved_only: bool,
}

impl WebhookSettings {
    /// Parses an address: `https`, or `http` in the own network.
    pub fn parse(url: &str, allow_private: bool) -> Option<Self> {
        let url = Url::parse(url).ok().filter(Url::has_host)?;
        let is_allowed = url.scheme() == "https" || (allow_private && url.scheme() == "http");
        is_allowed.then_some(Self { url, allow_private, approved_only: false })
    }

    /// The address without its path and secrets, as in `https://example.com`.
    pub(crate) fn receiver(&self) -> String {
        self.url.origin().ascii_serialization()
    }
}

impl std::fmt::Debug for WebhookSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.receiver())
    }
}

/// The program that prints books, and its limits.
#[derive(Debug, Clone)]
pub struct PdfSettings {
    pub engine: PathBuf,
    /// Address space of one run, in bytes.
    pub memory: u64,
    /// The longest time that one run may take.
    pub time: Duration,
}

impl Default for PdfSettings {
    fn default() -> Self {
        Self { engine: PathBuf::from("airfolio-pdf"), memory: 4 << 30, time: Duration::from_mins(20) }
    }
}

/// Settings of the workers for background jobs.
#[derive(Debug, Clone)]
pub struct JobSettings {
    /// Jobs that this node runs at once.
    pub workers: usize,
    /// Lifetime of a lease; a silent worker loses its job after it.
    pub lease: TimeDelta,
    /// Interval at which a worker renews its lease and writes its progress.
    pub beat: Duration,
    /// Polling interval for jobs and events.
    pub poll: Duration,
    /// Requirements or references that a report has in memory at once.
    pub report_rows: usize,
}

impl Default for JobSettings {
    fn default() -> Self {
        Self {
            workers: 2,
            lease: TimeDelta::seconds(30),
            beat: Duration::from_secs(1),
            poll: Duration::from_secs(1),
            report_rows: 200,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            session_lifetime: TimeDelta::hours(8),
            max_pending_users: 200,
            pending_for: TimeDelta::days(30),
            provider_timeout: Duration::from_secs(10),
            node: "local".to_owned(),
            jobs: JobSettings::default(),
            pdf: PdfSettings::default(),
            work_folder: std::env::temp_dir(),
            search_folder: std::env::temp_dir().join("search"),
            max_upload: 4 << 30,
            min_free_bytes: 1 << 30,
            webhook: None,
            hash_cost: HashCost::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_encrypted_or_in_the_own_network_and_keeps_its_secrets() {
        let webhook = WebhookSettings::parse("https://user:password@example.com/T0K3N", false).expect("an address");
        assert_eq!(
            (webhook.receiver().as_str(), format!("{webhook:?}").as_str()),
            ("https://example.com", "https://example.com")
        );
        for refused in ["https://", "http://example.com", "file:///etc", "example.com", ""] {
            assert_eq!(WebhookSettings::parse(refused, false), None, "{refused}");
        }
        assert!(WebhookSettings::parse("http://10.0.0.1:8080/hook", true).is_some());
    }
}
