//! The pass over the whole tree: references, ids, groups of applicability.

use domain::finding::Finding;
use roxmltree::{Document, Node};

use super::dispatch::DispatchItem;
use super::ident::{child_text, elements, object_ref};
use super::lines::Lines;
use super::reference::{Reference, Role, Target};
use super::{Object, SchemaFamily};
use crate::applic::{Applic, Assertion};
use crate::defect;

/// Reads what stands anywhere in the file into the object.
pub(super) fn read(document: &Document<'_>, object: &mut Object, findings: &mut Vec<Finding>) {
    let root = document.root_element();
    let mut walk = Walk {
        lines: Lines::new(document.input_text()),
        object,
        findings,
        ids: Vec::new(),
        uses: Vec::new(),
        asserts: Vec::new(),
    };
    walk.element(root, InheritedContext { role: Role::Content, in_content: false });
    walk.finish();
}

/// All text below a node, one line per block.
pub(super) fn block_text(node: Node<'_, '_>) -> String {
    fn add(node: Node<'_, '_>, text: &mut Text) {
        for part in node.children() {
            if let Some(words) = part.text().filter(|_| part.is_text()) {
                text.push(words);
            } else if part.is_element() {
                let block = !is_inline(part.tag_name().name());
                text.break_if(block);
                add(part, text);
                text.break_if(block);
            }
        }
    }
    let mut text = Text::default();
    add(node, &mut text);
    text.out
}

/// The facts that an element inherits from its ancestors.
#[derive(Clone, Copy)]
struct InheritedContext {
    role: Role,
    in_content: bool,
}

/// An id or a use of one, and the byte where it stands.
type Mark<'a> = (&'a str, usize);

struct Walk<'a, 'i, 'o> {
    lines: Lines<'a>,
    object: &'o mut Object,
    findings: &'o mut Vec<Finding>,
    ids: Vec<Mark<'a>>,
    uses: Vec<Mark<'a>>,
    asserts: Vec<Node<'a, 'i>>,
}

impl<'a, 'i> Walk<'a, 'i, '_> {
    /// The guard bounds the depth, so that recursion is safe.
    fn element(&mut self, node: Node<'a, 'i>, context: InheritedContext) {
        self.attributes(node);
        let name = node.tag_name().name();
        let mut context = InheritedContext { role: Role::of_element(name).unwrap_or(context.role), ..context };
        match name {
            "dmRef" | "pmRef" | "scormContentPackageRef" | "commentRef" | "dmlRef" => {
                return self.object_reference(node, context.role);
            }
            "externalPubRef" => return self.external_reference(node),
            "referencedApplicGroup" => {
                let statements = elements(node).filter(|part| part.tag_name().name() == "applic");
                self.object.applic_group.extend(statements.map(|part| Applic::read(part, &mut self.lines)));
            }
            "assert" => self.asserts.push(node),
            "dispatchItem" | "cdlItem" if context.in_content => self.object.dispatch = Some(DispatchItem::read(node)),
            "content" | "commentContent" | "imfContent" => context.in_content = true,
            _ => {}
        }
        for part in elements(node) {
            self.element(part, context);
        }
    }

    fn attributes(&mut self, node: Node<'a, '_>) {
        for attribute in node.attributes().filter(|attribute| attribute.namespace().is_none()) {
            match attribute.name() {
                "id" => self.ids.push((attribute.value(), node.range().start)),
                "internalRefId" => {
                    let line = self.lines.of(node);
                    let target = Target::Internal { id: attribute.value().to_owned() };
                    self.object.references.push(Reference { line, role: Role::Content, target });
                    self.uses.push((attribute.value(), node.range().start));
                }
                name if names_ids(name) => {
                    let start = node.range().start;
                    self.uses.extend(attribute.value().split_ascii_whitespace().map(|id| (id, start)));
                }
                "infoEntityIdent" => self.illustration(node, attribute.value()),
                _ => {}
            }
        }
    }

    fn object_reference(&mut self, node: Node<'_, '_>, role: Role) {
        let line = self.lines.of(node);
        match object_ref(node) {
            Ok(target) => {
                self.object.references.push(Reference { line, role, target: Target::Object(Box::new(target)) });
            }
            Err(error) => self.findings.push(defect::reference_invalid(line, &error)),
        }
    }

    fn external_reference(&mut self, node: Node<'_, '_>) {
        let ident = elements(node).find(|part| part.tag_name().name() == "externalPubRefIdent");
        let part = |name| ident.and_then(|ident| child_text(ident, name)).unwrap_or_default();
        let target = Target::External { code: part("externalPubCode"), title: part("externalPubTitle") };
        let line = self.lines.of(node);
        self.object.references.push(Reference { line, role: Role::Content, target });
    }

    fn illustration(&mut self, node: Node<'_, '_>, name: &str) {
        let line = self.lines.of(node);
        let file = self.object.entities.iter().find(|entity| entity.name == name).map(|entity| entity.system.clone());
        if file.is_none() && self.object.names_illustrations_by_entity() {
            self.findings.push(defect::entity_undeclared(line, name));
        }
        let target = Target::Illustration { name: name.to_owned(), file };
        self.object.references.push(Reference { line, role: Role::Content, target });
    }

    /// Ids may be used before they are declared, so that uses are looked at last.
    fn finish(mut self) {
        self.ids.sort_unstable();
        let known = |id: &str| self.ids.binary_search_by(|(own, _)| own.cmp(&id)).is_ok();
        let mut twice: Vec<Mark<'_>> =
            self.ids.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1]).collect();
        twice.sort_unstable_by_key(|(_, position)| *position);
        for (id, position) in twice {
            self.findings.push(defect::id_twice(self.lines.at(position), id));
        }
        for (id, position) in self.uses.iter().filter(|(id, _)| !known(id)) {
            self.findings.push(defect::internal_ref(self.lines.at(*position), id));
        }
        self.object.assertions = distinct(&self.asserts, &mut self.lines);
    }
}

