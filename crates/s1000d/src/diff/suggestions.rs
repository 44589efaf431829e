//! Proposed texts of paragraphs: the text that people change, its redline, and the change of the file.
//!
//! People see a paragraph as plain text. Marks such as emphasis only change its look and do not show; any other element
//! in the line is a placeholder, `⟦1⟧`, which has to stay in its place: an exponent that became plain text would be
//! another number. Accepting a proposed text replaces the bytes of the changed words and leaves all others as they are.

mod letters;

use std::collections::HashMap;
use std::ops::Range;

use self::letters::{CLOSE, OPEN, SourceLetter, letters};
use super::sequence::{WorkBudget, align};
use super::words::is_word;
use crate::document::{Document, NodeId, TextRun};
use crate::splice::{self, Splice};

/// Steps of the comparison of two paragraphs.
const STEPS: u64 = 4_000_000;

/// The text of a paragraph as people read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParagraphText {
    pub text: String,
    letters: Vec<SourceLetter>,
    /// The paragraph in the file, and the byte at which it begins.
    source: String,
    start: usize,
}

/// Why a proposed text cannot be made of a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProposalRefusal {
    /// It adds, removes or moves a placeholder.
    PlaceholderChanged,
    /// The changed bytes would be read as another text.
    OtherText,
}

/// Whether a piece of a redline is in the old text, the new one, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceKind {
    Same,
    Deleted,
    Inserted,
}

/// A piece of a redline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RedlinePiece {
    pub kind: PieceKind,
    pub text: String,
}

impl ParagraphText {
    /// The first line of text of a node; `None` when it has none that can be proposed anew.
    pub fn of(document: &Document, runs: &[TextRun], node: NodeId) -> Option<Self> {
        let around = document.range(node);
        let text = document.source().text();
        let inside = runs.iter().filter(|run| around.start <= run.range.start && run.range.end <= around.end);
        let mut lines = inside.filter_map(|run| Self::of_run(text, run));
        lines.find(|line| !line.text.is_empty())
    }

    /// All lines of text of a document that can be proposed anew.
    pub fn all<'d>(document: &'d Document, runs: &'d [TextRun]) -> impl Iterator<Item = Self> + 'd {
        runs.iter().filter_map(|run| Self::of_run(document.source().text(), run))
    }

    /// `None` for an element that has no place for text yet.
    fn of_run(source: &str, run: &TextRun) -> Option<Self> {
        if run.missing.is_some() { None } else { Self::read(source, run.range.clone()) }
    }

    fn read(source: &str, range: Range<usize>) -> Option<Self> {
        let letters = letters(source, range.clone())?;
        let text = letters.iter().map(|letter| letter.c).collect();
        Some(Self { text, letters, source: source.get(range.clone())?.to_owned(), start: range.start })
    }

    /// The changes of the file that make the proposed text of this one.
    pub fn splices(&self, proposed: &str) -> Result<Vec<Splice>, ProposalRefusal> {
        let new: Vec<char> = proposed.chars().collect();
        let old: Vec<char> = self.letters.iter().map(|letter| letter.c).collect();
        let mut splices = Vec::new();
        for (gone, added) in hunks(&old, &new) {
            let gone_letters = &self.letters[gone.clone()];
            let text = &new[added];
            if gone_letters.iter().any(|letter| letter.is_fixed) || text.iter().any(|c| matches!(*c, OPEN | CLOSE)) {
                return Err(ProposalRefusal::PlaceholderChanged);
            }
            let mut text = escaped(text);
            if gone_letters.is_empty() {
                splices.push(Splice::insert(self.behind(gone.start), text));
                continue;
            }
            for range in stretches(gone_letters) {
                splices.push(Splice::replace(range, std::mem::take(&mut text)));
            }
        }
        if self.after(&splices).as_deref() == Some(proposed) { Ok(splices) } else { Err(ProposalRefusal::OtherText) }
    }

    /// The byte at which text is inserted behind a number of letters.
    fn behind(&self, letters: usize) -> usize {
        match letters.checked_sub(1) {
            Some(last) => self.letters[last].end(),
            None => self.letters.first().map_or(self.start, |first| first.range.start),
        }
    }

    /// The text of the paragraph after changes.
    fn after(&self, splices: &[Splice]) -> Option<String> {
        let moved = splices.iter().map(|Splice { range, text }| {
            let range = range.start.checked_sub(self.start)?..range.end.checked_sub(self.start)?;
            Some(Splice { range, text: text.clone() })
        });
        let changed = splice::apply(&self.source, &moved.collect::<Option<Vec<_>>>()?)?;
        Some(Self::read(&changed, 0..changed.len())?.text)
    }
}

/// The differences of two texts of a paragraph, word by word.
pub fn redline(old: &str, new: &str) -> Vec<RedlinePiece> {
    let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
    let mut pieces: Vec<RedlinePiece> = Vec::new();
    let mut add = |kind, text: &[char]| {
        if !text.is_empty() {
            pieces.push(RedlinePiece { kind, text: text.iter().collect() });
        }
    };
    let (mut done_old, mut done_new) = (0, 0);
    for (gone, added) in joined(hunks(&old, &new), &old) {
        add(PieceKind::Same, &old[done_old..gone.start]);
        add(PieceKind::Deleted, &old[gone.clone()]);
        add(PieceKind::Inserted, &new[added.clone()]);
        (done_old, done_new) = (gone.end, added.end);
    }
    add(PieceKind::Same, &new[done_new..]);
    pieces
}

