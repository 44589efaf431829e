//! The index folder: opening, writing, and replacing it with a rebuilt one.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tantivy::indexer::{IndexWriterOptions, LogMergePolicy};
use tantivy::store::Compressor;
use tantivy::{IndexReader, IndexSettings, IndexWriter, ReloadPolicy, Searcher, Term};

use crate::document::IndexDocument;
use crate::error::SearchError;
use crate::lexicon::Lexicon;
use crate::queue::{DocumentQueue, QueuedDocument};
use crate::row;
use crate::schema::{FORMAT, Fields};
use crate::scope::Segments;
use crate::sets::VersionSet;
use crate::words;

/// Memory budget of the writer.
const WRITER_MEMORY: usize = 48 << 20;
/// Decompressed text blocks cached per segment.
const KEPT_PIECES: usize = 8;
/// Bytes of text compressed together: larger blocks take less space but longer to read.
const BLOCK: usize = 32 << 10;
/// The file that names the active folder.
const CURRENT: &str = "current";

/// The payload of a commit.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Payload {
    /// The number of the last change it contains.
    seq: i64,
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
        Ok(opened.filter(|index| index.0.index.load_metas().is_ok_and(|metas| metas.payload.is_some())))
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
        index.tokenizers().register(row::NAME, row::RowTokenizer);
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .doc_store_cache_num_blocks(KEPT_PIECES)
            .try_into()?;
        Ok(Some(Self(Arc::new(IndexInner { folder, fields, index, reader, segments: Segments::default() }))))
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
        let payload = self.0.index.load_metas()?.payload;
        Ok(payload.and_then(|text| serde_json::from_str::<Payload>(&text).ok()).map_or(0, |payload| payload.seq))
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
        let (queue, lexicon) = (DocumentQueue::default(), Lexicon::default());
        Ok(DocumentWriter { index: self.clone(), adding, queue, lexicon })
    }

    pub(crate) fn fields(&self) -> &Fields {
        &self.0.fields
    }

    pub(crate) fn segments(&self) -> &Segments {
        &self.0.segments
    }

    pub(crate) fn searcher(&self) -> Searcher {
        self.0.reader.searcher()
    }
}

/// Adds documents; they become visible and durable with the next commit.
pub struct DocumentWriter {
    index: Index,
    adding: IndexWriter<QueuedDocument>,
    queue: DocumentQueue,
    lexicon: Lexicon,
}

impl fmt::Debug for DocumentWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").field("index", &self.index).finish_non_exhaustive()
    }
}

impl DocumentWriter {
    pub fn add(&mut self, document: &IndexDocument) -> Result<(), SearchError> {
        let size = document.size();
        let document = self.index.0.fields.document(&mut self.lexicon, document)?;
        self.adding.add_document(self.queue.enter(document, size))?;
        Ok(())
    }

    /// Removes versions.
    pub fn remove(&self, versions: impl IntoIterator<Item = u64>) {
        for version in versions {
            self.adding.delete_term(Term::from_field_u64(self.index.fields().version, version));
        }
    }

    /// Commits, as of change number `seq`.
    pub fn commit(&mut self, seq: i64) -> Result<(), SearchError> {
        let payload = serde_json::to_string(&Payload { seq }).map_err(SearchError::Kept)?;
        let mut prepared = self.adding.prepare_commit()?;
        prepared.set_payload(&payload);
        prepared.commit()?;
        self.reload()
    }

    /// Waits for merges, and ends.
    pub fn finish(self) -> Result<(), SearchError> {
        let index = self.index.clone();
        self.adding.wait_merging_threads()?;
        index.reload()
    }

    fn reload(&self) -> Result<(), SearchError> {
        self.index.reload()
    }
}

impl Index {
    fn reload(&self) -> Result<(), SearchError> {
        self.0.reader.reload()?;
        self.0.segments.keep(self.searcher().segment_readers());
        Ok(())
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::DocumentHead;

    fn index_of(title: &str) -> (tempfile::TempDir, Index) {
        let folder = tempfile::tempdir().unwrap();
        let index = Index::create(folder.path()).unwrap();
        let mut writer = index.writer().unwrap();
        let head = DocumentHead { version: 1, title: title.to_owned(), ..DocumentHead::default() };
        writer.add(&IndexDocument { head, blocks: Vec::new() }).unwrap();
        writer.commit(1).unwrap();
        (folder, index)
    }

    #[test]
    fn the_dictionary_is_loaded_only_for_an_index_with_chinese() {
        for (title, chinese) in [("Rotor brake", false), ("로터 브레이크", false), ("Rotor 旋翼刹车", true)] {
            let (_folder, index) = index_of(title);
            assert_eq!(index.has_chinese().unwrap(), chinese, "{title}");
        }
    }
}
