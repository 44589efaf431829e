//! Links and their places: the engine refuses a book in which a link leads nowhere or a place exists twice.

use std::collections::HashSet;

use super::model::{Book, BookBlock, BookContent, BookEntry, BookModule, BookRun};

/// Removes links that lead nowhere, places that no link leads to, and places that exist already.
pub(super) fn settle(book: &mut Book) {
    let (mut places, mut targets) = (HashSet::new(), HashSet::new());
    for module in modules(book) {
        places.insert(module.label.clone());
    }
    blocks(book, &mut |block| {
        // The first of two places with one name counts.
        block.ids.retain(|id| places.insert(id.clone()));
    });
    runs(book, &mut |run| {
        run.link = run.link.take().filter(|link| places.contains(link));
        if let Some(link) = &run.link {
            targets.insert(link.clone());
        }
    });
    blocks(book, &mut |block| block.ids.retain(|id| targets.contains(id)));
    let front = &mut book.front;
    let labels = front.modules.iter_mut().map(|module| &mut module.label);
    for label in labels.chain(front.highlights.iter_mut().map(|highlight| &mut highlight.label)) {
        if !places.contains(label.as_str()) {
            label.clear();
        }
    }
}

fn modules(book: &Book) -> impl Iterator<Item = &BookModule> {
    book.entries.iter().filter_map(|entry| match entry {
        BookEntry::Module(module) => Some(module),
        BookEntry::Section { .. } => None,
    })
}

/// Visits every block in the order of reading.
fn blocks(book: &mut Book, visit: &mut dyn FnMut(&mut BookBlock)) {
    for entry in &mut book.entries {
        if let BookEntry::Module(module) = entry {
            module.rows.iter_mut().flatten().for_each(|blocks| visit_blocks(blocks, visit));
        }
    }
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

fn runs(book: &mut Book, visit: &mut dyn FnMut(&mut BookRun)) {
    blocks(book, &mut |block| {
        if let BookContent::Text { runs, .. } | BookContent::Heading { runs, .. } = &mut block.content {
            runs.iter_mut().for_each(&mut *visit);
        }
    });
}
