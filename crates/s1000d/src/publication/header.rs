//! The part of a large file that is small: everything but its entries, read as any other object.

use std::io::Read;

use domain::finding::Finding;
use quick_xml::escape::escape;

use crate::guard::{Entity, Limits, Reason, Refusal};
use crate::object::{self, Object};
use crate::stream::{Stream, Token};

/// A copy of the file without its entries, with every element on the line where it stood.
#[derive(Debug, Default)]
pub(crate) struct Header {
    text: String,
    /// Line breaks written so far.
    breaks: u32,
}

impl Header {
    pub(crate) fn copy<R: Read>(&mut self, token: Token, stream: &Stream<R>) -> Result<(), Refusal> {
        while self.breaks + 1 < stream.line() {
            self.push("\n");
        }
        match token {
            Token::Start => {
                self.push("<");
                self.push(stream.name());
                for (name, value) in stream.attributes() {
                    self.push(&format!(" {name}=\"{}\"", escape(value)));
                }
                self.push(">");
            }
            Token::End => {
                self.push("</");
                self.push(stream.name());
                self.push(">");
            }
            Token::Text => self.push(&escape(stream.text())),
        }
        let limit = Limits::TREE.bytes;
        if self.text.len() as u64 > limit {
            return Err(Refusal::new(stream.line(), Reason::TooLarge { limit }));
        }
        Ok(())
    }

    fn push(&mut self, text: &str) {
        self.breaks += u32::try_from(memchr::memchr_iter(b'\n', text.as_bytes()).count()).unwrap_or(0);
        self.text.push_str(text);
    }

    pub(crate) fn read(&self, entities: &[Entity]) -> Result<(Object, Vec<Finding>), Refusal> {
        let document = object::parse_text(&self.text)?;
        Ok(object::read_tree(&document, entities))
    }
}
