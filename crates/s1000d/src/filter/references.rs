//! References inside a text to elements that were removed or have another id.

use foldhash::{HashMap, HashSet, HashSetExt};
use quick_xml::escape::escape;
use roxmltree::{Attribute, Document, Node, NodeId};

use super::edits::Edits;
use super::report::{FilterProblem, Report};
use super::statements::is_statement;
use crate::code::Identity;
use crate::object::ident::{Ident, elements, object_ref};
use crate::object::lines::Lines;
use crate::object::{ObjectRef, Places, names_ids};
use crate::splice::Splice;

/// A reference to another object that is left in a filtered text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftReference {
    /// In the text before, counted from 1.
    pub line: u32,
    pub target: ObjectRef,
}

/// The code, extension and language that an object gives itself.
pub(super) fn identity(document: &Document<'_>) -> Option<Identity> {
    let ident = Ident::read(Places::find(document.root_element()).ident?);
    Some(Identity { code: ident.code?, extension: ident.extension, language: ident.language })
}

/// The references to modules and publications outside of the removed ranges, which are settled.
pub(super) fn left(document: &Document<'_>, edits: &Edits) -> Vec<LeftReference> {
    let mut lines = Lines::new(document.input_text());
    let is_left =
        |node: &Node<'_, '_>| matches!(node.tag_name().name(), "dmRef" | "pmRef") && !edits.removes(node.range().start);
    let found = document.descendants().filter(is_left);
    found.filter_map(|node| Some(LeftReference { target: object_ref(node).ok()?, line: lines.of(node) })).collect()
}

/// The ids of a text before and after the removals, and the references to them that stay.
#[derive(Debug)]
pub(super) struct IdUses<'a, 'i> {
    removed: HashSet<&'a str>,
    kept: HashSet<String>,
    uses: Vec<IdUse<'a, 'i>>,
}

#[derive(Debug, Clone, Copy)]
struct IdUse<'a, 'i> {
    node: Node<'a, 'i>,
    attribute: Attribute<'a, 'i>,
    id: &'a str,
}

impl<'a, 'i> IdUses<'a, 'i> {
    pub(super) fn read(document: &'a Document<'i>, edits: &Edits) -> Self {
        let mut found = Self { removed: HashSet::new(), kept: HashSet::new(), uses: Vec::new() };
        found.kept.extend(edits.moved_ids.iter().cloned());
        for node in document.descendants().filter(Node::is_element) {
            let is_removed = edits.removes(node.range().start);
            for attribute in node.attributes().filter(|attribute| attribute.namespace().is_none()) {
                let value = attribute.value();
                if attribute.name() == "id" {
                    if is_removed {
                        found.removed.insert(value);
                    } else {
                        found.kept.insert(value.to_owned());
                    }
                } else if !is_removed && names_ids(attribute.name()) {
                    let uses = value.split_ascii_whitespace().map(|id| IdUse { node, attribute, id });
                    found.uses.extend(uses);
                }
            }
        }
        found
    }

    fn is_gone(&self, id: &str) -> bool {
        self.removed.contains(id) && !self.kept.contains(id)
    }

    /// Changes references to alternates that were replaced by an element with an id of its own.
    pub(super) fn follow_renamed(&mut self, edits: &mut Edits) {
        let renamed: HashMap<String, String> = edits.renamed_ids.iter().cloned().collect();
        let mut uses = std::mem::take(&mut self.uses);
        uses.retain(|one| {
            let new = renamed.get(one.id).filter(|new| self.is_gone(one.id) && self.kept.contains(*new));
            match new.filter(|_| one.attribute.name() == "internalRefId") {
                Some(new) => {
                    edits.change(Splice::replace(one.attribute.range_value(), escape(new.as_str())));
                    false
                }
                None => true,
            }
        });
        self.uses = uses;
    }

    pub(super) fn report(&self, report: &mut Report<'a, 'i>) {
        for one in self.uses.iter().filter(|one| self.is_gone(one.id)) {
            let (attribute, id) = (one.attribute.name().to_owned(), one.id.to_owned());
            report.findings.push((one.node, FilterProblem::RemovedTarget { attribute, id }));
        }
    }

    /// Removes the statements that nothing refers to, and groups without statements.
    pub(super) fn remove_unused_statements(
        &self,
        document: &'a Document<'i>,
        text: &str,
        reduced: &HashSet<NodeId>,
        edits: &mut Edits,
    ) {
        let is_reduced =
            |one: &IdUse<'_, '_>| reduced.contains(&one.node.id()) && one.attribute.name().starts_with("applicRefId");
        let used: HashSet<&str> = self.uses.iter().filter(|one| !is_reduced(one)).map(|one| one.id).collect();
        let is_group = |node: &Node<'_, '_>| {
            matches!(node.tag_name().name(), "referencedApplicGroup" | "referencedApplicGroupRef")
        };
        for group in document.descendants().filter(is_group) {
            let is_unused =
                |node: &Node<'_, '_>| is_statement(*node) && node.attribute("id").is_some_and(|id| !used.contains(id));
            if elements(group).all(|node| is_unused(&node)) {
                edits.remove(text, group);
            } else {
                elements(group).filter(is_unused).for_each(|node| edits.remove(text, node));
            }
        }
    }

    /// The ids that the text no longer has, sorted.
    pub(super) fn removed(&self) -> Vec<String> {
        let mut gone: Vec<String> =
            self.removed.iter().filter(|id| self.is_gone(id)).map(|id| (*id).to_owned()).collect();
        gone.sort_unstable();
        gone
    }
}
