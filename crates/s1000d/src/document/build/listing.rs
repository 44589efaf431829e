//! Lists of records: one row for each, its main values in columns, everything else about it folded below the row.

mod picks;

use foldhash::HashSet;
use roxmltree::{Node, NodeId as XmlId};

use self::picks::{PickedValue, Picks};
use super::rule::{Rule, Run};
use super::{Builder, Xml, data, walk};
use crate::document::added::{AddedRole, Wording};
use crate::document::columns::{Column, Columns, RecordTable};
use crate::document::kind::{Block, Form, Kind};
use crate::document::marks::Shape;
use crate::document::table::TableCell;

pub(super) use self::picks::PlacedElements;

/// A kind of list.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Listing {
    /// The paths of a column: `a/b` is an element in an element, `a@b` an attribute of an element, `@b` one of the record, and
    /// `.` everything inside the record.
    pub(super) columns: Columns,
    /// The element that holds alternates of a record.
    pub(super) alternates: Option<&'static str>,
}

impl Listing {
    pub(super) const fn of(columns: &'static [Column]) -> Self {
        Self { columns: Columns::listing(columns), alternates: None }
    }

    pub(super) const fn with_alternates(self, name: &'static str) -> Self {
        Self { alternates: Some(name), ..self }
    }

    fn is_alternates(&self, node: Xml<'_>) -> bool {
        self.alternates == Some(node.tag_name().name())
    }
}

/// Begins the table of a record, and of those that follow it unless it stands alone. Columns that all of them leave empty
/// are left out.
pub(super) fn open<'d>(b: &mut Builder<'d>, first: Xml<'d>, listing: &'static Listing, is_alone: bool) {
    let is_record = |node: Xml<'d>| b.rules.of(node).run() == Some(Run::Records(listing));
    let is_left_out = |node: Xml<'d>| if node.is_element() { b.is_picked(node) } else { walk::is_blank(node) };
    // The records that `Builder::parts` puts into this table: a longer search would be quadratic.
    let own = first.next_siblings().take(if is_alone { 1 } else { usize::MAX });
    let own = own.take_while(|node| is_left_out(*node) || is_record(*node)).filter(|node| !is_left_out(*node));
    let used = own.fold(0, |used, node| used | columns_of(node, listing));
    // A row has a cell, even where nothing is in a column.
    b.open(Kind::Records(RecordTable { columns: &listing.columns, used: used.max(1) }));
}

/// The columns that a record fills, one bit for each.
fn columns_of(node: Xml<'_>, listing: &'static Listing) -> u32 {
    if listing.is_alternates(node) {
        return node.children().filter(Node::is_element).fold(0, |used, part| used | columns_of(part, listing));
    }
    let filled = Picks::of(node, &RecordTable::from(&listing.columns)).cells.into_iter().enumerate();
    filled.filter(|(_, values)| !values.is_empty()).fold(0, |used, (index, _)| used | (1 << index))
}

/// One record, or all alternates of one.
pub(super) fn record<'d>(b: &mut Builder<'d>, node: Xml<'d>, listing: &'static Listing) {
    let Some(Kind::Records(table)) = b.around().cloned() else { return };
    if !listing.is_alternates(node) {
        return row(b, node, &table);
    }
    // What refers to all alternates together stands in a cell of its own, with its table.
    if node.attributes().len() > 0 {
        return across(b, &table, |b| b.within(Block::Alternates, |b| b.children(node)));
    }
    b.each(node, |b, part| match b.rules.of(part) {
        Rule::Record(own) if own == listing => b.piece(part, Shape::Row, |b| row(b, part, &table)),
        _ => across(b, &table, |b| b.element(part)),
    });
}

fn across<'d>(b: &mut Builder<'d>, table: &RecordTable, inside: impl FnOnce(&mut Builder<'d>)) {
    b.within(Block::Body, |b| wide(b, table, inside));
}

/// A row with one cell.
fn wide<'d>(b: &mut Builder<'d>, table: &RecordTable, inside: impl FnOnce(&mut Builder<'d>)) {
    let columns = u32::try_from(table.shown().count()).unwrap_or(u32::MAX);
    b.within(Kind::Row { rule: false }, |b| b.within(Kind::Across(columns), inside));
}

