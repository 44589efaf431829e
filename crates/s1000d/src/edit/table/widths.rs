//! Widths of columns, as shares of the table.

use super::grid::{TableGrid, TablePlace};
use super::patch::TablePatch;
use super::specs;
use crate::splice::Splice;

/// The share that can be changed by a quarter.
const LEAST: u32 = 4;
/// The largest share that is written.
const MOST: u32 = 10_000;

pub(super) fn widened(place: &TablePlace<'_, '_>) -> Option<(Splice, usize)> {
    changed(place, |share| share + share / LEAST)
}

pub(super) fn narrowed(place: &TablePlace<'_, '_>) -> Option<(Splice, usize)> {
    changed(place, |share| share - share / LEAST)
}

/// Changes the share of the column in which the cell begins by a quarter.
fn changed(place: &TablePlace<'_, '_>, change: fn(u32) -> u32) -> Option<(Splice, usize)> {
    let mut shares = shares(place.grid)?;
    if shares.len() < 2 {
        return None;
    }
    if *shares.get(place.here.column)? < LEAST {
        shares.iter_mut().for_each(|share| *share *= LEAST);
    }
    let own = shares.get_mut(place.here.column)?;
    *own = change(*own);
    shares.iter().all(|share| *share <= MOST).then_some(())?;
    written(place, &shares)
}

pub(super) fn equalised(place: &TablePlace<'_, '_>) -> Option<(Splice, usize)> {
    let count = place.grid.columns.len();
    let is_equal = shares(place.grid).is_some_and(|shares| shares.windows(2).all(|pair| pair.first() == pair.last()));
    if count < 2 || is_equal {
        return None;
    }
    written(place, &vec![1; count])
}

/// The shares of the columns; `None` where one has another width, such as a length.
fn shares(grid: &TableGrid<'_>) -> Option<Vec<u32>> {
    let widths = || grid.columns.iter().map(|column| column.spec.and_then(|spec| spec.attribute("colwidth")));
    if widths().all(|width| width.is_none()) {
        return Some(vec![1; grid.columns.len()]);
    }
    let share = |width: Option<&str>| {
        let number = width?.trim().strip_suffix('*')?.trim();
        let share = if number.is_empty() { 1 } else { number.parse().ok()? };
        (1..=MOST).contains(&share).then_some(share)
    };
    widths().map(share).collect()
}

fn written(place: &TablePlace<'_, '_>, shares: &[u32]) -> Option<(Splice, usize)> {
    let grid = place.grid;
    let mut patch = TablePatch::new(grid.group);
    let mut names: Vec<String> = Vec::new();
    let mut values = Vec::new();
    for (index, (column, share)) in grid.columns.iter().zip(shares).enumerate() {
        let mut own = vec![("colwidth", format!("{share}*"))];
        if column.spec.is_none() {
            let name = grid.new_name(0, index + 1, &names)?;
            names.push(name.clone());
            own.insert(0, ("colname", name));
        }
        values.push(own);
    }
    specs::set(grid, &mut patch, &values)?;
    patch.keep_caret(place.position);
    patch.finish()
}
