//! The statements of a text, each judged once for all products.

use std::rc::Rc;

use foldhash::{HashMap, HashMapExt};
use roxmltree::{Document, Node, NodeId};

use super::products::StatementVerdict;
use crate::applic::repository::Repository;
use crate::applic::{Applic, Assignments};
use crate::object::lines::Lines;
use crate::object::statement_ids;

/// The verdicts on the statements of a text.
#[derive(Debug)]
pub(super) struct StatementVerdicts<'a, 'i> {
    products: &'a [Assignments],
    repository: Option<&'a Repository>,
    by_id: HashMap<&'a str, Node<'a, 'i>>,
    has_inline: bool,
    by_node: HashMap<NodeId, Rc<StatementVerdict>>,
    by_ids: HashMap<&'a str, Rc<StatementVerdict>>,
    by_entry: HashMap<&'a str, Rc<StatementVerdict>>,
}

impl<'a, 'i> StatementVerdicts<'a, 'i> {
    pub(super) fn read(
        document: &'a Document<'i>,
        products: &'a [Assignments],
        repository: Option<&'a Repository>,
    ) -> Self {
        let (mut by_id, mut has_inline) = (HashMap::new(), false);
        for node in document.descendants().filter(|node| is_statement(*node)) {
            has_inline |= node.parent().is_some_and(|parent| !is_place_of_statements(parent.tag_name().name()));
            if let Some(id) = node.attribute("id") {
                // The first, should several have the same id.
                by_id.entry(id).or_insert(node);
            }
        }
        Self {
            products,
            repository,
            by_id,
            has_inline,
            by_node: HashMap::new(),
            by_ids: HashMap::new(),
            by_entry: HashMap::new(),
        }
    }

    pub(super) fn products(&self) -> &'a [Assignments] {
        self.products
    }

    pub(super) fn repository(&self) -> Option<&'a Repository> {
        self.repository
    }

    /// Whether an element has a statement of its own.
    pub(super) fn has_inline(&self) -> bool {
        self.has_inline
    }

    /// The verdict on all statements that a list of ids names. One that is nowhere is undecided.
    pub(super) fn of_ids(&mut self, ids: &'a str) -> Rc<StatementVerdict> {
        if let Some(known) = self.by_ids.get(ids) {
            return Rc::clone(known);
        }
        let mut verdict = StatementVerdict::always(self.products.len());
        for id in statement_ids(ids) {
            let named = id.and_then(|id| self.by_id.get(id).copied());
            verdict = match named {
                Some(node) => verdict.and(&self.of_node(node)),
                None => verdict.and(&StatementVerdict::undecided(self.products.len())),
            };
        }
        let verdict = Rc::new(verdict);
        self.by_ids.insert(ids, Rc::clone(&verdict));
        verdict
    }

    /// The verdict on an element `applic` or `applicRef`.
    pub(super) fn of_node(&mut self, node: Node<'a, 'i>) -> Rc<StatementVerdict> {
        if let Some(known) = self.by_node.get(&node.id()) {
            return Rc::clone(known);
        }
        let verdict = if node.tag_name().name() == "applicRef" {
            self.of_entry(node.attribute("applicIdentValue"))
        } else {
            // The lines of its assertions are not used; an empty text costs nothing to count.
            Rc::new(self.judged(&Applic::read(node, &mut Lines::new(""))))
        };
        self.by_node.insert(node.id(), Rc::clone(&verdict));
        verdict
    }

    fn of_entry(&mut self, ident: Option<&'a str>) -> Rc<StatementVerdict> {
        let found = ident.and_then(|ident| Some((ident, self.repository?.get(ident)?)));
        let Some((ident, applic)) = found else { return Rc::new(StatementVerdict::undecided(self.products.len())) };
        if let Some(known) = self.by_entry.get(ident) {
            return Rc::clone(known);
        }
        let verdict = Rc::new(self.judged(applic));
        self.by_entry.insert(ident, Rc::clone(&verdict));
        verdict
    }

    fn judged(&self, applic: &Applic) -> StatementVerdict {
        StatementVerdict::of(self.products.iter().map(|product| applic.evaluate(product)))
    }
}

/// Whether an element is a statement, or stands for one of a repository.
pub(super) fn is_statement(node: Node<'_, '_>) -> bool {
    matches!(node.tag_name().name(), "applic" | "applicRef")
}

/// Whether statements in an element are referred to, or are about the whole object.
fn is_place_of_statements(name: &str) -> bool {
    matches!(name, "referencedApplicGroup" | "referencedApplicGroupRef" | "applicSpec") || name.ends_with("Status")
}
