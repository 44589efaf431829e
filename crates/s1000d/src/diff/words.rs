//! Running text as tokens: words, signs, Chinese characters, tags of inline elements, and elements in the text.

use std::borrow::Cow;
use std::ops::Range;

use super::intern::{Interner, ShapeKey};
use super::tree::{ElementId, XmlTree};
use crate::text::{Letter, letters};

/// The smallest piece of text that an edit replaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextToken<'t> {
    pub kind: TokenKind,
    /// Decoded; empty for tags and elements.
    pub text: Cow<'t, str>,
    pub range: Range<usize>,
    /// Whether white space stands before it.
    pub spaced: bool,
    /// Equal for tokens that a reader would call the same.
    pub(crate) key: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    Word,
    /// The start tag of an inline element, by its index.
    Open(u32),
    Close(u32),
    /// An element that stands in the text and has content of its own.
    Atom(ElementId),
}

impl TextToken<'_> {
    /// Whether it holds a digit: a number, or a code with one.
    pub fn has_digit(&self) -> bool {
        self.text.chars().any(char::is_numeric)
    }

    /// Whether it is a tag that only marks a change.
    pub(crate) fn is_mark(&self, tree: &XmlTree<'_>) -> bool {
        matches!(self.kind, TokenKind::Open(index) | TokenKind::Close(index) if tree.inline(index).name == "changeInline")
    }

    /// A number that tells tokens apart that differ in anything but layout.
    pub(super) fn exact_key(&self, tree: &XmlTree<'_>, interner: &mut Interner) -> u32 {
        match self.kind {
            TokenKind::Word | TokenKind::Close(_) => self.key,
            TokenKind::Atom(element) => tree.element(element).shape.exact,
            TokenKind::Open(index) => {
                let inline = tree.inline(index);
                let mut key = ShapeKey::new(interner.text(inline.name));
                key.attributes(interner, inline.attributes.iter());
                interner.shape(key)
            }
        }
    }
}

/// Collects the tokens of one element.
#[derive(Debug)]
pub(super) struct Tokenizer<'t> {
    text: &'t str,
    is_verbatim: bool,
    /// Whether white space stands before the next token.
    pending_space: bool,
    tokens: Vec<TextToken<'t>>,
}

impl<'t> Tokenizer<'t> {
    pub(super) fn new(text: &'t str, is_verbatim: bool) -> Self {
        Self { text, is_verbatim, pending_space: false, tokens: Vec::new() }
    }

    pub(super) fn finish(mut self) -> Vec<TextToken<'t>> {
        if let Some(first) = self.tokens.first_mut() {
            first.spaced = false;
        }
        self.tokens
    }

    /// Adds a tag or an element.
    pub(super) fn push(&mut self, kind: TokenKind, key: u32, range: Range<usize>) {
        let spaced = std::mem::take(&mut self.pending_space);
        self.tokens.push(TextToken { kind, text: Cow::Borrowed(""), range, spaced, key });
    }

    /// Adds the words between two tags; comments and processing instructions are passed over.
    pub(super) fn text(&mut self, range: Range<usize>, interner: &mut Interner) {
        let letters: Vec<Letter> = letters(self.text, range);
        let mut rest = letters.as_slice();
        while let Some((c, _)) = rest.first() {
            if c.is_ascii_whitespace() {
                let length = rest.iter().take_while(|(c, _)| c.is_ascii_whitespace()).count();
                if self.is_verbatim {
                    self.word(&rest[..length], interner);
                } else {
                    self.pending_space = true;
                }
                rest = &rest[length..];
                continue;
            }
            let length = word_length(rest);
            self.word(&rest[..length], interner);
            rest = &rest[length..];
        }
    }

    fn word(&mut self, letters: &[Letter], interner: &mut Interner) {
        let (Some((_, first)), Some((_, last))) = (letters.first(), letters.last()) else { return };
        let range = first.start..last.end;
        let written = self.text.get(range.clone()).unwrap_or_default();
        let is_as_written = written.chars().eq(letters.iter().map(|(c, _)| *c));
        let text =
            if is_as_written { Cow::Borrowed(written) } else { Cow::Owned(letters.iter().map(|(c, _)| *c).collect()) };
        let key = interner.text(&text);
        let spaced = std::mem::take(&mut self.pending_space);
        self.tokens.push(TextToken { kind: TokenKind::Word, text, range, spaced, key });
    }
}

/// The letters of the token at the start: a word or code with the dashes and dots inside it, or one sign.
fn word_length(letters: &[Letter]) -> usize {
    let at = |index: usize| letters.get(index).map(|(c, _)| *c);
    if !at(0).is_some_and(is_word) {
        return 1;
    }
    let mut length = 1;
    loop {
        match at(length) {
            Some(c) if is_word(c) => length += 1,
            Some('-' | '_' | '.' | '/' | '\'' | '’' | ',' | ':') if joins(letters, length) => length += 2,
            _ => return length,
        }
    }
}

/// Whether the sign at an index is part of the word around it. A comma or colon is part of a number alone.
fn joins(letters: &[Letter], index: usize) -> bool {
    let (Some((before, _)), Some((sign, _)), Some((after, _))) =
        (letters.get(index - 1), letters.get(index), letters.get(index + 1))
    else {
        return false;
    };
    match sign {
        ',' | ':' => before.is_ascii_digit() && after.is_ascii_digit(),
        _ => is_word(*before) && is_word(*after),
    }
}

/// Whether it is part of a word. Chinese and Japanese have no blanks, so each of their characters is a token.
pub(crate) fn is_word(c: char) -> bool {
    c.is_alphanumeric() && !is_ideograph(c)
}

/// Characters of Chinese, and kana.
pub(crate) fn is_ideograph(c: char) -> bool {
    matches!(u32::from(c), 0x2E80..=0x2FFF | 0x3005..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x2_0000..=0x3_FFFF)
}
