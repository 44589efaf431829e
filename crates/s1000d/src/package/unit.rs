//! Reads one file of a package, with its status where that is apart.

mod document;
mod later;
mod status;

use std::ops::ControlFlow;

use domain::finding::{Finding, Rule};
use sha2::{Digest, Sha256};

use super::archive::{Archive, Entry, Reader, Source};
use super::findings::Findings;
use super::plan::{self, Plan, Unit};
use super::record::{FileKind, Item, Numbers, Record, issue_text};
use super::work::{Lists, Part, Tally};
use super::{Content, Options, PackageFile, media};
use crate::applic::tables::Tables;
use crate::applic::{Property, Values};
use crate::generated;
use crate::guard::{self, Refusal};
use crate::object::Object;
use crate::publication::Publication;
use crate::xsd::Validator;

/// One thread's part of the work.
pub(super) struct Worker<'a, R> {
    number: usize,
    archive: &'a Archive<R>,
    plan: &'a Plan,
    options: &'a Options<'a>,
    reader: Reader<'a, R>,
    validator: Validator<'a>,
    names: Numbers<Box<str>>,
    assertions: Numbers<(Property, Values)>,
    records: Vec<Record>,
    findings: Findings,
    lists: Lists,
    tables: Vec<(usize, Tables)>,
    tally: Tally,
}

/// The content of an XML file.
#[derive(Default)]
struct XmlContent {
    object: Option<Object>,
    publication: Option<Publication>,
}

/// Files other than XML are not held in memory above this size.
const LARGE: u64 = 32 << 20;

impl<'a, R: Source> Worker<'a, R> {
    pub(super) fn new(number: usize, archive: &'a Archive<R>, plan: &'a Plan, options: &'a Options<'a>) -> Self {
        Self {
            number,
            archive,
            plan,
            options,
            reader: archive.reader(),
            validator: Validator::new(options.schemas),
            names: Numbers::default(),
            assertions: Numbers::default(),
            tables: Vec::new(),
            records: Vec::new(),
            findings: Findings::default(),
            lists: Lists::default(),
            tally: Tally::default(),
        }
    }

    /// The results of this thread.
    pub(super) fn finish(self) -> Part {
        let Self { names, assertions, records, findings, lists, tables, tally, .. } = self;
        Part { names: names.finish(), assertions: assertions.finish(), records, findings, lists, tables, tally }
    }

    /// Reads a file, passes it on and keeps what the check of the whole package needs.
    pub(super) fn read(&mut self, unit: Unit) -> ControlFlow<()> {
        let archive = self.archive;
        let entry = &archive.entries()[unit.content];
        let most_held = if plan::is_xml(&entry.name) { guard::Limits::STREAM.bytes } else { LARGE };
        if entry.size > most_held {
            return self.large(unit, entry);
        }
        let Some(bytes) = self.bytes(entry) else { return ControlFlow::Continue(()) };
        let sha256 = Sha256::digest(&bytes).into();
        if !plan::is_xml(&entry.name) {
            let item = self.media(unit, entry, &bytes, sha256);
            return self.pass_on(item, Content::Held(bytes), XmlContent::default(), None);
        }
        let mut document = self.document(unit.content, entry, &bytes, &sha256);
        let status = unit.status.and_then(|place| self.status(place, &mut document, &entry.name));
        self.check_status(unit, &document, &entry.name);
        let mut item = self.item(unit, entry, document.object.as_ref(), sha256);
        let object = document.object.as_ref().filter(|_| unit.status.is_none());
        item.is_generated = object.is_some_and(|object| generated::is_generated(object, &bytes));
        item.status_sha256 = status.as_ref().map(|bytes| Sha256::digest(bytes).into());
        self.pass_on(item, Content::Held(bytes), document, status)
    }

    fn bytes(&mut self, entry: &Entry) -> Option<Vec<u8>> {
        self.reader.read(entry).map_err(|finding| self.findings.push(finding)).ok()
    }

