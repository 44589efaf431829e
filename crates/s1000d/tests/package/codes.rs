//! One broken package per code, each with the right file and nothing else.

use domain::finding::Severity;

use crate::given::{self, *};

#[test]
fn a_whole_package_has_no_finding() {
    let inspected = plain().inspect();
    assert_eq!(inspected.found(), []);
    let summary = &inspected.contents.summary;
    assert_eq!((summary.kind, &*summary.specification), ("s1000d", "S1000D 4.2"));
    assert_eq!((summary.modules, summary.publications, summary.illustrations, summary.others), (6, 1, 1, 1));
    assert_eq!(summary.title.as_deref(), Some("Manual"));
    assert_eq!((summary.sender.as_deref(), summary.customer.as_deref()), (Some("Maker"), Some("Operator")));
    assert_eq!((summary.model.as_deref(), summary.issue_date.as_deref()), (Some("TESTAC"), Some("2026-01-02")));
    assert_eq!(summary.issue_number.as_deref(), Some("001-00"));
    assert_eq!((summary.schemas.as_str(), summary.completeness.reason()), ("checked", "contents_in_package"));
}

#[test]
fn a_list_of_applicable_publications_does_not_give_the_package_its_title() {
    let list = pm(r#"<pmEntry><pmRef><pmRefIdent><pmCode modelIdentCode="TESTAC" pmIssuer="F0210" pmNumber="MEL00" pmVolume="00"/></pmRefIdent></pmRef></pmEntry>"#)
        .replacen("MEL00", "LOAP1", 1)
        .replacen("<pmTitle>Manual", "<pmTitle>List of Applicable Publications", 1);
    let package = plain().with("PMC-TESTAC-F0210-LOAP1-00_001-00_en-US.XML", list);
    assert_eq!(package.inspect().contents.summary.title.as_deref(), Some("Manual"));
}

#[test]
fn code_1001_is_what_cannot_be_unzipped() {
    assert_eq!(given::inspect(b"no archive at all".to_vec()).found(), [(1001, "archive.unreadable", "")]);
    assert_eq!(given::inspect(Vec::new()).found(), [(1001, "archive.unreadable", "")]);
}

#[test]
fn code_1002_is_a_missing_delivery_note() {
    let package = plain().without(DDN);
    // Without the note there is no list either.
    assert_eq!(package.inspect().found(), [(1002, "delivery_note.missing", ""), (1003, "data_list.missing", "")]);
    let broken = plain().with(DDN, "<ddn");
    assert_eq!(
        broken.inspect().found(),
        [(1003, "data_list.missing", ""), (1002, "delivery_note.unreadable", DDN), (1010, "xml.not_well_formed", DDN)]
    );
}

#[test]
fn code_1003_is_a_missing_list() {
    let package = plain().with(DDN, ddn(&[]));
    assert_eq!(package.inspect().found(), [(1003, "data_list.missing", "")]);
}

#[test]
fn code_1007_is_an_object_of_the_list_that_is_not_there() {
    let gone = "TESTAC-A-99-99-99-00A-040A-A";
    let file = |kind: &str| format!("DML-TESTAC-F0210-{}-2026-00001_001-00.XML", kind.to_uppercase());
    let package = |kinds: &[(&str, &str)]| {
        let base = plain().without(DDN);
        kinds.iter().fold(base, |package, (kind, code)| package.with(&file(kind), dml(kind, &[DESCRIPTION, code])))
    };
    let missing = |kinds: &[(&str, &str)]| {
        let inspected = package(kinds).inspect();
        let found = inspected.findings.iter().filter(|one| one.rule.as_str() == "list.object_missing");
        found.map(|one| (one.file.clone(), one.line)).collect::<Vec<_>>()
    };
    assert_eq!(missing(&[("s", gone)]), [(file("s"), Some(6))]);
    assert_eq!(missing(&[("c", gone)]), [(file("c"), Some(6))]);
    assert_eq!(missing(&[("p", gone)]), []);
    // The list of existing modules wins over the list of required ones.
    assert_eq!(missing(&[("s", DESCRIPTION), ("c", gone)]), []);
    // What a list says is deleted is not missed.
    for attribute in ["dmlEntryType=\"d\"", "issueType=\"deleted\""] {
        let list = dml("s", &[gone]).replace("<dmlEntry>", &format!("<dmlEntry {attribute}>"));
        let inspected = plain().without(DDN).with(&file("s"), list).inspect();
        assert!(inspected.findings.iter().all(|one| one.rule.as_str() != "list.object_missing"), "{attribute}");
    }
}

#[test]
fn code_1011_is_an_illustration_of_the_list_that_is_not_there() {
    const GONE: &str = "ICN-TESTAC-A-000000-A-F0210-00099-A-001-01";
    let entries = |names: &[&str]| {
        let entry = |name: &&str| format!("<dmlEntry>\n<infoEntityRef infoEntityRefIdent=\"{name}\"/></dmlEntry>");
        names.iter().map(entry).collect::<Vec<_>>().concat()
    };
    let missing = |kind: &str, entries: &str| {
        let list = dml(kind, &[DESCRIPTION]).replace("</dmlContent>", &format!("{entries}</dmlContent>"));
        let file = format!("DML-TESTAC-F0210-{}-2026-00001_001-00.XML", kind.to_uppercase());
        let inspected = plain().without(DDN).with(&file, list).inspect();
        let found = inspected.findings.iter().filter(|one| one.rule.as_str() == "list.icn_missing");
        let told: Vec<_> = found.map(|one| (one.code().number(), one.file.clone(), one.line)).collect();
        assert!(told.iter().all(|(code, of, line)| (*code, &**of) == (1011, &*file) && line.is_some()), "{told:?}");
        let names = inspected.names("list.icn_missing", "name");
        names.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(missing("s", &entries(&[ICN, GONE])), [GONE]);
    assert_eq!(missing("c", &entries(&[GONE])), [GONE]);
    assert_eq!(missing("p", &entries(&[GONE])), [""; 0]);
    let deleted = entries(&[GONE]).replace("<dmlEntry>", "<dmlEntry dmlEntryType=\"d\">");
    assert_eq!(missing("s", &deleted), [""; 0]);
}

#[test]
fn code_1004_is_a_table_that_nobody_names() {
    let name = file_name(DESCRIPTION);
    let package = plain().changed(&name, "applicCrossRefTableRef", "logo");
    assert_eq!(package.inspect().found(), [(1004, "applic.table_not_referenced", &*name)]);

    let act = file_name(ACT);
    let package = plain()
        .changed(
            &name,
            "applicPropertyIdent=\"model\" applicPropertyType=\"prodattr\" applicPropertyValues=\"A|B\"",
            "applicPropertyIdent=\"SB1\" applicPropertyType=\"condition\" applicPropertyValues=\"PRE\"",
        )
        .changed(&act, "condCrossRefTableRef", "refs");
    let inspected = package.inspect();
    assert!(inspected.found().contains(&(1004, "applic.table_not_referenced", &*act)), "{:?}", inspected.found());
    assert_eq!(inspected.names("applic.table_not_referenced", "table"), ["CCT"]);

    let package = with_ddn(plain().without(&act).without(DDN));
    assert_eq!(package.inspect().found(), [(1004, "applic.table_absent", &*name)]);
}

#[test]
fn code_1005_is_a_contradiction_of_the_tables() {
    let name = file_name(DESCRIPTION);
    let package = plain().changed(&name, "applicPropertyIdent=\"model\"", "applicPropertyIdent=\"Model\"");
    assert_eq!(package.inspect().found(), [(1005, "applic.undeclared", &*name)]);
    let pct = file_name(PCT);
    let package = plain().changed(&pct, "applicPropertyValue=\"PRE\"", "applicPropertyValue=\"Pre\"");
    let inspected = package.inspect();
    assert_eq!(inspected.found(), [(1005, "applic.value_outside", &*pct)]);
    assert_eq!(inspected.names("applic.value_outside", "value"), ["Pre"]);
    let package = plain().changed(
        &pct,
        "<assign applicPropertyIdent=\"model\" applicPropertyType=\"prodattr\" applicPropertyValue=\"A\"/>",
        "",
    );
    assert_eq!(package.inspect().found(), [(1005, "applic.never_assigned", &*pct)]);
}

#[test]
fn code_1005_is_also_a_property_that_two_tables_declare_differently() {
    let other = ACT.replacen("TESTAC", "OTHER", 1);
    let table = |values: &str| {
        let content = format!(
            "<applicCrossRefTable><productAttributeList><productAttribute id=\"model\"><name>Model</name>\
             <enumeration applicPropertyValues=\"{values}\"/></productAttribute></productAttributeList></applicCrossRefTable>"
        );
        Dm { code: &other, schema: "appliccrossreftable", content: &content, ..Dm::default() }.xml()
    };
    let found = |values: &str| with_ddn(plain().without(DDN).with(&file_name(&other), table(values))).inspect();
    assert_eq!(found("A|B").found(), []);
    let disagreeing = found("X|Y");
    let named = disagreeing.names("applic.tables_disagree", "property");
    assert_eq!((disagreeing.found().len(), named), (1, vec!["model"]));
}

#[test]
fn code_1002_is_an_archive_without_any_object() {
    let photos = Package::default()
        .with("holiday/beach.jpg", b"\xff\xd8\xff\xe0".to_vec())
        .with("holiday/sunset.JPG", b"\xff\xd8\xff\xe0".to_vec())
        .with("notes.txt", "Sunny.")
        .with("README", "Photos.");
    let inspected = photos.inspect();
    let blocking: Vec<_> = inspected.findings.iter().filter(|one| one.severity == Severity::Block).collect();
    assert_eq!(blocking.len(), 1, "{:?}", inspected.found());
    assert_eq!((blocking[0].code().number(), blocking[0].file.as_str()), (1002, ""));
    assert_eq!(inspected.names("package.foreign", "count"), ["4"]);
    assert_eq!(inspected.names("package.foreign", "found"), ["2 × .jpg, 1 × –, 1 × .txt"]);
    let told = |rule: &str| inspected.findings.iter().any(|one| one.rule.as_str() == rule);
    assert!(!told("pm.missing") && !told("delivery_note.missing") && !told("data_list.missing"));
    let broken = Package::default().with(&file_name(DESCRIPTION), "<dmodule");
    assert!(broken.inspect().names("package.foreign", "count").is_empty(), "a broken module is one nevertheless");
}

#[test]
fn code_1013_is_an_archive_of_which_nothing_can_be_read() {
    let broken =
        Package::default().with(&file_name(DESCRIPTION), "<dmodule").with(PM, "").with("ICN-A.PNG", "no picture");
    assert_eq!(broken.inspect().names("package.nothing_readable", "count"), ["3"]);
    let pictures = Package::default().with("ICN-NV240-A-243000-0-NVR01-00101-A-001-01.PNG", "no picture");
    assert_eq!(pictures.inspect().names("package.nothing_readable", "count"), ["1"], "pictures alone are no manual");
    assert!(plain().inspect().names("package.nothing_readable", "count").is_empty());
    let mixed = plain().with(&file_name(DESCRIPTION), "<dmodule");
    assert!(
        mixed.inspect().names("package.nothing_readable", "count").is_empty(),
        "one object that can be read is enough"
    );
}

#[test]
fn code_1006_is_a_package_without_contents() {
    let package = with_ddn(plain().without(PM).without(DDN));
    let inspected = package.inspect();
    assert_eq!(inspected.found(), [(1006, "pm.missing", "")]);
    // Where such a package is let through, it must not take everything else away.
    let completeness = inspected.contents.summary.completeness;
    assert_eq!((completeness.is_complete(), completeness.reason()), (false, "without_contents"));
}

#[test]
fn code_1007_is_an_entry_of_the_contents_that_is_nowhere() {
    let package = plain().with(PM, pm(&format!("{}{}", entry(DESCRIPTION), entry(MISSING))));
    let inspected = package.inspect();
    assert_eq!(inspected.found(), [(1007, "pm.dm_ref_dangling", PM)]);
    assert_eq!(inspected.names("pm.dm_ref_dangling", "code"), [format!("DMC-{MISSING}")]);
    assert_eq!(inspected.findings[0].line, Some(10));
}

#[test]
fn code_1008_is_a_reference_of_a_module_that_is_nowhere() {
    let name = file_name(DESCRIPTION);
    let package = plain().changed(&name, &dm_ref(OTHER), &dm_ref(MISSING));
    let inspected = package.inspect();
    assert_eq!(inspected.found(), [(1008, "dm.dm_ref_dangling", &*name)]);
    assert_eq!(inspected.findings[0].line, Some(9));
}

#[test]
fn code_1009_is_an_alternate_of_a_container_that_is_nowhere() {
    let name = file_name(CONTAINER);
    let package = plain().changed(&name, &dm_ref(OTHER), &dm_ref(MISSING));
    assert_eq!(package.inspect().found(), [(1009, "container.dm_ref_dangling", &*name)]);
}

#[test]
fn code_1010_is_xml_that_is_broken_or_against_its_schema() {
    let name = file_name(OTHER);
    let package = plain().changed(&name, "<para>Text.</para>", "<para>Text.</para>\n<step>Do</step>");
    let inspected = package.inspect();
    assert_eq!(inspected.found(), [(1010, "xsd.element_not_allowed", &*name)]);
    assert_eq!(inspected.findings[0].line, Some(7));
    assert_eq!(inspected.names("xsd.element_not_allowed", "element"), ["step"]);

    let broken = plain().changed(&name, "</para>", "</parra>");
    let found = broken.inspect();
    assert!(found.found().contains(&(1010, "xml.not_well_formed", &*name)), "{:?}", found.found());
}

#[test]
fn code_1011_is_an_illustration_without_a_file() {
    let name = file_name(DESCRIPTION);
    let package = with_ddn(plain().without(&format!("{ICN}.SVG")).without(DDN));
    let inspected = package.inspect();
    assert_eq!(inspected.found(), [(1011, "icn.missing", &*name)]);
    assert_eq!(inspected.names("icn.missing", "name"), [format!("{ICN}.SVG")]);
}

#[test]
fn code_1012_is_an_illustration_that_cannot_be_shown() {
    let swf = "ICN-F0210-00002-001-01.SWF";
    let package = with_ddn(plain().without(DDN).with(swf, "CWS\x09"));
    assert_eq!(package.inspect().found(), [(1012, "icn.unsupported", swf)]);
    let disguised = format!("{ICN}.SVG");
    let inspected = plain().with(&disguised, PNG).inspect();
    assert_eq!(inspected.found(), [(1012, "icn.disagrees", &*disguised)]);
    assert_eq!(inspected.names("icn.disagrees", "found"), ["png"]);
    let item = inspected.contents.items.iter().find(|item| *item.name == *disguised).expect("it is kept");
    assert_eq!(item.media_type, "application/octet-stream");
}

#[test]
fn code_1013_is_one_issue_with_two_contents() {
    let again = "copies/again.xml";
    let same = Dm { code: OTHER, ..Dm::default() }.xml();
    let package = with_ddn(plain().without(DDN).with(again, same.clone()));
    let name = file_name(OTHER);
    let inspected = package.inspect();
    assert_eq!(inspected.found(), [(1013, "object.twice", again)]);
    assert_eq!(inspected.names("object.twice", "other"), [&*name]);

    let package = with_ddn(plain().without(DDN).with(again, same.replace("Text.", "Other text.")));
    assert_eq!(package.inspect().found(), [(1013, "object.conflict", again)]);

    // Another issue of it is no contradiction.
    let newer = same.replace("Text.", "Newer.").replace("issueNumber=\"001\"", "issueNumber=\"002\"");
    assert_eq!(with_ddn(plain().without(DDN).with(again, newer)).inspect().found(), []);
}
