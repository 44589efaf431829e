//! ZIP archives that depend on their files alone: no time of day, no user, one level of compression.

use std::io::{Cursor, Read, Seek, Write};

use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipWriter};

pub use zip::ZipArchive;

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

/// Files above this size that unpack to far more than they take are refused by readers, which fear for their disks.
const RATIO_FROM: u64 = 4 << 20;
/// Unpacked bytes for one packed byte that readers accept, with a margin.
const MAX_RATIO: u64 = 100;
/// Larger files are not held in memory to be compressed apart. They are stored as they are.
const MAX_HELD: u64 = 32 << 20;

/// How a file is packed, and at which level; none for the usual one.
pub(crate) type PackMethod = (CompressionMethod, Option<i64>);

pub(crate) const STORED: PackMethod = (CompressionMethod::Stored, None);

/// Whether a file of this size can be taken over from an earlier archive.
pub fn is_copied(size: u64) -> bool {
    size <= MAX_HELD
}

/// An archive that is written file by file, in pieces. Files are compressed apart or taken over from an earlier archive
/// as they were compressed there; both ways give the same bytes.
pub struct ArchiveWriter<W: Write + Seek> {
    zip: ZipWriter<W>,
    /// A file until it is whole.
    held: Option<HeldFile>,
}

struct HeldFile {
    name: String,
    bytes: Vec<u8>,
}

impl<W: Write + Seek> std::fmt::Debug for ArchiveWriter<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ArchiveWriter").finish_non_exhaustive()
    }
}

impl<W: Write + Seek> ArchiveWriter<W> {
    pub fn new(inner: W) -> Self {
        Self { zip: ZipWriter::new(inner), held: None }
    }

    /// Begins a file of this size.
    pub fn start(&mut self, name: &str, size: u64) -> Result<(), ArchiveError> {
        self.write_held()?;
        if !is_copied(size) {
            return Ok(self.zip.start_file(name, options(size, STORED))?);
        }
        let room = usize::try_from(size).unwrap_or_default();
        self.held = Some(HeldFile { name: name.to_owned(), bytes: Vec::with_capacity(room) });
        Ok(())
    }

    /// Appends to the file that was begun.
    pub fn write(&mut self, piece: &[u8]) -> Result<(), ArchiveError> {
        if let Some(held) = &mut self.held {
            held.bytes.extend_from_slice(piece);
            return Ok(());
        }
        Ok(self.zip.write_all(piece).map_err(ZipError::Io)?)
    }

    /// Takes a file over from an earlier archive that was written like this one.
    pub fn copy<R: Read + Seek>(&mut self, from: &mut ZipArchive<R>, name: &str) -> Result<(), ArchiveError> {
        self.write_held()?;
        let file = from.by_name_raw(name.as_bytes())?;
        Ok(self.zip.raw_copy_file(file)?)
    }

    /// Writes the directory.
    pub fn finish(mut self) -> Result<W, ArchiveError> {
        self.write_held()?;
        Ok(self.zip.finish()?)
    }

    fn write_held(&mut self) -> Result<(), ArchiveError> {
        let Some(HeldFile { name, bytes }) = self.held.take() else { return Ok(()) };
        let mut archive = ZipArchive::new(Cursor::new(compressed(&name, &bytes)?))?;
        let file = archive.by_index_raw(0)?;
        Ok(self.zip.raw_copy_file(file)?)
    }
}

/// An archive with one file: deflated, unless that would only cost time, or readers would refuse it then.
fn compressed(name: &str, bytes: &[u8]) -> Result<Vec<u8>, ArchiveError> {
    let size = bytes.len() as u64;
    if !is_compressed(name) {
        let deflated = single(name, bytes, (CompressionMethod::Deflated, None))?;
        let is_bomb = size > RATIO_FROM && size / (deflated.len() as u64).max(1) >= MAX_RATIO;
        if !is_bomb {
            return Ok(deflated);
        }
    }
    single(name, bytes, STORED)
}

/// An archive with one file.
pub(crate) fn single(name: &str, bytes: &[u8], method: PackMethod) -> Result<Vec<u8>, ArchiveError> {
    // A picture that is stored would otherwise take twice its room while the list grows.
    let room = if method == STORED { bytes.len() + 1_000 } else { 0 };
    let mut zip = ZipWriter::new(Cursor::new(Vec::with_capacity(room)));
    zip.start_file(name, options(bytes.len() as u64, method))?;
    zip.write_all(bytes).map_err(ZipError::Io)?;
    Ok(zip.finish()?.into_inner())
}

/// The options of a file of this size, which depend on nothing else.
pub(crate) fn options(size: u64, (method, level): PackMethod) -> SimpleFileOptions {
    SimpleFileOptions::default()
        .compression_method(method)
        .compression_level(level)
        .last_modified_time(DateTime::DEFAULT)
        .system(System::Unix)
        .unix_permissions(0o644)
        // With a margin: a deflated file can be longer than its content.
        .large_file(size >= u64::from(u32::MAX) / 2)
}

/// Whether deflating such a file would only cost time.
pub(crate) fn is_compressed(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    matches!(ending.as_deref(), Some("png" | "jpg" | "jpeg" | "gif" | "mp4" | "mp3" | "webm" | "zip" | "svgz"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ArchiveWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            writer.start(name, bytes.len() as u64).expect("a name");
            for piece in bytes.chunks(1_000) {
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

    #[test]
    fn a_copied_file_has_the_bytes_of_one_that_was_compressed_anew() {
        let text = "<para>Open the panel.</para>".repeat(300);
        let files: [(&str, &[u8]); 3] = [("A.XML", text.as_bytes()), ("B.PNG", b"picture"), ("C.XML", b"")];
        let first = archive(&files);
        let mut earlier = ZipArchive::new(Cursor::new(first.clone())).expect("an archive");
        let mut writer = ArchiveWriter::new(Cursor::new(Vec::new()));
        writer.copy(&mut earlier, "A.XML").expect("copied");
        writer.start("B.PNG", 7).expect("a name");
        writer.write(b"picture").expect("in memory");
        writer.copy(&mut earlier, "C.XML").expect("copied");
        assert!(writer.copy(&mut earlier, "D.XML").is_err(), "there is no such file");
        assert_eq!(writer.finish().expect("an archive").into_inner(), first);
    }

    #[test]
    fn a_large_file_that_compresses_too_well_is_stored() {
        let blank = vec![0_u8; 5 << 20];
        // No byte follows from those before it, but one in eight bits is always 0.
        let mut state = 1_u32;
        let noise: Vec<u8> = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0] & 0x7f
        })
        .take(5 << 20)
        .collect();
        let files: [(&str, &[u8]); 3] = [("A.TIF", &blank), ("B.TIF", &noise), ("C.XML", b"<c/>")];
        let mut read = ZipArchive::new(Cursor::new(archive(&files))).expect("an archive");
        let mut entry_at = |place: usize| {
            let entry = read.by_index(place).expect("an entry");
            (entry.name().expect("UTF-8").into_owned(), entry.size(), entry.compressed_size() < entry.size())
        };
        assert_eq!(entry_at(0), ("A.TIF".to_owned(), 5 << 20, false));
        assert_eq!(entry_at(1), ("B.TIF".to_owned(), 5 << 20, true));
        assert_eq!(entry_at(2).0, "C.XML");
    }
}
