//! Two languages side by side: blocks that belong together stand in one row.

use std::mem::discriminant;

use super::model::{BookBlock, BookContent};

/// Rows of the blocks of several texts. Translations have the structure of their original, so that block stands beside
/// block; where they have not, section beside section; otherwise text beside text.
pub(super) fn rows(mut texts: Vec<Vec<BookBlock>>) -> Vec<Vec<Vec<BookBlock>>> {
    for block in texts.iter_mut().flatten() {
        keep_on_page(block);
    }
    if are_alike(&texts) {
        return transposed(
            texts.into_iter().map(|blocks| blocks.into_iter().map(|block| vec![block]).collect()).collect(),
        );
    }
    let sections: Vec<Vec<Vec<BookBlock>>> = texts.into_iter().map(sections).collect();
    let first = sections.first().map_or(0, Vec::len);
    if sections.iter().all(|own| own.len() == first) {
        return transposed(sections);
    }
    vec![sections.into_iter().map(|own| own.into_iter().flatten().collect()).collect()]
}

/// Half a page cannot be turned.
fn keep_on_page(block: &mut BookBlock) {
    match &mut block.content {
        BookContent::Table(table) => table.is_wide = false,
        BookContent::Picture { is_foldout, .. } => *is_foldout = false,
        _ => {}
    }
}

fn are_alike(texts: &[Vec<BookBlock>]) -> bool {
    let Some((first, others)) = texts.split_first() else { return true };
    let is_alike = |(one, other): (&BookBlock, &BookBlock)| {
        discriminant(&one.content) == discriminant(&other.content) && one.indent == other.indent
    };
    others.iter().all(|other| other.len() == first.len() && first.iter().zip(other).all(is_alike))
}

/// The blocks of a text, cut before each heading.
fn sections(blocks: Vec<BookBlock>) -> Vec<Vec<BookBlock>> {
    let mut sections: Vec<Vec<BookBlock>> = vec![Vec::new()];
    for block in blocks {
        if matches!(block.content, BookContent::Heading { .. }) {
            sections.push(Vec::new());
        }
        if let Some(last) = sections.last_mut() {
            last.push(block);
        }
    }
    sections
}

/// Rows of columns from columns of rows, all of the same length.
fn transposed(columns: Vec<Vec<Vec<BookBlock>>>) -> Vec<Vec<Vec<BookBlock>>> {
    let mut columns: Vec<_> = columns.into_iter().map(Vec::into_iter).collect();
    let mut rows = Vec::new();
    loop {
        let row: Vec<Vec<BookBlock>> = columns.iter_mut().filter_map(Iterator::next).collect();
        if row.is_empty() {
            return rows;
        }
        rows.push(row);
    }
}
