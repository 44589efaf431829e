//! Words of a text as the search of a site finds them. `assets/search.js` splits what a reader types in the same way.
//!
//! Runs of letters and digits are words, in lower case. Chinese and its neighbours have no blanks: each character and
//! each pair of neighbours is a word.

use std::collections::BTreeSet;

/// Characters of a word that count.
const MAX_WORD: usize = 40;
/// Scripts without blanks are divided into this many parts of the index.
const PARTS: u32 = 64;

/// Adds the words of a text.
pub(super) fn collect(text: &str, words: &mut BTreeSet<String>) {
    let mut word = String::new();
    let mut length = 0;
    let mut before: Option<char> = None;
    for c in text.chars().flat_map(char::to_lowercase) {
        if is_unspaced(c) {
            take(&mut word, &mut length, words);
            words.insert(c.to_string());
            if let Some(before) = before {
                words.insert([before, c].iter().collect());
            }
            before = Some(c);
            continue;
        }
        before = None;
        if !c.is_alphanumeric() {
            take(&mut word, &mut length, words);
        } else if length < MAX_WORD {
            word.push(c);
            length += 1;
        }
    }
    take(&mut word, &mut length, words);
}

fn take(word: &mut String, length: &mut usize, words: &mut BTreeSet<String>) {
    if !word.is_empty() {
        words.insert(std::mem::take(word));
    }
    *length = 0;
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
        let mut words = BTreeSet::new();
        collect(text, &mut words);
        words.into_iter().collect()
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
