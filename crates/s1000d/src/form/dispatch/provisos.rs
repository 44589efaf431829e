//! The provisos of a line: their texts, their number and their order.

use std::collections::HashSet;

use domain::dispatch::ProvisoLogic;
use roxmltree::Node;

use super::ProvisoChange;
use super::texts::{paragraph, words};
use crate::form::writer::{FormText, FormWriter, has_elements_only};
use crate::object::ident::{child, elements, text_of};
use crate::object::write::{escaped, prefix_of, replace_inner, space_before};
use crate::splice::{self, Splice};
use crate::text::folded;

/// The provisos of a line, in a list or directly in its remarks.
pub(super) struct LineProvisos<'a, 'i> {
    nodes: Vec<Node<'a, 'i>>,
    /// The only list that has them.
    list: Option<Node<'a, 'i>>,
    pub(super) logic: ProvisoLogic,
}

impl<'a, 'i> LineProvisos<'a, 'i> {
    pub(super) fn find(line: Node<'a, 'i>) -> Self {
        let Some(remarks) = child(line, "remarks") else {
            return Self { nodes: Vec::new(), list: None, logic: ProvisoLogic::All };
        };
        let named = |name: &'static str| remarks.descendants().filter(move |node| node.tag_name().name() == name);
        let lists: Vec<Node<'a, 'i>> = named("provisoList").collect();
        let list = child(remarks, "provisoList").filter(|_| lists.len() == 1);
        let holder = list.unwrap_or(remarks);
        let is_plain = lists.len() == usize::from(list.is_some())
            && named("proviso").all(|node| node.parent_element() == Some(holder));
        if is_plain {
            let logic = match list.and_then(|list| list.attribute("logicalOperator")) {
                None | Some("and") => ProvisoLogic::All,
                Some("or") => ProvisoLogic::Any,
                // Nobody knows what it means, so that it is equal to itself alone.
                Some(_) => ProvisoLogic::Mixed(structure(remarks)),
            };
            return Self { nodes: named("proviso").collect(), list, logic };
        }
        // The text of a proviso has the texts of those within it.
        let is_outer = |node: &Node<'a, 'i>| {
            let mut around = node.ancestors().skip(1).take_while(|around| *around != remarks);
            around.all(|around| around.tag_name().name() != "proviso")
        };
        let logic = ProvisoLogic::Mixed(structure(remarks));
        Self { nodes: named("proviso").filter(is_outer).collect(), list: None, logic }
    }

    pub(super) fn nodes(&self) -> &[Node<'a, 'i>] {
        &self.nodes
    }

    fn is_mixed(&self) -> bool {
        matches!(self.logic, ProvisoLogic::Mixed(_))
    }

    pub(super) fn fields(&self) -> Vec<FormText> {
        let field = |node: &Node<'a, 'i>| {
            let text = words(*node, paragraph(*node));
            FormText { is_fixed: text.is_fixed || self.is_mixed(), text: text.text }
        };
        self.nodes.iter().map(field).collect()
    }
}

/// How lists and provisos are nested, as in `and(p or(p p))`.
fn structure(node: Node<'_, '_>) -> String {
    let parts: Vec<String> = elements(node)
        .filter_map(|part| {
            let inner = structure(part);
            match part.tag_name().name() {
                "provisoList" => Some(format!("{}({inner})", part.attribute("logicalOperator").unwrap_or("and"))),
                "proviso" if inner.is_empty() => Some("p".to_owned()),
                "proviso" => Some(format!("p[{inner}]")),
                _ => Some(inner).filter(|inner| !inner.is_empty()),
            }
        })
        .collect();
    parts.join(" ")
}

