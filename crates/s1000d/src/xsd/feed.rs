//! Gives documents to the validator: trees, and texts too large for a tree.

use std::borrow::Cow;

use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::name::{NamespaceResolver, ResolveResult};
use quick_xml::{NsReader, XmlVersion};
use roxmltree::{Document, Node};

use super::libxml::{Name, Push};

/// Pushes a tree.
pub(super) fn tree(document: &Document<'_>, push: &mut Push<'_>) {
    element(document.root_element(), push);
}

// The guard bounds the depth, and with it this recursion.
fn element(node: Node<'_, '_>, push: &mut Push<'_>) {
    let tag = node.tag_name();
    let name = Name { local: tag.name(), namespace: tag.namespace() };
    let position = node.range().start;
    let attributes = node
        .attributes()
        .map(|attribute| (Name { local: attribute.name(), namespace: attribute.namespace() }, attribute.value()));
    push.start(position, name, attributes);
    let mut texts = Texts::default();
    for child in node.children() {
        if child.is_element() {
            texts.element(push);
            element(child, push);
        } else if let Some(piece) = child.text().filter(|_| child.is_text()) {
            texts.text(Cow::Borrowed(piece), push);
        }
    }
    texts.end(push);
    push.end(position, name);
}

/// The validator's input for an element's text. Between elements it matters only that there is some.
#[derive(Debug, Default)]
struct Texts<'a> {
    /// Text before the first child element, in case there is none.
    held: Option<Cow<'a, str>>,
    elements: bool,
    said: bool,
}

impl<'a> Texts<'a> {
    fn text(&mut self, piece: Cow<'a, str>, push: &mut Push<'_>) {
        if self.elements {
            self.note(&piece, push);
            return;
        }
        match &mut self.held {
            Some(before) => before.to_mut().push_str(&piece),
            None => self.held = Some(piece),
        }
    }

    fn element(&mut self, push: &mut Push<'_>) {
        self.elements = true;
        if let Some(piece) = self.held.take() {
            self.note(&piece, push);
        }
    }

    fn end(&mut self, push: &mut Push<'_>) {
        if let Some(piece) = self.held.take() {
            push.text(&piece);
        }
    }

    fn note(&mut self, piece: &str, push: &mut Push<'_>) {
        if !self.said && piece.bytes().any(|byte| !byte.is_ascii_whitespace()) {
            self.said = true;
            push.text("x");
        }
    }
}

/// Pushes a text that has passed the guard, element by element. Where it turns out not to be
/// well-formed it stops: the reader of the file reports that.
pub(super) fn text(text: &str, push: &mut Push<'_>) {
    let mut reader = NsReader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    let mut open: Vec<Open<'_>> = Vec::new();
    loop {
        let position = usize::try_from(reader.buffer_position()).unwrap_or(text.len());
        let Ok(event) = reader.read_event() else { return };
        match event {
            Event::Start(tag) => {
                if let Some(parent) = open.last_mut() {
                    parent.texts.element(push);
                }
                let Some(opened) = start(&tag, position, reader.resolver(), push) else { return };
                open.push(opened);
            }
            Event::End(_) => {
                let Some(mut closed) = open.pop() else { return };
                closed.texts.end(push);
                let name = Name { local: &closed.local, namespace: closed.namespace.as_deref() };
                push.end(closed.position, name);
            }
            Event::Text(piece) => piece_of(&mut open, piece.xml10_content(), push),
            Event::CData(piece) => piece_of(&mut open, piece.xml10_content(), push),
            Event::GeneralRef(reference) => piece_of(&mut open, referred(&reference), push),
            Event::Eof => return,
            _ => {}
        }
    }
}

#[derive(Debug)]
struct Open<'a> {
    local: String,
    namespace: Option<String>,
    position: usize,
    texts: Texts<'a>,
}

fn start<'a>(
    tag: &BytesStart<'_>,
    position: usize,
    resolver: &NamespaceResolver,
    push: &mut Push<'_>,
) -> Option<Open<'a>> {
    let bound = |result: ResolveResult<'_>| match result {
        ResolveResult::Bound(namespace) => Some(namespace.as_ref().to_owned()),
        ResolveResult::Unbound | ResolveResult::Unknown(_) => None,
    };
    let mut attributes = Vec::new();
    for attribute in tag.attributes() {
        let attribute = attribute.ok()?;
        if attribute.key.as_namespace_binding().is_some() {
            continue;
        }
        let (result, local) = resolver.resolve_attribute(attribute.key);
        let value = attribute.normalized_value(XmlVersion::Implicit1_0).ok()?;
        attributes.push((local.as_ref().to_owned(), bound(result), value));
    }
    let (result, local) = resolver.resolve_element(tag.name());
    let opened = Open { local: local.as_ref().to_owned(), namespace: bound(result), position, texts: Texts::default() };
    let name = Name { local: &opened.local, namespace: opened.namespace.as_deref() };
    let named =
        attributes.iter().map(|(local, namespace, value)| (Name { local, namespace: namespace.as_deref() }, &**value));
    push.start(position, name, named);
    Some(opened)
}

fn piece_of<'a>(open: &mut [Open<'a>], piece: Cow<'a, str>, push: &mut Push<'_>) {
    if let Some(element) = open.last_mut() {
        element.texts.text(piece, push);
    }
}

fn referred(reference: &BytesRef<'_>) -> Cow<'static, str> {
    if let Ok(Some(character)) = reference.resolve_char_ref() {
        return Cow::Owned(character.to_string());
    }
    Cow::Borrowed(resolve_predefined_entity(&reference.xml10_content()).unwrap_or_default())
}
