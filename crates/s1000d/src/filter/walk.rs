//! The pass over the tree that decides what stays.

use std::rc::Rc;

use foldhash::{HashSet, HashSetExt};
use roxmltree::{Node, NodeId};

use super::alternates::{has_text, is_group, is_replaceable, replace};
use super::containers::{ContainerTarget, is_alternate};
use super::edits::Edits;
use super::products::{ProductSet, StatementVerdict};
use super::report::{FilterProblem, RemovalCause, Report};
use super::retarget::retarget;
use super::statements::StatementVerdicts;
use super::{AnnotationMode, ProductFilter};
use crate::object::applic_refs;
use crate::object::ident::{elements, object_ref};

use crate::splice::Splice;

/// Decides element by element.
#[derive(Debug)]
pub(super) struct FilterWalk<'a, 'i, 'f> {
    text: &'a str,
    statements: StatementVerdicts<'a, 'i>,
    pub(super) filter: ProductFilter<'f>,
    pub(super) edits: Edits,
    pub(super) report: Report<'a, 'i>,
    /// Elements whose reference to statements is removed.
    pub(super) reduced: HashSet<NodeId>,
}

/// The children of an element after the decisions on them.
#[derive(Debug, Default)]
struct JudgedChildren<'a, 'i> {
    lost: usize,
    kept: usize,
    /// Kept children that an entry of contents is for.
    entries: usize,
    last: Option<Node<'a, 'i>>,
    /// Whether two kept children may apply to the same product.
    overlap: bool,
}

impl<'a, 'i, 'f> FilterWalk<'a, 'i, 'f> {
    pub(super) fn new(text: &'a str, statements: StatementVerdicts<'a, 'i>, filter: ProductFilter<'f>) -> Self {
        Self { text, statements, filter, edits: Edits::default(), report: Report::default(), reduced: HashSet::new() }
    }

    /// The root, its sections and the parts of the identification section are never removed: a statement there is about
    /// the whole object.
    pub(super) fn root(&mut self, root: Node<'a, 'i>, around: &Rc<ProductSet>) {
        for section in elements(root) {
            if section.tag_name().name().ends_with("dentAndStatusSection") {
                for part in elements(section) {
                    self.children(part, around);
                }
            } else {
                let children = self.children(section, around);
                self.check_content(section, &children);
            }
        }
    }

    /// The guard bounds the depth, so that recursion is safe. `None` for an element that is removed, else the products
    /// that it may apply to.
    fn element(&mut self, node: Node<'a, 'i>, around: &Rc<ProductSet>) -> Option<Rc<ProductSet>> {
        let name = node.tag_name().name();
        if matches!(name, "referencedApplicGroup" | "referencedApplicGroupRef" | "applic" | "applicSpec") {
            return Some(Rc::clone(around));
        }
        let mut live = Rc::clone(around);
        if let Some(verdict) = self.verdict(node) {
            let both = around.and(&verdict.may);
            if both.is_empty() {
                self.remove(node, RemovalCause::NotApplicable);
                return None;
            }
            if around.is_within(&verdict.sure) {
                self.reduce(node);
            }
            live = Rc::new(both);
        }
        if name == "dmRef" && self.resolve_container(node, &live) {
            return Some(live);
        }
        let children = self.children(node, &live);
        self.stays(node, &children).then_some(live)
    }

    fn children(&mut self, node: Node<'a, 'i>, live: &Rc<ProductSet>) -> JudgedChildren<'a, 'i> {
        let is_group = is_group(node.tag_name().name());
        let mut seen: Option<ProductSet> = None;
        let mut children = JudgedChildren::default();
        for child in elements(node) {
            let Some(set) = self.element(child, live) else {
                children.lost += 1;
                continue;
            };
            children.kept += 1;
            children.last = Some(child);
            if matches!(child.tag_name().name(), "pmEntry" | "dmRef" | "pmRef" | "externalPubRef") {
                children.entries += 1;
            }
            if is_group {
                match &mut seen {
                    Some(seen) => {
                        children.overlap |= seen.meets(&set);
                        seen.add_all(&set);
                    }
                    None => seen = Some((*set).clone()),
                }
            }
        }
        children
    }

