//! The list of settings, for the documentation.

/// One setting.
#[derive(Debug)]
pub struct Setting {
    pub name: &'static str,
    pub meaning: &'static str,
    /// Never displayed, and read from the environment as text.
    pub secret: bool,
}

const fn plain(name: &'static str, meaning: &'static str) -> Setting {
    Setting { name, meaning, secret: false }
}

const fn secret(name: &'static str, meaning: &'static str) -> Setting {
    Setting { name, meaning, secret: true }
}

/// Every setting, in documentation order.
pub const KEYS: &[Setting] = &[
    plain("data", "Folder for the database, the content and the keys"),
    plain("node", "Name of this node in a cluster"),
    secret("admin_password", "Password of the first administrator; read only while there is no administrator"),
    plain("server.listen", "Address and port to listen on"),
    plain("server.trust_forwarded_for", "Take the client's address from the X-Forwarded-For of your own proxy"),
    plain(
        "server.hsts_seconds",
        "Tell browsers to use HTTPS alone for so many seconds (Strict-Transport-Security); only behind a proxy with TLS, 0 is off",
    ),
    secret(
        "database.url",
        "sqlite:FILE or postgres://USER:PASSWORD@HOST/DATABASE; empty means SQLite in the data folder",
    ),
    plain("database.max_connections", "Maximum number of database connections"),
    plain("blobs.s3_endpoint", "Address of the S3 server"),
    plain("blobs.s3_bucket", "Bucket for the content; empty means the data folder"),
    plain("blobs.s3_region", "Region of the bucket"),
    plain("blobs.s3_prefix", "Prefix of every key in the bucket"),
    secret("blobs.s3_access_key", "Access key of the bucket"),
    secret("blobs.s3_secret_key", "Secret key of the bucket"),
    plain("blobs.s3_allow_http", "Allow an endpoint without TLS"),
    plain("session.lifetime_minutes", "Session lifetime in minutes; using a session after half of it renews it"),
    secret("session.key", "Key that signs tokens, 32 characters or more; empty means a key file in the data folder"),
    plain("registration.keep_days", "Days after which an unanswered registration is deleted"),
    plain("jobs.workers", "Concurrent jobs on this node; 0 leaves jobs to other nodes"),
    plain("jobs.lease_seconds", "Seconds without contact after which a worker's job is given to another worker"),
    plain("uploads.max_megabytes", "Largest package file, in MiB"),
    plain("storage.warn_below_megabytes", "Warn administrators when a disk has less room than this, in MiB"),
    plain("pdf.engine", "Path of the program that prints books; empty means airfolio-pdf beside this program"),
    plain("pdf.memory_megabytes", "Memory that printing one book may take, in MiB"),
    plain("pdf.minutes", "Minutes that printing one book may take"),
    plain(
        "inbox.account",
        "Account that takes packages from the folder inbox/ of the data folder; empty means the first administrator",
    ),
    secret(
        "publications.signing_key",
        "Private key that signs publications (Ed25519), 32 bytes in base64; empty means a key file in the data folder",
    ),
    secret("webhook.url", "Address that is called when something happens to a publication; empty means none"),
    plain("webhook.allow_private", "Allow a webhook in the own network, also without TLS"),
    plain("webhook.approved_only", "Call the webhook about approved publications only, not about drafts"),
    plain("log.format", "auto, json or text; auto is text on a terminal and JSON elsewhere"),
    plain("log.level", "error, warn, info, debug, trace, or a tracing filter"),
    plain("metrics.open", "Serve /metrics without a token, not only to administrators"),
    plain("footer.name", "Provider named in the footer"),
    plain("footer.url", "Link of that name"),
];

/// The environment variable of a setting.
pub fn variable(name: &str) -> String {
    format!("AIRFOLIO_{}", name.to_uppercase().replace('.', "__"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    #[test]
    fn the_list_names_exactly_the_settings_there_are() {
        let json = serde_json::to_value(Config::default()).expect("becomes JSON");
        let mut found = Vec::new();
        for (name, value) in json.as_object().expect("sections") {
            match value.as_object() {
                Some(section) => found.extend(section.keys().map(|key| format!("{name}.{key}"))),
                None => found.push(name.clone()),
            }
        }
        let mut listed: Vec<String> = KEYS.iter().map(|key| key.name.to_owned()).collect();
        found.sort();
        listed.sort();
        assert_eq!(found, listed);
    }

    #[test]
    fn a_setting_has_its_variable() {
        assert_eq!(variable("server.listen"), "AIRFOLIO_SERVER__LISTEN");
    }
}
