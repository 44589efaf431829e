//! Verbs on plain files, without a library and a caller.

pub mod checks;

use s1000d::diff::{ParsedText, changes, compare_parsed};
use s1000d::guard::{self, Refusal};

pub use s1000d::diff::Relevance;
pub use s1000d::diff::changes::{ChangeKind, ListedChange};

/// The differences of two files.
#[derive(Debug)]
pub struct FileComparison {
    pub changes: Vec<ListedChange>,
    /// Whether more may be called deleted and inserted than necessary.
    pub is_coarse: bool,
}

/// A file that cannot be compared.
#[derive(Debug, thiserror::Error)]
#[error("{file}")]
pub struct UnreadableFile {
    pub file: String,
    #[source]
    pub refusal: Refusal,
}

/// Compares two files, each with the name that an error calls it by.
pub fn compare(a: (&str, &[u8]), b: (&str, &[u8]), relevance: Relevance) -> Result<FileComparison, UnreadableFile> {
    let refused = |file: &str| {
        let file = file.to_owned();
        move |refusal| UnreadableFile { file, refusal }
    };
    let old = guard::check(a.1).map_err(refused(a.0))?;
    let new = guard::check(b.1).map_err(refused(b.0))?;
    let old = ParsedText::read(&old).map_err(refused(a.0))?;
    let new = ParsedText::read(&new).map_err(refused(b.0))?;
    let diff = compare_parsed(&old, &new);
    Ok(FileComparison { changes: changes::list(&diff, relevance), is_coarse: diff.is_coarse })
}