    /// The verdict on an element alone; `None` where nothing is said of it.
    fn verdict(&mut self, node: Node<'a, 'i>) -> Option<Rc<StatementVerdict>> {
        let own = match applic_refs(node) {
            Some(ids) => Some(self.statements.of_ids(ids)),
            None => {
                let first = node.first_element_child().filter(|first| first.tag_name().name() == "applic");
                first.map(|applic| self.statements.of_node(applic))
            }
        };
        let containers = self.filter.containers.filter(|_| is_alternate(node));
        let target = containers.and_then(|containers| Some((containers, object_ref(node).ok()?)));
        let alternate = target.and_then(|(containers, target)| containers.verdict(&target, &self.statements));
        match (own, alternate) {
            (Some(own), Some(alternate)) => Some(Rc::new(own.and(&alternate))),
            (own, alternate) => own.or_else(|| alternate.map(Rc::new)),
        }
    }

    fn remove(&mut self, node: Node<'a, 'i>, cause: RemovalCause) {
        self.edits.remove(self.text, node);
        self.report.removals.push((node, cause));
    }

    fn find(&mut self, node: Node<'a, 'i>, problem: FilterProblem) {
        self.report.findings.push((node, problem));
    }

    /// Removes the reference of an element to statements that hold for all products that may read it.
    fn reduce(&mut self, node: Node<'a, 'i>) {
        let named = ["applicRefId", "applicRefIds"].into_iter().find_map(|name| node.attribute_node(name));
        let Some(attribute) = named.filter(|_| self.filter.annotations == AnnotationMode::Reduce) else { return };
        let range = attribute.range();
        let start = self.text[..range.start].trim_end_matches(|c: char| c.is_ascii_whitespace()).len();
        self.edits.change(Splice::replace(start..range.end, ""));
        self.reduced.insert(node.id());
    }

    /// Makes a reference to a container lead to the only alternate that may apply; `false` where it stays as it is.
    fn resolve_container(&mut self, node: Node<'a, 'i>, live: &ProductSet) -> bool {
        let containers = self.filter.containers.filter(|known| !known.is_empty() && !is_alternate(node));
        let Some((containers, target)) = containers.and_then(|known| Some((known, object_ref(node).ok()?))) else {
            return false;
        };
        match containers.resolve(&target, live, &self.statements) {
            ContainerTarget::One { identity, title } => {
                let Some(splices) = retarget(self.text, node, identity, title) else { return false };
                splices.into_iter().for_each(|splice| self.edits.change(splice));
                true
            }
            ContainerTarget::Nothing => {
                self.find(node, FilterProblem::ContainerWithoutAlternate(target.identity().to_string()));
                false
            }
            ContainerTarget::Unchanged => false,
        }
    }

    /// Whether an element stays after the decisions on its children.
    fn stays(&mut self, node: Node<'a, 'i>, children: &JudgedChildren<'a, 'i>) -> bool {
        let name = node.tag_name().name();
        if name == "pmEntry" && children.lost > 0 && children.entries == 0 {
            self.remove(node, RemovalCause::Emptied);
            return false;
        }
        if is_group(name) {
            if children.overlap {
                self.find(node, FilterProblem::OpenAlternates);
            }
            if is_replaceable(name) && children.lost > 0 {
                match (children.kept, children.last) {
                    (0, _) if !has_text(node) => {
                        self.find(node, FilterProblem::NoAlternate);
                        self.remove(node, RemovalCause::Emptied);
                        return false;
                    }
                    (1, Some(left)) => {
                        replace(self.text, node, left, &self.reduced, &mut self.edits);
                    }
                    _ => {}
                }
            }
        }
        self.check_content(node, children);
        true
    }

    fn check_content(&mut self, node: Node<'a, 'i>, children: &JudgedChildren<'a, 'i>) {
        if children.lost == 0 {
            return;
        }
        if children.kept > 0 {
            if node.tag_name().name() == "row" {
                self.find(node, FilterProblem::RowLostCells);
            }
        } else if !has_text(node) {
            self.find(node, FilterProblem::LeftEmpty);
        }
    }
}
