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

/// A run of letters and digits in one script.
pub(crate) struct LetterRun<'t> {
    /// Byte offset in the text.
    pub(crate) from: usize,
    pub(crate) text: &'t str,
    pub(crate) chinese: bool,
}

impl LetterRun<'_> {
    /// Longer runs are not indexed.
    pub(crate) fn is_word(&self) -> bool {
        self.text.len() <= LONGEST
    }
}

/// The runs of a text, in order.
pub(crate) fn runs(text: &str) -> impl Iterator<Item = LetterRun<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let from = skip(text, at, |c| !c.is_alphanumeric());
        let chinese = is_chinese(text[from..].chars().next()?);
        at = skip(text, from, |c| c.is_alphanumeric() && is_chinese(c) == chinese);
        Some(LetterRun { from, text: &text[from..at], chinese })
    })
}

/// The first position from `at` on whose character is not skipped.
fn skip(text: &str, at: usize, is_skipped: impl Fn(char) -> bool) -> usize {
    text[at..].find(|c| !is_skipped(c)).map_or(text.len(), |length| at + length)
}

/// The words of a text, in order.
pub(crate) fn words(text: &str, cut: Segmentation) -> Vec<Word> {
    words_in(text, cut, |_| true)
}

/// The words of a text in the runs that `wanted` accepts. Positions are as if all words were there, except that a
/// refused Chinese run counts as one word.
pub(crate) fn words_in(text: &str, cut: Segmentation, wanted: impl Fn(&str) -> bool) -> Vec<Word> {
    let (mut words, mut position) = (Vec::new(), 0);
    for run in runs(text) {
        if run.chinese && wanted(run.text) {
            cut_chinese(run.text, cut, |from, word, step| {
                let from = run.from + from;
                let (to, term) = (from + word.len(), word.to_owned());
                words.push(Word { from, to, position: position + step, term, chinese: true });
            });
            position = words.last().map_or(position, |word: &Word| word.position + 1);
        } else if run.chinese {
            position += 1;
        } else if run.is_word() {
            if wanted(run.text) {
                let (from, to) = (run.from, run.from + run.text.len());
                let term = stem(&run.text.to_lowercase());
                words.push(Word { from, to, position, term, chinese: false });
            }
            position += 1;
        }
    }
    words
}

/// Passes each word of a Chinese run on, with its byte offset and its number in the run.
pub(crate) fn cut_chinese(run: &str, cut: Segmentation, mut each: impl FnMut(usize, &str, usize)) {
    // Without guessing unknown words, so that the same characters are segmented alike in every context.
    for (number, token) in DICTIONARY.tokenize(run, TokenizeMode::Default, false).into_iter().enumerate() {
        each(token.byte_start, token.word, number);
        if cut == Segmentation::Indexed {
            for (at, part) in parts(token.word) {
                each(token.byte_start + at, part, number);
            }
        }
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
