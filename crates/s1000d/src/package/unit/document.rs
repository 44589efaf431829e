//! Reads an XML file: as a tree, or as a stream where it may be large; and holds it against its schema.

use domain::finding::{Finding, Rule};

use super::{Worker, XmlContent};
use crate::applic::tables::Tables;
use crate::code::{FileName, Identity};
use crate::guard::{self, Checked, Refusal};
use crate::object::{self, Object, ObjectKind, SchemaFamily};
use crate::package::archive::{Entry, Source};
use crate::package::lists;
use crate::package::plan::{Kind, Named};
use crate::package::record::FileKind;
use crate::publication;
use crate::xsd::{Outcome, Validator};

impl<'a, R: Source> Worker<'a, R> {
    /// Reads an XML file by its root element; what cannot be read is a finding and an attachment.
    pub(super) fn document(&mut self, place: usize, entry: &Entry, bytes: &[u8], sha256: &[u8; 32]) -> XmlContent {
        let read = guard::check(bytes).and_then(|checked| {
            let read = match ObjectKind::of_root(checked.root()) {
                ObjectKind::Publication => self.publication(&checked, &entry.name, sha256)?,
                kind @ (ObjectKind::ModuleList | ObjectKind::DispatchNote) => {
                    self.list(place, kind, &checked, &entry.name, sha256)?
                }
                _ => self.tree(place, &checked, &entry.name, sha256)?,
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
                XmlContent::default()
            }
        }
    }

    fn tree(
        &mut self,
        place: usize,
        checked: &Checked<'_>,
        name: &str,
        sha256: &[u8; 32],
    ) -> Result<XmlContent, Refusal> {
        let tree = object::parse(checked)?;
        let (object, findings) = object::read_tree(&tree, checked.entities());
        self.note(findings, name);
        self.validate(&object, name, sha256, |validator, issue, schema| {
            validator.tree(issue, schema, &tree, checked.entities())
        });
        let kind = FileKind::of(&object);
        if matches!(kind, FileKind::ApplicabilityTable | FileKind::ConditionTable | FileKind::ProductTable) {
            self.tables.push((place, Tables::of_tree(&tree)));
        }
        Ok(XmlContent { object: Some(object), ..XmlContent::default() })
    }

    fn publication(&mut self, checked: &Checked<'_>, name: &str, sha256: &[u8; 32]) -> Result<XmlContent, Refusal> {
        let (publication, findings) = publication::read(checked.text().as_bytes())?;
        self.note(findings, name);
        self.validate_text(&publication.object, checked, name, sha256);
        Ok(XmlContent { object: Some(publication.object.clone()), publication: Some(publication) })
    }

    fn list(
        &mut self,
        place: usize,
        kind: ObjectKind,
        checked: &Checked<'_>,
        name: &str,
        sha256: &[u8; 32],
    ) -> Result<XmlContent, Refusal> {
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
        self.validate_text(&object, checked, name, sha256);
        Ok(XmlContent { object: Some(object), ..XmlContent::default() })
    }

    pub(super) fn note(&mut self, findings: Vec<Finding>, name: &str) {
        self.findings.extend(findings.into_iter().map(|finding| finding.in_file(name)));
    }

    fn validate_text(&mut self, object: &Object, checked: &Checked<'_>, name: &str, sha256: &[u8; 32]) {
        self.validate(object, name, sha256, |validator, issue, schema| {
            validator.text(issue, schema, checked.text(), checked.entities())
        });
    }

    fn validate(
        &mut self,
        object: &Object,
        name: &str,
        sha256: &[u8; 32],
        check: impl FnOnce(&mut Validator<'a>, &str, &str) -> Outcome,
    ) {
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
        let outcome = self.validator.once(issue, sha256, |validator| check(validator, issue, schema));
        match &outcome {
            // Reported once for all files.
            Outcome::NoSet => {
                *self.tally.unchecked.entry(issue.to_owned()).or_default() += 1;
                return;
            }
            Outcome::NoSchema | Outcome::Unusable => self.tally.without_schema += 1,
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
}
