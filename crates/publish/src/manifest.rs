//! The manifest of a publication: the hashes of everything that went in and came out.

use domain::house_style::{PublishedStyle, StyleLogo};
use domain::publication::{ApprovalDetails, PublicationState, PublicationValidity};
use serde_json::{Value, json};

/// The text before the version of the program.
pub(crate) const PROGRAM: &str = "Airfolio ";

/// Why a manifest or its signature cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ManifestError {
    #[error("the file is not JSON")]
    NotJson,
    #[error("`{0}` is missing or wrong")]
    Member(&'static str),
}

/// The manifest of a publication. It names no time and no random id, so that the same input gives the same bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicationManifest {
    /// The program's version.
    pub program: String,
    pub csdb: String,
    pub manual: String,
    /// The revision number that a person gave the publication.
    pub revision: String,
    /// The code of the operator that receives it; empty in manifests of earlier versions, which say nothing of it.
    pub operator: String,
    /// The languages that were chosen; empty for all.
    pub languages: Vec<String>,
    /// The profiles and aircraft that content was filtered for; empty for all content.
    pub targets: Vec<ManifestTarget>,
    pub state: PublicationState,
    /// The days of a temporary revision.
    pub validity: Option<PublicationValidity>,
    /// The house style of its book and its website; none for the standard look.
    pub style: Option<ManifestStyle>,
    /// The base of its incremental packages.
    pub since: Option<ManifestBase>,
    pub approval: Option<ApprovalDetails>,
    /// In the order of their keys.
    pub inputs: Vec<ManifestInput>,
    /// In the order of their names.
    pub artifacts: Vec<ManifestArtifact>,
    /// The letters of approval, in the order of their names.
    pub letters: Vec<ManifestArtifact>,
}

/// A house style in the words of the version that wrote it: an older or newer one can check the manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManifestStyle {
    pub primary: String,
    pub accent: String,
    pub paper: String,
    pub header: String,
    pub footer: String,
    pub logo: Option<ManifestLogo>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManifestLogo {
    pub format: String,
    pub sha256: String,
}

impl From<&PublishedStyle> for ManifestStyle {
    fn from(style: &PublishedStyle) -> Self {
        let look = &style.look;
        let logo = |logo: &StyleLogo| ManifestLogo {
            format: logo.format.as_str().to_owned(),
            // Blobs are named by their SHA-256.
            sha256: logo.blob.clone(),
        };
        Self {
            primary: look.primary.as_str().to_owned(),
            accent: look.accent.as_str().to_owned(),
            paper: look.paper.as_str().to_owned(),
            header: look.header.clone(),
            footer: look.footer.clone(),
            logo: style.logo.as_ref().map(logo),
        }
    }
}

/// An earlier publication of the same manual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManifestBase {
    pub number: u64,
    pub revision: String,
}

/// A profile or an aircraft with files of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManifestTarget {
    /// The name of the profile, or the registration.
    pub name: String,
    /// The registrations of its aircraft when the publication was made; empty for a profile that asserts properties.
    pub aircraft: Vec<String>,
}

/// A version that went in.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ManifestInput {
    pub key: String,
    /// As in `001-00`, or a date; empty when the version says neither.
    pub issue: String,
    /// Lower-case hexadecimal.
    pub sha256: String,
    pub status_sha256: Option<String>,
}

/// A file that came out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ManifestArtifact {
    pub name: String,
    pub sha256: String,
    pub size: u64,
}

impl PublicationManifest {
    /// As JSON, with names in alphabetical order.
    pub fn bytes(&self) -> Vec<u8> {
        let mut text = serde_json::to_string_pretty(&self.value()).unwrap_or_default();
        text.push('\n');
        text.into_bytes()
    }

