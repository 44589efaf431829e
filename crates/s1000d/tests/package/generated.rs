//! Front matter that publications generated is left out; whatever else has its extension is not lost.

use s1000d::generated::sealed;

use crate::given::*;

const EXTENSION: &str = "<identExtension extensionProducer=\"F0210\" extensionCode=\"AIRFOLIOFMX\"/>";
const GENERATED_PM: &str = "PME-F0210-AIRFOLIOFMX-TESTAC-F0210-MEL00-00_001-00_en-US.XML";
/// The change record.
const RECORD: &str = "TESTAC-A-00-00-00-00A-00TA-D";

fn extended(xml: &str, element: &str) -> String {
    xml.replacen(element, &[EXTENSION, element].concat(), 1)
}

fn generated_pm(entries: &str) -> Vec<u8> {
    sealed(extended(&pm(entries), "<pmCode").into_bytes())
}

fn name_of(code: &str) -> String {
    format!("DME-F0210-AIRFOLIOFMX-{code}_001-00_en-US.XML")
}

fn module(code: &str) -> String {
    extended(&Dm { code, ..Dm::default() }.xml(), "<dmCode")
}

#[test]
fn generated_front_matter_is_mentioned_and_not_taken_over() {
    let content = generated_pm(&entry("TESTAC-A-99-00-00-00A-040A-A"));
    let inspected = with_ddn(plain().without(DDN).with(GENERATED_PM, content)).inspect();
    assert_eq!(inspected.found(), [(1013, "file.generated", GENERATED_PM)], "also where it names what is not there");
    let before = plain().inspect().contents;
    assert_eq!(inspected.contents.items.len(), before.items.len());
    assert_eq!(inspected.contents.summary.publications, before.summary.publications);
    assert_eq!(inspected.contents.summary.title, before.summary.title);
}

#[test]
fn other_files_with_the_extension_are_refused_and_not_left_out() {
    let cases = [
        ("TESTAC-A-29-10-01-00A-520A-A", sealed(module("TESTAC-A-29-10-01-00A-520A-A").into_bytes())),
        (RECORD, module(RECORD).into_bytes()),
    ];
    for (code, content) in cases {
        let name = name_of(code);
        let inspected = with_ddn(plain().without(DDN).with(&name, content)).inspect();
        assert_eq!(inspected.found(), [(1013, "file.reserved", &*name)]);
        assert!(inspected.contents.items.iter().any(|item| *item.name == *name), "it is not lost");
    }
    let unreadable = name_of(RECORD);
    let inspected = with_ddn(plain().without(DDN).with(&unreadable, "<dmodule/>")).inspect();
    assert!(inspected.found().contains(&(1013, "file.reserved", &*unreadable)), "{:?}", inspected.found());
}

#[test]
fn a_reference_to_generated_front_matter_leads_nowhere() {
    let (name, record) = (file_name(OTHER), name_of(RECORD));
    let target = format!("<dmRef><dmRefIdent>{EXTENSION}{}</dmRefIdent></dmRef>", dm_code(RECORD));
    let content = format!("<description><para>{target}</para></description>");
    let other = Dm { code: OTHER, content: &content, ..Dm::default() };
    let package = plain().without(DDN).with(&name, other.xml());
    let package = package.with(&record, sealed(module(RECORD).into_bytes()));
    let found = with_ddn(package).inspect();
    let dangling: Vec<&str> = found.findings.iter().map(|one| one.rule.as_str()).collect();
    assert_eq!(dangling, ["dm.dm_ref_dangling", "file.generated"]);
}

#[test]
fn tables_that_only_generated_front_matter_names_are_not_named() {
    let table = format!("<applicCrossRefTableRef>{}</applicCrossRefTableRef>", dm_ref(ACT));
    let name = file_name(DESCRIPTION);
    let bare = plain().without(DDN).changed(&name, &table, "");
    let expected = (1004, "applic.table_not_referenced", &*name);
    assert!(with_ddn(bare.clone()).inspect().found().contains(&expected));
    let status = "<security securityClassification=\"01\"/>";
    let named = pm(&entry(DESCRIPTION)).replacen(status, &[status, &table].concat(), 1);
    let generated = sealed(extended(&named, "<pmCode").into_bytes());
    let inspected = with_ddn(bare.with(GENERATED_PM, generated)).inspect();
    assert!(inspected.found().contains(&expected), "{:?}", inspected.found());
}

#[test]
fn a_package_of_nothing_but_generated_files_has_nothing_to_read() {
    let package = Package::default().with(GENERATED_PM, generated_pm(&entry(DESCRIPTION)));
    let found = package.inspect();
    assert!(found.found().contains(&(1013, "package.nothing_readable", "")), "{:?}", found.found());
}
