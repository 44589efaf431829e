//! The codes' grammars as tables: how a code is put together from attributes and taken apart as text.

use super::CodeError;

/// The length of a field.
#[derive(Debug, Clone, Copy)]
pub(super) enum Length {
    Exactly(usize),
    Between(usize, usize),
    TwoOrFour,
}

/// Allowed characters of a field; letters are written in upper case.
#[derive(Debug, Clone, Copy)]
pub(super) enum Chars {
    Alphanumeric,
    Digits,
    OneOf(&'static str),
    /// The first character from the set, the rest letters and digits.
    StartsWith(&'static str),
}

/// One attribute of a code.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) length: Length,
    pub(super) chars: Chars,
}

/// A code: groups joined by hyphens, each of one field or of two whose first has a fixed length.
#[derive(Debug)]
pub(super) struct Grammar {
    pub(super) groups: &'static [&'static [Field]],
    /// The number of groups that are always there; those after them come together or not at all.
    pub(super) required: usize,
}

pub(super) const fn field(name: &'static str, length: Length, chars: Chars) -> Field {
    Field { name, length, chars }
}

impl Length {
    fn fits(self, length: usize) -> bool {
        match self {
            Self::Exactly(n) => length == n,
            Self::Between(least, most) => (least..=most).contains(&length),
            Self::TwoOrFour => length == 2 || length == 4,
        }
    }
}

impl Chars {
    fn fits(self, text: &str) -> bool {
        let known = |set: &str, byte: u8| set.as_bytes().contains(&byte.to_ascii_uppercase());
        match self {
            Self::Alphanumeric => text.bytes().all(|b| b.is_ascii_alphanumeric()),
            Self::Digits => text.bytes().all(|b| b.is_ascii_digit()),
            Self::OneOf(set) => text.bytes().all(|b| known(set, b)),
            Self::StartsWith(set) => {
                text.bytes().next().is_some_and(|b| known(set, b)) && text.bytes().all(|b| b.is_ascii_alphanumeric())
            }
        }
    }
}

impl Field {
    fn check(self, value: &str) -> Result<(), CodeError> {
        if self.length.fits(value.len()) && self.chars.fits(value) {
            Ok(())
        } else {
            Err(CodeError::new(self.name, value))
        }
    }
}

/// Cuts one group into its fields.
fn cut<'a>(fields: &'static [Field], text: &'a str) -> impl Iterator<Item = (Field, Option<&'a str>)> {
    let mut rest = Some(text);
    fields.iter().enumerate().map(move |(index, field)| {
        let value = match (rest, field.length) {
            (Some(text), Length::Exactly(n)) if index + 1 < fields.len() => {
                rest = text.get(n..);
                text.get(..n)
            }
            (text, _) => text,
        };
        (*field, value)
    })
}

impl Grammar {
    /// Reads a code written with hyphens and gives it back in canonical form.
    pub(super) fn parse(&self, text: &str) -> Result<Box<str>, CodeError> {
        let count = text.split('-').count();
        if count != self.required && count != self.groups.len() {
            return Err(CodeError::new("code", text));
        }
        for (fields, part) in self.groups.iter().zip(text.split('-')) {
            for (field, value) in cut(fields, part) {
                field.check(value.unwrap_or(part))?;
            }
        }
        Ok(text.to_ascii_uppercase().into_boxed_str())
    }

    /// Puts a code together from its attributes.
    pub(super) fn build<'a>(&self, get: impl Fn(&str) -> Option<&'a str>) -> Result<Box<str>, CodeError> {
        let mut text = String::with_capacity(48);
        for (index, fields) in self.groups.iter().enumerate() {
            let optional = index >= self.required;
            if optional && fields.iter().all(|field| get(field.name).is_none()) {
                break;
            }
            if index > 0 {
                text.push('-');
            }
            for field in *fields {
                let value = get(field.name).unwrap_or_default();
                field.check(value)?;
                text.push_str(value);
            }
        }
        text.make_ascii_uppercase();
        Ok(text.into_boxed_str())
    }

    /// One field of a canonical code; empty when the optional group is absent.
    pub(super) fn get<'a>(&self, text: &'a str, name: &str) -> &'a str {
        let mut groups = self.groups.iter().zip(text.split('-'));
        groups
            .find_map(|(fields, part)| {
                cut(fields, part).find(|(field, _)| field.name == name).and_then(|(_, value)| value)
            })
            .unwrap_or_default()
    }
}
