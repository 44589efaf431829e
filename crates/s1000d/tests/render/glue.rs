//! Texts of two elements do not run together: not for readers, not for a search, not in plain text.

use std::collections::BTreeSet;

use roxmltree::Node;
use s1000d::document::{Document, NodeId, blocks, plain};
use s1000d::guard;

use super::reading::{draw, tree};
use super::schemas::Schemas;

/// Elements in a line of text, which may be parts of one word.
const PARTS_OF_WORDS: &[&str] = &[
    "acronym",
    "acronymTerm",
    "changeInline",
    "emphasis",
    "inlineSignificantData",
    "subScript",
    "superScript",
    "subscrpt",
    "supscrpt",
    "verbatimText",
    "abbreviation",
    "techLabel",
    "indexFlag",
    "captionText",
];

/// Tags that stand in a line of text.
const INLINE: &[&str] =
    &["a", "abbr", "code", "em", "s", "span", "strong", "sub", "sup", "u", "math", "mi", "mn", "mo", "mrow", "mtext"];

/// The text of a page; what is not in a line of text separates words.
fn page(node: Node<'_, '_>, text: &mut String) {
    for part in node.children() {
        if part.is_text() {
            text.push_str(part.text().unwrap_or_default());
        } else if part.is_element() {
            let apart = !INLINE.contains(&part.tag_name().name());
            text.extend(apart.then_some(' '));
            page(part, text);
            text.extend(apart.then_some(' '));
        }
    }
}

/// The elements around the first pair of texts in a text that stand without anything between them.
fn glued<'t>(text: &str, names: &'t [String]) -> Vec<(&'t str, &'t str)> {
    let pairs = text.match_indices("xx").filter_map(|(at, _)| {
        let before = text[..at].rsplit('x').next()?.parse::<usize>().ok()?;
        let behind = text[at + 2..].split('x').next()?.parse::<usize>().ok()?;
        Some((names.get(before)?.as_str(), names.get(behind)?.as_str()))
    });
    pairs.collect()
}

#[test]
fn no_texts_of_two_elements_run_together() {
    let Some(schemas) = Schemas::official() else { return };
    let mut found = BTreeSet::new();
    for (name, text, names) in schemas.neighbours(PARTS_OF_WORDS) {
        let checked = guard::check(text.as_bytes()).expect("a file of ours");
        let document = Document::read(&checked).expect("a tree");
        let mut drawn = String::new();
        page(tree(&name, &draw(&name, text.as_bytes())).root_element(), &mut drawn);
        let searched: Vec<String> = blocks::of(&document).into_iter().map(|block| block.text).collect();
        let texts = [("page", drawn), ("search", searched.join(" ")), ("plain", plain::text(&document, NodeId::ROOT))];
        for (backend, text) in texts {
            found.extend(
                glued(&text, &names).into_iter().map(|(one, other)| format!("{backend}: {name}/{one}+{other}")),
            );
        }
    }
    assert!(found.is_empty(), "{} {found:#?}", found.len());
}

#[test]
fn numbers_paragraphs_and_names_in_one_line_stand_apart() {
    for (module, expected) in [
        (
            "<spareDescrGroup><spareDescr><name>Bulb</name><catalogSeqNumberRef item='010'/><identNumber>\
             <manufacturerCode>KZ777</manufacturerCode><partAndSerialNumber><partNumber>L-11</partNumber>\
             </partAndSerialNumber></identNumber></spareDescr></spareDescrGroup>",
            "010 KZ777 L-11",
        ),
        ("<para>Open<footnote><para>Slowly.</para><para>Gently.</para></footnote></para>", "Slowly. Gently."),
        ("<zoneRef><refs><dmRef>Chart</dmRef></refs><name>Nose</name></zoneRef>", "Chart Nose"),
        (
            "<figure><graphic><hotspot><internalRef>A</internalRef><internalRef>B</internalRef></hotspot></graphic></figure>",
            "A B",
        ),
        ("<para><emphasis>wa</emphasis><superScript>ter</superScript></para>", "water"),
    ] {
        let module = format!("<dmodule><content>{module}</content></dmodule>");
        let mut text = String::new();
        page(tree("module", &draw("module", module.as_bytes())).root_element(), &mut text);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(expected), "{text}");
    }
}
