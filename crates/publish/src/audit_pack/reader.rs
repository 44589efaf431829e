//! Packs that are read back, within limits: nothing is unpacked beyond the size that the reader asks for.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::{self, Read, Seek};

use zip::ZipArchive;
use zip::result::ZipError;

/// Files of a pack.
const MAX_FILES: usize = 1_000_000;
/// Bytes that are read at once.
const PIECE: usize = 1 << 20;

/// Why a pack cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    #[error("the file is no ZIP archive")]
    NotZip(#[source] ZipError),
    #[error("two files of the archive have the same name")]
    Duplicate,
    #[error("the archive has too many files")]
    TooMany,
    #[error("{name} cannot be read")]
    Read {
        name: String,
        #[source]
        source: io::Error,
    },
}

/// An archive that may be a pack.
pub struct PackReader<R> {
    zip: ZipArchive<R>,
}

impl<R> std::fmt::Debug for PackReader<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PackReader").finish_non_exhaustive()
    }
}

impl<R: Read + Seek> PackReader<R> {
    pub fn open(source: R) -> Result<Self, PackError> {
        let zip = ZipArchive::new(source).map_err(PackError::NotZip)?;
        // Programs differ in which of two files of one name they unpack.
        if zip.has_duplicate_names() {
            return Err(PackError::Duplicate);
        }
        if zip.len() > MAX_FILES {
            return Err(PackError::TooMany);
        }
        Ok(Self { zip })
    }

    /// The names of all files.
    pub fn names(&self) -> BTreeSet<String> {
        let unreadable = |_| "?".to_owned();
        self.zip.file_names().map(|name| name.map_or_else(unreadable, Cow::into_owned)).collect()
    }

    /// Passes the content of a file on, piece by piece; `None` where there is no such file. Gives the number of bytes, at
    /// most one more than `limit`.
    pub fn read(&mut self, name: &str, limit: u64, mut each: impl FnMut(&[u8])) -> Result<Option<u64>, PackError> {
        let failed = |source| PackError::Read { name: name.to_owned(), source };
        let file = match self.zip.by_name(name) {
            Err(ZipError::FileNotFound) => return Ok(None),
            file => file.map_err(|error| failed(io::Error::other(error)))?,
        };
        let mut file = file.take(limit.saturating_add(1));
        let mut piece = vec![0; PIECE];
        let mut total = 0;
        loop {
            let read = file.read(&mut piece).map_err(failed)?;
            if read == 0 {
                return Ok(Some(total));
            }
            total += read as u64;
            each(&piece[..read]);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::package::archive::ArchiveWriter;

    #[test]
    fn a_file_is_read_up_to_a_limit() {
        let mut writer = ArchiveWriter::new(Cursor::new(Vec::new()));
        writer.start("a.txt", 5).expect("begins");
        writer.write(b"hello").expect("writes");
        let bytes = writer.finish().expect("ends").into_inner();
        let mut pack = PackReader::open(Cursor::new(bytes)).expect("opens");
        assert_eq!(pack.names(), BTreeSet::from(["a.txt".to_owned()]));
        let mut content = Vec::new();
        assert_eq!(pack.read("a.txt", 10, |piece| content.extend_from_slice(piece)).expect("reads"), Some(5));
        assert_eq!(content, b"hello");
        assert_eq!(pack.read("a.txt", 2, |_| {}).expect("reads"), Some(3), "one byte tells that there is more");
        assert_eq!(pack.read("b.txt", 2, |_| {}).expect("reads"), None);
    }

    #[test]
    fn what_is_no_archive_is_refused() {
        assert!(matches!(PackReader::open(Cursor::new(b"text".to_vec())), Err(PackError::NotZip(_))));
    }
}
