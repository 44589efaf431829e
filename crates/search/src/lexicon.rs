//! The words of the documents being indexed. Each form is lowered and stemmed once, not at every occurrence.

use std::collections::HashMap;

use crate::pairs::is_frequent;
use crate::words::{Segmentation, cut_chinese, runs, stem};

/// The most forms that are remembered at once; bounds memory.
const MAX_FORMS: usize = 200_000;

/// A form as written in a text, with its index terms.
#[derive(Debug)]
pub(crate) struct WordForm {
    /// The stem, or a Chinese word.
    pub(crate) term: Box<str>,
    /// In lower case; empty for a single character, which no wildcard or correction looks for.
    pub(crate) written: Box<str>,
    /// One of the frequent words that form pairs.
    pub(crate) frequent: bool,
    /// The document that used it last, and the parts of that document, as bits.
    document: u64,
    parts: u16,
}

impl WordForm {
    fn new(term: &str, written: &str, frequent: bool) -> Self {
        let written = if written.chars().nth(1).is_some() { written } else { "" };
        Self { term: term.into(), written: written.into(), frequent, document: 0, parts: 0 }
    }

    /// Notes a use in a part of the current document. Returns whether it is the first in the document and in the part.
    fn note(&mut self, document: u64, part: u16) -> (bool, bool) {
        let is_new = self.document != document;
        if is_new {
            (self.document, self.parts) = (document, 0);
        }
        let is_new_in_part = self.parts & part == 0;
        self.parts |= part;
        (is_new, is_new_in_part)
    }
}

/// One word of a text.
#[derive(Debug)]
pub(crate) struct Occurrence<'l> {
    pub(crate) form: &'l WordForm,
    /// Position in words; parts of a Chinese word have the position of the word.
    pub(crate) position: usize,
    /// The first of this form in the document, and in this part of it.
    pub(crate) is_first: bool,
    pub(crate) is_first_in_part: bool,
}

/// All forms seen so far.
#[derive(Debug, Default)]
pub(crate) struct Lexicon {
    numbers: HashMap<Box<str>, u32, foldhash::fast::RandomState>,
    forms: Vec<WordForm>,
    document: u64,
}

impl Lexicon {
    /// Begins the next document.
    pub(crate) fn begin(&mut self) {
        self.document += 1;
        if self.forms.len() >= MAX_FORMS {
            self.numbers.clear();
            self.forms.clear();
        }
    }

    /// Passes on the words of a text in a part of the current document, which is one bit. Returns the number of positions.
    pub(crate) fn read(&mut self, text: &str, part: u16, mut each: impl FnMut(Occurrence<'_>)) -> usize {
        let mut position = 0;
        for run in runs(text) {
            if run.chinese {
                let start = position;
                cut_chinese(run.text, Segmentation::Indexed, |_, word, number| {
                    position = start + number;
                    let form = self.form(word, || WordForm::new(word, word, false));
                    each(self.occurrence(form, part, position));
                });
                position += 1;
            } else if run.is_word() {
                let form = self.form(run.text, || {
                    let written = run.text.to_lowercase();
                    let term = stem(&written);
                    WordForm::new(&term, &written, is_frequent(&term))
                });
                each(self.occurrence(form, part, position));
                position += 1;
            }
        }
        position
    }

    fn form(&mut self, text: &str, make: impl FnOnce() -> WordForm) -> usize {
        if let Some(number) = self.numbers.get(text) {
            return *number as usize;
        }
        let number = self.forms.len();
        self.numbers.insert(text.into(), u32::try_from(number).unwrap_or(u32::MAX));
        self.forms.push(make());
        number
    }

    fn occurrence(&mut self, form: usize, part: u16, position: usize) -> Occurrence<'_> {
        let form = &mut self.forms[form];
        let (is_first, is_first_in_part) = form.note(self.document, part);
        Occurrence { form, position, is_first, is_first_in_part }
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
            lexicon.begin();
            let mut found = Vec::new();
            lexicon.read(text, 1, |word| found.push((word.form.term.to_string(), word.position)));
            let expected = words(text, Segmentation::Indexed);
            assert_eq!(found, expected.into_iter().map(|word| (word.term, word.position)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_form_is_new_once_in_each_document_and_part() {
        let mut lexicon = Lexicon::default();
        let first = |lexicon: &mut Lexicon, part| {
            let mut found = (false, false);
            lexicon.read("pump", part, |word| found = (word.is_first, word.is_first_in_part));
            found
        };
        lexicon.begin();
        assert_eq!(first(&mut lexicon, 1), (true, true));
        assert_eq!(first(&mut lexicon, 1), (false, false));
        assert_eq!(first(&mut lexicon, 2), (false, true));
        lexicon.begin();
        assert_eq!(first(&mut lexicon, 2), (true, true));
    }
}
