//! A module as a tree of numbered elements, so that edits can be made in any order.

use std::fmt::Write;

use crate::content::{name, parse};

#[derive(Debug, Clone)]
pub(crate) struct Dom {
    head: String,
    pub(crate) elements: Vec<DomElement>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct DomElement {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) content: Vec<DomPart>,
    pub(crate) parent: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DomPart {
    Text(String),
    Element(usize),
}

impl Dom {
    pub(crate) fn read(text: &str) -> Self {
        let xml = parse(text);
        let root = xml.root_element();
        let mut dom = Self { head: text[..root.range().start].to_owned(), elements: Vec::new() };
        dom.add(root, 0);
        dom
    }

    fn add(&mut self, node: roxmltree::Node<'_, '_>, parent: usize) -> usize {
        let number = self.elements.len();
        let source = node.document().input_text();
        let attribute = |one: roxmltree::Attribute<'_, '_>| {
            let raw = &source[one.range()];
            let key = raw.split('=').next().unwrap_or_default().trim().to_owned();
            (key, one.value().to_owned())
        };
        let mut attributes: Vec<(String, String)> = node.attributes().map(attribute).collect();
        if node.parent_element().is_none() {
            for space in node.namespaces() {
                let key = space.name().map_or("xmlns".to_owned(), |name| format!("xmlns:{name}"));
                attributes.push((key, space.uri().to_owned()));
            }
        }
        attributes.retain(|(key, _)| key != "xmlns:xml");
        self.elements.push(DomElement { name: name(node), attributes, content: Vec::new(), parent });
        for child in node.children() {
            let part = if child.is_element() {
                DomPart::Element(self.add(child, number))
            } else if child.is_text() {
                DomPart::Text(child.text().unwrap_or_default().to_owned())
            } else {
                continue;
            };
            self.elements[number].content.push(part);
        }
        number
    }

    /// Adds an element that is not yet in the tree.
    pub(crate) fn create(&mut self, name: &str, parent: usize, content: Vec<DomPart>) -> usize {
        let attributes = Vec::new();
        self.elements.push(DomElement { name: name.to_owned(), attributes, content, parent });
        self.elements.len() - 1
    }

    pub(crate) fn text(&self) -> String {
        let mut out = self.head.clone();
        self.write(0, &mut out);
        out
    }

    fn write(&self, number: usize, out: &mut String) {
        let element = &self.elements[number];
        let _ = write!(out, "<{}", element.name);
        for (key, value) in &element.attributes {
            let _ = write!(out, " {key}=\"{}\"", escaped(value));
        }
        out.push('>');
        for part in &element.content {
            match part {
                DomPart::Text(text) => out.push_str(&escaped(text)),
                DomPart::Element(child) => self.write(*child, out),
            }
        }
        let _ = write!(out, "</{}>", element.name);
    }

    pub(crate) fn children(&self, number: usize) -> Vec<usize> {
        let child = |part: &DomPart| match part {
            DomPart::Element(child) => Some(*child),
            DomPart::Text(_) => None,
        };
        self.elements[number].content.iter().filter_map(child).collect()
    }

    /// An element with all elements inside it.
    pub(crate) fn inside(&self, number: usize) -> Vec<usize> {
        let mut all = vec![number];
        let mut at = 0;
        while let Some(next) = all.get(at).copied() {
            all.extend(self.children(next));
            at += 1;
        }
        all
    }

    /// The words inside an element.
    pub(crate) fn words(&self, number: usize) -> String {
        let mut out = String::new();
        self.collect(number, &mut out);
        out.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn collect(&self, number: usize, out: &mut String) {
        for part in &self.elements[number].content {
            match part {
                DomPart::Text(text) => out.push_str(text),
                DomPart::Element(child) => self.collect(*child, out),
            }
            out.push(' ');
        }
    }

    /// The neighbour before or behind an element.
    pub(crate) fn sibling(&self, number: usize, is_behind: bool) -> Option<usize> {
        let siblings = self.children(self.elements[number].parent);
        let at = siblings.iter().position(|child| *child == number)?;
        if is_behind { siblings.get(at + 1).copied() } else { at.checked_sub(1).map(|at| siblings[at]) }
    }

    pub(crate) fn path(&self, number: usize) -> String {
        let element = &self.elements[number];
        if number == 0 {
            return format!("/{}", element.name);
        }
        let mut alike = self.children(element.parent);
        alike.retain(|child| self.elements[*child].name == element.name);
        let at = alike.iter().position(|child| *child == number).unwrap_or_default();
        let index = if alike.len() > 1 { format!("[{}]", at + 1) } else { String::new() };
        format!("{}/{}{index}", self.path(element.parent), element.name)
    }

    pub(crate) fn remove(&mut self, number: usize) {
        let parent = self.elements[number].parent;
        self.elements[parent].content.retain(|part| *part != DomPart::Element(number));
    }

    pub(crate) fn put_after(&mut self, anchor: usize, number: usize) {
        let parent = self.elements[anchor].parent;
        self.elements[number].parent = parent;
        let content = &mut self.elements[parent].content;
        let at = content.iter().position(|part| *part == DomPart::Element(anchor)).map_or(content.len(), |at| at + 1);
        content.insert(at, DomPart::Element(number));
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
