//! Sort orders other than by score.

use std::cmp::Reverse;

use tantivy::{DocAddress, Score, Searcher};

use crate::error::SearchError;
use crate::request::Sort;
use crate::sets::DocBits;

/// The first `count` matches in a sort order.
pub(crate) fn sorted(
    searcher: &Searcher,
    matched: &[DocBits],
    sort: Sort,
    count: usize,
) -> Result<Vec<(Score, DocAddress)>, SearchError> {
    let mut all: Vec<(SortKey, DocAddress)> = Vec::new();
    for (ord, (reader, matched)) in (0..).zip(searcher.segment_readers().iter().zip(matched)) {
        let fields = reader.fast_fields();
        let at = |doc| DocAddress::new(ord, doc);
        let column = match sort {
            Sort::Code => fields.str("sort_code")?,
            Sort::Title => fields.str("sort_title")?,
            Sort::Newest | Sort::Relevance => {
                let (created, version) = (fields.i64("created")?, fields.u64("version")?);
                let key = |doc| {
                    let newest = (created.first(doc).unwrap_or_default(), version.first(doc).unwrap_or_default());
                    SortKey::Newest(Reverse(newest))
                };
                let mut own: Vec<_> = matched.iter().map(|doc| (key(doc), at(doc))).collect();
                keep(&mut own, count);
                all.append(&mut own);
                continue;
            }
        };
        let Some(column) = column else { continue };
        // Within a segment, text numbers are in text order.
        let mut own: Vec<(u64, u32)> =
            matched.iter().map(|doc| (column.ords().first(doc).unwrap_or_default(), doc)).collect();
        keep(&mut own, count);
        for (number, doc) in own {
            let mut text = String::new();
            column.ord_to_str(number, &mut text)?;
            all.push((SortKey::Text(text), at(doc)));
        }
    }
    keep(&mut all, count);
    Ok(all.into_iter().map(|(_, at)| (0.0, at)).collect())
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum SortKey {
    Newest(Reverse<(i64, u64)>),
    Text(String),
}

/// Truncates to the first items, sorted.
fn keep<T: Ord>(all: &mut Vec<T>, count: usize) {
    if all.len() > count && count > 0 {
        all.select_nth_unstable(count - 1);
    }
    all.truncate(count);
    all.sort_unstable();
}
