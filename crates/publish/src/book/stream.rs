//! A book written piece by piece: the description of a large manual does not fit into the memory of a server.

use std::io::{self, Write};

use super::assemble::BookBuilder;
use super::model::Book;

/// Writes the entries of a book as they are made.
#[derive(Debug)]
pub struct BookStream<'a, W> {
    /// Makes the entries; add sections and modules here, and then call [`BookStream::flush`].
    pub builder: BookBuilder<'a>,
    out: W,
    is_first: bool,
}

impl<'a, W: Write> BookStream<'a, W> {
    pub fn begin(builder: BookBuilder<'a>, mut out: W) -> io::Result<Self> {
        out.write_all(b"{\"entries\":[")?;
        Ok(Self { builder, out, is_first: true })
    }

    /// The writer, with what was flushed so far.
    pub fn written(&self) -> &W {
        &self.out
    }

    /// Writes what was added.
    pub fn flush(&mut self) -> io::Result<()> {
        for entry in self.builder.take_entries() {
            if !std::mem::replace(&mut self.is_first, false) {
                self.out.write_all(b",")?;
            }
            serde_json::to_writer(&mut self.out, &entry)?;
        }
        Ok(())
    }

    /// Writes the rest; front matter comes last, since modules add to it.
    pub fn finish(mut self) -> io::Result<W> {
        self.flush()?;
        let Self { builder, mut out, .. } = self;
        let Book { format, head, front, entries: _ } = builder.finish();
        out.write_all(b"],\"format\":")?;
        serde_json::to_writer(&mut out, &format)?;
        out.write_all(b",\"front\":")?;
        serde_json::to_writer(&mut out, &front)?;
        out.write_all(b",\"head\":")?;
        serde_json::to_writer(&mut out, &head)?;
        out.write_all(b"}")?;
        out.flush()?;
        Ok(out)
    }
}
