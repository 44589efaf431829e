//! The changes of two sides to one text, merged, with the conflicts for a person to decide.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use s1000d::document::SourceText;
use s1000d::guard::{self, Refusal};
use s1000d::merge::{self, Merged, Origin};

use crate::core::error::{Error, FileError};

/// A merged text. Ranges are in units of UTF-16.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergedText {
    pub text: String,
    pub conflicts: Vec<MergedConflict>,
    /// Parts that a side changed.
    pub origins: Vec<(Range<usize>, &'static str)>,
    pub is_coarse: bool,
}

/// A conflict in a merged text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergedConflict {
    pub kind: &'static str,
    /// The `XPath` in the base.
    pub path: String,
    pub attribute: Option<String>,
    pub base: Option<String>,
    pub ours: Option<String>,
    pub theirs: Option<String>,
    pub range: Range<usize>,
}

/// Merges three texts; the declaration of ours stays.
pub(crate) async fn merge(base: SourceText, theirs: SourceText, ours: SourceText) -> Result<Merged, Error> {
    let merged = tokio::task::spawn_blocking(move || merge_texts(&base, &theirs, &ours));
    Ok(merged.await?.map_err(FileError::Unreadable)?)
}

fn merge_texts(base: &SourceText, theirs: &SourceText, ours: &SourceText) -> Result<Merged, Refusal> {
    let (base, theirs) = (guard::check_text(base.text())?, guard::check_text(theirs.text())?);
    merge::merge(&base, &theirs, &guard::check_text(ours.text())?)
}

/// Merges three texts for a browser; `None` when one of them is no XML.
pub(crate) async fn merged(
    base: SourceText,
    theirs: SourceText,
    ours: SourceText,
) -> Result<Option<MergedText>, Error> {
    match merge(base, theirs, ours).await {
        Err(Error::File(FileError::Unreadable(_))) => Ok(None),
        merged => Ok(Some(counted_in_units(merged?))),
    }
}

/// Turns the ranges of a merged text from bytes into units of UTF-16, in one pass over it.
fn counted_in_units(merged: Merged) -> MergedText {
    let ranges = merged.conflicts.iter().map(|one| &one.range).chain(merged.origins.iter().map(|one| &one.range));
    let bytes: BTreeSet<usize> = ranges.flat_map(|range| [range.start, range.end]).collect();
    let units = units_before(&merged.text, &bytes);
    let counted = |range: &Range<usize>| {
        let at = |byte: usize| units.get(&byte).copied().unwrap_or_default();
        at(range.start)..at(range.end)
    };
    let conflicts = merged.conflicts.into_iter().map(|one| MergedConflict {
        range: counted(&one.range),
        kind: one.kind.word(),
        path: one.path,
        attribute: one.attribute,
        base: one.base,
        ours: one.ours,
        theirs: one.theirs,
    });
    let conflicts = conflicts.collect();
    let changed = merged.origins.iter().filter(|span| span.origin != Origin::Base);
    let origins = changed.map(|span| (counted(&span.range), span.origin.word())).collect();
    MergedText { conflicts, origins, is_coarse: merged.is_coarse, text: merged.text }
}

/// How many units of UTF-16 stand before each of these bytes.
fn units_before(text: &str, bytes: &BTreeSet<usize>) -> BTreeMap<usize, usize> {
    let mut found = BTreeMap::new();
    let mut wanted = bytes.iter().copied().peekable();
    let mut seen = 0;
    for (at, letter) in text.char_indices() {
        while let Some(byte) = wanted.next_if(|byte| *byte <= at) {
            found.insert(byte, seen);
        }
        seen += letter.len_utf16();
    }
    found.extend(wanted.map(|byte| (byte, seen)));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_counted_as_browsers_do() {
        let bytes = BTreeSet::from([0, 1, 5, 8, 99]);
        let units = units_before("a𝄞空b", &bytes);
        assert_eq!(Vec::from_iter(units), [(0, 0), (1, 1), (5, 3), (8, 4), (99, 5)]);
    }
}
