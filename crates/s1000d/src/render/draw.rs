//! Walking through a module: every element gets its marks, then its rule draws it.

use domain::language::Locale;
use roxmltree::Node;

use super::annotate::Annotations;
use super::html::{Html, Tag};
use super::numbers::Numbers;
use super::rules::{self, Rule, Run};
use super::words::Words;
use super::{DrawnReference, Figure, Heading, Options, labels};
use crate::applic::Truth;
use crate::guard::Entity;

/// Elements nested deeper than this are drawn as plain text.
pub const MAX_DEPTH: u32 = 100;

/// A module while it is drawn.
pub(super) struct Render<'d> {
    pub(super) html: Html,
    /// The language of what belongs to the document.
    pub(super) locale: Locale,
    pub(super) words: &'static Words,
    /// The words for the reader about the document: what is not shown, what is missing.
    pub(super) notices: &'static Words,
    pub(super) options: &'d Options<'d>,
    pub(super) entities: &'d [Entity],
    pub(super) numbers: Numbers<'d>,
    pub(super) annotations: Annotations,
    pub(super) outline: Vec<Heading>,
    pub(super) references: Vec<DrawnReference>,
    pub(super) figures: Vec<Figure>,
    /// What is known of the pieces around.
    pub(super) truth: Truth,
    /// Headings around.
    pub(super) level: u8,
    /// Whether this is a second drawing of something that stands elsewhere.
    pub(super) copying: bool,
    pub(super) depth: u32,
    /// The label of the piece that has just begun, until it finds its place.
    pub(super) label: Option<String>,
    /// Which child of which, below the nearest element with an id.
    pub(super) path: Vec<u32>,
    pub(super) base: Vec<(&'d str, usize)>,
}

/// How a piece stands among its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Block,
    Inline,
    /// In a list.
    Item,
    /// In a list of labelled data.
    Field,
    /// In a table.
    Row,
    /// In a row of a table.
    Cell,
}

impl<'d> Render<'d> {
    /// Everything inside an element, each part by its rule.
    pub(super) fn children(&mut self, node: Node<'d, 'd>) {
        self.parts(node, 0);
    }

    /// The same without the first element, which has been drawn as the heading.
    pub(super) fn children_after_first(&mut self, node: Node<'d, 'd>) {
        self.parts(node, 1);
    }

    fn parts(&mut self, node: Node<'d, 'd>, skip: u32) {
        let mut run: Option<Run> = None;
        let mut index = 0;
        let mut after_inline = false;
        for part in node.children() {
            if self.html.is_full() {
                break;
            }
            if part.is_text() {
                let text = part.text().unwrap_or_default();
                let blank = text.bytes().all(|byte| byte.is_ascii_whitespace());
                let before_inline = || part.next_sibling().is_some_and(|next| next.is_element() && is_inline(next));
                if !blank {
                    self.end_run(&mut run);
                    self.html.text(text);
                } else if after_inline || before_inline() {
                    self.html.verbatim(" ");
                }
                after_inline = !blank;
            } else if part.is_element() {
                index += 1;
                if index <= skip {
                    continue;
                }
                let rule = self.rule(part);
                after_inline = rule.is_inline();
                if run != rule.run() {
                    self.end_run(&mut run);
                    self.begin_run(rule.run());
                    run = rule.run();
                }
                self.path.push(index);
                self.by_rule(part, rule);
                self.path.pop();
            }
        }
        self.end_run(&mut run);
    }

    /// The elements inside an element, drawn otherwise than by their rules; text between them keeps its place.
    pub(super) fn each(&mut self, node: Node<'d, 'd>, mut draw: impl FnMut(&mut Self, Node<'d, 'd>)) {
        let mut index = 0;
        for part in node.children() {
            if self.html.is_full() {
                break;
            }
            if part.is_element() {
                index += 1;
                self.at(index, |r| draw(r, part));
            } else if part.is_text() {
                self.stray(part);
            }
        }
    }

    /// The texts and the elements inside an element, drawn otherwise than by their rules.
    pub(super) fn each_part(&mut self, node: Node<'d, 'd>, mut draw: impl FnMut(&mut Self, Node<'d, 'd>)) {
        for (index, part) in (1..).zip(node.children().filter(|part| part.is_text() || part.is_element())) {
            if self.html.is_full() {
                break;
            }
            self.at(index, |r| draw(r, part));
        }
    }

