//! Identity, title and status, wherever the kind of file keeps them.

use std::collections::HashMap;

use domain::finding::Finding;
use roxmltree::{Document, Node};

use super::ident::{Ident, child, child_ending, child_text, elements};
use super::lines::Lines;
use super::schema::SchemaRef;
use super::{ContentType, Enterprise, Object, ObjectKind, ObjectRef, Quality, Status, Title};
use crate::applic::Applic;
use crate::code::{Identity, IssueDate, Version};
use crate::defect;
use crate::guard::Entity;

/// The parts of an address beside the code.
pub(crate) struct Places<'a, 'i> {
    pub(crate) ident: Option<Node<'a, 'i>>,
    pub(crate) address: Node<'a, 'i>,
    pub(crate) items: Option<Node<'a, 'i>>,
    pub(crate) status: Option<Node<'a, 'i>>,
}

impl<'a, 'i> Places<'a, 'i> {
    /// S1000D nests section, address and ident; ATA 2300 puts the ident below the root.
    pub(crate) fn find(root: Node<'a, 'i>) -> Self {
        let section = child_ending(root, "dentAndStatusSection").unwrap_or(root);
        let address = child_ending(section, "Address").unwrap_or(section);
        let is_ident = |node: &Node<'_, '_>| {
            let name = node.tag_name().name();
            name.ends_with("Ident") && !name.starts_with("source")
        };
        let status = if root.tag_name().name().ends_with("Status") {
            Some(root)
        } else {
            elements(section).find(|node| node.tag_name().name().ends_with("Status"))
        };
        Self { ident: elements(address).find(is_ident), address, items: child_ending(address, "AddressItems"), status }
    }
}

/// Reads everything but references and text.
pub(super) fn read(document: &Document<'_>, entities: &[Entity], findings: &mut Vec<Finding>) -> Object {
    let root = document.root_element();
    let kind = ObjectKind::of_root(root.tag_name().name());
    let places = Places::find(root);
    let mut lines = Lines::new(document.input_text());
    let mut ident = places.ident.map(Ident::read).unwrap_or_default();
    // ATA 2300 has the issue beside the ident.
    if let Some(issue) = child(places.address, "issueInfo").filter(|_| ident.version == Version::default()) {
        ident.take("issueInfo", |name| issue.attribute(name));
    }
    if kind.needs_identity() {
        let line = lines.of(places.ident.unwrap_or(root));
        check_identity(kind, &ident, line, findings);
    }
    let day = places.items.unwrap_or(places.address);
    if let Some(date) = child(day, "issueDate").and_then(|node| date(node)) {
        ident.version.date = Some(date);
    }
    let content = child(root, "content");
    let content_element = content.and_then(|content| content_element(content));
    let content_type = content_element.and_then(|node| ContentType::of_element(node.tag_name().name()));
    if kind == ObjectKind::DataModule && content_type.is_none() {
        let element = content_element.map(|node| node.tag_name().name()).unwrap_or_default();
        findings.push(defect::content_unknown(lines.of(content_element.or(content).unwrap_or(root)), element));
    }
    let status = places.status;
    let (applicability, shared_applicability) =
        status.map(|status| stated_applicability(status, &mut lines)).unwrap_or_default();
    Object {
        kind,
        content_type,
        identity: ident.code.map(|code| Identity { code, extension: ident.extension, language: ident.language }),
        version: ident.version,
        content_date: child_ending(root, "ContentIssueInfo")
            .and_then(|node| IssueDate::parse(node.attribute("issueDate")?).ok()),
        title: title(places.items.unwrap_or(places.address), content_element),
        status: status.map(read_status).unwrap_or_default(),
        schema: SchemaRef::of_root(root),
        entities: entities.to_vec(),
        references: Vec::new(),
        applicability,
        shared_applicability,
        applic_group: Vec::new(),
        assertions: Vec::new(),
        dispatch: None,
    }
}

/// The applicability in a status: stated there, or by pointing at statements of the content. With it the
/// entries of a repository that must hold as well.
pub(crate) fn stated_applicability(status: Node<'_, '_>, lines: &mut Lines<'_>) -> (Option<Applic>, Vec<String>) {
    let entry = |node: Node<'_, '_>| node.attribute("applicIdentValue").map(str::to_owned);
    if let Some(own) = child(status, "applic") {
        return (Some(Applic::read(own, lines)), Vec::new());
    }
    if let Some(shared) = child(status, "applicRef") {
        return entry(shared).map_or_else(|| (Some(Applic::undecided()), Vec::new()), |entry| (None, vec![entry]));
    }
    let Some(ids) = applic_refs(status) else { return (None, Vec::new()) };
    // The first, should several have the same id; looking for each of many alone would be quadratic.
    let mut by_id: HashMap<&str, Node<'_, '_>> = HashMap::new();
    for node in status.document().descendants() {
        if let Some(id) = node.attribute("id") {
            by_id.entry(id).or_insert(node);
        }
    }
    let (mut own, mut shared) = (Vec::new(), Vec::new());
    for id in statement_ids(ids) {
        match id.and_then(|id| by_id.get(id)).map(|node| (*node, node.tag_name().name())) {
            Some((node, "applic")) => own.push(Applic::read(node, lines)),
            Some((node, "applicRef")) if entry(node).is_some() => shared.extend(entry(node)),
            _ => own.push(Applic::undecided()),
        }
    }
    (own.into_iter().reduce(Applic::and), shared)
}

