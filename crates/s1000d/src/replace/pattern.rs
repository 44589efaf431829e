//! The text to find in a line.

use std::ops::Range;

use domain::replacement::TextReplacement;

use super::letters::LineLetter;
use crate::diff::is_word;

/// A text to find.
pub(super) struct Pattern {
    text: String,
    match_case: bool,
    whole_words: bool,
}

impl Pattern {
    pub(super) fn new(wanted: &TextReplacement) -> Self {
        let TextReplacement { match_case, whole_words, .. } = *wanted;
        let text = wanted.find.chars().map(|c| comparable(c, match_case)).collect();
        Self { text, match_case, whole_words }
    }

    /// The places of the text in a line; they do not overlap.
    pub(super) fn find(&self, letters: &[LineLetter]) -> Vec<Range<usize>> {
        let mut line = String::with_capacity(letters.len());
        let mut starts = Vec::with_capacity(letters.len());
        for letter in letters {
            starts.push(line.len());
            line.push(comparable(letter.c, self.match_case));
        }
        let letter_at = |byte: usize| starts.partition_point(|start| *start < byte);
        let mut found = Vec::new();
        let mut from = 0;
        while let Some(at) = line.get(from..).and_then(|rest| rest.find(&self.text)) {
            let (start, end) = (from + at, from + at + self.text.len());
            let range = letter_at(start)..letter_at(end);
            if self.whole_words && !is_whole(letters, &range) {
                // Another place may begin inside this one.
                from = starts.get(range.start + 1).copied().unwrap_or(line.len());
            } else {
                from = end;
                found.push(range);
            }
        }
        found
    }
}

/// Whether no word goes on beyond the ends of a place.
fn is_whole(letters: &[LineLetter], range: &Range<usize>) -> bool {
    let is_in_word = |at: usize| letters.get(at).is_some_and(|letter| is_word(letter.c));
    let goes_on = |inside: usize, outside: Option<usize>| is_in_word(inside) && outside.is_some_and(is_in_word);
    let last = range.end.saturating_sub(1);
    !goes_on(range.start, range.start.checked_sub(1)) && !goes_on(last, Some(range.end))
}

/// Characters whose lower case is more than one character are compared as they are.
fn comparable(c: char, match_case: bool) -> char {
    if match_case {
        return c;
    }
    let mut lower = c.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(one), None) => one,
        _ => c,
    }
}
