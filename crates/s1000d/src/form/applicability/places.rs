//! The statements of a module, and the elements that refer to them.

use std::collections::HashMap;

use roxmltree::{Document, Node};

use super::fields::{ApplicTarget, ApplicabilityFields, EffectiveStatements, StatementSet};
use super::nodes::StatementParts;
use crate::applic::Applic;
use crate::object::ident::{child, elements, text_of};
use crate::object::lines::Lines;
use crate::object::{MAX_STATEMENTS, Places, applic_refs, stated_applicability, statement_ids};

pub(super) struct ApplicPlaces<'a, 'i> {
    pub(super) text: &'a str,
    pub(super) document: &'a Document<'i>,
    /// The status section of the module, or the element.
    pub(super) owner: Node<'a, 'i>,
    pub(super) target: ApplicTarget,
    pub(super) content: Option<Node<'a, 'i>>,
    pub(super) group: Option<Node<'a, 'i>>,
}

/// The applicability of an owner.
pub(super) enum OwnStatement<'a, 'i> {
    None,
    One(Node<'a, 'i>),
    Elsewhere(String),
}

impl<'a, 'i> ApplicPlaces<'a, 'i> {
    /// `None` when the module has no status section, or there is no such element.
    pub(super) fn find(text: &'a str, document: &'a Document<'i>, target: ApplicTarget) -> Option<Self> {
        let root = document.root_element();
        let owner = match target {
            ApplicTarget::Module => Places::find(root).status?,
            ApplicTarget::Element(start) => {
                document.descendants().find(|node| node.is_element() && node.range().start == start)?
            }
        };
        let content = child(root, "content");
        let group = content.and_then(|content| child(content, "referencedApplicGroup"));
        Some(Self { text, document, owner, target, content, group })
    }

    pub(super) fn read(&self) -> ApplicabilityFields {
        let uses = self.uses();
        let counted = |applic: Node<'_, '_>| applic.attribute("id").and_then(|id| uses.get(id)).copied().unwrap_or(0);
        let fields = |applic: Node<'a, 'i>| StatementParts::of(applic).fields(counted(applic));
        let (own, elsewhere) = match self.own() {
            OwnStatement::None => (None, None),
            OwnStatement::One(applic) => (Some(fields(applic)), None),
            OwnStatement::Elsewhere(words) => (None, Some(words)),
        };
        ApplicabilityFields { own, elsewhere, group: self.statements().map(fields).collect() }
    }

    pub(super) fn statements(&self) -> impl Iterator<Item = Node<'a, 'i>> + use<'a, 'i> {
        let parts = self.group.into_iter().flat_map(elements);
        parts.filter(|node| node.tag_name().name() == "applic")
    }

    pub(super) fn statement(&self, id: &str) -> Option<Node<'a, 'i>> {
        self.statements().find(|applic| applic.attribute("id") == Some(id))
    }

    /// How often each statement is referred to.
    fn uses(&self) -> HashMap<&'a str, usize> {
        let mut uses = HashMap::new();
        for ids in self.document.descendants().filter_map(applic_refs) {
            for id in ids.split_ascii_whitespace() {
                *uses.entry(id).or_default() += 1;
            }
        }
        uses
    }

    pub(super) fn own(&self) -> OwnStatement<'a, 'i> {
        if self.target == ApplicTarget::Module {
            if let Some(applic) = child(self.owner, "applic") {
                return OwnStatement::One(applic);
            }
            if let Some(shared) = child(self.owner, "applicRef") {
                let name = shared.attribute("applicIdentValue").unwrap_or_default();
                return OwnStatement::Elsewhere(name.to_owned());
            }
        }
        let Some(ids) = applic_refs(self.owner).filter(|ids| !ids.trim().is_empty()) else {
            return OwnStatement::None;
        };
        match self.statement(ids.trim()).filter(|_| self.target != ApplicTarget::Module) {
            Some(applic) => OwnStatement::One(applic),
            None => OwnStatement::Elsewhere(self.words_of(ids)),
        }
    }

    /// The texts of statements, or their ids.
    fn words_of(&self, ids: &str) -> String {
        let words = ids.split_ascii_whitespace().take(MAX_STATEMENTS).map(|id| {
            let display = self.statement(id).and_then(|applic| child(applic, "displayText")).map(text_of);
            display.filter(|text| !text.is_empty()).unwrap_or_else(|| id.to_owned())
        });
        words.collect::<Vec<_>>().join("; ")
    }

    /// The statements of the owner, of all elements around it and of the module.
    pub(super) fn effective(&self) -> EffectiveStatements {
        let mut lines = Lines::new(self.document.input_text());
        let status = Places::find(self.document.root_element()).status;
        let stated = status.map(|status| stated_applicability(status, &mut lines));
        let module = stated.filter(|(own, shared)| own.is_some() || !shared.is_empty());
        let module = module.map(|(own, shared)| StatementSet { own: own.unwrap_or_default(), shared });
        let mut elements = StatementSet::default();
        if self.target != ApplicTarget::Module {
            self.join_elements(&mut elements, &mut lines);
        }
        EffectiveStatements { module, elements }
    }

    fn join_elements(&self, set: &mut StatementSet, lines: &mut Lines<'_>) {
        let mut by_id: HashMap<&str, Node<'_, '_>> = HashMap::new();
        let is_statement = |node: &Node<'_, '_>| matches!(node.tag_name().name(), "applic" | "applicRef");
        for node in self.document.descendants().filter(is_statement) {
            if let Some(id) = node.attribute("id") {
                by_id.entry(id).or_insert(node);
            }
        }
        for around in self.owner.ancestors() {
            if let Some(ids) = applic_refs(around) {
                for id in statement_ids(ids) {
                    join(set, id.and_then(|id| by_id.get(id)).copied(), lines);
                }
            } else if let Some(inline) = inline_statement(around) {
                join(set, Some(inline), lines);
            }
        }
    }
}

/// The statement that an element contains, instead of referring to it.
fn inline_statement<'a, 'i>(node: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
    let first = node.first_element_child().filter(|first| first.tag_name().name() == "applic")?;
    (node.tag_name().name() != "referencedApplicGroup").then_some(first)
}

/// Adds a statement; one that is nowhere cannot be decided.
fn join(set: &mut StatementSet, statement: Option<Node<'_, '_>>, lines: &mut Lines<'_>) {
    let entry = statement.and_then(|node| node.attribute("applicIdentValue"));
    match statement.map(|node| (node, node.tag_name().name())) {
        Some((_, "applicRef")) if entry.is_some() => {
            let name = entry.unwrap_or_default();
            if !set.shared.iter().any(|one| one == name) {
                set.shared.push(name.to_owned());
            }
        }
        Some((node, "applic")) => set.own = std::mem::take(&mut set.own).and(Applic::read(node, lines)),
        _ => set.own = std::mem::take(&mut set.own).and(Applic::undecided()),
    }
}
