//! Exchange packages: what is in one, and everything that is wrong with it.
//!
//! Both kinds are read: plain S1000D (with or without DDN and DML) and the style
//! of ATA Spec 2300 (package organization, status list, status files beside the
//! content). [`inspect`] reads every file once, on as many threads as it may,
//! hands it to the [`Sink`] and forgets it; what stays is small. The findings
//! are the same and in the same order however many threads there are.

mod archive;
mod check;
mod exchange;
mod findings;
mod lists;
pub mod media;
mod plan;
mod record;
mod rules;
mod summary;
mod unit;
mod work;

use std::mem;
use std::ops::ControlFlow;

use domain::finding::{Finding, Severities};

use crate::object::Object;
use crate::publication::Publication;
use crate::xsd::Schemas;
use findings::Findings;

pub use archive::{Archive, Entry, Limits, Reader, SharedFile, Source};
pub use record::{FileKind, Item, Recency};
pub use rules::{PackageRules, RuleProgress};
pub use summary::{Completeness, PublicationLine, SchemaState, Summary};

/// The media type that the name of a file promises; `None` for what is kept but not shown.
pub fn media_type_of(name: &str) -> Option<&'static str> {
    media::media_type(&media::extension(name))
}

/// The input of an inspection besides the package.
#[expect(missing_debug_implementations, reason = "it holds the caller's own traits")]
pub struct Options<'a> {
    pub limits: Limits,
    pub schemas: &'a Schemas,
    pub severities: &'a Severities,
    pub sink: &'a dyn Sink,
    /// Told how many of how many files are done; may stop the inspection.
    pub progress: &'a (dyn Fn(usize, usize) -> ControlFlow<()> + Sync),
    pub threads: usize,
}

/// The words behind which the remark of a delivery names those whom its texts were filtered for. Packages of ours have
/// them, so that a receiver knows why the same issue has other content for other aircraft.
pub const FILTERED_FOR: &str = ", filtered for ";

/// Whether a delivery was filtered for some aircraft, by its remark.
fn is_filtered(remark: &str) -> bool {
    remark.split_once(FILTERED_FOR).is_some_and(|(revision, name)| !revision.is_empty() && !name.trim().is_empty())
}

/// The content of the library. Asked from several threads.
pub trait Known: Sync {
    /// Whether there is an object of this key: as in `DMC-…-A`, with the language where a reference names it.
    fn has_object(&self, key: &str) -> bool;

    /// Whether it is still there when the package has come in: what a complete one replaces is not.
    fn keeps_object(&self, key: &str, complete: bool) -> bool {
        let _ = complete;
        self.has_object(key)
    }

    /// Whether there is a media file of this name, whatever its case.
    fn has_media(&self, file_name: &str) -> bool;

    /// Whether this object has a version of this issue with other content only.
    fn has_other_content(&self, key: &str, issue: &str, sha256: &[u8; 32]) -> bool;
}

/// A library without anything in it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nothing;

impl Known for Nothing {
    fn has_object(&self, _: &str) -> bool {
        false
    }

    fn has_media(&self, _: &str) -> bool {
        false
    }

    fn has_other_content(&self, _: &str, _: &str, _: &[u8; 32]) -> bool {
        false
    }
}

/// Takes the files of a package as they are read, from several threads and in any order.
pub trait Sink: Sync {
    /// Takes one file; may stop the inspection.
    fn take(&self, file: PackageFile<'_>) -> ControlFlow<()>;
}

/// Keeps nothing: for a report alone.
#[derive(Debug, Clone, Copy, Default)]
pub struct Discard;

impl Sink for Discard {
    fn take(&self, _: PackageFile<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// A file of the package with everything that was read from it.
#[derive(Debug)]
pub struct PackageFile<'a> {
    pub item: &'a Item,
    pub content: Content<'a>,
    /// The metadata in the XML; for ATA 2300 content and status together.
    pub object: Option<Object>,
    /// The contents tree, for a publication; its header is in `object`.
    pub publication: Option<Publication>,
    /// The file with the status, where it is apart (ATA 2300).
    pub status: Option<Vec<u8>>,
}

/// The bytes of a file as they were sent.
pub enum Content<'a> {
    Held(Vec<u8>),
    /// Too large to be held; passed on piece by piece when asked for.
    Large(&'a Pass<'a>),
}

/// Gives the content piece by piece; a finding when it cannot be read to its end.
pub type Pass<'a> = dyn Fn(&mut dyn FnMut(&[u8])) -> Result<(), Finding> + 'a;

impl std::fmt::Debug for Content<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Held(bytes) => write!(f, "Held({} bytes)", bytes.len()),
            Self::Large(_) => f.write_str("Large"),
        }
    }
}

/// Package summary.
#[derive(Debug, Clone, Default)]
pub struct Contents {
    pub summary: Summary,
    /// Every file that an import stores, in the order of their names.
    pub items: Vec<Item>,
}

/// The sink or the progress said so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the inspection was stopped")]
pub struct Stopped;

/// Reads a package to its end: what it holds, and all findings in the order of a report.
pub fn inspect<R: Source>(
    source: R,
    known: &dyn Known,
    options: &Options<'_>,
) -> Result<(Contents, Vec<Finding>), Stopped> {
    Ok(Inspection::read(source, options)?.judge(known, options.severities))
}

/// A package whose files were read, each for itself. Which library it belongs into may depend on what was read.
#[derive(Debug)]
pub struct Inspection<R> {
    /// Absent when the file could not even be opened.
    opened: Option<Opened<R>>,
    findings: Findings,
}

#[derive(Debug)]
struct Opened<R> {
    archive: Archive<R>,
    plan: plan::Plan,
    read: work::Read,
}

impl<R: Source> Inspection<R> {
    /// Reads every file of a package.
    pub fn read(source: R, options: &Options<'_>) -> Result<Self, Stopped> {
        let (archive, refused) = Archive::open(source, &options.limits);
        let mut findings = Findings::default();
        findings.extend(refused);
        let Some(archive) = archive else { return Ok(Self { opened: None, findings }) };
        let plan = plan::Plan::make(&archive, &mut findings);
        let mut read = work::run(&archive, &plan, options)?;
        findings.append(mem::take(&mut read.findings));
        Ok(Self { opened: Some(Opened { archive, plan, read }), findings })
    }

    /// The content of the files, but for whether they are all there are.
    pub fn summary(&self) -> Summary {
        let opened = self.opened.as_ref();
        opened.map(|opened| summary::summary(&opened.plan, &opened.read, Completeness::default())).unwrap_or_default()
    }

    /// Every file that can be stored, in the order of their names, generated front matter included.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.opened.iter().flat_map(|opened| opened.read.records.iter().map(|record| &record.item))
    }

    /// Holds the files against each other and against the library.
    pub fn judge(self, known: &dyn Known, severities: &Severities) -> (Contents, Vec<Finding>) {
        let (mut contents, mut findings) = (Contents::default(), self.findings);
        if let Some(Opened { archive, plan, read }) = self.opened {
            let completeness = check::all(&archive, &plan, &read, known, &mut findings);
            contents.summary = summary::summary(&plan, &read, completeness);
            let items = read.records.into_iter().map(|record| record.item);
            contents.items = items.filter(|item| !item.is_generated()).collect();
        }
        (contents, findings.finish(severities))
    }
}
