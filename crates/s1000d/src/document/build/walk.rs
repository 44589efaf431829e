//! Walking through the content: every element gets its marks, then its rule.

use roxmltree::Node;

use super::rule::{Rule, Run};
use super::{Builder, MAX_DEPTH, Xml, data, listing, paragraphs};
use crate::document::added::{AddedRole, Wording};
use crate::document::kind::{Block, Kind, Phrase};
use crate::document::run::is_text_element;

/// Elements in a line of text that may be parts of one word.
const PARTS_OF_WORDS: &[&str] = &[
    "abbreviation",
    "acronym",
    "acronymTerm",
    "captionText",
    "changeInline",
    "emphasis",
    "indexFlag",
    "inlineSignificantData",
    "subScript",
    "subscrpt",
    "superScript",
    "supscrpt",
    "techLabel",
    "verbatimText",
];

impl<'d> Builder<'d> {
    /// Everything inside an element, each part by its rule.
    pub(super) fn children(&mut self, node: Xml<'d>) {
        self.parts(node, 0);
    }

    /// Everything inside an element but the title that it begins with.
    pub(super) fn children_but(&mut self, node: Xml<'d>, titled: bool) {
        self.parts(node, u32::from(titled));
    }

    fn parts(&mut self, node: Xml<'d>, skip: u32) {
        let mut run: Option<Run> = None;
        let mut index = 0;
        let mut after_inline = false;
        let mut parted = Parted::new(node);
        for part in node.children() {
            if self.is_full() {
                break;
            }
            if part.is_text() {
                let blank = is_blank(part);
                let before_inline =
                    || part.next_sibling().is_some_and(|next| next.is_element() && self.rules.of(next).is_inline());
                if !blank {
                    self.end_run(&mut run);
                    self.text(part, Kind::Text);
                } else if after_inline || before_inline() {
                    self.text(part, |_| Kind::Space);
                }
                after_inline = !blank;
            } else if part.is_element() {
                index += 1;
                if index <= skip || self.is_picked(part) {
                    continue;
                }
                let rule = self.rule(part);
                after_inline = rule.is_inline();
                if run != rule.run() {
                    self.end_run(&mut run);
                    self.begin_run(rule.run(), part, false);
                    run = rule.run();
                }
                if rule.is_inline() && parted.joins_last(part) {
                    self.blank();
                }
                let before = self.document.tree.nodes.len();
                self.path.push(index);
                self.by_rule(part, rule);
                self.path.pop();
                parted.last = (rule.is_inline() && self.document.tree.nodes.len() > before).then_some(part);
            }
        }
        self.end_run(&mut run);
    }

