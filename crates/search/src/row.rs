//! Pre-tokenized text: the encoding passed to the index, and its tokenizer.
//!
//! Tantivy's own format for pre-tokenized text is JSON: ten times as long, and slow to parse.

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// The name under which [`RowTokenizer`] is registered.
pub(crate) const NAME: &str = "row";
/// Terminates each word; no word contains it.
const END: char = '\n';
/// Separates the position increment from the word; left out for an increment of one.
const STEP: char = '\t';

/// Encoded words with ascending positions.
#[derive(Debug, Clone)]
pub(crate) struct TokenRow {
    text: String,
    /// The position of the last word; the first word gets the next one.
    position: usize,
}

impl Default for TokenRow {
    fn default() -> Self {
        Self { text: String::new(), position: usize::MAX }
    }
}

impl TokenRow {
    pub(crate) fn push(&mut self, word: &str, position: usize) {
        let step = position.wrapping_sub(self.position);
        if step != 1 {
            self.text.push_str(&step.to_string());
            self.text.push(STEP);
        }
        self.text.push_str(word);
        self.text.push(END);
        self.position = position;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }
}

/// The tokenizer that decodes a row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowTokenizer;

impl Tokenizer for RowTokenizer {
    type TokenStream<'a> = RowTokenStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> RowTokenStream<'a> {
        RowTokenStream { rest: text, token: Token::default() }
    }
}

#[derive(Debug)]
pub(crate) struct RowTokenStream<'a> {
    rest: &'a str,
    token: Token,
}

impl TokenStream for RowTokenStream<'_> {
    fn advance(&mut self) -> bool {
        let Some((entry, rest)) = self.rest.split_once(END) else { return false };
        let (step, word) = entry.split_once(STEP).unwrap_or(("1", entry));
        self.rest = rest;
        self.token.position = self.token.position.wrapping_add(step.parse().unwrap_or(1));
        self.token.text.clear();
        self.token.text.push_str(word);
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_words_and_positions_are_decoded_unchanged() {
        let given = [("remov", 0), ("the pump", 1), ("液压泵", 2), ("液压", 2), ("valv", 18), ("x", 1_000_000)];
        let mut row = TokenRow::default();
        for (word, position) in given {
            row.push(word, position);
        }
        let (mut found, mut reader) = (Vec::new(), RowTokenizer);
        reader.token_stream(row.as_str()).process(&mut |token| found.push((token.text.clone(), token.position)));
        assert_eq!(found, given.map(|(word, position)| (word.to_owned(), position)));
    }

    #[test]
    fn a_row_may_start_at_any_position() {
        for first in [0, 1, 16] {
            let mut row = TokenRow::default();
            row.push("pump", first);
            assert_eq!(RowTokenizer.token_stream(row.as_str()).next().map(|token| token.position), Some(first));
        }
    }
}
