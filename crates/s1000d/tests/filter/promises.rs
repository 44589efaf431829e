//! Properties of every result.

use proptest::prelude::*;
use s1000d::applic::Assignments;
use s1000d::filter::{AnnotationMode, ProductFilter};

use super::{filtered_for, module, product};

/// A tree of elements, each with a statement or none, and words.
fn tree() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec![
        "p",
        "pmEntry",
        "dmRef",
        "figureAlts",
        "zoneAlts",
        "tbody",
        "row",
        "entry",
        "internalRef",
    ]);
    let attributes = prop::sample::select(vec![
        "",
        " applicRefId=\"a\"",
        " applicRefId=\"b\"",
        " applicRefId=\"ab\"",
        " applicRefIds=\"ab x\"",
        " id=\"i\"",
        " id=\"j\" applicRefId=\"b\"",
        " internalRefId=\"j\"",
        " morerows=\"2\"",
    ]);
    let leaf = "( |\n|word |&lt;x&gt;|<!-- c -->|<!\\[CDATA\\[ & \\]\\]>|刹车){0,2}";
    leaf.prop_recursive(5, 60, 6, move |inner| {
        (name.clone(), attributes.clone(), prop::collection::vec(inner, 0..6)).prop_map(|(name, attributes, inner)| {
            if inner.is_empty() {
                format!("<{name}{attributes}/>\n  ")
            } else {
                format!("<{name}{attributes}>{}</{name}>", inner.concat())
            }
        })
    })
}

fn products() -> impl Strategy<Value = Vec<Assignments>> {
    let values = prop::sample::select(vec!["model=A", "model=B", "model=C", "serial=1"]);
    prop::collection::vec(values.prop_map(product), 0..3)
}

fn annotations() -> impl Strategy<Value = AnnotationMode> {
    prop::sample::select(vec![AnnotationMode::Keep, AnnotationMode::Reduce])
}

/// The text that a reader of one of the products sees, by a decision of its own for each text: every statement around it
/// holds, or is not known.
fn words(text: &str, products: &[Assignments]) -> String {
    let document = roxmltree::Document::parse(text).expect("well-formed");
    let model = |product: &Assignments| {
        product.iter().find(|(_, ident, _)| *ident == "model").map(|(_, _, value)| value.to_owned())
    };
    let holds = |id: &str, model: &Option<String>| match (id, model.as_deref()) {
        ("a", Some(model)) => model == "A",
        ("b", Some(model)) => model == "B",
        ("ab", Some(model)) => matches!(model, "A" | "B"),
        _ => true,
    };
    let is_read = |node: roxmltree::Node<'_, '_>, model: &Option<String>| {
        let lists =
            node.ancestors().filter_map(|around| around.attribute("applicRefId").or(around.attribute("applicRefIds")));
        lists.flat_map(str::split_whitespace).all(|id| holds(id, model))
    };
    let models: Vec<Option<String>> =
        if products.is_empty() { vec![None] } else { products.iter().map(model).collect() };
    let read = document.descendants().filter(|node| node.is_text() && models.iter().any(|model| is_read(*node, model)));
    read.filter_map(|node| node.text()).flat_map(str::split_whitespace).collect()
}

proptest! {
    #[test]
    fn the_words_of_the_products_stay_in_order_and_no_others(tree in tree(), products in products(), annotations in annotations()) {
        let text = module(&tree);
        let settings = ProductFilter { products: &products, annotations, ..ProductFilter::default() };
        let result = filtered_for(&text, &settings);
        let left = result.text.as_deref().unwrap_or(&text);
        let document = roxmltree::Document::parse(left).expect("well-formed");
        let all = document.descendants().filter(roxmltree::Node::is_text);
        let left: String = all.filter_map(|node| node.text()).flat_map(str::split_whitespace).collect();
        let expected = words(&text, &products);
        if text.contains("pmEntry") {
            // The title of an entry of contents vanishes with the references below it.
            let mut rest = expected.chars();
            prop_assert!(left.chars().all(|c| rest.any(|other| other == c)), "{} {}", left, expected);
        } else {
            prop_assert_eq!(left, expected);
        }
    }

    #[test]
    fn filtering_twice_is_filtering_once(tree in tree(), products in products(), annotations in annotations()) {
        let settings = ProductFilter { products: &products, annotations, ..ProductFilter::default() };
        let once = filtered_for(&module(&tree), &settings);
        if let Some(text) = once.text {
            let twice = filtered_for(&text, &settings);
            prop_assert_eq!(twice.text, None, "{}", text);
        }
    }

    #[test]
    fn removed_ids_are_those_that_are_missing(tree in tree(), products in products()) {
        let text = module(&tree);
        let result = filtered_for(&text, &ProductFilter { products: &products, ..ProductFilter::default() });
        let left = result.text.as_deref().unwrap_or(&text);
        for id in ["i", "j"] {
            let has = |text: &str| text.contains(&format!("id=\"{id}\""));
            prop_assert_eq!(has(&text) && !has(left), result.removed_ids.contains(&id.to_owned()));
        }
    }
}
