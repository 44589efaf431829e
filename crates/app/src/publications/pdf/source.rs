//! Reading contents and describing the book that they make.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use bytes::Bytes;
use domain::house_style::StyleLogo;
use domain::job::FailureReason;
use domain::object::ObjectKind;
use domain::text::hex;
use publish::book::{
    BookBuilder, BookFront, BookLanguages, BookLibrary, BookPlace, BookProblem, BookStream, BookTarget, BookTerm,
    PrintedText, StatusApplicability, logo_file,
};
use s1000d::applic::Applic;
use s1000d::document::Document;
use s1000d::guard::Refusal;
use s1000d::{glossary, guard, highlights, object};
use sha2::{Digest, Sha256};
use store::StoreError;
use store::blobs::{BlobId, Blobs};
use store::publications::SourceVersion;
use tokio::runtime::Handle;

use super::contents::BookPosition;
use super::material::BookMaterial;
use super::names::{issue_text, label, locale_of, title};
use super::pictures;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::publications::archive::{StepShare, damaged};

/// Reads contents, on a thread of its own.
pub(super) struct BookSource<'a> {
    pub(super) job: &'a Running,
    pub(super) blobs: &'a Blobs,
    pub(super) runtime: &'a Handle,
}

/// A book that the engine can lay out.
#[derive(Debug)]
pub(super) struct BookDescription {
    /// The problems that people should know.
    pub(super) problems: Vec<BookProblem>,
    /// The SHA-256 of everything in it but its approval, in lower-case hexadecimal.
    pub(super) digest: String,
}

/// A file that is written, and the digest of what was written.
struct DigestFile {
    file: BufWriter<File>,
    digest: Sha256,
}

impl Write for DigestFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write(bytes)?;
        self.digest.update(bytes.get(..count).unwrap_or_default());
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A module in one language.
struct PrintedModule {
    document: Document,
    title: String,
    issue: String,
    status: Option<StatusApplicability>,
    highlights: Vec<String>,
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
    pub(super) fn describe(
        &self,
        material: BookMaterial,
        folder: &Path,
        share: StepShare,
    ) -> Result<BookDescription, JobError> {
        let BookMaterial { languages, head, mut front, positions, modules, mut problems, pictures, logo, shared, news } =
            material;
        let is_news = |version: &SourceVersion| news.is_told(version.version_id);
        let mut digest = Sha256::new();
        let mut library = library_of(&modules);
        let read = |version: &SourceVersion| {
            self.job.check()?;
            self.read(version)
        };
        let (pictures, broken) = pictures::write(&read, &pictures, &folder.join("pictures"), &mut digest)?;
        if let Some(logo) = &logo {
            self.write_logo(logo, &folder.join("pictures"), &mut digest)?;
        }
        for picture in pictures {
            library.add_picture(picture);
        }
        problems.extend(broken);
        problems.extend(self.read_shared(&shared, languages, &mut library, &mut front)?);
        let file = BufWriter::new(File::create(folder.join("book.json")).map_err(Error::work_folder)?);
        let builder = BookBuilder::new(&library, languages, head, front);
        let mut book = BookStream::begin(builder, DigestFile { file, digest }).map_err(Error::work_folder)?;
        let total = (positions.len() as u64).max(1);
        for (done, position) in (0_u64..).zip(&positions) {
            match position {
                BookPosition::Section { level, title, applies } => book.builder.section(*level, title, applies),
                BookPosition::Module { level, module, applies, also } => {
                    let versions = modules.get(*module).map(Vec::as_slice).unwrap_or_default();
                    self.add(&mut book.builder, (*module, *level), versions, applies, &is_news)?;
                    book.builder.also_listed(also);
                }
                BookPosition::Reference { level, module, applies } => {
                    if let Some(version) = modules.get(*module).and_then(|group| group.first()) {
                        let (label, code) = (label(*module), version.code.as_str());
                        let place = BookPlace { label: &label, code, level: *level };
                        book.builder.reference(place, &title(version), applies);
                    }
                }
            }
            book.flush().map_err(Error::work_folder)?;
            share.progress_of(self.job, 40 * done / total, 100)?;
        }
        problems.extend(book.builder.take_problems());
        let mut digest = book.written().digest.clone();
        digest.update(book.builder.reviewed_front());
        book.finish().map_err(Error::work_folder)?;
        let hash: [u8; 32] = digest.finalize().into();
        Ok(BookDescription { problems, digest: hex(&hash) })
    }

    /// Writes the logo among the pictures.
    fn write_logo(&self, logo: &StyleLogo, folder: &Path, digest: &mut Sha256) -> Result<(), JobError> {
        let name = logo_file(logo.format);
        let blob = BlobId::parse(&logo.blob).ok_or_else(|| JobError::Fail(vec![damaged(&name)]))?;
        let bytes = self.read_blob(&blob, &name)?;
        std::fs::write(folder.join(&name), &bytes).map_err(Error::work_folder)?;
        digest.update(name.as_bytes());
        digest.update((bytes.len() as u64).to_le_bytes());
        digest.update(&bytes);
        Ok(())
    }

