//! Verdicts on official packages, and on modules with planted violations, as another program found them. The data is not in
//! the repository; the tests print a notice when it is absent.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use s1000d::brex::{Brex, BrexChecker, BrexPool, BrexReport, RuleSubject, ViolationKind};
use s1000d::guard;
use s1000d::package::{Archive, Limits};
use serde_json::Value;

#[path = "../../testkit/src/data.rs"]
mod data;

/// Violated rules, each as its number with the paths at fault.
type Verdict = BTreeSet<(u64, Vec<String>)>;

fn brex(bytes: &[u8]) -> Arc<Brex> {
    Arc::new(Brex::read(&guard::check(bytes).expect("a safe file")).expect("a BREX"))
}

fn default_brex(letter: &str) -> Option<Arc<Brex>> {
    let folder = data::path("brex")?;
    let mut files = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let start = format!("DMC-S1000D-{letter}-");
    let file = files.find(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&start)))?;
    Some(brex(&std::fs::read(file).expect("a file")))
}

/// The XML files of a package that are objects of S1000D.
fn package(issue: &str) -> Option<BTreeMap<String, Vec<u8>>> {
    let path = data::path(&format!("packages/bike-{issue}.zip"))?;
    let (archive, _) = Archive::open(Cursor::new(std::fs::read(path).expect("a package")), &Limits::default());
    let archive = archive.expect("an archive");
    let mut reader = archive.reader();
    let is_object = |name: &str| name.to_ascii_lowercase().ends_with(".xml");
    let read = |entry: &s1000d::package::Entry| {
        let name = entry.name.rsplit('/').next().unwrap_or_default().to_owned();
        (name, reader.read(entry).expect("an entry"))
    };
    Some(archive.entries().iter().filter(|entry| is_object(&entry.name)).map(read).collect())
}

fn json(path: &Path) -> Value {
    serde_json::from_reader(File::open(path).expect("a file")).expect("JSON")
}

fn number_of(finding: &s1000d::brex::BrexFinding) -> u64 {
    u64::from(finding.rule.number)
}

fn verdict(report: &BrexReport) -> Verdict {
    assert_eq!(report.unjudged, [], "nothing is too large");
    let objects = report.findings.iter().filter(|one| matches!(one.rule.subject, RuleSubject::Object { .. }));
    objects.map(|one| (number_of(one), one.nodes.iter().map(|node| node.path.clone()).collect())).collect()
}

/// The expected findings of a file: rules of the layers by name, with lines and paths.
fn expected(truth: &Value, run: &str, file: &str) -> Vec<(String, Vec<(u64, String)>)> {
    let none = Vec::new();
    let rules = truth["runs"][run]["violations"][file].as_array().unwrap_or(&none);
    let place = |place: &Value| (place[0].as_u64().expect("a line"), place[1].as_str().expect("a path").to_owned());
    let one = |rule: &Value| {
        let places = rule[2].as_array().expect("places").iter().map(place).collect();
        (rule[0].as_str().expect("a rule").to_owned(), places)
    };
    rules.iter().map(one).collect()
}

/// Compares a report with the truth; a line of the truth is where the start tag ends.
fn assert_as_expected(
    report: &BrexReport,
    names: &[&str],
    expected: &[(String, Vec<(u64, String)>)],
    text: &str,
    file: &str,
) {
    assert_eq!(report.unjudged, [], "{file}");
    let found: Vec<(String, Vec<String>)> = report
        .findings
        .iter()
        .map(|one| {
            let paths = one.nodes.iter().map(|node| node.path.clone()).collect();
            (format!("{}#{}", names[one.layer], one.rule.number), paths)
        })
        .collect();
    let wanted: Vec<(String, Vec<String>)> = expected
        .iter()
        .map(|(rule, places)| (rule.clone(), places.iter().map(|(_, path)| path.clone()).collect()))
        .collect();
    assert_eq!(found, wanted, "{file}");
    for (finding, (_, places)) in report.findings.iter().zip(expected) {
        for (node, (line, _)) in finding.nodes.iter().zip(places) {
            let tag_end = text[node.position..].find('>').expect("a tag");
            let last = text[..node.position + tag_end].lines().count() as u64;
            assert!((u64::from(node.line)..=last).contains(line), "{file}: {node:?} {line}");
        }
    }
}