    /// The elements inside an element, otherwise than by their rules; text between them keeps its place.
    pub(super) fn each(&mut self, node: Xml<'d>, mut make: impl FnMut(&mut Self, Xml<'d>)) {
        let mut index = 0;
        for part in node.children() {
            if self.is_full() {
                break;
            }
            if part.is_element() {
                index += 1;
                self.at(index, |b| make(b, part));
            } else if part.is_text() {
                self.stray(part);
            }
        }
    }

    /// The texts and the elements inside an element, otherwise than by their rules.
    pub(super) fn each_part(&mut self, node: Xml<'d>, mut make: impl FnMut(&mut Self, Xml<'d>)) {
        for (index, part) in (1..).zip(node.children().filter(|part| part.is_text() || part.is_element())) {
            if self.is_full() {
                break;
            }
            self.at(index, |b| make(b, part));
        }
    }

    /// A blank between two elements in a line of text.
    pub(super) fn blank(&mut self) {
        self.add(AddedRole::Sign, Wording::Sign(" "));
    }

    /// The same, but not before the first of several.
    pub(super) fn blank_but_first(&mut self, is_first: &mut bool) {
        if !std::mem::take(is_first) {
            self.blank();
        }
    }

    /// Text where none is expected.
    pub(super) fn stray(&mut self, node: Xml<'d>) {
        if !node.text().unwrap_or_default().trim().is_empty() {
            self.text(node, Kind::Stray);
        }
    }

    /// Makes the n-th part of what is being made.
    pub(super) fn at(&mut self, index: u32, make: impl FnOnce(&mut Self)) {
        self.path.push(index);
        make(self);
        self.path.pop();
    }

    /// One element by its rule, wherever it stands.
    pub(super) fn element(&mut self, node: Xml<'d>) {
        let rule = self.rule(node);
        self.begin_run(rule.run(), node, true);
        self.by_rule(node, rule);
        self.end_run(&mut rule.run());
    }

    /// Whether an element stands elsewhere in the tree.
    pub(super) fn is_picked(&self, node: Xml<'d>) -> bool {
        !self.picked.is_empty() && self.picked.contains(&node.id())
    }

    /// Whether what is inside is too deep for rules.
    pub(super) fn is_deep(&self) -> bool {
        self.depth >= MAX_DEPTH
    }

    /// Whether an element holds nothing but a line of text.
    pub(super) fn is_line(&self, node: Xml<'d>) -> bool {
        node.children().all(|part| !part.is_element() || (self.rules.of(part).is_inline() && self.is_line(part)))
    }

    fn rule(&self, node: Xml<'d>) -> Rule {
        if self.is_deep() { Rule::Deep } else { self.rules.of(node) }
    }

    /// Begins a list with its first element, which may be the only one that is made here.
    fn begin_run(&mut self, run: Option<Run>, first: Xml<'d>, is_alone: bool) {
        match run {
            Some(Run::Steps) => self.open(Kind::Block(Block::Steps)),
            Some(Run::Fields) => self.open(Kind::Block(Block::Fields)),
            Some(Run::Records(listing)) => listing::open(self, first, listing, is_alone),
            None => {}
        }
    }

    fn end_run(&mut self, run: &mut Option<Run>) {
        if run.take().is_some() {
            self.close();
        }
    }

    fn by_rule(&mut self, node: Xml<'d>, rule: Rule) {
        self.piece(node, rule.shape(), |b| match rule {
            Rule::Block(make) | Rule::Inline(make) | Rule::Step(make) => make(b, node),
            Rule::Wrap(block) => b.within(block, |b| b.children(node)),
            Rule::Phrase(phrase) => b.within(phrase, |b| b.children(node)),
            Rule::Through if b.has_marks() => b.within(Block::Plain, |b| b.children(node)),
            Rule::Through => b.children(node),
            Rule::Section => paragraphs::section(b, node),
            Rule::Record(listing) => listing::record(b, node, listing),
            Rule::Field => data::field(b, node),
            Rule::Unknown => data::unknown(b, node),
            Rule::Deep => b.flat(node),
        });
    }

    /// Text without elements, for what is nested too deep.
    fn flat(&mut self, node: Xml<'d>) {
        self.within(Phrase::Flat, |b| {
            for part in node.descendants().filter(Node::is_text) {
                b.text(part, Kind::Text);
            }
        });
    }
}

/// Tells which elements in a line need a blank between them: where their parent has no text of its own, its author had no
/// place for one, and the file need not have white space.
struct Parted<'d> {
    parent: Xml<'d>,
    /// The last element in the line, if something of it was made.
    last: Option<Xml<'d>>,
    /// Whether the author decides about blanks; found when it is asked for first.
    has_text: Option<bool>,
}

impl<'d> Parted<'d> {
    fn new(parent: Xml<'d>) -> Self {
        Self { parent, last: None, has_text: None }
    }

    fn joins_last(&mut self, part: Xml<'d>) -> bool {
        let may_join = |part: Xml<'_>| PARTS_OF_WORDS.contains(&part.tag_name().name());
        let Some(last) = self.last.filter(|last| part.prev_sibling() == Some(*last)) else { return false };
        let parent = self.parent;
        !may_join(last)
            && !may_join(part)
            && !*self.has_text.get_or_insert_with(|| {
                is_text_element(parent) || parent.children().any(|child| child.is_text() && !is_blank(child))
            })
    }
}

/// Whether a node is no element and has no text but white space.
pub(super) fn is_blank(node: Xml<'_>) -> bool {
    !node.is_element()
        && (!node.is_text() || node.text().unwrap_or_default().bytes().all(|byte| byte.is_ascii_whitespace()))
}
