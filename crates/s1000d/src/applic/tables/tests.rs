use domain::finding::Finding;
use domain::language::Locale;

use super::*;
use crate::applic::words::describe;
use crate::applic::{Applic, Truth};
use crate::guard;
use crate::object::Object;

const ACT: &str = "<dmodule><content><applicCrossRefTable><productAttributeList>\
    <productAttribute id=\"SerialNo\" productIdentifier=\"primary\" valuePattern=\"[0-9]{4}\"><name>Serial number</name><displayName/><descr>On the frame</descr></productAttribute>\
    <productAttribute id=\"model\"><name>Model</name><descr>The model</descr><enumeration applicPropertyValues=\"A|B\"/><enumeration applicPropertyValues=\"C\"/></productAttribute>\
    <productAttribute id=\"type\"><name>Type</name></productAttribute>\
    <productAttribute id=\"rank\" valueDataType=\"integer\"><name>Rank</name><enumeration applicPropertyValues=\"1~3\"/></productAttribute>\
    <externalProductAttribute id=\"brake\"><displayName>Brake model</displayName></externalProductAttribute>\
    </productAttributeList></applicCrossRefTable></content></dmodule>";

const CCT: &str = "<dmodule><content><condCrossRefTable><condTypeList><condType id=\"SB\"><name>Service bulletin</name>\
    <enumeration applicPropertyValues=\"PRE\"/><enumeration applicPropertyValues=\"POST-001~POST-999\"/></condType></condTypeList>\
    <condList><cond id=\"SB12\" condTypeRefId=\"SB\"><name>SB 12</name><descr>Second bottle</descr></cond>\
    <cond id=\"free\" condTypeRefId=\"none\"><name>Free</name></cond></condList></condCrossRefTable></content></dmodule>";

fn read(text: &str) -> Tables {
    Tables::read(&guard::check(text.as_bytes()).expect("it passes")).expect("it reads")
}

fn product(values: &[(&str, &str, &str)]) -> String {
    let assigns: Vec<String> = values
        .iter()
        .map(|(kind, ident, value)| {
            format!("\n<assign applicPropertyIdent=\"{ident}\" applicPropertyType=\"{kind}\" applicPropertyValue=\"{value}\"/>")
        })
        .collect();
    format!("<product id=\"p\">{}</product>", assigns.concat())
}

fn tables(products: &str) -> Tables {
    let mut tables = read(ACT);
    assert_eq!(tables.merge(read(CCT)), []);
    let pct = format!("<dmodule><content><productCrossRefTable>{products}</productCrossRefTable></content></dmodule>");
    assert_eq!(tables.merge(read(&pct)), []);
    tables
}

fn assert(kind: &str, ident: &str, values: &str) -> String {
    format!("<assert applicPropertyIdent=\"{ident}\" applicPropertyType=\"{kind}\" applicPropertyValues=\"{values}\"/>")
}

/// A module with one statement per text in its group.
fn module(statements: &[String]) -> Object {
    let group: Vec<String> = statements.iter().map(|one| format!("\n<applic>{one}</applic>")).collect();
    let text = format!(
        "<dmodule><content><referencedApplicGroup>{}</referencedApplicGroup><procedure/></content></dmodule>",
        group.concat()
    );
    crate::object::read(&guard::check(text.as_bytes()).expect("it passes")).expect("it reads").0
}

fn applic(statement: &str) -> Applic {
    module(&[statement.to_owned()]).applic_group.remove(0)
}

fn found(findings: &[Finding]) -> Vec<(u32, &'static str, &str)> {
    let first = |finding: &Finding| finding.line.unwrap_or(0);
    findings.iter().map(|finding| (first(finding), finding.rule.as_str(), finding.params[0].1.as_str())).collect()
}

