//! Applicability: the statements that pieces refer to, and where they stand.

use super::rule::Rule;
use super::{Builder, Xml};
use crate::applic::Applic;
use crate::document::kind::{Block, Kind};
use crate::document::marks::{Applicability, Statement};
use crate::object::ident::{child, elements, text_of};
use crate::object::lines::Lines;
use crate::object::{applic_refs, statement_ids};

pub(super) const RULES: &[(&str, Rule)] = &[
    ("referencedApplicGroup", Rule::Wrap(Block::Statements)),
    ("referencedApplicGroupRef", Rule::Wrap(Block::Statements)),
    ("applic", Rule::Block(statement)),
    ("displayText", Rule::Through),
    // The formula is put in words.
    ("evaluate", Rule::Block(formula)),
    ("assert", Rule::Block(formula)),
    ("expression", Rule::Field),
];

impl<'d> Builder<'d> {
    /// The applicability of an element, if it has one.
    pub(super) fn applicability_of(&mut self, node: Xml<'d>) -> Option<u32> {
        if let Some(ids) = applic_refs(node) {
            if let Some(found) = self.applicability_by_key.get(ids) {
                return Some(*found);
            }
            let statements = self.statements(ids);
            return Some(self.applicability(ids, statements));
        }
        let inline = node.first_element_child().filter(|first| first.tag_name().name() == "applic")?;
        if node.tag_name().name() == "referencedApplicGroup" {
            return None;
        }
        let own_id = inline.attribute("id").filter(|id| self.numbers.owns(inline, id));
        let key = own_id.map_or_else(|| format!("at-{}", inline.id().get()), str::to_owned);
        if let Some(found) = self.applicability_by_key.get(&key) {
            return Some(*found);
        }
        let statements = vec![self.statement(inline)];
        Some(self.applicability(&key, statements))
    }

    /// The applicability of the whole module, where its own status states it.
    pub(super) fn applicability_of_module(&mut self, root: Xml<'d>) -> Option<Applicability> {
        let is_status = |node: &Xml<'d>| node.is_element() && matches!(node.tag_name().name(), "dmStatus" | "pmStatus");
        let status = root.descendants().find(is_status)?;
        let own = elements(status).find(|part| matches!(part.tag_name().name(), "applic" | "applicRef"));
        let statements = match own {
            Some(own) => vec![self.statement(own)],
            None => self.statements(applic_refs(status)?),
        };
        Some(Applicability { key: "module".to_owned(), statements })
    }

    fn applicability(&mut self, key: &str, statements: Vec<Option<u32>>) -> u32 {
        let index = u32::try_from(self.document.applicabilities.len()).unwrap_or(u32::MAX);
        self.document.applicabilities.push(Applicability { key: key.to_owned(), statements });
        self.applicability_by_key.insert(key.to_owned(), index);
        index
    }

    /// The statements that ids stand for; `None` for one that is nowhere, and for all behind the first few.
    fn statements(&mut self, ids: &str) -> Vec<Option<u32>> {
        let found = statement_ids(ids).into_iter().map(|id| self.numbers.element(id?));
        let found: Vec<Option<Xml<'d>>> = found.collect();
        found.into_iter().map(|element| self.statement(element?)).collect()
    }

    /// A statement of the module itself, or of a repository that it names. Each is read once, however many refer to it.
    fn statement(&mut self, node: Xml<'d>) -> Option<u32> {
        if let Some(known) = self.statement_by_element.get(&node.id()) {
            return *known;
        }
        let statement = match node.tag_name().name() {
            // The lines of its assertions are not used; an empty text costs nothing to count.
            "applic" => Some(Statement::Own(Applic::read(node, &mut Lines::new("")))),
            "applicRef" => node.attribute("applicIdentValue").map(|ident| Statement::Shared(ident.to_owned())),
            _ => None,
        };
        let index = statement.and_then(|statement| {
            self.document.statements.push(statement);
            u32::try_from(self.document.statements.len() - 1).ok()
        });
        self.statement_by_element.insert(node.id(), index);
        index
    }
}

fn statement<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let has_words = child(node, "displayText").is_some_and(|display| !text_of(display).is_empty());
    let index = if has_words { None } else { b.statement(node) };
    b.within(Kind::Statement(index), |b| b.children(node));
}

/// A formula has no text of its own; the words for it stand with the pieces that it is about.
fn formula<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    if !text_of(node).is_empty() {
        b.within(Block::Group, |b| b.children(node));
    }
}
