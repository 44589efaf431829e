//! Items of a minimum equipment list: their lines with category, numbers, remarks, provisos, placard and procedures.
//!
//! Exporters write a value as an attribute or as an element; each stays what it is.

mod compared;
mod data;
mod deleted;
mod facts;
mod lines;
mod provisos;
#[cfg(test)]
mod tests;
mod texts;
mod whole;
mod write;

use domain::dispatch::{DISPATCH_ITEM, ProvisoLogic};
use roxmltree::{Document, Node};

use super::writer::FormText;
use crate::code::Identity;
use crate::guard::{self, Refusal};
use crate::object::ident::{child, elements};
use crate::object::{Title, parse_text};
use crate::splice::Splice;

pub use compared::{ItemToCompare, LinePlace};
pub use data::{ItemData, LineData, container_aircraft, module_aircraft};
pub use facts::ItemContext;
pub use whole::{ItemDifference, ItemText, ModuleAircraft};

/// An item as a form shows it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DispatchForm {
    /// As in `33-40-01`.
    pub number: FormText,
    pub title: FormText,
    pub lines: Vec<LineFields>,
    /// Lines can be added and removed; otherwise the item itself is its only line.
    pub has_lines: bool,
}

/// A line of an item.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LineFields {
    pub label: String,
    pub title: FormText,
    pub category: String,
    pub installed: String,
    pub required: String,
    /// Fixed unless it is one paragraph.
    pub remarks: FormText,
    /// In their order; all fixed when they are in several lists or in lists within each other.
    pub provisos: Vec<FormText>,
    pub logic: ProvisoLogic,
    pub placard: FormText,
    pub operational: Vec<ProcedureFields>,
    pub maintenance: Vec<ProcedureFields>,
    /// The statement that it refers to: the text for readers, or its id.
    pub applicability: Option<String>,
    /// The byte of its start tag.
    pub start: usize,
}

/// A procedure that a line refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcedureFields {
    /// `None` when it cannot be read.
    pub target: Option<Identity>,
    pub title: String,
}

/// New values of an item, with all its lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DispatchChange {
    pub number: String,
    pub title: String,
    pub lines: Vec<LineChange>,
}

/// New values of a line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LineChange {
    /// The number of a line in the text; `None` for a new one.
    pub number: Option<usize>,
    pub label: String,
    pub title: String,
    pub category: String,
    pub installed: String,
    pub required: String,
    pub remarks: String,
    pub provisos: Vec<ProvisoChange>,
    pub placard: String,
    pub operational: Vec<ProcedureChange>,
    pub maintenance: Vec<ProcedureChange>,
}

/// A new text of a proviso, or a new proviso.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProvisoChange {
    /// The number of a proviso of the same line in the text; `None` for a new one.
    pub number: Option<usize>,
    pub text: String,
}

/// A procedure of a changed line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProcedureChange {
    /// The one with this number in the same line of the text.
    Kept(usize),
    New(Identity, Title),
}

/// The item of a text; `None` when it has none.
pub fn read(text: &str) -> Result<Option<DispatchForm>, Refusal> {
    let checked = guard::check_text(text)?;
    let document = parse_text(checked.text())?;
    Ok(item(&document).map(lines::read))
}

/// The item of a text without what is marked as deleted; `None` when it has none, or nothing else is left of it.
pub fn read_valid(text: &str) -> Result<Option<DispatchForm>, Refusal> {
    let checked = guard::check_text(text)?;
    deleted::without_deleted(checked.text()).map_or(Ok(None), |valid| read(&valid))
}

/// The splices of a change; `None` when the text has no item, or the change would lose something.
pub fn edit(text: &str, change: &DispatchChange) -> Result<Option<Vec<Splice>>, Refusal> {
    let checked = guard::check_text(text)?;
    let document = parse_text(checked.text())?;
    Ok(item(&document).and_then(|item| write::edit(text, item, change)))
}

fn item<'a, 'i>(document: &'a Document<'i>) -> Option<Node<'a, 'i>> {
    let content = child(document.root_element(), "content")?;
    elements(content).find(|node| node.tag_name().name() == DISPATCH_ITEM)
}
