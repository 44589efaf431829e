//! Conflicts with their paths and texts.

use std::fmt::Write;
use std::ops::Range;

use foldhash::HashMap;

use super::conflict::{Conflict, ConflictKind};
use super::plan::MergePlan;
use super::prolog::OtherDeclaration;
use super::trio::Trio;
use super::write::MergedBody;
use super::{MergeSide, Merged, Origin, OriginSpan};
use crate::diff::ParsedText;
use crate::diff::tags;
use crate::diff::tree::{ElementId, XmlTree};
use crate::diff::write::bytes;

/// The conflicts of a plan, with the ranges at which the elements of the base were written, counted from `start`.
pub(super) fn conflicts(
    trio: &Trio<'_>,
    base: &ParsedText<'_>,
    plan: &MergePlan,
    body: &MergedBody,
    start: usize,
) -> Vec<Conflict> {
    let mut conflicts: Vec<Conflict> = Vec::new();
    if plan.conflicts.is_empty() {
        return conflicts;
    }
    let paths = BasePaths::of(base);
    let mut earlier = EarlierSiblings::default();
    for planned in &plan.conflicts {
        let texts = |tree: &XmlTree<'_>, id: Option<ElementId>| {
            let id = id?;
            match &planned.attribute {
                Some(name) => tree.attribute(id, name).map(str::to_owned),
                None => Some(bytes(tree, id).to_owned()),
            }
        };
        let (about, range) = place(trio, planned.base, body, &mut earlier);
        let side = |side: MergeSide| texts(trio.tree(side), trio.of(side, about));
        conflicts.push(Conflict {
            kind: planned.kind,
            path: paths.path(trio.base().element(about).range.start),
            attribute: planned.attribute.clone(),
            base: texts(trio.base(), Some(about)),
            ours: side(MergeSide::Ours),
            theirs: side(MergeSide::Theirs),
            range: start + range.start..start + range.end,
        });
    }
    conflicts.dedup();
    conflicts
}

/// Where a conflict stands in the result, and the element of the base that it is about. An element that is not there has
/// an empty range at which it can be put back: inside of its parent, behind the nearest element that stands before it. A
/// parent written as one empty tag has no such place, so that the conflict is about the parent.
fn place(
    trio: &Trio<'_>,
    base: ElementId,
    body: &MergedBody,
    siblings: &mut EarlierSiblings,
) -> (ElementId, Range<usize>) {
    if let Some(range) = body.ranges.get(&base) {
        return (base, range.clone());
    }
    if trio.of(MergeSide::Ours, base).is_some() {
        return part(trio, base, body);
    }
    // The text that can be put back is theirs, and so is its place.
    let side = MergeSide::Theirs;
    let tree = trio.tree(side);
    let written = |id: ElementId| {
        let base = trio.base_of(side, id)?;
        Some((base, body.ranges.get(&base)?))
    };
    let mut inner = trio.of(side, base);
    while let Some(id) = inner {
        let Some(parent) = tree.element(id).parent else { break };
        if let Some((around, range)) = written(parent) {
            let between = tags::inner(&body.written.text, range);
            if between.start == range.end {
                return (around, range.clone());
            }
            let is_child = |base: ElementId| {
                let own = trio.element(MergeSide::Ours, base);
                own.is_none_or(|own| own.parent.and_then(|id| trio.base_of(MergeSide::Ours, id)) == Some(around))
            };
            let before = siblings.last(parent, &tree.element(parent).children, id, |child| {
                written(child).filter(|(base, _)| is_child(*base)).map(|(_, range)| range.end)
            });
            let at = if is_last_in_text(tree, parent, id) { between.end } else { before.unwrap_or(between.start) };
            return (base, at..at);
        }
        inner = Some(parent);
    }
    (ElementId::ROOT, body.ranges.get(&ElementId::ROOT).cloned().unwrap_or_default())
}

/// Where an element stands that was taken over as the only part of another one; or that one, where it has comments too.
fn part(trio: &Trio<'_>, base: ElementId, body: &MergedBody) -> (ElementId, Range<usize>) {
    let Some(parent) = trio.base().element(base).parent else { return (base, 0..0) };
    let (about, range) = match body.ranges.get(&parent) {
        Some(range) => (parent, range.clone()),
        None => part(trio, parent, body),
    };
    let between = tags::inner(&body.written.text, &range);
    let inner = body.written.text.get(between.clone()).unwrap_or_default();
    let is_single = inner.trim_start().starts_with('<') && !inner.contains("<!") && !inner.contains("<?");
    if about != parent || !is_single {
        return (about, range);
    }
    let start = between.start + inner.len() - inner.trim_start().len();
    (base, start..start + inner.trim().len())
}

