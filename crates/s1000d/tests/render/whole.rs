//! No text is lost: the words of the content stand in the HTML in their order, each annotated piece with its annotation.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use domain::language::Locale;
use roxmltree::{Document, Node, ParsingOptions};
use s1000d::applic::tables::{Bilingual, Tables};
use s1000d::applic::{Assignments, Property, PropertyKind, Truth};
use s1000d::document::html::{Link, Links, Options, Outside, render};
use s1000d::object::{ContentType, Object, ObjectRef, Target};
use s1000d::package::{Archive, Limits};
use s1000d::{guard, object};

use crate::data;

use super::reading::{
    content, draw, draw_in, has_class, is_in_order, records_of_html, records_of_xml, tree, words_of_html, words_of_xml,
};

/// Words that may differ, by file and reason. Nothing has needed an entry yet.
const EXCEPTIONS: &[(&str, &str)] = &[];

pub(crate) fn unpacked(path: &Path) -> Vec<(String, Vec<u8>)> {
    let bytes: Arc<[u8]> = std::fs::read(path).expect("a file").into();
    let (archive, _) = Archive::open(Cursor::new(bytes), &Limits::default());
    let archive = archive.expect("an archive");
    let mut reader = archive.reader();
    let is_xml = |name: &str| name.to_ascii_lowercase().ends_with(".xml");
    let entries = archive.entries().iter().filter(|entry| is_xml(&entry.name));
    entries.map(|entry| (entry.file_name().to_owned(), reader.read(entry).expect("bytes"))).collect()
}

/// The XML files below a folder, in order.
pub(crate) fn below(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files.extend(below(&path));
        } else if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("xml")) {
            files.push((path.display().to_string(), std::fs::read(&path).expect("a file")));
        }
    }
    files
}

/// The faults of a drawing.
fn faults(name: &str, bytes: &[u8]) -> Vec<String> {
    let rendered = draw(name, bytes);
    let checked = guard::check(bytes).expect("it has been drawn");
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(checked.text(), options).expect("it has been drawn");
    let html = tree(name, &rendered);
    let mut faults = Vec::new();
    if rendered.truncated {
        faults.push(format!("{name}: cut"));
    }
    let (written, drawn) = (words_of_xml(content(&document)), words_of_html(html.root_element()));
    if let Some(at) = (0..written.len().max(drawn.len())).find(|at| written.get(*at) != drawn.get(*at)) {
        let around =
            |words: &[String]| words[at.saturating_sub(5).min(words.len())..(at + 6).min(words.len())].join(" ");
        if !EXCEPTIONS.iter().any(|(file, _)| name.ends_with(file)) {
            faults.push(format!("{name}, word {at}:\n  written: {}\n  drawn:   {}", around(&written), around(&drawn)));
        }
    }
    faults.extend(mixed_up(content(&document), html.root_element()).map(|fault| format!("{name}: {fault}")));
    let (written, drawn) = (annotated(content(&document)), annotations(html.root_element()));
    if let Some(at) = (0..written.len().max(drawn.len())).find(|at| written.get(*at) != drawn.get(*at)) {
        faults.push(format!("{name}, piece {at}: {:?} {:?}", written.get(at), drawn.get(at)));
    }
    let chinese = draw_in(name, &in_chinese(bytes), Locale::Chinese);
    let chinese = tree(name, &chinese);
    faults.extend(english(chinese.root_element()).map(|label| format!("{name}: no Chinese for {label}")));
    let unknown = unknown(html.root_element());
    if !unknown.is_empty() {
        faults.push(format!("{name}: no rule for {unknown:?}"));
    }
    faults
}

/// Values of records whose words are not in the order of the file.
fn mixed_up(content: Node<'_, '_>, html: Node<'_, '_>) -> impl Iterator<Item = String> {
    let (written, drawn) = (records_of_xml(content), records_of_html(html));
    let missing = (written.len() != drawn.len()).then(|| format!("{} records as {}", written.len(), drawn.len()));
    let pairs = written.into_iter().zip(drawn).filter(|_| missing.is_none()).collect::<Vec<_>>();
    let values = pairs.into_iter().flat_map(|(record, values)| {
        values.into_iter().filter(move |value| !is_in_order(value, &record)).map(|value| value.join(" "))
    });
    values.collect::<Vec<_>>().into_iter().chain(missing)
}

