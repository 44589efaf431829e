//! Changes of the provisos of a line: their texts, their number and their order.

use std::collections::HashSet;

use roxmltree::Node;

use super::ProvisoChange;
use super::lines::{paragraph, provisos};
use crate::form::writer::FormWriter;
use crate::object::ident::{child, text_of};
use crate::object::write::{escaped, prefix_of, range_with_space, space_before};
use crate::splice::{self, Splice};
use crate::text::folded;

/// Writes the provisos of a line that has remarks.
pub(super) fn write(writer: &mut FormWriter<'_>, line: Node<'_, '_>, remarks: Node<'_, '_>, wanted: &[ProvisoChange]) {
    let old = provisos(line);
    let is_same_order = wanted.len() == old.len() && wanted.iter().enumerate().all(|(at, one)| one.number == Some(at));
    if is_same_order {
        for (node, change) in old.into_iter().zip(wanted) {
            set_text(writer, node, &change.text);
        }
        return;
    }
    let numbers: Vec<usize> = wanted.iter().filter_map(|one| one.number).collect();
    // A proviso that is there twice would have its id twice.
    if numbers.iter().collect::<HashSet<_>>().len() != numbers.len() {
        return writer.refuse();
    }
    let prefix = prefix_of(writer.text, remarks);
    let mut written = Vec::new();
    for (at, change) in wanted.iter().enumerate() {
        let label = label(at);
        let one = match change.number {
            None => Some(new_proviso(&change.text, &label, prefix)),
            Some(number) => old.get(number).and_then(|node| changed(writer.text, *node, &change.text, &label)),
        };
        match one {
            Some(one) => written.push(one),
            None => return writer.refuse(),
        }
    }
    match (old.first().zip(old.last()), child(remarks, "provisoList")) {
        (Some(_), Some(list)) if written.is_empty() => {
            writer.push(Splice::replace(range_with_space(writer.text, list), ""));
        }
        (Some((first, end)), _) => {
            let joined = written.join(space_before(writer.text, *first));
            writer.push(Splice::replace(first.range().start..end.range().end, joined));
        }
        (None, Some(list)) => writer.insert_before(list, &[], &written),
        (None, None) => writer.insert_before(remarks, &[], &[new_list(&written.concat(), prefix)]),
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
