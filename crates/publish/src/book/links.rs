//! Links and their places: the engine refuses a book in which a link leads nowhere or a place exists twice.
//!
//! A link leads to a place of its own module or to the beginning of another one, so that each module is settled alone.

use std::collections::HashSet;

use super::model::{BookBlock, BookContent, BookModule, BookRun};

/// Removes links that lead nowhere, places that no link leads to, and places that exist already. `labels` are those of
/// all modules of the book.
pub(super) fn settle(module: &mut BookModule, labels: &HashSet<&str>) {
    let (mut places, mut targets) = (HashSet::from([module.label.clone()]), HashSet::new());
    blocks(module, &mut |block| {
        // The first of two places with one name counts.
        block.ids.retain(|id| places.insert(id.clone()));
    });
    runs(module, &mut |run| {
        run.link = run.link.take().filter(|link| places.contains(link) || labels.contains(link.as_str()));
        targets.extend(run.link.clone());
    });
    blocks(module, &mut |block| block.ids.retain(|id| targets.contains(id)));
}

/// Visits every block in the order of reading.
fn blocks(module: &mut BookModule, visit: &mut dyn FnMut(&mut BookBlock)) {
    module.rows.iter_mut().flatten().for_each(|blocks| visit_blocks(blocks, visit));
}

fn visit_blocks(blocks: &mut [BookBlock], visit: &mut dyn FnMut(&mut BookBlock)) {
    for block in blocks {
        visit(block);
        match &mut block.content {
            BookContent::Safety { blocks, .. } => visit_blocks(blocks, visit),
            BookContent::Table(table) => {
                let cells = table.rows.iter_mut().flat_map(|row| &mut row.cells);
                cells.for_each(|cell| visit_blocks(&mut cell.blocks, visit));
            }
            _ => {}
        }
    }
}

fn runs(module: &mut BookModule, visit: &mut dyn FnMut(&mut BookRun)) {
    blocks(module, &mut |block| {
        if let BookContent::Text { runs, .. } | BookContent::Heading { runs, .. } = &mut block.content {
            runs.iter_mut().for_each(&mut *visit);
        }
    });
}
