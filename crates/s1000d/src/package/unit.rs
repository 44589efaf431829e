//! Reads one file of a package, with its status where that is apart.

use std::ops::ControlFlow;

use domain::finding::{Finding, Rule};
use sha2::{Digest, Sha256};

use super::archive::{Archive, Entry, Reader, Source};
use super::findings::Findings;
use super::plan::{self, Kind, Named, Plan, Unit};
use super::record::{
    AssertionRecord, FileKind, IllustrationRecord, Item, Numbers, Record, ReferenceRecord, issue_text,
};
use super::work::{Lists, Part, Tally};
use super::{Content, Options, PackageFile, lists, media};
use crate::applic::tables::Tables;
use crate::applic::{Property, Values};
use crate::code::{Code, FileName, Identity};
use crate::guard::{self, Checked, Refusal};
use crate::object::{self, Object, ObjectKind, ObjectRef, Role, SchemaFamily, Target, Title};
use crate::publication::{self, Publication};
use crate::xsd::{Outcome, Validator};

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

/// What an XML file turned out to be.
#[derive(Default)]
struct Document {
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

    /// What this thread has read.
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
        if !plan::is_xml(&entry.name) {
            let item = self.media(unit, entry, &bytes, Sha256::digest(&bytes).into());
            return self.pass_on(item, Content::Held(bytes), Document::default(), None);
        }
        let mut document = self.document(unit.content, entry, &bytes);
        let status = unit.status.and_then(|place| self.status(place, &mut document, &entry.name));
        self.check_status(unit, &document, &entry.name);
        let mut item = self.item(unit, entry, document.object.as_ref(), Sha256::digest(&bytes).into());
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
        document: Document,
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
        let Document { object, publication, .. } = document;
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
        self.pass_on(item, Content::Large(&again), Document::default(), None)
    }

    /// Reads an XML file by its root element; what cannot be read is a finding and an attachment.
    fn document(&mut self, place: usize, entry: &Entry, bytes: &[u8]) -> Document {
        let read = guard::check(bytes).and_then(|checked| {
            let read = match ObjectKind::of_root(checked.root()) {
                ObjectKind::Publication => self.publication(&checked, &entry.name)?,
                kind @ (ObjectKind::ModuleList | ObjectKind::DispatchNote) => {
                    self.list(place, kind, &checked, &entry.name)?
                }
                _ => self.tree(place, &checked, &entry.name)?,
            };
            Ok(read)
        });
        match read {
            Ok(document) => {
                if document.object.as_ref().is_some_and(|object| object.kind == ObjectKind::Other) {
                    self.findings.push(Finding::new(Rule::FileAttachment).in_file(&*entry.name));
                }
                self.compare_name(entry, document.object.as_ref());
                document
            }
            Err(refusal) => {
                self.findings.push(refusal.finding().in_file(&*entry.name));
                Document::default()
            }
        }
    }

    fn tree(&mut self, place: usize, checked: &Checked<'_>, name: &str) -> Result<Document, Refusal> {
        let tree = object::parse(checked)?;
        let (object, findings) = object::read_tree(&tree, checked.entities());
        self.note(findings, name);
        self.validate(&object, name, |validator, issue, schema| {
            validator.tree(issue, schema, &tree, checked.entities())
        });
        let kind = FileKind::of(&object);
        if matches!(kind, FileKind::ApplicabilityTable | FileKind::ConditionTable | FileKind::ProductTable) {
            self.tables.push((place, Tables::of_tree(&tree)));
        }
        Ok(Document { object: Some(object), ..Document::default() })
    }

    fn publication(&mut self, checked: &Checked<'_>, name: &str) -> Result<Document, Refusal> {
        let (publication, findings) = publication::read(checked.text().as_bytes())?;
        self.note(findings, name);
        self.validate_text(&publication.object, checked, name);
        Ok(Document { object: Some(publication.object.clone()), publication: Some(publication) })
    }

    fn list(&mut self, place: usize, kind: ObjectKind, checked: &Checked<'_>, name: &str) -> Result<Document, Refusal> {
        let text = checked.text().as_bytes();
        let (object, findings) = if kind == ObjectKind::DispatchNote {
            let (what, findings) = lists::dispatch_note(text)?;
            let object = what.object.clone();
            self.lists.dispatch_notes.push((place, Named { file: name.into(), what }));
            (object, findings)
        } else {
            let (what, findings) = lists::module_list(text)?;
            let object = what.object.clone();
            self.lists.module_lists.push((place, Named { file: name.into(), what }));
            (object, findings)
        };
        self.note(findings, name);
        self.validate_text(&object, checked, name);
        Ok(Document { object: Some(object), ..Document::default() })
    }

    fn note(&mut self, findings: Vec<Finding>, name: &str) {
        self.findings.extend(findings.into_iter().map(|finding| finding.in_file(name)));
    }

    fn validate_text(&mut self, object: &Object, checked: &Checked<'_>, name: &str) {
        self.validate(object, name, |validator, issue, schema| {
            validator.text(issue, schema, checked.text(), checked.entities())
        });
    }

    fn validate(&mut self, object: &Object, name: &str, check: impl FnOnce(&mut Validator<'a>, &str, &str) -> Outcome) {
        if object.kind == ObjectKind::Other || matches!(self.plan.kind, Kind::Ata2300 { .. }) {
            return;
        }
        let schema = object.schema.as_ref().filter(|schema| schema.family == SchemaFamily::S1000d);
        let named = schema.and_then(|schema| Some((schema.issue.as_deref()?, schema.name.as_str())));
        let Some((issue, schema)) = named else {
            self.tally.without_schema += 1;
            self.findings.push(Finding::new(Rule::XsdNoSchema).in_file(name));
            return;
        };
        let outcome = check(&mut self.validator, issue, schema);
        match &outcome {
            // Reported once for all files.
            Outcome::NoSet => {
                *self.tally.unchecked.entry(issue.to_owned()).or_default() += 1;
                return;
            }
            Outcome::NoSchema => self.tally.without_schema += 1,
            Outcome::Checked(_) => *self.tally.checked.entry(issue.to_owned()).or_default() += 1,
        }
        self.note(outcome.findings(issue, schema), name);
    }

    /// The name is only a hint, but people look at it.
    fn compare_name(&mut self, entry: &Entry, object: Option<&Object>) {
        let Some((object, identity)) = object.and_then(|object| Some((object, object.identity.as_ref()?))) else {
            return;
        };
        let Ok(name) = FileName::parse(entry.file_name()) else { return };
        let said = FileName {
            identity: Identity {
                language: identity.language.filter(|_| name.identity.language.is_some()),
                ..identity.clone()
            },
            issue: object.version.issue.filter(|_| name.issue.is_some()),
            suffix: None,
        };
        let name = FileName { suffix: None, ..name };
        if name != said {
            self.findings.push(
                Finding::new(Rule::FileNameDiffers)
                    .in_file(&*entry.name)
                    .with("name", name.to_string())
                    .with("code", said.to_string()),
            );
        }
    }

    /// Reads the status file and lays it over the content's object.
    fn status(&mut self, place: usize, document: &mut Document, content: &str) -> Option<Vec<u8>> {
        let archive = self.archive;
        let entry = &archive.entries()[place];
        let bytes = self.bytes(entry)?;
        match guard::check(&bytes).and_then(|checked| object::read(&checked)) {
            Ok((status, findings)) => {
                self.note(findings, &entry.name);
                if let Some(object) = &mut document.object {
                    if status.identity != object.identity {
                        let code = status.identity.as_ref().map(ToString::to_string).unwrap_or_default();
                        self.findings.push(
                            Finding::new(Rule::StatusOfAnother)
                                .in_file(&*entry.name)
                                .with("name", content)
                                .with("code", code),
                        );
                    }
                    lay_over(object, status);
                }
            }
            Err(refusal) => self.findings.push(refusal.finding().in_file(&*entry.name)),
        }
        Some(bytes)
    }

    /// In the style of ATA 2300 a module without a status file must carry its status itself.
    fn check_status(&mut self, unit: Unit, document: &Document, name: &str) {
        let Some(object) = &document.object else { return };
        let apart = matches!(self.plan.kind, Kind::Ata2300 { .. });
        if !apart || unit.status.is_some() || object.status.issue_type.is_some() {
            return;
        }
        match object.kind {
            ObjectKind::DataModule => self.findings.push(Finding::new(Rule::DmStatusMissing).in_file(name)),
            ObjectKind::Publication => self.findings.push(Finding::new(Rule::PmStatusMissing).in_file(name)),
            _ => {}
        }
    }

    /// Keeps what can only be judged when all files are known.
    fn keep(&mut self, document: &Document, record: &mut Record) {
        let Some(object) = &document.object else { return };
        for reference in &object.references {
            match &reference.target {
                Target::Object(target) => self.keep_reference(reference.line, reference.role, target, object, record),
                Target::Illustration { name, file } => record.illustrations.push(IllustrationRecord {
                    line: reference.line,
                    name: self.names.number(name.as_str()),
                    file: file.as_deref().map(|file| self.names.number(file)),
                }),
                Target::External { .. } | Target::Internal { .. } => {}
            }
        }
        for node in document.publication.iter().flat_map(|publication| &publication.nodes) {
            if let publication::Entry::Reference(Target::Object(target)) = &node.entry {
                self.keep_reference(node.line, Role::Content, target, object, record);
            }
        }
        record.references.sort_by_key(|reference| (reference.rule, reference.target, reference.line));
        record.references.dedup_by_key(|reference| (reference.rule, reference.target));
        record.illustrations.sort_by_key(|used| (used.name, used.file, used.line));
        record.illustrations.dedup_by_key(|used| (used.name, used.file));
        for assertion in &object.assertions {
            let number = self.assertions.number(&(assertion.property.clone(), assertion.values.clone()));
            record.assertions.push(AssertionRecord { line: assertion.line, number });
        }
        record.assertions.sort_by_key(|used| (used.number, used.line));
        record.assertions.dedup_by_key(|used| used.number);
        record.references.shrink_to_fit();
        record.illustrations.shrink_to_fit();
        record.assertions.shrink_to_fit();
    }

    fn keep_reference(&mut self, line: u32, role: Role, target: &ObjectRef, from: &Object, record: &mut Record) {
        if target.is_to_specification() {
            return;
        }
        let publication = from.kind == ObjectKind::Publication;
        let table = matches!(role, Role::ApplicabilityTable | Role::ConditionTable | Role::ProductTable);
        let when_missing = match (role, &target.code) {
            _ if table => Rule::ApplicTableAbsent,
            (Role::Alternate, _) => Rule::ContainerRefDangling,
            (_, Code::Module(_)) if publication => Rule::PmDmRefDangling,
            (_, Code::Publication(_)) if publication => Rule::PmPmRefDangling,
            (_, Code::Module(_)) => Rule::DmRefDangling,
            (_, Code::Publication(_)) => Rule::DmPmRefDangling,
            _ => return,
        };
        let target = self.names.number(target.identity().to_string().as_str());
        if table {
            record.tables.push((role, target));
        }
        record.references.push(ReferenceRecord { line, target, rule: when_missing });
    }
}

/// ATA 2300 keeps version, status and applicability apart from the content.
fn lay_over(object: &mut Object, status: Object) {
    object.status = status.status;
    if object.title == Title::default() {
        object.title = status.title;
    }
    object.applicability = status.applicability.or_else(|| object.applicability.take());
    object.content_date = status.content_date.or_else(|| object.content_date.take());
    if status.version.issue.is_some() || status.version.date.is_some() {
        object.version = status.version;
    }
    object.references.extend(status.references);
    object.assertions.extend(status.assertions);
}
