//! The merged text, written from ranges of ours and theirs.

mod content;
mod inserted;
mod tag;

use std::ops::Range;

use foldhash::{HashMap, HashSet};

use super::ids::IdPatches;
use super::plan::{Fate, MergePlan};
use super::traced::TracedText;
use super::trio::{MergeNode, Trio};
use super::{MergeSide, Origin, lists};
use crate::diff::tags;
use crate::diff::tree::ElementId;
use crate::diff::write::{blank_before, close};

/// A written body: from the root on.
#[derive(Debug)]
pub(super) struct MergedBody {
    pub(super) written: TracedText,
    /// Where elements of the base stand.
    pub(super) ranges: HashMap<ElementId, Range<usize>>,
}

/// Writes the root element and what follows it; `None` when an element has no place or two.
pub(super) fn body(trio: &Trio<'_>, plan: &MergePlan, patches: &IdPatches) -> Option<MergedBody> {
    let mut writer = MergeWriter {
        trio,
        plan,
        patches,
        written: TracedText::default(),
        ranges: HashMap::default(),
        is_broken: false,
        followed: 0,
        opened: HashSet::default(),
    };
    writer.base(ElementId::ROOT);
    let ours = trio.tree(MergeSide::Ours);
    writer.copy(MergeSide::Ours, ours.element(ElementId::ROOT).range.end..ours.text().len(), Origin::Base);
    let is_written = |id: ElementId| match plan.fate(id) {
        Fate::Merged | Fate::Whole(_) => writer.ranges.contains_key(&id),
        Fate::Gone | Fate::Inside(_) | Fate::Undecided => true,
    };
    let is_followed = writer.followed == plan.followers.count();
    let is_whole = !writer.is_broken && is_followed && trio.base().ids().all(is_written);
    is_whole.then_some(MergedBody { written: writer.written, ranges: writer.ranges })
}

struct MergeWriter<'m, 't> {
    trio: &'m Trio<'t>,
    plan: &'m MergePlan,
    patches: &'m IdPatches,
    written: TracedText,
    ranges: HashMap<ElementId, Range<usize>>,
    /// Whether an element of the base was written twice.
    is_broken: bool,
    /// How many elements were written beside one that the other side moved.
    followed: usize,
    /// Empty inline elements whose one tag was written as a start tag.
    opened: HashSet<(MergeSide, u32)>,
}

impl MergeWriter<'_, '_> {
    fn push(&mut self, text: &str, origin: Origin) {
        self.written.push(text, origin);
    }

    /// Writes bytes of a side, with ids and references that have other names in the result.
    fn copy(&mut self, side: MergeSide, range: Range<usize>, origin: Origin) {
        let (tree, patches) = (self.trio.tree(side), self.patches.of(side));
        let mut at = range.start;
        let first = patches.partition_point(|(start, _)| *start < range.start);
        for (start, attribute) in patches[first..].iter().take_while(|(start, _)| *start < range.end) {
            self.push(tree.text().get(at..*start).unwrap_or_default(), origin);
            self.push(attribute, origin);
            at = tag::end_of_attribute(tree.text(), *start);
        }
        self.push(tree.text().get(at..range.end).unwrap_or_default(), origin);
    }

    fn node(&mut self, node: MergeNode) {
        let id = match node {
            MergeNode::Base(id) => id,
            MergeNode::New(side, id) => return self.inserted(side, id),
        };
        let plan = self.plan;
        for (side, follower) in plan.followers.before(id) {
            self.inserted(*side, *follower);
            self.their_blank(MergeNode::New(*side, *follower));
        }
        self.base(id);
        for (side, follower) in plan.followers.behind(id) {
            self.their_blank(MergeNode::New(*side, *follower));
            self.inserted(*side, *follower);
        }
    }

    fn base(&mut self, id: ElementId) {
        let start = self.written.text.len();
        match self.plan.fate(id) {
            Fate::Merged => self.merged(id),
            Fate::Whole(side) => {
                if let Some(own) = self.trio.of(side, id) {
                    let origin = if self.trio.is_changed(side, id) { Origin::of(side) } else { Origin::Base };
                    self.whole(side, own, origin);
                }
            }
            Fate::Gone | Fate::Inside(_) | Fate::Undecided => return,
        }
        self.is_broken |= self.ranges.insert(id, start..self.written.text.len()).is_some();
    }

