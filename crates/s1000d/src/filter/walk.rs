//! The pass over the tree that decides what stays.

use std::rc::Rc;

use foldhash::{HashMap, HashMapExt, HashSet, HashSetExt};

use super::alternates::{is_group, is_replaceable, replace};
use super::containers::{ContainerTarget, is_alternate};
use super::edits::Edits;
use super::products::{ProductSet, StatementVerdict};
use super::references::target;
use super::report::{FilterProblem, FilterReport, RemovalCause};
use super::retarget::retarget;
use super::skeleton::SkeletonElement;
use super::spans;
use super::statements::{StatementVerdicts, is_definition, is_update};
use super::{AnnotationMode, ProductFilter};
use crate::code::{Identity, Version};
use crate::object::ObjectRef;
use crate::splice::Splice;

/// Decides element by element.
#[derive(Debug)]
pub(super) struct FilterWalk<'s, 't, 'f> {
    text: &'t str,
    statements: StatementVerdicts<'s, 't, 'f>,
    pub(super) filter: ProductFilter<'f>,
    pub(super) edits: Edits,
    pub(super) report: FilterReport<'s, 't>,
    /// Elements whose reference to statements is removed.
    pub(super) reduced: HashSet<u32>,
    /// Cells that stay without their content.
    emptied_cells: HashSet<u32>,
    /// References to containers that lead to an alternate instead.
    pub(super) turned: HashMap<u32, ObjectRef>,
    /// Whether everything in the content was removed.
    pub(super) is_emptied: bool,
}

/// The children of an element after the decisions on them.
#[derive(Debug, Default)]
struct JudgedChildren<'s, 't> {
    lost: usize,
    kept: usize,
    /// Cells that do not apply.
    cells: Vec<SkeletonElement<'s, 't>>,
    /// Kept children that an entry of contents is for.
    entries: usize,
    last: Option<SkeletonElement<'s, 't>>,
    /// Whether two kept children may apply to the same product.
    overlap: bool,
}

impl<'s, 't, 'f> FilterWalk<'s, 't, 'f> {
    pub(super) fn new(text: &'t str, statements: StatementVerdicts<'s, 't, 'f>, filter: ProductFilter<'f>) -> Self {
        Self {
            text,
            statements,
            filter,
            edits: Edits::default(),
            report: FilterReport::default(),
            reduced: HashSet::new(),
            emptied_cells: HashSet::new(),
            turned: HashMap::new(),
            is_emptied: false,
        }
    }

    /// The root, its sections and the parts of the identification section are never removed: a statement there is about
    /// the whole object.
    pub(super) fn root(&mut self, root: SkeletonElement<'s, 't>, around: &Rc<ProductSet>) {
        for section in root.children() {
            if section.name().ends_with("dentAndStatusSection") {
                for part in section.children() {
                    self.children(part, around);
                }
            } else {
                let children = self.children(section, around);
                self.is_emptied |=
                    section.name() == "content" && children.lost > 0 && children.kept == 0 && !section.has_text();
                self.check_content(section, &children);
            }
        }
    }

    /// The guard bounds the depth, so that recursion is safe. `None` for an element that is removed, else the products
    /// that it may apply to.
    fn element(&mut self, node: SkeletonElement<'s, 't>, around: &Rc<ProductSet>) -> Option<Rc<ProductSet>> {
        let name = node.name();
        // A code applies as its reference does.
        if is_definition(name) || name.ends_with("RefIdent") {
            return Some(Rc::clone(around));
        }
        let mut live = Rc::clone(around);
        if let Some(verdict) = self.verdict(node) {
            let both = around.and(&verdict.may);
            if both.is_empty() {
                if spans::is_cell(node) {
                    // Its row decides whether an empty one stays.
                    self.report.removals.push((node, RemovalCause::NotApplicable));
                } else {
                    self.remove(node, RemovalCause::NotApplicable);
                }
                return None;
            }
            if around.is_within(&verdict.sure) {
                self.reduce(node);
            }
            live = Rc::new(both);
        }
        let found = if name == "dmRef" { self.container_target(node, &live) } else { None };
        if self.is_absent(node, found.as_ref().map(|(_, found)| found)) {
            self.remove(node, RemovalCause::Emptied);
            return None;
        }
        if let Some((container, found)) = found
            && self.turn(node, &container, found)
        {
            return Some(live);
        }
        let before = (self.report.removals.len(), self.report.findings.len());
        let children = self.children(node, &live);
        if spans::has_rows(name) && self.report.removals.len() > before.0 {
            self.settle_rows(node, before);
        }
        self.stays(node, &children).then_some(live)
    }

