//! What people should know about a book, as the file beside it says it.

use publish::book::BookProblem;
use serde::{Deserialize, Serialize};
use store::artifacts::Artifact;

use super::engine::{EngineFinding, EngineReport};
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::publications::located::fail;

const JSON: &str = "application/json";

/// The report of a book. It is there for every book, so that an approval can be compared with what was reviewed.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct PrintReport {
    pages: u64,
    /// The SHA-256 of everything that is printed but the approval.
    content: String,
    findings: Vec<EngineFinding>,
}

impl PrintReport {
    pub(super) fn new(engine: EngineReport, problems: Vec<BookProblem>, content: String) -> Self {
        let mut findings = engine.findings;
        findings.extend(problems.into_iter().map(EngineFinding::from));
        Self { pages: engine.pages, content, findings }
    }

    /// The report of a book that was reviewed, from the artifacts of its publication.
    pub(crate) async fn find(ctx: &Ctx, artifacts: &[Artifact], file_stem: &str) -> Result<Option<Self>, Error> {
        let name = file_name(file_stem);
        let Some(artifact) = artifacts.iter().find(|artifact| artifact.file_name == name) else { return Ok(None) };
        let bytes = ctx.blobs.read(&artifact.blob).await?;
        Ok(bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()))
    }

    pub(super) async fn store(&self, ctx: &Ctx, file_stem: &str) -> Result<Artifact, JobError> {
        let bytes = serde_json::to_vec_pretty(self).unwrap_or_default();
        let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        let blob = ctx.blobs.put(bytes.into()).await?;
        Ok(Artifact { file_name: file_name(file_stem), blob, media_type: JSON.to_owned(), size })
    }

    /// Refuses a book with other content than the one that was reviewed.
    pub(super) fn check_content(&self, content: &str) -> Result<(), JobError> {
        if self.content == content { Ok(()) } else { Err(differs()) }
    }

    /// Refuses a book that lacks something that the reviewed one had.
    pub(super) fn check_findings(&self, printed: &Self) -> Result<(), JobError> {
        if printed.findings.iter().all(|finding| self.findings.contains(finding)) { Ok(()) } else { Err(differs()) }
    }
}

/// The book is not the one that was reviewed.
pub(crate) fn differs() -> JobError {
    fail("job.failed.pdfDiffers")
}

fn file_name(file_stem: &str) -> String {
    [file_stem, "-pdf-findings.json"].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(content: &str, codes: &[&str]) -> PrintReport {
        let finding = |code: &&str| EngineFinding { code: (*code).to_owned(), ..EngineFinding::default() };
        PrintReport { pages: 1, content: content.to_owned(), findings: codes.iter().map(finding).collect() }
    }

    #[test]
    fn a_reviewed_book_can_only_get_better() {
        let reviewed = report("a", &["glyphsMissing", "pictureInexact"]);
        assert!(reviewed.check_content("a").is_ok() && reviewed.check_content("b").is_err());
        assert!(reviewed.check_findings(&report("a", &["pictureInexact"])).is_ok());
        assert!(reviewed.check_findings(&report("a", &["pictureInexact", "printedPlain"])).is_err());
    }
}