fn row<'d>(b: &mut Builder<'d>, node: Xml<'d>, table: &RecordTable) {
    let picks = Picks::of(node, table);
    let mut marked = HashSet::default();
    b.within(Block::Body, |b| {
        b.within(Kind::Row { rule: false }, |b| {
            let shown = picks.cells.iter().enumerate().filter(|(index, _)| table.is_shown(*index));
            for (_, values) in shown {
                b.within(Kind::Cell(TableCell::default()), |b| {
                    // The first cell has the label of the record.
                    b.label(Form::Block);
                    for value in values {
                        b.value_of(node, value, &mut marked);
                    }
                });
            }
        });
        if !picks.is_all_of(node) {
            wide(b, table, |b| details(b, node, picks));
        }
    });
}

/// Everything about a record that has no column.
fn details<'d>(b: &mut Builder<'d>, node: Xml<'d>, picks: Picks<'d>) {
    b.within(if picks.must_be_seen(node) { Block::OpenDetails } else { Block::PartDetails }, |b| {
        attribute_fields(b, &picks.attributes);
        if !picks.is_content {
            b.without(picks.placed.0, |b| b.children(node));
        }
    });
}

/// The attributes of an element that say something, as fields.
pub(super) fn own_attributes(b: &mut Builder<'_>, node: Xml<'_>, but: &[&str]) {
    let shown = node.attributes().filter(|own| data::is_shown(own.name()) && !but.contains(&own.name()));
    let shown: Vec<_> = shown.map(|own| (own.name(), own.value())).collect();
    attribute_fields(b, &shown);
}

/// Attributes as fields of their own.
pub(super) fn attribute_fields(b: &mut Builder<'_>, attributes: &[(&str, &str)]) {
    if attributes.is_empty() {
        return;
    }
    b.within(Block::Fields, |b| {
        for (name, value) in attributes {
            b.within(Kind::Field { is_nested: false }, |b| {
                b.add(AddedRole::FieldLabel, Wording::Label((*name).into()));
                b.within(Block::FieldValue, |b| b.add(data::role_of(name), Wording::value(name, value)));
            });
        }
    });
}

impl<'d> Builder<'d> {
    /// The kind of the innermost open node.
    fn around(&self) -> Option<&Kind> {
        self.open.last().map(|id| &self.document.tree.nodes[id.index()].kind)
    }

    /// Makes something without the elements that stand elsewhere.
    pub(super) fn without(&mut self, picked: HashSet<XmlId>, inside: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.picked, picked);
        inside(self);
        self.picked = outer;
    }

    /// Makes a part of a record that stands elsewhere in the file; its anchor tells its place there.
    pub(super) fn taken_from(&mut self, record: Xml<'d>, part: Xml<'d>, make: impl FnOnce(&mut Self)) {
        let length = self.path.len();
        let mut path: Vec<u32> = part.ancestors().take_while(|around| *around != record).map(picks::position).collect();
        path.reverse();
        self.path.append(&mut path);
        make(self);
        self.path.truncate(length);
    }

    /// A value of a record. The marks of the elements around it in the record stand with each of their values; `marked`
    /// are those whose id is on the page.
    fn value_of(&mut self, record: Xml<'d>, value: &PickedValue<'d>, marked: &mut HashSet<XmlId>) {
        match *value {
            PickedValue::Content => self.children(record),
            PickedValue::Own { name, value } => self.add_spaced(data::role_of(name), Wording::value(name, value)),
            PickedValue::Element(part) => self.value_in(record, part, value, marked),
            PickedValue::Attribute { of, .. } => self.value_in(record, of, value, marked),
        }
    }

    /// A value from an element that stands somewhere in another one.
    fn value_in(&mut self, around: Xml<'d>, part: Xml<'d>, value: &PickedValue<'d>, marked: &mut HashSet<XmlId>) {
        let between = part.ancestors().skip(1).take_while(|outer| *outer != around);
        if let Some(outer) = between.filter(|outer| picks::has_marks(*outer)).last() {
            let is_first = marked.insert(outer.id());
            return self.taken_from(around, outer, |b| {
                b.piece_once(outer, is_first, |b| {
                    b.within(Block::Value, |b| b.value_in(outer, part, value, marked));
                });
            });
        }
        self.taken_from(around, part, |b| match *value {
            PickedValue::Attribute { of, name, value } => {
                let is_first = marked.insert(of.id());
                b.piece_once(of, is_first, |b| {
                    b.within(Block::Value, |b| b.add(data::role_of(name), Wording::value(name, value)));
                });
            }
            // Phrases in one cell do not run together.
            _ if b.rules.of(part).is_inline() => b.within(Block::Value, |b| data::value(b, part)),
            _ => data::value(b, part),
        });
    }
}
