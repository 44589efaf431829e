//! Reads the lines of an item.

use std::collections::HashMap;

use roxmltree::Node;

use super::provisos::LineProvisos;
use super::texts::{is_proviso, paragraph, words};
use super::{DispatchForm, LineFields, ProcedureFields};
use crate::form::writer::{FormText, has_elements_only};
use crate::object::ident::{child, elements, object_ref, text_of};
use crate::object::{MAX_STATEMENTS, applic_refs};

/// The elements that are the lines of an item.
pub(super) fn lines<'a, 'i>(item: Node<'a, 'i>) -> (Vec<Node<'a, 'i>>, bool) {
    let own: Vec<Node<'a, 'i>> = elements(item).filter(|part| part.tag_name().name() == "dispatchCondition").collect();
    if own.is_empty() { (vec![item], false) } else { (own, true) }
}

pub(super) fn read(item: Node<'_, '_>) -> DispatchForm {
    let (lines, has_lines) = lines(item);
    let statements = statements(item);
    let mut form = DispatchForm {
        number: field(item, "itemNumber"),
        title: FormText::of_child(child(item, "title")),
        lines: lines.into_iter().map(|line| read_line(line, &statements)).collect(),
        has_lines,
    };
    if let [only] = form.lines.as_mut_slice()
        && !has_lines
    {
        // It is the title of the item.
        only.title = FormText::default();
    }
    form
}

fn read_line(node: Node<'_, '_>, statements: &HashMap<&str, String>) -> LineFields {
    let coded = |name: &str| field(node, name).text;
    let remarks = child(node, "remarks");
    let provisos = LineProvisos::find(node);
    LineFields {
        label: node.attribute("label").unwrap_or_default().to_owned(),
        title: FormText::of_child(child(node, "title")),
        category: coded("repairCategory"),
        installed: coded("numberInstalled"),
        required: coded("numberRequired"),
        remarks: remarks.map(read_remarks).unwrap_or_default(),
        provisos: provisos.fields(),
        logic: provisos.logic,
        placard: child(node, "placard").map(|node| words(node, paragraph(node))).unwrap_or_default(),
        operational: procedure_fields(node, "oProcedureRef"),
        maintenance: procedure_fields(node, "mProcedureRef"),
        applicability: applic_refs(node).map(|ids| statement_words(ids, statements)),
        start: node.range().start,
    }
}

fn read_remarks(remarks: Node<'_, '_>) -> FormText {
    if let Some(paragraph) = remarks_text(remarks) {
        return FormText::of(paragraph);
    }
    let text = remarks_words(remarks);
    FormText { is_fixed: !text.is_empty(), text }
}

/// All text of remarks but the provisos.
pub(super) fn remarks_words(remarks: Node<'_, '_>) -> String {
    let texts = remarks.children().filter(|part| part.is_text() || (part.is_element() && !is_proviso(part)));
    let parts: Vec<String> = texts.map(text_of).filter(|text| !text.is_empty()).collect();
    parts.join(" ")
}

/// The only paragraph of remarks, before their provisos.
pub(super) fn remarks_text<'a, 'i>(remarks: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
    if elements(remarks).all(|part| !is_proviso(&part)) {
        return paragraph(remarks);
    }
    let mut parts = elements(remarks).filter(|part| has_elements_only(remarks) && !is_proviso(part));
    let first = parts.next().filter(|part| part.tag_name().name() == "para")?;
    parts.next().is_none().then_some(first)
}

/// The elements around the references of one kind of procedure, each with its references.
pub(super) fn procedures<'a, 'i>(line: Node<'a, 'i>, name: &str) -> Vec<(Node<'a, 'i>, Vec<Node<'a, 'i>>)> {
    let wrappers = elements(line).filter(|part| part.tag_name().name() == name);
    let references = |wrapper: Node<'a, 'i>| -> Vec<Node<'a, 'i>> {
        elements(wrapper).filter(|part| part.tag_name().name() == "dmRef").collect()
    };
    wrappers.map(|wrapper| (wrapper, references(wrapper))).collect()
}

fn procedure_fields(line: Node<'_, '_>, name: &str) -> Vec<ProcedureFields> {
    procedures(line, name).into_iter().flat_map(|(_, references)| references).map(procedure).collect()
}

pub(super) fn procedure(node: Node<'_, '_>) -> ProcedureFields {
    match object_ref(node) {
        Ok(target) => {
            ProcedureFields { title: target.title.clone().unwrap_or_default(), target: Some(target.identity()) }
        }
        Err(_) => ProcedureFields { target: None, title: text_of(node) },
    }
}

/// The texts for readers of the statements of a module, by their ids.
fn statements<'a>(item: Node<'a, '_>) -> HashMap<&'a str, String> {
    let content = item.parent_element();
    let group = content.and_then(|content| child(content, "referencedApplicGroup"));
    let named = group.into_iter().flat_map(elements).filter_map(|applic| {
        let words = child(applic, "displayText").map(text_of).filter(|text| !text.is_empty())?;
        Some((applic.attribute("id")?, words))
    });
    named.collect()
}

/// The texts of statements, or their ids.
fn statement_words(ids: &str, statements: &HashMap<&str, String>) -> String {
    let words = |id: &str| statements.get(id).cloned().unwrap_or_else(|| id.to_owned());
    ids.split_ascii_whitespace().take(MAX_STATEMENTS).map(words).collect::<Vec<_>>().join("; ")
}

/// An attribute or a child element of that name.
pub(super) fn field(node: Node<'_, '_>, name: &str) -> FormText {
    match node.attribute(name) {
        Some(value) => FormText { text: value.trim().to_owned(), is_fixed: false },
        None => FormText::of_child(child(node, name)),
    }
}
