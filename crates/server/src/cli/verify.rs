//! `airfolio verify`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use app::core::signing::VerifyingKey;
use app::offline::verify::{FileVerdict, SignatureVerdict, VerifiedPublication, verify};
use clap::Args;
use serde_json::{Value, json};

#[derive(Debug, Args)]
pub(super) struct VerifyArgs {
    /// The folder of a publication, its manifest.json, or one of its files with the manifest beside it
    #[arg(value_name = "FILE")]
    path: PathBuf,
    /// The public key of the sender, in base64 or as a PEM file; the page "Signing key" of the sender's Airfolio shows it
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Exit code when something is not what was signed.
const CHANGED: u8 = 1;
/// Exit code when the publication could not be checked.
const TROUBLE: u8 = 2;

/// The longest file that is read as a key.
const MAX_KEY: u64 = 16 << 10;

impl VerifyArgs {
    pub(super) fn run(&self) -> ExitCode {
        match self.verify() {
            Ok(checked) => {
                super::say(&if self.json { as_json(&checked).to_string() } else { as_text(&checked) });
                if checked.is_whole() { ExitCode::SUCCESS } else { ExitCode::from(CHANGED) }
            }
            Err(error) => {
                super::fail(&error);
                ExitCode::from(TROUBLE)
            }
        }
    }

    fn verify(&self) -> anyhow::Result<VerifiedPublication> {
        let key = self.key.as_deref().map(expected_key).transpose()?;
        Ok(verify(&self.path, key.as_ref())?)
    }
}

/// A key by its text, or by the name of its file.
fn expected_key(given: &str) -> anyhow::Result<VerifyingKey> {
    if let Some(key) = VerifyingKey::parse(given) {
        return Ok(key);
    }
    let file = Path::new(given);
    let size = std::fs::metadata(file).with_context(|| format!("--key {given}"))?.len();
    if size > MAX_KEY {
        bail!("--key {given}: the file is too large for a key");
    }
    let text = std::fs::read_to_string(file).with_context(|| format!("--key {given}"))?;
    VerifyingKey::parse(&text).with_context(|| format!("--key {given}: this is no Ed25519 key in base64 or PEM"))
}

fn as_text(checked: &VerifiedPublication) -> String {
    let manifest = &checked.manifest;
    let mut out = String::new();
    let (csdb, manual) = (&manifest.csdb, &manifest.manual);
    let _ = writeln!(out, "publication  {csdb}/{manual}, revision {}, {}", manifest.revision, manifest.state.as_str());
    if let Some(validity) = manifest.validity {
        let _ = writeln!(out, "temporary    valid from {} until {}", validity.from, validity.until);
    }
    if let Some(approval) = &manifest.approval {
        let _ = writeln!(
            out,
            "approval     {}, {}, {}, {} ({})",
            approval.reference, approval.revision_date, approval.authority, approval.approved_by, approval.job_title
        );
    }
    let _ = writeln!(out, "signature    {}", signature_text(checked));
    for file in &checked.files {
        let _ = writeln!(out, "{:<12} {}", file_text(file.verdict), file.name);
    }
    let outcome = match (checked.is_whole(), checked.signature) {
        (false, _) => "NOT what was signed. Do not use it.",
        (true, SignatureVerdict::Unconfirmed) => {
            "Whole. Compare the key with the one that the sender published, or give it with --key."
        }
        (true, _) => "Whole: exactly what was signed.",
    };
    out.push_str(outcome);
    out
}

fn signature_text(checked: &VerifiedPublication) -> String {
    let key = checked.key.map(|key| key.text()).unwrap_or_default();
    match checked.signature {
        SignatureVerdict::Expected => format!("valid, by the expected key {key}"),
        SignatureVerdict::Unconfirmed => format!("valid, by the key {key}"),
        SignatureVerdict::OtherKey => format!("by ANOTHER KEY than expected: {key}"),
        SignatureVerdict::Wrong => "WRONG: the manifest was changed, or the signature is of another one".to_owned(),
        SignatureVerdict::Missing => "MISSING: there is no manifest.sig beside the manifest".to_owned(),
    }
}

fn file_text(verdict: FileVerdict) -> &'static str {
    match verdict {
        FileVerdict::Whole => "ok",
        FileVerdict::Differs => "CHANGED",
        FileVerdict::Missing => "MISSING",
        FileVerdict::Letter => "letter",
        FileVerdict::Unlisted => "not listed",
    }
}

fn as_json(checked: &VerifiedPublication) -> Value {
    let signature = match checked.signature {
        SignatureVerdict::Expected => "expected",
        SignatureVerdict::Unconfirmed => "unconfirmed",
        SignatureVerdict::OtherKey => "otherKey",
        SignatureVerdict::Wrong => "wrong",
        SignatureVerdict::Missing => "missing",
    };
    let state = |verdict| match verdict {
        FileVerdict::Whole => "whole",
        FileVerdict::Differs => "changed",
        FileVerdict::Missing => "missing",
        FileVerdict::Letter => "letter",
        FileVerdict::Unlisted => "unlisted",
    };
    let files: Vec<Value> =
        checked.files.iter().map(|file| json!({"name": file.name, "state": state(file.verdict)})).collect();
    json!({
        "csdbName": checked.manifest.csdb,
        "manualName": checked.manifest.manual,
        "revision": checked.manifest.revision,
        "state": checked.manifest.state.as_str(),
        "signature": signature,
        "publicKey": checked.key.map(|key| key.text()),
        "files": files,
        "whole": checked.is_whole(),
    })
}
