//! Three-way merge: known answers, promises that hold for any texts, and cases of two generators.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

#[path = "merge/answers.rs"]
mod answers;
#[path = "merge/cases.rs"]
mod cases;
#[path = "diff/content.rs"]
mod content;
#[path = "../../testkit/src/data.rs"]
mod data;
#[path = "merge/dom.rs"]
mod dom;
#[path = "merge/folder.rs"]
mod folder;
#[path = "merge/generated.rs"]
mod generated;
#[path = "diff/modules.rs"]
mod modules;
#[path = "merge/promises.rs"]
mod promises;
#[path = "diff/random.rs"]
mod random;

use s1000d::guard;
use s1000d::merge::{Merged, merge};

fn merged(base: &str, theirs: &str, ours: &str) -> Merged {
    let checked = |text| guard::check_text(text).expect("a checked text");
    merge(&checked(base), &checked(theirs), &checked(ours)).expect("a merge")
}

/// The conflicts as `kind path`.
fn conflicts(merged: &Merged) -> Vec<String> {
    merged.conflicts.iter().map(|one| format!("{} {}", one.kind.word(), one.path)).collect()
}

/// The content of a text without layout.
fn content_of(text: &str, mixed: &std::collections::BTreeSet<String>) -> String {
    content::normal(&content::content(text, mixed))
}
