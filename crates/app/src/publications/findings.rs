//! Findings of the book and the website of a publication, from the files beside them.

use serde::Deserialize;
use store::artifacts::Artifact;

use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// The endings of the files that list findings.
const ENDINGS: [&str; 2] = ["-pdf-findings.json", "-html-findings.json"];
/// The most findings that a page lists; the files have all.
const MAX_LISTED: usize = 200;

/// The findings of all books and websites of a publication.
#[derive(Debug, Clone, Default)]
pub struct PublicationFindings {
    pub count: u64,
    /// The first of them.
    pub items: Vec<PublicationFinding>,
}

/// Something that a book or website lacks or shows differently.
#[derive(Debug, Clone)]
pub struct PublicationFinding {
    /// The artifact that lists it.
    pub file_name: String,
    pub code: String,
    /// The key of a module or the name of a picture file; empty for the whole book.
    pub object: String,
    pub detail: String,
}

#[derive(Deserialize)]
struct FindingsFile {
    findings: Vec<ListedFinding>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ListedFinding {
    code: String,
    #[serde(alias = "file")]
    module: String,
    detail: String,
}

/// Reads the files with findings among the artifacts of a publication. One that cannot be read counts as one finding,
/// because nobody knows what it says.
pub(super) async fn read(ctx: &Ctx, artifacts: &[Artifact]) -> Result<PublicationFindings, Error> {
    let mut found = PublicationFindings::default();
    let lists = artifacts.iter().filter(|one| ENDINGS.iter().any(|ending| one.file_name.ends_with(ending)));
    for artifact in lists {
        let bytes = ctx.blobs.read(&artifact.blob).await?;
        let parsed = bytes.and_then(|bytes| serde_json::from_slice::<FindingsFile>(&bytes).ok());
        let unreadable = || vec![ListedFinding { code: "unreadable".to_owned(), ..ListedFinding::default() }];
        let listed = parsed.map_or_else(unreadable, |file| file.findings);
        found.count += listed.len() as u64;
        let room = MAX_LISTED.saturating_sub(found.items.len());
        found.items.extend(listed.into_iter().take(room).map(|finding| PublicationFinding {
            file_name: artifact.file_name.clone(),
            code: finding.code,
            object: finding.module,
            detail: finding.detail,
        }));
    }
    Ok(found)
}
