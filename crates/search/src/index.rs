//! The index folder: opening, and replacing it with a rebuilt one.

#[cfg(test)]
mod tests;
mod writer;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};
use tantivy::indexer::{IndexWriterOptions, LogMergePolicy};
use tantivy::schema::Value;
use tantivy::store::Compressor;
use tantivy::{IndexReader, IndexSettings, ReloadPolicy, Searcher, TantivyDocument};
use zstd::bulk::Decompressor;

use crate::blocks;
use crate::dictionary::TextDictionary;
use crate::error::SearchError;
use crate::schema::{FORMAT, Fields};
use crate::scope::Segments;
use crate::sets::VersionSet;
use crate::words;

pub use self::writer::DocumentWriter;

/// Memory budget of Tantivy's own writer, the smallest that it accepts; it gets no documents and takes none of it.
const WRITER_MEMORY: usize = 15 << 20;
/// Decompressed text blocks cached per segment.
const KEPT_PIECES: usize = 8;
/// Bytes of stored values read together; the text in them is compressed by document.
const BLOCK: usize = 8 << 10;
/// The file that names the active folder.
const CURRENT: &str = "current";

/// The payload of a commit.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
// An index of another version, which named its dictionary otherwise, is rebuilt.
#[serde(deny_unknown_fields)]
struct Payload {
    /// The number of the last change it contains.
    seq: i64,
    /// The checksum of the dictionary of its texts.
    dictionary: Option<u32>,
}

/// An open index; cheap to clone.
#[derive(Clone)]
pub struct Index(Arc<IndexInner>);

struct IndexInner {
    folder: PathBuf,
    fields: Fields,
    index: tantivy::Index,
    reader: IndexReader,
    segments: Segments,
    /// Made of the first texts.
    dictionary: OnceLock<TextDictionary>,
}

impl fmt::Debug for Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Index").field("folder", &self.0.folder).finish_non_exhaustive()
    }
}

impl Index {
    /// Opens the index in a root folder; `None` when there is none of the current format.
    pub fn open(root: &Path) -> Result<Option<Self>, SearchError> {
        let name = match std::fs::read_to_string(root.join(CURRENT)) {
            Ok(name) => name,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let Some(number) = generation(&name) else { return Ok(None) };
        let folder = root.join(folder_name(number));
        let opened = Self::of(tantivy::Index::open_in_dir(&folder)?, folder)?;
        Ok(opened.filter(|index| index.payload().is_ok_and(|payload| payload.is_some())))
    }

    /// Creates an index next to the active one; invisible until [`Self::activate`].
    pub fn create(root: &Path) -> Result<Self, SearchError> {
        std::fs::create_dir_all(root)?;
        let taken = generations(root)?.into_iter().max().unwrap_or(0);
        let folder = root.join(folder_name(taken + 1));
        std::fs::create_dir_all(&folder)?;
        let settings = IndexSettings {
            docstore_compression: Compressor::Lz4,
            docstore_blocksize: BLOCK,
            ..IndexSettings::default()
        };
        let index = tantivy::Index::builder().schema(Fields::new().schema).settings(settings).create_in_dir(&folder)?;
        let damaged = || std::io::Error::other("an index that was just made has another form");
        Ok(Self::of(index, folder)?.ok_or_else(damaged)?)
    }

    fn of(index: tantivy::Index, folder: PathBuf) -> Result<Option<Self>, SearchError> {
        let fields = Fields::new();
        if index.schema() != fields.schema {
            return Ok(None);
        }
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .doc_store_cache_num_blocks(KEPT_PIECES)
            .try_into()?;
        // An index with an unreadable dictionary is rebuilt. A file that no commit names is not used.
        let named = payload_of(&index)?.and_then(|payload| payload.dictionary);
        let dictionary = match named.map(|checksum| TextDictionary::load(&folder, checksum)) {
            Some(Ok(dictionary)) => OnceLock::from(dictionary),
            Some(Err(_)) => return Ok(None),
            None => OnceLock::new(),
        };
        let segments = Segments::default();
        Ok(Some(Self(Arc::new(IndexInner { folder, fields, index, reader, segments, dictionary }))))
    }

    /// Makes this the active index and removes all others.
    pub fn activate(&self, root: &Path) -> Result<(), SearchError> {
        let name = self.0.folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let draft = root.join("current.new");
        std::fs::write(&draft, &name)?;
        std::fs::File::open(&draft)?.sync_all()?;
        std::fs::rename(&draft, root.join(CURRENT))?;
        sweep(root, &name)
    }

    /// The number of the last change in the index.
    pub fn at(&self) -> Result<i64, SearchError> {
        Ok(self.payload()?.map_or(0, |payload| payload.seq))
    }

    fn payload(&self) -> Result<Option<Payload>, SearchError> {
        payload_of(&self.0.index)
    }

    /// The versions in the index.
    pub fn versions(&self) -> Result<VersionSet, SearchError> {
        let searcher = self.searcher();
        let mut all = Vec::new();
        for reader in searcher.segment_readers() {
            let segment = self.0.segments.of(reader)?;
            let alive = reader.alive_bitset();
            let living =
                (0..).zip(segment.versions()).filter(|(doc, _)| alive.is_none_or(|alive| alive.is_alive(*doc)));
            all.extend(living.map(|(_, version)| version));
        }
        Ok(all.into_iter().collect())
    }

    /// Both are the same open index, not one that was opened or rebuilt separately.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    pub fn documents(&self) -> u64 {
        self.searcher().num_docs()
    }

