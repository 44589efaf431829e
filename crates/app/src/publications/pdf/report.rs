//! The report for people about a book, as a file beside it.

use std::collections::HashSet;

use domain::id::{ManualId, PublicationId};
use domain::job::FailureReason;
use domain::publication::ManualPublication;
use domain::text::fold;
use publish::book::BookProblem;
use serde::{Deserialize, Serialize};
use store::Tx;
use store::artifacts::Artifact;

use super::BookOrder;
use super::engine::{EngineFinding, EngineReport};
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::publications::located::fail;

const JSON: &str = "application/json";
/// A picture that cannot be printed: its file, and each module that shows it.
const NOT_PRINTED: &str = "pictureNotPrinted";
/// Files that a failure names.
const MAX_NAMED: usize = 20;

/// The report of a book. It is there for every book, so that an approval can be compared with what was reviewed.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct PrintReport {
    pages: u64,
    /// The SHA-256 of everything that is printed but the approval.
    content: String,
    findings: Vec<EngineFinding>,
    /// The publications in the change record; none in reports of older versions, and where there is no book.
    #[serde(skip_serializing_if = "Option::is_none")]
    earlier: Option<Vec<PublicationReference>>,
    /// The publication that highlights are told since, empty without one; none in reports of older versions, whose books
    /// tell all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    told_since: Option<PublicationReference>,
}

/// A publication of the same manual: `#` and its number, so that the same state gives the same report everywhere. Reports
/// of older versions have its id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct PublicationReference(String);

impl PublicationReference {
    fn new(publication: &ManualPublication) -> Self {
        Self(format!("#{}", publication.number))
    }

    /// Whether it names none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) async fn find(&self, tx: &mut Tx, manual: &ManualId) -> Result<Option<ManualPublication>, Error> {
        let number = self.0.strip_prefix('#').and_then(|number| number.parse().ok());
        Ok(match number {
            Some(number) => store::publications::find_by_number(tx, manual, number).await?,
            None => store::publications::find(tx, &PublicationId(self.0.clone())).await?,
        })
    }
}

impl PrintReport {
    pub(super) fn new(engine: EngineReport, problems: Vec<BookProblem>, content: String) -> Self {
        let mut findings = engine.findings;
        findings.extend(problems.into_iter().map(EngineFinding::from));
        Self { pages: engine.pages, content, findings, earlier: None, told_since: None }
    }

    /// With the records that the front matter of a book tells.
    pub(super) fn with_records(self, order: BookOrder<'_>) -> Self {
        let earlier = order.earlier.iter().map(PublicationReference::new).collect();
        let since = order.news.since.as_ref().map_or_else(String::new, |number| format!("#{number}"));
        let told_since = Some(PublicationReference(since)).filter(|_| !order.news.tells_all);
        Self { earlier: Some(earlier), told_since, ..self }
    }

    /// The publications in the change record, the newest first.
    pub(super) fn earlier(&self) -> Option<&[PublicationReference]> {
        self.earlier.as_deref()
    }

    /// The publication that highlights are told since, empty without one; none for a book of an older version.
    pub(super) fn told_since(&self) -> Option<&PublicationReference> {
        self.told_since.as_ref()
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
        let known: HashSet<&EngineFinding> = self.findings.iter().collect();
        if printed.findings.iter().all(|finding| known.contains(finding)) { Ok(()) } else { Err(differs()) }
    }

