//! Packages of a few small modules, read back by the import's own check.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::Arc;

use domain::finding::Severities;
use domain::object::ObjectKind;
use domain::publication::OutputFormat;
use domain::version::Issue;
use s1000d::package::{Discard, Inspection, Limits, Options};
use s1000d::xsd::Schemas;

use super::archive::ArchiveWriter;
use super::{PackageHead, PackedObject, PlanError, PlannedContent, PlannedFile, plan};
use crate::proof::{SourceManual, unequal, unexpected};

const CODE: &str = "modelIdentCode=\"NV\" systemDiffCode=\"A\" systemCode=\"29\" subSystemCode=\"1\" \
                    subSubSystemCode=\"0\" assyCode=\"00\" disassyCode=\"00\" disassyCodeVariant=\"A\" \
                    infoCode=\"040\" infoCodeVariant=\"A\" itemLocationCode=\"A\"";
const ISSUE: &str = "<issueInfo issueNumber=\"002\" inWork=\"00\"/>";
const LANGUAGE: &str = "<language languageIsoCode=\"en\" countryIsoCode=\"US\"/>";

fn module() -> String {
    format!(
        "<dmodule><identAndStatusSection><dmAddress><dmIdent><dmCode {CODE}/>{LANGUAGE}{ISSUE}</dmIdent>\
         <dmAddressItems><issueDate year=\"2026\" month=\"06\" day=\"01\"/><dmTitle><techName>Pump &amp; valve</techName>\
         </dmTitle></dmAddressItems></dmAddress><dmStatus issueType=\"changed\">\
         <security securityClassification=\"01\"/></dmStatus></identAndStatusSection>\
         <content><description><para>Text</para></description></content></dmodule>"
    )
}

fn publication() -> String {
    format!(
        "<pm><identAndStatusSection><pmAddress><pmIdent><pmCode modelIdentCode=\"NV\" pmIssuer=\"NVR01\" \
         pmNumber=\"AMM01\" pmVolume=\"00\"/>{LANGUAGE}{ISSUE}</pmIdent><pmAddressItems>\
         <issueDate year=\"2026\" month=\"06\" day=\"01\"/><pmTitle>Manual</pmTitle></pmAddressItems></pmAddress>\
         <pmStatus issueType=\"changed\"/></identAndStatusSection>\
         <content><pmEntry><dmRef><dmRefIdent><dmCode {CODE}/></dmRefIdent></dmRef></pmEntry></content></pm>"
    )
}

fn sha256(item: &s1000d::package::Item) -> String {
    domain::text::hex(&item.sha256)
}

fn object(kind: ObjectKind, key: &str, content: &str) -> PackedObject {
    PackedObject {
        kind,
        key: key.to_owned(),
        issue: Issue {
            number: "002".to_owned(),
            in_work: "00".to_owned(),
            date: "2026-06-01".to_owned(),
            kind: "changed".to_owned(),
        },
        tech_name: "Pump & valve".to_owned(),
        info_name: String::new(),
        security: "01".to_owned(),
        sha256: String::new(),
        size: content.len() as u64,
        status_sha256: None,
        media_type: "application/xml".to_owned(),
    }
}

fn head() -> PackageHead {
    PackageHead {
        model: "NV".to_owned(),
        sender: "NVR01".to_owned(),
        receiver: "AZB01".to_owned(),
        receiver_name: "Azure \"Bay\" <Helicopters>".to_owned(),
        receiver_country: "CH".to_owned(),
        sequence: 41,
        date: "2026-06-01".to_owned(),
        language: "en-US".to_owned(),
        title: "Manual".to_owned(),
        product: "NV".to_owned(),
        manual_type: "AMM".to_owned(),
        customer: "AZB".to_owned(),
        revision: "4.1".to_owned(),
        published_for: String::new(),
        since: None,
        is_draft: false,
        schema_issue: String::new(),
        tables: Vec::new(),
    }
}