    /// An element that both sides have: our tag and layout, and the content of both.
    fn merged(&mut self, base: ElementId) {
        let trio = self.trio;
        let Some(ours) = trio.element(MergeSide::Ours, base) else { return };
        let text = trio.tree(MergeSide::Ours).text();
        let is_single_tag = tags::is_self_closing(text, &ours.start_tag);
        if ours.is_mixed {
            let is_empty = is_single_tag && self.plan.texts.get(&base).is_none_or(|plan| plan.pieces.is_empty());
            self.start_tag(base, is_empty);
            self.words(base);
            self.end_tag(base, is_empty);
            return;
        }
        let children = lists::children(trio, self.plan, base);
        let is_empty = is_single_tag && children.is_empty();
        self.start_tag(base, is_empty);
        let leads = self.leads(base);
        let mut unused = leads.clone();
        for child in children {
            match self.own_id(child).and_then(|id| unused.remove(&id)) {
                Some(lead) => self.copy(MergeSide::Ours, lead, Origin::Base),
                None => self.their_blank(child),
            }
            self.node(child);
        }
        self.our_remarks(unused);
        let last =
            ours.children.last().map_or(ours.start_tag.end, |last| trio.tree(MergeSide::Ours).element(*last).range.end);
        let inner = tags::inner(text, &ours.range);
        if !is_single_tag {
            self.copy(MergeSide::Ours, last..inner.end, Origin::Base);
        } else if !is_empty && let Some(theirs) = trio.element(MergeSide::Theirs, base) {
            let text = trio.tree(MergeSide::Theirs).text();
            self.push(blank_before(text, tags::inner(text, &theirs.range).end), Origin::Theirs);
        }
        self.end_tag(base, is_empty);
    }

    fn end_tag(&mut self, base: ElementId, is_empty: bool) {
        let Some(ours) = self.trio.element(MergeSide::Ours, base) else { return };
        let text = self.trio.tree(MergeSide::Ours).text();
        if tags::is_self_closing(text, &ours.start_tag) {
            if !is_empty {
                let mut tag = String::new();
                close(ours.name, &mut tag);
                self.push(&tag, Origin::Theirs);
            }
        } else {
            self.copy(MergeSide::Ours, tags::inner(text, &ours.range).end..ours.range.end, Origin::Base);
        }
    }

    /// The white space and remarks before each of our children.
    fn leads(&self, base: ElementId) -> HashMap<ElementId, Range<usize>> {
        let Some(ours) = self.trio.element(MergeSide::Ours, base) else { return HashMap::default() };
        let mut at = ours.start_tag.end;
        let lead = |id: &ElementId| {
            let range = &self.trio.tree(MergeSide::Ours).element(*id).range;
            let lead = at..range.start;
            at = range.end;
            (*id, lead)
        };
        ours.children.iter().map(lead).collect()
    }

    /// The element of ours that a node is.
    fn own_id(&self, node: MergeNode) -> Option<ElementId> {
        match node {
            MergeNode::Base(base) => self.trio.of(MergeSide::Ours, base),
            MergeNode::New(MergeSide::Ours, id) => Some(id),
            MergeNode::New(MergeSide::Theirs, _) => None,
        }
    }

    /// The white space before an element where another text than ours puts it.
    fn their_blank(&mut self, node: MergeNode) {
        let trio = self.trio;
        let (side, id) = match node {
            MergeNode::New(side, id) => (side, Some(id)),
            MergeNode::Base(base) => (MergeSide::Theirs, trio.of(MergeSide::Theirs, base)),
        };
        if let Some(id) = id {
            let tree = trio.tree(side);
            self.push(blank_before(tree.text(), tree.element(id).range.start), Origin::of(side));
        }
    }

    /// Our comments and instructions before children that are not written here.
    fn our_remarks(&mut self, leads: HashMap<ElementId, Range<usize>>) {
        let text = self.trio.tree(MergeSide::Ours).text();
        let mut leads: Vec<Range<usize>> = leads.into_values().collect();
        leads.sort_by_key(|lead| lead.start);
        for lead in leads {
            let remark = text.get(lead).unwrap_or_default().trim_end();
            if remark.contains('<') {
                self.push(remark, Origin::Base);
            }
        }
    }
}
