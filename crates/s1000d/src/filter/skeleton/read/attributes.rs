//! The attributes of a start tag.

use memchr::memchr;

use super::SkeletonReader;
use crate::filter::skeleton::{AttributeSpan, wide};

/// Attributes of one element that are compared with each other; more are left to the parser.
const FEW: usize = 16;

impl SkeletonReader<'_> {
    fn spaces(&self, mut at: usize) -> usize {
        while self.bytes.get(at).is_some_and(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n')) {
            at += 1;
        }
        at
    }

    /// Reads the attributes behind a name; the end of the tag, and whether it is a single one.
    pub(super) fn attributes(&mut self, name_end: usize) -> Option<(usize, bool)> {
        let mut at = name_end;
        loop {
            let key = self.spaces(at);
            match self.bytes.get(key)? {
                b'>' => return Some((key + 1, false)),
                b'/' => return (*self.bytes.get(key + 1)? == b'>').then_some((key + 2, true)),
                _ => self.doubt(key == at),
            }
            let (key_end, colon) = self.name(key)?;
            let equals = self.spaces(key_end);
            if *self.bytes.get(equals)? != b'=' {
                return None;
            }
            let open = self.spaces(equals + 1);
            let quote = *self.bytes.get(open)?;
            if !matches!(quote, b'"' | b'\'') {
                return None;
            }
            // Values are short: a loop is faster than a search for each sign.
            let length = self.bytes[open + 1..].iter().position(|byte| *byte == quote || *byte == b'<')?;
            let mut close = open + 1 + length;
            if self.bytes[close] == b'<' {
                self.doubt(true);
                close += memchr(quote, &self.bytes[close..])?;
            }
            self.references(open + 1, close);
            let has_colon = colon.is_some();
            self.attributes.push(AttributeSpan {
                key: narrow(key, key_end)?,
                value: narrow(open + 1, close)?,
                has_colon,
            });
            at = close + 1;
        }
    }

    /// Takes the prefixes that the root declares.
    pub(super) fn declare(&mut self, first: usize) {
        for span in &self.attributes[first..] {
            if let Some(prefix) = self.text[wide(&span.key)].strip_prefix("xmlns:") {
                self.is_proven &= !span.value.is_empty() && !matches!(prefix, "xml" | "xmlns") && !prefix.contains(':');
                self.prefixes.push(prefix);
            }
        }
    }

    pub(super) fn check_prefix(&mut self, name: &str, colon: Option<usize>) {
        if let Some(colon) = colon {
            let (prefix, local) = (&name[..colon], &name[colon + 1..]);
            let is_local = local.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && !local.contains(':');
            self.doubt(!is_local || (prefix != "xml" && !self.prefixes.contains(&prefix)));
        }
    }

    /// No attribute twice, no prefix that is not declared at the root.
    pub(super) fn check_attributes(&mut self, first: usize, is_root: bool) {
        let count = self.attributes.len() - first;
        if count > FEW {
            return self.doubt(true);
        }
        let mut prefixed = 0;
        for index in first..self.attributes.len() {
            let span = &self.attributes[index];
            let (key, has_colon) = (&self.bytes[wide(&span.key)], span.has_colon);
            let is_same = |other: &AttributeSpan| other.key.len() == key.len() && self.bytes[wide(&other.key)] == *key;
            let is_twice = self.attributes[first..index].iter().any(is_same);
            self.doubt(is_twice);
            if key.starts_with(b"xmlns") {
                self.doubt(!is_root || (key.len() > 5 && key[5] != b':'));
            } else if has_colon {
                prefixed += 1;
                let key = &self.text[wide(&self.attributes[index].key)];
                self.check_prefix(key, key.find(':'));
            }
        }
        // Two prefixes may stand for the same namespace.
        self.doubt(prefixed > 1 && self.has_same_local(first));
    }

    fn has_same_local(&self, first: usize) -> bool {
        let locals: Vec<&str> = self.attributes[first..]
            .iter()
            .filter_map(|span| self.text[wide(&span.key)].split_once(':'))
            .filter(|(prefix, _)| *prefix != "xmlns")
            .map(|(_, local)| local)
            .collect();
        locals.iter().enumerate().any(|(index, local)| locals[..index].contains(local))
    }
}

fn narrow(start: usize, end: usize) -> Option<std::ops::Range<u32>> {
    Some(u32::try_from(start).ok()?..u32::try_from(end).ok()?)
}
