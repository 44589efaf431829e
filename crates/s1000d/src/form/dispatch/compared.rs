//! An item as the rules of minimum equipment lists compare it: without what is marked as deleted, with all that its
//! elements and their attributes say.

use domain::dispatch::DispatchLine;
use roxmltree::{Document, Node};

use super::data::{self, LineData};
use super::deleted::without_deleted;
use super::facts::{CODED, STATEMENTS, StatementConditions, meant_attributes, write};
use super::{ProcedureFields, item, lines, whole};
use crate::code::Identity;
use crate::guard::{self, Refusal};
use crate::object::ident::{elements, is_deleted};
use crate::object::parse_text;
use crate::text::folded;

/// Bytes of a text, times the lines of its item: what the item says for all of its lines is compared for each of them.
const MAX_WORK: usize = 128 << 20;

/// The lines of an item that are not marked as deleted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ItemToCompare {
    pub lines: Vec<DispatchLine>,
    /// The places of the lines.
    pub places: Vec<LinePlace>,
}

/// The place of a line in the text, which may have deleted lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinePlace {
    /// The number of the line among all lines of the item.
    pub index: usize,
    /// The byte of its start tag.
    pub start: usize,
}

impl ItemToCompare {
    /// Reads the item of a text; `None` when it has none, when it is too long, or when a value or all of it is marked
    /// as deleted.
    pub fn read(text: &str) -> Result<Option<Self>, Refusal> {
        Self::read_if(text, item)
    }

    /// The same for an item in which nothing is passed over.
    pub(super) fn read_clear(text: &str) -> Result<Option<Self>, Refusal> {
        Self::read_if(text, whole::clear_item)
    }

    fn read_if(
        text: &str,
        find: impl for<'a, 'i> Fn(&'a Document<'i>) -> Option<Node<'a, 'i>>,
    ) -> Result<Option<Self>, Refusal> {
        let checked = guard::check_text(text)?;
        let Some(valid) = without_deleted(checked.text()) else { return Ok(None) };
        let document = parse_text(&valid)?;
        let Some(found) = find(&document) else { return Ok(None) };
        let original = parse_text(checked.text())?;
        let places = item(&original).map(places).unwrap_or_default();
        if places.len().saturating_mul(valid.len()) > MAX_WORK {
            return Ok(None);
        }
        let lines = compared_lines(found);
        Ok(Some(Self { lines, places }).filter(|read| read.lines.len() == read.places.len()))
    }
}

fn places(item: Node<'_, '_>) -> Vec<LinePlace> {
    let (all, has_lines) = lines::lines(item);
    let live = all.into_iter().enumerate().filter(|(_, line)| !has_lines || !is_deleted(*line));
    live.map(|(index, line)| LinePlace { index, start: line.range().start }).collect()
}

fn compared_lines(item: Node<'_, '_>) -> Vec<DispatchLine> {
    let statements = StatementConditions::of(item);
    let around = around(item, &statements);
    let lines = data::read_lines(item, &statements).into_iter().zip(data::holders(item));
    lines.map(|(line, holders)| compared(line, &[marks(&holders, &statements), around.clone()])).collect()
}

fn compared(line: LineData, more: &[String]) -> DispatchLine {
    let said = std::iter::once(&line.remarks).chain(&line.notes).chain(more);
    let said: Vec<&str> = said.map(String::as_str).filter(|text| !text.is_empty()).collect();
    DispatchLine {
        label: line.label,
        title: line.title,
        category: line.category,
        installed: line.installed,
        required: line.required,
        remarks: said.join(" "),
        provisos: line.provisos,
        logic: line.logic,
        has_placard: line.placard.as_ref().is_some_and(|text| !text.is_empty()),
        has_placard_sign: line.placard.as_ref().is_some_and(String::is_empty),
        operational: codes(&line.operational),
        maintenance: codes(&line.maintenance),
        applicability: line.applicability,
    }
}

/// The codes of procedures without extension: a customised copy is the same procedure. Empty for a reference that names
/// nothing.
fn codes(procedures: &[ProcedureFields]) -> Vec<String> {
    let code = |one: &ProcedureFields| match one.target.clone() {
        Some(target) => Identity { extension: None, language: None, ..target }.to_string(),
        None if one.title.is_empty() => String::new(),
        None => ["?", one.title.as_str()].concat(),
    };
    procedures.iter().map(code).collect()
}

/// The text of a module beside its item, which holds for all lines of the item.
fn around(item: Node<'_, '_>, statements: &StatementConditions<'_>) -> String {
    let parts = item.parent_element().into_iter().flat_map(elements);
    let is_said = |part: &Node<'_, '_>| {
        let name = part.tag_name().name();
        *part != item && name != "refs" && !name.starts_with(STATEMENTS)
    };
    let mut text = String::new();
    parts.filter(is_said).for_each(|part| write(part, statements, &mut text));
    folded(&text)
}

/// The attributes of a line and of its values that no field shows, as in `[extension=no]`, and the aircraft of a value or a
/// placard.
fn marks(holders: &[Node<'_, '_>], statements: &StatementConditions<'_>) -> String {
    let mut text = String::new();
    let mut push = |words: [&str; 3]| text.extend(["[", &words.concat(), "] "]);
    for holder in holders {
        let is_field = |name: &str| CODED.contains(&name) || matches!(name, "remarks" | "placard");
        let own = meant_attributes(*holder).filter(|(name, _)| !is_field(name));
        own.for_each(|(name, value)| push([name, "=", value]));
        for part in elements(*holder).filter(|part| is_field(part.tag_name().name())) {
            let name = part.tag_name().name();
            if CODED.contains(&name) {
                meant_attributes(part).for_each(|(_, value)| push([name, "=", value]));
            }
            let inside = part.descendants().filter(|_| name != "remarks").map(|node| statements.said(node));
            inside.filter(|said| !said.is_empty()).for_each(|said| push([name, ": ", &said]));
        }
    }
    folded(&text)
}

#[cfg(test)]
mod tests;
