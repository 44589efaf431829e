//! Columns of tables that were inserted or deleted.
//!
//! To the comparison a column is a cell in each row, a `colspec` and a number, and columns that were named anew are other
//! values in each cell that names its column. Here the cells of one column become one change, and names that lead to the
//! same column mean nothing to a reader.

mod grid;

use std::ops::Range;

use foldhash::{HashMap, HashSet};

use self::grid::ColumnGrid;
use super::groups::{EditGroup, EditGroupKind, EditGroups};
use super::sides::attribute_name;
use super::units::ancestors;
use crate::diff::Diff;
use crate::diff::edits::{AttributeChange, EditKind, Owner};
use crate::diff::tree::{ElementId, XmlTree};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ColumnChange {
    Inserted,
    Deleted,
}

/// Makes one change of the cells of each column that was inserted or deleted.
pub(super) fn find(diff: &Diff<'_>, groups: &mut EditGroups) {
    let is_table = |id: &ElementId| diff.b.element(*id).name == "tgroup";
    let places = GroupPlaces::of(diff, &groups.content);
    for b in diff.b.ids().filter(is_table) {
        let Some(a) = diff.matching.to_a(b) else { continue };
        if diff.a.element(a).shape.exact != diff.b.element(b).shape.exact {
            TablePair::new(diff, (a, b)).join(groups, &places);
        }
    }
    // Emptied groups kept their places until here.
    groups.content.retain(|group| !group.edits.is_empty());
    groups.quiet.sort_unstable();
}

/// The indexes of the groups that are about cells and columns.
#[derive(Debug, Default)]
struct GroupPlaces {
    inserted: HashMap<ElementId, usize>,
    deleted: HashMap<ElementId, usize>,
    /// Those that have an edit of columns or of the names of columns, by the table in B.
    by_table: HashMap<ElementId, Vec<usize>>,
}

impl GroupPlaces {
    fn of(diff: &Diff<'_>, content: &[EditGroup]) -> Self {
        let mut places = Self::default();
        for (index, group) in content.iter().enumerate() {
            match group.kind {
                EditGroupKind::Inserted(id) => places.inserted.insert(id, index),
                EditGroupKind::Deleted(id) => places.deleted.insert(id, index),
                _ => None,
            };
            for table in group.edits.iter().filter_map(|edit| table_of(diff, &diff.edits[*edit].kind)) {
                let list = places.by_table.entry(table).or_default();
                if list.last() != Some(&index) {
                    list.push(index);
                }
            }
        }
        places
    }

    fn of_cell(&self, change: ColumnChange, cell: ElementId) -> Option<usize> {
        let places = match change {
            ColumnChange::Inserted => &self.inserted,
            ColumnChange::Deleted => &self.deleted,
        };
        places.get(&cell).copied()
    }
}

/// The table in B that an edit of a column or of the name of a column belongs to.
fn table_of(diff: &Diff<'_>, edit: &EditKind) -> Option<ElementId> {
    let is_column = |name: &str| matches!(name, "colspec" | "spanspec");
    match edit {
        EditKind::Insert { element, .. } => {
            diff.b.element(*element).parent.filter(|_| is_column(diff.b.element(*element).name))
        }
        EditKind::Delete { element } => {
            let parent = diff.a.element(*element).parent.filter(|_| is_column(diff.a.element(*element).name));
            parent.and_then(|table| diff.matching.to_b(table))
        }
        EditKind::Attribute { owner: Owner::Element(_, b), .. } => {
            let is_part = matches!(diff.b.element(*b).name, "tgroup" | "colspec" | "spanspec" | "entry");
            let mut around = ancestors(&diff.b, *b).filter(|id| diff.b.element(*id).name == "tgroup");
            around.next().filter(|_| is_part)
        }
        _ => None,
    }
}

/// A table in both versions.
struct TablePair<'m, 't> {
    diff: &'m Diff<'t>,
    tables: (ElementId, ElementId),
    grids: (ColumnGrid, ColumnGrid),
    change: Option<ColumnChange>,
}

/// The columns that only one version has, in order, with the cells of each.
#[derive(Debug, Default)]
struct OwnColumns {
    places: Vec<usize>,
    cells: Vec<Vec<ElementId>>,
    /// Rows whose other cells are the same ones, although cells with the same text beside each other are paired
    /// otherwise.
    rows: HashSet<ElementId>,
}

impl<'m, 't> TablePair<'m, 't> {
    fn new(diff: &'m Diff<'t>, tables: (ElementId, ElementId)) -> Self {
        let grids = (ColumnGrid::of(&diff.a, tables.0), ColumnGrid::of(&diff.b, tables.1));
        let change = match grids.0.width.cmp(&grids.1.width) {
            std::cmp::Ordering::Less => Some(ColumnChange::Inserted),
            std::cmp::Ordering::Greater => Some(ColumnChange::Deleted),
            std::cmp::Ordering::Equal => None,
        };
        Self { diff, tables, grids, change }
    }

