//! Manifests that are read back, to check a publication.

use domain::publication::{ApprovalDetails, PublicationState, PublicationValidity};
use serde_json::Value;

use crate::manifest::{
    ManifestArtifact, ManifestBase, ManifestError, ManifestInput, ManifestLogo, ManifestStyle, ManifestTarget, PROGRAM,
    PublicationManifest,
};

impl PublicationManifest {
    /// Reads what [`PublicationManifest::bytes`] wrote.
    pub fn parse(bytes: &[u8]) -> Result<Self, ManifestError> {
        let value: Value = serde_json::from_slice(bytes).map_err(|_| ManifestError::NotJson)?;
        let program = text(&value, "program")?;
        let state = PublicationState::parse(&text(&value, "state")?).ok_or(ManifestError::Member("state"))?;
        let since = match &value["since"] {
            Value::Null => None,
            since => Some(ManifestBase { number: number(since, "number")?, revision: text(since, "revision")? }),
        };
        Ok(Self {
            program: program.strip_prefix(PROGRAM).unwrap_or(&program).to_owned(),
            csdb: text(&value, "csdbName")?,
            manual: text(&value, "manualName")?,
            revision: text(&value, "revision")?,
            // Manifests of earlier versions have neither operator nor languages nor letters.
            operator: value["operator"].as_str().unwrap_or_default().to_owned(),
            languages: words(&value["languages"]),
            targets: if value["publishedFor"].is_null() { Vec::new() } else { list(&value, "publishedFor", target)? },
            state,
            validity: validity(&value)?,
            style: style(&value["style"])?,
            since,
            approval: approval(&value["approval"])?,
            inputs: list(&value, "inputs", input)?,
            artifacts: list(&value, "artifacts", artifact)?,
            letters: if value["letters"].is_null() { Vec::new() } else { list(&value, "letters", artifact)? },
        })
    }
}

fn validity(value: &Value) -> Result<Option<PublicationValidity>, ManifestError> {
    if value["validUntil"].is_null() {
        return Ok(None);
    }
    let from = text(value, "validFrom")?.parse().map_err(|_| ManifestError::Member("validFrom"))?;
    let until = text(value, "validUntil")?.parse().map_err(|_| ManifestError::Member("validUntil"))?;
    Ok(Some(PublicationValidity { from, until }))
}

fn style(value: &Value) -> Result<Option<ManifestStyle>, ManifestError> {
    if value.is_null() {
        return Ok(None);
    }
    let logo = match &value["logo"] {
        Value::Null => None,
        logo => Some(ManifestLogo { format: text(logo, "format")?, sha256: text(logo, "sha256")? }),
    };
    Ok(Some(ManifestStyle {
        primary: text(value, "primary")?,
        accent: text(value, "accent")?,
        paper: text(value, "paper")?,
        header: text(value, "header")?,
        footer: text(value, "footer")?,
        logo,
    }))
}

fn approval(value: &Value) -> Result<Option<ApprovalDetails>, ManifestError> {
    if value.is_null() {
        return Ok(None);
    }
    let day = text(value, "revisionDate")?.parse().ok();
    Ok(Some(ApprovalDetails {
        authority: text(value, "approbationAuthority")?,
        revision_date: day.ok_or(ManifestError::Member("revisionDate"))?,
        approved_by: text(value, "approvedBy")?,
        job_title: text(value, "jobTitle")?,
        reference: text(value, "approvalReference")?,
    }))
}

fn input(value: &Value) -> Result<ManifestInput, ManifestError> {
    Ok(ManifestInput {
        key: text(value, "key")?,
        issue: text(value, "issue")?,
        sha256: text(value, "sha256")?,
        status_sha256: value["statusSha256"].as_str().map(str::to_owned),
    })
}

fn target(value: &Value) -> Result<ManifestTarget, ManifestError> {
    Ok(ManifestTarget { name: text(value, "name")?, aircraft: words(&value["aircraft"]) })
}

pub(crate) fn artifact(value: &Value) -> Result<ManifestArtifact, ManifestError> {
    Ok(ManifestArtifact { name: text(value, "name")?, sha256: text(value, "sha256")?, size: number(value, "size")? })
}

pub(crate) fn text(value: &Value, name: &'static str) -> Result<String, ManifestError> {
    value[name].as_str().map(str::to_owned).ok_or(ManifestError::Member(name))
}

fn words(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

pub(crate) fn number(value: &Value, name: &'static str) -> Result<u64, ManifestError> {
    value[name].as_u64().ok_or(ManifestError::Member(name))
}

pub(crate) fn list<T>(
    value: &Value,
    name: &'static str,
    read: impl Fn(&Value) -> Result<T, ManifestError>,
) -> Result<Vec<T>, ManifestError> {
    value[name].as_array().ok_or(ManifestError::Member(name))?.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_is_read_back_as_it_was_written() {
        let manifest = PublicationManifest {
            program: "6.0.0".to_owned(),
            csdb: "H160".to_owned(),
            manual: "MEL".to_owned(),
            revision: "4.1".to_owned(),
            operator: "AZB".to_owned(),
            languages: vec!["en-US".to_owned()],
            targets: vec![ManifestTarget { name: "Azure".to_owned(), aircraft: vec!["QZ-HAC".to_owned()] }],
            state: PublicationState::Approved,
            validity: Some(PublicationValidity {
                from: "2026-11-17".parse().expect("a day"),
                until: "2026-12-17".parse().expect("a day"),
            }),
            // In words that this version does not know.
            style: Some(ManifestStyle {
                primary: "crimson".to_owned(),
                accent: "lime".to_owned(),
                paper: "a6".to_owned(),
                header: "{manual} 受控".to_owned(),
                footer: String::new(),
                logo: Some(ManifestLogo { format: "webp".to_owned(), sha256: "23".repeat(32) }),
            }),
            since: Some(ManifestBase { number: 3, revision: "4.0".to_owned() }),
            approval: Some(ApprovalDetails {
                authority: "EASA".to_owned(),
                revision_date: "2026-11-17".parse().expect("a day"),
                approved_by: "A. Person".to_owned(),
                job_title: "Inspector".to_owned(),
                reference: "EASA.1".to_owned(),
            }),
            inputs: vec![ManifestInput {
                key: "DMC-A".to_owned(),
                issue: "001-00".to_owned(),
                sha256: "ab".repeat(32),
                status_sha256: Some("cd".repeat(32)),
            }],
            artifacts: vec![ManifestArtifact { name: "a.zip".to_owned(), sha256: "ef".repeat(32), size: 12 }],
            letters: vec![ManifestArtifact { name: "letter-a.pdf".to_owned(), sha256: "01".repeat(32), size: 3 }],
        };
        assert_eq!(PublicationManifest::parse(&manifest.bytes()), Ok(manifest));
    }

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(PublicationManifest::parse(b"no manifest"), Err(ManifestError::NotJson));
        assert_eq!(PublicationManifest::parse(b"{}"), Err(ManifestError::Member("program")));
        let wrong = br#"{"program": "x", "state": "flown"}"#;
        assert_eq!(PublicationManifest::parse(wrong), Err(ManifestError::Member("state")));
    }
}
