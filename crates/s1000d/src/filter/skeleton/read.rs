//! One pass over the markup of a text.

use memchr::{memchr, memchr2, memmem};

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
        has_doctype: false,
    };
    let is_whole = reader.run().is_some() && reader.open.is_empty() && !reader.elements.is_empty();
    let SkeletonReader { elements, attributes, is_proven, has_doctype, .. } = reader;
    let is_proven = is_proven && is_whole && (!has_doctype || is_proven_prolog(text, &elements[0]));
    (is_whole.then_some(Skeleton { text, elements, attributes }), is_proven)
}

/// Whether the parser accepts what stands before the root, with the declarations of the document type.
fn is_proven_prolog(text: &str, root: &Bone<'_>) -> bool {
    let prolog = format!("{}<{}/>", &text[..root.start], root.name);
    object::parse_text(&prolog).is_ok()
}

/// Whether XML allows all characters of a text.
fn has_only_characters(text: &str) -> bool {
    let is_control = |byte: u8| (byte < 0x20) & (byte != b'\t') & (byte != b'\n') & (byte != b'\r');
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
    has_doctype: bool,
}

/// Attributes of one element that are compared with each other; more are left to the parser.
const FEW: usize = 16;

impl<'t> SkeletonReader<'t> {
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
        let run = &self.bytes[start..end];
        let is_blank = run.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
        if is_blank {
            return;
        }
        match self.open.last() {
            Some((index, _)) => self.elements[*index as usize].has_text = true,
            None => self.doubt(true),
        }
        self.references(start, end);
        self.doubt(memchr(b'>', run).is_some() && memmem::find(run, b"]]>").is_some());
    }

    /// Only references to characters that XML allows are proven.
    fn references(&mut self, start: usize, end: usize) {
        for found in memchr::memchr_iter(b'&', &self.bytes[start..end]) {
            let rest = &self.text[start + found..end];
            let (c, length) = reference(rest);
            let is_known =
                length > 1 && (c >= ' ' || matches!(c, '\t' | '\n' | '\r')) && !matches!(c, '\u{FFFE}' | '\u{FFFF}');
            self.doubt(!is_known || rest.starts_with("&#+") || rest.starts_with("&#x+"));
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
        self.has_doctype = true;
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
        let name_end = self.name(start + 1)?;
        let index = u32::try_from(self.elements.len()).ok()?;
        let parent = self.open.last().map_or(0, |(parent, _)| *parent);
        self.doubt(index > 0 && self.open.is_empty());
        let attributes = self.attributes.len();
        let (tag_end, is_empty) = self.attributes(name_end)?;
        if index == 0 {
            self.declare(attributes);
        }
        let name = &self.text[start + 1..name_end];
        let colon = memchr(b':', name.as_bytes());
        self.check_prefix(name, colon);
        self.check_attributes(attributes, index == 0);
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

    /// The end of a name. Names with letters outside of ASCII are left to the parser.
    fn name(&mut self, start: usize) -> Option<usize> {
        let first = self.bytes.get(start)?;
        self.doubt(!first.is_ascii_alphabetic() && *first != b'_');
        let is_part =
            |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b':') || byte >= 0x80;
        let length = self.bytes[start..].iter().position(|byte| !is_part(*byte))?;
        self.doubt(!self.text[start..start + length].is_ascii());
        (length > 0).then_some(start + length)
    }

    fn spaces(&self, mut at: usize) -> usize {
        while self.bytes.get(at).is_some_and(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n')) {
            at += 1;
        }
        at
    }

    /// Reads the attributes behind a name; the end of the tag, and whether it is a single one.
    fn attributes(&mut self, name_end: usize) -> Option<(usize, bool)> {
        let mut at = name_end;
        loop {
            let key = self.spaces(at);
            match self.bytes.get(key)? {
                b'>' => return Some((key + 1, false)),
                b'/' => return (*self.bytes.get(key + 1)? == b'>').then_some((key + 2, true)),
                _ => self.doubt(key == at),
            }
            let key_end = self.name(key)?;
            let equals = self.spaces(key_end);
            if *self.bytes.get(equals)? != b'=' {
                return None;
            }
            let open = self.spaces(equals + 1);
            let quote = *self.bytes.get(open)?;
            if !matches!(quote, b'"' | b'\'') {
                return None;
            }
            let close = open + 1 + memchr(quote, &self.bytes[open + 1..])?;
            if let Some(found) = memchr2(b'<', b'&', &self.bytes[open + 1..close]) {
                self.doubt(memchr(b'<', &self.bytes[open + 1 + found..close]).is_some());
                self.references(open + 1, close);
            }
            self.attributes.push(AttributeSpan { key: narrow(key, key_end)?, value: narrow(open + 1, close)? });
            at = close + 1;
        }
    }

    /// Takes the prefixes that the root declares.
    fn declare(&mut self, first: usize) {
        for span in &self.attributes[first..] {
            if let Some(prefix) = self.text[super::wide(&span.key)].strip_prefix("xmlns:") {
                self.is_proven &= !span.value.is_empty() && !matches!(prefix, "xml" | "xmlns") && !prefix.contains(':');
                self.prefixes.push(prefix);
            }
        }
    }

    fn check_prefix(&mut self, name: &str, colon: Option<usize>) {
        if let Some(colon) = colon {
            let (prefix, local) = (&name[..colon], &name[colon + 1..]);
            let is_local = local.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && !local.contains(':');
            self.doubt(!is_local || (prefix != "xml" && !self.prefixes.contains(&prefix)));
        }
    }

    /// No attribute twice, no prefix that is not declared at the root.
    fn check_attributes(&mut self, first: usize, is_root: bool) {
        let count = self.attributes.len() - first;
        self.doubt(count > FEW);
        let mut prefixed = 0;
        for index in first..self.attributes.len() {
            let key = &self.text[super::wide(&self.attributes[index].key)];
            let colon = memchr(b':', key.as_bytes());
            if key.starts_with("xmlns") {
                self.doubt(!is_root || (key != "xmlns" && colon != Some(5)));
            } else if colon.is_some() {
                prefixed += 1;
                self.check_prefix(key, colon);
            }
            let is_same = |other: &AttributeSpan| self.text[super::wide(&other.key)] == *key;
            let is_twice = count <= FEW && self.attributes[first..index].iter().any(is_same);
            self.doubt(is_twice);
        }
        // Two prefixes may stand for the same namespace.
        self.doubt(prefixed > 1 && self.has_same_local(first));
    }

    fn has_same_local(&self, first: usize) -> bool {
        let locals: Vec<&str> = self.attributes[first..]
            .iter()
            .filter_map(|span| self.text[super::wide(&span.key)].split_once(':'))
            .filter(|(prefix, _)| *prefix != "xmlns")
            .map(|(_, local)| local)
            .collect();
        locals.iter().enumerate().any(|(index, local)| locals[..index].contains(local))
    }
}

fn narrow(start: usize, end: usize) -> Option<std::ops::Range<u32>> {
    Some(u32::try_from(start).ok()?..u32::try_from(end).ok()?)
}
