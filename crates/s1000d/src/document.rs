//! A module as a typed tree of what a reader sees.
//!
//! [`Document::read`] makes it once from what the guard has passed; it depends on the file alone, not on the reader's
//! language, aircraft or library. Each node knows its kind, the bytes it comes from, its element, its anchor and its
//! applicability. The backends are [`html`] (the page of the reader), [`blocks`] (the text that a search finds) and
//! [`plain`] (text alone).
//!
//! One table of rules (`build`) makes the nodes, one file for each family of elements. An element that no rule knows
//! becomes a labelled block: no text of the content is ever lost. A new element needs a rule there, and a new
//! [`Kind`] a line in each backend.

mod added;
mod anchor;
pub mod blocks;
mod build;
mod columns;
mod flow;
pub mod html;
mod kind;
mod labels;
mod marks;
mod outline;
mod places;
pub mod plain;
mod run;
pub mod shared;
mod source;
mod table;
mod tree;
mod words;

use std::borrow::Cow;
use std::ops::Range;

use domain::language::Locale;

use crate::guard::{Checked, Refusal};
use crate::object;

pub use added::{Added, AddedRole, PlaceName, Wording};
pub use anchor::{Anchor, AnchorIndex, AnchorMatch, Fingerprint, html_id};
pub(crate) use build::runs::{is_in_line, with_place as text_runs};
pub use build::{MAX_DEPTH, MAX_NODES};
pub use columns::{Column, Columns, RecordKind, RecordTable};
pub use flow::Flow;
pub use kind::{AuthorText, Block, Case, Form, GoTo, Kind, List, Math, Phrase, Procedures, ReferenceList, SafetyLevel};
pub use marks::{Applicability, ChangeType, ElementMarks, Shape, Statement};
pub use outline::{Graphic, Hotspot, OutlineEntry, Reason, ReferenceNode, Sheet};
pub use places::NodeIndex;
pub use run::{MissingTags, TextRun};
pub(crate) use run::{inner_range, is_text_element, is_text_name, placeless, start_tag_len};
pub use source::{LineEnd, SourceText};
pub use table::{Align, CalsTable, Frame, TableCell, VerticalAlign};
pub use tree::{DocumentNode, NodeId};
pub use words::Word;

/// A module as a tree.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    source: SourceText,
    tree: tree::NodeTree,
    /// The kind of content, as in `descript`.
    pub kind: &'static str,
    /// The language of the author's text, as in `en`.
    pub language: Option<String>,
    /// The applicability of the whole module, where the file itself states it.
    pub applicability: Option<Applicability>,
    pub applicabilities: Vec<Applicability>,
    pub statements: Vec<Statement>,
    pub references: Vec<ReferenceNode>,
    pub graphics: Vec<Graphic>,
    pub outline: Vec<OutlineEntry>,
    pub reasons: Vec<Reason>,
    /// Whether the end had to be cut.
    pub is_cut: bool,
}

impl Document {
    /// Reads a file that has passed the guard.
    pub fn read(file: &Checked<'_>) -> Result<Self, Refusal> {
        Ok(Self::read_with(file, |_| ())?.0)
    }

    /// Reads a file that has passed the guard, with the runs of its text that can be edited.
    pub fn read_for_editing(file: &Checked<'_>) -> Result<(Self, Vec<TextRun>), Refusal> {
        Self::read_with(file, build::runs::of)
    }

    fn read_with<T>(file: &Checked<'_>, also: fn(&roxmltree::Document<'_>) -> T) -> Result<(Self, T), Refusal> {
        let beginning = build::cut::beginning(file)?;
        let xml = object::parse_text(beginning.as_ref().map_or_else(|| file.text(), |part| &part.text))?;
        let mut document = build::document(&xml, file.entities());
        if let Some(part) = &beginning {
            document.is_cut = true;
            document.tree.end_ranges_at(part.kept);
        }
        document.source = SourceText::of(file);
        Ok((document, also(&xml)))
    }

    pub fn source(&self) -> &SourceText {
        &self.source
    }

    pub fn node(&self, id: NodeId) -> &DocumentNode {
        self.tree.node(id)
    }

    pub fn marks(&self, id: NodeId) -> Option<&ElementMarks> {
        self.tree.marks(id)
    }

    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        self.tree.children(id)
    }

    /// The node itself and all that is inside it, in the order of reading.
    pub fn descendants(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<> {
        self.tree.descendants(id)
    }

    /// The next node that is not inside one.
    pub fn behind(&self, id: NodeId) -> Option<NodeId> {
        let next = self.tree.node(id).end;
        (next < self.tree.node(NodeId::ROOT).end).then_some(NodeId(next))
    }

    /// The node around another one; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != NodeId::ROOT).then(|| self.tree.node(id).parent)
    }

    /// The bytes of the decoded text that a node comes from; for added text, those of the element it belongs to.
    pub fn range(&self, id: NodeId) -> Range<usize> {
        let Range { start, end } = self.tree.node(id).source;
        start as usize..end as usize
    }

    /// The local name of the element that a node comes from; for text, of the element around it.
    pub fn element(&self, id: NodeId) -> &str {
        if self.node(id).kind.is_text() {
            return self.parent(id).map_or("", |around| self.element(around));
        }
        let tag = self.source.text().get(self.range(id)).and_then(|text| text.strip_prefix('<')).unwrap_or_default();
        let name = tag.split(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/')).next().unwrap_or_default();
        name.rsplit(':').next().unwrap_or_default()
    }

    /// The author's text of a node that is text; references and line ends are resolved.
    pub fn text(&self, id: NodeId) -> &str {
        let (Kind::Text(text) | Kind::Verbatim(text) | Kind::Stray(text)) = &self.node(id).kind else { return "" };
        match text {
            AuthorText::AsWritten => self.source.text().get(self.range(id)).unwrap_or_default(),
            AuthorText::Decoded(text) => text,
        }
    }

    /// Everything that a node's being shown depends on: its own applicability and those of the nodes around it.
    pub fn applicabilities_of(&self, id: NodeId) -> impl Iterator<Item = &Applicability> {
        let around = std::iter::successors(Some(id), |id| self.parent(*id));
        let own = around.filter_map(|id| self.marks(id)?.applicability);
        own.map(|index| &self.applicabilities[index as usize])
    }
}

/// The label of an element or an attribute.
pub fn label(name: &str, locale: Locale) -> Cow<'static, str> {
    labels::of(name, locale)
}

/// The value of an attribute as people read it.
pub fn value_label<'v>(attribute: &str, value: &'v str, locale: Locale) -> Cow<'v, str> {
    labels::value(attribute, value, locale)
}