fn written(files: &[PlannedFile], contents: &[String]) -> Vec<u8> {
    let mut writer = ArchiveWriter::new(Cursor::new(Vec::new()));
    for file in files {
        let bytes = match &file.content {
            PlannedContent::Version(place) => contents[*place].as_bytes(),
            PlannedContent::Made(bytes) => bytes,
            PlannedContent::Status(_) => panic!("there is none"),
        };
        writer.start(&file.name, bytes.len() as u64).expect("a name");
        writer.write(bytes).expect("in memory");
    }
    writer.finish().expect("an archive").into_inner()
}

const KEYS: [&str; 2] = ["DMC-NV-A-29-10-00-00A-040A-A_en-US", "PMC-NV-NVR01-AMM01-00_en-US"];

/// Reads an archive as an import does.
fn inspected(zip: Vec<u8>, judge: impl FnOnce(Inspection<Cursor<Arc<[u8]>>>)) {
    let (schemas, severities) = (Schemas::new(Vec::new()), Severities::default());
    let options = Options {
        limits: Limits::default(),
        schemas: &schemas,
        severities: &severities,
        sink: &Discard,
        progress: &|_, _| ControlFlow::Continue(()),
        threads: 1,
    };
    let source: Cursor<Arc<[u8]>> = Cursor::new(zip.into());
    judge(Inspection::read(source, &options).expect("nobody stops it"));
}

#[test]
fn both_styles_are_read_back_with_equal_modules_and_no_finding() {
    let contents = [module(), publication()];
    let kinds = [ObjectKind::DataModule, ObjectKind::PublicationModule];
    for format in OutputFormat::ALL.into_iter().filter(|format| format.is_package()) {
        let mut objects: Vec<PackedObject> =
            (0..2).map(|place| object(kinds[place], KEYS[place], &contents[place])).collect();
        let files = plan(format, &head(), &objects).expect("a plan");
        inspected(written(&files, &contents), |inspection| {
            assert_eq!(unequal(&files, &objects, inspection.items()).len(), 2, "no hash is known yet");
            let found: Vec<(usize, String)> = inspection
                .items()
                .filter_map(|item| {
                    let place = KEYS.iter().position(|key| item.key.as_deref() == Some(*key))?;
                    Some((place, sha256(item)))
                })
                .collect();
            for (place, sha256) in found {
                objects[place].sha256 = sha256;
            }
        });
        // Again, with checksums in the lists.
        let files = plan(format, &head(), &objects).expect("a plan");
        let zip = written(&files, &contents);
        assert_eq!(zip, written(&plan(format, &head(), &objects).expect("a plan"), &contents));
        inspected(zip, |inspection| {
            assert_eq!(unequal(&files, &objects, inspection.items()), Vec::<&str>::new());
            let other = PackedObject { kind: ObjectKind::Brex, ..objects[0].clone() };
            let mixed = [other, objects[1].clone()];
            assert_eq!(unequal(&files, &mixed, inspection.items()).len(), 1, "it would come in as another kind");
            let kinds = BTreeSet::from(kinds);
            let manual = SourceManual { kinds, ..SourceManual::default() };
            let (read, findings) = inspection.judge(&manual, &Severities::default());
            let found = unexpected(findings, &manual);
            assert!(found.is_empty(), "{format:?}: {found:?}");
            let titles: Vec<&str> = read.items.iter().map(|item| &*item.title).collect();
            assert!(titles.contains(&"Pump & valve"), "{titles:?}");
        });
    }
}

