//! The archive of a site. Each file is compressed apart, so that several can be at once, or is taken over from an
//! earlier site as it was compressed there. Both ways give the same bytes.

use std::io::{Cursor, Read, Seek, Write};

use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::package::archive::{ArchiveError, PackMethod, STORED, is_compressed, options, single};

/// Pages compress to a fifth at the lowest levels already; higher ones cost as much as drawing.
const LEVEL: i64 = 2;

fn method(name: &str) -> PackMethod {
    if is_compressed(name) { STORED } else { (CompressionMethod::Deflated, Some(LEVEL)) }
}

/// An archive with one file, for [`SiteWriter::add`].
pub fn compress(name: &str, bytes: &[u8]) -> Result<Vec<u8>, ArchiveError> {
    single(name, bytes, method(name))
}

/// The same for a film or a document, which comes in pieces and goes into a file.
pub struct LargeSiteFile<W: Write + Seek> {
    zip: ZipWriter<W>,
}

impl<W: Write + Seek> std::fmt::Debug for LargeSiteFile<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LargeSiteFile").finish_non_exhaustive()
    }
}

impl<W: Read + Write + Seek> LargeSiteFile<W> {
    pub fn start(file: W, name: &str, size: u64) -> Result<Self, ArchiveError> {
        let mut zip = ZipWriter::new(file);
        zip.start_file(name, options(size, method(name)))?;
        Ok(Self { zip })
    }

    pub fn write(&mut self, piece: &[u8]) -> Result<(), ArchiveError> {
        Ok(self.zip.write_all(piece).map_err(ZipError::Io)?)
    }

    /// The archive, for [`SiteWriter::copy`].
    pub fn finish(self) -> Result<ZipArchive<W>, ArchiveError> {
        Ok(ZipArchive::new(self.zip.finish()?)?)
    }
}

/// Writes the archive of a site.
pub struct SiteWriter<W: Write + Seek> {
    zip: ZipWriter<W>,
}

impl<W: Write + Seek> std::fmt::Debug for SiteWriter<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SiteWriter").finish_non_exhaustive()
    }
}

impl<W: Write + Seek> SiteWriter<W> {
    pub fn new(inner: W) -> Self {
        Self { zip: ZipWriter::new(inner) }
    }

    /// Adds the file of an archive that [`compress`] made.
    pub fn add(&mut self, compressed: Vec<u8>) -> Result<(), ArchiveError> {
        let mut archive = ZipArchive::new(Cursor::new(compressed))?;
        let file = archive.by_index_raw(0)?;
        Ok(self.zip.raw_copy_file(file)?)
    }

    /// Takes a file over from another archive.
    pub fn copy<R: Read + Seek>(&mut self, from: &mut ZipArchive<R>, name: &str) -> Result<(), ArchiveError> {
        let file = from.by_name_raw(name.as_bytes())?;
        Ok(self.zip.raw_copy_file(file)?)
    }

    /// Writes the directory.
    pub fn finish(self) -> Result<W, ArchiveError> {
        Ok(self.zip.finish()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = SiteWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            writer.add(compress(name, bytes).expect("compressed")).expect("added");
        }
        writer.finish().expect("an archive").into_inner()
    }

    #[test]
    fn a_copied_file_has_the_bytes_of_one_that_was_compressed_anew() {
        let page = "<p>text</p>".repeat(500);
        let files: [(&str, &[u8]); 3] =
            [("modules/a.html", page.as_bytes()), ("pictures/b.png", b"picture"), ("data/c.js", b"x")];
        let first = archive(&files);
        let mut earlier = ZipArchive::new(Cursor::new(first.clone())).expect("an archive");
        let mut writer = SiteWriter::new(Cursor::new(Vec::new()));
        writer.copy(&mut earlier, "modules/a.html").expect("copied");
        writer.add(compress("pictures/b.png", b"picture").expect("compressed")).expect("added");
        writer.copy(&mut earlier, "data/c.js").expect("copied");
        assert!(writer.copy(&mut earlier, "data/d.js").is_err(), "there is no such file");
        let second = writer.finish().expect("an archive").into_inner();
        assert_eq!(first, second);
    }

    #[test]
    fn a_file_that_comes_in_pieces_has_the_bytes_of_one_that_comes_whole() {
        let film = b"0123456789".repeat(1_000);
        let mut large =
            LargeSiteFile::start(Cursor::new(Vec::new()), "pictures/a.mp4", film.len() as u64).expect("started");
        for piece in film.chunks(777) {
            large.write(piece).expect("written");
        }
        let mut writer = SiteWriter::new(Cursor::new(Vec::new()));
        writer.copy(&mut large.finish().expect("an archive"), "pictures/a.mp4").expect("copied");
        let copied = writer.finish().expect("an archive").into_inner();
        assert_eq!(copied, archive(&[("pictures/a.mp4", &film)]));
    }
}