/// Whether an element stands at the end of a text.
fn is_last_in_text(tree: &XmlTree<'_>, parent: ElementId, id: ElementId) -> bool {
    let around = tree.element(parent);
    let rest = tree.element(id).range.end..tags::inner(tree.text(), &around.range).end;
    around.is_mixed && tree.text().get(rest).is_some_and(|rest| rest.trim().is_empty())
}

/// The siblings that were passed on the way to the last element of each parent. Conflicts come in order: without this the
/// siblings before each of many would be passed again.
#[derive(Debug, Default)]
struct EarlierSiblings {
    /// The index of a child, and the end of what is written before it.
    passed: HashMap<ElementId, (usize, Option<usize>)>,
}

impl EarlierSiblings {
    /// The end of the last sibling before a child that has one.
    fn last(
        &mut self,
        parent: ElementId,
        children: &[ElementId],
        child: ElementId,
        end: impl Fn(ElementId) -> Option<usize>,
    ) -> Option<usize> {
        let at = children.binary_search(&child).unwrap_or(children.len());
        let (from, known) = self.passed.get(&parent).copied().filter(|(from, _)| *from <= at).unwrap_or_default();
        let last = children[from..at].iter().rev().find_map(|child| end(*child)).or(known);
        self.passed.insert(parent, (at, last));
        last
    }
}

/// The `XPath`s of the elements of the base.
struct BasePaths<'a> {
    /// By the bytes at which elements begin.
    steps: HashMap<usize, PathStep<'a>>,
}

struct PathStep<'a> {
    parent: Option<usize>,
    name: &'a str,
    /// The number among the siblings with the same name, where there are others.
    number: Option<usize>,
}

impl<'a> BasePaths<'a> {
    fn of(parsed: &'a ParsedText<'_>) -> Self {
        let text = parsed.document().input_text();
        let mut steps: HashMap<usize, PathStep<'a>> = HashMap::default();
        let root = parsed.document().root_element().range().start;
        steps.insert(root, PathStep { parent: None, name: tags::name(text, root), number: None });
        for node in parsed.document().descendants().filter(roxmltree::Node::is_element) {
            let starts = || node.children().filter(roxmltree::Node::is_element).map(|child| child.range().start);
            let mut counts: HashMap<&str, (usize, usize)> = HashMap::default();
            for start in starts() {
                counts.entry(tags::name(text, start)).or_default().0 += 1;
            }
            for start in starts() {
                let name = tags::name(text, start);
                let (of_name, before) = counts.entry(name).or_default();
                *before += 1;
                let number = (*of_name > 1).then_some(*before);
                steps.insert(start, PathStep { parent: Some(node.range().start), name, number });
            }
        }
        Self { steps }
    }

    /// The path of the element that begins at a byte.
    fn path(&self, start: usize) -> String {
        let first = self.steps.get(&start);
        let around: Vec<&PathStep<'_>> = std::iter::successors(first, |step| self.steps.get(&step.parent?)).collect();
        let mut path = String::new();
        for step in around.into_iter().rev() {
            path.push('/');
            path.push_str(step.name);
            if let Some(number) = step.number {
                let _ = write!(path, "[{number}]");
            }
        }
        path
    }
}

fn root_path(base: &ParsedText<'_>) -> String {
    let document = base.document();
    format!("/{}", tags::name(document.input_text(), document.root_element().range().start))
}

/// A declaration that both sides changed.
pub(super) fn of_declaration(base: &ParsedText<'_>, declaration: OtherDeclaration) -> Conflict {
    let [old, ours, theirs] = declaration.texts;
    Conflict {
        kind: ConflictKind::Declaration,
        path: root_path(base),
        attribute: Some(declaration.name),
        base: old,
        ours,
        theirs,
        range: 0..0,
    }
}

/// Ours, with one conflict about everything.
pub(super) fn whole(base: &ParsedText<'_>, ours: &ParsedText<'_>, theirs: &ParsedText<'_>) -> Merged {
    let text = |parsed: &ParsedText<'_>| parsed.document().input_text().to_owned();
    let range = 0..text(ours).len();
    let conflict = Conflict {
        kind: ConflictKind::Document,
        path: root_path(base),
        attribute: None,
        base: Some(text(base)),
        ours: Some(text(ours)),
        theirs: Some(text(theirs)),
        range: range.clone(),
    };
    let origins = vec![OriginSpan { range, origin: Origin::Ours }];
    Merged { text: text(ours), conflicts: vec![conflict], origins, deleted_by_both: 0, is_coarse: false }
}
