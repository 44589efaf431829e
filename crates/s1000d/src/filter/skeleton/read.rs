//! One pass over the markup of a text.

mod attributes;

use memchr::{memchr, memmem};

use super::{AttributeSpan, Bone, Skeleton};
use crate::object;
use crate::text::reference;

/// The skeleton, and whether the text is proven to be well-formed. `None` when elements do not fit together, or when the
/// text is one of the rare ones whose end cannot be told.
pub(super) fn read(text: &str) -> (Option<Skeleton<'_>>, bool) {
    let mut reader = SkeletonReader {
        text,
        bytes: text.as_bytes(),
        elements: Vec::with_capacity(text.len() / 48),
        attributes: Vec::with_capacity(text.len() / 32),
        open: Vec::new(),
        prefixes: Vec::new(),
        is_proven: u32::try_from(text.len()).is_ok() && has_only_characters(text),
        has_section_end: memmem::find(text.as_bytes(), b"]]>").is_some(),
        ampersand: memchr(b'&', text.as_bytes()).unwrap_or(usize::MAX),
    };
    let is_whole = reader.run().is_some() && reader.open.is_empty() && !reader.elements.is_empty();
    let SkeletonReader { elements, attributes, is_proven, .. } = reader;
    let is_proven = is_proven && is_whole && is_proven_prolog(text, &elements[0]);
    (is_whole.then_some(Skeleton { text, elements, attributes }), is_proven)
}

/// Whether the parser accepts what stands before the root, with the declarations of the document type.
fn is_proven_prolog(text: &str, root: &Bone<'_>) -> bool {
    if root.start == 0 {
        return true;
    }
    let prolog = format!("{}<{}/>", &text[..root.start], root.name);
    object::parse_text(&prolog).is_ok()
}

/// Whether XML allows all characters of a text.
fn has_only_characters(text: &str) -> bool {
    let is_control = |byte: u8| byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r');
    let has_control = text.bytes().fold(false, |found, byte| found | is_control(byte));
    let has_other = |c: char| memmem::find(text.as_bytes(), c.encode_utf8(&mut [0; 4]).as_bytes()).is_some();
    !has_control && !(memchr(0xEF, text.as_bytes()).is_some() && (has_other('\u{FFFE}') || has_other('\u{FFFF}')))
}

struct SkeletonReader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    elements: Vec<Bone<'t>>,
    attributes: Vec<AttributeSpan>,
    /// Open elements, each with the length of its name with prefix.
    open: Vec<(u32, usize)>,
    /// The prefixes that the root declares. Others are left to the parser.
    prefixes: Vec<&'t str>,
    is_proven: bool,
    /// Whether the sign that ends a section of characters is anywhere.
    has_section_end: bool,
    /// The next ampersand that has not been looked at.
    ampersand: usize,
}

