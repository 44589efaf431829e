//! The facts of an item beyond its fields: texts with the attributes that change their meaning, statements, aircraft.

use std::collections::HashMap;

use domain::language::Locale;
use roxmltree::Node;

use crate::applic::tables::Tables;
use crate::applic::{Applic, words};
use crate::diff::relevance::{self, Relevance};
use crate::object::ident::{child, code_from, elements, is_deleted, text_of};
use crate::object::lines::Lines;
use crate::object::{applic_refs, is_inline};
use crate::repositories::SharedEntries;
use crate::text::folded;

/// The parts of a line that are compared field by field. The texts of all others count as remarks.
pub(super) const FIELDS: [&str; 10] = [
    "title",
    "itemNumber",
    "repairCategory",
    "numberInstalled",
    "numberRequired",
    "remarks",
    "placard",
    "oProcedureRef",
    "mProcedureRef",
    "dispatchCondition",
];

/// The beginning of the names of the groups with statements.
pub(super) const STATEMENTS: &str = "referencedApplicGroup";

/// The values of a line in data for other systems: they must be the same for all of its aircraft.
pub(super) const CODED: [&str; 4] = ["itemNumber", "repairCategory", "numberInstalled", "numberRequired"];

/// The language of an item, and the statements that the modules of its manual share.
#[derive(Debug, Clone, Copy)]
pub struct ItemContext<'a> {
    /// As in `en-US`.
    pub language: &'a str,
    pub shared: &'a SharedEntries,
}

impl ItemContext<'_> {
    pub(super) fn locale(self) -> Locale {
        self.language.split('-').next().and_then(Locale::of_text).unwrap_or_default()
    }

    /// A shared statement in words; its name when no repository has it.
    pub(super) fn statement(self, ident: &str) -> String {
        let found = self.shared.statement(ident, self.language).map(|applic| in_words(applic, self.locale()));
        found.filter(|words| !words.is_empty()).unwrap_or_else(|| ident.to_owned())
    }
}

/// The conditions of a module's statements, by their ids.
pub(super) struct StatementConditions<'a>(HashMap<&'a str, String>);

impl<'a> StatementConditions<'a> {
    pub(super) fn of(item: Node<'a, '_>) -> Self {
        let named = statements_of(item).filter_map(|statement| {
            let stated = match statement.attribute("applicIdentValue") {
                Some(shared) => shared.to_owned(),
                None => condition(statement),
            };
            let stated = if stated.is_empty() { text_of(statement) } else { stated };
            Some((statement.attribute("id")?, stated))
        });
        Self(named.collect())
    }

    /// The same statements in words for people.
    pub(super) fn in_words(item: Node<'a, '_>, context: ItemContext<'_>) -> Self {
        let named = statements_of(item).filter_map(|statement| {
            let shared = statement.attribute("applicIdentValue").map(|ident| context.statement(ident));
            let own = || in_words(&Applic::read(statement, &mut Lines::new("")), context.locale());
            let said = shared.unwrap_or_else(own);
            Some((statement.attribute("id")?, said))
        });
        Self(named.collect())
    }

    /// The statements that an element points at, as text; the id of one that the module does not contain.
    pub(super) fn said(&self, node: Node<'_, '_>) -> String {
        let ids = applic_refs(node).unwrap_or_default().split_ascii_whitespace();
        let mut said: Vec<&str> = ids.map(|id| self.0.get(id).map_or(id, String::as_str)).collect();
        said.sort_unstable();
        said.join("; ")
    }
}

/// The statements of the module of an item, its own ones and those of repositories.
fn statements_of<'a, 'i>(item: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    let parts = item.parent_element().into_iter().flat_map(elements);
    let groups = parts.filter(|part| part.tag_name().name().starts_with(STATEMENTS));
    groups.flat_map(elements)
}

/// A statement in words: its text for readers, or else its assertions.
pub(super) fn in_words(applic: &Applic, locale: Locale) -> String {
    let display = folded(&applic.display);
    if !display.is_empty() {
        return display;
    }
    applic.expression.as_ref().map(|said| words::describe(said, &Tables::default(), locale)).unwrap_or_default()
}

