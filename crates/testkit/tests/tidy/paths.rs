//! Library paths are taken apart in `domain::path` alone.

use std::collections::BTreeMap;

use crate::{files, read, shown};

/// The files of `app` that split a text at slashes, with how often. They are clauses of regulations
/// and words of saved searches, no library paths.
const SPLITS: [(&str, usize); 3] = [
    ("crates/app/src/compliance/exchange/clauses.rs", 3),
    ("crates/app/src/compliance/reports/collection_matrix.rs", 1),
    ("crates/app/src/reading/search/saved.rs", 1),
];

/// How often a text splits another one at slashes: `split('/')`, `rsplit_once('/')`, `splitn(3, '/')`.
fn splits(text: &str) -> usize {
    let calls = text.split("split").skip(1);
    calls.filter(|rest| rest.split(')').next().is_some_and(|call| call.ends_with("'/'"))).count()
}

#[test]
fn app_splits_no_library_path() {
    let found: BTreeMap<String, usize> = files("crates/app/src", &[".rs"])
        .into_iter()
        .map(|path| (shown(&path), splits(&read(&path))))
        .filter(|(_, count)| *count > 0)
        .collect();
    let listed = SPLITS.map(|(path, count)| (path.to_owned(), count)).into();
    assert_eq!(found, listed, "use domain::path, and take down here what is gone");
}

#[test]
fn splits_are_recognised() {
    assert_eq!(splits("path.rsplit_once('/') path.splitn(3, '/') path.split('/')"), 3);
    assert_eq!(splits("text.split(',') name.starts_with('/')"), 0);
}
