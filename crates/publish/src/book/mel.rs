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
    let mut rest: Vec<BookBlock> = rest.collect();
    // Words between two items would end the table, and its head would stand above each item.
    if !rest.is_empty() && rest.iter().all(|block| is_text(&block.content)) {
        push_words(&mut table, std::mem::take(&mut rest));
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

/// Whether a block is words alone, which have room in a row.
fn is_text(content: &BookContent) -> bool {
    match content {
        BookContent::Text { .. } | BookContent::Heading { .. } => true,
        BookContent::Safety { blocks, .. } => blocks.iter().all(|block| is_text(&block.content)),
        BookContent::Picture { .. } | BookContent::Table(_) => false,
    }
}

/// A row across the table, as its last one.
fn push_words(table: &mut BookTable, blocks: Vec<BookBlock>) {
    let is_changed = blocks.iter().any(|block| block.is_changed);
    let cell = across(table, table.rows.len(), blocks);
    table.rows.push(BookRow { is_changed, cells: vec![cell] });
}

/// A cell of all columns.
fn across(table: &BookTable, y: usize, blocks: Vec<BookBlock>) -> BookCell {
    let columns = table.widths.len().max(1);
    BookCell { x: 0, y, columns, rows: 1, is_heading: false, align: None, vertical: None, blocks }
}

/// A row across the table, below its head.
fn insert_title(table: &mut BookTable, blocks: Vec<BookBlock>) {
    let is_changed = blocks.iter().any(|block| block.is_changed);
    for row in table.rows.iter_mut().skip(table.head) {
        row.cells.iter_mut().for_each(|cell| cell.y += 1);
    }
    let cell = across(table, table.head, blocks);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::model::ParagraphStyle;

    fn block(content: BookContent) -> BookBlock {
        BookBlock { content, indent: 0, is_changed: false, ids: Vec::new() }
    }

    fn words() -> BookBlock {
        block(BookContent::Text { style: ParagraphStyle::Body, marker: String::new(), runs: Vec::new() })
    }

    fn picture() -> BookBlock {
        block(BookContent::Picture { file: None, note: String::new(), is_foldout: false })
    }

    /// A table with a head and one row.
    fn list() -> BookBlock {
        let mut table =
            BookTable { layout: TableLayout::Mel, widths: vec![1, 1], head: 1, is_wide: false, rows: Vec::new() };
        for y in 0..2 {
            let cell = BookCell { columns: 1, ..across(&table, y, vec![words()]) };
            table.rows.push(BookRow { is_changed: false, cells: vec![cell] });
        }
        block(BookContent::Table(table))
    }

    /// The number of rows of each table, heads included; 0 for other blocks.
    fn rows(blocks: &[BookBlock]) -> Vec<usize> {
        let count = |block: &BookBlock| match &block.content {
            BookContent::Table(table) => {
                assert!(table.rows.iter().enumerate().all(|(y, row)| row.cells.iter().all(|cell| cell.y == y)));
                table.rows.len()
            }
            _ => 0,
        };
        blocks.iter().map(count).collect()
    }

    #[test]
    fn words_between_items_do_not_repeat_the_head() {
        let mut blocks = Vec::new();
        merge(&mut blocks, vec![words(), list(), words(), words()]);
        merge(&mut blocks, vec![words(), list()]);
        // The head; then a title and a row of each item, and the words behind the first one.
        assert_eq!(rows(&blocks), [6]);
    }

    #[test]
    fn pictures_between_items_stand_between_two_tables() {
        let mut blocks = Vec::new();
        merge(&mut blocks, vec![list(), words(), picture()]);
        merge(&mut blocks, vec![list()]);
        assert_eq!(rows(&blocks), [2, 0, 0, 2]);
    }
}
