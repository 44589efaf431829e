//! Front matter of a small manual of our own.

use domain::finding::Finding;
use domain::front_matter::is_generated_name;
use domain::object::ObjectKind;
use domain::publication::PublicationValidity;
use domain::version::Issue;
use s1000d::code::{CodeError, FileName, Identity, Language, PmCode};
use s1000d::generated::is_generated;
use s1000d::object::{ContentType, Object};
use s1000d::{guard, object, publication};

use super::{
    FrontEntry, FrontHead, FrontModule, FrontPart, FrontRecords, FrontTarget, GeneratedModule, generate, write,
};
use crate::book::BookChange;
use crate::site::SiteStatus;

fn identity(key: &str) -> Identity {
    FileName::parse(key).expect("a key").identity
}

fn target(key: &str, tech_name: &str) -> FrontTarget {
    FrontTarget {
        identity: identity(key),
        issue: Issue {
            number: "002".to_owned(),
            in_work: "00".to_owned(),
            date: "2026-06-01".to_owned(),
            kind: "changed".to_owned(),
        },
        tech_name: tech_name.to_owned(),
        info_name: "Description".to_owned(),
    }
}

fn head(language: &str, schema_issue: &str) -> FrontHead {
    let (code, country) = language.split_once('-').expect("a language");
    let publication = target(&format!("PMC-NV-NVR01-AMM01-00_{language}"), "Manual");
    FrontHead {
        language: Language::parse(code, country).expect("a language"),
        mark: "A1B2".to_owned(),
        title: "Pumps & valves".to_owned(),
        manual_type: "AMM".to_owned(),
        product: "NV".to_owned(),
        model: "NV".to_owned(),
        sender: "NVR01".to_owned(),
        publisher: "Nova & Ridge".to_owned(),
        operator: "Azure <Bay>".to_owned(),
        published_for: String::new(),
        revision: "4.1".to_owned(),
        date: "2026-06-01".to_owned(),
        status: SiteStatus::Draft,
        validity: None,
        security: "01".to_owned(),
        schema_issue: schema_issue.to_owned(),
        issued_before: 0,
        business_rules: None,
        applicability_table: Some(identity("DMC-NV-A-00-00-00-00A-00WA-D_en-US")),
        pm_code: PmCode::parse("NV-NVR01-AMM01-00").ok(),
        publications: vec![FrontTarget { info_name: String::new(), ..publication }],
    }
}

/// Two modules, one of which changed, in two sections.
fn records(language: &str, schema_issue: &str) -> FrontRecords {
    let module = |assembly: &str, reasons: &[&str]| FrontModule {
        target: target(&format!("DMC-NV-A-29-10-{assembly}-00A-040A-A_{language}"), "Pump \"A\""),
        is_news: !reasons.is_empty(),
        reasons: reasons.iter().map(|reason| (*reason).to_owned()).collect(),
    };
    let entry = |level, title: &str, module| FrontEntry { level, title: title.to_owned(), module };
    FrontRecords {
        head: head(language, schema_issue),
        modules: vec![module("01", &["New torque < 5 Nm"]), module("02", &[])],
        entries: vec![
            entry(0, "Hydraulics", None),
            entry(1, "Pumps", None),
            entry(2, "", Some(0)),
            entry(0, "Nothing", None),
            entry(0, "", Some(1)),
        ],
        changes: vec![
            BookChange { revision: "4.0".to_owned(), date: "2026-01-01".to_owned(), ..BookChange::default() },
            BookChange { revision: "4.1".to_owned(), ..BookChange::default() },
        ],
    }
}

fn text(module: &GeneratedModule) -> &str {
    std::str::from_utf8(&module.bytes).expect("UTF-8")
}

fn read(module: &GeneratedModule) -> (Object, Vec<Finding>) {
    if module.kind == ObjectKind::PublicationModule {
        let (publication, findings) = publication::read(module.bytes.as_slice()).expect("XML");
        return (publication.object, findings);
    }
    object::read(&guard::check(&module.bytes).expect("safe")).expect("XML")
}

fn part(modules: &[GeneratedModule], wanted: FrontPart) -> &GeneratedModule {
    modules.iter().find(|module| module.part == wanted).expect("a part")
}