    fn children(&mut self, node: SkeletonElement<'s, 't>, live: &Rc<ProductSet>) -> JudgedChildren<'s, 't> {
        let is_group = is_group(node.name());
        let mut seen: Option<ProductSet> = None;
        let mut children = JudgedChildren::default();
        for child in node.children() {
            let Some(set) = self.element(child, live) else {
                children.lost += 1;
                children.cells.extend(Some(child).filter(|child| spans::is_cell(*child)));
                continue;
            };
            // Statements are no content.
            if is_definition(child.name()) {
                continue;
            }
            children.kept += 1;
            children.last = Some(child);
            if matches!(child.name(), "pmEntry" | "dmRef" | "pmRef" | "externalPubRef") {
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

    /// Shortens cells of a table body that reach over removed rows, and names rows that lost a cell from above. The numbers
    /// are those of the removals and findings before it.
    fn settle_rows(&mut self, body: SkeletonElement<'s, 't>, (removals, findings): (usize, usize)) {
        let removed = self.report.removals[removals..].iter().map(|(part, _)| part.index());
        let removed: HashSet<u32> = removed.filter(|index| !self.emptied_cells.contains(index)).collect();
        let spans = spans::follow(body, |part| removed.contains(&part.index()));
        for (attribute, rows) in spans.shorter {
            self.edits.change(Splice::replace(attribute.value_range(), rows.to_string()));
        }
        // Those that lost a cell of their own are named already.
        let named: HashSet<u32> = self.report.findings[findings..].iter().map(|(part, _)| part.index()).collect();
        for row in spans.uncovered.into_iter().filter(|row| !named.contains(&row.index())) {
            self.find(row, FilterProblem::RowLostCells);
        }
    }

    /// The verdict on an element alone; `None` where nothing is said of it.
    fn verdict(&mut self, node: SkeletonElement<'s, 't>) -> Option<Rc<StatementVerdict>> {
        let own = if let Some(ids) = node.applic_refs() {
            Some(self.statements.of_ids(ids.value()))
        } else {
            let first = node.children().next().filter(|first| first.name() == "applic" && !is_update(node.name()));
            first.map(|applic| self.statements.of_part(applic))
        };
        let containers = self.filter.containers.filter(|_| is_alternate(node));
        let target = containers.and_then(|containers| Some((containers, target(node)?)));
        let alternate = target.and_then(|(containers, target)| containers.verdict(&target, &self.statements));
        match (own, alternate) {
            (Some(own), Some(alternate)) => Some(Rc::new(own.and(&alternate))),
            (own, alternate) => own.or_else(|| alternate.map(Rc::new)),
        }
    }

    fn remove(&mut self, node: SkeletonElement<'s, 't>, cause: RemovalCause) {
        self.edits.remove(self.text, node);
        self.report.removals.push((node, cause));
    }

    fn find(&mut self, node: SkeletonElement<'s, 't>, problem: FilterProblem) {
        self.report.findings.push((node, problem));
    }

    /// Removes the reference of an element to statements that hold for all products that may read it.
    fn reduce(&mut self, node: SkeletonElement<'s, 't>) {
        let Some(attribute) = node.applic_refs().filter(|_| self.filter.annotations == AnnotationMode::Reduce) else {
            return;
        };
        let range = attribute.range();
        let start = self.text[..range.start].trim_end_matches(|c: char| c.is_ascii_whitespace()).len();
        self.edits.change(Splice::replace(start..range.end, ""));
        self.reduced.insert(node.index());
    }

    /// Whether an element is an entry of contents for an object that does not go out. Of a container counts the alternate
    /// that the entry will lead to.
    fn is_absent(&self, node: SkeletonElement<'s, 't>, found: Option<&ContainerTarget<'f>>) -> bool {
        let Some(absent) = self.filter.absent.filter(|_| matches!(node.name(), "dmRef" | "pmRef")) else {
            return false;
        };
        let is_entry = node.parent().is_some_and(|parent| parent.name() == "pmEntry");
        let leads_to = match found {
            Some(ContainerTarget::One { identity, .. }) => Some(in_any_language(identity)),
            _ => target(node),
        };
        is_entry && leads_to.is_some_and(|target| absent.has(&target))
    }

    /// The container that a reference leads to, and where it leads from there.
    fn container_target(
        &self,
        node: SkeletonElement<'s, 't>,
        live: &ProductSet,
    ) -> Option<(ObjectRef, ContainerTarget<'f>)> {
        let containers = self.filter.containers.filter(|known| !known.is_empty() && !is_alternate(node))?;
        let target = target(node)?;
        let found = containers.resolve(&target, live, &self.statements);
        Some((target, found))
    }

    /// Makes a reference to a container lead to the only alternate that may apply; `false` where it stays as it is.
    fn turn(&mut self, node: SkeletonElement<'s, 't>, container: &ObjectRef, found: ContainerTarget<'f>) -> bool {
        let problem = match found {
            ContainerTarget::One { identity, title } => {
                let Some(splices) = retarget(node, identity, title) else { return false };
                for splice in splices {
                    self.edits.change(splice);
                }
                self.turned.insert(node.index(), in_any_language(identity));
                return true;
            }
            ContainerTarget::Nothing => FilterProblem::ContainerWithoutAlternate(container.identity().to_string()),
            ContainerTarget::Open => FilterProblem::OpenContainer(container.identity().to_string()),
            ContainerTarget::Partial => FilterProblem::PartialContainer(container.identity().to_string()),
            ContainerTarget::Unchanged => return false,
        };
        self.find(node, problem);
        false
    }

    /// Whether an element stays after the decisions on its children.
    fn stays(&mut self, node: SkeletonElement<'s, 't>, children: &JudgedChildren<'s, 't>) -> bool {
        let name = node.name();
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
                    (0, _) if !node.has_text() => {
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

    /// Settles the cells of a row that do not apply. Beside others they stay empty: without them the cells behind would
    /// stand below wrong headings.
    fn settle_cells(&mut self, children: &JudgedChildren<'s, 't>) {
        for cell in &children.cells {
            if children.kept == 0 {
                self.edits.remove(self.text, *cell);
                continue;
            }
            if let Some(inner) = cell.inner() {
                self.edits.remove_range(inner);
            }
            let is_about_content =
                |key: &str| key.starts_with("applicRefId") || matches!(key, "warningRefs" | "cautionRefs");
            for attribute in cell.attributes().filter(|one| is_about_content(one.key())) {
                let range = attribute.range();
                let start = self.text[..range.start].trim_end_matches(|c: char| c.is_ascii_whitespace()).len();
                self.edits.remove_range(start..range.end);
            }
            self.emptied_cells.insert(cell.index());
        }
    }

    fn check_content(&mut self, node: SkeletonElement<'s, 't>, children: &JudgedChildren<'s, 't>) {
        self.settle_cells(children);
        if children.lost == 0 {
            return;
        }
        if children.kept > 0 {
            if node.name() == "row" && children.lost > children.cells.len() {
                self.find(node, FilterProblem::RowLostCells);
            }
        } else if !node.has_text() {
            self.find(node, FilterProblem::LeftEmpty);
        }
    }
}

/// A reference to a module in any language and issue, as [`retarget`] writes it.
fn in_any_language(identity: &Identity) -> ObjectRef {
    ObjectRef {
        code: identity.code.clone(),
        extension: identity.extension.clone(),
        language: None,
        version: Version::default(),
        title: None,
        fragment: None,
    }
}
