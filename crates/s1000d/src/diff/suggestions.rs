//! Proposed texts of paragraphs: the text that people change, its redline, and the change of the file.
//!
//! People see a paragraph as plain text. Marks such as emphasis only change its look and do not show; any other element
//! in the line is a placeholder, `⟦1⟧`, which has to stay in its place. Accepting a proposed text replaces the bytes of the
//! changed words and leaves all others as they are.

use std::collections::HashMap;
use std::ops::Range;

use super::sequence::{WorkBudget, align};
use super::words::is_ideograph;
use crate::document::{Document, NodeId, TextRun, start_tag_len};
use crate::splice::Splice;
use crate::text;

/// Steps of the comparison of two paragraphs.
const STEPS: u64 = 4_000_000;
/// Elements whose text belongs to the line: they only change its look.
const MARKS: [&str; 4] = ["emphasis", "subScript", "superScript", "changeInline"];
const OPEN: char = '⟦';
const CLOSE: char = '⟧';

/// The text of a paragraph as people read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParagraphText {
    pub text: String,
    letters: Vec<SourceLetter>,
    /// The byte at which the paragraph begins.
    start: usize,
}

/// A character of the text, and its bytes in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
struct SourceLetter {
    c: char,
    range: Range<usize>,
    /// MarkedText of a placeholder.
    is_fixed: bool,
}

/// A proposed text adds, removes or moves a placeholder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlaceholderChanged;

/// Whether a piece of a redline is in the old text, the new one, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RedlineKind {
    Same,
    Deleted,
    Inserted,
}

/// A piece of a redline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RedlinePiece {
    pub kind: RedlineKind,
    pub text: String,
}

impl ParagraphText {
    /// The first line of text of a node; `None` when it has none that can be proposed anew.
    pub fn of(document: &Document, runs: &[TextRun], node: NodeId) -> Option<Self> {
        let around = document.range(node);
        let text = document.source().text();
        let inside = runs.iter().filter(|run| around.start <= run.range.start && run.range.end <= around.end);
        let mut lines = inside.filter_map(|run| Self::read(text, run.range.clone()));
        lines.find(|line| !line.text.is_empty())
    }

    fn read(source: &str, range: Range<usize>) -> Option<Self> {
        let letters = letters(source, range.clone())?;
        Some(Self { text: letters.iter().map(|letter| letter.c).collect(), letters, start: range.start })
    }

    /// The changes of the file that make the proposed text of this one.
    pub fn splices(&self, new: &str) -> Result<Vec<Splice>, PlaceholderChanged> {
        let new: Vec<char> = new.chars().collect();
        let old: Vec<char> = self.letters.iter().map(|letter| letter.c).collect();
        let mut splices = Vec::new();
        for (gone, added) in hunks(&old, &new) {
            let gone_letters = &self.letters[gone.clone()];
            let text = &new[added];
            if gone_letters.iter().any(|letter| letter.is_fixed) || text.iter().any(|c| matches!(*c, OPEN | CLOSE)) {
                return Err(PlaceholderChanged);
            }
            let mut text = escaped(text);
            let before = gone.start.checked_sub(1).map_or(self.start, |before| self.letters[before].range.end);
            if gone_letters.is_empty() {
                splices.push(Splice::insert(before, text));
                continue;
            }
            for range in stretches(gone_letters) {
                splices.push(Splice::replace(range, std::mem::take(&mut text)));
            }
        }
        Ok(splices)
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
        add(RedlineKind::Same, &old[done_old..gone.start]);
        add(RedlineKind::Deleted, &old[gone.clone()]);
        add(RedlineKind::Inserted, &new[added.clone()]);
        (done_old, done_new) = (gone.end, added.end);
    }
    add(RedlineKind::Same, &new[done_new..]);
    pieces
}

/// A stretch of the old text and what stands there in the new one, in characters.
type Hunk = (Range<usize>, Range<usize>);