    /// Refuses a book that lacks something, for a release that nobody reviews. Languages that people leave out are their
    /// choice, and films have no place on paper.
    pub(super) fn check_losses(&self) -> Result<(), JobError> {
        let broken = self.findings.iter().filter(|finding| finding.code == NOT_PRINTED);
        let broken: HashSet<String> = broken.map(|finding| number_of(&finding.module)).collect();
        let key = |finding: &EngineFinding| match finding.code.as_str() {
            // In a module; the file itself may be one that nothing shows.
            NOT_PRINTED if broken.contains(&number_of(&finding.detail)) => Some("job.failed.pdfPicture"),
            "picturesLeftOut" => Some("job.failed.pdfPicture"),
            "warningMissing" => Some("job.failed.pdfWarning"),
            "printedPlain" => Some("job.failed.pdfPlain"),
            "tableUnreadable" => Some("job.failed.pdfTable"),
            "textCut" => Some("job.failed.pdfTextCut"),
            "logoLeftOut" => Some("job.failed.pdfLogo"),
            _ => None,
        };
        let reason = |finding: &EngineFinding| {
            let about = if finding.module.is_empty() { &finding.detail } else { &finding.module };
            Some(FailureReason::new(key(finding)?).with("file", about.as_str()).in_step("write"))
        };
        let reasons: Vec<FailureReason> = self.findings.iter().filter_map(reason).take(MAX_NAMED).collect();
        if reasons.is_empty() { Ok(()) } else { Err(JobError::Fail(reasons)) }
    }
}

/// The number of a picture, without the ending of a file.
fn number_of(name: &str) -> String {
    fold(name.rsplit_once('.').map_or(name, |(stem, _)| stem))
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
        PrintReport {
            pages: 1,
            content: content.to_owned(),
            findings: codes.iter().map(finding).collect(),
            earlier: None,
            told_since: None,
        }
    }

    #[test]
    fn reports_of_older_versions_do_not_say_what_highlights_are_told_since() {
        let read = |text: &str| serde_json::from_str::<PrintReport>(text).expect("a report");
        assert_eq!(read(r#"{"pages": 1, "earlier": ["a"]}"#).told_since(), None);
        let reference = |text: &str| PublicationReference(text.to_owned());
        assert_eq!(read(r#"{"toldSince": ""}"#).told_since(), Some(&reference("")));
        assert_eq!(read(r#"{"toldSince": "a"}"#).told_since(), Some(&reference("a")));
    }

    #[test]
    fn a_reviewed_book_can_only_get_better() {
        let reviewed = report("a", &["glyphsMissing", "pictureInexact"]);
        assert!(reviewed.check_content("a").is_ok() && reviewed.check_content("b").is_err());
        assert!(reviewed.check_findings(&report("a", &["pictureInexact"])).is_ok());
        assert!(reviewed.check_findings(&report("a", &["pictureInexact", "printedPlain"])).is_err());
    }

    #[test]
    fn a_book_that_nobody_reviews_lacks_nothing() {
        let refused = |findings: &[[&str; 3]]| {
            let finding = |[code, module, detail]: &[&str; 3]| EngineFinding {
                code: (*code).to_owned(),
                module: (*module).to_owned(),
                detail: (*detail).to_owned(),
            };
            let report = PrintReport { findings: findings.iter().map(finding).collect(), ..PrintReport::default() };
            match report.check_losses() {
                Err(JobError::Fail(reasons)) => reasons.into_iter().map(|reason| reason.key).collect::<Vec<_>>(),
                _ => Vec::new(),
            }
        };
        let broken = ["pictureNotPrinted", "ICN-A.CGM", "cgm.broken"];
        assert!(refused(&[broken]).is_empty(), "no module shows it");
        assert_eq!(refused(&[broken, ["pictureNotPrinted", "DMC-1", "ICN-A"]]), ["job.failed.pdfPicture"]);
        assert!(refused(&[["pictureNotPrinted", "DMC-1", "ICN-FILM"]]).is_empty(), "a film");
        assert_eq!(refused(&[["warningMissing", "DMC-1", "w-1"]]), ["job.failed.pdfWarning"]);
        assert_eq!(refused(&[["printedPlain", "DMC-1", ""]]), ["job.failed.pdfPlain"]);
        assert_eq!(refused(&[["tableUnreadable", "DMC-T", ""]]), ["job.failed.pdfTable"]);
        assert_eq!(refused(&[["textCut", "", "Controlled"]]), ["job.failed.pdfTextCut"]);
        assert_eq!(refused(&[["logoLeftOut", "", ""]]), ["job.failed.pdfLogo"]);
        assert!(refused(&[["moduleLeftOut", "DMC-1", "zh-CN"], ["pictureInexact", "ICN-A.CGM", "x"]]).is_empty());
    }
}
