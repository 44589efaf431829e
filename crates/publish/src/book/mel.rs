//! Minimum equipment lists: the number and the title of an item stand in its table, and the tables of a module are one.

use s1000d::document::NodeId;

use super::model::{BookBlock, BookCell, BookContent, BookRow, BookTable, TableLayout};
use super::writer::BlockWriter;

/// A dispatch item. Its heading becomes the first row of its table.
pub(super) fn item(writer: &mut BlockWriter<'_>, id: NodeId) {
    writer.end_marker();
    let start = writer.blocks.len();
    writer.children(id);
    writer.end_marker();
    if writer.around.nesting > 0 {
        return;
    }
    let own = writer.blocks.split_off(start);
    merge(&mut writer.blocks, own);
}

/// Adds the blocks of an item to those before it, as rows of one table where they allow it.
fn merge(blocks: &mut Vec<BookBlock>, own: Vec<BookBlock>) {
    let at = own.iter().position(|block| is_list(&block.content));
    // What stands before the table must fit into a row.
    let fits = at.is_some_and(|at| own.iter().take(at).all(|block| !matches!(block.content, BookContent::Table(_))));
    let Some(at) = at.filter(|_| fits) else { return blocks.extend(own) };
    let mut own = own;
    let rest = own.split_off(at);
    let mut rest = rest.into_iter();
    let Some(BookBlock { content: BookContent::Table(mut table), indent, is_changed, ids }) = rest.next() else {
        return blocks.extend(own);
    };
    if !own.is_empty() {
        insert_title(&mut table, own);
    }
    match blocks.last_mut() {
        Some(BookBlock { content: BookContent::Table(before), ids: places, .. })
            if before.layout == TableLayout::Mel && before.widths.len() == table.widths.len() =>
        {
            places.extend(ids);
            append(before, table);
        }
        _ => blocks.push(BookBlock { content: BookContent::Table(table), indent, is_changed, ids }),
    }
    blocks.extend(rest);
}

fn is_list(content: &BookContent) -> bool {
    matches!(content, BookContent::Table(table) if table.layout == TableLayout::Mel)
}

/// A row across the table, below its head.
fn insert_title(table: &mut BookTable, blocks: Vec<BookBlock>) {
    let is_changed = blocks.iter().any(|block| block.is_changed);
    for row in table.rows.iter_mut().skip(table.head) {
        row.cells.iter_mut().for_each(|cell| cell.y += 1);
    }
    let cell = BookCell {
        x: 0,
        y: table.head,
        columns: table.widths.len().max(1),
        rows: 1,
        is_heading: false,
        align: None,
        vertical: None,
        blocks,
    };
    table.rows.insert(table.head.min(table.rows.len()), BookRow { is_changed, cells: vec![cell] });
}

/// Adds the rows of a table without its head.
fn append(table: &mut BookTable, other: BookTable) {
    let by = table.rows.len() - other.head.min(table.rows.len());
    for mut row in other.rows.into_iter().skip(other.head) {
        row.cells.iter_mut().for_each(|cell| cell.y += by);
        table.rows.push(row);
    }
}