#[test]
fn every_module_says_what_it_is_and_has_an_identity_of_its_own() {
    for language in ["en-US", "zh-CN"] {
        let modules = generate(&records(language, "4-2")).expect("front matter");
        let parts: Vec<FrontPart> = modules.iter().map(|module| module.part).collect();
        let expected = [
            FrontPart::TitlePage,
            FrontPart::EffectiveModules,
            FrontPart::ChangeRecord,
            FrontPart::Highlights,
            FrontPart::Contents,
            FrontPart::Publication,
        ];
        assert_eq!(parts, expected);
        for module in &modules {
            let (object, findings) = read(module);
            assert_eq!(findings, [], "{:?}", module.part);
            assert_eq!(object.identity.as_ref(), Some(&module.identity));
            assert!(is_generated_name(&module.identity.to_string()), "{}", module.identity);
            assert!(is_generated(&object, &module.bytes), "an import knows it: {}", module.identity);
            assert_eq!(object.title.technical, module.tech_name);
            assert_eq!(object.schema.and_then(|schema| schema.issue).as_deref(), Some("4-2"));
            let issue = object.version.issue.map(|issue| issue.to_string());
            assert_eq!(issue.as_deref(), Some("000-01"), "a draft is work towards the first issue");
        }
        let (title_page, _) = read(&modules[0]);
        assert_eq!(title_page.content_type, Some(ContentType::FrontMatter));
    }
}

#[test]
fn identities_name_part_manual_and_language() {
    let keys = |records: &FrontRecords| -> Vec<String> {
        generate(records).expect("front matter").iter().map(|module| module.identity.to_string()).collect()
    };
    let english = keys(&records("en-US", "4-2"));
    assert_eq!(english[0], "DME-NVR01-AIRFOLIOFMA1B2-NV-A-00-00-00-00A-001A-D_en-US");
    assert_eq!(english[5], "PME-NVR01-AIRFOLIOFMA1B2-NV-NVR01-00000-00_en-US");
    let mut without = records("en-US", "4-2");
    without.head.publications.clear();
    without.head.pm_code = None;
    assert_eq!(keys(&without), english, "publication modules of the manual come and go");
    let mut other = records("en-US", "4-2");
    other.head.mark = "C3D4".to_owned();
    assert!(keys(&other).iter().all(|key| !english.contains(key)), "another operator or target");
    assert!(keys(&records("zh-CN", "4-2")).iter().all(|key| !english.contains(key)));
}

#[test]
fn modules_are_handed_over_one_by_one_and_writing_stops_with_the_taker() {
    let mut taken = Vec::new();
    let stopped = write(&records("en-US", "4-2"), &mut |module| {
        taken.push(module.part);
        if taken.len() < 2 { Ok(()) } else { Err(None::<CodeError>) }
    });
    assert!(matches!(stopped, Err(None)));
    assert_eq!(taken, [FrontPart::TitlePage, FrontPart::EffectiveModules]);
}

#[test]
fn the_same_records_give_the_same_bytes() {
    let records = records("en-US", "4-1");
    assert_eq!(generate(&records), generate(&records));
}

#[test]
fn parts_tell_what_the_records_say() {
    let modules = generate(&records("en-US", "4-2")).expect("front matter");
    let title_page = text(part(&modules, FrontPart::TitlePage));
    for said in ["<pmTitle>Pumps &amp; valves</pmTitle>", "Azure &lt;Bay&gt;", "4.1", "Not approved for use"] {
        assert!(title_page.contains(said), "{said}: {title_page}");
    }
    let effective = text(part(&modules, FrontPart::EffectiveModules));
    assert_eq!(effective.matches("<frontMatterDmEntry").count(), 2);
    assert_eq!(effective.matches("<frontMatterDmEntry issueType=\"changed\">").count(), 1, "{effective}");
    let highlights = text(part(&modules, FrontPart::Highlights));
    assert_eq!(highlights.matches("<frontMatterDmEntry").count(), 1);
    assert!(highlights.contains("<simplePara>New torque &lt; 5 Nm</simplePara>"), "{highlights}");
    let record = text(part(&modules, FrontPart::ChangeRecord));
    assert_eq!(record.matches("<row>").count(), 3, "{record}");
    let contents = text(part(&modules, FrontPart::Contents));
    assert!(contents.contains("<title>Pumps</title>") && !contents.contains("Nothing"), "{contents}");
    assert_eq!(contents.matches("<dmRef applicRefId=\"app-0001\">").count(), 2, "{contents}");
    assert_eq!(contents.matches("<dmRef>").count(), 2, "those of the status section");
    let publication = text(part(&modules, FrontPart::Publication));
    assert!(publication.contains("pmEntryType=\"pmt06\"") && publication.contains("<pmRef>"), "{publication}");
}

