//! The text that a search finds: the author's text and the names that references show, in blocks, each with the place
//! in the page that leads to it.

use domain::language::Locale;

use super::added::AddedRole;
use super::columns::RecordKind;
use super::flow::Flow;
use super::kind::{Block, Kind, Math, Phrase, SafetyLevel};
use super::{Document, NodeId};
use crate::guard::{Checked, Refusal};
use crate::text::ends_a_word;

/// The kind of a block for the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SearchBlockKind {
    Para,
    Step,
    Warning,
    Caution,
    Note,
    Figure,
    Table,
    /// A row of a parts list.
    Part,
    /// A tool, consumable or spare that a job requires.
    Supply,
    /// An item of a minimum equipment list.
    Mel,
}

/// A block of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchBlock {
    /// The HTML id of the nearest block around it; empty where there is none.
    pub anchor: String,
    pub kind: SearchBlockKind,
    pub text: String,
}

/// The text of a file that has passed the guard, in the order of reading.
pub fn read(file: &Checked<'_>) -> Result<Vec<SearchBlock>, Refusal> {
    Document::read(file).map(|document| of(&document))
}

/// The text of a document, in the order of reading.
pub fn of(document: &Document) -> Vec<SearchBlock> {
    let locale = document.language.as_deref().and_then(Locale::of_text).unwrap_or(Locale::English);
    let mut collector = Collector { document, locale, blocks: Vec::new() };
    let mut outside = Around {
        anchor: "",
        kind: SearchBlockKind::Para,
        written: true,
        in_line: false,
        only_line: false,
        block: None,
    };
    collector.node(NodeId::ROOT, &mut outside);
    let mut blocks = collector.blocks;
    for block in &mut blocks {
        block.text.truncate(block.text.trim_end().len());
    }
    blocks.retain(|block| !block.text.is_empty());
    blocks
}

/// A node that is being read.
#[derive(Clone, Copy)]
struct Around<'d> {
    anchor: &'d str,
    kind: SearchBlockKind,
    /// Whether the text inside is the author's.
    written: bool,
    /// Whether it is part of the word before it.
    in_line: bool,
    /// Whether only a line of text may stand inside.
    only_line: bool,
    /// The block of the text inside, once there is some.
    block: Option<usize>,
}

struct Collector<'d> {
    document: &'d Document,
    locale: Locale,
    blocks: Vec<SearchBlock>,
}

impl<'d> Collector<'d> {
    fn node(&mut self, id: NodeId, around: &mut Around<'d>) {
        let document = self.document;
        if document.marks(id).is_some_and(|marks| marks.applicability.is_some()) {
            // Its label stands before it, or at its beginning.
            self.separate(*around);
        }
        match &document.node(id).kind {
            Kind::Text(_) => self.write_folded(document.text(id), around),
            Kind::Verbatim(_) => self.write(document.text(id), around),
            Kind::Space => self.write(" ", around),
            Kind::Break if around.in_line => {}
            Kind::Added(added) if matches!(added.role, AddedRole::Name | AddedRole::EntryName) && around.written => {
                self.write_folded(&added.wording.words(self.locale), around);
            }
            // Added text is left out, but still separates the words around it.
            Kind::Added(_) | Kind::Applies { .. } | Kind::GoTo(_) | Kind::Break => self.separate(*around),
            kind => self.element(id, kind, around),
        }
    }

    fn element(&mut self, id: NodeId, kind: &Kind, around: &mut Around<'d>) {
        let mut inner = self.inside(id, kind, *around);
        if !(inner.in_line && inner.written) {
            self.separate(*around);
        }
        if has_label(kind) {
            self.separate(inner);
        }
        if let Kind::Stray(_) = kind {
            self.write_folded(self.document.text(id), &mut inner);
        }
        let document = self.document;
        for child in document.children(id) {
            self.node(child, &mut inner);
        }
        if *kind == Kind::Math(Math::Fenced) {
            self.separate(inner);
        }
        if inner.anchor == around.anchor && inner.kind == around.kind {
            around.block = inner.block.or(around.block);
        }
        if !inner.in_line {
            self.separate(inner);
        }
    }