    fn join(&self, groups: &mut EditGroups, places: &GroupPlaces) {
        let own = self.change.map(|change| self.own_columns(change)).unwrap_or_default();
        if self.change.is_some() && own.places.is_empty() {
            return;
        }
        if let Some(change) = self.change {
            for cells in &own.cells {
                self.join_cells(&mut groups.content, places, change, cells);
            }
        }
        self.quieten(groups, places, &own);
    }

    /// The version that has the own columns, and its grid.
    fn side(&self, change: ColumnChange) -> (&'m XmlTree<'t>, &ColumnGrid) {
        match change {
            ColumnChange::Inserted => (&self.diff.b, &self.grids.1),
            ColumnChange::Deleted => (&self.diff.a, &self.grids.0),
        }
    }

    fn partner(&self, change: ColumnChange, id: ElementId) -> Option<ElementId> {
        match change {
            ColumnChange::Inserted => self.diff.matching.to_a(id),
            ColumnChange::Deleted => self.diff.matching.to_b(id),
        }
    }

    /// The columns in which most rows of both versions have a cell of their own.
    fn own_columns(&self, change: ColumnChange) -> OwnColumns {
        let (tree, grid) = self.side(change);
        let count = self.grids.0.width.abs_diff(self.grids.1.width);
        let rows: Vec<ElementId> =
            grid.rows.iter().copied().filter(|row| self.partner(change, *row).is_some()).collect();
        let mut found: Vec<(ElementId, Vec<ElementId>)> = Vec::new();
        for row in &rows {
            let cells = tree.element(*row).children.iter().copied();
            let cells: Vec<ElementId> = cells.filter(|cell| self.partner(change, *cell).is_none()).collect();
            if cells.len() == count && self.keeps_others(change, *row) {
                found.push((*row, cells));
            }
        }
        let places: Vec<usize> = (0..count)
            .filter_map(|at| most_frequent(found.iter().filter_map(|(_, cells)| grid.column(cells[at]))))
            .collect();
        found.retain(|(row, cells)| {
            cells.iter().zip(&places).all(|(cell, place)| is_in_column(tree, grid, (*row, *cell), *place))
        });
        if places.len() < count || !places.is_sorted_by(|one, two| one < two) || found.len() * 2 <= rows.len() {
            return OwnColumns::default();
        }
        let cells = (0..count).map(|at| found.iter().map(|(_, cells)| cells[at]).collect()).collect();
        OwnColumns { places, cells, rows: found.into_iter().map(|(row, _)| row).collect() }
    }

    /// Whether the other version has no cell in this row that this version has not.
    fn keeps_others(&self, change: ColumnChange, row: ElementId) -> bool {
        let Some(partner) = self.partner(change, row) else { return false };
        let is_known = |cell: &ElementId| match change {
            ColumnChange::Inserted => self.diff.matching.to_b(*cell).is_some(),
            ColumnChange::Deleted => self.diff.matching.to_a(*cell).is_some(),
        };
        let other = if change == ColumnChange::Inserted { &self.diff.a } else { &self.diff.b };
        other.element(partner).children.iter().all(is_known)
    }

    /// One change in the place of the first of several.
    fn join_cells(&self, content: &mut [EditGroup], places: &GroupPlaces, change: ColumnChange, cells: &[ElementId]) {
        let found: Vec<usize> = cells.iter().filter_map(|cell| places.of_cell(change, *cell)).collect();
        let Some(first) = found.iter().min().copied() else { return };
        let mut edits: Vec<usize> = Vec::new();
        for index in found {
            edits.append(&mut content[index].edits);
        }
        edits.sort_unstable();
        let table = if change == ColumnChange::Inserted { self.tables.1 } else { self.tables.0 };
        content[first] = EditGroup { kind: EditGroupKind::Column(change, table), edits, is_certain: true };
    }

    /// Names of columns, their number and their `colspec` mean nothing besides the cells.
    fn quieten(&self, groups: &mut EditGroups, places: &GroupPlaces, own: &OwnColumns) {
        let columns = self.same_columns(own);
        let is_consistent =
            self.cells_in_both().all(|(row, cells)| self.own_row(row, own) || self.is_same_place(cells, &columns));
        let mut quiet = Vec::new();
        for index in places.by_table.get(&self.tables.1).into_iter().flatten() {
            let Some(group) = groups.content.get_mut(*index) else { continue };
            let is_quiet = |index: &usize| match &self.diff.edits[*index].kind {
                EditKind::Insert { element, .. } => is_consistent && self.is_column(ColumnChange::Inserted, *element),
                EditKind::Delete { element } => is_consistent && self.is_column(ColumnChange::Deleted, *element),
                EditKind::Attribute { owner: Owner::Element(a, b), change } => {
                    self.names_column(((*a, *b), *change), (&columns, own), is_consistent)
                }
                _ => false,
            };
            if !matches!(group.kind, EditGroupKind::Column(..)) {
                quiet.extend(group.edits.extract_if(.., |index| is_quiet(index)));
            }
        }
        groups.quiet.extend(quiet);
    }

