//! Cases in a folder, made and checked by a program outside of this project.
//!
//! `AIRFOLIO_MERGE_CASES` holds a folder per case with `base.xml`, `airline.xml` and `oem.xml`. The results are written to
//! `AIRFOLIO_MERGE_RESULTS`: `merged.xml` and `conflicts.json` per case.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use s1000d::guard;
use s1000d::merge::{Merged, merge};

fn folder(variable: &str) -> Option<PathBuf> {
    #[expect(clippy::disallowed_methods, reason = "a test is not configured by `server::config`")]
    let path = std::env::var_os(variable).map(PathBuf::from);
    path
}

#[test]
fn the_cases_of_a_folder_are_merged() {
    let (Some(cases), Some(results)) = (folder("AIRFOLIO_MERGE_CASES"), folder("AIRFOLIO_MERGE_RESULTS")) else {
        return;
    };
    for case in std::fs::read_dir(cases).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if !case.is_dir() {
            continue;
        }
        let (merged, bytes) = merged(&case);
        let result = results.join(case.file_name().expect("a name"));
        std::fs::create_dir_all(&result).expect("a folder");
        std::fs::write(result.join("merged.xml"), bytes).expect("a file");
        std::fs::write(result.join("conflicts.json"), conflicts(&merged)).expect("a file");
    }
}

/// The result, and its text in the encoding of our file.
fn merged(case: &Path) -> (Merged, Vec<u8>) {
    let [base, theirs, ours] = ["base.xml", "oem.xml", "airline.xml"].map(|name| {
        let path = case.join(name);
        std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    });
    let checked = |bytes| guard::check(bytes).unwrap_or_else(|refusal| panic!("{}: {refusal}", case.display()));
    let ours = checked(&ours);
    let merged = merge(&checked(&base), &checked(&theirs), &ours).expect("a merge");
    let bytes = ours.encoding().encode(&merged.text);
    (merged, bytes)
}

fn conflicts(merged: &Merged) -> String {
    let mut json = String::from("{\"conflicts\":[");
    for (index, conflict) in merged.conflicts.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        let _ = write!(json, "{comma}{{\"path\":\"{}\",\"kind\":\"{}\"}}", conflict.path, conflict.kind.word());
    }
    json.push_str("]}");
    json
}
