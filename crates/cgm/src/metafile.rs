//! Iterates over a metafile up to the end of its first picture.

use std::collections::VecDeque;

use crate::decode::{Delimiter, Descriptor, Element, decode};
use crate::params::MalformedParams;
use crate::precision::Precision;
use crate::reader::{Command, CommandReader, Truncated};

/// One element, or a marker for malformed parameters.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) class: u8,
    pub(crate) id: u8,
    pub(crate) element: Result<Element, MalformedParams>,
}

#[derive(Debug)]
pub(crate) struct Metafile<'a> {
    reader: CommandReader<'a>,
    /// The precision from here on.
    pub(crate) precision: Precision,
    /// Commands nested in another one, to return next.
    nested: VecDeque<Command<'static>>,
    ended: bool,
}

impl<'a> Metafile<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self {
            reader: CommandReader::new(bytes),
            precision: Precision::default(),
            nested: VecDeque::new(),
            ended: false,
        }
    }

    /// The next element; `None` at the end of the picture, the metafile or the bytes.
    pub(crate) fn next(&mut self) -> Result<Option<Step>, Truncated> {
        if self.ended {
            return Ok(None);
        }
        let inner = self.nested.pop_front();
        let is_nested = inner.is_some();
        let Some(command) = inner.map_or_else(|| self.reader.next(), |command| Ok(Some(command)))? else {
            return Ok(None);
        };
        let element = decode(&command, &self.precision);
        if let Ok(element) = &element {
            self.precision.apply(element);
            match element {
                Element::Descriptor(Descriptor::DefaultsReplacement(bytes)) if !is_nested => self.unfold(bytes),
                Element::Delimiter(Delimiter::EndPicture | Delimiter::EndMetafile) => self.ended = true,
                _ => {}
            }
        }
        Ok(Some(Step { class: command.class, id: command.id, element }))
    }

    /// Unpacks the commands of a defaults replacement, up to a truncated one.
    fn unfold(&mut self, bytes: &[u8]) {
        let mut reader = CommandReader::new(bytes);
        while let Ok(Some(Command { class, id, params })) = reader.next() {
            self.nested.push_back(Command { class, id, params: params.into_owned().into() });
        }
    }

    /// The number of remaining pictures.
    pub(crate) fn count_rest(&mut self) -> u32 {
        let mut count = 0;
        while let Ok(Some(command)) = self.reader.next() {
            match (command.class, command.id) {
                (0, 2) => break,
                (0, 3) => count += 1,
                _ => {}
            }
        }
        count
    }
}
