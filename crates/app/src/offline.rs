//! Verbs on plain files, without a library and a caller.

pub mod brex;
pub mod checks;
pub mod filter;
pub mod render;
pub mod verify;

use s1000d::diff::{ParsedText, changes, compare_parsed};
use s1000d::guard::{self, Refusal};
use s1000d::merge::merge_parsed;

pub use s1000d::diff::Relevance;
pub use s1000d::diff::changes::{ChangeKind, ListedChange};
pub use s1000d::merge::Conflict as MergeConflict;

/// The differences of two files.
#[derive(Debug)]
pub struct FileComparison {
    pub changes: Vec<ListedChange>,
    /// Whether more may be called deleted and inserted than necessary.
    pub is_coarse: bool,
}

/// The result of merging three files.
#[derive(Debug)]
pub struct FileMerge {
    /// In the encoding of our file.
    pub bytes: Vec<u8>,
    pub conflicts: Vec<MergeConflict>,
    /// Whether more may be in conflict than necessary.
    pub is_coarse: bool,
}

/// A file that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{file}")]
pub struct UnreadableFile {
    pub file: String,
    #[source]
    pub refusal: Refusal,
}

/// Compares two files, each with the name that an error calls it by.
pub fn compare(a: (&str, &[u8]), b: (&str, &[u8]), relevance: Relevance) -> Result<FileComparison, UnreadableFile> {
    let old = guard::check(a.1).map_err(refused(a.0))?;
    let new = guard::check(b.1).map_err(refused(b.0))?;
    let old = ParsedText::read(&old).map_err(refused(a.0))?;
    let new = ParsedText::read(&new).map_err(refused(b.0))?;
    let diff = compare_parsed(&old, &new);
    Ok(FileComparison { changes: changes::list(&diff, relevance), is_coarse: diff.is_coarse })
}

/// Merges the changes of the manufacturer and ours to the base, each file with the name that an error calls it by.
pub fn merge(base: (&str, &[u8]), oem: (&str, &[u8]), ours: (&str, &[u8])) -> Result<FileMerge, UnreadableFile> {
    let checked_base = guard::check(base.1).map_err(refused(base.0))?;
    let checked_oem = guard::check(oem.1).map_err(refused(oem.0))?;
    let checked_ours = guard::check(ours.1).map_err(refused(ours.0))?;
    let base = ParsedText::read(&checked_base).map_err(refused(base.0))?;
    let oem = ParsedText::read(&checked_oem).map_err(refused(oem.0))?;
    let own = ParsedText::read(&checked_ours).map_err(refused(ours.0))?;
    let merged = merge_parsed(&base, &oem, &own);
    let bytes = checked_ours.encoding().encode(&merged.text);
    Ok(FileMerge { bytes, conflicts: merged.conflicts, is_coarse: merged.is_coarse })
}

fn refused(file: &str) -> impl FnOnce(Refusal) -> UnreadableFile + use<> {
    let file = file.to_owned();
    move |refusal| UnreadableFile { file, refusal }
}
