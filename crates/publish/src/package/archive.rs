//! ZIP archives that depend on their files alone: no time of day, no user, one level of compression.

use std::io::{Seek, Write};

use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipWriter};

/// The archive could not be written.
#[derive(Debug, thiserror::Error)]
#[error("the archive could not be written")]
pub struct ArchiveError(#[from] ZipError);

impl ArchiveError {
    /// The error of the file that is written to.
    pub fn into_io(self) -> std::io::Error {
        match self.0 {
            ZipError::Io(error) => error,
            other => std::io::Error::other(other),
        }
    }
}

/// An archive that is written file by file, in pieces.
pub struct ArchiveWriter<W: Write + Seek> {
    zip: ZipWriter<W>,
}

impl<W: Write + Seek> std::fmt::Debug for ArchiveWriter<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ArchiveWriter").finish_non_exhaustive()
    }
}

impl<W: Write + Seek> ArchiveWriter<W> {
    pub fn new(inner: W) -> Self {
        Self { zip: ZipWriter::new(inner) }
    }

    /// Begins a file of this size.
    pub fn start(&mut self, name: &str, size: u64) -> Result<(), ArchiveError> {
        let method = if is_compressed(name) { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(DateTime::DEFAULT)
            .system(System::Unix)
            .unix_permissions(0o644)
            // With a margin: a deflated file can be longer than its content.
            .large_file(size >= u64::from(u32::MAX) / 2);
        Ok(self.zip.start_file(name, options)?)
    }

    /// Appends to the file that was begun.
    pub fn write(&mut self, piece: &[u8]) -> Result<(), ArchiveError> {
        Ok(self.zip.write_all(piece).map_err(ZipError::Io)?)
    }

    /// Writes the directory.
    pub fn finish(self) -> Result<W, ArchiveError> {
        Ok(self.zip.finish()?)
    }
}

/// Whether deflating such a file would only cost time.
fn is_compressed(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    matches!(ending.as_deref(), Some("png" | "jpg" | "jpeg" | "gif" | "mp4" | "mp3" | "webm" | "zip" | "svgz"))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ArchiveWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            writer.start(name, bytes.len() as u64).expect("a name");
            for piece in bytes.chunks(7) {
                writer.write(piece).expect("in memory");
            }
        }
        writer.finish().expect("an archive").into_inner()
    }

    #[test]
    fn the_same_files_give_the_same_bytes() {
        let files: [(&str, &[u8]); 2] = [("A.XML", b"<a>text text text</a>"), ("B.PNG", b"picture")];
        let first = archive(&files);
        assert_eq!(first, archive(&files));
        assert!(first.windows(7).any(|bytes| bytes == b"picture"), "pictures are stored as they are");
        assert_ne!(first, archive(&files[..1]));
    }
}