    fn own_row(&self, row: (ElementId, ElementId), own: &OwnColumns) -> bool {
        own.rows.contains(&row.0) && self.change == Some(ColumnChange::Deleted)
            || own.rows.contains(&row.1) && self.change == Some(ColumnChange::Inserted)
    }

    /// Whether an element that one version has names a column of the table or a span of them.
    fn is_column(&self, change: ColumnChange, id: ElementId) -> bool {
        let element = self.side(change).0.element(id);
        let table = if change == ColumnChange::Inserted { self.tables.1 } else { self.tables.0 };
        matches!(element.name, "colspec" | "spanspec") && element.parent == Some(table)
    }

    /// The columns of B by those of A.
    fn same_columns(&self, own: &OwnColumns) -> HashMap<usize, usize> {
        let all = self.grids.0.width.max(self.grids.1.width);
        let others = (0..all).filter(|column| !own.places.contains(column));
        match self.change {
            Some(ColumnChange::Deleted) => others.zip(0..).collect(),
            _ => (0..).zip(others).collect(),
        }
    }

    /// The cells of both versions with their rows.
    fn cells_in_both(&self) -> impl Iterator<Item = ((ElementId, ElementId), (ElementId, ElementId))> {
        let rows = self.grids.1.rows.iter().filter_map(|row| Some((self.diff.matching.to_a(*row)?, *row)));
        rows.flat_map(move |(one, two)| {
            let cells = self.diff.b.element(two).children.iter();
            cells.filter_map(move |cell| Some(((one, two), (self.diff.matching.to_a(*cell)?, *cell))))
        })
    }

    /// Whether a cell stands in the same columns; it may also span those that only one version has.
    fn is_same_place(&self, (a, b): (ElementId, ElementId), columns: &HashMap<usize, usize>) -> bool {
        let (Some(old), Some(new)) = (self.grids.0.cells.get(&a), self.grids.1.cells.get(&b)) else { return false };
        let kept = old.clone().filter_map(|column| columns.get(&column).copied());
        let is_other = |column: &usize| columns.values().any(|kept| kept == column);
        kept.eq(new.clone().filter(is_other))
    }

    /// Whether an attribute names a column, and the same one in both versions.
    fn names_column(
        &self,
        ((a, b), change): ((ElementId, ElementId), AttributeChange),
        (columns, own): (&HashMap<usize, usize>, &OwnColumns),
        is_consistent: bool,
    ) -> bool {
        let name = attribute_name(self.diff, Owner::Element(a, b), change).unwrap_or_default();
        let is_of_table = || self.diff.b.element(b).parent == Some(self.tables.1);
        match (self.diff.b.element(b).name, name) {
            ("tgroup", "cols") => b == self.tables.1 && is_consistent,
            ("colspec", "colname" | "colnum") | ("spanspec", "spanname" | "namest" | "nameend") => {
                is_of_table() && is_consistent
            }
            ("entry", "colname" | "namest" | "nameend" | "spanname") => {
                let rows = (self.diff.a.element(a).parent, self.diff.b.element(b).parent);
                let is_own_row = matches!(rows, (Some(one), Some(two)) if self.own_row((one, two), own));
                self.grids.1.cells.contains_key(&b) && (is_own_row || self.is_same_place((a, b), columns))
            }
            _ => false,
        }
    }
}

/// Whether a cell stands in a column, or would read the same there: all cells between have its text.
fn is_in_column(tree: &XmlTree<'_>, grid: &ColumnGrid, (row, cell): (ElementId, ElementId), place: usize) -> bool {
    let Some(own) = grid.column(cell) else { return false };
    if own == place {
        return true;
    }
    let between: Range<usize> = own.min(place)..own.max(place) + 1;
    let cells =
        tree.element(row).children.iter().filter(|cell| grid.column(**cell).is_some_and(|at| between.contains(&at)));
    let shape = tree.element(cell).shape.plain;
    let shapes: Vec<u32> = cells.map(|cell| tree.element(*cell).shape.plain).collect();
    shapes.len() == between.len() && shapes.iter().all(|one| *one == shape)
}

fn most_frequent(columns: impl Iterator<Item = usize>) -> Option<usize> {
    let mut counts: HashMap<usize, usize> = HashMap::default();
    for column in columns {
        *counts.entry(column).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(column, count)| (*count, std::cmp::Reverse(*column))).map(|(column, _)| column)
}
