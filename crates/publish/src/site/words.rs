//! Words of a text as the search of a site finds them. `assets/search.js` splits what a reader types in the same way.
//!
//! Runs of letters and digits are words, in lower case. Chinese and its neighbours have no blanks: each character and
//! each pair of neighbours is a word.

use std::collections::{BTreeSet, HashSet};

/// Characters of a word that count.
const MAX_WORD: usize = 40;
/// Scripts without blanks are divided into this many parts of the index.
const PARTS: u32 = 64;

/// The words of some texts.
pub(super) fn of(texts: &[&str]) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for text in texts {
        let lower = text.to_lowercase();
        // Most words of a text come again: only the first is copied.
        let mut seen = HashSet::new();
        collect(&lower, &mut seen);
        words.extend(seen.into_iter().map(str::to_owned));
    }
    words
}

fn collect<'t>(text: &'t str, words: &mut HashSet<&'t str>) {
    let mut word: Option<usize> = None;
    let mut before: Option<usize> = None;
    for (at, c) in text.char_indices() {
        let unspaced = is_unspaced(c);
        if !unspaced && c.is_alphanumeric() {
            word.get_or_insert(at);
            before = None;
            continue;
        }
        words.extend(word.take().map(|start| cut(&text[start..at])));
        if !unspaced {
            before = None;
            continue;
        }
        let end = at + c.len_utf8();
        words.insert(&text[at..end]);
        words.extend(before.map(|start| &text[start..end]));
        before = Some(at);
    }
    words.extend(word.map(|start| cut(&text[start..])));
}

/// The characters of a word that count.
fn cut(word: &str) -> &str {
    let end = word.char_indices().nth(MAX_WORD).map_or(word.len(), |(end, _)| end);
    &word[..end]
}

/// Whether a character belongs to a script that is written without blanks.
fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// The part of the index that has a word: its first two letters, or a number for other scripts.
pub(super) fn part_of(word: &str) -> String {
    let mut chars = word.chars();
    let first = chars.next().unwrap_or('_');
    if !first.is_ascii_alphanumeric() {
        return (u32::from(first) % PARTS).to_string() + "-";
    }
    let second = chars.next().filter(char::is_ascii_alphanumeric).unwrap_or('_');
    [first, second].iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        of(&[text]).into_iter().collect()
    }

    #[test]
    fn letters_and_digits_are_words_and_characters_are_pairs() {
        assert_eq!(
            words("Remove the (QUICK-release) bolt, 3 mm."),
            ["3", "bolt", "mm", "quick", "release", "remove", "the"]
        );
        assert_eq!(words("液压泵A3"), ["a3", "压", "压泵", "泵", "液", "液压"]);
        assert_eq!(words("油。泵"), ["油", "泵"], "no pair crosses a full stop");
        assert_eq!(words(&"x".repeat(100)), ["x".repeat(MAX_WORD)]);
        assert_eq!(words("Größe Été"), ["größe", "été"]);
    }

    #[test]
    fn a_word_is_in_the_part_of_its_first_letters() {
        assert_eq!(["bolt", "b", "3", "été", "bé"].map(part_of), ["bo", "b_", "3_", "41-", "b_"]);
        assert_eq!(part_of("液压"), part_of("液"));
    }
}