/// The most statements that an element may point at. Each may be long, and several may stand for the same.
pub(crate) const MAX_STATEMENTS: usize = 8;

/// The ids of a list, each once and in order; `None` for all after the first few, which are undecided.
pub(crate) fn statement_ids(list: &str) -> Vec<Option<&str>> {
    let mut ids = Vec::new();
    for id in list.split_ascii_whitespace().map(Some) {
        if ids.contains(&id) {
            continue;
        }
        if ids.len() == MAX_STATEMENTS {
            ids[MAX_STATEMENTS - 1] = None;
            break;
        }
        ids.push(id);
    }
    ids
}

/// The ids of the statements that an element points at.
pub(crate) fn applic_refs<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    node.attribute("applicRefId").or_else(|| node.attribute("applicRefIds"))
}

fn date(node: Node<'_, '_>) -> Option<IssueDate> {
    IssueDate::from_attributes(|name| node.attribute(name)).ok()
}

/// The element that says what a module is; the others are common to all kinds.
fn content_element<'a, 'i>(content: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
    let common = |name: &str| {
        matches!(
            name,
            "refs"
                | "referencedApplicGroup"
                | "referencedApplicGroupRef"
                | "warningsAndCautions"
                | "warningsAndCautionsRef"
                | "inlineSignificantData"
        )
    };
    elements(content).find(|node| !common(node.tag_name().name()))
}

/// A file that does not say who it is cannot be stored; one that says it badly cannot either.
fn check_identity(kind: ObjectKind, ident: &Ident, line: u32, findings: &mut Vec<Finding>) {
    findings.extend(ident.errors.iter().map(|error| defect::identity_invalid(line, error)));
    if ident.code.is_none() && ident.errors.is_empty() {
        findings.push(defect::no_identity(line, kind.code_element()));
        return;
    }
    let unreadable = |fields: &[&str]| ident.errors.iter().any(|error| fields.contains(&error.field));
    if kind.needs_language() && ident.language.is_none() && !unreadable(&["languageIsoCode", "countryIsoCode"]) {
        findings.push(defect::no_identity(line, "language"));
    }
    let versioned = ident.version.issue.is_some() || ident.version.date.is_some();
    if kind.needs_issue() && !versioned && !unreadable(&["issueNumber", "inWork", "issueDate"]) {
        findings.push(defect::no_identity(line, "issueInfo"));
    }
}

fn title(items: Node<'_, '_>, content: Option<Node<'_, '_>>) -> Title {
    const NAMES: [&str; 5] = ["pmTitle", "scormContentPackageTitle", "icnTitle", "commentTitle", "shortPmTitle"];
    if let Some(title) = child(items, "dmTitle") {
        return Title::of_module(title);
    }
    let written = NAMES.iter().find_map(|name| child_text(items, name).filter(|text| !text.is_empty()));
    let whole = written.or_else(|| content.and_then(|content| child_text(content, "title")));
    Title { technical: whole.unwrap_or_default(), ..Title::default() }
}

fn read_status(node: Node<'_, '_>) -> Status {
    let written = |name: &str| node.attribute(name).filter(|value| !value.is_empty()).map(str::to_owned);
    let quality = elements(node).filter(|part| part.tag_name().name() == "qualityAssurance").filter_map(quality);
    Status {
        issue_type: written("issueType"),
        security: child(node, "security").and_then(|part| part.attribute("securityClassification")).map(str::to_owned),
        // One statement per part of the product: the object is as good as its worst.
        quality: quality.min(),
        responsible_partner: child(node, "responsiblePartnerCompany").map(enterprise),
        originator: child(node, "originator").map(enterprise),
        source: elements(node)
            .find(|part| matches!(part.tag_name().name(), "sourceDmIdent" | "sourcePmIdent"))
            .and_then(source),
        approval_required: child(node, "approvalInfo")
            .and_then(|part| part.attribute("approvalRequired"))
            .map(|word| word == "yes" || word == "1"),
        data_producer: written("dataProducer"),
    }
}

fn quality(node: Node<'_, '_>) -> Option<Quality> {
    let has = |name| child(node, name).is_some();
    if has("secondVerification") {
        Some(Quality::SecondVerification)
    } else if has("firstVerification") {
        Some(Quality::FirstVerification)
    } else {
        has("unverified").then_some(Quality::Unverified)
    }
}

fn enterprise(node: Node<'_, '_>) -> Enterprise {
    Enterprise { code: node.attribute("enterpriseCode").map(str::to_owned), name: child_text(node, "enterpriseName") }
}

fn source(node: Node<'_, '_>) -> Option<ObjectRef> {
    let ident = Ident::read(node);
    Some(ObjectRef {
        code: ident.code?,
        extension: ident.extension,
        language: ident.language,
        version: ident.version,
        title: None,
        fragment: None,
    })
}
