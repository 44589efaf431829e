//! An item for other systems: all that it says, or nothing.
//!
//! Texts have what attributes say in brackets: the aircraft of a part, units, codes of modules, names of pictures.

use domain::dispatch::ProvisoLogic;
use roxmltree::Node;

use super::deleted::without_deleted;
use super::facts::{CODED, FIELDS, ItemContext, StatementConditions, in_words, mark, write};
use super::provisos::LineProvisos;
use super::{ProcedureFields, lines, whole};
use crate::applic::Applic;
use crate::form::writer::has_elements_only;
use crate::guard;
use crate::object::ident::{child, elements};
use crate::object::lines::Lines;
use crate::object::{applic_refs, parse_text, stated_applicability};
use crate::text::folded;

const OPERATIONAL: &str = "oProcedureRef";
const MAINTENANCE: &str = "mProcedureRef";

/// An item.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ItemData {
    /// As in `33-40-01`.
    pub number: String,
    pub title: String,
    pub lines: Vec<LineData>,
}

/// A line of an item, with what the item says for all of its lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LineData {
    pub label: String,
    pub title: String,
    pub category: String,
    pub installed: String,
    pub required: String,
    /// In words, as in `S/N 5; SB 12 embodied`, all of which must hold; empty for all aircraft of the module.
    pub applicability: String,
    /// Without the provisos.
    pub remarks: String,
    pub provisos: Vec<String>,
    pub logic: ProvisoLogic,
    pub placard: Option<String>,
    pub operational: Vec<ProcedureFields>,
    pub maintenance: Vec<ProcedureFields>,
    /// Everything that is in no other field.
    pub notes: Vec<String>,
}

impl ItemData {
    /// Reads the item of a text without what is marked as deleted; `None` when it has none, or when something in it cannot
    /// be told.
    pub fn read(text: &str, context: ItemContext<'_>) -> Option<Self> {
        let checked = guard::check_text(text).ok()?;
        let valid = without_deleted(checked.text())?;
        let document = parse_text(&valid).ok()?;
        let item = whole::clear_item(&document)?;
        let statements = StatementConditions::in_words(item, context);
        if !holders(item).iter().flatten().copied().all(has_plain_values) {
            return None;
        }
        Some(Self {
            number: lines::field(item, "itemNumber").text,
            title: part(item, "title", &statements),
            lines: read_lines(item, &statements),
        })
    }
}

/// For each line of an item the elements that say something about it: the item and the line, or the item alone.
pub(super) fn holders<'a, 'i>(item: Node<'a, 'i>) -> Vec<Vec<Node<'a, 'i>>> {
    let (nodes, has_lines) = lines::lines(item);
    nodes.into_iter().map(|line| if has_lines { vec![item, line] } else { vec![item] }).collect()
}

/// The lines of an item, each with what the item says for all of them.
pub(super) fn read_lines(item: Node<'_, '_>, statements: &StatementConditions<'_>) -> Vec<LineData> {
    let read = |holders: Vec<Node<'_, '_>>| Some(read_line(&holders, *holders.last()?, statements));
    holders(item).into_iter().filter_map(read).collect()
}

/// The aircraft that a whole module is for, in words; empty when its status says nothing about it. Reads a status file,
/// or a module that has its status in itself; `None` when it cannot be read.
pub fn module_aircraft(text: &str, context: ItemContext<'_>) -> Option<String> {
    words_of_status(text, context, |_| true)
}

/// The same for a module around others, as a container; empty also when what its status says holds always.
pub fn container_aircraft(text: &str, context: ItemContext<'_>) -> Option<String> {
    words_of_status(text, context, |own| own.expression.is_some())
}

fn words_of_status(text: &str, context: ItemContext<'_>, is_told: impl Fn(&Applic) -> bool) -> Option<String> {
    let checked = guard::check_text(text).ok()?;
    let document = parse_text(checked.text()).ok()?;
    let status = document.descendants().find(|node| node.is_element() && node.tag_name().name() == "dmStatus");
    let Some(status) = status else { return Some(String::new()) };
    let (own, shared) = stated_applicability(status, &mut Lines::new(""));
    let own = own.filter(is_told).map(|own| in_words(&own, context.locale())).filter(|words| !words.is_empty());
    let shared = shared.iter().map(|ident| context.statement(ident));
    Some(own.into_iter().chain(shared).collect::<Vec<_>>().join("; "))
}

fn has_plain_values(holder: Node<'_, '_>) -> bool {
    let mut values = CODED.into_iter().filter_map(|name| child(holder, name));
    values.all(|value| elements(value).next().is_none() && applic_refs(value).is_none())
}

