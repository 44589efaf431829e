//! Text that the author did not write: numbers, labels, values of attributes.
//!
//! The tree is in no language: [`Wording::words`] gives the words in one.

use std::borrow::Cow;

use domain::language::Locale;

use super::labels;
use super::words::Word;

/// A piece of added text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Added {
    pub role: AddedRole,
    pub wording: Wording,
    /// Whether a blank follows.
    pub spaced: bool,
}

/// The purpose of added text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddedRole {
    Number,
    /// The dots before the name of a part that belongs to another one.
    Indent,
    /// A label in a line of text.
    Label,
    /// A label in a line of its own.
    BlockLabel,
    /// The label of a field.
    FieldLabel,
    /// The heading of a section without title; the level is counted from 0.
    Heading {
        level: u8,
        outline: Option<u32>,
    },
    /// The number of a figure without title.
    FigureTitle,
    /// Stands between pieces of text.
    Sign,
    /// Other text, as the title of a hotspot.
    Text,
    /// The value of an attribute, as the unit of a number.
    Value,
    /// The name of what a reference points at.
    Name,
    /// The name of an entry of a repository.
    EntryName,
    /// Says that there is nothing.
    Nothing,
    /// In place of a term that is missing.
    NoTerm,
    /// Between a challenge and its response.
    Leader,
}

/// The content of added text, in no language yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wording {
    Sign(&'static str),
    /// A name, a number or a code: the same in every language.
    Text(Box<str>),
    Word(Word),
    /// The label of an element or an attribute.
    Label(Box<str>),
    /// The label of an element, and more.
    Labelled(Box<str>, Box<str>),
    /// A word and a number.
    Numbered(Word, Box<str>),
    Place(PlaceName),
    /// The values of attributes, each as people read it.
    Values(Vec<(Box<str>, Box<str>)>),
    /// An attribute with its label.
    Attribute(Box<str>, Box<str>),
    /// A unit, which stands behind its number.
    Unit(Box<str>, Box<str>),
}

/// The name of a place in the module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlaceName {
    Numbered(Word, Box<str>),
    /// An item of a figure.
    Item {
        figure: Box<str>,
        item: Box<str>,
    },
    Text(Box<str>),
    Label(Box<str>),
    /// The value at the place: attributes, each with its name, and texts without one.
    Value(Vec<(Box<str>, Box<str>)>),
}

impl Wording {
    pub(crate) fn text(text: impl Into<Box<str>>) -> Self {
        Self::Text(text.into())
    }

    pub(crate) fn value(attribute: &str, value: &str) -> Self {
        Self::Values(vec![(attribute.into(), value.into())])
    }

    pub fn words(&self, locale: Locale) -> Cow<'_, str> {
        match self {
            Self::Sign(sign) => Cow::Borrowed(sign),
            Self::Text(text) => Cow::Borrowed(text),
            Self::Word(word) => Cow::Borrowed(word.text(locale)),
            Self::Label(name) => labels::of(name, locale),
            Self::Labelled(name, more) => Cow::Owned(format!("{} {more}", labels::of(name, locale))),
            Self::Numbered(word, number) => Cow::Owned(format!("{} {number}", word.text(locale))),
            Self::Place(name) => name.words(locale),
            Self::Values(values) => joined(values, locale),
            Self::Attribute(name, value) => {
                let (label, value) = (labels::of(name, locale), labels::value(name, value, locale));
                Cow::Owned(format!("{label}{}{value}", Word::Separator.text(locale)))
            }
            Self::Unit(name, unit) => Cow::Owned(format!("\u{a0}{}", labels::value(name, unit, locale))),
        }
    }
}

impl PlaceName {
    pub fn words(&self, locale: Locale) -> Cow<'_, str> {
        match self {
            Self::Numbered(word, number) => Cow::Owned(format!("{} {number}", word.text(locale))),
            Self::Item { figure, item } => Cow::Owned(format!("{} {figure} [{item}]", Word::Figure.text(locale))),
            Self::Text(text) => Cow::Borrowed(text),
            Self::Label(name) => labels::of(name, locale),
            Self::Value(values) => joined(values, locale),
        }
    }
}

/// The values of attributes as people read them.
fn joined(values: &[(Box<str>, Box<str>)], locale: Locale) -> Cow<'_, str> {
    match values {
        [(name, value)] => labels::value(name, value, locale),
        many => {
            let values: Vec<_> = many.iter().map(|(name, value)| labels::value(name, value, locale)).collect();
            Cow::Owned(values.join(" "))
        }
    }
}