/// The same file, said to be Chinese: labels follow the language of the module.
fn in_chinese(bytes: &[u8]) -> Vec<u8> {
    let Ok(text) = std::str::from_utf8(bytes) else { return bytes.to_vec() };
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find("languageIsoCode=").map(|at| at + "languageIsoCode='".len()) {
        let end = rest[at..].find(['"', '\'']).map_or(rest.len(), |end| at + end);
        out.push_str(&rest[..at]);
        out.push_str("zh");
        rest = &rest[end..];
    }
    (out + rest).into_bytes()
}

fn are_drawn_whole<'a>(files: impl IntoIterator<Item = &'a (String, Vec<u8>)>) {
    let faults: Vec<String> = files.into_iter().flat_map(|(name, bytes)| faults(name, bytes)).collect();
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// Every annotated piece of the module, in order, with its words.
fn annotated(content: Node<'_, '_>) -> Vec<(String, Vec<String>)> {
    let piece = |node: Node<'_, '_>| Some((node.attribute("applicRefId")?.to_owned(), words_of_xml(node)));
    content.descendants().filter_map(piece).collect()
}

/// The same of the HTML, without copies.
fn annotations(html: Node<'_, '_>) -> Vec<(String, Vec<String>)> {
    let piece = |node: Node<'_, '_>| Some((node.attribute("data-applic-id")?.to_owned(), words_of_html(node)));
    let own = html.descendants().filter(|node| !node.ancestors().any(|around| has_class(around, "s1d-gen")));
    own.filter_map(piece).filter(|(id, _)| !id.starts_with("at-")).collect()
}

fn unknown(html: Node<'_, '_>) -> Vec<String> {
    let nodes = html.descendants().filter(|node| has_class(*node, "s1d-unknown"));
    nodes.map(|node| node.attribute("data-kind").unwrap_or("text").to_owned()).collect()
}

/// Labels of attributes that are not Chinese. What a table of rules says about an attribute or a schema keeps its name.
fn english<'a>(html: Node<'a, '_>) -> impl Iterator<Item = &'a str> {
    let labels = html.descendants().filter(|node| has_class(*node, "s1d-attr")).filter_map(|node| node.text());
    let labels = labels.filter_map(|text| Some(text.split_once('：')?.0));
    labels.filter(|label| label.is_ascii() && !["att relation", "xsd", "Xsd"].iter().any(|end| label.ends_with(end)))
}

#[test]
fn every_module_of_the_first_bike_set_is_drawn_whole() {
    let Some(package) = data::path("packages/bike-4.1.zip") else { return };
    let files = unpacked(&package);
    assert_eq!(files.len(), 103);
    are_drawn_whole(&files);
}

#[test]
fn every_module_of_the_second_bike_set_is_drawn_whole() {
    let Some(package) = data::path("packages/bike-4.2.zip") else { return };
    let files = unpacked(&package);
    assert_eq!(files.len(), 105);
    are_drawn_whole(&files);
}

#[test]
fn modules_that_no_schema_accepts_are_drawn_whole_too() {
    let folders = ["invalid/ae100", "brex", "examples/container"].map(data::path);
    let Some(folders) = folders.into_iter().collect::<Option<Vec<PathBuf>>>() else { return };
    let files: Vec<_> = folders.iter().flat_map(|folder| below(folder)).collect();
    assert!(files.len() > 15);
    are_drawn_whole(&files);
}

#[test]
fn every_module_of_the_demo_library_is_drawn_whole() {
    let demo = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../demo");
    let files = below(&demo);
    assert!(files.len() > 600, "{}", files.len());
    let is_module = |bytes: &[u8]| {
        let checked = guard::check(bytes).expect("a file of ours");
        matches!(checked.root(), "dmodule" | "pm" | "dml" | "ddn")
    };
    are_drawn_whole(files.iter().filter(|(_, bytes)| is_module(bytes)));
}

#[test]
fn the_language_of_the_added_words_changes_nothing_else() {
    let demo = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../demo/amm");
    for (name, bytes) in below(&demo) {
        let (english, chinese) = (draw(&name, &bytes), draw(&name, &in_chinese(&bytes)));
        let words = |rendered| words_of_html(tree(&name, rendered).root_element());
        assert_eq!(words(&english), words(&chinese), "{name}");
    }
}

#[test]
fn a_module_reads_the_same_whoever_reads_it() {
    for manual in ["amm", "amm-zh"] {
        let demo = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../demo").join(manual);
        // Lists of files have no language.
        for (name, bytes) in below(&demo).into_iter().filter(|(name, _)| name.contains("MC-")) {
            let (english, chinese) = (draw(&name, &bytes), draw_in(&name, &bytes, Locale::Chinese));
            // Notices tell the reader about missing targets; only targets inside the module are resolved here.
            if !english.html.contains("data-state=\"missing\"") {
                assert_eq!(english.html, chinese.html, "{name}");
                assert_eq!(english.outline, chinese.outline, "{name}");
            }
        }
    }
}

/// The modules of a folder by who they are.
struct Folder(Vec<Object>);

impl Links for Folder {
    fn object(&self, target: &ObjectRef) -> Link {
        let is_meant = |object: &&Object| object.identity.as_ref().is_some_and(|identity| target.is_to(identity));
        self.0.iter().find(is_meant).map_or(Link::Missing, |object| Link::Found {
            href: format!("#{}", target.code),
            title: Some(object.title.to_string()),
            applicability: object.applicability.clone(),
        })
    }
}

/// A container leads its reader to the one module that applies, as the expected files list.
#[test]
fn a_container_leads_each_customer_to_his_module() {
    let Some(folder) = data::path("examples/container") else { return };
    let read = |bytes: &[u8]| object::read(&guard::check(bytes).expect("a file")).expect("a file").0;
    let files = below(&folder);
    let own: Vec<_> = files.iter().filter(|(name, _)| !name.contains("customer")).collect();
    let library = Folder(own.iter().map(|(_, bytes)| read(bytes)).collect());
    let is_container = |object: &Object| object.content_type == Some(ContentType::Container);
    let (_, container) = own.iter().find(|(_, bytes)| is_container(&read(bytes))).expect("a container");
    for (customer, config) in [("customerA", "A"), ("customerB", "B")] {
        let mut choice = Assignments::default();
        choice.assign(Property { kind: PropertyKind::Attribute, ident: "config".into() }, config);
        let (checked, tables) = (guard::check(container).expect("a file"), Tables::default());
        for outside in [Outside::Hide, Outside::Grey] {
            let options = Options {
                locale: Locale::English,
                choice: &choice,
                outside,
                tables: Bilingual::alike(&tables),
                links: &library,
            };
            let rendered = render(&checked, &options).expect("a container");
            let chosen = rendered.references.iter().filter(|reference| reference.applies == Some(Truth::True));
            let chosen: Vec<String> = chosen
                .filter_map(|reference| match &reference.target {
                    Some(Target::Object(target)) => Some(target.code.to_string()),
                    _ => None,
                })
                .collect();
            let expected = below(&folder.join(customer)).into_iter().map(|(_, bytes)| read(&bytes));
            let expected: Vec<String> = expected
                .filter(|object| object.content_type == Some(ContentType::Procedure))
                .filter_map(|object| object.identity.map(|identity| identity.code.to_string()))
                .collect();
            assert_eq!(chosen, expected, "{customer}");
            assert_eq!(
                rendered.html.matches("<a ").count(),
                if outside == Outside::Hide { 1 } else { 2 },
                "{}",
                rendered.html
            );
            assert_eq!(rendered.hidden, 1);
        }
    }
}
