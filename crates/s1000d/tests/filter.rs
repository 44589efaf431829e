//! Filtering texts by applicability.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

#[path = "filter/alternates.rs"]
mod alternates;
#[path = "filter/annotations.rs"]
mod annotations;
#[path = "filter/containers.rs"]
mod containers;
#[path = "filter/hostile.rs"]
mod hostile;
#[path = "filter/promises.rs"]
mod promises;
#[path = "filter/references.rs"]
mod references;
#[path = "filter/removals.rs"]
mod removals;
#[path = "filter/schemas.rs"]
mod schemas;

#[path = "../../testkit/src/data.rs"]
mod data;

use s1000d::applic::{Assignments, Property, PropertyKind};
use s1000d::filter::{FilteredText, ProductFilter, filter};
use s1000d::guard;

/// A product with attributes, as in `model=A serial=12`.
fn product(values: &str) -> Assignments {
    let mut product = Assignments::default();
    for (ident, value) in values.split_whitespace().map(|one| one.split_once('=').expect("a value")) {
        product.assign(Property { kind: PropertyKind::Attribute, ident: ident.to_owned() }, value);
    }
    product
}

/// A module with a statement for each model: `a`, `b`, and `ab` for both.
fn module(content: &str) -> String {
    let statement = |id: &str, values: &str| {
        format!(
            "<applic id=\"{id}\"><assert applicPropertyIdent=\"model\" applicPropertyType=\"prodattr\" \
             applicPropertyValues=\"{values}\"/></applic>"
        )
    };
    let statements = [statement("a", "A"), statement("b", "B"), statement("ab", "A|B")].concat();
    format!(
        "<dmodule><identAndStatusSection><dmAddress/><dmStatus/></identAndStatusSection><content>\
         <referencedApplicGroup>{statements}</referencedApplicGroup>{content}</content></dmodule>"
    )
}

fn filtered_for(text: &str, settings: &ProductFilter<'_>) -> FilteredText {
    filter(&guard::check_text(text).expect("a safe text"), settings).expect("a tree")
}

fn filtered(text: &str, values: &str) -> FilteredText {
    filtered_for(text, &ProductFilter { products: &[product(values)], ..ProductFilter::default() })
}

/// The content of a module for a product, without the statements.
fn content(inner: &str, values: &str) -> String {
    let text = module(inner);
    let result = filtered(&text, values);
    let text = result.text.unwrap_or(text);
    let (_, content) = text.split_once("</referencedApplicGroup>").expect("a group");
    content.strip_suffix("</content></dmodule>").expect("an end").to_owned()
}

/// The findings, each as its word and path behind the content.
fn findings(result: &FilteredText) -> Vec<String> {
    let one = |one: &s1000d::filter::FilterFinding| {
        format!("{} {}", one.problem.word(), one.path.trim_start_matches("/dmodule[1]/content[1]"))
    };
    result.findings.iter().map(one).collect()
}
