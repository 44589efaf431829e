//! Packages of other publishers. They are not in the repository; the tests print a notice when they are absent.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::PathBuf;
use std::sync::Arc;

use domain::finding::Finding;
use s1000d::applic::{Assignments, Property, PropertyKind, Truth};
use s1000d::code::FileName;
use s1000d::object::{ContentType, Object, ObjectKind, Role, Target};
use s1000d::package::{Archive, Limits};
use s1000d::publication::{self, Entry, Publication};
use s1000d::{guard, object};

#[path = "../../testkit/src/data.rs"]
mod data;

/// Every XML file of a folder with what is read from it, in the order of their names.
fn read(folder: &PathBuf) -> Vec<(String, Object, Vec<Finding>)> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("xml"))).collect();
    paths.sort();
    let one = |path: &PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let bytes = std::fs::read(path).expect("a file");
        let checked = guard::check(&bytes).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        let (object, findings) = object::read(&checked).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        (name, object, findings)
    };
    paths.iter().map(one).collect()
}

#[test]
fn the_default_business_rules_read_and_belong_to_the_specification() {
    let Some(folder) = data::path("brex") else { return };
    let files = read(&folder);
    assert_eq!(files.len(), 2);
    for (name, object, findings) in files {
        assert_eq!(findings, [], "{name}");
        assert_eq!(object.content_type, Some(ContentType::Brex));
        let identity = object.identity.expect("an identity");
        assert_eq!(identity.code.model_ident_code(), Some("S1000D"));
        let hint = FileName::parse(&name).expect("a name");
        assert_eq!((hint.identity, hint.issue), (identity, object.version.issue), "{name}");
    }
}

#[test]
fn a_container_gives_each_customer_the_alternate_that_applies() {
    let Some(folder) = data::path("examples/container") else { return };
    let files = read(&folder);
    let container = files.iter().find(|(_, object, _)| object.content_type == Some(ContentType::Container));
    let (_, container, _) = container.expect("a container");
    let alternates: Vec<&Target> = container
        .references
        .iter()
        .filter(|reference| reference.role == Role::Alternate)
        .map(|reference| &reference.target)
        .collect();
    assert_eq!(alternates.len(), 2);
    for (customer, config) in [("customerA", "A"), ("customerB", "B")] {
        let mut product = Assignments::default();
        product.assign(Property { kind: PropertyKind::Attribute, ident: "config".into() }, config);
        let chosen: Vec<String> = alternates
            .iter()
            .flat_map(|target| {
                let Target::Object(target) = target else { panic!("{target:?}") };
                let fits = |object: &Object| object.identity.as_ref().is_some_and(|identity| target.is_to(identity));
                files.iter().filter(move |(_, object, _)| fits(object))
            })
            .filter(|(_, object, _)| {
                object.applicability.as_ref().is_some_and(|applic| applic.evaluate(&product) == Truth::True)
            })
            .map(|(name, ..)| name.clone())
            .collect();
        let expected: Vec<String> = read(&folder.join(customer))
            .into_iter()
            .filter(|(_, object, _)| object.content_type == Some(ContentType::Procedure))
            .map(|(name, ..)| name)
            .collect();
        assert_eq!(chosen, expected, "{customer}");
    }
}

#[test]
fn ata_2300_templates_are_known_and_say_what_is_still_empty() {
    let Some(folder) = data::path("examples/ata2300-templates") else { return };
    let files = read(&folder);
    let kinds: Vec<_> =
        files.iter().map(|(name, object, _)| (name.as_str(), object.kind, object.content_type)).collect();
    let expected = [
        ("Approval.xml", ObjectKind::DataModule, Some(ContentType::Approval)),
        ("Limitation.xml", ObjectKind::DataModule, Some(ContentType::Limitation)),
        ("Performance.xml", ObjectKind::DataModule, Some(ContentType::Performance)),
        ("dmStatus.xml", ObjectKind::ModuleStatus, None),
        ("schema-names-catalog.xml", ObjectKind::Other, None),
    ];
    assert_eq!(kinds, expected);
    for (name, object, findings) in files.iter().filter(|(_, object, _)| object.kind != ObjectKind::Other) {
        assert_eq!(object.identity, None, "{name}");
        let found: Vec<_> =
            findings.iter().map(|finding| (finding.rule.as_str(), finding.params[0].1.as_str())).collect();
        assert_eq!(
            found,
            [("xml.identity_invalid", "modelIdentCode"), ("xml.identity_invalid", "issueDate")],
            "{name}"
        );
    }
}

