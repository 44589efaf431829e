//! Elements of the official schemas that are drawn as boxes with their names, and words that are not translated.

use std::collections::BTreeSet;

use domain::language::Locale;
use roxmltree::Node;

use super::reading::{RECORDS, draw, draw_in, has_class, tree};
use super::schemas::Schemas;

/// Elements of a content that no rule knows where they stand. May only shrink.
const BOXES: usize = 0;
/// Elements that no rule knows by their name alone: parts of headers and of tables. May only shrink.
const NAMELESS: usize = 98;

#[test]
fn nearly_every_element_of_the_official_schemas_has_a_rule() {
    let Some(schemas) = Schemas::official() else { return };
    assert!(schemas.names.len() > 1_300, "{}", schemas.names.len());
    let is_box = |name: &&String| {
        let text = format!("<dmodule><content><{name}>x</{name}></content></dmodule>");
        draw(name, text.as_bytes()).html.contains("class=\"s1d-unknown\" data-kind=")
    };
    let boxes: Vec<&String> = schemas.names.iter().filter(is_box).collect();
    assert_eq!(boxes.len(), NAMELESS, "{boxes:?}");
}

#[test]
fn no_element_is_a_box_where_the_official_schemas_allow_it() {
    let Some(schemas) = Schemas::official() else { return };
    let mut boxes = BTreeSet::new();
    for (name, text) in schemas.modules() {
        let html = draw(&name, text.as_bytes()).html;
        let found = html.split("class=\"s1d-unknown\" data-kind=\"").skip(1);
        boxes.extend(found.filter_map(|rest| Some(format!("{name}/{}", rest.split('"').next()?))));
    }
    assert_eq!(boxes.len(), BOXES, "{boxes:?}");
}

/// Names that are the same in Chinese.
const NAMES: &[&str] = &[
    "DET", "BIT", "LSAR", "Codabar", "LRU", "SRU", "BREX", "ATA", "EMC", "ETOPS", "LROPS", "AWG", "SITA", "NATO",
    "LMS", "URL", "XML",
];

#[test]
fn a_chinese_page_has_chinese_labels_for_everything_in_the_schemas() {
    let Some(schemas) = Schemas::official() else { return };
    let mut foreign = BTreeSet::new();
    for (name, text) in schemas.modules() {
        let rendered = draw_in(&name, text.as_bytes(), Locale::Chinese);
        let page = tree(&name, &rendered);
        for label in page.descendants().filter(|node| has_class(*node, "s1d-gen")) {
            let text: String = label.descendants().filter(Node::is_text).filter_map(|part| part.text()).collect();
            let words = text.split(|c: char| !c.is_ascii_alphabetic());
            let is_foreign = |word: &str| word.len() > 2 && !NAMES.contains(&word);
            // Schemas have names of files, and codes without meaning are what they are.
            if words.into_iter().any(is_foreign) && !text.contains(".xsd") && !text.contains("代码 ") {
                foreign.insert(format!("{name}: {text}"));
            }
        }
    }
    assert!(foreign.is_empty(), "{foreign:#?}");
}

/// Attributes that are marks of a piece, or say nothing to a reader.
const MARKS: &[&str] = &[
    "id",
    "applicRefId",
    "changeMark",
    "changeType",
    "reasonForUpdateRefIds",
    "securityClassification",
    "derivativeClassificationRefId",
];

#[test]
fn every_attribute_of_a_record_and_of_its_alternates_is_shown() {
    let Some(schemas) = Schemas::official() else { return };
    let alternates = ["zone", "tool", "functionalItem", "circuitBreaker", "accessPoint", "supplyRqmt"];
    let mut missing = BTreeSet::new();
    for name in RECORDS.iter().chain(&alternates).copied().chain(["sbMaterialSet", "sbSpareSet", "sbTimeCompliance"]) {
        for attribute in schemas.attributes(name).filter(|attribute| !MARKS.contains(attribute)) {
            let text = format!("<dmodule><content><{name} {attribute}=\"Said-here\"/></content></dmodule>");
            if !draw(name, text.as_bytes()).html.contains("Said-here") {
                missing.insert(format!("{name}@{attribute}"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}
