//! The values of a record that have a column of their own.

use foldhash::{HashSet, HashSetExt};
use roxmltree::{Node, NodeId as XmlId};

use super::{RecordTable, Xml, data};
use crate::object::ident::elements;

/// Elements at one path that stand in a column; any others are details. The place of each is searched among its
/// neighbours.
const MAX_PICKED: usize = 100;

/// A value in a cell.
pub(super) enum PickedValue<'d> {
    /// Everything inside the record.
    Content,
    Element(Xml<'d>),
    /// An attribute of the record.
    Own {
        name: &'static str,
        value: &'d str,
    },
    /// An attribute of an element that is nothing but its attributes.
    Attribute {
        of: Xml<'d>,
        name: &'static str,
        value: &'d str,
    },
}

/// The values of one record by columns, and what is left of it.
pub(super) struct Picks<'d> {
    pub(super) cells: Vec<Vec<PickedValue<'d>>>,
    pub(super) placed: PlacedElements,
    /// Attributes that have no column.
    pub(super) attributes: Vec<(&'d str, &'d str)>,
    /// Whether a column has everything inside the record.
    pub(super) is_content: bool,
    /// Whether values that have a column are details, because they do not apply to all that the record applies to.
    has_folded: bool,
}

/// Elements that stand in columns, and those that hold nothing else.
pub(in crate::document::build) struct PlacedElements(pub(in crate::document::build) HashSet<XmlId>);

/// Elements that are not hidden behind a click.
const SAFETY: &[&str] = &["warning", "caution", "warningRef", "cautionRef", "hazardousClass"];
/// The same for attributes of records.
const SAFETY_FLAGS: &[&str] = &["specialLabelFlag", "obsoleteFlag"];

impl<'d> Picks<'d> {
    /// The values in the columns that a table shows. A column that it leaves out takes nothing from the details.
    pub(super) fn of(record: Xml<'d>, table: &RecordTable) -> Self {
        let mut picks = Self {
            cells: Vec::new(),
            placed: PlacedElements(HashSet::new()),
            attributes: Vec::new(),
            is_content: false,
            has_folded: false,
        };
        let mut split: Vec<(Xml<'d>, &'static str)> = Vec::new();
        for (index, column) in table.columns.columns.iter().enumerate() {
            let mut cell = Vec::new();
            for path in column.paths {
                if table.is_shown(index) {
                    picks.pick(record, path, &mut split, &mut cell);
                } else {
                    // Values that may not apply are in the details, and fill no column.
                    picks.below(record, path);
                }
            }
            picks.cells.push(cell);
        }
        picks.attributes = left_of(record, &split);
        picks.placed.close(record);
        picks
    }

    fn pick(
        &mut self,
        record: Xml<'d>,
        place: &'static str,
        split: &mut Vec<(Xml<'d>, &'static str)>,
        cell: &mut Vec<PickedValue<'d>>,
    ) {
        let (path, name) = place.split_once('@').map_or((place, None), |(path, name)| (path, Some(name)));
        match name {
            None if path == "." => {
                self.is_content = true;
                cell.extend(record.children().any(data::has_content).then_some(PickedValue::Content));
            }
            Some(name) if path.is_empty() => {
                if let Some(value) = record.attribute(name) {
                    split.push((record, name));
                    cell.push(PickedValue::Own { name, value });
                }
            }
            _ => {
                for of in self.below(record, path).into_iter().take(MAX_PICKED) {
                    match name.filter(|_| is_attributes(of)) {
                        Some(name) => {
                            let Some(value) = of.attribute(name) else { continue };
                            self.placed.0.insert(of.id());
                            split.push((of, name));
                            cell.push(PickedValue::Attribute { of, name, value });
                        }
                        None if self.placed.0.insert(of.id()) => cell.push(PickedValue::Element(of)),
                        None => {}
                    }
                }
            }
        }
    }

