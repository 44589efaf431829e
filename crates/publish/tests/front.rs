//! Generated front matter follows the official schemas of the issues that they are at hand for.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

#[path = "../../testkit/src/data.rs"]
mod data;

use std::sync::Arc;

use domain::publication::PublicationValidity;
use domain::version::Issue;
use publish::book::BookChange;
use publish::front::{FrontEntry, FrontHead, FrontModule, FrontRecords, FrontTarget, generate};
use publish::site::SiteStatus;
use s1000d::code::{FileName, Language, PmCode};
use s1000d::xsd::{self, SchemaSet, Schemas, Validator};

fn target(key: &str, number: &str, kind: &str) -> FrontTarget {
    FrontTarget {
        identity: FileName::parse(key).expect("a key").identity,
        issue: Issue {
            number: number.to_owned(),
            in_work: "00".to_owned(),
            date: "2026-06-01".to_owned(),
            kind: kind.to_owned(),
        },
        tech_name: "Pump & valve".to_owned(),
        info_name: "Description".to_owned(),
    }
}

fn records(issue: &str, issued_before: u64, (language, status): (&str, SiteStatus)) -> FrontRecords {
    let (code, country) = language.split_once('-').expect("a language");
    let entry = |level, module| FrontEntry { level, title: "Hydraulics".to_owned(), module };
    let module = |key: &str, number: &str, kind: &str| FrontModule {
        target: target(key, number, kind),
        is_news: true,
        reasons: vec!["Torque".to_owned(), "Limits".to_owned()],
    };
    let day = |text: &str| text.parse().expect("a day");
    FrontRecords {
        head: FrontHead {
            language: Language::parse(code, country).expect("a language"),
            mark: "A1B2".to_owned(),
            title: "Manual".to_owned(),
            manual_type: "AMM".to_owned(),
            product: "NV".to_owned(),
            model: "NV".to_owned(),
            publisher: "Nova".to_owned(),
            sender: "NVR01".to_owned(),
            operator: "Azure Bay".to_owned(),
            published_for: "QZ-HAC".to_owned(),
            revision: "4.1".to_owned(),
            date: "2026-06-01".to_owned(),
            status,
            validity: Some(PublicationValidity { from: day("2026-07-01"), until: day("2026-08-01") }),
            security: "02".to_owned(),
            schema_issue: issue.to_owned(),
            issued_before,
            business_rules: Some(FileName::parse("DMC-NV-A-00-00-00-00A-022A-D").expect("a key").identity),
            applicability_table: Some(FileName::parse("DMC-NV-A-00-00-00-00A-00WA-D").expect("a key").identity),
            pm_code: PmCode::parse("NV-NVR01-AMM01-00").ok(),
            publications: vec![target("PMC-NV-NVR01-AMM01-00_en-US", "002", "changed")],
        },
        modules: vec![
            module("DMC-NV-A-29-10-01-00A-040A-A_en-US", "002", "changed"),
            module("DME-NVR01-QZ-NV-A-29-10-02-00A-040A-A_en-US", "001", "deleted"),
            // Of a later issue of the standard, with a longer number than the schemas allow.
            module("DMC-NV-A-29-10-04-00A-040A-A_en-US", "00012", "changed"),
            // Known by its date, with an issue type that only ATA 2300 has.
            module("DMC-NV-A-29-10-03-00A-040A-A_en-US", "", "unchanged"),
        ],
        entries: vec![
            entry(0, None),
            entry(1, None),
            entry(2, Some(0)),
            entry(3, Some(1)),
            entry(0, Some(2)),
            entry(0, Some(3)),
        ],
        changes: vec![
            BookChange {
                revision: "4.0".to_owned(),
                date: "2026-01-01".to_owned(),
                approved_by: "A. Person".to_owned(),
                reference: "EASA.1 & more".to_owned(),
            },
            BookChange { revision: "4.1".to_owned(), date: "2026-06-01".to_owned(), ..BookChange::default() },
            BookChange::default(),
        ],
    }
}

#[test]
fn generated_modules_are_valid() {
    for issue in ["4-1", "4-2"] {
        let Some(zip) = data::path(&format!("schemas/S1000D_{issue}.zip")) else { continue };
        let set = SchemaSet::open(&std::fs::read(zip).expect("a file")).expect("a set");
        let schemas = Schemas::new(vec![Arc::new(set)]);
        let cases = [
            (0, ("en-US", SiteStatus::Waiting)),
            (4, ("en-US", SiteStatus::Approved)),
            (0, ("zh-CN", SiteStatus::Draft)),
            (4, ("zh-CN", SiteStatus::Draft)),
        ];
        for (issued_before, stated) in cases {
            let mut long = records(issue, issued_before, stated);
            let whole = generate(&long).expect("front matter");
            assert_eq!(whole.len(), 6);
            // Lists of several modules.
            long.modules = vec![long.modules[0].clone(); 2_001];
            let line = long.entries[4].clone();
            long.entries.extend((0..2_001).map(|place| FrontEntry { module: Some(place), ..line.clone() }));
            let parts = generate(&long).expect("front matter");
            assert_eq!(parts.len(), 9);
            let mut validator = Validator::new(&schemas);
            for mut module in whole.into_iter().chain(parts) {
                let findings = xsd::check(&schemas, &module.bytes);
                assert!(findings.is_empty(), "{issue} {:?}: {findings:?}", module.part);
                assert_eq!(module.violation(issue, &mut validator), None);
                let wrong =
                    String::from_utf8(module.bytes).expect("UTF-8").replace("<content>", "<content wrong=\"1\">");
                module.bytes = wrong.into_bytes();
                assert!(module.violation(issue, &mut validator).is_some(), "{:?}", module.part);
            }
        }
    }
}
