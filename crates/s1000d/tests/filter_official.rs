//! Filtered texts of official packages, as another program made them. The data is not in the repository; the tests print a
//! notice when it is absent.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs::File;
use std::io::Cursor;
use std::path::Path;

use s1000d::applic::{Assignments, Property, PropertyKind, Truth};
use s1000d::filter::{AnnotationMode, Containers, FilteredText, ProductFilter, RemovalCause, filter};
use s1000d::package::{Archive, Limits};
use s1000d::{guard, object};
use serde_json::Value;
use sha2::{Digest, Sha256};

#[path = "../../testkit/src/data.rs"]
mod data;

type Files = BTreeMap<String, Vec<u8>>;

fn package(issue: &str) -> Option<Files> {
    let path = data::path(&format!("packages/bike-{issue}.zip"))?;
    let (archive, _) = Archive::open(Cursor::new(std::fs::read(path).expect("a package")), &Limits::default());
    let archive = archive.expect("an archive");
    let mut reader = archive.reader();
    let is_object = |name: &str| name.to_ascii_lowercase().ends_with(".xml");
    let read = |entry: &s1000d::package::Entry| (entry.file_name().to_owned(), reader.read(entry).expect("an entry"));
    Some(archive.entries().iter().filter(|entry| is_object(&entry.name)).map(read).collect())
}

fn folder(path: &Path) -> Files {
    let files = std::fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path());
    let read = |path: std::path::PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read(path).expect("a file"))
    };
    files.filter(|path| path.is_file()).map(read).collect()
}

fn truth(set: &str) -> Option<Value> {
    let path = data::path("../truth/filter")?.join(format!("{set}.json"));
    Some(serde_json::from_reader(File::open(path).expect("a file")).expect("JSON"))
}

fn texts(value: &Value) -> Vec<String> {
    let text = |one: &Value| one.as_str().expect("a text").to_owned();
    value.as_array().expect("a list").iter().map(text).collect()
}

/// Reads `ident:type=value`.
fn assignments(case: &Value) -> Assignments {
    let mut all = Assignments::default();
    for text in texts(&case["assign"]) {
        let (name, value) = text.split_once('=').expect("a value");
        let (ident, kind) = name.split_once(':').expect("a type");
        all.assign(Property { kind: PropertyKind::parse(kind), ident: ident.to_owned() }, value);
    }
    all
}

/// The hash of the words of the content without its statements; `None` without content.
fn body(text: &str) -> Option<String> {
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(text, options).expect("well-formed");
    let content = document.root_element().children().find(|node| node.has_tag_name("content"))?;
    let mut words = String::new();
    for node in content.descendants().filter(roxmltree::Node::is_text) {
        if !node.ancestors().any(|around| around.has_tag_name("referencedApplicGroup")) {
            words.push_str(node.text().unwrap_or_default());
        }
    }
    let is_space = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n');
    let folded = words.split(is_space).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let mut hash = String::new();
    for byte in Sha256::digest(folded.as_bytes()) {
        write!(hash, "{byte:02x}").expect("a string");
    }
    Some(hash)
}

/// The removed elements that the other program lists; those that are removed because they are empty it does not.
fn removed(result: &FilteredText) -> Vec<String> {
    let stated = result.removals.iter().filter(|one| one.cause == RemovalCause::NotApplicable);
    stated.map(|one| one.path.clone()).collect()
}

/// Modules whose verdict as a whole is left out of the comparison, by a word of the reason.
fn debatable(truth: &Value, reason: &str) -> BTreeSet<String> {
    let entries = truth["debatable"].as_array().expect("a list").iter();
    let about = entries.filter(|entry| entry["reason"].as_str().is_some_and(|text| text.contains(reason)));
    about.flat_map(|entry| texts(&entry["modules"])).collect()
}

fn compare(set: &str, files: &Files, containers: Option<&Containers>) {
    let Some(truth) = truth(set) else { return };
    let not_judged = debatable(&truth, "not a data module nor a publication module");
    // They refer to the statement of the status, which the other program does not look for; for us it counts.
    let by_status = debatable(&truth, "dangling applicRefId");
    let mut faults = Vec::new();
    for case in truth["cases"].as_array().expect("cases") {
        let name = case["case"].as_str().expect("a name");
        let products = [assignments(case)];
        let not_applicable: BTreeSet<String> = texts(&case["not_applicable"]).into_iter().collect();
        for (file, bytes) in files {
            let checked = guard::check(bytes).expect("a safe file");
            let settings = ProductFilter { products: &products, containers, ..ProductFilter::default() };
            let result = filter(&checked, &settings).expect("a tree");
            let changed = &case["changed"][file];
            let (wanted, paths) = match changed {
                Value::Null => (&truth["unfiltered"][file][1], Vec::new()),
                _ => (&changed["body"], texts(&changed["removed"])),
            };
            let is_out = result.truth == Truth::False;
            if is_out != not_applicable.contains(file) && !not_judged.contains(file) {
                faults.push(format!("{name}: {file}: {:?}", result.truth));
            }
            if is_out && by_status.contains(file) {
                continue;
            }
            if removed(&result) != paths {
                faults.push(format!("{name}: {file}: {:?} {paths:?}", removed(&result)));
            }
            let text = result.text.as_deref().unwrap_or(checked.text());
            if body(text).as_deref() != wanted.as_str() {
                faults.push(format!("{name}: {file}: other words"));
            }
        }
    }
    assert!(faults.is_empty(), "{}\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn official_packages_are_filtered_as_known() {
    for issue in ["4.1", "4.2"] {
        let Some(files) = package(issue) else { return };
        compare(&format!("bike-{issue}"), &files, None);
    }
}

#[test]
fn references_to_containers_lead_to_the_alternate_of_the_product() {
    let Some(path) = data::path("examples/container") else { return };
    let files = folder(&path);
    let mut containers = Containers::default();
    for bytes in files.values() {
        let (object, _) = object::read(&guard::check(bytes).expect("a safe file")).expect("a tree");
        containers.add(&object);
    }
    compare("container", &files, Some(&containers));
}

#[test]
fn filtering_an_official_text_twice_changes_nothing_more() {
    for issue in ["4.1", "4.2"] {
        let (Some(files), Some(truth)) = (package(issue), truth(&format!("bike-{issue}"))) else { return };
        let products: Vec<Assignments> = truth["cases"].as_array().expect("cases").iter().map(assignments).collect();
        for annotations in [AnnotationMode::Keep, AnnotationMode::Reduce] {
            for products in products.chunks(1).chain([products.as_slice()]) {
                let settings = ProductFilter { products, annotations, ..ProductFilter::default() };
                for (name, bytes) in &files {
                    let first = filter(&guard::check(bytes).expect("a safe file"), &settings).expect("a tree");
                    let Some(text) = first.text else { continue };
                    let again = filter(&guard::check_text(&text).expect("a safe text"), &settings).expect("a tree");
                    assert_eq!((again.text, again.removal_count), (None, 0), "{name}");
                }
            }
        }
    }
}