/// Writes the provisos of a line that has remarks.
pub(super) fn write(writer: &mut FormWriter<'_>, line: Node<'_, '_>, remarks: Node<'_, '_>, wanted: &[ProvisoChange]) {
    let old = LineProvisos::find(line);
    let nodes = &old.nodes;
    let is_same_order =
        wanted.len() == nodes.len() && wanted.iter().enumerate().all(|(at, one)| one.number == Some(at));
    if is_same_order {
        for (node, change) in nodes.iter().zip(wanted) {
            if !old.is_mixed() {
                set_text(writer, *node, &change.text);
            } else if words(*node, paragraph(*node)).text != folded(&change.text) {
                writer.refuse();
            }
        }
        return;
    }
    let numbers: Vec<usize> = wanted.iter().filter_map(|one| one.number).collect();
    // A proviso that is there twice would have its id twice.
    if old.is_mixed() || numbers.iter().collect::<HashSet<_>>().len() != numbers.len() {
        return writer.refuse();
    }
    let prefix = prefix_of(writer.text, remarks);
    let mut written = Vec::new();
    for (at, change) in wanted.iter().enumerate() {
        let label = label(at);
        let one = match change.number {
            None => Some(new_proviso(&change.text, &label, prefix)),
            Some(number) => nodes.get(number).and_then(|node| changed(writer.text, *node, &change.text, &label)),
        };
        match one {
            Some(one) => written.push(one),
            None => return writer.refuse(),
        }
    }
    match (nodes.last(), old.list) {
        (Some(_), Some(list)) if written.is_empty() => {
            let is_list_alone = has_elements_only(list) && elements(list).count() == nodes.len();
            if is_list_alone { writer.remove(list) } else { writer.refuse() }
        }
        (Some(last), _) => replace(writer, nodes, *last, &written),
        (None, Some(list)) => writer.insert_before(list, &[], &written),
        (None, None) => writer.insert_before(remarks, &[], &[new_list(&written.concat(), prefix)]),
    }
}

/// Writes provisos in the places of the old ones, so that everything between them stays: comments, notes, paragraphs.
fn replace(writer: &mut FormWriter<'_>, old: &[Node<'_, '_>], last: Node<'_, '_>, written: &[String]) {
    for (at, node) in old.iter().enumerate() {
        match written.get(at) {
            Some(one) if writer.text.get(node.range()) == Some(one.as_str()) => {}
            Some(one) => writer.push(Splice::replace(node.range(), one.as_str())),
            None => writer.remove(*node),
        }
    }
    if let Some(more) = written.get(old.len()..).filter(|more| !more.is_empty()) {
        let space = space_before(writer.text, last);
        let each: String = more.iter().flat_map(|one| [space, one.as_str()]).collect();
        writer.push(Splice::insert(last.range().end, each));
    }
}

/// The list of new provisos.
pub(super) fn new_list(inner: &str, prefix: &str) -> String {
    format!("<{prefix}provisoList logicalOperator=\"and\">{inner}</{prefix}provisoList>")
}

pub(super) fn new_proviso(text: &str, label: &str, prefix: &str) -> String {
    format!("<{prefix}proviso label=\"{label}\"><{prefix}para>{}</{prefix}para></{prefix}proviso>", escaped(text))
}

/// `a` to `z`, then `27` and so on.
pub(super) fn label(at: usize) -> String {
    let letter = u8::try_from(at).ok().filter(|at| *at < 26).map(|at| char::from(b'a' + at).to_string());
    letter.unwrap_or_else(|| (at + 1).to_string())
}

fn set_text(writer: &mut FormWriter<'_>, node: Node<'_, '_>, text: &str) {
    match paragraph(node) {
        Some(paragraph) => writer.set_text(paragraph, text),
        None if text_of(node) == folded(text) => {}
        None if !node.has_children() => {
            let prefix = prefix_of(writer.text, node);
            let inner = format!("<{prefix}para>{}</{prefix}para>", escaped(text));
            writer.push(replace_inner(writer.text, node, &inner));
        }
        None => writer.refuse(),
    }
}

/// The bytes of a proviso with another text, and another label where it has one.
fn changed(text: &str, node: Node<'_, '_>, wanted: &str, label: &str) -> Option<String> {
    let mut own = FormWriter::new(text);
    set_text(&mut own, node, wanted);
    if node.has_attribute("label") {
        own.set_attribute(node, "label", Some(label));
    }
    let start = node.range().start;
    let moved = own.finish()?.into_iter().map(|splice| {
        let range = splice.range.start - start..splice.range.end - start;
        Splice { range, text: splice.text }
    });
    splice::apply(text.get(node.range())?, &moved.collect::<Vec<_>>())
}
