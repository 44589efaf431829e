//! Walking through the tree: each node with its marks, its dress and what is inside.

use domain::language::Locale;

use super::annotations::{Annotations, Decision};
use super::editing::RunWriter;
use super::redlined::RedlineWriter;
use super::tag::Tag;
use super::writer::Html;
use super::{DrawnReference, Figure, Heading, Options, dress};
use crate::applic::Truth;
use crate::document::added::{Added, AddedRole};
use crate::document::kind::{Block, Case, Form, Kind, Math, Procedures, ReferenceList, SafetyLevel};
use crate::document::labels;
use crate::document::marks::{ChangeType, ElementMarks, Shape};
use crate::document::words::Word;
use crate::document::{Document, NodeId};

/// A page while it is written.
pub(super) struct PageWriter<'d> {
    pub(super) document: &'d Document,
    pub(super) options: &'d Options<'d>,
    pub(super) html: Html,
    /// The language of what belongs to the document.
    pub(super) locale: Locale,
    pub(super) annotations: Annotations,
    pub(super) outline: Vec<Heading>,
    pub(super) references: Vec<DrawnReference>,
    pub(super) figures: Vec<Figure>,
    /// The truth of the applicability of the nodes around.
    pub(super) truth: Truth,
    /// Whether this is a copy of something that stands elsewhere.
    pub(super) copying: bool,
    /// The runs of text, for an author who edits them.
    pub(super) runs: Option<RunWriter<'d>>,
    /// The differences from another version.
    pub(super) redline: Option<RedlineWriter<'d>>,
}

