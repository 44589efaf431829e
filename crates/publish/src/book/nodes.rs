//! Walking through the tree: each node becomes text in the open line, or a block.

use s1000d::document::{
    Block, Case, Document, Flow, Form, Kind, NodeId, Procedures, ReferenceList, Shape, Word, label,
};

use super::model::{BookContent, ParagraphStyle, RunStyle};
use super::writer::{BlockWriter, InheritedStyle};
use super::{MAX_NESTING, blocks, inline, tables};

impl BlockWriter<'_> {
    /// Everything inside a node. The copies of warnings that a block refers to stand before it.
    pub(super) fn children(&mut self, id: NodeId) {
        let document = self.document;
        let is_block = document.marks(id).is_some_and(|marks| marks.shape == Shape::Block);
        for child in document.children(id).filter(|child| !(is_block && is_copy(document, *child))) {
            self.node(child);
        }
    }

    pub(super) fn node(&mut self, id: NodeId) {
        let document = self.document;
        let kind = &document.node(id).kind;
        let is_block = matches!(kind.flow(), Flow::Block | Flow::Line);
        if is_block && self.is_run_in && continues(kind) {
            // The first paragraph of a container continues the line as well.
            self.is_run_in = !matches!(kind, Kind::Para { .. });
        } else if is_block {
            self.flush();
        }
        let Some(marks) = document.marks(id) else { return write(self, id) };
        let is_changed = marks.change.is_some();
        let applies = marks.applicability.map(|index| self.applies(index));
        let change = |around: &mut InheritedStyle| {
            around.is_changed |= is_changed;
            around.strike_deleted(Some(marks));
        };
        self.within(change, |writer| {
            match (marks.shape, &applies) {
                (Shape::Block, Some(text)) => writer.added_block(text, ParagraphStyle::Applies),
                (Shape::Inline, Some(text)) => {
                    writer.added(text, RunStyle::ITALIC);
                    writer.added(" ", RunStyle::default());
                }
                _ => {}
            }
            if marks.shape == Shape::Block {
                document.children(id).take_while(|child| is_copy(document, *child)).for_each(|copy| writer.node(copy));
            }
            if let Some(place) = &marks.id {
                let place = writer.place(place);
                writer.ids.push(place);
            }
            write(writer, id);
        });
    }

    /// A paragraph in a style of its own.
    pub(super) fn styled(&mut self, id: NodeId, style: ParagraphStyle) {
        self.within(
            |around| around.text = style,
            |writer| {
                writer.children(id);
                writer.flush();
            },
        );
    }

    /// A label in a line of its own, and what it labels.
    pub(super) fn labelled(&mut self, id: NodeId, word: Word) {
        self.added_block(word.text(self.locale), ParagraphStyle::Label);
        self.children(id);
    }
}

fn is_copy(document: &Document, id: NodeId) -> bool {
    matches!(document.node(id).kind, Kind::Block(Block::Copy))
}

/// Kinds whose text may follow a label in its line.
fn continues(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Para { .. } | Kind::Block(Block::FieldValue | Block::Value | Block::CaseCondition | Block::Plain)
    )
}

fn write(writer: &mut BlockWriter<'_>, id: NodeId) {
    let document = writer.document;
    match &document.node(id).kind {
        Kind::Text(_) => writer.text(document.text(id)),
        Kind::Verbatim(_) => writer.verbatim(document.text(id)),
        Kind::Space => writer.text(" "),
        Kind::Stray(_) => {
            writer.text(document.text(id));
            writer.flush();
        }
        Kind::Break => writer.line_break(),
        Kind::Added(added) => inline::added(writer, added),
        Kind::Applies { applicability, form } => {
            let text = writer.applies(*applicability);
            if *form == Form::Inline {
                writer.added(&text, RunStyle::ITALIC);
                writer.added(" ", RunStyle::default());
            } else {
                writer.added_block(&text, ParagraphStyle::Applies);
            }
        }
        Kind::GoTo(target) => inline::go_to(writer, target),
        Kind::Phrase(phrase) => inline::phrase(writer, id, *phrase),
        Kind::Reference(index) => inline::reference(writer, id, *index),
        Kind::Footnote(number) => inline::footnote(writer, id, number),
        Kind::Math(math) => inline::math(writer, id, *math),
        Kind::Graphic { index, is_symbol: true } => {
            inline::symbol(writer, *index);
            writer.children(id);
        }
        Kind::Entry => writer.children(id),
        kind => {
            block(writer, id, kind);
            writer.flush();
        }
    }
}

fn block(writer: &mut BlockWriter<'_>, id: NodeId, kind: &Kind) {
    match kind {
        Kind::Block(own) => blocks::block(writer, id, *own),
        Kind::Heading { level, .. } => heading(writer, id, *level),
        Kind::Safety { level, shared } => blocks::safety(writer, id, *level, shared.as_deref()),
        Kind::List(list) => blocks::list(writer, id, *list),
        Kind::Table(table) if writer.around.nesting < MAX_NESTING => tables::cals(writer, id, table),
        Kind::Records(table) if writer.around.nesting < MAX_NESTING => tables::records(writer, id, table),
        Kind::TableTitle { .. } => writer.styled(id, ParagraphStyle::Caption),
        Kind::Graphic { index, .. } => {
            blocks::picture(writer, *index);
            writer.children(id);
        }
        Kind::Field { is_nested } => blocks::field(writer, id, *is_nested),
        Kind::Unknown => {
            let name = label(writer.document.element(id), writer.locale);
            writer.added_block(&name, ParagraphStyle::Label);
            writer.children(id);
        }
        Kind::Statement(statement) => {
            let words = writer.statement_words(*statement);
            writer.added(&words, RunStyle::BOLD);
            writer.added(" ", RunStyle::default());
            writer.children(id);
        }
        Kind::Case(case) => {
            writer.added(case_word(*case).text(writer.locale), RunStyle::BOLD);
            writer.added(" ", RunStyle::default());
            writer.is_run_in = true;
            writer.children(id);
        }
        Kind::Proviso(_) => blocks::item(writer, id, String::new()),
        Kind::Procedures(procedures) => writer.labelled(id, procedures_word(*procedures)),
        Kind::References(ReferenceList::Further) => writer.labelled(id, Word::References),
        Kind::References(ReferenceList::Alternates) => writer.labelled(id, Word::Alternates),
        _ => writer.children(id),
    }
}

fn heading(writer: &mut BlockWriter<'_>, id: NodeId, level: u8) {
    writer.within(|around| around.text = ParagraphStyle::Title, |writer| writer.children(id));
    let runs = std::mem::take(&mut writer.line);
    if !runs.is_empty() {
        writer.push(BookContent::Heading { level: level.saturating_add(1), runs });
    }
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
