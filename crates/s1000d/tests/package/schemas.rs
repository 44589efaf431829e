//! Schema sets and single documents.

use s1000d::xsd::{self, SchemaSet, Schemas, SetError};

use crate::given::*;

#[test]
fn a_set_is_read_from_the_zip_that_is_given_out() {
    let set = SchemaSet::open(&schema_zip("S1000D_5-0/xml_schema_flat/")).expect("a set");
    assert_eq!((set.issue(), set.file_count()), ("5-0", 10));
    assert_eq!(SchemaSet::open(b"nothing").err(), Some(SetError::Archive));
    assert_eq!(SchemaSet::open(&plain().zip()).err(), Some(SetError::NoSchema));
    assert_eq!(SchemaSet::open(&schema_zip("somewhere/")).err(), Some(SetError::NoIssue));
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