#[test]
fn lists_say_what_is_a_draft_and_what_changes_start_from() {
    let one = object(ObjectKind::DataModule, KEYS[0], "");
    let draft = PackageHead {
        is_draft: true,
        published_for: "QZ & HAC".to_owned(),
        since: Some("4.0".to_owned()),
        sequence: 1_000,
        ..head()
    };
    for (format, list) in [(OutputFormat::S1000d, "DDN-"), (OutputFormat::Ata2300, "PackageOrganization")] {
        let files = plan(format, &draft, std::slice::from_ref(&one)).expect("a plan");
        let file = files.iter().find(|file| file.name.starts_with(list)).expect("the list");
        let PlannedContent::Made(bytes) = &file.content else { panic!("it is written by us") };
        let text = String::from_utf8_lossy(bytes);
        assert!(text.contains(">4.1, draft, filtered for QZ &amp; HAC, changes since 4.0<"), "{text}");
        assert!(!text.contains("issueNumber=\"000\""), "{text}");
    }
    assert_eq!(draft.scope(), "NV-NVR01-2026");
}

#[test]
fn a_status_list_names_the_tables_of_the_manual_and_not_those_of_a_part() {
    let [part, whole] = ["00", "01"].map(|assembly| format!("DMC-NV-A-00-00-{assembly}-00A-00WA-D_en-US"));
    let conditions = "DMC-NV-A-00-00-02-00A-00QA-D_en-US";
    let objects = [
        object(ObjectKind::Act, &part, ""),
        object(ObjectKind::Act, &whole, ""),
        object(ObjectKind::Cct, conditions, ""),
    ];
    let named = |tables: &[&str]| {
        let tables = tables.iter().map(|key| (*key).to_owned()).collect();
        let files = plan(OutputFormat::Ata2300, &PackageHead { tables, ..head() }, &objects).expect("a plan");
        let list = files.iter().find(|file| file.name.starts_with("EPSL/")).expect("the list");
        let PlannedContent::Made(bytes) = &list.content else { panic!("it is written by us") };
        let text = String::from_utf8_lossy(bytes).into_owned();
        let (named, _) = text.split_once("</applicabilityRefs>").expect("the tables");
        ["00", "01", "02"].map(|assembly| named.contains(&format!(" assyCode=\"{assembly}\"")))
    };
    assert_eq!(named(&[&whole]), [false, true, true]);
    assert_eq!(named(&[]), [true, false, true], "the first, where nobody knows");
}

#[test]
fn names_have_issue_and_language_and_plain_packages_no_status_files() {
    let mut one = object(ObjectKind::DataModule, "DMC-NV-A-29-10-00-00A-040A-A_en-US", "");
    let names = |object: &PackedObject, format| {
        let files = plan(format, &head(), std::slice::from_ref(object)).expect("a plan");
        files.into_iter().map(|file| file.name).collect::<Vec<_>>()
    };
    assert_eq!(
        names(&one, OutputFormat::S1000d),
        [
            "DDN-NV-NVR01-AZB01-2026-00041.XML",
            "DMC-NV-A-29-10-00-00A-040A-A_002-00_EN-US.XML",
            "DML-NV-NVR01-S-2026-00041_001-00.XML",
        ]
    );
    one.status_sha256 = Some("ab".repeat(32));
    one.issue.number = String::new();
    assert_eq!(
        names(&one, OutputFormat::Ata2300),
        [
            "DM/DMC-NV-A-29-10-00-00A-040A-A_EN-US.XML",
            "DS/DS-NV-A-29-10-00-00A-040A-A_EN-US.XML",
            "EPSL/EPSL-NV-NVR01-2026-00041.xml",
            "PackageOrganization.xml",
        ]
    );
    let refused = plan(OutputFormat::S1000d, &head(), std::slice::from_ref(&one));
    assert_eq!(refused, Err(PlanError::StatusApart(one.key.clone())));
    for format in OutputFormat::ALL.into_iter().filter(|format| !format.is_package()) {
        assert_eq!(plan(format, &head(), &[]), Err(PlanError::NoPackage(format.as_str())));
    }
    let twice = plan(OutputFormat::Ata2300, &head(), &[one.clone(), one]);
    assert!(matches!(twice, Err(PlanError::NameTwice(_))), "{twice:?}");
}
