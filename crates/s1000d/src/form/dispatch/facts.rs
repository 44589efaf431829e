//! The compared facts of a line: its texts with the attributes that change their meaning, its procedures, its aircraft.

use std::collections::HashMap;

use domain::dispatch::DispatchLine;
use domain::language::Locale;
use roxmltree::Node;

use super::texts::is_proviso;
use super::{LineFields, ProcedureFields};
use crate::applic::tables::Tables;
use crate::applic::{Applic, words};
use crate::code::Identity;
use crate::object::applic_refs;
use crate::object::ident::{child, code_from, elements, text_of};
use crate::object::lines::Lines;
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

/// The values of a line in data for other systems: they must be the same for all of its aircraft.
pub(super) const CODED: [&str; 4] = ["itemNumber", "repairCategory", "numberInstalled", "numberRequired"];

/// The facts of a line that a form does not show.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LineFacts {
    pub(super) remarks: String,
    pub(super) provisos: Vec<String>,
    pub(super) applicability: String,
}

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
        let content = item.parent_element();
        let group = content.and_then(|content| child(content, "referencedApplicGroup"));
        let named = group.into_iter().flat_map(elements).filter_map(|applic| {
            let stated = condition(applic);
            let stated = if stated.is_empty() { text_of(applic) } else { stated };
            Some((applic.attribute("id")?, stated))
        });
        Self(named.collect())
    }

    /// The same statements in words for people.
    pub(super) fn in_words(item: Node<'a, '_>, context: ItemContext<'_>) -> Self {
        let parts = item.parent_element().into_iter().flat_map(elements);
        let groups = parts.filter(|part| part.tag_name().name().starts_with("referencedApplicGroup"));
        let named = groups.flat_map(elements).filter_map(|statement| {
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
    let asserted = [asserted.as_str(), applic_refs(status).unwrap_or_default()].join(" ");
    (folded(&asserted), applic.map(text_of).unwrap_or_default())
}

/// The facts of a line of an item.
pub(super) fn facts(
    item: Node<'_, '_>,
    line: Node<'_, '_>,
    provisos: &[Node<'_, '_>],
    statements: &StatementConditions<'_>,
) -> LineFacts {
    let mut remarks = String::new();
    if let Some(own) = child(line, "remarks") {
        mark(own, statements, &mut remarks);
        for part in own.children().filter(|part| !is_proviso(part)) {
            write(part, statements, &mut remarks);
        }
    }
    // An item with lines has parts of its own, which hold for all of them.
    let holders = if item == line { vec![line] } else { vec![item, line] };
    for holder in &holders {
        for part in elements(*holder).filter(|part| !FIELDS.contains(&part.tag_name().name())) {
            write(part, statements, &mut remarks);
        }
    }
    let proviso = |node: &Node<'_, '_>| {
        let mut text = String::new();
        write(*node, statements, &mut text);
        folded(&text)
    };
    let applicability: Vec<String> = holders.iter().map(|holder| statements.said(*holder)).collect();
    let applicability: Vec<String> = applicability.into_iter().filter(|said| !said.is_empty()).collect();
    LineFacts {
        remarks: folded(&remarks),
        provisos: provisos.iter().map(proviso).collect(),
        applicability: applicability.join(" / "),
    }
}

/// Writes all text of a node, with the marks of its elements.
pub(super) fn write(node: Node<'_, '_>, statements: &StatementConditions<'_>, text: &mut String) {
    if node.is_text() {
        text.push_str(node.text().unwrap_or_default());
        return;
    }
    // The title of a target is not what a reference means.
    if !node.is_element() || node.tag_name().name().ends_with("RefAddressItems") {
        return;
    }
    mark(node, statements, text);
    for part in node.children() {
        write(part, statements, text);
    }
    // Words of two paragraphs are not one word.
    if matches!(node.tag_name().name(), "para" | "proviso" | "provisoList") {
        text.push(' ');
    }
}

/// Writes the values of attributes that change what a text means: units, quantities, pictures, targets, aircraft.
pub(super) fn mark(node: Node<'_, '_>, statements: &StatementConditions<'_>, text: &mut String) {
    let mut push = |value: &str| {
        if !value.is_empty() {
            text.push_str(" [");
            text.push_str(value);
            text.push_str("] ");
        }
    };
    for one in node.attributes() {
        let is_meant = matches!(one.name(), "unit" | "infoEntityIdent" | "targetRefId" | "internalRefId")
            || one.name() == "referredFragment"
            || one.name().starts_with("quantity");
        if is_meant {
            push(one.value().trim());
        }
    }
    match code_from(node.tag_name().name(), |name| node.attribute(name)) {
        Some(Ok(code)) => push(code.as_str()),
        Some(Err(_)) => node.attributes().for_each(|one| push(one.value().trim())),
        None => {}
    }
    push(&statements.said(node));
}

/// The codes of procedures without extension: a customised copy is the same procedure.
pub(super) fn codes(procedures: &[ProcedureFields]) -> Vec<String> {
    let code = |one: &ProcedureFields| match one.target.clone() {
        Some(target) => Identity { extension: None, language: None, ..target }.to_string(),
        None => ["?", one.title.as_str()].concat(),
    };
    procedures.iter().map(code).collect()
}

impl LineFields {
    /// The line as the rules of minimum equipment lists compare it.
    pub(super) fn compared(&self) -> DispatchLine {
        DispatchLine {
            label: self.label.clone(),
            category: self.category.clone(),
            installed: self.installed.clone(),
            required: self.required.clone(),
            remarks: self.facts.remarks.clone(),
            provisos: self.facts.provisos.clone(),
            logic: self.logic.clone(),
            // One with a graphic alone is fixed and has no text.
            has_placard: self.placard.is_fixed || !self.placard.text.is_empty(),
            operational: codes(&self.operational),
            maintenance: codes(&self.maintenance),
            applicability: self.facts.applicability.clone(),
        }
    }
}
