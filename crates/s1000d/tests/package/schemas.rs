//! Schema sets and single documents.

use std::sync::Arc;

use s1000d::package::{Limits, Nothing};
use s1000d::xsd::{self, Outcome, SchemaSet, Schemas, SetError, ValidDocuments, Validator, Violation};

use crate::given::*;

#[test]
fn a_set_is_read_from_the_zip_that_is_given_out() {
    let set = SchemaSet::open(&schema_zip("S1000D_5-0/xml_schema_flat/")).expect("a set");
    assert_eq!((set.issue(), set.file_count()), ("5-0", 10));
    assert_eq!(SchemaSet::open(b"nothing").err(), Some(SetError::Archive));
    assert_eq!(SchemaSet::open(&plain().zip()).err(), Some(SetError::NoSchema));
    assert_eq!(SchemaSet::open(&schema_zip("somewhere/")).err(), Some(SetError::NoIssue));
}

const FLAT: &str = "S1000D_4-2/xml_schema_flat/";

/// The schemas of a set that cannot be used: name, rule, file at fault.
fn refused(set: &Package) -> Vec<String> {
    let set = SchemaSet::open(&set.zip()).expect("a set");
    let Err(SetError::Unusable(states)) = set.verify() else { return Vec::new() };
    let told = states.into_iter().map(|state| {
        let fault = state.fault.expect("a fault");
        format!("{}: {} {}", state.name, fault.rule.as_str(), fault.file)
    });
    told.collect()
}