fn read_line(holders: &[Node<'_, '_>], line: Node<'_, '_>, statements: &StatementConditions<'_>) -> LineData {
    let coded = |name: &str| lines::field(line, name).text;
    let provisos = LineProvisos::find(line);
    let said: Vec<String> = holders.iter().map(|holder| statements.said(*holder)).collect();
    let said: Vec<String> = said.into_iter().filter(|said| !said.is_empty()).collect();
    LineData {
        label: line.attribute("label").unwrap_or_default().to_owned(),
        // Without lines it is the title of the item.
        title: if holders.len() == 1 { String::new() } else { part(line, "title", statements) },
        category: coded("repairCategory"),
        installed: coded("numberInstalled"),
        required: coded("numberRequired"),
        applicability: said.join("; "),
        remarks: remarks(line, statements),
        provisos: provisos.nodes().iter().map(|node| proviso(*node, line, statements)).collect(),
        logic: provisos.logic,
        placard: placard(line, statements),
        operational: holders.iter().flat_map(|holder| procedures(*holder, OPERATIONAL, statements)).collect(),
        maintenance: holders.iter().flat_map(|holder| procedures(*holder, MAINTENANCE, statements)).collect(),
        notes: holders.iter().flat_map(|holder| notes(*holder, statements)).collect(),
    }
}

fn text(node: Node<'_, '_>, statements: &StatementConditions<'_>) -> String {
    let mut text = String::new();
    write(node, statements, &mut text);
    folded(&text)
}

/// The text of a child; empty when there is none.
fn part(node: Node<'_, '_>, name: &str, statements: &StatementConditions<'_>) -> String {
    child(node, name).map(|part| text(part, statements)).unwrap_or_default()
}

fn placard(line: Node<'_, '_>, statements: &StatementConditions<'_>) -> Option<String> {
    let attribute = line.attribute("placard").map(folded);
    attribute.or_else(|| child(line, "placard").map(|placard| text(placard, statements)))
}

/// All text of the remarks outside of provisos.
fn remarks(line: Node<'_, '_>, statements: &StatementConditions<'_>) -> String {
    let mut text = line.attribute("remarks").unwrap_or_default().to_owned();
    if let Some(remarks) = child(line, "remarks") {
        mark(remarks, statements, &mut text);
        write_outside(remarks, statements, &mut text);
    }
    folded(&text)
}

fn write_outside(node: Node<'_, '_>, statements: &StatementConditions<'_>, text: &mut String) {
    for part in node.children() {
        match part.tag_name().name() {
            "proviso" => {}
            "provisoList" => write_outside(part, statements, text),
            _ => write(part, statements, text),
        }
    }
}

/// A proviso, after the aircraft of the lists that it is in.
fn proviso(node: Node<'_, '_>, line: Node<'_, '_>, statements: &StatementConditions<'_>) -> String {
    let around = node.ancestors().skip(1).take_while(|around| *around != line);
    let mut text = String::new();
    for said in around.map(|around| statements.said(around)).filter(|said| !said.is_empty()) {
        text.push('[');
        text.push_str(&said);
        text.push_str("] ");
    }
    write(node, statements, &mut text);
    folded(&text)
}

/// The procedures of one kind. One that names no module has its text as a title.
fn procedures(holder: Node<'_, '_>, name: &str, statements: &StatementConditions<'_>) -> Vec<ProcedureFields> {
    let read = |(wrapper, references): (Node<'_, '_>, Vec<Node<'_, '_>>)| {
        if references.is_empty() {
            return vec![ProcedureFields { target: None, title: text(wrapper, statements) }];
        }
        references.into_iter().map(lines::procedure).collect()
    };
    lines::procedures(holder, name).into_iter().flat_map(read).collect()
}

/// Whether a reference to procedures says nothing beyond their modules.
fn is_plain_reference(wrapper: Node<'_, '_>) -> bool {
    let is_marked = |node: Node<'_, '_>| applic_refs(node).is_some() || node.has_attribute("referredFragment");
    let is_plain = |part: Node<'_, '_>| part.tag_name().name() == "dmRef" && !is_marked(part);
    has_elements_only(wrapper) && !is_marked(wrapper) && elements(wrapper).all(is_plain)
}

/// The texts of a holder that are no field of a line, or no plain one.
fn notes(holder: Node<'_, '_>, statements: &StatementConditions<'_>) -> Vec<String> {
    let is_note = |part: &Node<'_, '_>| match part.tag_name().name() {
        "dispatchCondition" => false,
        OPERATIONAL | MAINTENANCE => !is_plain_reference(*part),
        name if FIELDS.contains(&name) => child(holder, name) != Some(*part),
        _ => true,
    };
    let parts = holder.children().filter(is_note);
    parts.map(|part| text(part, statements)).filter(|text| !text.is_empty()).collect()
}

#[cfg(test)]
mod tests;
