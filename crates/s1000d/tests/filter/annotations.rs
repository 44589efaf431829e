//! Statements that are removed from a filtered text.

use s1000d::filter::{AnnotationMode, ProductFilter};

use super::{filtered_for, module, product};

fn reduced(text: &str, values: &[&str]) -> Option<String> {
    let products: Vec<_> = values.iter().map(|values| product(values)).collect();
    let settings =
        ProductFilter { products: &products, annotations: AnnotationMode::Reduce, ..ProductFilter::default() };
    filtered_for(text, &settings).text
}

#[test]
fn statements_that_always_hold_are_removed_with_their_references() {
    let text = module("<p id=\"x\" applicRefId=\"a\">x</p><p applicRefId=\"b\">y</p>");
    let left = reduced(&text, &["model=A"]).expect("a change");
    assert!(left.ends_with("<content><p id=\"x\">x</p></content></dmodule>"), "{left}");
}

#[test]
fn statements_that_are_open_or_tell_products_apart_stay() {
    let text = module("<p applicRefId=\"a\">x</p>");
    for values in [&["serial=1"][..], &["model=A", "model=B"]] {
        let left = reduced(&text, values).expect("unused statements");
        assert!(
            left.contains("<p applicRefId=\"a\">") && left.contains("id=\"a\"") && !left.contains("id=\"b\""),
            "{left}"
        );
    }
}

#[test]
fn inside_of_text_for_some_products_the_others_do_not_count() {
    let text = module("<p applicRefId=\"a\"><q applicRefId=\"a\">x</q></p>");
    let left = reduced(&text, &["model=A", "model=B"]).expect("a change");
    assert!(left.contains("<p applicRefId=\"a\"><q>x</q></p>"), "{left}");
}

#[test]
fn the_statement_of_the_status_stays() {
    let text = module("<p/>").replace("<dmStatus/>", "<dmStatus applicRefId=\"a\"/>");
    let left = reduced(&text, &["model=A"]).expect("a change");
    assert!(left.contains("<dmStatus applicRefId=\"a\"/>") && left.contains("<applic id=\"a\">"), "{left}");
}

#[test]
fn a_reduced_group_of_alternates_does_not_pass_its_statement_on() {
    let text = module("<figureAlts applicRefId=\"ab\"><figure/><figure applicRefId=\"b\"/></figureAlts>");
    let left = reduced(&text, &["model=A"]).expect("a change");
    assert!(left.ends_with("<content><figure/></content></dmodule>"), "{left}");
}

#[test]
fn an_alternate_keeps_the_statement_of_its_group_where_products_differ() {
    for own in ["", " applicRefId=\"a\""] {
        let text = module(&format!(
            "<figureAlts applicRefId=\"a\"><figure{own}/><figure applicRefId=\"b\"/></figureAlts><p>All</p>"
        ));
        let left = reduced(&text, &["model=A", "model=C"]).expect("a change");
        assert!(left.contains("<figure applicRefId=\"a\"/><p>All</p>"), "{left}");
        assert!(left.contains("<applic id=\"a\">") && !left.contains("<applic id=\"b\">"), "{left}");
    }
}

#[test]
fn a_statement_that_a_condition_depends_on_stays() {
    let text = module("<cond><dependency forCondValues=\"POST\" dependencyTest=\"b\"/></cond>");
    let left = reduced(&text, &["model=A"]).expect("unused statements");
    assert!(left.contains("<applic id=\"b\">") && !left.contains("<applic id=\"a\">"), "{left}");
}

#[test]
fn references_in_removed_text_are_not_listed_after_a_reduction() {
    let code = "<dmCode modelIdentCode=\"NV\" systemDiffCode=\"A\" systemCode=\"29\" subSystemCode=\"1\" \
                subSubSystemCode=\"1\" assyCode=\"01\" disassyCode=\"00\" disassyCodeVariant=\"A\" infoCode=\"520\" \
                infoCodeVariant=\"A\" itemLocationCode=\"A\"/>";
    let reference = format!("<dmRef><dmRefIdent>{code}</dmRefIdent></dmRef>");
    let text = module(&format!("<p applicRefId=\"b\">{reference}</p><q>{reference}</q>"));
    let products = [product("model=A")];
    let settings = ProductFilter {
        products: &products,
        annotations: AnnotationMode::Reduce,
        lists_references: true,
        ..ProductFilter::default()
    };
    assert_eq!(filtered_for(&text, &settings).references.len(), 1);
}