/// The assertions of a statement, which are the same in all languages.
fn condition(node: Node<'_, '_>) -> String {
    let parts: Vec<String> = elements(node)
        .map(|part| match part.tag_name().name() {
            "assert" => {
                let mut values: Vec<String> =
                    part.attributes().map(|one| [one.name(), one.value().trim()].join("=")).collect();
                values.sort_unstable();
                [values.join(","), text_of(part)].join(" ").trim_end().to_owned()
            }
            "evaluate" => format!("{}({})", part.attribute("andOr").unwrap_or_default(), condition(part)),
            _ => condition(part),
        })
        .filter(|part| !part.is_empty())
        .collect();
    parts.join(" ")
}

/// The aircraft of a module by a `dmStatus`: its assertions and the statements that it points at, and its text for
/// readers.
pub(super) fn stated_aircraft(status: Node<'_, '_>) -> (String, String) {
    let applic = child(status, "applic");
    let asserted = applic.map(condition).unwrap_or_default();
    let shared = elements(status).filter(|part| part.tag_name().name() == "applicRef");
    let shared: Vec<&str> = shared.filter_map(|part| part.attribute("applicIdentValue")).collect();
    let asserted = [asserted.as_str(), applic_refs(status).unwrap_or_default(), &shared.join(" ")].join(" ");
    (folded(&asserted), applic.map(text_of).unwrap_or_default())
}

/// Writes all text of a node that is not marked as deleted, with the marks of its elements.
pub(super) fn write(node: Node<'_, '_>, statements: &StatementConditions<'_>, text: &mut String) {
    if node.is_text() {
        text.push_str(node.text().unwrap_or_default());
        return;
    }
    if !node.is_element() || is_deleted(node) || !is_told(node) {
        return;
    }
    // Words of two paragraphs are not one word, nor are two numbers one number.
    let space = if is_inline(node.tag_name().name()) { "" } else { " " };
    text.push_str(space);
    mark(node, statements, text);
    if is_power(node) {
        text.push('^');
    }
    for part in node.children() {
        write(part, statements, text);
    }
    text.push_str(space);
}

/// Whether an element has digits above the line, which are no digits of the number before them.
fn is_power(node: Node<'_, '_>) -> bool {
    let is_raised = matches!(node.tag_name().name(), "superScript" | "supscrpt");
    is_raised && !text_of(node).starts_with(char::is_alphabetic)
}

/// Of a reference the code counts, not the title, the issue and the language of its target, nor whose copy it is.
fn is_told(node: Node<'_, '_>) -> bool {
    let name = node.tag_name().name();
    let is_in_reference = node.parent_element().is_some_and(|around| around.tag_name().name().ends_with("RefIdent"));
    !(name.ends_with("RefAddressItems")
        || is_in_reference && matches!(name, "identExtension" | "issueInfo" | "language"))
}

/// Writes the values of attributes that change what a text means, and the aircraft of the element.
pub(super) fn mark(node: Node<'_, '_>, statements: &StatementConditions<'_>, text: &mut String) {
    let mut push = |value: &str| {
        if !value.is_empty() {
            text.push_str(" [");
            text.push_str(value);
            text.push_str("] ");
        }
    };
    match code_from(node.tag_name().name(), |name| node.attribute(name)) {
        Some(Ok(code)) => push(code.as_str()),
        Some(Err(_)) => node.attributes().for_each(|one| push(one.value().trim())),
        None => meant_attributes(node).for_each(|(_, value)| push(value)),
    }
    push(&statements.said(node));
}

/// The attributes of an element that change what it says: units, numbers of parts and circuit breakers, pictures, targets,
/// shared warnings. Its look, its label and its statements are none of them.
pub(super) fn meant_attributes<'a>(node: Node<'a, '_>) -> impl Iterator<Item = (&'a str, &'a str)> {
    const UNSAID: [&str; 12] = [
        "acronymType",
        "applicRefId",
        "applicRefIds",
        "caveat",
        "commercialClassification",
        "derivativeClassificationRefId",
        "emphasisType",
        "internalRefTargetType",
        "label",
        "logicalOperator",
        "securityClassification",
        "verbatimStyle",
    ];
    let element = node.tag_name().name();
    let is_meant = move |name: &str| {
        relevance::of_attribute(element, name) == Relevance::Content
            && !relevance::is_layout(name)
            && !UNSAID.contains(&name)
    };
    let plain = node.attributes().filter(|one| one.namespace().is_none());
    // Readers see words that are struck through as taken back.
    let is_struck = |name: &str, value: &str| name == "emphasisType" && value == "em05";
    let plain = plain.map(|one| (one.name(), one.value().trim()));
    plain.filter(move |(name, value)| is_meant(name) || is_struck(name, value))
}