    fn pass_on(
        &mut self,
        item: Item,
        content: Content<'_>,
        document: XmlContent,
        status: Option<Vec<u8>>,
    ) -> ControlFlow<()> {
        let mut record = Record {
            item,
            worker: self.number,
            references: Vec::new(),
            illustrations: Vec::new(),
            assertions: Vec::new(),
            tables: Vec::new(),
        };
        self.keep(&document, &mut record);
        let XmlContent { object, publication, .. } = document;
        let file = PackageFile { item: &record.item, content, object, publication, status };
        let goes_on = self.options.sink.take(file);
        self.records.push(record);
        goes_on
    }

    fn item(&self, unit: Unit, entry: &Entry, object: Option<&Object>, sha256: [u8; 32]) -> Item {
        let identity = object.and_then(|object| object.identity.as_ref());
        let text = |text: &str| Box::from(text);
        Item {
            index: unit.content,
            name: entry.name.clone(),
            kind: identity.and(object).map_or(FileKind::Other, FileKind::of),
            key: identity.map(|identity| identity.to_string().into()),
            language: identity.and_then(|identity| identity.language).map(|language| language.to_string().into()),
            issue: object.map(|object| issue_text(&object.version)).unwrap_or_default(),
            issue_type: object
                .and_then(|object| object.status.issue_type.as_deref())
                .or_else(|| self.plan.entry_of(unit)?.issue_type.as_deref())
                .map(text),
            title: object.map(|object| object.title.to_string().into()).unwrap_or_default(),
            content_type: object.and_then(|object| object.content_type),
            media_type: "application/xml",
            size: entry.size,
            sha256,
            status_sha256: None,
            is_generated: false,
        }
    }

    /// A file that is not XML: an illustration when its name says so, else an attachment.
    fn media(&mut self, unit: Unit, entry: &Entry, head: &[u8], sha256: [u8; 32]) -> Item {
        let extension = media::extension(&entry.name);
        let illustration = entry.file_name().to_ascii_uppercase().starts_with("ICN-");
        let format = media::format_of(head);
        let supported = media::media_type(&extension);
        let agrees = format.is_some_and(|format| media::is_same(&extension, format));
        let found = |rule| Finding::new(rule).in_file(&*entry.name).with("format", &*extension);
        if illustration && supported.is_none() {
            self.findings.push(found(Rule::IcnUnsupported));
        } else if supported.is_some() && !agrees {
            self.findings.push(found(Rule::IcnDisagrees).with("found", format.unwrap_or("?")));
        } else if !illustration {
            self.findings.push(Finding::new(Rule::FileAttachment).in_file(&*entry.name));
        }
        let mut item = self.item(unit, entry, None, sha256);
        item.kind = if illustration { FileKind::Illustration } else { FileKind::Other };
        item.media_type = supported.filter(|_| agrees).unwrap_or("application/octet-stream");
        item
    }

    fn large(&mut self, unit: Unit, entry: &Entry) -> ControlFlow<()> {
        let mut digest = Sha256::new();
        let mut head = Vec::new();
        let read = self.reader.pass(entry, |piece| {
            digest.update(piece);
            if head.is_empty() {
                head.extend_from_slice(piece);
            }
        });
        if let Err(finding) = read {
            self.findings.push(finding);
            return ControlFlow::Continue(());
        }
        let sha256 = digest.finalize().into();
        let item = if plan::is_xml(&entry.name) {
            // Kept like every file that cannot be read as XML, but never held.
            self.findings.push(Refusal::too_large(guard::Limits::STREAM).finding().in_file(&*entry.name));
            self.item(unit, entry, None, sha256)
        } else {
            self.media(unit, entry, &head, sha256)
        };
        let archive = self.archive;
        let again = |take: &mut dyn FnMut(&[u8])| archive.reader().pass(entry, take);
        self.pass_on(item, Content::Large(&again), XmlContent::default(), None)
    }
}