    /// Adds what modules share. A repository that cannot be read ends the book: its warnings would be missing.
    fn read_shared(
        &self,
        shared: &[SourceVersion],
        languages: BookLanguages,
        library: &mut BookLibrary,
        front: &mut BookFront,
    ) -> Result<Vec<BookProblem>, JobError> {
        let mut problems = Vec::new();
        for version in shared {
            let bytes = self.read(version)?;
            let checked = guard::check(&bytes);
            let read = checked.and_then(|file| {
                library.read_shared(&file, &version.language)?;
                if version.kind == ObjectKind::Repository { glossary::read(&file) } else { Ok(Vec::new()) }
            });
            let terms = match read {
                Ok(terms) => terms,
                Err(refusal) if version.kind == ObjectKind::Repository => return Err(unreadable(version, &refusal)),
                Err(refusal) => {
                    // Properties are printed by their identifiers.
                    let (module, detail) = (version.key.clone(), refusal.to_string());
                    problems.push(BookProblem { code: "tableUnreadable", module, detail });
                    continue;
                }
            };
            // A reader of one language has no use for the terms of another.
            if locale_of(version).is_none_or(|locale| languages.locales().contains(&locale)) {
                let terms = terms.into_iter().map(|term| BookTerm { term: term.term, meaning: term.definition });
                front.terms.extend(terms);
            }
        }
        library.share_names();
        front.terms.sort_by(|a, b| a.term.cmp(&b.term));
        front.terms.dedup();
        Ok(problems)
    }

    /// Adds a module in its languages. One that cannot be read ends the book: a manual without it would be wrong.
    fn add(
        &self,
        builder: &mut BookBuilder<'_>,
        (module, level): (usize, u8),
        versions: &[SourceVersion],
        around: &[Applic],
        is_news: &dyn Fn(&SourceVersion) -> bool,
    ) -> Result<(), JobError> {
        let read: Vec<PrintedModule> = versions.iter().map(|version| self.module(version)).collect::<Result<_, _>>()?;
        let texts: Vec<PrintedText<'_>> = versions
            .iter()
            .zip(&read)
            .map(|(version, read)| PrintedText {
                document: &read.document,
                key: &version.key,
                title: &read.title,
                status: read.status.as_ref(),
                around,
                language: &version.language,
                issue: &read.issue,
                date: version.issue.date.get(..10).unwrap_or_default(),
                // Reasons for an issue that the publication before had are told there.
                highlights: if is_news(version) { read.highlights.as_slice() } else { &[] },
            })
            .collect();
        let Some(first) = versions.first() else { return Ok(()) };
        builder.module(BookPlace { label: &label(module), code: &first.code, level }, &texts);
        Ok(())
    }

    fn module(&self, version: &SourceVersion) -> Result<PrintedModule, JobError> {
        let bytes = self.read(version)?;
        let refused = |refusal: Refusal| unreadable(version, &refusal);
        let Some(document) = whole_document(&bytes).map_err(refused)? else {
            tracing::warn!(module = version.key, "a module is too large to be printed");
            return Err(not_printable(version));
        };
        let (status, highlights) = if let Some(blob) = &version.status_blob {
            let bytes = self.read_blob(blob, &version.key)?;
            let (stated, _) = object::read(&guard::check(&bytes).map_err(refused)?).map_err(refused)?;
            let status = StatusApplicability { own: stated.applicability, shared: stated.shared_applicability };
            (Some(status), highlights::read(&bytes).map_err(refused)?)
        } else {
            let highlighted = document.reasons.iter().filter(|reason| reason.highlighted);
            (None, highlights::each_once(highlighted.map(|reason| reason.text.clone())))
        };
        Ok(PrintedModule { document, title: title(version), issue: issue_text(&version.issue), status, highlights })
    }
}

/// The modules that references lead to, each in its first language.
fn library_of(modules: &[Vec<SourceVersion>]) -> BookLibrary {
    let mut library = BookLibrary::default();
    for (place, version) in modules.iter().enumerate().filter_map(|(place, group)| Some((place, group.first()?))) {
        library.add_module(&version.code, BookTarget { label: Some(label(place)), title: title(version) });
    }
    library
}

/// A module; none for one whose end had to be cut, which would be printed as if it were whole.
fn whole_document(bytes: &[u8]) -> Result<Option<Document>, Refusal> {
    let document = Document::read(&guard::check(bytes)?)?;
    Ok(Some(document).filter(|document| !document.is_cut))
}

fn unreadable(version: &SourceVersion, refusal: &Refusal) -> JobError {
    tracing::warn!(module = version.key, %refusal, "a module cannot be printed");
    not_printable(version)
}

fn not_printable(version: &SourceVersion) -> JobError {
    let reason = FailureReason::new("job.failed.pdfModule").with("file", version.key.as_str());
    JobError::Fail(vec![reason.in_step("write")])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_that_is_cut_is_not_printed() {
        let module = |steps: usize| {
            let warning = "x".repeat(60_000);
            let steps = "<proceduralStep warningRefs='w'><para>Open.</para></proceduralStep>".repeat(steps);
            format!(
                "<dmodule><content><warningsAndCautions><warning id='w'><warningAndCautionPara>{warning}\
                 </warningAndCautionPara></warning></warningsAndCautions><procedure><mainProcedure>{steps}\
                 </mainProcedure></procedure></content></dmodule>"
            )
        };
        assert!(whole_document(module(2).as_bytes()).expect("it is read").is_some());
        assert!(whole_document(module(500).as_bytes()).expect("it is read").is_none());
        assert!(whole_document(b"<dmodule>").is_err());
    }
}
