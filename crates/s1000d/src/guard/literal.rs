//! The places of a text where a character reference is not read as one.

use std::ops::Range;

use memchr::{memchr, memmem};

use super::doctype;

/// The comments, CDATA sections, processing instructions and the document type of a text, as far as it can be read.
pub(super) fn places(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut position = 0;
    std::iter::from_fn(move || {
        loop {
            let start = position + memchr(b'<', text.get(position..)?.as_bytes())?;
            let rest = &text[start..];
            let end = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")].into_iter().find_map(|(open, close)| {
                let inside = rest.strip_prefix(open)?.as_bytes();
                Some(memmem::find(inside, close.as_bytes()).map_or(rest.len(), |at| open.len() + at + close.len()))
            });
            let end = end.or_else(|| {
                let inside = rest.strip_prefix("<!DOCTYPE")?;
                Some(rest.len() - inside.len() + doctype::read(inside).map_or(inside.len(), |(_, length)| length))
            });
            position = start + end.unwrap_or(1);
            if end.is_some() {
                return Some(start..position);
            }
        }
    })
}