fn compare(issue: &str, run: &str, names: &[&str], rules: impl Fn(&guard::Checked<'_>) -> Arc<BrexChecker>) {
    let (Some(files), Some(truth)) = (package(issue), data::path("../truth/brex")) else { return };
    let truth = json(&truth.join(format!("bike-{issue}.json")));
    for (name, bytes) in &files {
        let Ok(file) = guard::check(bytes) else { panic!("{name} is refused") };
        let checker = rules(&file);
        assert_eq!(checker.unjudged(), [], "{name}");
        let report = checker.check_file(&file).expect("a tree");
        assert_as_expected(&report, names, &expected(&truth, run, name), file.text(), name);
    }
}

#[test]
fn official_modules_against_a_default_brex_give_the_known_verdicts() {
    let (Some(default_41), Some(default_42)) = (default_brex("E"), default_brex("F")) else { return };
    let of = |brex: &Arc<Brex>| {
        let checker = Arc::new(BrexChecker::of(vec![Arc::clone(brex)]));
        move |_: &guard::Checked<'_>| Arc::clone(&checker)
    };
    compare("4.1", "default", &["default-4.1"], of(&default_41));
    compare("4.2", "default", &["default-4.2"], of(&default_42));
    compare("4.1", "cross_default", &["default-4.2"], of(&default_42));
    compare("4.2", "cross_default", &["default-4.1"], of(&default_41));
}

fn project_brex(issue: &str) -> Option<Arc<Brex>> {
    let files = package(issue)?;
    let found = files.iter().find(|(name, _)| name.starts_with("DMC-S1000DBIKE-") && name.contains("-022A-D"));
    Some(brex(found.expect("a BREX").1))
}

#[test]
fn official_modules_against_another_projects_brex_give_the_known_verdicts() {
    let (Some(bike_41), Some(bike_42)) = (project_brex("4.1"), project_brex("4.2")) else { return };
    let [bike_41, bike_42] = [bike_41, bike_42].map(|brex| Arc::new(BrexChecker::of(vec![brex])));
    compare("4.1", "cross_project", &["bike-4.2"], |_| Arc::clone(&bike_42));
    compare("4.2", "cross_project", &["bike-4.1"], |_| Arc::clone(&bike_41));
}

#[test]
fn official_modules_against_their_own_layers_give_the_known_verdicts() {
    for (issue, letter) in [("4.1", "E"), ("4.2", "F")] {
        let (Some(files), Some(default)) = (package(issue), default_brex(letter)) else { return };
        let mut pool = BrexPool::default();
        pool.add(default);
        for bytes in files.values() {
            let checked = guard::check(bytes).expect("a safe file");
            pool.add_file(&checked).expect("a file that can be used");
        }
        let truth = data::path("../truth/brex").expect("the truth");
        let truth = json(&truth.join(format!("bike-{issue}.json")));
        let names = [format!("bike-{issue}"), format!("default-{issue}")];
        for (name, bytes) in &files {
            let file = guard::check(bytes).expect("a safe file");
            let verdict = pool.check_file(&file).expect("a tree");
            // A BREX is subject to the one it names, which for that of a project is the default.
            let layers = if Brex::read(&file).is_ok() { 1 } else { 2 };
            assert_eq!(verdict.checker.layers().len(), layers, "{name}: {:?}", verdict.gaps);
            assert_eq!(verdict.checker.unjudged(), [], "{name}");
            let names: Vec<&str> = names[2 - layers..].iter().map(String::as_str).collect();
            assert_as_expected(&verdict.report, &names, &expected(&truth, "own", name), file.text(), name);
        }
    }
}

/// Folders written by `plant.py`, each with `BREX.XML`, the cases and `expected.json`.
fn planted() -> Vec<PathBuf> {
    #[expect(clippy::disallowed_methods, reason = "a test is not configured by `server::config`")]
    let named = std::env::var("AIRFOLIO_TEST_PLANTED").unwrap_or_default();
    if named.is_empty() {
        // Not by a macro: the test harness would capture it, because the test passes.
        let _ = writeln!(std::io::stderr(), "NOT TESTED: planted violations; set AIRFOLIO_TEST_PLANTED");
    }
    named.split(':').filter(|path| !path.is_empty()).map(PathBuf::from).collect()
}

#[test]
fn planted_violations_are_found_and_nothing_else() {
    for folder in planted() {
        let checker = BrexChecker::of(vec![brex(&std::fs::read(folder.join("BREX.XML")).expect("a BREX"))]);
        assert_eq!(checker.unjudged(), []);
        let truth = json(&folder.join("expected.json"));
        for case in truth["cases"].as_array().expect("cases") {
            let file = case["file"].as_str().expect("a name");
            let bytes = std::fs::read(folder.join(file)).expect("a case");
            let report = checker.check_file(&guard::check(&bytes).expect("a safe file")).expect("a tree");
            let texts = |value: &Value| -> Vec<String> {
                value.as_array().expect("a list").iter().map(|one| one.as_str().expect("a text").to_owned()).collect()
            };
            let wanted: Verdict = case["violations"]
                .as_array()
                .expect("violations")
                .iter()
                .map(|one| (one["rule"].as_u64().expect("a number"), texts(&one["nodes"])))
                .collect();
            assert_eq!(verdict(&report), wanted, "{file}: {}", case["note"]);
            let sns = report.findings.iter().find_map(|one| match &one.kind {
                ViolationKind::Sns { part, .. } => Some(part.attribute()),
                _ => None,
            });
            assert_eq!(sns, case["sns"].as_str(), "{file}: {}", case["note"]);
            let notations: Vec<String> = report
                .findings
                .iter()
                .filter_map(|one| match &one.kind {
                    ViolationKind::Notation { notation, .. } => Some(notation.clone()),
                    _ => None,
                })
                .collect();
            assert_eq!(notations, texts(&case["notations"]), "{file}: {}", case["note"]);
        }
    }
}
