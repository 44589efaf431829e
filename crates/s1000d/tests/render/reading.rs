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

/// A row of a parts list or of another list has its words in the order of the columns, so they are compared without
/// order: a word may neither be missing nor be in another row. [`records_of_html`] is for the order in each cell.
fn in_order(mut words: Vec<String>, is_row: bool) -> Vec<String> {
    if is_row {
        words.sort_unstable();
    }
    words
}

/// The letters of a content and of its page. Where there are records, whose words depend on blanks that any soup may leave
/// out, they are without order.
pub(crate) fn letters(text: &str, page: &str) -> [String; 2] {
    let (document, page) = (Document::parse(text).expect("it has been drawn"), Document::parse(page).expect("a tree"));
    let both = [words_of_xml(content(&document)), words_of_html(page.root_element())].map(|words| words.concat());
    if both[0] == both[1] || !document.descendants().any(is_item) {
        return both;
    }
    both.map(|text| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters.into_iter().collect()
    })
}

/// The records of a content, in the order of the file, each with its words in their order.
pub(crate) fn records_of_xml(content: Node<'_, '_>) -> Vec<Vec<String>> {
    let is_inner = |node: Node<'_, '_>| node.ancestors().skip(1).any(is_item);
    let records = content.descendants().filter(|node| is_item(*node) && !is_inner(*node));
    let words = |record| {
        let mut text = String::new();
        xml(record, &mut text);
        split(&text)
    };
    records.map(words).collect()
}

/// The same of the HTML: the words of each value in a cell, and of the details.
pub(crate) fn records_of_html(page: Node<'_, '_>) -> Vec<Vec<Vec<String>>> {
    let is_head = |node: Node<'_, '_>| node.parent().is_some_and(|around| around.tag_name().name() == "thead");
    let is_inner = |node: Node<'_, '_>| node.ancestors().skip(1).any(is_part);
    let records = page.descendants().filter(|node| is_part(*node) && !is_head(*node) && !is_inner(*node));
    records.map(values_of).collect()
}

fn values_of(record: Node<'_, '_>) -> Vec<Vec<String>> {
    let is_inner = |cell: Node<'_, '_>| cell.ancestors().skip(1).find(|around| is_part(*around)) != Some(record);
    let cells = record.descendants().filter(|cell| cell.tag_name().name() == "td" && !is_inner(*cell));
    let words = |value: Node<'_, '_>| {
        let mut text = String::new();
        if value.is_text() {
            text.push_str(value.text().unwrap_or_default());
        } else if !has_class(value, "s1d-gen") {
            html(value, &mut text);
        }
        split(&text)
    };
    cells.flat_map(|cell| cell.children().map(words)).collect()
}

/// Whether words stand in a text in this order, with others between them.
pub(crate) fn is_in_order(words: &[String], text: &[String]) -> bool {
    let mut rest = text.iter();
    words.iter().all(|word| rest.any(|other| other == word))
}

#[test]
fn a_changed_order_of_words_is_noticed() {
    let text = split("Do not remove the pump");
    assert!(is_in_order(&split("Do remove the pump"), &text));
    assert!(!is_in_order(&split("remove Do not the pump"), &text));
}

fn is_item(node: Node<'_, '_>) -> bool {
    let around = node.parent_element().map(|parent| parent.tag_name().name().to_owned());
    node.tag_name().name() == "itemSeqNumber" && around.as_deref() == Some("catalogSeqNumber")
        || RECORDS.contains(&node.tag_name().name())
        || ALTERNATES.contains(&node.tag_name().name()) && node.attributes().len() > 0
}

/// Alternates of records, which stand in one cell where they have attributes.
const ALTERNATES: &[&str] = &["wireAlts", "harnessAlts", "electricalEquipAlts"];

/// The records of lists.
pub(crate) const RECORDS: &[&str] = &[
    "wire",
    "harness",
    "electricalEquip",
    "connector",
    "distributionPart",
    "accessory",
    "solderSleeve",
    "shrinkSleeve",
    "identSleeve",
    "conduit",
    "wireMaterial",
    "partSpec",
    "toolSpec",
    "supplySpec",
    "supplyRqmtSpec",
    "enterpriseSpec",
    "circuitBreakerSpec",
    "functionalItemSpec",
    "zoneSpec",
    "accessPointSpec",
    "functionalPhysicalAreaSpec",
    "applicSpec",
    "controlIndicatorSpec",
    "limit",
    "timeLimitInfo",
    "sbProductModification",
    "sbImpact",
    "sbConcurrentSbInfo",
    "sbTimeInfo",
    "genericProperty",
    "sbMaterialDescr",
    "sbIndividualSupportEquip",
    "sbIndividualSupply",
    "sbIndividualSpare",
    "sbIndividualRemovedSpare",
];

/// Whether it is the row of a part, which has a cell for each column, or the rows of a record.
fn is_part(row: Node<'_, '_>) -> bool {
    let table = row.ancestors().skip(1).find(|around| around.tag_name().name() == "table");
    if row.tag_name().name() == "tbody" {
        return table.is_some_and(|table| has_class(table, "s1d-listing"));
    }
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
