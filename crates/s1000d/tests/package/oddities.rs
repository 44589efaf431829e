//! Oddities of official packages in small: each is read without an error finding.

use crate::given::{self, *};

#[test]
fn a_delivery_note_is_compared_in_both_directions() {
    let listed: Vec<String> =
        plain().files.iter().map(|(name, _)| name.clone()).filter(|name| *name != DDN && *name != PM).collect();
    let mut names: Vec<&str> = listed.iter().map(String::as_str).collect();
    names.extend(["DMC-TESTAC-A-77-00-00-00A-040A-A_001-00_en-US.XML", "ICN-F0210-00009-001-01.CGM"]);
    let inspected = plain().with(DDN, ddn(&names)).inspect();
    assert_eq!(
        inspected.found(),
        [(1007, "list.file_missing", DDN), (1011, "list.icn_missing", DDN), (1007, "list.not_listed", PM)]
    );
    assert_eq!(inspected.names("list.not_listed", "list"), [DDN]);
}

#[test]
fn identity_comes_from_the_document_and_a_misleading_name_is_mentioned() {
    let wrong = "PMC-TESTAC-F0210-OTHER-01_001-00_EN-US.XML";
    let content = pm(&entry(DESCRIPTION));
    let package = with_ddn(plain().without(PM).without(DDN).with(wrong, content));
    let inspected = package.inspect();
    assert_eq!(inspected.found(), [(1013, "file.name_differs", wrong)]);
    let item = inspected.contents.items.iter().find(|item| *item.name == *wrong).expect("the publication");
    assert_eq!(item.key.as_deref(), Some("PMC-TESTAC-F0210-MEL00-00_en-US"));
}

#[test]
fn the_case_of_a_language_in_a_name_means_nothing() {
    let name = file_name(OTHER);
    let content = plain().files.iter().find(|(known, _)| *known == name).expect("the file").1.clone();
    for other in [name.replace("en-US", "EN-US"), name.replace(".XML", ".xml")] {
        let package = with_ddn(plain().without(&name).without(DDN).with(&other, content.clone()));
        assert_eq!(package.inspect().found(), [], "{other}");
    }
    // The note may spell it in another case than the file has.
    let note = String::from_utf8(plain().files.pop().expect("the note").1).expect("text");
    assert_eq!(plain().with(DDN, note.replace("en-US", "EN-us")).inspect().found(), []);
}

#[test]
fn a_delivery_note_may_have_an_underscore_before_its_number() {
    let other = "DDN-TESTAC-F0210-K0999-2026_00001.XML";
    let note = plain().files.iter().find(|(name, _)| name == DDN).expect("the note").1.clone();
    assert_eq!(plain().without(DDN).with(other, note).inspect().found(), []);
}

#[test]
fn one_illustration_with_several_files_is_found_by_its_entity() {
    let name = file_name(DESCRIPTION);
    let both = with_ddn(plain().without(DDN).with(&format!("{ICN}.PNG"), PNG));
    assert_eq!(both.inspect().found(), []);
    // The entity names the SVG; a PNG of the same number does not replace it.
    let other = with_ddn(plain().without(&format!("{ICN}.SVG")).without(DDN).with(&format!("{ICN}.PNG"), PNG));
    assert_eq!(other.inspect().found(), [(1011, "icn.missing", &*name)]);
    // Folders in the SYSTEM id are the author's own.
    let with_folder =
        plain().changed(&name, &format!("SYSTEM \"{ICN}.SVG\""), &format!("SYSTEM \"graphics/{ICN}.svg\""));
    assert_eq!(with_folder.inspect().found(), []);
}

#[test]
fn both_grammars_of_illustrations_are_illustrations() {
    let names = ["ICN-F0210-12345-001-1.PNG", "ICN-TESTAC-A-000000-A-F0210-00002-A-001-01.PNG"];
    let package = names.iter().fold(plain().without(DDN), |package, name| package.with(name, PNG));
    let inspected = with_ddn(package).inspect();
    assert_eq!(inspected.found(), []);
    assert_eq!(inspected.contents.summary.illustrations, 3);
}

#[test]
fn references_to_the_specification_are_external_and_no_errors() {
    let name = file_name(DESCRIPTION);
    let refs = dm_ref("S1000D-F-04-10-0301-00A-022A-D").repeat(1000);
    assert_eq!(plain().changed(&name, &dm_ref(OTHER), &refs).inspect().found(), []);
}

