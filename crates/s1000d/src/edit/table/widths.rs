//! Widths of columns, as shares of the table.

use super::grid::{TableGrid, TablePlace};
use super::patch::TablePatch;
use super::specs;
use crate::splice::Splice;

/// The share that can be changed by a quarter.
const LEAST: u32 = 4;
/// The largest share that is written.
const MOST: u32 = 1_000_000;

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
        for share in &mut shares {
            *share *= LEAST;
        }
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

/// The shares of the columns; `None` where one has another width, such as a length. They are hundredths where one is a
/// decimal number.
fn shares(grid: &TableGrid<'_>) -> Option<Vec<u32>> {
    let widths = || grid.columns.iter().map(|column| column.spec.and_then(|spec| spec.attribute("colwidth")));
    if widths().all(|width| width.is_none()) {
        return Some(vec![1; grid.columns.len()]);
    }
    let mut shares: Vec<u32> = widths().map(|width| hundredths(width?)).collect::<Option<_>>()?;
    if shares.iter().all(|share| share.is_multiple_of(100)) {
        for share in &mut shares {
            *share /= 100;
        }
    }
    let is_small = shares.iter().all(|share| (1..=MOST).contains(share));
    is_small.then_some(shares)
}

/// The share that a width such as `2*` or `1.25*` is, in hundredths.
fn hundredths(width: &str) -> Option<u32> {
    let number = width.trim().strip_suffix('*')?.trim();
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    let whole: u32 = if number.is_empty() { 1 } else { whole.parse().ok()? };
    if !part.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let part: u32 = format!("{part:0<2}").get(..2)?.parse().ok()?;
    whole.checked_mul(100)?.checked_add(part)
}

fn written(place: &TablePlace<'_, '_>, shares: &[u32]) -> Option<(Splice, usize)> {
    let grid = place.grid;
    let mut patch = TablePatch::new(grid.group);
    let mut names: Vec<String> = Vec::new();
    let mut values = Vec::new();
    for (index, (column, share)) in grid.columns.iter().zip(shares).enumerate() {
        let mut own = vec![("colwidth", format!("{share}*"))];
        if column.spec.is_none() {
            let name = specs::new_name(&grid.columns, 0, index + 1, &names)?;
            names.push(name.clone());
            own.insert(0, ("colname", name));
        }
        values.push(own);
    }
    specs::set(grid, &mut patch, &grid.columns, &values)?;
    patch.keep_caret(place.position);
    patch.finish()
}
