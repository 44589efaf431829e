//! Changes of an item.

use std::collections::HashSet;

use roxmltree::Node;

use super::lines::{lines, procedures, remarks_text, remarks_words};
use super::provisos::{self, label, new_list, new_proviso};
use super::texts::paragraph;
use super::{DispatchChange, LineChange, ProcedureChange};
use crate::code::Identity;
use crate::form::writer::{FormWriter, attribute_value, has_elements_only};
use crate::object::Title;
use crate::object::ident::{child, elements, text_of};
use crate::object::write::{escaped, prefix_of, reference, space_before};
use crate::splice::Splice;
use crate::text::folded;

/// The parts of a line in their order.
static PARTS: [&str; 8] = [
    "title",
    "repairCategory",
    "numberInstalled",
    "numberRequired",
    "remarks",
    "placard",
    "oProcedureRef",
    "mProcedureRef",
];

/// The parts that stand behind one.
fn after(name: &str) -> &'static [&'static str] {
    let at = PARTS.iter().position(|part| *part == name).map_or(PARTS.len(), |at| at + 1);
    PARTS.get(at..).unwrap_or_default()
}

pub(super) fn edit(text: &str, item: Node<'_, '_>, change: &DispatchChange) -> Option<Vec<Splice>> {
    let mut writer = FormWriter::new(text);
    let (lines, has_lines) = lines(item);
    match child(item, "title") {
        Some(title) => writer.set_text(title, &change.title),
        None if change.title.is_empty() => {}
        None => writer.refuse(),
    }
    set_field(&mut writer, item, "itemNumber", &change.number, &["dispatchCondition", "remarks"]);
    let mut kept = HashSet::new();
    for (number, line) in lines.iter().enumerate() {
        match change.lines.iter().find(|one| one.number == Some(number)) {
            Some(wanted) => {
                kept.insert(number);
                change_line(&mut writer, *line, wanted, has_lines);
            }
            None if has_lines => writer.remove(*line),
            None => writer.refuse(),
        }
    }
    let named = change.lines.iter().filter(|one| one.number.is_some()).count();
    let new: Vec<&LineChange> = change.lines.iter().filter(|one| one.number.is_none()).collect();
    // A line that is not there, or twice; an item without any line.
    if named != kept.len() || change.lines.is_empty() || (!has_lines && !new.is_empty()) {
        writer.refuse();
    } else if let Some(last) = lines.last().filter(|_| !new.is_empty()) {
        let prefix = prefix_of(text, item);
        let written: Option<Vec<String>> = new.into_iter().map(|line| new_line(line, prefix)).collect();
        match written {
            Some(written) => {
                let space = space_before(text, *last);
                let each: String = written.iter().flat_map(|one| [space, one.as_str()]).collect();
                writer.push(Splice::insert(last.range().end, each));
            }
            None => writer.refuse(),
        }
    }
    writer.finish()
}

fn change_line(writer: &mut FormWriter<'_>, line: Node<'_, '_>, wanted: &LineChange, has_lines: bool) {
    if has_lines {
        writer.set_attribute(line, "label", Some(wanted.label.as_str()).filter(|label| !label.is_empty()));
        change_element(writer, line, "title", &wanted.title, |text, prefix| element("title", text, prefix));
    }
    for (name, value) in [
        ("repairCategory", &wanted.category),
        ("numberInstalled", &wanted.installed),
        ("numberRequired", &wanted.required),
    ] {
        set_field(writer, line, name, value, after(name));
    }
    change_remarks(writer, line, wanted);
    change_element(writer, line, "placard", &wanted.placard, new_placard);
    change_procedures(writer, line, "oProcedureRef", &wanted.operational);
    change_procedures(writer, line, "mProcedureRef", &wanted.maintenance);
}

fn new_placard(text: &str, prefix: &str) -> String {
    format!("<{prefix}placard>{}</{prefix}placard>", element("para", text, prefix))
}

fn element(name: &str, text: &str, prefix: &str) -> String {
    format!("<{prefix}{name}>{}</{prefix}{name}>", escaped(text))
}

/// Writes a value as the attribute or the element that it is; a new one as its neighbours are.
fn set_field(writer: &mut FormWriter<'_>, node: Node<'_, '_>, name: &str, value: &str, later: &[&str]) {
    let wanted = Some(value).filter(|value| !value.is_empty());
    if let Some(own) = node.attribute(name) {
        if own.trim() != value {
            writer.set_attribute(node, name, wanted);
        }
        return;
    }
    let has_attributes = PARTS.iter().any(|part| node.has_attribute(*part));
    match (child(node, name), wanted) {
        (Some(own), Some(value)) => writer.set_text(own, value),
        (Some(own), None) if own.children().all(|part| part.is_text()) => writer.remove(own),
        (Some(_), None) => writer.refuse(),
        (None, Some(value)) if has_attributes => writer.set_attribute(node, name, Some(value)),
        (None, Some(value)) => {
            let written = element(name, value, prefix_of(writer.text, node));
            writer.insert_before(node, later, &[written]);
        }
        (None, None) => {}
    }
}

/// Writes an element with one paragraph or text alone; an empty text removes it.
fn change_element(
    writer: &mut FormWriter<'_>,
    line: Node<'_, '_>,
    name: &str,
    wanted: &str,
    new: impl Fn(&str, &str) -> String,
) {
    match child(line, name) {
        None if wanted.is_empty() => {}
        None => {
            let written = new(wanted, prefix_of(writer.text, line));
            writer.insert_before(line, after(name), &[written]);
        }
        Some(own) if text_of(own) == folded(wanted) => {}
        Some(own) => match paragraph(own) {
            Some(_) if wanted.is_empty() => writer.remove(own),
            Some(paragraph) => writer.set_text(paragraph, wanted),
            None if !own.has_children() => {
                let written = new(wanted, prefix_of(writer.text, line));
                writer.push(Splice::replace(own.range(), written));
            }
            None => writer.refuse(),
        },
    }
}