#[test]
fn tables_declare_properties_and_list_products() {
    let tables = tables(&product(&[("prodattr", "model", "A"), ("condition", "SB12", "POST-001")]));
    let idents: Vec<&str> = tables.declared.keys().map(|property| property.ident.as_str()).collect();
    assert_eq!(idents, ["SerialNo", "brake", "model", "rank", "type", "SB12", "free"]);
    let property = Property { kind: PropertyKind::Condition, ident: "SB12".into() };
    let bulletin = &tables.declared[&property];
    assert_eq!((bulletin.name.as_str(), bulletin.values.to_string().as_str()), ("SB 12", "PRE|POST-001~POST-999"));
    let assigned = tables.products[0].assignments();
    assert_eq!(assigned.get(PropertyKind::Attribute, "model"), Some("A"));
    assert_eq!(assigned.get(PropertyKind::Condition, "SB12"), Some("POST-001"));
    assert!(!tables.without_products);
    assert!(
        read("<dmodule><content><productCrossRefTable><noProduct/></productCrossRefTable></content></dmodule>")
            .without_products
    );
}

#[test]
fn assertions_of_undeclared_properties_and_impossible_values_are_found() {
    let tables = tables("");
    let object = module(&[
        assert("prodattr", "serialNo", "1"),
        assert("prodattr", "serialNo", "2"),
        assert("prodattr", "model", "A|D"),
        assert("condition", "model", "A"),
        assert("prodattr", "SerialNo", "12"),
        assert("prodattr", "rank", "1~9"),
        assert("prodattr", "rank", "4~9"),
        assert("prodattr", "rank", "two"),
        assert("condition", "SB12", "POST-001~POST-999"),
        assert("prodattr", "brake", "anything"),
    ]);
    let expected = [
        (2, "applic.undeclared", "serialNo"),
        (4, "applic.value_outside", "D"),
        (5, "applic.undeclared", "model"),
        (6, "applic.value_outside", "12"),
        (8, "applic.value_outside", "4~9"),
        (9, "applic.value_outside", "two"),
    ];
    assert_eq!(found(&tables.check(&object)), expected);
}

#[test]
fn every_assertion_of_a_file_counts_once() {
    let text = format!(
        "<dmodule><content><referencedApplicGroup>\n<applic>{0}</applic>\n<applic>{0}</applic></referencedApplicGroup>\
         <condCrossRefTable><incorporation><condIncorporation>\n<applic>{1}</applic></condIncorporation></incorporation>\
         </condCrossRefTable></content></dmodule>",
        assert("prodattr", "model", "A"),
        assert("condition", "SB12", "PRE")
    );
    let object = crate::object::read(&guard::check(text.as_bytes()).expect("it passes")).expect("it reads").0;
    let found: Vec<_> = object.assertions.iter().map(|one| (one.line, one.property.ident.as_str())).collect();
    assert_eq!(found, [(2, "model"), (4, "SB12")]);
    assert_eq!(object.asserted().len(), 2);
}

#[test]
fn products_with_undeclared_properties_or_other_spellings_are_found() {
    let products = [
        product(&[("prodattr", "serialno", "0001"), ("condition", "SB12", "Pre")]),
        product(&[("prodattr", "serialno", "0002"), ("condition", "SB12", "PRE"), ("prodattr", "rank", "2")]),
    ];
    let tables = tables(&products.concat());
    let expected = [(2, "applic.undeclared", "serialno"), (3, "applic.value_outside", "Pre")];
    assert_eq!(found(&tables.check_products()), expected);
}

#[test]
fn statements_that_no_product_meets_are_found() {
    let tables = tables(&[product(&[("prodattr", "model", "A")]), product(&[("prodattr", "model", "B")])].concat());
    let statements = [("model", "A"), ("model", "C"), ("model", "X"), ("type", "x")]
        .map(|(ident, values)| assert("prodattr", ident, values));
    let mut object = module(&statements);
    let expected = [(3, "applic.no_product", "2"), (5, "applic.never_assigned", "type")];
    assert_eq!(found(&tables.check_statements(&object)), expected, "a value that is not declared is found elsewhere");
    object.applicability = Some(applic(&assert("prodattr", "model", "B")));
    let expected = [(2, "applic.no_product", "1"), (3, "applic.no_product", "1"), (5, "applic.never_assigned", "type")];
    assert_eq!(found(&tables.check_statements(&object)), expected, "the module is for one product");
    object.applicability = Some(applic(&assert("prodattr", "model", "C")));
    let expected =
        [(2, "applic.no_aircraft", "2"), (3, "applic.no_product", "2"), (5, "applic.never_assigned", "type")];
    assert_eq!(found(&tables.check_statements(&object)), expected, "it counts as for all");
    assert_eq!(read(ACT).check_statements(&object), [], "without products there is nothing to meet");
}

