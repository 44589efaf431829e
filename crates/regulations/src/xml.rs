//! XML of publishers, token by token, within limits and without document types.

use s1000d::guard::{Limits, Reason, Refusal};
use s1000d::stream::{Stream, Token};

use crate::findings::{SourceFinding, SourceRule};

/// Word documents have long attribute values (pictures in VML) and declare namespaces again and again.
const LIMITS: Limits =
    Limits { bytes: 256 << 20, nodes: 20_000_000, depth: 256, attributes: 256, value_bytes: 4 << 20, namespaces: 512 };

/// Reads a file of a publisher. Names are without prefixes.
#[derive(Debug)]
pub(crate) struct XmlReader<'b> {
    stream: Stream<&'b [u8]>,
    depth: usize,
    has_begun: bool,
}

/// Why the file is not read on.
#[derive(Debug)]
pub(crate) struct XmlRefusal {
    line: u32,
    reason: Option<Reason>,
}

impl<'b> XmlReader<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Self {
        Self { stream: Stream::within(bytes, |_| LIMITS), depth: 0, has_begun: false }
    }

    /// Moves on; `None` at the end of the file.
    pub(crate) fn next(&mut self) -> Result<Option<Token>, XmlRefusal> {
        let token = self.stream.next_token().map_err(XmlRefusal::from)?;
        match token {
            Some(Token::Start) => self.depth += 1,
            Some(Token::End) => self.depth = self.depth.saturating_sub(1),
            Some(Token::Text) | None => {}
        }
        if !self.has_begun && self.stream.has_doctype() {
            return Err(XmlRefusal { line: self.stream.line(), reason: None });
        }
        self.has_begun = true;
        Ok(token)
    }

    /// The number of open elements, with the one that has just started.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    pub(crate) fn line(&self) -> u32 {
        self.stream.line()
    }

    /// The local name of the element that starts or ends.
    pub(crate) fn name(&self) -> &str {
        self.stream.name()
    }

    pub(crate) fn text(&self) -> &str {
        self.stream.text()
    }

    /// An attribute by its local name.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.stream.attributes().find(|(key, _)| key.rsplit(':').next() == Some(name)).map(|(_, value)| value)
    }

    /// All attributes, by their local names.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.stream.attributes().map(|(key, value)| (key.rsplit(':').next().unwrap_or(key), value))
    }

    /// Passes over the element that has just started.
    pub(crate) fn skip(&mut self) -> Result<(), XmlRefusal> {
        let outside = self.depth.saturating_sub(1);
        while self.depth > outside {
            if self.next()?.is_none() {
                break;
            }
        }
        Ok(())
    }

    /// All text of the element that has just started, as it is.
    pub(crate) fn whole_text(&mut self, limit: usize) -> Result<String, XmlRefusal> {
        let outside = self.depth.saturating_sub(1);
        let mut text = String::new();
        while self.depth > outside {
            match self.next()? {
                Some(Token::Text) if text.len() < limit => text.push_str(self.stream.text()),
                Some(_) => {}
                None => break,
            }
        }
        Ok(text)
    }
}

impl From<Refusal> for XmlRefusal {
    fn from(refusal: Refusal) -> Self {
        Self { line: refusal.line, reason: Some(refusal.reason) }
    }
}

impl XmlRefusal {
    pub(crate) fn finding(&self, part: &str) -> SourceFinding {
        let rule = match &self.reason {
            None | Some(Reason::Doctype { .. }) => SourceRule::XmlDoctype,
            Some(Reason::Empty) => SourceRule::FileEmpty,
            Some(
                Reason::TooLarge { .. }
                | Reason::TooDeep { .. }
                | Reason::TooManyNodes { .. }
                | Reason::TooManyAttributes { .. }
                | Reason::ValueTooLong { .. }
                | Reason::TooManyNamespaces { .. },
            ) => SourceRule::XmlLimit,
            Some(Reason::Encoding(_) | Reason::NotText(_) | Reason::Lacking { .. } | Reason::Nul) => {
                SourceRule::NotText
            }
            Some(Reason::NotWellFormed(_)) => SourceRule::XmlNotWellFormed,
        };
        let message = self.reason.as_ref().map(ToString::to_string).unwrap_or_default();
        SourceFinding::new(rule).part(part).line(self.line).with("message", message)
    }
}
