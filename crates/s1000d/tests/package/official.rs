//! The official sample sets: every finding was verified by hand against the files, and there is no other.

use std::sync::Arc;

use domain::finding::Finding;
use s1000d::code::FileName;
use s1000d::object::Title;
use s1000d::package::{Limits, Nothing};
use s1000d::template::{self, TemplateHead};
use s1000d::xsd::{self, SchemaSet, Schemas};

use crate::data;
use crate::given::*;

fn read(name: &str) -> Option<Vec<u8>> {
    data::path(name).map(|path| std::fs::read(path).expect("a file"))
}

fn inspected(issue: &str, with_schemas: bool) -> Option<Inspected> {
    let package = read(&format!("packages/bike-{}.zip", issue.replace('-', ".")))?;
    let set = read(&format!("schemas/S1000D_{issue}.zip"))?;
    let sets = if with_schemas { vec![Arc::new(SchemaSet::open(&set).expect("a set"))] } else { Vec::new() };
    Some(inspect_with(package, &Schemas::new(sets), &Nothing, 2, Limits::default()))
}

/// One line for each finding.
fn lines(inspected: &Inspected) -> String {
    let line = |one: &Finding| {
        let params: Vec<&str> = one.params.iter().map(|(_, value)| value.as_str()).collect();
        let place = one.line.map_or_else(|| one.file.clone(), |line| format!("{}:{line}", one.file));
        let (code, severity, rule) = (one.code().number(), one.severity.as_str(), one.rule.as_str());
        format!("{code} {severity} {place} {rule} [{}]", params.join(", "))
    };
    inspected.findings.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn bike_4_1_has_exactly_its_true_findings() {
    let Some(inspected) = inspected("4-1", true) else { return };
    insta::assert_snapshot!(lines(&inspected));
    let summary = &inspected.contents.summary;
    assert_eq!((summary.modules, summary.publications, summary.illustrations, summary.others), (96, 4, 49, 3));
    assert_eq!((summary.schemas.as_str(), &*summary.specification), ("checked", "S1000D 4.1"));
    assert_eq!(inspected.contents.items.iter().filter(|item| item.media_type == "application/xml").count(), 103);
}

#[test]
fn bike_4_2_has_exactly_its_true_findings() {
    let Some(inspected) = inspected("4-2", true) else { return };
    insta::assert_snapshot!(lines(&inspected));
    let summary = &inspected.contents.summary;
    assert_eq!((summary.modules, summary.publications, summary.illustrations, summary.others), (97, 4, 50, 4));
    assert_eq!(summary.schemas.as_str(), "checked");
    assert_eq!(inspected.contents.items.iter().filter(|item| item.media_type == "application/xml").count(), 105);
}

#[test]
fn without_schema_sets_the_findings_are_the_same_and_one_says_so() {
    for issue in ["4-1", "4-2"] {
        let (Some(with), Some(without)) = (inspected(issue, true), inspected(issue, false)) else { return };
        let others: Vec<_> = without.findings.iter().filter(|one| one.rule.as_str() != "xsd.not_installed").collect();
        assert_eq!(others, with.findings.iter().collect::<Vec<_>>());
        assert_eq!(without.findings.len(), with.findings.len() + 1);
        assert_eq!(without.contents.summary.schemas.as_str(), "unchecked");
    }
}

#[test]
fn invalid_modules_give_clear_findings_and_no_crash() {
    let Some(folder) = data::path("invalid/ae100") else { return };
    let folder = std::fs::read_dir(folder).expect("a folder");
    let mut package = Package::default();
    for entry in folder.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file()) {
        let name = entry.file_name().expect("a name").to_string_lossy().into_owned();
        package = package.with(&name, std::fs::read(entry).expect("a file"));
    }
    insta::assert_snapshot!(lines(&package.inspect()));
}

#[test]
fn the_official_schemas_work_but_for_the_one_that_is_incomplete() {
    for issue in ["4-1", "4-2"] {
        let Some(zip) = read(&format!("schemas/S1000D_{issue}.zip")) else { return };
        let set = SchemaSet::open(&zip).expect("a set");
        assert_eq!(set.issue(), issue);
        let states = set.verify().expect("a set that works");
        let faulty: Vec<&str> =
            states.iter().filter(|state| state.fault.is_some()).map(|state| state.name.as_str()).collect();
        assert_eq!((faulty, states.len() > 25), (vec!["scormcontentpackage"], true));
    }
}

#[test]
fn templates_of_new_modules_are_valid() {
    for issue in ["4-1", "4-2"] {
        let Some(zip) = read(&format!("schemas/S1000D_{issue}.zip")) else { return };
        let set = SchemaSet::open(&zip).expect("a set");
        let schemas = Schemas::new(vec![Arc::new(set)]);
        let head = TemplateHead { issue: issue.to_owned(), enterprise: "F0210".to_owned(), ..TemplateHead::default() };
        let name = FileName::parse("DMC-NV-A-29-11-01-00A-040A-A_en-US.XML").expect("a name");
        for kind in template::types(issue) {
            let alternates = [(name.identity.clone(), Title::default())];
            let text = template::module(kind, &head).unwrap_or_else(|| template::container(&head, &alternates));
            let findings = xsd::check(&schemas, text.as_bytes());
            assert!(findings.is_empty(), "{kind:?} {issue}: {findings:?}");
        }
    }
}
