//! Content without layout, as an independent reading of XML.

use std::collections::BTreeSet;
use std::fmt::Write;

use roxmltree::{Document, Node, ParsingOptions};

pub(crate) fn parse(text: &str) -> Document<'_> {
    Document::parse_with_options(text, ParsingOptions { allow_dtd: true, ..ParsingOptions::default() }).expect("XML")
}

/// Content without layout, as an independent reading: attributes in order, runs of white space as one blank.
pub(crate) fn content(text: &str, mixed: &BTreeSet<String>) -> String {
    let xml = parse(text);
    let mut out = String::new();
    write(xml.root_element(), mixed, &mut out);
    out
}

pub(crate) fn name(node: Node<'_, '_>) -> String {
    let tag = &node.document().input_text()[node.range().start + 1..];
    tag.split(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/')).next().unwrap_or_default().to_owned()
}

/// The names of elements with text in any of some texts.
pub(crate) fn mixed_names(texts: &[&str]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for text in texts {
        let xml = parse(text);
        let with_text = |node: &Node<'_, '_>| node.is_text() && !node.text().unwrap_or_default().trim().is_empty();
        names.extend(xml.descendants().filter(with_text).filter_map(|node| node.parent_element()).map(name));
    }
    names
}

fn write(node: Node<'_, '_>, mixed: &BTreeSet<String>, out: &mut String) {
    let is_mixed = mixed.contains(&name(node));
    let attributes: BTreeSet<(String, &str)> =
        node.attributes().map(|one| (format!("{:?}{}", one.namespace(), one.name()), one.value())).collect();
    let _ = write!(out, "<{} {attributes:?}>", name(node));
    for child in node.children() {
        if child.is_element() {
            write(child, mixed, out);
        } else if child.is_text() && is_mixed {
            for c in child.text().unwrap_or_default().chars() {
                if !c.is_ascii_whitespace() {
                    out.push(c);
                } else if !out.ends_with(' ') {
                    out.push(' ');
                }
            }
        }
    }
    let end = out.trim_end_matches(' ').len();
    let is_inline = node.parent_element().is_some_and(|parent| mixed.contains(&name(parent)));
    if !is_inline {
        out.truncate(end);
    }
    out.push_str("</>");
}

/// The beginning blank of a block means nothing.
pub(crate) fn normal(text: &str) -> String {
    let mut out = text.replace("> ", ">");
    while out.contains("  ") {
        out = out.replace("  ", " ");
    }
    out
}
