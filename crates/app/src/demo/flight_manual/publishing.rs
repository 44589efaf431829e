//! The publications of the demo's flight manual.

use bytes::Bytes;
use chrono::NaiveDate;
use domain::job::{FailureReason, JobStatus, Parameter};
use domain::page::PageRequest;
use domain::publication::{ManualPublication, OutputFormat, PublicationState};

use super::{FlightCrew, FlightProgress, about_manual, manual_path};
use crate::core::error::{Error, Missing};
use crate::demo::{AUTHOR, DemoError, READER, succeeded};
use crate::imports::shell;
use crate::jobs::Job;
use crate::publications::distribution::{self, ReceiversChange};
use crate::publications::readers::{self, ReleasedPublication};
use crate::publications::{blockers, lists, steps};

/// The operator that the manual is published for.
const OPERATOR: &str = "AZB";
/// The day of the letter.
const APPROVED_ON: Option<NaiveDate> = NaiveDate::from_ymd_opt(2026, 6, 15);
/// Why a publication with a book is withdrawn before its approval.
const NO_BOOK: &str = "The book could not be printed again on this machine.";
const LETTER: &str = "abaa-flm-2026-118.pdf";

/// Whether a job failed because of the printed book, so that it would succeed without one.
fn lacks_book(job: &Job) -> bool {
    job.status == JobStatus::Failed && job.errors.iter().any(names_book)
}

fn names_book(reason: &FailureReason) -> bool {
    reason.key.starts_with("job.failed.pdf") || reason.cause.as_deref().is_some_and(names_book)
}

impl FlightCrew<'_> {
    pub(super) async fn fill_distribution_list(&self) -> Result<(), Error> {
        let accounts = [AUTHOR, READER].map(str::to_owned);
        let change = ReceiversChange { before: &[], accounts: &accounts };
        distribution::replace(self.ctx, &self.people.approver, &manual_path()?, change).await.map(drop)
    }

    /// The newest publication of a revision; one that was withdrawn if there is no other.
    pub(super) async fn publication(&self, revision: &str) -> Result<Option<ManualPublication>, Error> {
        let page = PageRequest::parse(1, 100).ok_or(Error::NotFound(Missing::Publication))?;
        let listed = lists::list(self.ctx, &self.people.author, &manual_path()?, None, page).await?.items;
        let mut found: Vec<_> = listed.into_iter().filter(|one| one.revision == revision).collect();
        found.sort_by_key(|one| (one.state == PublicationState::Withdrawn, std::cmp::Reverse(one.number)));
        Ok(found.into_iter().next())
    }

    /// Whether the first publication is there, or a person has withdrawn it.
    pub(super) async fn is_published(&self) -> Result<bool, Error> {
        let is_ours = |one: &ManualPublication| one.withdrawn.as_ref().is_some_and(|how| how.reason == NO_BOOK);
        Ok(self.publication("1").await?.is_some_and(|one| !is_ours(&one)))
    }

    /// The first publication, while it is the valid one; as the author sees it.
    pub(super) async fn released(&self) -> Result<Option<ReleasedPublication>, Error> {
        let released = readers::released(self.ctx, &self.people.author, &manual_path()?).await?;
        Ok(released.filter(|one| one.publication.revision == "1"))
    }

    /// Whether the first publication does not wait for its approval.
    pub(super) async fn is_approved(&self) -> Result<bool, Error> {
        let publication = self.publication("1").await?;
        Ok(publication.is_none_or(|one| one.state != PublicationState::ReadyForApprove))
    }

    /// Publishes the working text as a website and as a package, and as a book where books can be printed.
    pub(super) async fn publish(&self, job: &str, revision: &str) -> Result<Vec<FlightProgress>, DemoError> {
        let unavailable = blockers::list(self.ctx, &self.people.author, &manual_path()?).await?.unavailable;
        if unavailable.contains(&OutputFormat::Pdf) {
            succeeded(self.export(job, revision, false).await?)?;
            return Ok(Vec::new());
        }
        let done = self.export(job, revision, true).await?;
        if !lacks_book(&done) {
            succeeded(done)?;
            return Ok(Vec::new());
        }
        // A book that cannot be printed here keeps nobody from trying the rest.
        succeeded(self.export(job, revision, false).await?)?;
        Ok(vec![FlightProgress::WithoutBook(Box::new(done))])
    }

    async fn export(&self, job: &str, revision: &str, with_book: bool) -> Result<Job, Error> {
        let list = |words: &[&str]| Parameter::List(words.iter().map(|word| (*word).to_owned()).collect());
        let formats: &[&str] = if with_book { &["s1000d", "html", "pdf"] } else { &["s1000d", "html"] };
        let mut parameters = about_manual(&[("revision", revision), ("operator", OPERATOR)]);
        parameters.0.insert("formats".to_owned(), list(formats));
        parameters.0.insert("reviseTypes".to_owned(), list(&["complete"]));
        parameters.0.insert("profiles".to_owned(), list(&["All"]));
        shell::perform(self.ctx, &self.people.author, job, parameters, |_| ()).await
    }

    /// Approves the first publication. One whose book cannot be printed again is withdrawn and published without.
    pub(super) async fn approve(&self) -> Result<Vec<FlightProgress>, DemoError> {
        let Some(waiting) = self.publication("1").await? else { return Ok(Vec::new()) };
        let done = self.sign(&waiting).await?;
        if !lacks_book(&done) {
            succeeded(done)?;
            return Ok(Vec::new());
        }
        steps::withdraw(self.ctx, &self.people.approver, &waiting.id, waiting.version, NO_BOOK).await?;
        succeeded(self.export("exportApproveAta2300", "1", false).await?)?;
        if let Some(waiting) = self.publication("1").await? {
            succeeded(self.sign(&waiting).await?)?;
        }
        Ok(vec![FlightProgress::WithoutBook(Box::new(done))])
    }

    async fn sign(&self, publication: &ManualPublication) -> Result<Job, Error> {
        let today = self.ctx.clock.now().date_naive();
        let day = APPROVED_ON.map_or(today, |day| day.min(today)).to_string();
        let approval = about_manual(&[
            ("publication", publication.id.0.as_str()),
            ("approbationAuthority", "Azure Bay Aviation Authority"),
            ("revisionDate", day.as_str()),
            ("approvedBy", "T. Okafor"),
            ("jobTitle", "Inspector of flight operations"),
            ("approvalReference", "ABAA/FLM/2026/118"),
        ]);
        shell::perform(self.ctx, &self.people.approver, "exportFormalAta2300", approval, |_| ()).await
    }

    pub(super) async fn attach_letter(&self, letter: &[u8]) -> Result<(), Error> {
        let Some(released) = self.released().await? else { return Ok(()) };
        let letter = Bytes::copy_from_slice(letter);
        steps::attach_letter(self.ctx, &self.people.approver, &released.publication.id, LETTER, letter).await
    }

    /// One of the two readers has read the publication.
    pub(super) async fn acknowledge(&self) -> Result<(), Error> {
        let Some(released) = self.released().await? else { return Ok(()) };
        readers::acknowledge(self.ctx, &self.people.author, &released.publication.id).await.map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_of_the_book_is_told_from_others() {
        assert!(names_book(&FailureReason::new("job.failed.pdfTime")));
        let fonts = FailureReason::new("job.failed.pdfFonts");
        assert!(names_book(&FailureReason::new("job.failed.other").because(fonts)));
        assert!(!names_book(&FailureReason::new("job.failed.publicationGone")));
    }
}
