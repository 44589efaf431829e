//! The printed book of a publication: described by `publish::book`, laid out by a program of its own (`crates/pdf`), which
//! runs as a child process within limits.

mod contents;
mod engine;
mod front;
mod material;
mod names;
mod pictures;

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use bytes::Bytes;
use domain::job::FailureReason;
use domain::object::ObjectKind;
use domain::publication::{ApprovalDetails, BookArrangement};
use publish::book::{
    BookBuilder, BookFront, BookLibrary, BookPlace, BookState, BookStream, BookTarget, BookTerm, PrintedText,
};
use s1000d::document::Document;
use s1000d::guard::Refusal;
use s1000d::{glossary, guard, highlights};
use serde_json::json;
use store::StoreError;
use store::artifacts::Artifact;
use store::blobs::{BlobId, Blobs};
use store::publications::SourceVersion;
use tokio::runtime::Handle;

use self::contents::BookStop;
use self::engine::{BOOK, EngineReport};
use self::material::BookMaterial;
use self::names::{issue_text, label, locale_of, title};
use super::archive::{StepShare, damaged, keep};
use super::content::ManualContent;
use super::located::fail;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;

pub(super) use engine::is_ready;

const PDF: &str = "application/pdf";
const JSON: &str = "application/json";

/// A book that is wanted.
#[derive(Debug, Clone, Copy)]
pub(super) struct BookOrder<'a> {
    pub(super) content: &'a ManualContent,
    /// The name of the operator that receives it.
    pub(super) operator: &'a str,
    pub(super) state: BookState,
    pub(super) approval: Option<&'a ApprovalDetails>,
    pub(super) arrangement: BookArrangement,
}

impl BookOrder<'_> {
    /// The beginning of the names of its files.
    fn file_stem(self) -> String {
        self.content.file_stem(self.state == BookState::Draft)
    }
}

/// Prints the book of a publication and puts it into the blob store, with a list of what could not be printed as it is.
pub(super) async fn build(
    ctx: &Ctx,
    job: &Running,
    order: BookOrder<'_>,
    share: StepShare,
) -> Result<Vec<Artifact>, JobError> {
    if !is_ready(ctx) {
        return Err(fail("job.failed.pdfEngineMissing"));
    }
    let work = ctx.settings.work_folder.clone();
    let made = tokio::task::spawn_blocking(move || {
        std::fs::create_dir_all(&work)?;
        tempfile::tempdir_in(&work)
    });
    // Removed with everything in it, whatever comes.
    let folder = made.await.map_err(Error::from)?.map_err(Error::work_folder)?;
    let material = BookMaterial::load(ctx, job, order).await?;
    let (blobs, runtime, path) = (ctx.blobs.clone(), Handle::current(), folder.path().to_owned());
    job.blocking(move |job| BookSource { job, blobs: &blobs, runtime: &runtime }.describe(material, &path, share))
        .await?;
    let report = engine::run(ctx, job, folder.path(), share).await?;
    let file = File::open(folder.path().join(BOOK)).map_err(Error::work_folder)?;
    let stored = keep(ctx, &file).await?;
    let mut artifacts = vec![Artifact {
        file_name: format!("{}.pdf", order.file_stem()),
        blob: stored.blob,
        media_type: PDF.to_owned(),
        size: i64::try_from(stored.size).unwrap_or(i64::MAX),
    }];
    if !report.findings.is_empty() {
        artifacts.push(findings(ctx, order, &report).await?);
    }
    share.progress_of(job, 1, 1)?;
    Ok(artifacts)
}

/// What people should know about a book, as a file beside it.
async fn findings(ctx: &Ctx, order: BookOrder<'_>, report: &EngineReport) -> Result<Artifact, JobError> {
    let found: Vec<_> = report
        .findings
        .iter()
        .map(|finding| json!({"code": finding.code, "module": finding.module, "detail": finding.detail}))
        .collect();
    let bytes = serde_json::to_vec_pretty(&json!({"pages": report.pages, "findings": found})).unwrap_or_default();
    let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
    let blob = ctx.blobs.put(bytes.into()).await?;
    let file_name = format!("{}-pdf-findings.json", order.file_stem());
    Ok(Artifact { file_name, blob, media_type: JSON.to_owned(), size })
}

/// Reads contents, on a thread of its own.
struct BookSource<'a> {
    job: &'a Running,
    blobs: &'a Blobs,
    runtime: &'a Handle,
}