fn change_remarks(writer: &mut FormWriter<'_>, line: Node<'_, '_>, wanted: &LineChange) {
    let prefix = prefix_of(writer.text, line);
    let Some(remarks) = child(line, "remarks") else {
        if !wanted.remarks.is_empty() || !wanted.provisos.is_empty() {
            writer.insert_before(line, after("remarks"), &[new_remarks(wanted, prefix)]);
        }
        return;
    };
    if !remarks.has_children() {
        if !wanted.remarks.is_empty() || !wanted.provisos.is_empty() {
            writer.push(Splice::replace(remarks.range(), new_remarks(wanted, prefix)));
        }
        return;
    }
    match remarks_text(remarks) {
        // Text beside a list of provisos would have no paragraph of its own.
        Some(own) if own == remarks && !wanted.provisos.is_empty() => return writer.refuse(),
        Some(own) => writer.set_text(own, &wanted.remarks),
        None if remarks_words(remarks) == folded(&wanted.remarks) => {}
        None if remarks_words(remarks).is_empty() => {
            let written = element("para", &wanted.remarks, prefix);
            writer.insert_before(remarks, &["provisoList", "proviso"], &[written]);
        }
        None => writer.refuse(),
    }
    provisos::write(writer, line, remarks, &wanted.provisos);
}

fn new_remarks(wanted: &LineChange, prefix: &str) -> String {
    let each = wanted.provisos.iter().enumerate();
    let list: String = each.map(|(at, proviso)| new_proviso(&proviso.text, &label(at), prefix)).collect();
    let list = if list.is_empty() { list } else { new_list(&list, prefix) };
    format!("<{prefix}remarks>{}{list}</{prefix}remarks>", element("para", &wanted.remarks, prefix))
}

/// Removes procedures that are not listed any more and adds new ones behind the others.
fn change_procedures(writer: &mut FormWriter<'_>, line: Node<'_, '_>, name: &str, wanted: &[ProcedureChange]) {
    let old = procedures(line, name);
    let count: usize = old.iter().map(|(_, references)| references.len()).sum();
    let is_known = |change: &ProcedureChange| match change {
        ProcedureChange::Kept(number) => *number < count,
        ProcedureChange::New(..) => true,
    };
    if !wanted.iter().all(is_known) {
        return writer.refuse();
    }
    let mut first = 0;
    for (wrapper, references) in &old {
        let numbered = references.iter().zip(first..);
        let gone: Vec<Node<'_, '_>> = numbered
            .filter(|(_, number)| !wanted.contains(&ProcedureChange::Kept(*number)))
            .map(|(node, _)| *node)
            .collect();
        first += references.len();
        if gone.len() < references.len() {
            for node in gone {
                writer.remove(node);
            }
        } else if !gone.is_empty() {
            // An element without any reference would not be valid.
            let has_more = !has_elements_only(*wrapper) || elements(*wrapper).count() > gone.len();
            if has_more { writer.refuse() } else { writer.remove(*wrapper) }
        }
    }
    let prefix = prefix_of(writer.text, line);
    let new = wanted.iter().filter_map(new_target);
    let written: Option<Vec<String>> =
        new.map(|(target, title)| written_procedure(target, title, name, prefix)).collect();
    match written {
        Some(written) => writer.insert_before(line, after(name), &written),
        None => writer.refuse(),
    }
}

fn new_target(change: &ProcedureChange) -> Option<(&Identity, &Title)> {
    match change {
        ProcedureChange::New(target, title) => Some((target, title)),
        ProcedureChange::Kept(_) => None,
    }
}

/// A new procedure; `None` when its target cannot be written.
fn written_procedure(target: &Identity, title: &Title, name: &str, prefix: &str) -> Option<String> {
    reference(target, title, prefix).map(|written| format!("<{prefix}{name}>{written}</{prefix}{name}>"))
}

/// A new line; `None` when it keeps procedures or provisos, which it has none of, or a target cannot be written.
fn new_line(line: &LineChange, prefix: &str) -> Option<String> {
    let is_new = |change: &ProcedureChange| matches!(change, ProcedureChange::New(..));
    let procedures = line.operational.iter().chain(&line.maintenance);
    if !procedures.clone().all(is_new) || line.provisos.iter().any(|proviso| proviso.number.is_some()) {
        return None;
    }
    let part = |name: &str, text: &str| if text.is_empty() { String::new() } else { element(name, text, prefix) };
    let mut parts = vec![
        part("title", &line.title),
        part("repairCategory", &line.category),
        part("numberInstalled", &line.installed),
        part("numberRequired", &line.required),
        new_remarks(line, prefix),
    ];
    if !line.placard.is_empty() {
        parts.push(new_placard(&line.placard, prefix));
    }
    for (name, list) in [("oProcedureRef", &line.operational), ("mProcedureRef", &line.maintenance)] {
        for (target, title) in list.iter().filter_map(new_target) {
            parts.push(written_procedure(target, title, name, prefix)?);
        }
    }
    let inner = parts.concat();
    let label = attribute_value(&line.label);
    Some(format!("<{prefix}dispatchCondition label=\"{label}\">{inner}</{prefix}dispatchCondition>"))
}
