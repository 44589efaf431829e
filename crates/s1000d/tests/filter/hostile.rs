//! Texts that are made to cost much.

use std::fmt::Write;

use s1000d::filter::{MAX_LISTED, ProductFilter};

use super::{filtered, filtered_for, module, product};

#[test]
fn many_removals_are_counted_and_the_first_of_them_listed() {
    let mut steps = String::new();
    for index in 0..100_000 {
        write!(steps, "<s id=\"i{index}\" applicRefId=\"b\"/><r internalRefId=\"i{index}\"/>").expect("a string");
    }
    let result = filtered(&module(&steps), "model=A");
    assert_eq!((result.removal_count, result.removals.len()), (100_000, MAX_LISTED));
    assert_eq!((result.finding_count, result.findings.len()), (100_000, MAX_LISTED));
}

#[test]
fn deep_texts_and_many_products_are_filtered() {
    let deep = format!("{}x{}", "<p applicRefId=\"ab\">".repeat(200), "</p>".repeat(200));
    let products: Vec<_> = (0..1_000).map(|index| product(&format!("model=M{index}"))).collect();
    let result = filtered_for(&module(&deep), &ProductFilter { products: &products, ..ProductFilter::default() });
    assert_eq!(result.removal_count, 1);
}

#[test]
fn alternates_inside_of_alternates_are_resolved_from_the_outside() {
    let nested = "<figureAlts id=\"x\"><multimediaAlts id=\"y\"><m id=\"z\"/><m applicRefId=\"b\"/></multimediaAlts>\
                  <f applicRefId=\"b\"/></figureAlts><r internalRefId=\"x\"/>";
    let result = filtered(&module(nested), "model=A");
    let text = result.text.expect("a change");
    assert!(text.contains("<figureAlts id=\"x\"><m id=\"z\"/></figureAlts>"), "{text}");
}