    /// Text where none is expected, as what may stand there.
    pub(super) fn stray(&mut self, node: Node<'d, 'd>) {
        let text = node.text().unwrap_or_default();
        if text.trim().is_empty() {
            return;
        }
        let places = self.places();
        self.html.nested(places, "s1d-unknown", text);
    }

    /// What must be opened so that text may stand here.
    pub(super) fn places(&self) -> &'static [Tag] {
        match self.html.around() {
            "table" => &[Tag::TBODY, Tag::TR, Tag::TD],
            "thead" | "tbody" | "tfoot" => &[Tag::TR, Tag::TD],
            "tr" => &[Tag::TD],
            "ul" | "ol" => &[Tag::LI],
            "dl" => &[Tag::DIV, Tag::DD],
            _ if self.html.is_in_line() => &[Tag::SPAN],
            _ => &[Tag::DIV],
        }
    }

    /// Draws the n-th part of what is being drawn.
    pub(super) fn at(&mut self, index: u32, draw: impl FnOnce(&mut Self)) {
        self.path.push(index);
        draw(self);
        self.path.pop();
    }

    /// One element by its rule, wherever it stands.
    pub(super) fn element(&mut self, node: Node<'d, 'd>) {
        let rule = self.rule(node);
        self.begin_run(rule.run());
        self.by_rule(node, rule);
        self.end_run(&mut rule.run());
    }

    /// Whether what is inside is too deep for rules.
    pub(super) fn is_deep(&self) -> bool {
        self.depth >= MAX_DEPTH
    }

    fn rule(&self, node: Node<'d, 'd>) -> Rule {
        if self.is_deep() { Rule::Deep } else { rules::of(node) }
    }

    fn begin_run(&mut self, run: Option<Run>) {
        match run {
            Some(Run::Steps) => self.html.open(Tag::OL, "s1d-steps"),
            Some(Run::Fields) => self.html.open(Tag::DL, "s1d-fields"),
            None => {}
        }
    }

    fn end_run(&mut self, run: &mut Option<Run>) {
        if run.take().is_some() {
            self.html.close();
        }
    }

    fn by_rule(&mut self, node: Node<'d, 'd>, rule: Rule) {
        self.piece(node, rule.shape(), |r| match rule {
            Rule::Block(draw) | Rule::Inline(draw) | Rule::Step(draw) => draw(r, node),
            Rule::Wrap(tag, class) | Rule::Phrase(tag, class) => {
                r.html.open(tag, class);
                r.children(node);
                r.html.close();
            }
            Rule::Through if r.html.has_pending() => {
                r.html.open(Tag::DIV, "");
                r.children(node);
                r.html.close();
            }
            Rule::Through => r.children(node),
            Rule::Section => super::paragraphs::section(r, node),
            Rule::Field => super::data::field(r, node),
            Rule::Unknown => super::data::unknown(r, node),
            Rule::Deep => r.flat(node),
        });
    }

    /// Something that the author did not write.
    pub(super) fn generated(&mut self, class: &str, text: &str) {
        self.html.leaf(Tag::SPAN, class, text);
        self.html.leaf(Tag::SPAN, "s1d-gen", " ");
    }

    /// What an element or an attribute is called.
    pub(super) fn label_of(&self, name: &str) -> String {
        labels::of(name, self.locale)
    }

    /// Text without elements, for what is nested too deep.
    fn flat(&mut self, node: Node<'d, 'd>) {
        self.html.open(Tag::SPAN, "s1d-unknown");
        for part in node.descendants().filter(Node::is_text) {
            self.html.text(part.text().unwrap_or_default());
        }
        self.html.close();
    }
}

fn is_inline(node: Node<'_, '_>) -> bool {
    rules::of(node).is_inline()
}

/// Whether an element holds nothing but a line of text.
pub(super) fn is_line(node: Node<'_, '_>) -> bool {
    node.children().all(|part| !part.is_element() || (is_inline(part) && is_line(part)))
}