#[test]
fn an_attribute_that_no_product_has_is_never_decided() {
    let object = module(&[
        assert("prodattr", "type", "x"),
        assert("prodattr", "model", "A"),
        assert("condition", "free", "1"),
        assert("prodattr", "unheard", "1"),
    ]);
    let asserted = object.asserted();
    let some = tables(&product(&[("prodattr", "model", "A")]));
    let never: Vec<String> = some.never_assigned(&asserted).into_iter().map(|property| property.ident).collect();
    assert_eq!(never, ["type"]);
    assert_eq!(tables("").never_assigned(&asserted), [], "without products there is nothing to miss");
    let statement = applic(&assert("prodattr", "type", "x"));
    assert_eq!(statement.evaluate(&some.products[0].assignments()), Truth::Unknown);
}

#[test]
fn tables_that_declare_a_property_otherwise_disagree() {
    let mut tables = read(ACT);
    let other = ACT.replace("A|B", "BR01").replace("<name>Type</name>", "<name>Kind</name>");
    let disagreed: Vec<String> = tables.merge(read(&other)).into_iter().map(|property| property.ident).collect();
    assert_eq!(disagreed, ["model"]);
    let property = Property { kind: PropertyKind::Attribute, ident: "model".into() };
    assert_eq!(tables.declared[&property].values.to_string(), "A|B|C", "the first one stays");
}

#[test]
fn a_pattern_that_cannot_be_read_allows_everything() {
    let tables = read(&ACT.replace("[0-9]{4}", "\\i\\c*(("));
    assert_eq!(tables.check(&module(&[assert("prodattr", "SerialNo", "x")])), []);
}

#[test]
fn statements_are_said_in_plain_words() {
    let tables = tables("");
    let say =
        |statement: &str, locale| describe(&applic(statement).expression.expect("an expression"), &tables, locale);
    let model = assert("prodattr", "model", "A");
    let serials = assert("prodattr", "SerialNo", "10~20");
    let bulletin = assert("condition", "SB12", "POST-001~POST-999");
    let all = format!("<evaluate andOr=\"and\">{model}{serials}{bulletin}</evaluate>");
    assert_eq!(say(&all, Locale::English), "model A, serial numbers 10 to 20, and SB 12 embodied");
    assert_eq!(say(&all, Locale::Chinese), "型号 A，序号 10 至 20，且已执行 SB 12");
    let nested = format!(
        "<evaluate andOr=\"and\"><evaluate andOr=\"or\">{model}{}</evaluate>{}</evaluate>",
        assert("prodattr", "SerialNo", "1|3|5~9"),
        assert("condition", "SB12", "PRE")
    );
    assert_eq!(say(&nested, Locale::English), "(model A or serial numbers 1, 3, or 5 to 9) and SB 12 not embodied");
    assert_eq!(say(&nested, Locale::Chinese), "（型号 A 或 序号 1、3、5 至 9），且未执行 SB 12");
    for (statement, english, chinese) in [
        (assert("condition", "EK25", "INSTALLED"), "EK25 installed", "已装 EK25"),
        (assert("condition", "EK25", "NOT_INSTALLED"), "EK25 not installed", "未装 EK25"),
        (assert("condition", "icing", "True"), "icing", "icing"),
        (assert("condition", "icing", "false"), "not icing", "非 icing"),
        (assert("condition", "wind", "10|20"), "wind 10 or 20", "wind 10、20"),
        (assert("prodattr", "brake", "X"), "brake model X", "Brake model X"),
    ] {
        assert_eq!(say(&statement, Locale::English), english);
        assert_eq!(say(&statement, Locale::Chinese), chinese);
    }
}

#[test]
fn blanks_around_a_value_do_not_count_and_an_empty_value_is_not_known() {
    let tables = tables(&product(&[("prodattr", " model ", " A "), ("prodattr", "type", " ")]));
    let assigned = tables.products[0].assignments();
    assert_eq!(assigned.get(PropertyKind::Attribute, "model"), Some("A"));
    assert_eq!(assigned.get(PropertyKind::Attribute, "type"), None);
}
