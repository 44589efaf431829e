//! `docs/spec-coverage.md` covers the whole specification.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

struct CoverageRow {
    kind: String,
    item: String,
    state: String,
    place: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn rows() -> Vec<CoverageRow> {
    let table = read("docs/spec-coverage.md");
    let cells = table.lines().filter(|line| line.starts_with("| ")).map(|line| {
        // A bar inside a cell is escaped with a backslash.
        let line = line.replace("\\|", "\u{1}");
        let cells: Vec<String> =
            line.trim().trim_matches('|').split('|').map(|cell| cell.trim().replace('\u{1}', "|")).collect();
        assert_eq!(cells.len(), 4, "{line}");
        cells
    });
    let mut rows: Vec<CoverageRow> = Vec::new();
    for cells in cells {
        let [kind, item, state, place] = <[String; 4]>::try_from(cells).expect("four cells");
        if kind != "kind" {
            rows.push(CoverageRow { kind, item, state, place });
        }
    }
    rows
}

/// The exact text that a test of this item must contain; a description in quotes has none.
///
/// A call has its method before the path, which tests write separately.
fn literal(item: &str) -> String {
    let exact = item.split('`').nth(1).unwrap_or_default();
    let path = exact.split_once(' ').filter(|(method, _)| ["GET", "POST", "PUT", "DELETE"].contains(method));
    path.map_or(exact, |(_, path)| path).to_lowercase()
}

#[test]
fn every_row_names_its_test_or_its_deviation() {
    let deviations: BTreeSet<String> = read("docs/deviations.md")
        .lines()
        .filter_map(|line| line.strip_prefix("## "))
        .map(|heading| {
            let kept = heading.to_lowercase();
            let kept: String = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_')).collect();
            kept.trim().replace(' ', "-")
        })
        .collect();
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    let mut gaps = Vec::new();
    for row in rows() {
        assert!(["route", "call", "message", "constant"].contains(&row.kind.as_str()), "{}", row.kind);
        let covered = match row.state.as_str() {
            "tested" => row.place.split_once(" :: ").is_some_and(|(file, name)| {
                let text = texts
                    .entry(file.to_owned())
                    .or_insert_with(|| std::fs::read_to_string(root().join(file)).unwrap_or_default());
                text.contains(name) && text.to_lowercase().contains(&literal(&row.item))
            }),
            "deviation" => row.place.split_once('#').is_some_and(|(_, slug)| deviations.contains(slug)),
            _ => false,
        };
        if !covered {
            gaps.push(format!("{} {}: {} {}", row.kind, row.item, row.state, row.place));
        }
    }
    assert!(gaps.is_empty(), "{} gaps:\n{}", gaps.len(), gaps.join("\n"));
}

/// The number of items in the specification; a removed row is a gap too.
const ITEMS: usize = 440;

#[test]
fn no_row_is_lost() {
    assert_eq!(rows().len(), ITEMS);
}
