//! Checks that wait until all files are known.

use domain::finding::Rule;

use super::{Worker, XmlContent};
use crate::code::Code;
use crate::object::{Object, ObjectKind, ObjectRef, Role, Target};
use crate::package::archive::Source;
use crate::package::record::{AssertionRecord, IllustrationRecord, Record, ReferenceRecord};
use crate::publication;

impl<R: Source> Worker<'_, R> {
    /// Keeps what can only be judged when all files are known.
    pub(super) fn keep(&mut self, document: &XmlContent, record: &mut Record) {
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
