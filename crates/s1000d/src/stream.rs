//! Files too large for a tree, token by token, within the limits of [`crate::guard`].
//!
//! Contents and lists of a large package have 50 MB. A [`Stream`] holds one
//! token of them at a time; what its user keeps decides the memory.

#[cfg(test)]
mod tests;

use std::io::{self, BufRead, BufReader, Read};
use std::ops::Range;

use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::attributes::AttrError;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::guard::encoding::{self, Utf8Reader};
use crate::guard::{Entity, Limits, Meter, Reason, Refusal};

/// Reads tokens from bytes that may come from anywhere.
#[derive(Debug)]
pub struct Stream<R> {
    reader: Reader<Counted<R>>,
    buffer: Vec<u8>,
    meter: Meter,
    /// The line where the last token began.
    line: u32,
    current: Current,
}

/// One piece of a file; what it holds is asked of the stream. An empty element comes as a start and an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token {
    Start,
    End,
    /// Text with its references resolved; a paragraph may come in several pieces.
    Text,
}

/// The last token, in buffers that are used again.
#[derive(Debug, Default)]
struct Current {
    name: String,
    text: String,
    values: String,
    attributes: Vec<(Range<usize>, Range<usize>)>,
}

impl<R: Read> Stream<R> {
    pub fn new(inner: R) -> Self {
        Self::within(inner, Limits::of_root)
    }

    /// Reads files of another kind, with limits by the name of the root element.
    pub fn within(inner: R, limits_of: fn(&str) -> Limits) -> Self {
        let mut reader = Reader::from_reader(Counted::new(inner));
        reader.config_mut().expand_empty_elements = true;
        Self { reader, buffer: Vec::new(), meter: Meter::new(true, limits_of), line: 1, current: Current::default() }
    }

    /// The line where the last token began, counted from 1.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// The byte behind the last token, in the text as UTF-8.
    pub(crate) fn position(&self) -> usize {
        usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX)
    }

    /// The unparsed entities of the document type, once the root has been met.
    pub fn entities(&self) -> &[Entity] {
        self.meter.entities()
    }

    /// Whether the file has a document type, once the root has been met.
    pub fn has_doctype(&self) -> bool {
        self.meter.has_doctype()
    }

    /// The local name of the element that starts or ends.
    pub fn name(&self) -> &str {
        &self.current.name
    }

    /// The text of a text token.
    pub fn text(&self) -> &str {
        &self.current.text
    }

    /// An attribute of the element that starts, by its name as written.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes().find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    /// All attributes of the element that starts.
    pub fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        let Current { values, attributes, .. } = &self.current;
        attributes.iter().map(|(key, value)| (&values[key.clone()], &values[value.clone()]))
    }

    /// Moves on; `None` at the end of a whole file.
    pub fn next_token(&mut self) -> Result<Option<Token>, Refusal> {
        loop {
            self.buffer.clear();
            self.reader.get_mut().token_bytes = 0;
            self.line = self.reader.get_ref().lines;
            let line = self.line;
            let event = self.reader.read_event_into(&mut self.buffer);
            let event = event.map_err(|error| Refusal::new(line, reason(error)))?;
            if matches!(event, Event::Eof) {
                let end = self.meter.close();
                return end.map(|()| None).map_err(|reason| Refusal::new(line, reason));
            }
            let outside = self.meter.is_outside();
            measure(&event, &mut self.meter)
                .map_err(|(reason, below)| Refusal::new(line.saturating_add(below), reason))?;
            let token = self.current.set(&event).map_err(|reason| Refusal::new(line, reason))?;
            self.limits_hold()?;
            match token {
                Some(Token::Text) if outside && !self.current.text.trim().is_empty() => {
                    return Err(Refusal::new(line, Reason::NotWellFormed("text outside the root element".to_owned())));
                }
                Some(Token::Text) if outside => {}
                Some(token) => return Ok(Some(token)),
                None => {}
            }
        }
    }

    /// Passes over the element that has just started, to its end.
    pub fn skip_element(&mut self) -> Result<(), Refusal> {
        let mut depth = 1;
        while depth > 0 {
            match self.next_token()? {
                Some(Token::Start) => depth += 1,
                Some(Token::End) => depth -= 1,
                Some(Token::Text) => {}
                None => break,
            }
        }
        Ok(())
    }

    /// All text of the element that has just started, to its end, with white space folded.
    pub fn read_text(&mut self) -> Result<String, Refusal> {
        let mut text = String::new();
        let mut depth = 1;
        while depth > 0 {
            match self.next_token()? {
                Some(Token::Start) => depth += 1,
                Some(Token::End) => depth -= 1,
                Some(Token::Text) => text.push_str(self.text()),
                None => break,
            }
            let limit = self.meter.limits().value_bytes;
            if text.len() > limit {
                return Err(Refusal::new(self.line, Reason::ValueTooLong { limit }));
            }
        }
        Ok(crate::text::folded(&text))
    }

    fn limits_hold(&self) -> Result<(), Refusal> {
        let source = self.reader.get_ref();
        if let Some(line) = source.nul {
            return Err(Refusal::new(line, Reason::Nul));
        }
        let limit = self.meter.limits().bytes;
        if source.bytes > limit { Err(Refusal::new(self.line, Reason::TooLarge { limit })) } else { Ok(()) }
    }
}

