//! Tokenization: English by stems, Chinese by a dictionary, other scripts as written.

use std::sync::LazyLock;

use frostem::{Algorithm, Stemmer};
use jieba_rs::{Jieba, TokenizeMode};

/// Chinese aviation terms, added to the dictionary so that they stay whole.
const AVIATION: &str = include_str!("../data/aviation-zh.txt");

static DICTIONARY: LazyLock<Jieba> = LazyLock::new(|| {
    let mut dictionary = Jieba::new();
    for word in AVIATION.lines().map(str::trim).filter(|word| !word.is_empty()) {
        dictionary.add_word(word, None, None);
    }
    dictionary
});

/// Loads the dictionary in advance, because it takes a moment.
pub(crate) fn warm() {
    LazyLock::force(&DICTIONARY);
}

/// Longer words are not indexed, in bytes.
const LONGEST: usize = 80;

/// One word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    /// Byte offset in the text.
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// Position in words; parts of a Chinese word have the position of the word.
    pub(crate) position: usize,
    /// The indexed form.
    pub(crate) term: String,
    pub(crate) chinese: bool,
}

impl Word {
    /// The word as written, in lower case.
    pub(crate) fn written(&self, text: &str) -> String {
        text[self.from..self.to].to_lowercase()
    }
}

/// The first and the last character that may be [`is_chinese`].
pub(crate) const CHINESE: (char, char) = ('\u{3400}', '\u{323af}');

/// A character of a script without blanks between words.
pub(crate) fn is_chinese(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

/// The stem of a lower-case word.
pub(crate) fn stem(word: &str) -> String {
    if word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        Stemmer::new(Algorithm::English).stem(word).into_owned()
    } else {
        word.to_owned()
    }
}

/// The segmentation mode for Chinese.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Segmentation {
    /// Long words and the words inside them: for indexing.
    Indexed,
    /// Only the long words: for queries.
    Asked,
}

/// The words of a text, in order.
pub(crate) fn words(text: &str, cut: Segmentation) -> Vec<Word> {
    let mut words = Vec::with_capacity(text.len() / 6);
    let (mut position, mut at) = (0, 0);
    while let Some(c) = text[at..].chars().next() {
        let chinese = is_chinese(c);
        let is_same = |next: char| next.is_alphanumeric() && is_chinese(next) == chinese;
        if !is_same(c) {
            at += c.len_utf8();
            continue;
        }
        let from = at;
        at += text[from..].find(|next| !is_same(next)).unwrap_or(text.len() - from);
        if chinese {
            cut_chinese(&text[from..at], from, cut, &mut position, &mut words);
        } else if at - from <= LONGEST {
            let term = stem(&text[from..at].to_lowercase());
            words.push(Word { from, to: at, position, term, chinese });
            position += 1;
        }
    }
    words
}

fn cut_chinese(run: &str, start: usize, cut: Segmentation, position: &mut usize, words: &mut Vec<Word>) {
    // Without guessing unknown words, so that the same characters are segmented alike in every context.
    for token in DICTIONARY.tokenize(run, TokenizeMode::Default, false) {
        let from = start + token.byte_start;
        let mut push = |from: usize, word: &str| {
            words.push(Word { from, to: from + word.len(), position: *position, term: word.to_owned(), chinese: true });
        };
        push(from, token.word);
        if cut == Segmentation::Indexed {
            for (at, part) in parts(token.word) {
                push(from + at, part);
            }
        }
        *position += 1;
    }
}

/// The words of two and three characters inside a longer one.
fn parts(word: &str) -> Vec<(usize, &str)> {
    let mut ends: Vec<usize> = word.char_indices().map(|(at, _)| at).collect();
    ends.push(word.len());
    let characters = ends.len() - 1;
    let mut found = Vec::new();
    for length in [2, 3] {
        for first in (0..characters).take_while(|first| length < characters && first + length <= characters) {
            let (from, to) = (ends[first], ends[first + length]);
            if DICTIONARY.has_word(&word[from..to]) {
                found.push((from, &word[from..to]));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str, cut: Segmentation) -> Vec<String> {
        words(text, cut).into_iter().map(|word| word.term).collect()
    }

    #[test]
    fn english_is_stemmed_and_codes_are_left_alone() {
        assert_eq!(
            terms("Removing the brakes, P/N 4887-82B.", Segmentation::Indexed),
            ["remov", "the", "brake", "p", "n", "4887", "82b"]
        );
    }

    #[test]
    fn chinese_is_cut_into_words_and_the_words_inside_them() {
        assert_eq!(terms("检查液压泵", Segmentation::Asked), ["检查", "液压泵"]);
        assert_eq!(terms("检查液压泵", Segmentation::Indexed), ["检查", "液压泵", "液压"]);
        assert_eq!(terms("H160直升机 rotor", Segmentation::Asked), ["h160", "直升机", "rotor"]);
    }

    #[test]
    fn words_have_their_offsets() {
        let text = "拆下 the pumps";
        let last = words(text, Segmentation::Indexed).pop().expect("a word");
        assert_eq!((&text[last.from..last.to], last.term.as_str()), ("pumps", "pump"));
    }
}
