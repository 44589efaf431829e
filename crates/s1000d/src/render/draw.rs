//! Walking through a module: every element gets its marks, then its rule draws it.

use roxmltree::{Document, Node};

use super::annotate::Annotations;
use super::html::{Html, Tag};
use super::numbers::Numbers;
use super::rules::{self, Rule, Run};
use super::words::Words;
use super::{DrawnReference, Figure, Heading, Options, Reason, Rendered, labels};
use crate::applic::Truth;
use crate::guard::Entity;
use crate::object::ContentType;
use crate::object::ident::{elements, text_of};

/// Elements nested deeper than this are drawn as plain text.
pub const MAX_DEPTH: u32 = 100;

/// A module while it is drawn.
pub(super) struct Render<'d> {
    pub(super) html: Html,
    pub(super) words: &'static Words,
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

/// Draws a tree; `cut` says that it is the beginning of something larger.
pub(super) fn module<'d>(
    document: &'d Document<'d>,
    entities: &'d [Entity],
    options: &'d Options<'d>,
    cut: bool,
) -> Rendered {
    let root = document.root_element();
    let mut r = Render {
        html: Html::with_room_for(document.input_text().len() * 2),
        words: Words::of(options.locale),
        options,
        entities,
        numbers: Numbers::of(document),
        annotations: Annotations::new(),
        outline: Vec::new(),
        references: Vec::new(),
        figures: Vec::new(),
        truth: Truth::True,
        level: 0,
        copying: false,
        depth: 0,
        label: None,
        path: Vec::new(),
        base: Vec::new(),
    };
    let applicability = r.of_module(root);
    let reasons = reasons(root);
    let kind = kind(root);
    let language = language(root).unwrap_or(options.locale.as_str());
    r.html.open_with(Tag::ARTICLE, "s1d-module", &[("data-kind", kind), ("lang", language)]);
    match root.children().find(|part| is_content(*part)) {
        Some(content) => r.children(content),
        None => r.children(root),
    }
    r.reasons(&reasons);
    let truncated = cut || r.html.is_full();
    Rendered {
        html: if truncated { r.html.finish_with("s1d-cut s1d-gen", r.words.cut) } else { r.html.finish() },
        outline: r.outline,
        references: r.references,
        figures: r.figures,
        applicability,
        annotations: r.annotations.list,
        hidden: r.annotations.hidden,
        unknown: r.annotations.unknown,
        reasons,
        truncated,
    }
}

fn is_content(node: Node<'_, '_>) -> bool {
    let name = node.tag_name().name();
    node.is_element()
        && matches!(name, "content" | "commentContent" | "imfContent" | "dmlContent" | "ddnContent" | "updateContent")
}

fn kind(root: Node<'_, '_>) -> &'static str {
    let content = elements(root).find(|part| is_content(*part));
    let mut parts = content.into_iter().flat_map(elements);
    let of_content = parts.find_map(|part| ContentType::of_element(part.tag_name().name()));
    let of_root = match root.tag_name().name() {
        "pm" => "pm",
        "dml" => "dml",
        "ddn" => "ddn",
        _ => "other",
    };
    of_content.map_or(of_root, ContentType::as_str)
}

/// The language of the author's text.
fn language<'d>(root: Node<'d, 'd>) -> Option<&'d str> {
    let header = elements(root).take_while(|part| !is_content(*part)).flat_map(|part| part.descendants());
    let language = header.into_iter().find(|node| node.tag_name().name() == "language")?;
    let code = language.attribute("languageIsoCode")?;
    (matches!(code.len(), 2 | 3) && code.bytes().all(|byte| byte.is_ascii_alphabetic())).then_some(code)
}

fn reasons(root: Node<'_, '_>) -> Vec<Reason> {
    let status = elements(root).filter(|part| !is_content(*part));
    let found = status.flat_map(|part| part.descendants()).filter(|node| node.tag_name().name() == "reasonForUpdate");
    let read = |node: Node<'_, '_>| Reason {
        id: node.attribute("id").unwrap_or_default().to_owned(),
        kind: node.attribute("updateReasonType").map(str::to_owned),
        highlighted: node.attribute("updateHighlight") == Some("1"),
        text: text_of(node),
    };
    found.map(read).collect()
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
        labels::of(name, self.options.locale)
    }

    fn reasons(&mut self, reasons: &[Reason]) {
        if reasons.is_empty() {
            return;
        }
        self.html.open(Tag::DETAILS, "s1d-reasons s1d-gen");
        self.html.leaf(Tag::SUMMARY, "", self.words.changes);
        self.html.open(Tag::UL, "");
        for reason in reasons {
            self.html.open_with(Tag::LI, "", &[("data-reasons", &reason.id)]);
            self.html.text(&reason.text);
            self.html.close();
        }
        self.html.close();
        self.html.close();
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