#[test]
fn modules_that_no_schema_accepts_read_with_clear_findings() {
    let Some(folder) = data::path("invalid/ae100") else { return };
    let files = read(&folder);
    assert_eq!(files.len(), 10);
    let mut types: Vec<_> = files.iter().filter_map(|(_, object, _)| object.content_type).collect();
    types.sort_unstable();
    types.dedup();
    assert_eq!(types.len(), 10, "ten kinds");
    for (name, object, _) in &files {
        assert_eq!(object.schema.as_ref().and_then(|schema| schema.issue.as_deref()), Some("6"), "{name}");
        let hint = FileName::parse(name).expect("a name");
        assert_eq!(object.identity.as_ref(), Some(&hint.identity), "{name}");
    }
    let found: Vec<_> = files
        .iter()
        .flat_map(|(name, _, findings)| {
            findings.iter().map(|finding| (&name[25..29], finding.line, finding.rule.as_str()))
        })
        .collect();
    let expected = [
        ("042A", Some(102), "xml.entity_undeclared"),
        ("720A", Some(223), "xml.entity_undeclared"),
        ("941A", Some(49), "xml.entity_undeclared"),
    ];
    assert_eq!(found, expected);
}

/// The XML files of a package by name.
fn unpacked(name: &str) -> Option<Vec<(String, Vec<u8>)>> {
    let bytes: Arc<[u8]> = std::fs::read(data::path(name)?).expect("a file").into();
    let (archive, findings) = Archive::open(Cursor::new(bytes), &Limits::default());
    assert_eq!(findings, []);
    let archive = archive.expect("an archive");
    let mut reader = archive.reader();
    let is_xml = |name: &str| name.to_ascii_lowercase().ends_with(".xml");
    let entries = archive.entries().iter().filter(|entry| is_xml(&entry.name));
    Some(entries.map(|entry| (entry.file_name().to_owned(), reader.read(entry).expect("bytes"))).collect())
}

/// Contents of a bike package.
#[derive(Default)]
struct Bike {
    kinds: BTreeMap<ObjectKind, usize>,
    publications: Vec<Publication>,
    /// Files whose names say something else than their content.
    disagreeing: Vec<String>,
}

fn bike(name: &str) -> Option<Bike> {
    let mut bike = Bike::default();
    for (name, bytes) in unpacked(name)? {
        let checked = guard::check(&bytes).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        let (object, findings) = if checked.root() == "pm" {
            let (publication, findings) = publication::read(bytes.as_slice()).expect("a publication");
            let content = checked.text().split_once("<content>").expect("content").1;
            let written: usize = ["<dmRef>", "<dmRef ", "<pmRef>", "<pmRef ", "<externalPubRef"]
                .iter()
                .map(|tag| content.matches(tag).count())
                .sum();
            let read = publication.nodes.iter().filter(|node| matches!(node.entry, Entry::Reference(_))).count();
            assert_eq!(read, written, "{name}: every entry once");
            bike.publications.push(publication.clone());
            (publication.object, findings)
        } else {
            object::read(&checked).unwrap_or_else(|refusal| panic!("{name}: {refusal}"))
        };
        assert_eq!(findings, [], "{name}");
        *bike.kinds.entry(object.kind).or_insert(0) += 1;
        let hint = FileName::parse(&name).expect("a name");
        if Some(&hint.identity) != object.identity.as_ref() {
            bike.disagreeing.push(name);
        }
    }
    Some(bike)
}

fn root_codes(publications: &[Publication]) -> Vec<String> {
    let all: Vec<&Publication> = publications.iter().collect();
    let roots = publication::roots(&all).into_iter();
    roots.map(|index| all[index].object.identity.as_ref().expect("an identity").to_string()).collect()
}

#[test]
fn the_first_bike_set_reads_whole() {
    let Some(Bike { kinds, publications, disagreeing }) = bike("packages/bike-4.1.zip") else { return };
    let expected = [
        (ObjectKind::DataModule, 96),
        (ObjectKind::Publication, 4),
        (ObjectKind::Update, 1),
        (ObjectKind::ModuleList, 1),
        (ObjectKind::DispatchNote, 1),
    ];
    assert_eq!(kinds, BTreeMap::from(expected));
    assert_eq!(disagreeing, ["PMC-S1000DBIKE-C3002-EPWG1-00_000-01_EN-US.XML"]);
    // The list of publications names the manual by its file name, which is not who the manual says it is.
    assert_eq!(
        root_codes(&publications),
        ["PMC-S1000DBIKE-C3002-00001-01_en-US", "PMC-S1000DBIKE-C3002-LOAP1-00_en-US"]
    );
}

#[test]
fn the_second_bike_set_reads_whole() {
    let Some(Bike { kinds, publications, disagreeing }) = bike("packages/bike-4.2.zip") else { return };
    let expected = [
        (ObjectKind::DataModule, 97),
        (ObjectKind::Publication, 4),
        (ObjectKind::IllustrationMetadata, 1),
        (ObjectKind::Update, 1),
        (ObjectKind::ModuleList, 1),
        (ObjectKind::DispatchNote, 1),
    ];
    assert_eq!(kinds, BTreeMap::from(expected));
    assert_eq!(disagreeing, [""; 0]);
    assert_eq!(root_codes(&publications), ["PMC-S1000DBIKE-B6865-LOAP1-00_en-US"]);
}