/// A stretch of the old text and what stands there in the new one, in characters.
type LetterChange = (Range<usize>, Range<usize>);

/// The stretches in which two texts differ, in whole words. Text between the same placeholders is compared with each
/// other, so that a placeholder never counts as moved.
fn hunks(old: &[char], new: &[char]) -> Vec<LetterChange> {
    let (in_old, in_new) = (placeholders(old), placeholders(new));
    if !are_same((old, &in_old), (new, &in_new)) {
        return differences((old, 0..old.len()), (new, 0..new.len()));
    }
    let mut found = Vec::new();
    let (mut from_old, mut from_new) = (0, 0);
    let ends = (old.len()..old.len(), new.len()..new.len());
    for (a, b) in in_old.into_iter().zip(in_new).chain([ends]) {
        found.extend(differences((old, from_old..a.start), (new, from_new..b.start)));
        (from_old, from_new) = (a.end, b.end);
    }
    found
}

/// Whether a proposed text has the same placeholders in the same order.
pub fn keeps_placeholders(old: &str, new: &str) -> bool {
    let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
    are_same((&old, &placeholders(&old)), (&new, &placeholders(&new)))
}

type MarkedText<'t> = (&'t [char], &'t [Range<usize>]);

fn are_same((old, in_old): MarkedText<'_>, (new, in_new): MarkedText<'_>) -> bool {
    let names = |text: &[char], ranges: &[Range<usize>]| -> Vec<Vec<char>> {
        ranges.iter().map(|range| text[range.clone()].to_vec()).collect()
    };
    names(old, in_old) == names(new, in_new)
}

/// The placeholders of a text; a bracket alone counts as one that no text has.
fn placeholders(text: &[char]) -> Vec<Range<usize>> {
    tokens(text).into_iter().filter(|range| matches!(text[range.start], OPEN | CLOSE)).collect()
}

/// The stretches in which two parts of texts differ.
fn differences((old, part_a): (&[char], Range<usize>), (new, part_b): (&[char], Range<usize>)) -> Vec<LetterChange> {
    let (old_tokens, new_tokens) = (tokens(&old[part_a.clone()]), tokens(&new[part_b.clone()]));
    let mut numbers: HashMap<&[char], u32> = HashMap::new();
    let all_a = old_tokens.iter().map(|range| &old[part_a.clone()][range.clone()]);
    let all_b = new_tokens.iter().map(|range| &new[part_b.clone()][range.clone()]);
    let mut keys = Vec::with_capacity(old_tokens.len() + new_tokens.len());
    for token in all_a.chain(all_b) {
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        keys.push(*numbers.entry(token).or_insert(next));
    }
    let (a, b) = keys.split_at(old_tokens.len());
    let start = |tokens: &[Range<usize>], at: usize, part: &Range<usize>| {
        tokens.get(at).map_or(part.end, |range| part.start + range.start)
    };
    let mut found = Vec::new();
    let (mut done_a, mut done_b) = (0, 0);
    for (x, y) in align(a, b, &mut WorkBudget::new(STEPS)).into_iter().chain([(a.len(), b.len())]) {
        if (done_a, done_b) != (x, y) {
            let gone = start(&old_tokens, done_a, &part_a)..start(&old_tokens, x, &part_a);
            let added = start(&new_tokens, done_b, &part_b)..start(&new_tokens, y, &part_b);
            found.push((gone, added));
        }
        (done_a, done_b) = (x + 1, y + 1);
    }
    found
}

/// Joins differences that only a blank separates: a reader sees them as one.
fn joined(hunks: Vec<LetterChange>, old: &[char]) -> Vec<LetterChange> {
    let mut found: Vec<LetterChange> = Vec::new();
    for (gone, added) in hunks {
        match found.last_mut() {
            Some((last_gone, last_added)) if old[last_gone.end..gone.start] == [' '] => {
                last_gone.end = gone.end;
                last_added.end = added.end;
            }
            _ => found.push((gone, added)),
        }
    }
    found
}

/// Words, placeholders, blanks and single signs; a Chinese character is a word.
fn tokens(text: &[char]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text.get(at) {
        let rest = &text[at..];
        let length = if *c == OPEN {
            rest.iter().position(|c| *c == CLOSE).map_or(1, |end| end + 1)
        } else if is_word(*c) {
            rest.iter().take_while(|c| is_word(**c)).count()
        } else {
            1
        };
        found.push(at..at + length);
        at += length;
    }
    found
}

/// Joins the bytes of letters that stand side by side in the file.
fn stretches(letters: &[SourceLetter]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for range in letters.iter().flat_map(|letter| std::iter::once(&letter.range).chain(&letter.hidden)) {
        match found.last_mut() {
            Some(last) if last.end == range.start => last.end = range.end,
            _ => found.push(range.clone()),
        }
    }
    found
}

fn escaped(text: &[char]) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c => out.push(*c),
        }
    }
    out
}

#[cfg(test)]
mod tests;
