//! Tables of records whose values stand in the order of the file.

use super::{Builder, Xml, data};
use crate::document::added::{AddedRole, Wording};
use crate::document::columns::Columns;
use crate::document::kind::{Block, Form, Kind};
use crate::document::marks::Shape;
use crate::document::table::TableCell;

/// A table of records.
pub(super) fn table<'d>(b: &mut Builder<'d>, columns: &'static Columns, rows: impl FnOnce(&mut Builder<'d>)) {
    open_records(b, columns);
    rows(b);
    close_records(b);
}

/// Begins a table of records.
pub(super) fn open_records(b: &mut Builder<'_>, columns: &'static Columns) {
    b.open(Kind::Records(columns.into()));
    b.open(Kind::Block(Block::Body));
}

pub(super) fn close_records(b: &mut Builder<'_>) {
    b.close();
    b.close();
}

/// One record as a row. What has no column stands, labelled, in the column that the order of the file leads to:
/// nothing is dropped, nothing changes its place in the text.
pub(super) fn record<'d>(b: &mut Builder<'d>, node: Xml<'d>, columns: &Columns) {
    record_called(b, node, columns, None);
}

/// The same, with something before what the first cell holds.
pub(super) fn record_called<'d>(b: &mut Builder<'d>, node: Xml<'d>, columns: &Columns, name: Option<Wording>) {
    let parts: Vec<Xml<'d>> = node.children().collect();
    b.piece(node, Shape::Row, |b| row(b, node, &parts, columns, name));
}

/// Some parts of a record as a row.
pub(super) fn row<'d>(
    b: &mut Builder<'d>,
    node: Xml<'d>,
    parts: &[Xml<'d>],
    columns: &Columns,
    mut name: Option<Wording>,
) {
    let columns = columns.columns;
    let place = |part: Xml<'_>| columns.iter().position(|own| own.paths.contains(&part.tag_name().name()));
    let parts: Vec<(Xml<'d>, Option<usize>)> =
        parts.iter().filter(|part| data::has_content(**part)).map(|part| (*part, place(*part))).collect();
    let placed = parts.iter().rposition(|(_, place)| place.is_some());
    b.open(Kind::Row { rule: false });
    let mut next = 0;
    for (index, column) in columns.iter().enumerate() {
        b.open(Kind::Cell(TableCell::default()));
        if index == 0 {
            b.label(Form::Block);
            if let Some(name) = name.take() {
                b.add_spaced(AddedRole::Number, name);
            }
        }
        for (name, value) in column.attributes().filter_map(|name| Some((name, node.attribute(name)?))) {
            b.add_spaced(AddedRole::Value, Wording::value(name, value));
        }
        let mut after_inline = false;
        while let Some((part, place)) = parts.get(next) {
            let ahead = place.is_some_and(|place| place > index);
            let rest = place.is_none() && placed.is_none_or(|last| next > last) && index + 1 < columns.len();
            if ahead || rest {
                break;
            }
            next += 1;
            let position = u32::try_from(next).unwrap_or(u32::MAX);
            let is_inline = part.is_element() && b.rules.of(*part).is_inline();
            if after_inline && is_inline {
                b.blank();
            }
            after_inline = is_inline;
            b.at(position, |b| cell(b, *part, *place == Some(index)));
        }
        b.close();
    }
    b.close();
}

fn cell<'d>(b: &mut Builder<'d>, part: Xml<'d>, has_heading: bool) {
    if part.is_text() {
        b.stray(part);
    } else if has_heading {
        data::value(b, part);
    } else {
        b.element(part);
    }
}

/// All records inside an element as one table; whatever else there is stands before it or between the rows.
pub(super) fn records<'d>(b: &mut Builder<'d>, node: Xml<'d>, names: &[&str], columns: &'static Columns) {
    records_but(b, node, None, names, columns);
}

/// The same without the title, which is the heading.
pub(super) fn records_but<'d>(
    b: &mut Builder<'d>,
    node: Xml<'d>,
    title: Option<Xml<'d>>,
    names: &[&str],
    columns: &'static Columns,
) {
    let mut open = false;
    b.each(node, |b, part| {
        let is_row = names.contains(&part.tag_name().name());
        if is_row && !open {
            open_records(b, columns);
            open = true;
        }
        if is_row {
            record(b, part, columns);
        } else if Some(part) == title {
            // It is the heading.
        } else if open {
            across(b, part, columns.columns.len());
        } else {
            b.element(part);
        }
    });
    if open {
        close_records(b);
    }
}

/// Something that is no record, in a row of its own.
pub(super) fn across<'d>(b: &mut Builder<'d>, node: Xml<'d>, columns: usize) {
    b.within(Kind::Row { rule: false }, |b| {
        b.within(Kind::Across(u32::try_from(columns).unwrap_or(u32::MAX)), |b| {
            b.label(Form::Block);
            b.element(node);
        });
    });
}
