//! `airfolio verify`.

mod pack;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use app::core::clock::{Clock, SystemClock};
use app::core::signing::VerifyingKey;
use app::offline::verify::{FileVerdict, SignatureVerdict, VerifiedFile, VerifiedPublication, verify};
use clap::Args;
use serde_json::{Value, json};

#[derive(Debug, Args)]
pub(super) struct VerifyArgs {
    /// The folder of a publication, its manifest.json, one of its files with the manifest beside it, or an audit pack
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
/// Exit code when all is what was signed, but there are files that were not.
const FOREIGN: u8 = 3;

/// The longest file that is read as a key.
const MAX_KEY: u64 = 16 << 10;

impl VerifyArgs {
    pub(super) fn run(&self) -> ExitCode {
        match self.verify() {
            Ok((text, is_listed_whole, unlisted)) => {
                super::say(&text);
                match (is_listed_whole, unlisted) {
                    (true, 0) => ExitCode::SUCCESS,
                    (true, _) => ExitCode::from(FOREIGN),
                    (false, _) => ExitCode::from(CHANGED),
                }
            }
            Err(error) => {
                super::fail(&error);
                ExitCode::from(TROUBLE)
            }
        }
    }

    /// The answer, whether all listed files are what was signed, and the number of those that are not listed.
    fn verify(&self) -> anyhow::Result<(String, bool, usize)> {
        let key = self.key.as_deref().map(expected_key).transpose()?;
        if let Some(checked) = app::offline::verify::pack::verify(&self.path, key.as_ref())? {
            let text = if self.json { pack::as_json(&checked).to_string() } else { pack::as_text(&checked) };
            return Ok((text, checked.is_listed_whole(), checked.unlisted_count()));
        }
        let checked = verify(&self.path, key.as_ref())?;
        let text = if self.json { as_json(&checked).to_string() } else { as_text(&checked) };
        Ok((text, checked.is_listed_whole(), checked.unlisted_count()))
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
    let (csdb, manual) = (shown(&manifest.csdb), shown(&manifest.manual));
    let _ = writeln!(
        out,
        "publication  {csdb}/{manual}, revision {}, {}",
        shown(&manifest.revision),
        manifest.state.as_str()
    );
    if !manifest.operator.is_empty() {
        let languages = shown(&manifest.languages.join(", "));
        let _ = writeln!(
            out,
            "for          {}{}{languages}",
            shown(&manifest.operator),
            if languages.is_empty() { "" } else { ", " }
        );
    }
    if let Some(validity) = manifest.validity {
        let is_over = validity.is_over(SystemClock.now().date_naive());
        let warning = if is_over { ": IT IS OVER" } else { "" };
        let _ = writeln!(out, "temporary    valid from {} until {}{warning}", validity.from, validity.until);
    }
    if let Some(approval) = &manifest.approval {
        let _ = writeln!(
            out,
            "approval     {}, {}, {}, {} ({})",
            shown(&approval.reference),
            approval.revision_date,
            shown(&approval.authority),
            shown(&approval.approved_by),
            shown(&approval.job_title)
        );
    }
    let _ = writeln!(out, "signature    {}", signature_text(checked.signature, checked.key));
    for file in &checked.files {
        let _ = writeln!(out, "{:<12} {}", file_text(file.verdict), shown(&file.name));
    }
    out.push_str(&outcome("publication", checked.signature, checked.is_listed_whole(), checked.unlisted_count()));
    out
}

/// A text from the file on the terminal: signs that would move the cursor or begin a line could fake the answer.
fn shown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}

/// The last line: whether it may be used.
fn outcome(what: &str, signature: SignatureVerdict, is_listed_whole: bool, foreign: usize) -> String {
    match signature {
        _ if !is_listed_whole => "NOT what was signed. Do not use it.".to_owned(),
        _ if foreign > 0 => format!(
            "The listed files are what was signed. {foreign} more {} not part of the {what}: do not use what is not \
             listed.",
            if foreign == 1 { "file is" } else { "files are" }
        ),
        SignatureVerdict::Unconfirmed => {
            "Whole. Compare the key with the one that the sender published, or give it with --key.".to_owned()
        }
        _ => "Whole: exactly what was signed.".to_owned(),
    }
}

fn signature_text(signature: SignatureVerdict, key: Option<VerifyingKey>) -> String {
    let key = key.map(|key| key.text()).unwrap_or_default();
    match signature {
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
        FileVerdict::Unlisted => "NOT LISTED",
    }
}

fn signature_word(signature: SignatureVerdict) -> &'static str {
    match signature {
        SignatureVerdict::Expected => "expected",
        SignatureVerdict::Unconfirmed => "unconfirmed",
        SignatureVerdict::OtherKey => "otherKey",
        SignatureVerdict::Wrong => "wrong",
        SignatureVerdict::Missing => "missing",
    }
}

fn file_list(files: &[VerifiedFile]) -> Vec<Value> {
    let state = |verdict| match verdict {
        FileVerdict::Whole => "whole",
        FileVerdict::Differs => "changed",
        FileVerdict::Missing => "missing",
        FileVerdict::Unlisted => "unlisted",
    };
    files.iter().map(|file| json!({"name": file.name, "state": state(file.verdict)})).collect()
}

fn as_json(checked: &VerifiedPublication) -> Value {
    let (signature, files) = (signature_word(checked.signature), file_list(&checked.files));
    let manifest = &checked.manifest;
    let approval = manifest.approval.as_ref().map(|approval| {
        json!({
            "approbationAuthority": approval.authority,
            "revisionDate": approval.revision_date.to_string(),
            "approvedBy": approval.approved_by,
            "jobTitle": approval.job_title,
            "approvalReference": approval.reference,
        })
    });
    json!({
        "csdbName": manifest.csdb,
        "manualName": manifest.manual,
        "revision": manifest.revision,
        "operator": manifest.operator,
        "languages": manifest.languages,
        "state": manifest.state.as_str(),
        "validFrom": manifest.validity.map(|days| days.from.to_string()),
        "validUntil": manifest.validity.map(|days| days.until.to_string()),
        "approval": approval,
        "signature": signature,
        "publicKey": checked.key.map(|key| key.text()),
        "files": files,
        "whole": checked.is_whole(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_fake_a_line_of_the_answer() {
        assert_eq!(shown("x\nWhole\u{1b}[2J"), "x\\nWhole\\u{1b}[2J");
        assert_eq!(shown("Prüfung 文.pdf"), "Prüfung 文.pdf");
    }
}