    fn value(&self) -> Value {
        let approval = self.approval.as_ref().map(|details| {
            json!({
                "approbationAuthority": details.authority,
                "revisionDate": details.revision_date.to_string(),
                "approvedBy": details.approved_by,
                "jobTitle": details.job_title,
                "approvalReference": details.reference,
            })
        });
        let inputs: Vec<Value> = self
            .inputs
            .iter()
            .map(|input| {
                let mut value = json!({"key": input.key, "issue": input.issue, "sha256": input.sha256});
                if let Some(status) = &input.status_sha256 {
                    value["statusSha256"] = json!(status);
                }
                value
            })
            .collect();
        let files = |list: &[ManifestArtifact]| -> Vec<Value> {
            list.iter().map(|file| json!({"name": file.name, "sha256": file.sha256, "size": file.size})).collect()
        };
        let mut value = json!({
            "program": format!("{PROGRAM}{}", self.program),
            "csdbName": self.csdb,
            "manualName": self.manual,
            "revision": self.revision,
            "state": self.state.as_str(),
            "inputs": inputs,
            "artifacts": files(&self.artifacts),
        });
        // A manifest of an earlier version has neither; signed again, it must not say more than it did.
        if !self.operator.is_empty() {
            value["operator"] = json!(self.operator);
            value["languages"] = json!(self.languages);
        }
        if !self.targets.is_empty() {
            let target = |one: &ManifestTarget| json!({"name": one.name, "aircraft": one.aircraft});
            value["publishedFor"] = self.targets.iter().map(target).collect();
        }
        if !self.letters.is_empty() {
            value["letters"] = json!(files(&self.letters));
        }
        if let Some(since) = &self.since {
            value["since"] = json!({"number": since.number, "revision": since.revision});
        }
        if let Some(validity) = self.validity {
            value["validFrom"] = json!(validity.from.to_string());
            value["validUntil"] = json!(validity.until.to_string());
        }
        if let Some(style) = &self.style {
            value["style"] = style_value(style);
        }
        if let Some(approval) = approval {
            value["approval"] = approval;
        }
        value
    }
}

fn style_value(style: &ManifestStyle) -> Value {
    let mut value = json!({
        "primary": style.primary,
        "accent": style.accent,
        "paper": style.paper,
        "header": style.header,
        "footer": style.footer,
    });
    if let Some(logo) = &style.logo {
        value["logo"] = json!({"format": logo.format, "sha256": logo.sha256});
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_is_the_same_text_each_time_and_names_the_approval_once_there_is_one() {
        let mut manifest = PublicationManifest {
            program: "5.0.0".to_owned(),
            csdb: "H160".to_owned(),
            manual: "MEL".to_owned(),
            revision: "4.1".to_owned(),
            operator: "AZB".to_owned(),
            languages: Vec::new(),
            targets: Vec::new(),
            state: PublicationState::ReadyForApprove,
            validity: None,
            style: None,
            since: Some(ManifestBase { number: 3, revision: "4.0".to_owned() }),
            approval: None,
            inputs: vec![ManifestInput {
                key: "DMC-A".to_owned(),
                issue: "001-00".to_owned(),
                sha256: "ab".repeat(32),
                status_sha256: None,
            }],
            artifacts: Vec::new(),
            letters: Vec::new(),
        };
        let first = manifest.bytes();
        assert_eq!(first, manifest.bytes());
        let text = String::from_utf8(first).expect("UTF-8");
        assert!(text.contains("\"state\": \"readyForApprove\"") && !text.contains("approval\""), "{text}");
        assert!(text.contains("\"number\": 3"), "what an incremental package starts from: {text}");
        assert!(text.contains("\"operator\": \"AZB\"") && text.contains("\"languages\": []"), "{text}");
        let earlier = PublicationManifest { operator: String::new(), ..manifest.clone() };
        let earlier = String::from_utf8(earlier.bytes()).expect("UTF-8");
        assert!(!earlier.contains("operator") && !earlier.contains("languages"), "{earlier}");
        manifest.approval = Some(ApprovalDetails {
            authority: "EASA".to_owned(),
            revision_date: "2026-11-17".parse().expect("a day"),
            approved_by: "A. Person".to_owned(),
            job_title: "Inspector".to_owned(),
            reference: "EASA.1".to_owned(),
        });
        let text = String::from_utf8(manifest.bytes()).expect("UTF-8");
        assert!(text.contains("\"approbationAuthority\": \"EASA\""), "{text}");
    }
}