#[test]
fn a_reference_is_reported_once_for_each_file() {
    let name = file_name(DESCRIPTION);
    let with_language = dm_ref(MISSING)
        .replace("</dmRefIdent>", "<language languageIsoCode=\"en\" countryIsoCode=\"US\"/></dmRefIdent>");
    let package = plain().changed(&name, &dm_ref(OTHER), &format!("{0}{0}{with_language}", dm_ref(MISSING)));
    assert_eq!(package.inspect().found(), [(1008, "dm.dm_ref_dangling", &*name)]);
}

#[test]
fn the_schema_is_found_however_its_address_is_spelt() {
    let name = file_name(OTHER);
    let official = "http://www.s1000d.org/S1000D_4-2/xml_schema_flat/descript.xsd";
    for address in ["HTTP://www.S1000D.org/s1000d_4-2/XML_schema_flat/DESCRIPT.XSD", "../S1000D_4-2/descript.xsd"] {
        let package = plain().changed(&name, official, address).changed(&name, "<para>Text.</para>", "<wrong/>");
        assert_eq!(package.inspect().found(), [(1010, "xsd.element_unexpected", &*name)], "{address}");
    }
}

#[test]
fn a_deleted_module_is_delivered_and_may_be_referenced() {
    let name = file_name(OTHER);
    let inspected = plain().changed(&name, "issueType=\"new\"", "issueType=\"deleted\"").inspect();
    assert_eq!(inspected.found(), []);
    let item = inspected.contents.items.iter().find(|item| *item.name == *name).expect("it is kept");
    assert_eq!(item.issue_type.as_deref(), Some("deleted"));
}

#[test]
fn attachments_are_kept_and_mentioned() {
    let package = with_ddn(plain().without(DDN).with("readme.txt", "Hello").with("notes.xml", "<notes/>"));
    let inspected = package.inspect();
    assert_eq!(inspected.found(), [(1012, "file.attachment", "notes.xml"), (1012, "file.attachment", "readme.txt")]);
    assert_eq!(inspected.contents.items.iter().filter(|item| item.kind.as_str() == "other").count(), 2);
}

#[test]
fn a_package_in_one_folder_is_the_same_package() {
    let mut folder = Package::default();
    for (name, content) in plain().files {
        folder = folder.with(&format!("delivery/{name}"), content);
    }
    assert_eq!(folder.inspect().found(), []);
}

#[test]
fn findings_do_not_depend_on_the_number_of_threads() {
    let mut package = plain();
    for number in 0..60 {
        let code = format!("TESTAC-A-{number:02}-80-00-00A-040A-A");
        let content = format!("<description><para>{}</para><wrong/></description>", dm_ref(MISSING));
        package = package.with(&file_name(&code), Dm { code: &code, content: &content, ..Dm::default() }.xml());
    }
    let zip = package.zip();
    let one = inspect_with(zip.clone(), &SCHEMAS, &s1000d::package::Nothing, 1, s1000d::package::Limits::default());
    assert!(one.findings.len() >= 180);
    for threads in [2, 3, 8] {
        let more =
            inspect_with(zip.clone(), &SCHEMAS, &s1000d::package::Nothing, threads, s1000d::package::Limits::default());
        assert_eq!(one.findings, more.findings, "{threads} threads");
        assert_eq!(one.contents.items, more.contents.items);
        assert_eq!(one.contents.summary, more.contents.summary);
    }
}

#[test]
fn without_a_schema_set_a_package_reads_and_says_so() {
    let none = s1000d::xsd::Schemas::default();
    let inspected =
        inspect_with(plain().zip(), &none, &s1000d::package::Nothing, 2, s1000d::package::Limits::default());
    assert_eq!(inspected.found(), [(1010, "xsd.not_installed", "")]);
    assert_eq!(inspected.names("xsd.not_installed", "issue"), ["4.2"]);
    assert_eq!(inspected.names("xsd.not_installed", "count"), ["8"]);
    assert_eq!(inspected.contents.summary.schemas.as_str(), "unchecked");
    assert!(given::inspect(plain().zip()).findings.is_empty());
}
