//! The document type that stands before the root element, with the places of its declarations.

use std::ops::Range;

/// A declaration of an entity or a notation.
#[derive(Debug)]
pub(crate) struct EntityDeclaration<'t> {
    /// `<!ENTITY` or `<!NOTATION`.
    pub(crate) kind: &'t str,
    pub(crate) name: &'t str,
    pub(crate) text: &'t str,
    pub(crate) range: Range<usize>,
}

impl EntityDeclaration<'_> {
    /// Whether both say the same, whatever their white space.
    pub(crate) fn is_equal(&self, other: &EntityDeclaration<'_>) -> bool {
        self.text.split_ascii_whitespace().eq(other.text.split_ascii_whitespace())
    }
}

/// The document type of a prolog, if it has one.
#[derive(Debug, Default)]
pub(crate) struct Doctype<'t> {
    pub(crate) range: Option<Range<usize>>,
    /// The byte of the closing bracket.
    pub(crate) subset_end: Option<usize>,
    pub(crate) declarations: Vec<EntityDeclaration<'t>>,
}

impl<'t> Doctype<'t> {
    /// Reads a prolog that the guard and the parser have passed.
    pub(crate) fn read(text: &'t str) -> Self {
        let mut found = Self::default();
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let length = markup_length(rest);
            if rest.starts_with("<!DOCTYPE") {
                found.range = Some(at..text.len());
                at += rest.find(['[', '>']).unwrap_or(rest.len());
                if text.get(at..).is_some_and(|rest| rest.starts_with('>')) {
                    found.range = found.range.map(|range| range.start..at + 1);
                }
            } else if rest.starts_with(']') && found.range.is_some() {
                found.subset_end = Some(at);
                let end = rest.find('>').map_or(text.len(), |end| at + end + 1);
                found.range = found.range.map(|range| range.start..end);
                return found;
            } else if rest.starts_with("<!ENTITY") || rest.starts_with("<!NOTATION") {
                let declaration = rest.get(..length).unwrap_or_default();
                let mut words = declaration.split_ascii_whitespace();
                let (kind, name) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
                found.declarations.push(EntityDeclaration { kind, name, text: declaration, range: at..at + length });
            }
            at += length;
        }
        found
    }

    pub(crate) fn find(&self, like: &EntityDeclaration<'_>) -> Option<&EntityDeclaration<'t>> {
        self.declarations.iter().find(|one| one.kind == like.kind && one.name == like.name)
    }
}

/// The bytes of the comment, instruction or declaration at the start; one character of anything else.
fn markup_length(text: &str) -> usize {
    let past = |end: &str| text.find(end).map_or(text.len(), |at| at + end.len());
    if text.starts_with("<!--") {
        past("-->")
    } else if text.starts_with("<?") {
        past("?>")
    } else if text.starts_with("<!ENTITY") || text.starts_with("<!NOTATION") {
        let mut quote = None;
        for (at, byte) in text.bytes().enumerate() {
            match (quote, byte) {
                (None, b'>') => return at + 1,
                (None, b'"' | b'\'') => quote = Some(byte),
                (Some(open), byte) if open == byte => quote = None,
                _ => {}
            }
        }
        text.len()
    } else {
        text.chars().next().map_or(1, char::len_utf8)
    }
}
