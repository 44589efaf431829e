//! The shares of the columns of a table.

use super::model::{BookBlock, BookContent, BookRow};

/// The least and the most a column may have; in between, the length of its text decides.
const LEAST: u32 = 5;
const MOST: u32 = 48;
/// Rows that are measured.
const MEASURED: usize = 400;

/// The author's shares, none of them too narrow to be read.
pub(super) fn given(shares: &[u32]) -> Vec<u32> {
    shares.iter().map(|share| (*share).clamp(3, 100)).collect()
}

/// Shares by the text of the columns: the mean of the rows, and at least the longest word.
pub(super) fn measured(rows: &[BookRow], columns: usize) -> Vec<u32> {
    let mut sums = vec![(0_u64, 0_u64); columns];
    let mut words = vec![0_u64; columns];
    for cell in rows.iter().take(MEASURED).flat_map(|row| &row.cells).filter(|cell| cell.columns == 1) {
        let (length, word) = lengths(&cell.blocks);
        if let (Some(sum), Some(longest)) = (sums.get_mut(cell.x), words.get_mut(cell.x)) {
            sum.0 += length;
            sum.1 += 1;
            *longest = word.max(*longest);
        }
    }
    let share = |((sum, count), word): (&(u64, u64), &u64)| {
        let mean = sum / (*count).max(1);
        let share = u32::try_from(mean.max((*word).min(14))).unwrap_or(MOST);
        share.clamp(LEAST, MOST)
    };
    sums.iter().zip(&words).map(share).collect()
}

/// The letters of some blocks, and those of the longest word.
fn lengths(blocks: &[BookBlock]) -> (u64, u64) {
    let mut all = (0, 0);
    for block in blocks {
        let (length, word) = match &block.content {
            BookContent::Text { runs, .. } | BookContent::Heading { runs, .. } => {
                let text: String = runs.iter().map(|run| run.text.as_str()).collect();
                let word = text.split_whitespace().map(letters).max().unwrap_or_default();
                (letters(&text), word)
            }
            BookContent::Safety { blocks, .. } => lengths(blocks),
            BookContent::Picture { .. } => (20, 14),
            BookContent::Table(table) => table
                .rows
                .iter()
                .take(20)
                .map(|row| row.cells.iter().map(|cell| lengths(&cell.blocks).0).sum::<u64>())
                .max()
                .map_or((0, 0), |widest| (widest, 14)),
        };
        all = (all.0 + length, all.1.max(word));
    }
    all
}

/// Chinese signs are twice as wide as letters.
fn letters(text: &str) -> u64 {
    text.chars().map(|c| if u32::from(c) >= 0x2e80 { 2 } else { 1 }).sum()
}