impl<'d> PageWriter<'d> {
    /// A word in the language of the document.
    pub(super) fn word(&self, word: Word) -> &'static str {
        word.text(self.locale)
    }

    /// A word for the reader about the document, as what is not shown.
    pub(super) fn notice(&self, word: Word) -> &'static str {
        word.text(self.options.locale)
    }

    /// Everything inside a node.
    pub(super) fn children(&mut self, id: NodeId) {
        if self.runs.is_some() {
            return self.edited_children(id);
        }
        let (mut from, mut last) = (self.document.range(id).start, None);
        let displaced = self.displaced(id);
        for child in self.inside(id) {
            if self.html.is_full() {
                break;
            }
            from = self.grafts_before(from, child, &displaced);
            self.node(child);
            last = Some(child);
        }
        self.grafts_inside(from, id, last);
    }

    /// The nodes inside a node. The warnings that a block refers to stand before it.
    pub(super) fn inside(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<'d> {
        let document = self.document;
        let is_block = document.marks(id).is_some_and(|marks| marks.shape == Shape::Block);
        document.children(id).filter(move |child| !(is_block && is_copy(document, *child)))
    }

    pub(super) fn node(&mut self, id: NodeId) {
        let document = self.document;
        if let Some(mark) = self.moved_away_mark(id) {
            return self.moved_away(mark);
        }
        let entry = match &document.node(id).kind {
            Kind::Heading { outline, .. } => *outline,
            Kind::Added(added) => match added.role {
                AddedRole::Heading { outline, .. } => outline,
                _ => None,
            },
            _ => None,
        };
        if let Some(entry) = entry.filter(|_| !self.is_grafting()) {
            self.enter_in_outline(entry);
        }
        match document.marks(id) {
            Some(marks) => self.piece(id, marks),
            None => self.write(id),
        }
    }

    /// A node with the marks of its element.
    fn piece(&mut self, id: NodeId, marks: &'d ElementMarks) {
        let truth = self.truth;
        let annotation = marks.applicability.map(|applicability| self.annotation(applicability));
        let decision = annotation.map(|index| self.decide(index));
        match (annotation, decision) {
            (Some(index), Some(decision)) if decision.left_out => {
                self.pend_marks(marks, annotation, Some(decision));
                self.left_out(id, index, truth);
            }
            _ => {
                match (marks.shape, annotation) {
                    (Shape::Block, Some(index)) => self.label(index, Form::Block),
                    (Shape::Inline, Some(index)) => self.label(index, Form::Inline),
                    _ => {}
                }
                if marks.shape == Shape::Block {
                    self.copies(id);
                }
                self.pend_marks(marks, annotation, decision);
                self.write(id);
            }
        }
        self.html.drop_pending();
        self.truth = truth;
    }

    /// Marks as attributes of the next element that opens.
    fn pend_marks(&mut self, marks: &ElementMarks, annotation: Option<usize>, decision: Option<Decision>) {
        if self.is_grafting() {
            // The ids and annotations of the page are those of the new version.
            return;
        }
        for (key, value) in [
            ("id", marks.id.as_deref()),
            ("data-change", marks.change.map(ChangeType::as_str)),
            ("data-reasons", marks.reasons.as_deref()),
            ("data-security", marks.security.as_deref()),
        ] {
            if let Some(value) = value {
                self.html.pend(key, value);
            }
        }
        if let (Some(index), Some(decision)) = (annotation, decision) {
            self.pend_decision(index, decision);
        }
    }

    /// The warnings and cautions that a block refers to.
    fn copies(&mut self, id: NodeId) {
        let document = self.document;
        document.children(id).take_while(|child| is_copy(document, *child)).for_each(|copy| self.node(copy));
    }

    fn label(&mut self, annotation: usize, form: Form) {
        let text = &self.annotations.labels[annotation];
        let label = format!("{}{}{text}", self.word(Word::ApplicableTo), self.word(Word::Separator));
        let tag = match form {
            Form::Block => Tag::DIV,
            Form::Inline => Tag::SPAN,
            Form::Caption => Tag::CAPTION,
        };
        self.html.open(tag, "s1d-applic-label s1d-gen");
        self.html.text(&label);
        if form == Form::Inline {
            self.html.verbatim(" ");
        }
        self.html.close();
    }

    fn enter_in_outline(&mut self, entry: u32) {
        let entry = &self.document.outline[entry as usize];
        let id = self.document.marks(entry.section).and_then(|marks| marks.id.clone()).unwrap_or_default();
        let title = entry.title.words(self.locale).into_owned();
        self.outline.push(Heading { id, number: entry.number.to_string(), title, level: entry.level });
    }

    fn write(&mut self, id: NodeId) {
        let document = self.document;
        if self.redline.is_some() {
            return self.redlined(id);
        }
        match &document.node(id).kind {
            Kind::Text(_) => self.html.text(document.text(id)),
            Kind::Verbatim(_) => self.html.verbatim(document.text(id)),
            Kind::Space => self.html.verbatim(" "),
            Kind::Stray(_) => {
                let places = self.html.places();
                self.html.nested(places, "s1d-unknown", document.text(id));
            }
            _ => self.write_plain(id),
        }
    }

    /// A node that is not the author's text.
    pub(super) fn write_plain(&mut self, id: NodeId) {
        let document = self.document;
        match &document.node(id).kind {
            Kind::Break => self.html.line_break(),
            Kind::Added(added) => self.added(added),
            Kind::Applies { applicability, form } => {
                let annotation = self.annotation(*applicability);
                self.label(annotation, *form);
            }
            Kind::GoTo(target) => self.go_to(target),
            kind => self.element(id, kind),
        }
    }

    fn element(&mut self, id: NodeId, kind: &Kind) {
        match kind {
            Kind::Block(block) => self.block(id, *block),
            Kind::Safety { level, shared } => self.safety(id, *level, shared.as_deref()),
            Kind::Table(table) => self.table(id, table),
            Kind::Cell(cell) => self.cell(id, *cell),
            Kind::Across(columns) => self.within(id, Tag::TD, "", &[("colspan", &columns.to_string())]),
            Kind::Records(table) => self.records(id, table),
            Kind::Graphic { index, is_symbol } => self.graphic(id, *index, *is_symbol),
            Kind::Hotspot { object, is_item } => {
                let tag = if *is_item { Tag::LI } else { Tag::DIV };
                self.within(id, tag, "s1d-hotspot", &[("data-hotspot", object)]);
            }
            Kind::Unknown => self.unknown(id),
            Kind::Reference(index) => self.reference(id, *index),
            Kind::Entry => self.within(id, Tag::SPAN, "s1d-ref", &[("data-kind", self.document.element(id))]),
            Kind::Statement(statement) => self.statement_of(id, *statement),
            Kind::Case(case) => self.labelled(id, "s1d-case", Tag::SPAN, case_word(*case)),
            Kind::Footnote(number) => self.footnote(id, number),
            Kind::Proviso(label) => self.within(id, Tag::LI, "", &[("data-label", label)]),
            Kind::Procedures(procedures) => self.labelled(id, "s1d-procedures", Tag::DIV, procedures_word(*procedures)),
            Kind::References(ReferenceList::Further) => self.labelled(id, "s1d-group", Tag::DIV, Word::References),
            Kind::References(ReferenceList::Alternates) => {
                self.labelled(id, "s1d-alternates", Tag::DIV, Word::Alternates);
            }
            Kind::Math(Math::Fenced) => self.fenced(id),
            plain => {
                if let Some((tag, class)) = dress::of(plain) {
                    self.within(id, tag, class, &[]);
                }
            }
        }
    }

    /// A tag around what is inside a node.
    pub(super) fn within(&mut self, id: NodeId, tag: Tag, class: &str, attributes: &[(&'static str, &str)]) {
        self.html.open_with(tag, class, attributes);
        self.children(id);
        self.html.close();
    }

    /// A block that begins with a label.
    fn labelled(&mut self, id: NodeId, class: &str, tag: Tag, label: Word) {
        self.html.open(Tag::DIV, class);
        self.html.leaf(tag, "s1d-label s1d-gen", label.text(self.locale));
        self.children(id);
        self.html.close();
    }

    fn block(&mut self, id: NodeId, block: Block) {
        let Some((tag, class)) = dress::of(&Kind::Block(block)) else { return };
        let copying = self.copying;
        self.copying |= block == Block::Copy;
        let state: &[_] = if block == Block::OpenDetails { &[("open", "")] } else { &[] };
        self.html.open_with(tag, class, state);
        match block {
            Block::EndOfProcedure => self.html.leaf(Tag::SPAN, "s1d-gen", self.word(Word::EndOfProcedure)),
            Block::NoneRequired => self.html.leaf(Tag::SPAN, "s1d-gen", self.word(Word::None)),
            Block::SafetyList => self.html.leaf(Tag::SUMMARY, "s1d-gen", self.word(Word::WarningsAndCautions)),
            Block::Hotspots => self.html.leaf(Tag::SUMMARY, "s1d-gen", self.word(Word::Hotspots)),
            Block::Statements => {
                let label = labels::of(self.document.element(id), self.locale);
                self.html.leaf(Tag::SUMMARY, "s1d-gen", &label);
            }
            Block::PartDetails | Block::OpenDetails => {
                self.html.leaf(Tag::SUMMARY, "s1d-gen", self.word(Word::Details));
            }
            Block::Legend => self.html.leaf(Tag::DIV, "s1d-label s1d-gen", self.word(Word::Legend)),
            Block::Placard => self.html.leaf(Tag::DIV, "s1d-label s1d-gen", self.word(Word::Placard)),
            _ => {}
        }
        self.children(id);
        self.html.close();
        self.copying = copying;
    }

    fn added(&mut self, added: &Added) {
        let (tag, class) = dress::of_role(added.role);
        self.html.leaf(tag, class, &added.wording.words(self.locale));
        if added.spaced {
            self.html.leaf(Tag::SPAN, "s1d-gen", " ");
        }
    }

    /// Something that the author did not write, and a blank.
    pub(super) fn generated(&mut self, class: &str, text: &str) {
        self.html.leaf(Tag::SPAN, class, text);
        self.html.leaf(Tag::SPAN, "s1d-gen", " ");
    }

    /// A warning. The entry of a repository is shown with its text, where the repository is at hand.
    fn safety(&mut self, id: NodeId, level: SafetyLevel, shared: Option<&str>) {
        self.html.open_with(Tag::ASIDE, dress::of_safety(level), &[("role", "note")]);
        self.html.leaf(Tag::DIV, "s1d-safety-title s1d-gen", self.word(level.word()));
        match shared.and_then(|ident| self.options.links.warning(level, ident)) {
            Some(warning) => {
                warning.symbols.iter().for_each(|symbol| self.shared_symbol(symbol));
                warning.paragraphs.iter().for_each(|text| self.html.leaf(Tag::P, "s1d-para s1d-gen", text));
                // The reference itself, which may hold the author's text.
                self.html.open(Tag::DIV, "s1d-safety-source");
                self.children(id);
                self.html.close();
            }
            None => self.children(id),
        }
        self.html.close();
    }

    fn unknown(&mut self, id: NodeId) {
        let name = self.document.element(id);
        self.html.open_with(Tag::DIV, "s1d-unknown", &[("data-kind", name)]);
        self.html.leaf(Tag::DIV, "s1d-label s1d-gen", &labels::readable(name));
        self.children(id);
        self.html.close();
    }

    /// A row in parentheses.
    fn fenced(&mut self, id: NodeId) {
        self.html.open(Tag::MROW, "");
        self.html.leaf(Tag::MO, "s1d-gen", "(");
        self.children(id);
        self.html.leaf(Tag::MO, "s1d-gen", ")");
        self.html.close();
    }

    fn footnote(&mut self, id: NodeId, number: &str) {
        self.html.open_with(Tag::SPAN, "s1d-footnote", &[("role", "note")]);
        let label = format!("{} {number}{}", self.word(Word::Footnote), self.word(Word::Separator));
        self.html.leaf(Tag::SPAN, "s1d-label s1d-gen", &label);
        self.children(id);
        self.html.close();
    }
}

fn is_copy(document: &Document, id: NodeId) -> bool {
    matches!(document.node(id).kind, Kind::Block(Block::Copy))
}

fn case_word(case: Case) -> Word {
    match case {
        Case::If => Word::If,
        Case::ElseIf => Word::ElseIf,
        Case::Otherwise => Word::Otherwise,
    }
}

fn procedures_word(procedures: Procedures) -> Word {
    match procedures {
        Procedures::Operational => Word::Operational,
        Procedures::Maintenance => Word::Maintenance,
    }
}
