//! The descriptions of columns: their names, numbers and widths.

use super::grid::{GridColumn, MAX_COLUMNS, TableGrid};
use super::patch::{TablePatch, push_attribute, push_look, with_attributes};
use crate::edit::block::{ElementNode, gap};

/// A name for a further column, like that of another one, with this number or the next one that is free.
pub(super) fn new_name(columns: &[GridColumn<'_>], like: usize, number: usize, others: &[String]) -> Option<String> {
    let name = columns.get(like).and_then(|column| column.name);
    let stem = name.map(|name| name.trim_end_matches(|c: char| c.is_ascii_digit()));
    let stem = stem.filter(|stem| !stem.is_empty()).unwrap_or("col");
    let is_taken =
        |name: &String| others.contains(name) || columns.iter().any(|column| column.name == Some(name.as_str()));
    (number..3 * MAX_COLUMNS).map(|number| format!("{stem}{number}")).find(|name| !is_taken(name))
}

/// The names of a further column like another one, for each description of the columns: none where they have no names.
pub(super) fn new_names(grid: &TableGrid<'_>, like: usize) -> Option<Vec<Option<String>>> {
    let name = |columns: &[GridColumn<'_>]| {
        let is_named = columns.iter().any(|column| column.name.is_some());
        if is_named { new_name(columns, like, columns.len() + 1, &[]).map(Some) } else { Some(None) }
    };
    grid.descriptions().map(name).collect()
}

/// Describes a further column like another one, and counts it.
pub(super) fn add(
    grid: &TableGrid<'_>,
    patch: &mut TablePatch<'_>,
    like: usize,
    at: usize,
    names: &[Option<String>],
) -> Option<()> {
    set_count(grid, patch, grid.columns.len() + 1);
    for (columns, name) in grid.descriptions().zip(names) {
        let Some(spec) = columns.get(like)?.spec else { continue };
        let mut text = String::from("<colspec");
        if let Some(name) = name {
            push_attribute(&mut text, "colname", name);
        }
        if spec.has_attribute("colnum") {
            push_attribute(&mut text, "colnum", &(at + 1).to_string());
        }
        if let Some(width) = spec.attribute("colwidth") {
            push_attribute(&mut text, "colwidth", width);
        }
        push_look(&mut text, spec);
        text.push_str("/>");
        if at > like {
            patch.insert(spec.range().end, format!("{}{text}", gap(spec)));
        } else {
            patch.insert(spec.range().start, text + gap(spec));
        }
        let behind = columns.iter().enumerate().skip(at);
        behind.for_each(|(index, column)| set_number(patch, column.spec, index + 2));
    }
    Some(())
}

/// Removes the description of a column. Named spans across it become narrower.
pub(super) fn remove(grid: &TableGrid<'_>, patch: &mut TablePatch<'_>, at: usize) -> Option<()> {
    set_count(grid, patch, grid.columns.len() - 1);
    for columns in grid.descriptions() {
        if let Some(spec) = columns.get(at).and_then(|column| column.spec) {
            patch.delete(spec);
        }
        let behind = columns.iter().enumerate().skip(at + 1);
        behind.for_each(|(index, column)| set_number(patch, column.spec, index));
    }
    let name = |column: usize| grid.columns.get(column).and_then(|column| column.name);
    for span in &grid.spans {
        if (span.first, span.last) == (at, at) {
            patch.delete(span.node);
        } else if span.first == at {
            patch.set(span.node, &[("namest", Some(name(at + 1)?))]);
        } else if span.last == at {
            patch.set(span.node, &[("nameend", Some(name(at - 1)?))]);
        }
    }
    Some(())
}

/// Exchanges the descriptions of a column and the next one. `None` where only one of them has one.
pub(super) fn swap(grid: &TableGrid<'_>, patch: &mut TablePatch<'_>, left: usize) -> Option<()> {
    for columns in grid.descriptions() {
        let (first, second) = match (columns.get(left)?.spec, columns.get(left + 1)?.spec) {
            (Some(first), Some(second)) => (first, second),
            (None, None) => continue,
            _ => return None,
        };
        for (place, moved, number) in [(first, second, left + 1), (second, first, left + 2)] {
            let number = number.to_string();
            let values = [("colnum", Some(number.as_str()))];
            let values = if moved.has_attribute("colnum") { values.as_slice() } else { &[] };
            patch.replace(place.range(), with_attributes(moved, values)?);
        }
    }
    for span in grid.spans.iter().filter(|span| span.first <= left && left < span.last) {
        let (from, to) = exchanged(&grid.columns, span.first, span.last, left)?;
        patch.set(span.node, &[("namest", Some(from)), ("nameend", Some(to))]);
    }
    Some(())
}

/// The names of the first and the last column of a span across a column and the next one, when these change places.
pub(super) fn exchanged<'d>(
    columns: &[GridColumn<'d>],
    first: usize,
    last: usize,
    left: usize,
) -> Option<(&'d str, &'d str)> {
    let from = columns.get(if first == left { left + 1 } else { first })?.name?;
    let to = columns.get(if last == left + 1 { left } else { last })?.name?;
    Some((from, to))
}

/// The names of all columns in a part of the table. Those that have none get one.
pub(super) fn names(grid: &TableGrid<'_>, patch: &mut TablePatch<'_>, section: usize) -> Option<Vec<String>> {
    let columns = grid.columns_in(section);
    let mut names: Vec<String> = Vec::new();
    let mut values: Vec<Vec<(&'static str, String)>> = Vec::new();
    for (index, column) in columns.iter().enumerate() {
        let (name, added) = if let Some(name) = column.name {
            (name.to_owned(), Vec::new())
        } else {
            let name = new_name(columns, 0, index + 1, &names)?;
            (name.clone(), vec![("colname", name)])
        };
        names.push(name);
        values.push(added);
    }
    set(grid, patch, columns, &values)?;
    Some(names)
}

/// Gives these descriptions of all columns some attributes. Columns without a description get one.
pub(super) fn set(
    grid: &TableGrid<'_>,
    patch: &mut TablePatch<'_>,
    columns: &[GridColumn<'_>],
    values: &[Vec<(&'static str, String)>],
) -> Option<()> {
    let last = columns.iter().rev().find_map(|column| column.spec);
    let first_part = grid.sections.first()?.node;
    let space = gap(last.unwrap_or(first_part));
    let mut added = String::new();
    for (column, values) in columns.iter().zip(values) {
        if let Some(spec) = column.spec {
            let values: Vec<_> = values.iter().map(|(name, value)| (*name, Some(value.as_str()))).collect();
            patch.set(spec, &values);
            continue;
        }
        let mut text = String::from("<colspec");
        for (name, value) in values {
            push_attribute(&mut text, name, value);
        }
        text.push_str("/>");
        let (before, behind) = if last.is_some() { (space, "") } else { ("", space) };
        for piece in [before, &text, behind] {
            added.push_str(piece);
        }
    }
    let place = last.map_or(first_part.range().start, |last| last.range().end);
    if !added.is_empty() {
        patch.insert(place, added);
    }
    Some(())
}

fn set_count(grid: &TableGrid<'_>, patch: &mut TablePatch<'_>, count: usize) {
    patch.set(grid.group, &[("cols", Some(count.to_string().as_str()))]);
}

/// Renumbers a description that has a number.
fn set_number(patch: &mut TablePatch<'_>, spec: Option<ElementNode<'_>>, number: usize) {
    if let Some(spec) = spec.filter(|spec| spec.has_attribute("colnum")) {
        patch.set(spec, &[("colnum", Some(number.to_string().as_str()))]);
    }
}
