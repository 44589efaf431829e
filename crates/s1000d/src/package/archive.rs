//! A ZIP archive from outside: which of its entries may be read, and their bytes.
//!
//! Nothing is unpacked to disk. Names, counts and declared sizes are judged from
//! the directory before any entry is read; an entry is read on demand and never
//! beyond what was declared, so memory stays bounded however many there are.

mod names;
mod shared;

use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use domain::finding::{Finding, Rule, Severity};
use zip::result::ZipError;
use zip::{HasZipMetadata, ZipArchive};

pub use shared::SharedFile;

/// The limits of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    pub entries: usize,
    /// Unpacked bytes of one entry.
    pub entry_bytes: u64,
    /// Unpacked bytes of all entries.
    pub total_bytes: u64,
    /// Unpacked bytes for one packed byte, for entries that are not small.
    pub ratio: u64,
    /// Folders above a file.
    pub depth: usize,
    pub name_bytes: usize,
}

impl Limits {
    /// Small files may be as regular as they like: they cannot fill a disk.
    const RATIO_FROM: u64 = 4 << 20;
}

impl Default for Limits {
    fn default() -> Self {
        Self { entries: 300_000, entry_bytes: 512 << 20, total_bytes: 32 << 30, ratio: 200, depth: 16, name_bytes: 512 }
    }
}

/// The bytes of an archive; every thread has a clone with a position of its own.
pub trait Source: Read + Seek + Clone + Send + Sync {}

impl<R: Read + Seek + Clone + Send + Sync> Source for R {}

/// One file of the archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its place in the archive's directory.
    index: usize,
    /// Path with `/`, relative and safe.
    pub name: Box<str>,
    /// Unpacked bytes as declared; reading refuses more.
    pub size: u64,
}

impl Entry {
    /// The name without folders.
    pub fn file_name(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or_default()
    }
}

/// An opened archive: its files in the order of their names.
pub struct Archive<R> {
    zip: ZipArchive<Budgeted<R>>,
    entries: Vec<Entry>,
    limits: Limits,
}

impl<R: Source> Archive<R> {
    /// Reads the directory. Entries that may not be read are left out and reported;
    /// without a readable directory there is no archive at all.
    pub fn open(mut source: R, limits: &Limits) -> (Option<Self>, Vec<Finding>) {
        let begins_as_zip = begins_as_zip(&mut source);
        // A real directory needs about 150 bytes an entry.
        let budget = Arc::new(AtomicU64::new((limits.entries as u64).saturating_mul(160).saturating_add(4 << 20)));
        let zip = match ZipArchive::new(Budgeted { inner: source, left: Arc::clone(&budget) }) {
            Ok(zip) => zip,
            Err(_) if budget.load(Ordering::Relaxed) == 0 => {
                let limit = limits.entries.to_string();
                return (None, vec![Finding::new(Rule::ArchiveTooMany).with("limit", limit)]);
            }
            Err(_) if begins_as_zip => return (None, vec![Finding::new(Rule::ArchiveTruncated)]),
            Err(_) => return (None, vec![Finding::new(Rule::ArchiveUnreadable)]),
        };
        budget.store(u64::MAX, Ordering::Relaxed);
        let mut archive = Self { zip, entries: Vec::new(), limits: limits.clone() };
        let findings = archive.judge();
        (Some(archive), findings)
    }

