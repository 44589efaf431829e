//! One open file, read by several threads at once.

use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::FileExt;
use std::sync::Arc;

/// A file whose clones each have a place of their own. The caller opens it.
#[derive(Debug)]
pub struct SharedFile<F> {
    file: Arc<F>,
    length: u64,
    place: u64,
}

impl<F: FileExt + Seek> SharedFile<F> {
    /// Takes a file that does not change while it is read.
    pub fn new(mut file: F) -> io::Result<Self> {
        let length = file.seek(SeekFrom::End(0))?;
        Ok(Self { file: Arc::new(file), length, place: 0 })
    }
}

impl<F> Clone for SharedFile<F> {
    fn clone(&self) -> Self {
        Self { file: Arc::clone(&self.file), length: self.length, place: self.place }
    }
}

impl<F: FileExt> Read for SharedFile<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read_at(buffer, self.place)?;
        self.place += count as u64;
        Ok(count)
    }
}

impl<F> Seek for SharedFile<F> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let place = match to {
            SeekFrom::Start(place) => Some(place),
            SeekFrom::End(offset) => self.length.checked_add_signed(offset),
            SeekFrom::Current(offset) => self.place.checked_add_signed(offset),
        };
        self.place = place.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.place)
    }
}