#[test]
fn a_set_that_imports_xml_from_w3_org_works_without_bringing_it() {
    let files = schema_files(FLAT).without(&format!("{FLAT}xml.xsd"));
    let set = SchemaSet::open(&files.zip()).expect("a set");
    let states = set.verify().expect("a set that works");
    assert!(states.iter().all(|state| state.fault.is_none()), "{states:?}");
    assert!(states.iter().any(|state| state.name == "descript"));

    let schemas = Schemas::new(vec![Arc::new(set)]);
    let check = |attribute: &str| {
        let content = format!("<description><para {attribute}>x</para></description>");
        let xml = Dm { content: &content, ..Dm::default() }.xml();
        xsd::check(&schemas, xml.as_bytes()).iter().map(|one| one.rule.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(check("xml:space=\"preserve\""), [""; 0]);
    assert_eq!(check("xml:space=\"nonsense\""), ["xsd.invalid"]);
    assert_eq!(check("nonsense=\"1\""), ["xsd.attribute_not_allowed"]);
}

#[test]
fn the_attributes_of_xml_are_all_there() {
    let schema = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
        <xs:import namespace="http://www.w3.org/XML/1998/namespace" schemaLocation="http://www.w3.org/2001/xml.xsd"/>
        <xs:element name="dmodule"><xs:complexType><xs:attributeGroup ref="xml:specialAttrs"/></xs:complexType></xs:element>
        </xs:schema>"#;
    let files = schema_files(FLAT).without(&format!("{FLAT}xml.xsd")).with(&format!("{FLAT}brex.xsd"), schema);
    let schemas = Schemas::new(vec![Arc::new(SchemaSet::open(&files.zip()).expect("a set"))]);
    let found = |attributes: &str| {
        let xml = format!(
            "<dmodule xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" {attributes} \
             xsi:noNamespaceSchemaLocation=\"http://www.s1000d.org/S1000D_4-2/xml_schema_flat/brex.xsd\"/>"
        );
        let findings = xsd::check(&schemas, xml.as_bytes());
        findings.iter().filter(|one| one.rule.as_str().starts_with("xsd.")).count()
    };
    assert_eq!(found("xml:lang=\"zh-CN\" xml:space=\"default\" xml:base=\"a/b\" xml:id=\"a\""), 0);
    assert_eq!(found("xml:lang=\"\""), 0);
    assert_eq!(found("xml:lang=\"no language\""), 1);
    assert_eq!(found("xml:id=\"a b\""), 1);
}

#[test]
fn a_set_is_refused_for_each_schema_that_cannot_be_used() {
    assert_eq!(refused(&schema_files(FLAT)), [""; 0]);
    let without_xlink = schema_files(FLAT).without(&format!("{FLAT}xlink.xsd"));
    assert_eq!(refused(&without_xlink), ["descript: schema.file_missing descript.xsd"]);
    let torn = schema_files(FLAT).with(&format!("{FLAT}pm.xsd"), "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XML");
    assert_eq!(refused(&torn), ["pm: schema.not_well_formed pm.xsd"]);
    let torn = schema_files(FLAT).with(&format!("{FLAT}xlink.xsd"), "<xs:schema");
    assert_eq!(refused(&torn), ["descript: schema.not_well_formed xlink.xsd"]);
    let odd = schema_files(FLAT).changed(&format!("{FLAT}pm.xsd"), "type=\"anything\"", "type=\"nothing\"");
    assert_eq!(refused(&odd), ["pm: schema.invalid pm.xsd"]);
}

#[test]
fn schemas_of_two_issues_are_no_set() {
    let said = "<!-- http://www.s1000d.org/S1000D_4-1/xml_schema_flat/ --><xs:schema ";
    let mixed = schema_files(FLAT).changed(&format!("{FLAT}ddn.xsd"), "<xs:schema ", said);
    assert_eq!(refused(&mixed), ["ddn: schema.other_issue ddn.xsd"]);
    // Official sets share the schemas that are not about objects.
    assert_eq!(refused(&schema_files(FLAT).changed(&format!("{FLAT}xlink.xsd"), "<xs:schema ", said)), [""; 0]);
    let two = schema_files("S1000D_4-1/xml_schema_flat/").files;
    let two = two.into_iter().fold(schema_files(FLAT), |set, (name, content)| set.with(&name, content));
    assert_eq!(refused(&two).len(), 8);
}

#[test]
fn a_schema_that_the_official_zip_leaves_incomplete_is_told_of_and_not_refused() {
    let package = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:lom="urn:lom">
        <xs:import namespace="urn:lom" schemaLocation="../lom_schema/lom.xsd"/>
        <xs:element name="scormContentPackage"><xs:complexType><xs:sequence><xs:element ref="lom:lom"/></xs:sequence>
        </xs:complexType></xs:element></xs:schema>"#;
    let files = schema_files(FLAT).with(&format!("{FLAT}scormcontentpackage.xsd"), package);
    let set = SchemaSet::open(&files.zip()).expect("a set");
    let states = set.verify().expect("a set that works");
    let faulty: Vec<_> = states.iter().filter(|state| state.fault.is_some()).map(|state| &*state.name).collect();
    assert_eq!(faulty, ["scormcontentpackage"]);
    let schemas = Schemas::new(vec![Arc::new(set)]);
    let xml = Dm::default().xml().replace("descript.xsd", "scormcontentpackage.xsd");
    let found: Vec<_> = xsd::check(&schemas, xml.as_bytes()).iter().map(|one| one.rule.as_str()).collect();
    assert_eq!(found, ["xsd.schema_unusable"]);
}

#[test]
fn issue_4_0_and_its_correction_share_their_schemas() {
    for (installed, named, expected) in [
        ("4-0-1", "4-0", "xsd.invalid"),
        ("4-0", "4-0-1", "xsd.invalid"),
        ("4-1", "4-1-A", "xsd.invalid"),
        ("4-0", "4-1", "xsd.not_installed"),
        ("6", "6-1", "xsd.not_installed"),
    ] {
        let set = SchemaSet::open(&schema_zip(&format!("S1000D_{installed}/xml_schema_flat/"))).expect("a set");
        let schemas = Schemas::new(vec![Arc::new(set)]);
        let xml = Dm { content: "<description><quantity>many</quantity></description>", ..Dm::default() }.xml();
        let xml = xml.replace("S1000D_4-2", &format!("S1000D_{named}"));
        let found: Vec<_> = xsd::check(&schemas, xml.as_bytes()).iter().map(|one| one.rule.as_str()).collect();
        assert_eq!(found, [expected], "{installed} {named}");
    }
}

#[test]
fn one_file_can_be_tried_out() {
    let found = |xml: &str| -> Vec<(&str, Option<u32>)> {
        xsd::check(&SCHEMAS, xml.as_bytes()).iter().map(|one| (one.rule.as_str(), one.line)).collect()
    };
    let good = Dm::default().xml();
    assert_eq!(found(&good), []);
    assert_eq!(found(&good.replace("<para>Text.</para>", "\n<quantity>many</quantity>")), [("xsd.invalid", Some(7))]);
    assert_eq!(found("<dmodule"), [("xml.not_well_formed", Some(1))]);
    assert_eq!(found(&good.replace("descript.xsd", "unheard.xsd")), [("xsd.schema_unknown", None)]);
    assert_eq!(found(&good.replace("S1000D_4-2", "S1000D_6")), [("xsd.not_installed", None)]);
    let nothing = xsd::check(&Schemas::default(), good.as_bytes());
    assert_eq!(nothing.iter().map(|one| one.rule.as_str()).collect::<Vec<_>>(), ["xsd.not_installed"]);
}

#[test]
fn what_a_schema_says_of_entities_attributes_and_text_holds() {
    let check = |content: &str, doctype: &str| {
        let xml = Dm { content, doctype, ..Dm::default() }.xml();
        xsd::check(&SCHEMAS, xml.as_bytes())
            .into_iter()
            .filter(|one| one.rule.as_str().starts_with("xsd."))
            .map(|one| {
                let values: Vec<String> = one.params.into_iter().map(|(_, value)| value).collect();
                format!("{}: {}", one.rule.as_str(), values.join(", "))
            })
            .collect::<Vec<_>>()
    };
    let declared =
        format!("<!DOCTYPE dmodule [<!NOTATION svg SYSTEM \"svg\"><!ENTITY {ICN} SYSTEM \"{ICN}.SVG\" NDATA svg>]>\n");
    let figure =
        format!("<description><figure><title>T</title><graphic infoEntityIdent=\"{ICN}\"/></figure></description>");
    assert_eq!(check(&figure, &declared), Vec::<String>::new());
    assert!(check(&figure, "")[0].contains("xs:ENTITY"));
    assert!(check("<description>loose words<para>x</para></description>", "")[0].contains("xsd.text_not_allowed"));
    assert!(check("<description><para>x</para>loose words</description>", "")[0].contains("xsd.text_not_allowed"));
    assert!(check("<description><figure id=\"a b\"><title/><graphic/></figure></description>", "").len() >= 2);
    let qualified = "<description><para xmlns:xlink=\"http://www.w3.org/1999/xlink\" xlink:href=\"a\" xml:space=\"preserve\">Mixed <internalRef/> text &amp; more</para></description>";
    assert_eq!(check(qualified, ""), Vec::<String>::new());
    assert!(check("<description><para nonsense=\"1\">x</para></description>", "")[0].contains("nonsense"));
}

#[test]
fn a_document_that_was_found_valid_is_not_checked_again_against_the_same_set() {
    let opened = |files: Package| Schemas::new(vec![Arc::new(SchemaSet::open(&files.zip()).expect("a set"))]);
    let valid = Arc::<ValidDocuments>::default();
    let schemas = opened(schema_files(FLAT)).with_valid(Arc::clone(&valid));
    let mut validator = Validator::new(&schemas);
    let faulty = || Outcome::Checked(vec![Violation { line: 1, message: String::new() }]);
    assert_eq!(validator.once("4-2", &[1; 32], |_| faulty()), faulty());
    assert_eq!(validator.once("4-2", &[1; 32], |_| Outcome::Checked(Vec::new())), Outcome::Checked(Vec::new()));
    assert_eq!(validator.once("4-2", &[1; 32], |_| faulty()), Outcome::Checked(Vec::new()), "it is known");
    assert_eq!(validator.once("4-1", &[1; 32], |_| faulty()), Outcome::NoSet);

    let others = opened(schema_files(FLAT).with(&format!("{FLAT}other.xsd"), "<xs:schema/>")).with_valid(valid);
    assert_eq!(Validator::new(&others).once("4-2", &[1; 32], |_| faulty()), faulty(), "another set");
}

#[test]
fn a_package_has_the_same_findings_when_it_is_read_again() {
    let schemas = Schemas::new(vec![Arc::new(SchemaSet::open(&schema_zip(FLAT)).expect("a set"))]);
    let invalid = Dm { content: "<description><nonsense/></description>", ..Dm::default() };
    for package in [plain(), plain().with("DMC-INVALID.XML", invalid.xml())] {
        let read = || inspect_with(package.zip(), &schemas, &Nothing, 2, Limits::default());
        let (first, second) = (read(), read());
        assert_eq!(first.findings, second.findings);
        assert_eq!(format!("{:?}", first.contents.summary), format!("{:?}", second.contents.summary));
    }
}
