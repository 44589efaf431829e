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
    #[error("programs may unpack other files of the archive than those that are checked")]
    Ambiguous,
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
        if zip.len() > MAX_FILES {
            return Err(PackError::TooMany);
        }
        let mut pack = Self { zip };
        // Programs differ in which of two files of one name they unpack. Two names that differ may read the same.
        if pack.zip.has_duplicate_names() || pack.names().len() != pack.zip.len() {
            return Err(PackError::Duplicate);
        }
        if !pack.is_plain() {
            return Err(PackError::Ambiguous);
        }
        Ok(pack)
    }

    /// Whether all programs find the same files: those that read the directory at the end, and those that read file by file.
    fn is_plain(&mut self) -> bool {
        let zip = &mut self.zip;
        if zip.offset() != 0 || !zip.comment().is_empty() || zip.validate_header_consistency().is_err() {
            return false;
        }
        (0..zip.len()).all(|index| {
            let file = zip.by_index_raw(index);
            file.is_ok_and(|file| file.extra_data().is_none_or(|fields| has_sizes_alone(&fields)))
        })
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

/// Whether the extra fields of a file have nothing but the sizes of a large one. Others may give it another name.
fn has_sizes_alone(mut fields: &[u8]) -> bool {
    const ZIP64: [u8; 2] = 1_u16.to_le_bytes();
    while let [a, b, low, high, rest @ ..] = fields {
        let Some(behind) = rest.get(usize::from(u16::from_le_bytes([*low, *high]))..) else { return false };
        if [*a, *b] != ZIP64 {
            return false;
        }
        fields = behind;
    }
    fields.is_empty()
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

    fn archive(names: &[&str]) -> Vec<u8> {
        let mut writer = ArchiveWriter::new(Cursor::new(Vec::new()));
        for name in names {
            writer.start(name, 5).expect("begins");
            writer.write(b"hello").expect("writes");
        }
        writer.finish().expect("ends").into_inner()
    }

    /// Replaces the first or every one of some bytes by others of the same number.
    fn forged(bytes: &[u8], old: &[u8], new: &[u8], times: usize) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..times {
            let place = bytes.windows(old.len()).position(|some| some == old).expect("it is there");
            bytes[place..place + new.len()].copy_from_slice(new);
        }
        bytes
    }

    #[test]
    fn two_spellings_of_one_name_are_refused() {
        let honest = archive(&["Prüfung.pdf", "Pr_fung.pdf"]);
        assert!(PackReader::open(Cursor::new(honest.clone())).is_ok());
        // The first name is written in UTF-8. The second is in the old alphabet of ZIP files now, and reads the same.
        let forged = forged(&honest, b"Pr_fung.pdf", b"Pr\x81fung.pdf", 2);
        assert!(matches!(PackReader::open(Cursor::new(forged)), Err(PackError::Duplicate)));
    }

    #[test]
    fn an_archive_that_programs_read_differently_is_refused() {
        let honest = archive(&["a.txt"]);
        let refused = |bytes: Vec<u8>| matches!(PackReader::open(Cursor::new(bytes)), Err(PackError::Ambiguous));
        assert!(!refused(honest.clone()));
        assert!(refused(forged(&honest, b"a.txt", b"b.txt", 1)), "another name before the file than in the directory");
        assert!(refused([b"before".as_slice(), &honest].concat()), "something before it");
        let mut commented = zip::ZipWriter::new_append(Cursor::new(honest)).expect("opens");
        commented.set_comment("Read me").expect("a comment");
        assert!(refused(commented.finish().expect("ends").into_inner()), "a comment");
    }

    #[test]
    fn extra_fields_have_sizes_alone() {
        assert!(has_sizes_alone(&[]));
        assert!(has_sizes_alone(&[1, 0, 2, 0, 9, 9]));
        assert!(!has_sizes_alone(&[1, 0, 0, 0, 0x75, 0x70, 1, 0, 1]), "another name");
        assert!(!has_sizes_alone(&[1, 0, 9, 0, 1]), "cut");
        assert!(!has_sizes_alone(&[1]));
    }

    #[test]
    fn what_is_no_archive_is_refused() {
        assert!(matches!(PackReader::open(Cursor::new(b"text".to_vec())), Err(PackError::NotZip(_))));
    }
}