impl BookSource<'_> {
    /// The content of a version. Content that is gone or damaged does not come back by trying again.
    fn read(&self, version: &SourceVersion) -> Result<Bytes, JobError> {
        self.read_blob(&version.blob, &version.key)
    }

    fn read_blob(&self, blob: &BlobId, key: &str) -> Result<Bytes, JobError> {
        let lost = || JobError::Fail(vec![damaged(key)]);
        match self.runtime.block_on(self.blobs.read(blob)) {
            Ok(found) => found.ok_or_else(lost),
            Err(StoreError::BlobDamaged { .. }) => Err(lost()),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes the description of a book and its pictures into a folder.
    fn describe(&self, material: BookMaterial, folder: &Path, share: StepShare) -> Result<(), JobError> {
        let BookMaterial { languages, head, mut front, stops, modules, pictures, shared } = material;
        let library = self.library(&modules, &pictures, &shared, &mut front, folder)?;
        let file = File::create(folder.join("book.json")).map_err(Error::work_folder)?;
        let builder = BookBuilder::new(&library, languages, head, front);
        let mut book = BookStream::begin(builder, BufWriter::new(file)).map_err(Error::work_folder)?;
        let total = (stops.len() as u64).max(1);
        for (done, stop) in (0_u64..).zip(&stops) {
            match stop {
                BookStop::Section { level, title } => book.builder.section(*level, title),
                BookStop::Module { level, module } => {
                    let versions = modules.get(*module).map(Vec::as_slice).unwrap_or_default();
                    self.add(&mut book.builder, (*module, *level), versions)?;
                }
            }
            book.flush().map_err(Error::work_folder)?;
            share.progress_of(self.job, 40 * done / total, 100)?;
        }
        book.finish().map_err(Error::work_folder)?;
        Ok(())
    }

    fn library(
        &self,
        modules: &[Vec<SourceVersion>],
        pictures: &[SourceVersion],
        shared: &[SourceVersion],
        front: &mut BookFront,
        folder: &Path,
    ) -> Result<BookLibrary, JobError> {
        let mut library = BookLibrary {
            pictures: pictures::write(self, pictures, &folder.join("pictures"))?,
            ..BookLibrary::default()
        };
        for (place, version) in modules.iter().enumerate().filter_map(|(place, group)| Some((place, group.first()?))) {
            let target = BookTarget { label: Some(label(place)), title: title(version) };
            library.modules.insert(version.code.clone(), target);
        }
        for version in shared {
            let bytes = self.read(version)?;
            let Ok(file) = guard::check(&bytes) else { continue };
            if library.read_shared(&file, locale_of(version)).is_err() {
                continue;
            }
            if version.kind == ObjectKind::Repository {
                let terms = glossary::read(&file).unwrap_or_default();
                front
                    .terms
                    .extend(terms.into_iter().map(|term| BookTerm { term: term.term, meaning: term.definition }));
            }
        }
        library.share_names();
        front.terms.sort_by(|a, b| a.term.cmp(&b.term));
        front.terms.dedup();
        Ok(library)
    }

    /// Adds a module in its languages. One that cannot be read ends the book: a manual without it would be wrong.
    fn add(
        &self,
        builder: &mut BookBuilder<'_>,
        (module, level): (usize, u8),
        versions: &[SourceVersion],
    ) -> Result<(), JobError> {
        let read: Vec<PrintedModule> = versions.iter().map(|version| self.module(version)).collect::<Result<_, _>>()?;
        let texts: Vec<PrintedText<'_>> = versions
            .iter()
            .zip(&read)
            .map(|(version, read)| PrintedText {
                document: &read.document,
                title: &read.title,
                language: &version.language,
                issue: &read.issue,
                date: version.issue.date.get(..10).unwrap_or_default(),
                highlights: &read.highlights,
            })
            .collect();
        let Some(first) = versions.first() else { return Ok(()) };
        builder.module(BookPlace { label: &label(module), key: &first.key, code: &first.code, level }, &texts);
        Ok(())
    }

    fn module(&self, version: &SourceVersion) -> Result<PrintedModule, JobError> {
        let bytes = self.read(version)?;
        let unreadable = |refusal: Refusal| {
            tracing::warn!(module = version.key, %refusal, "a module cannot be printed");
            let reason = FailureReason::new("job.failed.pdfModule").with("file", version.key.as_str());
            JobError::Fail(vec![reason.in_step("write")])
        };
        let document = Document::read(&guard::check(&bytes).map_err(unreadable)?).map_err(unreadable)?;
        let highlights = match &version.status_blob {
            Some(blob) => highlights::read(&self.read_blob(blob, &version.key)?).unwrap_or_default(),
            None => document.reasons.iter().filter(|reason| reason.highlighted).map(|one| one.text.clone()).collect(),
        };
        Ok(PrintedModule { document, title: title(version), issue: issue_text(&version.issue), highlights })
    }
}

/// A module in one language.
struct PrintedModule {
    document: Document,
    title: String,
    issue: String,
    highlights: Vec<String>,
}