/// The stretches in which two texts differ, in whole words. Text between the same placeholders is compared with each
/// other, so that a placeholder never counts as moved.
fn hunks(old: &[char], new: &[char]) -> Vec<Hunk> {
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
fn differences((old, part_a): (&[char], Range<usize>), (new, part_b): (&[char], Range<usize>)) -> Vec<Hunk> {
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
fn joined(hunks: Vec<Hunk>, old: &[char]) -> Vec<Hunk> {
    let mut found: Vec<Hunk> = Vec::new();
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
    let is_word = |c: char| c.is_alphanumeric() && !is_ideograph(c);
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
    for letter in letters {
        match found.last_mut() {
            Some(last) if last.end == letter.range.start => last.end = letter.range.end,
            _ => found.push(letter.range.clone()),
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

/// The characters of a line in the file; `None` where one is a bracket of placeholders.
fn letters(source: &str, range: Range<usize>) -> Option<Vec<SourceLetter>> {
    let mut found: Vec<SourceLetter> = Vec::new();
    let (mut at, mut placeholders) = (range.start, 0_u32);
    while let Some(rest) = source.get(at..range.end).filter(|rest| !rest.is_empty()) {
        if let Some(length) = unseen_len(rest) {
            at += length;
            continue;
        }
        if rest.starts_with('<') {
            let length = element_len(rest)?;
            placeholders += 1;
            let whole = at..at + length;
            let name = format!("{OPEN}{placeholders}{CLOSE}");
            found.extend(name.chars().map(|c| SourceLetter { c, range: whole.clone(), is_fixed: true }));
            at += length;
            continue;
        }
        let first = rest.chars().next()?;
        let (c, length) = if first == '&' { text::reference(rest) } else { (first, first.len_utf8()) };
        let letter = at..at + length;
        at += length;
        match (c, found.last_mut()) {
            (OPEN | CLOSE, _) => return None,
            // White space is one blank, and none at the start.
            (c, None) if c.is_ascii_whitespace() => {}
            (c, Some(last)) if c.is_ascii_whitespace() && last.c == ' ' && !last.is_fixed => {
                if last.range.end == letter.start {
                    last.range.end = letter.end;
                }
            }
            (c, _) => {
                let c = if c.is_ascii_whitespace() { ' ' } else { c };
                found.push(SourceLetter { c, range: letter, is_fixed: false });
            }
        }
    }
    if found.last().is_some_and(|last| last.c == ' ' && !last.is_fixed) {
        found.pop();
    }
    Some(found)
}

/// The length of what a reader does not see at the start of a text: a comment, an instruction, a tag of a mark.
fn unseen_len(rest: &str) -> Option<usize> {
    let behind = |end: &str| Some(rest.find(end).map_or(rest.len(), |at| at + end.len()));
    if rest.starts_with("<!--") {
        return behind("-->");
    }
    if rest.starts_with("<?") {
        return behind("?>");
    }
    if rest.starts_with("</") {
        return behind(">");
    }
    let tag = rest.strip_prefix('<').filter(|tag| MARKS.contains(&name_of(tag)))?;
    let length = start_tag_len(rest)?;
    (!tag.get(..length - 1)?.ends_with("/>")).then_some(length)
}

/// The local name at the start of a tag.
fn name_of(tag: &str) -> &str {
    let name = tag.split(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/')).next().unwrap_or_default();
    name.rsplit(':').next().unwrap_or_default()
}

/// The length of the element, or the literal text, that a text begins with.
fn element_len(text: &str) -> Option<usize> {
    let (mut at, mut depth) = (0, 0_usize);
    loop {
        let rest = text.get(at..)?;
        let next = rest.find('<')?;
        let tag = &rest[next..];
        let length = if tag.starts_with("<![CDATA[") {
            tag.find("]]>")? + 3
        } else if tag.starts_with("<!--") {
            tag.find("-->")? + 3
        } else if tag.starts_with("<?") {
            tag.find("?>")? + 2
        } else {
            let length = start_tag_len(tag)?;
            if tag.starts_with("</") {
                depth = depth.checked_sub(1)?;
            } else if !tag[..length].ends_with("/>") {
                depth += 1;
            }
            length
        };
        at += next + length;
        if depth == 0 {
            return Some(at);
        }
    }
}

#[cfg(test)]
mod tests;