    /// Size on disk, in bytes.
    pub fn size(&self) -> Result<u64, SearchError> {
        let mut size = 0;
        let entries = match std::fs::read_dir(&self.0.folder) {
            // A rebuilt index replaced this folder while it was in use.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(0),
            entries => entries?,
        };
        for entry in entries {
            // A merge may delete a file meanwhile.
            size += entry?.metadata().map_or(0, |metadata| metadata.len());
        }
        Ok(size)
    }

    /// Verifies the checksums of all files; `false` when one is damaged.
    pub fn has_valid_checksums(&self) -> Result<bool, SearchError> {
        Ok(self.0.index.validate_checksum()?.is_empty())
    }

    /// Loads the Chinese dictionary, if the index contains Chinese. It takes a moment and about 70 MB.
    pub fn warm(&self) -> Result<(), SearchError> {
        if self.has_chinese()? {
            words::warm();
        }
        Ok(())
    }

    fn has_chinese(&self) -> Result<bool, SearchError> {
        let (first, last) = (words::CHINESE.0.to_string(), words::CHINESE.1.to_string());
        for reader in self.searcher().segment_readers() {
            let index = reader.inverted_index(self.0.fields.body)?;
            let mut terms = index.terms().range().ge(&first).le(&last).into_stream()?;
            while terms.advance() {
                let word = std::str::from_utf8(terms.key()).unwrap_or_default();
                if word.chars().next().is_some_and(words::is_chinese) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Opens the writer; there is one at a time.
    pub fn writer(&self) -> Result<DocumentWriter, SearchError> {
        let options = IndexWriterOptions::builder()
            .num_worker_threads(1)
            .memory_budget_per_thread(WRITER_MEMORY)
            // Each merge buffers its output; several at once are no faster next to the indexing thread.
            .num_merge_threads(1)
            .build();
        let adding = self.0.index.writer_with_options(options)?;
        let mut merging = LogMergePolicy::default();
        merging.set_min_num_segments(4);
        adding.set_merge_policy(Box::new(merging));
        Ok(DocumentWriter::new(self.clone(), adding))
    }

    pub(crate) fn fields(&self) -> &Fields {
        &self.0.fields
    }

    pub(crate) fn segments(&self) -> &Segments {
        &self.0.segments
    }

    /// Reads the stored texts.
    pub(crate) fn text_decompressor(&self) -> std::io::Result<Decompressor<'static>> {
        TextDictionary::decompressor(self.0.dictionary.get())
    }

    /// The stored texts, decompressed.
    fn texts(&self) -> Result<Vec<Vec<u8>>, SearchError> {
        let mut decompressor = self.text_decompressor()?;
        let mut texts = Vec::new();
        for reader in self.searcher().segment_readers() {
            for document in reader.get_store_reader(1)?.iter::<TantivyDocument>(reader.alive_bitset()) {
                let document = document?;
                let packed = document.get_first(self.0.fields.blocks).and_then(|value| value.as_bytes());
                texts.push(blocks::unpack(&mut decompressor, packed.unwrap_or_default()));
            }
        }
        Ok(texts)
    }

    pub(crate) fn searcher(&self) -> Searcher {
        self.0.reader.searcher()
    }
}

impl Index {
    fn reload(&self) -> Result<(), SearchError> {
        self.0.reader.reload()?;
        self.0.segments.keep(self.searcher().segment_readers());
        Ok(())
    }
}

fn payload_of(index: &tantivy::Index) -> Result<Option<Payload>, SearchError> {
    let text = index.load_metas()?.payload;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
}

fn folder_name(number: u64) -> String {
    format!("v{FORMAT}-{number}")
}

/// The generation number in the name of an index folder.
fn generation(name: &str) -> Option<u64> {
    name.trim().strip_prefix(&format!("v{FORMAT}-"))?.parse().ok()
}

fn generations(root: &Path) -> Result<Vec<u64>, SearchError> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root)? {
        found.extend(entry?.file_name().to_str().and_then(generation));
    }
    Ok(found)
}

/// Removes every index folder except one; readers keep their open files.
fn sweep(root: &Path, but: &str) -> Result<(), SearchError> {
    for entry in std::fs::read_dir(root)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_ours = name.starts_with('v') && name.contains('-') && entry.file_type()?.is_dir();
        if is_ours && name != but {
            std::fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}
