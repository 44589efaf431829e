//! Cells that reach over several rows, of which some were removed.

use super::skeleton::{SkeletonAttribute, SkeletonElement};

/// The consequences of removed rows and cells for the others of a table body.
#[derive(Debug, Default)]
pub(super) struct RowSpans<'s, 't> {
    /// Attributes of cells that reach over removed rows, with the number of rows below that are left of them.
    pub(super) shorter: Vec<(SkeletonAttribute<'s, 't>, usize)>,
    /// Rows that lost a cell which began above them.
    pub(super) uncovered: Vec<SkeletonElement<'s, 't>>,
}

/// Whether rows stand in an element with this name. Cells never reach out of it.
pub(super) fn has_rows(name: &str) -> bool {
    matches!(name, "thead" | "tbody" | "tfoot" | "captionBody")
}

/// Whether an element is a cell that may be empty.
pub(super) fn is_cell(part: SkeletonElement<'_, '_>) -> bool {
    matches!(part.name(), "entry" | "captionEntry")
        && part.parent().is_some_and(|row| matches!(row.name(), "row" | "captionRow"))
}

/// Follows the cells of a table body that reach over several rows.
pub(super) fn follow<'s, 't>(
    body: SkeletonElement<'s, 't>,
    is_removed: impl Fn(SkeletonElement<'s, 't>) -> bool,
) -> RowSpans<'s, 't> {
    let rows: Vec<_> = body.children().filter(|row| matches!(row.name(), "row" | "captionRow")).collect();
    // The number of removed rows before each.
    let mut gone = vec![0];
    for row in &rows {
        gone.push(gone.last().copied().unwrap_or_default() + usize::from(is_removed(*row)));
    }
    let mut spans = RowSpans::default();
    let mut uncovered_until = 0;
    for (place, row) in rows.iter().enumerate() {
        let is_gone = is_removed(*row);
        if !is_gone && place < uncovered_until {
            spans.uncovered.push(*row);
        }
        for cell in row.children() {
            let Some(attribute) = cell.attribute_part("morerows") else { continue };
            let Ok(more) = attribute.value().trim().parse::<usize>() else { continue };
            let (below, end) = (place + 1, more.saturating_add(place + 1).min(rows.len()));
            if is_gone || is_removed(cell) {
                uncovered_until = uncovered_until.max(end);
                continue;
            }
            let lost = gone[end] - gone[below];
            if lost > 0 {
                spans.shorter.push((attribute, more - lost));
            }
        }
    }
    spans
}