    /// The files that may be read, in the order of their names.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// A reader for one thread.
    pub fn reader(&self) -> Reader<'_, R> {
        Reader { zip: self.zip.clone(), limits: &self.limits }
    }

    fn judge(&mut self) -> Vec<Finding> {
        let mut findings = Vec::new();
        if self.zip.len() > self.limits.entries {
            let limit = self.limits.entries.to_string();
            return vec![Finding::new(Rule::ArchiveTooMany).with("limit", limit)];
        }
        let mut total = 0_u64;
        for index in 0..self.zip.len() {
            match self.judge_entry(index) {
                Ok(Some(entry)) => {
                    total = total.saturating_add(entry.size);
                    self.entries.push(entry);
                }
                Ok(None) => {}
                Err(finding) => findings.push(finding),
            }
        }
        if total > self.limits.total_bytes {
            self.entries.clear();
            findings.push(Finding::new(Rule::ArchiveTooLarge).with("limit", mebibytes(self.limits.total_bytes)));
        }
        self.entries.sort_by(|a, b| a.name.cmp(&b.name));
        self.refuse_case_twins(&mut findings);
        if self.zip.has_duplicate_names() {
            findings.extend(self.repeated_names());
        }
        if self.entries.is_empty() && findings.iter().all(|finding| finding.severity == Severity::Info) {
            findings.push(Finding::new(Rule::ArchiveEmpty));
        }
        findings
    }

    /// One entry of the directory; `None` for folders.
    fn judge_entry(&self, index: usize) -> Result<Option<Entry>, Finding> {
        let damaged = |error: &ZipError| {
            Finding::new(Rule::EntryDamaged).in_file(format!("#{index}")).with("message", error.to_string())
        };
        let name = match self.zip.name_for_index(index) {
            Some(name) => name.map_err(|error| damaged(&error))?,
            None => return Ok(None),
        };
        let found = |rule: Rule| Finding::new(rule).in_file(names::printable(&name));
        if !names::is_safe(&name, &self.limits) {
            return Err(found(Rule::EntryNameUnsafe).with("depth", self.limits.depth.to_string()));
        }
        if name.ends_with('/') {
            return Ok(None);
        }
        let entry = self.zip.by_index_data(index).map_err(|error| damaged(&error))?;
        let metadata = entry.get_metadata();
        if names::is_junk(&name) {
            return Err(found(Rule::FileJunk));
        }
        if metadata.external_attributes >> 16 & 0o170_000 == 0o120_000 {
            return Err(found(Rule::EntryLink));
        }
        if metadata.is_encrypted() {
            return Err(found(Rule::EntryEncrypted));
        }
        let (size, packed) = (metadata.uncompressed_size, metadata.compressed_size);
        if size > self.limits.entry_bytes {
            return Err(found(Rule::EntryTooLarge).with("limit", mebibytes(self.limits.entry_bytes)));
        }
        if size > Limits::RATIO_FROM && size / packed.max(1) >= self.limits.ratio {
            return Err(found(Rule::EntryRatio).with("limit", self.limits.ratio.to_string()));
        }
        Ok(Some(Entry { index, name: name.into(), size }))
    }

    /// Files that a file system without case would lay over each other are both refused: neither is the right one.
    fn refuse_case_twins(&mut self, findings: &mut Vec<Finding>) {
        let mut folded: Vec<(String, usize)> =
            self.entries.iter().enumerate().map(|(place, entry)| (entry.name.to_lowercase(), place)).collect();
        folded.sort();
        let mut twins = Vec::new();
        for pair in folded.windows(2) {
            if pair[0].0 == pair[1].0 {
                let (one, other) = (&self.entries[pair[0].1].name, &self.entries[pair[1].1].name);
                findings.push(Finding::new(Rule::EntryNameCase).in_file(&**one).with("other", &**other));
                twins.extend([pair[0].1, pair[1].1]);
            }
        }
        twins.sort_unstable();
        let mut place = 0;
        self.entries.retain(|_| {
            place += 1;
            twins.binary_search(&(place - 1)).is_err()
        });
    }

    /// The names that stand in the directory more than once, which the `zip` crate folds into one.
    fn repeated_names(&mut self) -> Vec<Finding> {
        let start = self.zip.central_directory_start();
        let mut source = self.zip.clone().into_inner();
        let repeated = names::repeated(&mut source, start, self.limits.entries.saturating_mul(2)).unwrap_or_default();
        self.entries.retain(|entry| !repeated.contains(&*entry.name));
        repeated.iter().map(|name| Finding::new(Rule::EntryNameTwice).in_file(names::printable(name))).collect()
    }
}

impl<R> fmt::Debug for Archive<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Archive").field("entries", &self.entries.len()).finish_non_exhaustive()
    }
}

fn mebibytes(bytes: u64) -> String {
    (bytes >> 20).to_string()
}

fn begins_as_zip(source: &mut impl Source) -> bool {
    let mut magic = [0; 4];
    let read = source.seek(SeekFrom::Start(0)).and_then(|_| source.read_exact(&mut magic));
    read.is_ok() && magic == *b"PK\x03\x04"
}

/// Reads entries, one after the other.
pub struct Reader<'a, R> {
    zip: ZipArchive<Budgeted<R>>,
    limits: &'a Limits,
}

impl<R> fmt::Debug for Reader<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader").finish_non_exhaustive()
    }
}

impl<R: Source> Reader<'_, R> {
    /// The whole content of an entry.
    pub fn read(&mut self, entry: &Entry) -> Result<Vec<u8>, Finding> {
        // The ratio was judged, so that what is set aside here is bounded by what was sent.
        let mut bytes = Vec::with_capacity(usize::try_from(entry.size).unwrap_or_default());
        self.pass(entry, |piece| bytes.extend_from_slice(piece))?;
        Ok(bytes)
    }

    /// Passes an entry's content on piece by piece, and checks its length and checksum.
    pub fn pass(&mut self, entry: &Entry, mut take: impl FnMut(&[u8])) -> Result<(), Finding> {
        let damaged = |message: String| Finding::new(Rule::EntryDamaged).in_file(&*entry.name).with("message", message);
        debug_assert!(entry.size <= self.limits.entry_bytes);
        let file = self.zip.by_index(entry.index).map_err(|error| damaged(error.to_string()))?;
        let mut file = file.take(entry.size.saturating_add(1));
        let mut buffer = [0; 16 << 10];
        let mut total = 0_u64;
        loop {
            let count = match file.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(damaged(error.to_string())),
            };
            total += count as u64;
            take(&buffer[..count]);
        }
        if total == entry.size {
            return Ok(());
        }
        Err(damaged(format!("{} bytes were declared, {total} or more are there", entry.size)))
    }
}

/// A source that fails once more has been read than a real directory holds.
#[derive(Debug, Clone)]
struct Budgeted<R> {
    inner: R,
    left: Arc<AtomicU64>,
}

impl<R: Read> Read for Budgeted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.left.load(Ordering::Relaxed);
        if left == u64::MAX {
            return self.inner.read(buffer);
        }
        let count = self.inner.read(buffer)?;
        self.left.store(left.saturating_sub(count as u64), Ordering::Relaxed);
        if left < count as u64 { Err(io::Error::other("the directory is too large")) } else { Ok(count) }
    }
}

impl<R: Seek> Seek for Budgeted<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.inner.seek(to)
    }
}