    /// The elements at a path. Those below something that may not apply stay with it.
    fn below(&mut self, node: Xml<'d>, path: &str) -> Vec<Xml<'d>> {
        let (name, rest) = path.split_once('/').map_or((path, None), |(name, rest)| (name, Some(rest)));
        let found = elements(node).filter(|part| part.tag_name().name() == name);
        let Some(rest) = rest else { return found.collect() };
        let mut below = Vec::new();
        for part in found {
            if is_open(part) {
                below.extend(self.below(part, rest));
            } else {
                let next = rest.split('/').next();
                self.has_folded |= elements(part).any(|inner| Some(inner.tag_name().name()) == next);
            }
        }
        below
    }

    /// Whether nothing is left for the details.
    pub(super) fn is_all_of(&self, record: Xml<'_>) -> bool {
        self.attributes.is_empty() && (self.is_content || self.placed.is_all_of(record))
    }

    /// Whether the details are open from the beginning: they hold a warning or a hazard, or the values of columns.
    pub(super) fn must_be_seen(&self, record: Xml<'_>) -> bool {
        self.has_folded
            || self.attributes.iter().any(|(name, value)| SAFETY_FLAGS.contains(name) && *value == "1")
            || (!self.is_content && self.has_safety(record))
    }

    /// Whether a warning or a hazard is left in an element.
    fn has_safety(&self, node: Xml<'_>) -> bool {
        let is_safety = |part: Xml<'_>| SAFETY.contains(&part.tag_name().name());
        elements(node).any(|part| !self.placed.0.contains(&part.id()) && (is_safety(part) || self.has_safety(part)))
    }
}

impl PlacedElements {
    /// Adds the elements that hold nothing but placed ones.
    pub(in crate::document::build) fn close(&mut self, record: Xml<'_>) {
        for part in elements(record) {
            if self.is_empty(part) {
                self.0.insert(part.id());
            } else if !self.0.contains(&part.id()) {
                self.close(part);
            }
        }
    }

    /// Whether nothing of an element is left.
    pub(in crate::document::build) fn is_all_of(&self, node: Xml<'_>) -> bool {
        node.children().all(|part| self.0.contains(&part.id()) || !data::has_content(part) || self.is_empty(part))
    }

    /// Flags and `no...` elements are data even when empty. The marks of an element stand with its values in columns.
    fn is_empty(&self, part: Xml<'_>) -> bool {
        let name = part.tag_name().name();
        let says_something = name.ends_with("Flag") || name.starts_with("no");
        let is_left = part.is_element() && !says_something && is_open(part) && self.is_all_of(part);
        is_left && (!has_marks(part) || part.descendants().any(|inner| self.0.contains(&inner.id())))
    }
}

/// The attributes of a record, and of its elements that have attributes in columns, that have no column.
fn left_of<'d>(record: Xml<'d>, split: &[(Xml<'d>, &'static str)]) -> Vec<(&'d str, &'d str)> {
    let mut owners = vec![record];
    for (of, _) in split {
        if !owners.contains(of) {
            owners.push(*of);
        }
    }
    let shown = owners.into_iter().flat_map(|of| of.attributes().map(move |attribute| (of, attribute)));
    shown
        .filter(|(of, attribute)| data::is_shown(attribute.name()) && !split.contains(&(*of, attribute.name())))
        .map(|(_, attribute)| (attribute.name(), attribute.value()))
        .collect()
}

/// Whether an element is nothing but its attributes, and applies wherever the record does.
fn is_attributes(node: Xml<'_>) -> bool {
    !node.has_children() && !["applicRefId", "applicRefIds"].iter().any(|name| node.has_attribute(*name))
}

/// Attributes that are marks of a piece.
const MARKS: &[&str] = &["id", "changeMark", "changeType", "reasonForUpdateRefIds", "securityClassification"];
/// Attributes that are not shown.
const SILENT: &[&str] = &["materialUsage", "controlAuthorityRefs", "derivativeClassificationRefId"];

/// Whether the values of an element may stand apart from it: it applies wherever its record does, and has no attributes of
/// its own to show.
fn is_open(node: Xml<'_>) -> bool {
    node.attributes().all(|own| MARKS.contains(&own.name()) || SILENT.contains(&own.name()))
}

pub(super) fn has_marks(node: Xml<'_>) -> bool {
    node.attributes().any(|own| MARKS.contains(&own.name()))
}

/// The number of an element among its neighbours, counted from 1.
pub(super) fn position(node: Xml<'_>) -> u32 {
    let before = node.prev_siblings().filter(Node::is_element).count();
    u32::try_from(before).unwrap_or(u32::MAX)
}