impl SkeletonReader<'_> {
    /// `None` where the text has no sense.
    fn run(&mut self) -> Option<()> {
        let mut at = 0;
        while let Some(found) = memchr(b'<', &self.bytes[at..]) {
            let start = at + found;
            self.words(at, start);
            at = match self.bytes.get(start + 1)? {
                b'/' => self.end_tag(start)?,
                b'!' => self.exclamation(start)?,
                b'?' => self.instruction(start)?,
                _ => self.start_tag(start)?,
            };
        }
        self.words(at, self.bytes.len());
        Some(())
    }

    fn doubt(&mut self, is_doubtful: bool) {
        self.is_proven &= !is_doubtful;
    }

    fn words(&mut self, start: usize, end: usize) {
        let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
        if self.bytes[start..end].iter().all(is_space) {
            return;
        }
        match self.open.last() {
            Some((index, _)) => self.elements[*index as usize].has_text = true,
            None => self.doubt(true),
        }
        self.references(start, end);
        self.doubt(self.has_section_end && memmem::find(&self.bytes[start..end], b"]]>").is_some());
    }

    /// Only references to characters that XML allows are proven. Runs are asked for in the order of the text. One doubt
    /// is enough: signs without an end would each be searched to the end of the run.
    fn references(&mut self, start: usize, end: usize) {
        while self.is_proven {
            if self.ampersand < start {
                let found = memchr(b'&', &self.bytes[start..]);
                self.ampersand = found.map_or(usize::MAX, |found| start + found);
            }
            if self.ampersand >= end {
                return;
            }
            let rest = &self.text[self.ampersand..end];
            let (c, length) = reference(rest);
            let is_character = c >= ' ' && !matches!(c, '\u{FFFE}' | '\u{FFFF}') || matches!(c, '\t' | '\n' | '\r');
            let is_signed = rest.starts_with("&#+") || rest.starts_with("&#x+");
            self.doubt(length == 1 || !is_character || is_signed);
            self.ampersand = match memchr(b'&', &self.bytes[self.ampersand + 1..]) {
                Some(found) => self.ampersand + 1 + found,
                None => usize::MAX,
            };
        }
    }

    fn past(&self, start: usize, mark: &str) -> Option<usize> {
        memmem::find(self.bytes.get(start..)?, mark.as_bytes()).map(|found| start + found + mark.len())
    }

    fn instruction(&mut self, start: usize) -> Option<usize> {
        let end = self.past(start + 2, "?>")?;
        let target = &self.bytes[start + 2..end - 2];
        let is_declaration = start == 0 && target.starts_with(b"xml ");
        let is_plain = target.first().is_some_and(u8::is_ascii_alphabetic)
            && !target.get(..3).is_some_and(|name| name.eq_ignore_ascii_case(b"xml"));
        self.doubt(!is_declaration && !is_plain);
        Some(end)
    }

    fn exclamation(&mut self, start: usize) -> Option<usize> {
        let rest = &self.bytes[start..];
        if rest.starts_with(b"<!--") {
            let end = self.past(start + 4, "-->")?;
            let inside = &self.bytes[start + 4..end - 3];
            self.doubt(inside.ends_with(b"-") || memmem::find(inside, b"--").is_some());
            return Some(end);
        }
        if rest.starts_with(b"<![CDATA[") {
            let end = self.past(start + 9, "]]>")?;
            let is_blank = self.bytes[start + 9..end - 3].iter().all(u8::is_ascii_whitespace);
            match self.open.last() {
                Some((index, _)) => self.elements[*index as usize].has_text |= !is_blank,
                None => self.doubt(true),
            }
            return Some(end);
        }
        self.doubt(!self.elements.is_empty());
        self.doctype(start)
    }

    /// Just behind a document type: quotes, comments and brackets may contain the sign that ends it.
    fn doctype(&self, start: usize) -> Option<usize> {
        let (mut at, mut is_inside) = (start + 2, false);
        loop {
            match self.bytes.get(at)? {
                quote @ (b'"' | b'\'') => at += 1 + memchr(*quote, &self.bytes[at + 1..])?,
                b'<' if self.bytes[at..].starts_with(b"<!--") => at = self.past(at + 4, "-->")? - 1,
                b'<' if self.bytes[at..].starts_with(b"<?") => at = self.past(at + 2, "?>")? - 1,
                b'[' => is_inside = true,
                b']' => is_inside = false,
                b'>' if !is_inside => return Some(at + 1),
                _ => {}
            }
            at += 1;
        }
    }

    fn end_tag(&mut self, start: usize) -> Option<usize> {
        let (index, length) = self.open.pop()?;
        let bone = &mut self.elements[index as usize];
        let name = &self.bytes[bone.start + 1..bone.start + 1 + length];
        let mut at = start + 2 + length;
        if self.bytes.get(start + 2..at)? != name {
            return None;
        }
        while self.bytes.get(at)?.is_ascii_whitespace() {
            at += 1;
        }
        if self.bytes[at] != b'>' {
            return None;
        }
        (bone.inner_end, bone.end) = (start, at + 1);
        self.elements[index as usize].next = u32::try_from(self.elements.len()).ok()?;
        Some(at + 1)
    }

    fn start_tag(&mut self, start: usize) -> Option<usize> {
        let (name_end, colon) = self.name(start + 1)?;
        let index = u32::try_from(self.elements.len()).ok()?;
        let parent = self.open.last().map_or(0, |(parent, _)| *parent);
        self.doubt(index > 0 && self.open.is_empty());
        let attributes = self.attributes.len();
        let (tag_end, is_empty) = self.attributes(name_end)?;
        if index == 0 {
            self.declare(attributes);
        }
        let name = &self.text[start + 1..name_end];
        self.check_prefix(name, colon);
        if tag_end - name_end > "/>".len() {
            self.check_attributes(attributes, index == 0);
        }
        self.elements.push(Bone {
            name: colon.map_or(name, |colon| &name[colon + 1..]),
            start,
            tag_end,
            inner_end: tag_end,
            end: tag_end,
            parent,
            next: index + 1,
            attributes: u32::try_from(attributes).ok()?,
            has_text: false,
        });
        if !is_empty {
            self.open.push((index, name_end - start - 1));
        }
        Some(tag_end)
    }

    /// The end of a name, and the place of the first colon in it. Names with letters outside of ASCII are left to the
    /// parser.
    fn name(&mut self, start: usize) -> Option<(usize, Option<usize>)> {
        let first = self.bytes.get(start)?;
        self.doubt(!first.is_ascii_alphabetic() && *first != b'_');
        let mut colon = None;
        for (length, byte) in self.bytes[start..].iter().enumerate() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'-' | b'.' => {}
                b':' => colon = colon.or(Some(length)),
                0x80.. => self.doubt(true),
                _ => return (length > 0).then_some((start + length, colon)),
            }
        }
        None
    }
}
