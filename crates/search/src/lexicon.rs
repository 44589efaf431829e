//! The words of the documents being indexed. Each form is lowered and stemmed once, not at every occurrence.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use crate::pairs::is_frequent;
use crate::words::{Segmentation, cut_chinese, runs, stem};

/// A form as written in a text, by the numbers of its index terms.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WordForm {
    /// The stem, or a Chinese word; a number of [`Lexicon::terms`].
    pub(crate) term: u32,
    /// In lower case; a number of [`Lexicon::written`]. `None` for a single character, which no wildcard or correction
    /// looks for.
    pub(crate) written: Option<u32>,
    /// One of the frequent words that form pairs.
    pub(crate) frequent: bool,
}

/// Distinct texts, numbered in the order of their first occurrence.
#[derive(Debug, Default)]
pub(crate) struct NumberedWords {
    numbers: HashMap<Box<str>, u32, RandomState>,
    next: u32,
}

impl NumberedWords {
    fn number(&mut self, text: &str) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = self.next;
        self.next += 1;
        self.numbers.insert(text.into(), number);
        number
    }

    /// All texts in alphabetical order, with their numbers.
    pub(crate) fn sorted(&self) -> Vec<(&str, u32)> {
        let mut all: Vec<(&str, u32)> = self.numbers.iter().map(|(text, number)| (&**text, *number)).collect();
        all.sort_unstable();
        all
    }
}

/// All forms seen so far.
#[derive(Debug, Default)]
pub(crate) struct Lexicon {
    forms: HashMap<Box<str>, WordForm, RandomState>,
    pub(crate) terms: NumberedWords,
    pub(crate) written: NumberedWords,
}

impl Lexicon {
    /// The number of forms.
    pub(crate) fn len(&self) -> usize {
        self.forms.len()
    }

    /// Passes on the words of a text with their positions; parts of a Chinese word have the position of the word.
    /// Returns the number of positions.
    pub(crate) fn read(&mut self, text: &str, mut each: impl FnMut(WordForm, u32)) -> u32 {
        let mut position = 0;
        for run in runs(text) {
            if run.chinese {
                let start = position;
                cut_chinese(run.text, Segmentation::Indexed, |_, word, number| {
                    position = start + u32::try_from(number).unwrap_or_default();
                    each(self.form(word, true), position);
                });
                position += 1;
            } else if run.is_word() {
                each(self.form(run.text, false), position);
                position += 1;
            }
        }
        position
    }

    fn form(&mut self, text: &str, chinese: bool) -> WordForm {
        if let Some(form) = self.forms.get(text) {
            return *form;
        }
        let (written, term) = if chinese {
            (text.to_owned(), text.to_owned())
        } else {
            let written = text.to_lowercase();
            let term = stem(&written);
            (written, term)
        };
        let form = WordForm {
            term: self.terms.number(&term),
            written: written.chars().nth(1).is_some().then(|| self.written.number(&written)),
            frequent: !chinese && is_frequent(&term),
        };
        self.forms.insert(text.into(), form);
        form
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::words;

    #[test]
    fn indexed_words_are_those_of_the_query_language() {
        let text = "Removing the Brakes, P/N 4887-82B. 检查液压泵 H160直升机 the Ärmel-Kanal brakes";
        let mut lexicon = Lexicon::default();
        for _ in 0..2 {
            let mut found = Vec::new();
            lexicon.read(text, |form, position| found.push((form.term, position)));
            let texts: HashMap<u32, &str> =
                lexicon.terms.sorted().into_iter().map(|(text, number)| (number, text)).collect();
            let found: Vec<_> = found.into_iter().map(|(term, position)| (texts[&term], position as usize)).collect();
            let expected = words(text, Segmentation::Indexed);
            let expected: Vec<_> = expected.iter().map(|word| (&*word.term, word.position)).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn forms_of_a_word_share_a_stem_and_spellings_in_other_case_a_written_word() {
        let mut lexicon = Lexicon::default();
        let mut forms = Vec::new();
        lexicon.read("Pump PUMP pumps 5", |form, _| forms.push((form.term, form.written)));
        assert_eq!(forms, [(0, Some(0)), (0, Some(0)), (0, Some(1)), (1, None)]);
    }
}