/// The business rules of the standard demand both.
#[test]
fn front_matter_names_its_publisher_and_types_that_its_issue_knows() {
    let modules = generate(&records("en-US", "4-2")).expect("front matter");
    let title_page = text(part(&modules, FrontPart::TitlePage));
    assert!(title_page.contains("<enterpriseName>Nova &amp; Ridge</enterpriseName>"), "{title_page}");
    let contents = text(part(&modules, FrontPart::Contents));
    assert!(contents.contains("<applic id=\"app-0001\">"), "every reference leads to a statement: {contents}");
    for issue in ["4-0", "4-1"] {
        let modules = generate(&records("en-US", issue)).expect("front matter");
        assert!(!text(part(&modules, FrontPart::Publication)).contains("pmEntryType"), "{issue}");
    }
}

#[test]
fn a_title_page_says_whom_it_is_for_and_how_long_it_is_valid() {
    let mut records = records("en-US", "4-2");
    let page = |records: &FrontRecords| {
        let modules = generate(records).expect("front matter");
        text(part(&modules, FrontPart::TitlePage)).to_owned()
    };
    assert!(!page(&records).contains("Published for") && page(&records).contains("<simplePara>All</simplePara>"));
    records.head.published_for = "QZ-HAC".to_owned();
    let day = |text: &str| text.parse().expect("a day");
    records.head.validity = Some(PublicationValidity { from: day("2026-07-01"), until: day("2026-08-01") });
    let told = page(&records);
    assert!(told.contains("<title>Published for</title><reducedPara>QZ-HAC</reducedPara>"), "{told}");
    assert!(told.contains("<simplePara>QZ-HAC</simplePara>"), "it applies to nothing else: {told}");
    assert!(told.contains("<title>Validity</title>") && told.matches("<title>State</title>").count() == 1, "{told}");
}

#[test]
fn an_issue_number_that_the_schema_does_not_allow_is_left_out() {
    let listed = |schema_issue: &str| {
        let mut records = records("en-US", schema_issue);
        records.modules[0].target.issue.number = "00012".to_owned();
        let modules = generate(&records).expect("front matter");
        let list = text(part(&modules, FrontPart::EffectiveModules)).to_owned();
        (list.contains("issueNumber=\"00012\""), list.contains("issueNumber=\"002\""))
    };
    assert_eq!(listed("4-2"), (false, true));
    assert_eq!(listed("6"), (true, true));
}

#[test]
fn what_is_not_there_has_no_module() {
    let mut records = records("en-US", "4-2");
    records.modules[0].reasons.clear();
    records.entries.clear();
    let parts: Vec<FrontPart> = generate(&records).expect("front matter").iter().map(|module| module.part).collect();
    assert!(!parts.contains(&FrontPart::Highlights) && !parts.contains(&FrontPart::Contents), "{parts:?}");
    assert!(parts.contains(&FrontPart::EffectiveModules));
}

#[test]
fn each_approval_is_an_issue_and_later_ones_have_a_reason() {
    let mut records = records("zh-CN", "4-2");
    let mut issue = |before: u64, status: SiteStatus| {
        (records.head.issued_before, records.head.status) = (before, status);
        let modules = generate(&records).expect("front matter");
        let issue = &modules[0].issue;
        (format!("{}-{}", issue.number, issue.in_work), text(&modules[0]).contains("<reasonForUpdate"))
    };
    assert_eq!(issue(0, SiteStatus::Waiting), ("001-00".to_owned(), false));
    assert_eq!(issue(1, SiteStatus::Draft), ("001-01".to_owned(), true));
    assert_eq!(issue(1, SiteStatus::Approved), ("002-00".to_owned(), true));
    assert_eq!(issue(999, SiteStatus::Approved), ("001-00".to_owned(), true));
}

#[test]
fn long_lists_are_several_modules_and_other_issues_name_no_schema() {
    let mut records = records("en-US", "4-0");
    records.modules = vec![records.modules[1].clone(); 4_001];
    let modules = generate(&records).expect("front matter");
    let effective: Vec<&GeneratedModule> =
        modules.iter().filter(|module| module.part == FrontPart::EffectiveModules).collect();
    assert_eq!(effective.len(), 3);
    assert_eq!(effective[1].info_name, "List of effective data modules (2/3)");
    assert!(effective[2].identity.to_string().contains("-00SC-D"));
    assert!(modules.iter().all(|module| !text(module).contains("noNamespaceSchemaLocation")));
}
