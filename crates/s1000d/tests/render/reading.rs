//! HTML as a reader gets it, for comparison with the XML it was drawn from.

use domain::language::Locale;
use roxmltree::{Document, Node};
use s1000d::applic::Assignments;
use s1000d::applic::tables::{Bilingual, Tables};
use s1000d::document::html::{Options, Outside, Rendered, Unresolved, render};
use s1000d::guard;

/// Draws bytes for somebody who has not chosen an aircraft.
pub(crate) fn draw(name: &str, bytes: &[u8]) -> Rendered {
    draw_in(name, bytes, Locale::English)
}

pub(crate) fn draw_in(name: &str, bytes: &[u8], locale: Locale) -> Rendered {
    draw_for(name, bytes, locale, &Assignments::default(), Outside::Hide)
}

/// Draws bytes for an aircraft.
pub(crate) fn draw_for(name: &str, bytes: &[u8], locale: Locale, choice: &Assignments, outside: Outside) -> Rendered {
    let checked = guard::check(bytes).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
    let tables = Tables::default();
    let options = Options { locale, choice, outside, tables: Bilingual::alike(&tables), links: &Unresolved };
    render(&checked, &options).unwrap_or_else(|refusal| panic!("{name}: {refusal}"))
}

/// Inline elements; they do not separate words.
const INLINE_XML: &[&str] = &[
    "abbreviation",
    "acronym",
    "acronymTerm",
    "acronymDefinition",
    "captionText",
    "changeInline",
    "emphasis",
    "indexFlag",
    "inlineSignificantData",
    "internalRef",
    "measure",
    "quantity",
    "quantityGroup",
    "quantityTolerance",
    "quantityValue",
    "subScript",
    "superScript",
    "techLabel",
    "verbatimText",
];
const INLINE_HTML: &[&str] =
    &["a", "abbr", "code", "em", "s", "span", "strong", "sub", "sup", "u", "math", "mi", "mn", "mo", "mrow", "mtext"];

/// The words of an XML element; whatever is not in a line of text separates them.
pub(crate) fn words_of_xml(node: Node<'_, '_>) -> Vec<String> {
    let mut text = String::new();
    xml(node, &mut text);
    in_order(split(&text), is_item(node))
}

fn xml(node: Node<'_, '_>, text: &mut String) {
    for part in node.children() {
        if part.is_text() {
            text.push_str(part.text().unwrap_or_default());
        } else if part.is_element() {
            let apart = !INLINE_XML.contains(&part.tag_name().name());
            text.extend(apart.then_some(' '));
            if is_item(part) {
                text.push_str(&words_of_xml(part).join(" "));
            } else {
                xml(part, text);
            }
            text.extend(apart.then_some(' '));
        }
    }
}

/// The words of an HTML element without what the renderer added.
pub(crate) fn words_of_html(node: Node<'_, '_>) -> Vec<String> {
    let mut text = String::new();
    html(node, &mut text);
    in_order(split(&text), is_part(node))
}

fn html(node: Node<'_, '_>, text: &mut String) {
    for part in node.children() {
        if part.is_text() {
            text.push_str(part.text().unwrap_or_default());
        } else if part.is_element() {
            let added = has_class(part, "s1d-gen");
            let blank = |c: char| c.is_whitespace();
            let added_blank = added && part.text().is_some_and(|text| text.starts_with(blank) || text.ends_with(blank));
            // References to other things and labelled values are no part of the word before them.
            let value =
                has_class(part, "s1d-value") || has_class(part, "s1d-caption-line") || has_class(part, "s1d-footnote");
            let reference = has_class(part, "s1d-ref") && part.attribute("data-kind") != Some("internal");
            let apart = value || reference || !INLINE_HTML.contains(&part.tag_name().name());
            text.extend((apart || added_blank).then_some(' '));
            if !added && is_part(part) {
                text.push_str(&words_of_html(part).join(" "));
            } else if !added {
                html(part, text);
            }
            text.extend(apart.then_some(' '));
        }
    }
}

/// A row of a parts list has its words in the order of the columns, so they are compared without order: a word may
/// neither be missing nor be in another row.
fn in_order(mut words: Vec<String>, is_row: bool) -> Vec<String> {
    if is_row {
        words.sort_unstable();
    }
    words
}

fn is_item(node: Node<'_, '_>) -> bool {
    let around = node.parent_element().map(|parent| parent.tag_name().name().to_owned());
    node.tag_name().name() == "itemSeqNumber" && around.as_deref() == Some("catalogSeqNumber")
}

/// Whether it is the row of a part, which has a cell for each column.
fn is_part(row: Node<'_, '_>) -> bool {
    let table = row.ancestors().skip(1).find(|around| around.tag_name().name() == "table");
    row.tag_name().name() == "tr"
        && table.is_some_and(|table| has_class(table, "s1d-parts"))
        && row.children().filter(Node::is_element).count() > 1
}

fn split(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

pub(crate) fn has_class(node: Node<'_, '_>, class: &str) -> bool {
    node.attribute("class").is_some_and(|classes| classes.split(' ').any(|own| own == class))
}

/// The HTML as a tree; it must be one.
pub(crate) fn tree<'a>(name: &str, rendered: &'a Rendered) -> Document<'a> {
    Document::parse(&rendered.html).unwrap_or_else(|error| panic!("{name}: {error}: {}", rendered.html))
}

/// The content of a file.
pub(crate) fn content<'a, 'i>(document: &'a Document<'i>) -> Node<'a, 'i> {
    let root = document.root_element();
    let names = ["content", "commentContent", "imfContent", "dmlContent", "ddnContent", "updateContent"];
    root.children().find(|part| names.contains(&part.tag_name().name())).unwrap_or(root)
}