impl Object {
    /// S1000D names illustrations by entities of the document type, ATA 2300 by their number alone.
    fn names_illustrations_by_entity(&self) -> bool {
        self.schema.as_ref().is_some_and(|schema| schema.family == SchemaFamily::S1000d) || !self.entities.is_empty()
    }
}

/// Whether an attribute names elements of the same file by their ids, one or several.
pub(crate) fn names_ids(attribute: &str) -> bool {
    matches!(
        attribute,
        "applicMapRefId"
            | "applicRefId"
            | "applicRefIds"
            | "cautionRefs"
            | "condRefId"
            | "condTypeRefId"
            | "dependencyTest"
            | "derivativeClassificationRefId"
            | "internalRefId"
            | "nextActionRefId"
            | "reasonForUpdateRefIds"
            | "warningRefs"
    )
}

/// The assertions that differ, in the order of the file: groups repeat themselves a lot.
fn distinct(asserts: &[Node<'_, '_>], lines: &mut Lines<'_>) -> Vec<Assertion> {
    fn key<'a>(node: &Node<'a, '_>) -> [Option<&'a str>; 3] {
        ["applicPropertyIdent", "applicPropertyType", "applicPropertyValues"].map(|name| node.attribute(name))
    }
    let mut first: Vec<Node<'_, '_>> = asserts.to_vec();
    first.sort_by_key(key);
    first.dedup_by_key(|node| key(node));
    first.sort_unstable_by_key(|node| node.range().start);
    first.into_iter().filter_map(|node| Assertion::read(node, lines)).collect()
}

/// Elements that stand inside a line of text.
pub(crate) fn is_inline(name: &str) -> bool {
    matches!(
        name,
        "abbreviation"
            | "accessPointRef"
            | "acronym"
            | "acronymTerm"
            | "changeInline"
            | "circuitBreakerRef"
            | "controlIndicatorRef"
            | "emphasis"
            | "footnoteRef"
            | "functionalItemRef"
            | "indexFlag"
            | "inlineSignificantData"
            | "internalRef"
            | "measure"
            | "quantity"
            | "subScript"
            | "subscrpt"
            | "superScript"
            | "supplyRef"
            | "supscrpt"
            | "symbol"
            | "techLabel"
            | "toolRef"
            | "verbatimText"
            | "zoneRef"
    )
}

/// Running text as it is put together.
#[derive(Default)]
struct Text {
    out: String,
    gap: Gap,
}

/// Whether a text has no white space but single blanks, as most has.
fn is_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr3(b'\n', b'\t', b'\r', bytes).is_none() && !text.contains("  ") && !bytes.contains(&0x0C)
}

/// The separator between the next word and the last.
#[derive(Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    #[default]
    None,
    Blank,
    Line,
}

impl Text {
    fn push(&mut self, text: &str) {
        if text.starts_with(|c: char| c.is_ascii_whitespace()) {
            self.gap = self.gap.max(Gap::Blank);
        }
        if is_plain(text) {
            let words = text.trim_ascii();
            if !words.is_empty() {
                self.separate();
                self.out.push_str(words);
                self.gap = if text.ends_with(' ') { Gap::Blank } else { Gap::None };
            }
            return;
        }
        for word in text.split_ascii_whitespace() {
            self.separate();
            self.out.push_str(word);
            self.gap = Gap::Blank;
        }
        if !text.ends_with(|c: char| c.is_ascii_whitespace()) && !text.is_empty() {
            self.gap = Gap::None;
        }
    }

    fn separate(&mut self) {
        match self.gap {
            Gap::Blank if !self.out.is_empty() => self.out.push(' '),
            Gap::Line if !self.out.is_empty() => self.out.push('\n'),
            _ => {}
        }
    }

    fn break_if(&mut self, block: bool) {
        if block {
            self.gap = Gap::Line;
        }
    }
}
