//! The nodes of a document by the bytes they come from, and the names of their places.

use std::ops::Range;

use domain::language::Locale;
use foldhash::{HashMap, HashMapExt};

use super::added::AddedRole;
use super::kind::{Block, Kind};
use super::words::Word;
use super::{Document, NodeId};

/// The nodes of a document by their bytes, without copies of text that stands elsewhere.
#[derive(Debug)]
pub struct NodeIndex {
    /// By their first byte, outer nodes first.
    by_start: Vec<(usize, NodeId)>,
    /// Nodes that are text, by their first byte.
    texts: Vec<(Range<usize>, NodeId)>,
    /// Entries of the outline by their section.
    outline: HashMap<NodeId, usize>,
}

impl NodeIndex {
    pub fn of(document: &Document) -> Self {
        let mut index = Self { by_start: Vec::new(), texts: Vec::new(), outline: HashMap::new() };
        let end = document.node(NodeId::ROOT).end;
        let mut next = 0;
        while next < end {
            let id = NodeId(next);
            let node = document.node(id);
            if node.kind == Kind::Block(Block::Copy) {
                next = node.end.max(next + 1);
                continue;
            }
            let range = document.range(id);
            if node.kind.is_text() {
                index.texts.push((range.clone(), id));
            }
            index.by_start.push((range.start, id));
            next += 1;
        }
        index.by_start.sort_unstable();
        index.texts.sort_unstable_by_key(|(range, id)| (range.start, *id));
        index.outline.extend(document.outline.iter().enumerate().map(|(at, entry)| (entry.section, at)));
        index
    }

    /// The outermost nodes that come from a range, in the order of reading; at its ends, text of which a part does.
    pub fn inside(&self, document: &Document, range: &Range<usize>) -> Vec<NodeId> {
        let is_inside = |id: NodeId| {
            let own = document.range(id);
            range.start <= own.start && own.end <= range.end
        };
        let from = self.by_start.partition_point(|(start, _)| *start < range.start);
        let nodes =
            self.by_start[from..].iter().map(|(_, id)| *id).take_while(|id| document.range(*id).start < range.end);
        let is_outermost = |id: &NodeId| !document.parent(*id).is_some_and(is_inside);
        let mut found: Vec<NodeId> = nodes.filter(|id| is_inside(*id)).filter(is_outermost).collect();
        let first = self.texts.partition_point(|(own, _)| own.end <= range.start);
        let cut = self.texts.get(first..).unwrap_or_default().iter();
        let cut = cut.take_while(|(own, _)| own.start < range.end);
        found.extend(cut.filter(|(own, _)| own.start < range.start || own.end > range.end).map(|(_, id)| *id));
        found.sort_unstable();
        found
    }

    /// The innermost node whose element contains a byte.
    pub fn innermost(&self, document: &Document, byte: usize) -> NodeId {
        let behind = self.by_start.partition_point(|(start, _)| *start <= byte);
        let last = behind.checked_sub(1).map_or(NodeId::ROOT, |last| self.by_start[last].1);
        let mut around = std::iter::successors(Some(last), |id| document.parent(*id));
        let holds = |id: &NodeId| document.range(*id).contains(&byte) && is_element(document, *id);
        around.find(holds).unwrap_or(NodeId::ROOT)
    }

    /// Whether readers see the element that contains a byte: it is part of the page, and not of the statements that are
    /// folded away on it.
    pub fn is_drawn(&self, document: &Document, byte: usize) -> bool {
        let innermost = self.innermost(document, byte);
        let mut around = std::iter::successors(Some(innermost), |id| document.parent(*id));
        innermost != NodeId::ROOT && !around.any(|id| document.node(id).kind == Kind::Block(Block::Statements))
    }

    /// The name of the place of a byte, as in `Step 3, Warning`; empty where nothing around it has a name.
    pub fn place(&self, document: &Document, byte: usize, locale: Locale) -> String {
        let mut names: Vec<String> = Vec::new();
        let around = std::iter::successors(Some(self.innermost(document, byte)), |id| document.parent(*id));
        for id in around {
            let kind = &document.node(id).kind;
            if let Some(name) = self.name(document, id, kind, locale) {
                names.push(name);
                let is_numbered = matches!(kind, Kind::Block(Block::Step | Block::Section | Block::DispatchItem));
                if is_numbered || names.len() == MAX_NAMES {
                    break;
                }
            }
        }
        names.reverse();
        names.join(Word::ListComma.text(locale))
    }

    fn name(&self, document: &Document, id: NodeId, kind: &Kind, locale: Locale) -> Option<String> {
        match kind {
            Kind::Block(Block::Step) => {
                let number = number_in(document, id, locale)?;
                Some(format!("{} {number}", Word::Step.text(locale)))
            }
            Kind::Block(Block::Figure) => number_in(document, id, locale),
            Kind::Block(Block::TableFrame) => {
                Some(number_in(document, id, locale).unwrap_or_else(|| Word::Table.text(locale).to_owned()))
            }
            Kind::Safety { level, .. } => Some(level.word().text(locale).to_owned()),
            Kind::Footnote(number) => Some(format!("{} {number}", Word::Footnote.text(locale))),
            _ => {
                let entry = &document.outline[*self.outline.get(&id)?];
                let title = entry.title.words(locale);
                Some(format!("{} {title}", entry.number).trim().to_owned())
            }
        }
    }
}

/// Names of places inside each other.
const MAX_NAMES: usize = 3;

fn is_element(document: &Document, id: NodeId) -> bool {
    let kind = &document.node(id).kind;
    !kind.is_text() && !matches!(kind, Kind::Added(_) | Kind::Applies { .. })
}

/// The number of a step, figure or table, which may stand in its title.
fn number_in(document: &Document, id: NodeId, locale: Locale) -> Option<String> {
    document.children(id).find_map(|child| match &document.node(child).kind {
        Kind::Added(added) if matches!(added.role, AddedRole::Number | AddedRole::FigureTitle) => {
            Some(added.wording.words(locale).into_owned())
        }
        Kind::Block(Block::FigureTitle) | Kind::TableTitle { .. } | Kind::Table(_) => {
            number_in(document, child, locale)
        }
        _ => None,
    })
}