/// Counts an event; an error says how many lines below the event's beginning it is.
fn measure(event: &Event<'_>, meter: &mut Meter) -> Result<(), (Reason, u32)> {
    match event {
        Event::Start(tag) => meter.start(tag, tag.name().as_ref().len()),
        Event::Empty(tag) => meter.empty(tag, tag.name().as_ref().len()),
        Event::End(_) => meter.end(),
        Event::DocType(text) => return meter.doctype_whole(text),
        Event::Decl(declaration) => encoding::declared(declaration),
        _ => meter.node(),
    }
    .map_err(|reason| (reason, 0))
}

fn reason(error: quick_xml::Error) -> Reason {
    match error {
        quick_xml::Error::Encoding(_) => Reason::NotText("UTF-8"),
        quick_xml::Error::Io(error) if error.kind() == io::ErrorKind::InvalidData => Reason::NotText("UTF-16"),
        quick_xml::Error::Io(error) if error.kind() == io::ErrorKind::FileTooLarge => {
            Reason::ValueTooLong { limit: TOKEN_BYTES }
        }
        error => Reason::NotWellFormed(error.to_string()),
    }
}

impl Current {
    fn set(&mut self, event: &Event<'_>) -> Result<Option<Token>, Reason> {
        let token = match event {
            Event::Start(tag) => {
                self.start(tag)?;
                Token::Start
            }
            Event::End(tag) => {
                self.name.clear();
                self.name.push_str(tag.local_name().as_ref());
                Token::End
            }
            Event::Text(text) => {
                self.text.clear();
                self.text.push_str(&text.xml10_content());
                Token::Text
            }
            Event::CData(text) => {
                self.text.clear();
                self.text.push_str(&text.xml10_content());
                Token::Text
            }
            Event::GeneralRef(reference) => {
                self.text.clear();
                self.reference(reference)?;
                Token::Text
            }
            _ => return Ok(None),
        };
        Ok(Some(token))
    }

    fn start(&mut self, tag: &BytesStart<'_>) -> Result<(), Reason> {
        let broken = |error: AttrError| Reason::NotWellFormed(error.to_string());
        self.name.clear();
        self.name.push_str(tag.local_name().as_ref());
        self.values.clear();
        self.attributes.clear();
        for attribute in tag.attributes() {
            let attribute = attribute.map_err(broken)?;
            let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(reason)?;
            let start = self.values.len();
            self.values.push_str(attribute.key.as_ref());
            let middle = self.values.len();
            self.values.push_str(&value);
            self.attributes.push((start..middle, middle..self.values.len()));
        }
        Ok(())
    }

    fn reference(&mut self, reference: &BytesRef<'_>) -> Result<(), Reason> {
        if let Some(character) = reference.resolve_char_ref().map_err(reason)? {
            self.text.push(character);
            return Ok(());
        }
        let name = reference.xml10_content();
        let value = resolve_predefined_entity(&name)
            .ok_or_else(|| Reason::NotWellFormed(format!("the entity {name} is not declared")))?;
        self.text.push_str(value);
        Ok(())
    }
}

/// A tag, a text or a comment is held in memory whole.
const TOKEN_BYTES: usize = 8 << 20;

/// Counts the lines and bytes that have been taken, and notices U+0000.
#[derive(Debug)]
struct Counted<R> {
    inner: BufReader<Utf8Reader<R>>,
    lines: u32,
    bytes: u64,
    token_bytes: usize,
    nul: Option<u32>,
}

impl<R: Read> Counted<R> {
    fn new(inner: R) -> Self {
        let inner = BufReader::with_capacity(64 << 10, Utf8Reader::new(inner));
        Self { inner, lines: 1, bytes: 0, token_bytes: 0, nul: None }
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let available = self.fill_buf()?;
        let count = available.len().min(buffer.len());
        buffer[..count].copy_from_slice(&available[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl<R: Read> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.token_bytes > TOKEN_BYTES {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.inner.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        let taken = self.inner.buffer().get(..count).unwrap_or_default();
        let lines = |bytes: &[u8]| u32::try_from(memchr::memchr_iter(b'\n', bytes).count()).unwrap_or(u32::MAX);
        if self.nul.is_none() {
            self.nul = memchr::memchr(0, taken).map(|at| self.lines.saturating_add(lines(&taken[..at])));
        }
        self.lines = self.lines.saturating_add(lines(taken));
        self.bytes += count as u64;
        self.token_bytes += count;
        self.inner.consume(count);
    }
}
