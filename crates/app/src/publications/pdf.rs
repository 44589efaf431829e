//! The printed book of a publication: described by `publish::book`, laid out by a program of its own (`crates/pdf`), which
//! runs as a child process within limits.

mod contents;
mod engine;
mod folder;
mod front;
mod material;
mod names;
mod pictures;
mod report;
mod reviewed;
mod source;

use std::fs::File;

use domain::house_style::PublishedStyle;
use domain::job::FailureReason;
use domain::publication::{ApprovalDetails, BookArrangement, ManualPublication, PublicationValidity};
use publish::book::BookState;
use store::artifacts::Artifact;
use tokio::runtime::Handle;

use self::engine::BOOK;
use self::material::BookMaterial;
use self::source::BookSource;
use super::archive::{StepShare, keep};
use super::content::ManualContent;
use super::earlier::ReceiverNews;
use super::located::fail;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;

pub use engine::PdfEngineState;
pub(super) use engine::{is_ready, state};
pub(crate) use folder::BookFolder;
pub(super) use report::{PrintReport, differs};
pub(super) use reviewed::ReviewedRecords;

const PDF: &str = "application/pdf";

/// The input of a book, and how it is printed.
#[derive(Debug, Clone, Copy)]
pub(super) struct BookOrder<'a> {
    pub(super) content: &'a ManualContent,
    /// The name of the operator that receives it.
    pub(super) operator: &'a str,
    pub(super) state: BookState,
    pub(super) approval: Option<&'a ApprovalDetails>,
    pub(super) arrangement: BookArrangement,
    /// The days of a temporary revision.
    pub(super) validity: Option<PublicationValidity>,
    /// The house style; none for the standard look.
    pub(super) style: Option<&'a PublishedStyle>,
    /// The publications of the change record, the newest first.
    pub(super) earlier: &'a [ManualPublication],
    /// The news for the receiver.
    pub(super) news: &'a ReceiverNews,
    /// The report of the book that was reviewed: one that differs from it is refused.
    pub(super) reviewed: Option<&'a PrintReport>,
}

impl BookOrder<'_> {
    /// The beginning of the names of its files.
    fn file_stem(self) -> String {
        self.content.file_stem(self.state == BookState::Draft)
    }
}

/// The name of a book in a publication.
pub(super) fn file_name(file_stem: &str) -> String {
    [file_stem, ".pdf"].concat()
}

/// Refuses where the program that lays out is not installed.
pub(crate) fn require_engine(ctx: &Ctx) -> Result<(), JobError> {
    if is_ready(ctx) { Ok(()) } else { Err(fail("job.failed.pdfEngineMissing")) }
}

/// Makes a folder for files that are worked on.
pub(crate) async fn open_folder(ctx: &Ctx) -> Result<BookFolder, JobError> {
    let work = ctx.settings.work_folder.clone();
    let made = tokio::task::spawn_blocking(move || BookFolder::open(&work));
    Ok(made.await.map_err(Error::from)?.map_err(Error::work_folder)?)
}

/// Removes folders that processes left behind which were killed.
pub(crate) async fn sweep_folders(ctx: &Ctx) {
    let work = ctx.settings.work_folder.clone();
    // A failure costs disk space alone.
    drop(tokio::task::spawn_blocking(move || folder::sweep(&work)).await);
}

/// Prints the report that is described in a folder; also gives a list of what could not be printed as it is, if anything.
/// `content` is the hash of what it says.
pub(crate) async fn print_report(
    ctx: &Ctx,
    job: &Running,
    folder: &BookFolder,
    (file_stem, content): (&str, String),
    step: &'static str,
) -> Result<(File, Option<Artifact>), JobError> {
    let printed = engine::run(ctx, job, folder.path(), StepShare { step, part: 0, parts: 1 }).await;
    let printed = printed.map_err(|error| of_report(error, step))?;
    let findings = if printed.findings.is_empty() {
        None
    } else {
        Some(PrintReport::new(printed, Vec::new(), content).store(ctx, file_stem).await?)
    };
    Ok((File::open(folder.path().join(BOOK)).map_err(Error::work_folder)?, findings))
}

/// Why a report is not printed. Where memory or time are too short, a person can only make the report smaller.
fn of_report(error: JobError, step: &str) -> JobError {
    let JobError::Fail(reasons) = error else { return error };
    let is_short =
        |reason: &FailureReason| matches!(reason.key.as_str(), "job.failed.pdfMemory" | "job.failed.pdfTime");
    let told = |reason: FailureReason| {
        if is_short(&reason) { FailureReason::new("job.failed.reportTooLarge").in_step(step) } else { reason }
    };
    JobError::Fail(reasons.into_iter().map(told).collect())
}

/// Prints the book of a publication and puts it into the blob store, with a list of what could not be printed as it is.
pub(super) async fn build(
    ctx: &Ctx,
    job: &Running,
    order: BookOrder<'_>,
    share: StepShare,
) -> Result<Vec<Artifact>, JobError> {
    require_engine(ctx)?;
    let folder = open_folder(ctx).await?;
    let material = BookMaterial::load(ctx, job, order).await?;
    if material.modules.is_empty() {
        return Err(fail("job.failed.pdfEmpty"));
    }
    let (blobs, runtime, path) = (ctx.blobs.clone(), Handle::current(), folder.path().to_owned());
    let described = job
        .blocking(move |job| BookSource { job, blobs: &blobs, runtime: &runtime }.describe(material, &path, share))
        .await?;
    if let Some(reviewed) = order.reviewed {
        reviewed.check_content(&described.digest)?;
    }
    let engine = engine::run(ctx, job, folder.path(), share).await?;
    let report = PrintReport::new(engine, described.problems, described.digest).with_records(order);
    match order.reviewed {
        Some(reviewed) => reviewed.check_findings(&report)?,
        None if order.state == BookState::Approved => report.check_losses()?,
        None => {}
    }
    let file = File::open(folder.path().join(BOOK)).map_err(Error::work_folder)?;
    let stored = keep(ctx, &file).await?;
    let stem = order.file_stem();
    let book = Artifact {
        file_name: file_name(&stem),
        blob: stored.blob,
        media_type: PDF.to_owned(),
        size: i64::try_from(stored.size).unwrap_or(i64::MAX),
    };
    let artifacts = vec![book, report.store(ctx, &stem).await?];
    share.progress_of(job, 1, 1)?;
    Ok(artifacts)
}
