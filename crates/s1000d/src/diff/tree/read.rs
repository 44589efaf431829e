//! From a parsed text to its tree.

use foldhash::{HashMap, HashSet};
use roxmltree::Node;

use super::{ElementId, InlineElement, XmlElement, XmlTree};
use crate::diff::intern::{Interner, ShapeKey, ShapeNumbers};
use crate::diff::relevance::{Relevance, of_attribute, of_child};
use crate::diff::tags;
use crate::diff::words::{TokenKind, Tokenizer};

/// Elements that always stand for themselves, even where text stands beside them.
const BLOCKS: [&str; 12] = [
    "para",
    "simplePara",
    "notePara",
    "warningAndCautionPara",
    "attentionListItemPara",
    "title",
    "listItem",
    "proceduralStep",
    "entry",
    "warning",
    "caution",
    "note",
];
/// Elements in which white space counts.
const VERBATIM: [&str; 2] = ["verbatimText", "programListing"];

/// Adds the names of the elements that hold text. They must be the same for both texts: an element is read alike where
/// it is empty on one side.
pub(crate) fn mixed_names<'t>(xml: &roxmltree::Document<'t>, names: &mut HashSet<&'t str>) {
    let text = xml.input_text();
    for node in xml.descendants().filter(Node::is_text) {
        let is_blank = node.text().is_none_or(|text| text.bytes().all(|byte| byte.is_ascii_whitespace()));
        if let Some(parent) = node.parent_element().filter(|_| !is_blank) {
            names.insert(tags::name(text, parent.range().start));
        }
    }
}

pub(crate) fn read<'t>(xml: &roxmltree::Document<'t>, mixed: &HashSet<&str>, interner: &mut Interner) -> XmlTree<'t> {
    let tree = XmlTree { text: xml.input_text(), elements: Vec::new(), inlines: Vec::new(), by_id: HashMap::default() };
    let mut reader = TreeReader { tree, mixed, interner };
    reader.element(xml.root_element(), None);
    reader.tree
}

struct TreeReader<'t, 'x> {
    tree: XmlTree<'t>,
    mixed: &'x HashSet<&'x str>,
    interner: &'x mut Interner,
}

impl<'t> TreeReader<'t, '_> {
    /// Adds an element with all that is inside. The guard bounds the depth.
    fn element(&mut self, node: Node<'_, 't>, parent: Option<ElementId>) -> ElementId {
        let (text, range) = (self.tree.text, node.range());
        let id = ElementId(u32::try_from(self.tree.elements.len()).unwrap_or(u32::MAX));
        let name = tags::name(text, range.start);
        let start_tag = range.start..tags::end_of_start_tag(text, range.start);
        self.tree.elements.push(XmlElement {
            name,
            parent,
            children: Vec::new(),
            attributes: tags::attributes(text, &start_tag),
            tokens: Vec::new(),
            range,
            start_tag,
            relevance: parent.map_or(Relevance::Content, |parent| {
                let around = self.tree.element(parent);
                of_child(around.name, around.relevance, name)
            }),
            is_mixed: self.mixed.contains(name),
            end: 0,
            shape: ShapeNumbers::default(),
            weight: 1,
        });
        if self.mixed.contains(name) {
            let mut tokens = Tokenizer::new(text, VERBATIM.contains(&name));
            self.content(node, id, &mut tokens);
            self.tree.elements[id.index()].tokens = tokens.finish();
        } else {
            for child in node.children().filter(Node::is_element) {
                let child = self.element(child, Some(id));
                self.tree.elements[id.index()].children.push(child);
            }
        }
        self.finish(id);
        if let Some(value) = self.tree.attribute(id, "id").map(Box::from) {
            self.tree.by_id.entry(value).and_modify(|only| *only = None).or_insert(Some(id));
        }
        id
    }

    /// Adds the tokens of what an element with text holds.
    fn content(&mut self, node: Node<'_, 't>, id: ElementId, tokens: &mut Tokenizer<'t>) {
        let (text, range) = (self.tree.text, node.range());
        let inner = tags::inner(text, &range);
        let mut at = inner.start;
        for child in node.children().filter(Node::is_element) {
            let range = child.range();
            tokens.text(at..range.start, self.interner);
            at = range.end;
            let name = tags::name(text, range.start);
            if self.mixed.contains(name) && !BLOCKS.contains(&name) {
                self.inline(child, name, id, tokens);
            } else {
                let atom = self.element(child, Some(id));
                self.tree.elements[id.index()].children.push(atom);
                tokens.push(TokenKind::Atom(atom), self.tree.element(atom).shape.plain, range);
            }
        }
        tokens.text(at..inner.end.max(at), self.interner);
    }

    fn inline(&mut self, node: Node<'_, 't>, name: &'t str, id: ElementId, tokens: &mut Tokenizer<'t>) {
        let (text, range) = (self.tree.text, node.range());
        let start_tag = range.start..tags::end_of_start_tag(text, range.start);
        let inner = tags::inner(text, &range);
        let inline =
            InlineElement { name, attributes: tags::attributes(text, &start_tag), start_tag: start_tag.clone() };
        let index = u32::try_from(self.tree.inlines.len()).unwrap_or(u32::MAX);
        let mut key = ShapeKey::new(self.interner.text(name));
        key.attributes(self.interner, inline.attributes.iter().filter(|one| is_plain(name, one.name)));
        let open = self.interner.shape(key);
        self.tree.inlines.push(inline);
        tokens.push(TokenKind::Open(index), open, start_tag);
        self.content(node, id, tokens);
        let close = ShapeKey::close(self.interner.text(name));
        let close = self.interner.shape(close);
        // An empty element has one tag: its end has no bytes.
        tokens.push(TokenKind::Close(index), close, inner.end..range.end.max(inner.end));
    }

    /// Settles what is known of an element once all that is inside it is read.
    fn finish(&mut self, id: ElementId) {
        let end = u32::try_from(self.tree.elements.len()).unwrap_or(u32::MAX);
        let element = self.tree.element(id);
        let name = self.interner.text(element.name);
        let (mut exact, mut plain) = (ShapeKey::new(name), ShapeKey::new(name));
        exact.attributes(self.interner, element.attributes.iter());
        plain.attributes(self.interner, element.attributes.iter().filter(|one| is_plain(element.name, one.name)));
        let mut weight = 1 + u32::try_from(element.tokens.len()).unwrap_or(u32::MAX);
        for child in &element.children {
            let child = self.tree.element(*child);
            weight = weight.saturating_add(child.weight);
            exact.push(child.shape.exact);
            // What means nothing to a reader does not make elements differ; its parts stay comparable among themselves.
            if child.relevance != Relevance::Noise || element.relevance == Relevance::Noise {
                plain.push(child.shape.plain);
            }
        }
        for token in &element.tokens {
            exact.token(token.spaced, token.exact_key(&self.tree, self.interner));
            if !token.is_mark(&self.tree) {
                plain.push(token.key);
            }
        }
        let shape = ShapeNumbers { exact: self.interner.shape(exact), plain: self.interner.shape(plain) };
        let element = &mut self.tree.elements[id.index()];
        (element.end, element.shape, element.weight) = (end, shape, weight);
    }
}

/// Whether an attribute counts when elements are compared by content. An id names an element and is no part of it.
fn is_plain(element: &str, attribute: &str) -> bool {
    attribute != "id" && of_attribute(element, attribute) == Relevance::Content
}
