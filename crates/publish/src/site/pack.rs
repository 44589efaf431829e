//! The archive of a site. Each file is compressed apart, so that several can be at once, or is taken over from an
//! earlier site as it was compressed there. Both ways give the same bytes.

use std::io::{Cursor, Read, Seek, Write};

use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipArchive, ZipWriter};

use crate::package::archive::{ArchiveError, is_compressed};

/// Pages compress to a fifth at the lowest levels already; higher ones cost as much as drawing.
const LEVEL: i64 = 2;

/// An archive with one file, for [`SiteWriter::add`].
pub fn compress(name: &str, bytes: &[u8]) -> Result<Vec<u8>, ArchiveError> {
    let (method, level) = if is_compressed(name) {
        (CompressionMethod::Stored, None)
    } else {
        (CompressionMethod::Deflated, Some(LEVEL))
    };
    let options = SimpleFileOptions::default()
        .compression_method(method)
        .compression_level(level)
        .last_modified_time(DateTime::DEFAULT)
        .system(System::Unix)
        .unix_permissions(0o644)
        .large_file(bytes.len() as u64 >= u64::from(u32::MAX) / 2);
    // A film that is stored would otherwise take twice its room while the list grows.
    let room = if method == CompressionMethod::Stored { bytes.len() + 1_000 } else { 0 };
    let mut zip = ZipWriter::new(Cursor::new(Vec::with_capacity(room)));
    zip.start_file(name, options)?;
    zip.write_all(bytes).map_err(ZipError::Io)?;
    Ok(zip.finish()?.into_inner())
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
}