    /// The state for the text inside a node.
    fn inside(&self, id: NodeId, kind: &Kind, around: Around<'d>) -> Around<'d> {
        let flow = kind.flow();
        let in_line = match flow {
            Flow::Math => around.in_line,
            Flow::Phrase => true,
            // A block in a line of text is part of the line.
            Flow::Block | Flow::Line => around.only_line,
        };
        let mut inner = Around {
            in_line: in_line && !is_apart(kind),
            only_line: around.only_line || flow != Flow::Block,
            written: around.written && *kind != Kind::Block(Block::Copy),
            kind: text_kind(kind, around.kind),
            ..around
        };
        let id = self.document.marks(id).and_then(|marks| marks.id.as_deref());
        // A row of a parts list is one block, so that its part number and its name are found together.
        let in_row = around.kind == SearchBlockKind::Part && !matches!(kind, Kind::Row { .. });
        if let Some(id) = id.filter(|_| !in_line && !in_row) {
            inner.anchor = id;
        }
        if inner.anchor != around.anchor || inner.kind != around.kind {
            inner.block = None;
        }
        inner
    }

    fn write_folded(&mut self, text: &str, around: &mut Around<'d>) {
        self.write(&folded(text), around);
    }

    fn write(&mut self, text: &str, around: &mut Around<'d>) {
        if text.is_empty() || !around.written {
            return;
        }
        let at = *around.block.get_or_insert_with(|| {
            self.blocks.push(SearchBlock { anchor: around.anchor.to_owned(), kind: around.kind, text: String::new() });
            self.blocks.len() - 1
        });
        let own = &mut self.blocks[at].text;
        let text = if own.is_empty() || own.ends_with(' ') { text.trim_start() } else { text };
        // A full stop stands behind the reference before it.
        if own.ends_with(' ') && ends_a_word(text) {
            own.pop();
        }
        own.push_str(text);
    }

    /// Ends the word before something that is no part of it.
    fn separate(&mut self, around: Around<'d>) {
        if let Some(block) = around.block.and_then(|at| self.blocks.get_mut(at))
            && !block.text.ends_with(' ')
            && !block.text.is_empty()
        {
            block.text.push(' ');
        }
    }
}

/// Text with its runs of white space folded into one blank each.
fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_whitespace()) {
        out.push_str(&rest[..at]);
        out.push(' ');
        rest = rest[at..].trim_start_matches(|c: char| c.is_ascii_whitespace());
    }
    out.push_str(rest);
    out
}

/// Phrases that are no part of the word before them.
fn is_apart(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Reference(_)
            | Kind::Entry
            | Kind::Footnote(_)
            | Kind::Phrase(Phrase::Value | Phrase::CaptionLine)
            | Kind::Block(Block::Value | Block::FieldValue | Block::CellTitle)
    )
}

/// Kinds that begin with a label of their own.
fn has_label(kind: &Kind) -> bool {
    match kind {
        Kind::Block(block) => matches!(
            block,
            Block::EndOfProcedure
                | Block::NoneRequired
                | Block::SafetyList
                | Block::Hotspots
                | Block::Statements
                | Block::Legend
                | Block::Placard
                | Block::PartDetails
                | Block::OpenDetails
        ),
        Kind::Safety { .. }
        | Kind::Records(_)
        | Kind::Graphic { .. }
        | Kind::Unknown
        | Kind::Statement(_)
        | Kind::Case(_)
        | Kind::Footnote(_)
        | Kind::Procedures(_)
        | Kind::References(_)
        | Kind::Math(Math::Fenced) => true,
        _ => false,
    }
}

fn text_kind(kind: &Kind, around: SearchBlockKind) -> SearchBlockKind {
    match kind {
        Kind::Safety { level: SafetyLevel::Warning | SafetyLevel::Danger, .. } => SearchBlockKind::Warning,
        Kind::Safety { level: SafetyLevel::Caution, .. } => SearchBlockKind::Caution,
        Kind::Safety { level: SafetyLevel::Note, .. } => SearchBlockKind::Note,
        Kind::Block(Block::Figure) => SearchBlockKind::Figure,
        Kind::Block(Block::DispatchItem | Block::DispatchCondition) => SearchBlockKind::Mel,
        Kind::Records(table) if table.columns.kind == RecordKind::Parts => SearchBlockKind::Part,
        Kind::Records(table) if table.columns.kind == RecordKind::Supplies => SearchBlockKind::Supply,
        // The table of an item is the item.
        Kind::Block(Block::TableFrame) | Kind::Records(_) if around != SearchBlockKind::Mel => SearchBlockKind::Table,
        Kind::Block(Block::Step) => SearchBlockKind::Step,
        _ => around,
    }
}
