//! Elements that are taken from one side.

use foldhash::HashMap;

use super::MergeWriter;
use crate::diff::tags;
use crate::diff::tree::ElementId;
use crate::diff::write::{blank_before, close};
use crate::merge::plan::{Fate, MergePlace};
use crate::merge::trio::MergeNode;
use crate::merge::{MergeSide, Origin};

impl MergeWriter<'_, '_> {
    /// An element that a side inserted. It may hold elements of the base.
    pub(super) fn inserted(&mut self, side: MergeSide, id: ElementId) {
        let (trio, plan) = (self.trio, self.plan);
        let tree = trio.tree(side);
        let element = tree.element(id);
        self.followed += usize::from(plan.followers.contains(side, id));
        let twin = Some(id).filter(|_| side == MergeSide::Ours).and_then(|id| plan.twins.theirs_of(id));
        let other = twin.filter(|twin| !trio.is_alike(id, *twin) && !element.is_mixed);
        let origin = if twin.is_some() && other.is_none() { Origin::Both } else { Origin::of(side) };
        match other {
            Some(twin) => {
                let at = self.parts(side, id, origin);
                self.joined(id, twin, at);
            }
            None => self.whole(side, id, origin),
        }
    }

    /// An element of a side with all that is inside, as far as it stands there.
    pub(super) fn whole(&mut self, side: MergeSide, id: ElementId, origin: Origin) {
        let (trio, plan) = (self.trio, self.plan);
        let tree = trio.tree(side);
        let range = tree.element(id).range.clone();
        let is_own = |inner: ElementId| match trio.base_of(side, inner) {
            Some(base) => plan.fate(base) == Fate::Inside(side),
            None => true,
        };
        if tree.descendants(id).skip(1).all(is_own) {
            return self.copy(side, range, origin);
        }
        let at = self.parts(side, id, origin);
        self.copy(side, at..range.end, origin);
    }

    /// Everything up to the end of the last child; gives the byte behind it.
    fn parts(&mut self, side: MergeSide, id: ElementId, origin: Origin) -> usize {
        let (trio, plan) = (self.trio, self.plan);
        let tree = trio.tree(side);
        let element = tree.element(id);
        let mut at = element.range.start;
        for child in &element.children {
            let range = tree.element(*child).range.clone();
            let node = plan.twins.node(trio, side, *child);
            let is_written = match node {
                MergeNode::Base(base) => {
                    plan.fate(base) == Fate::Inside(side) || plan.is_written_at(base, MergePlace::By(side))
                }
                MergeNode::New(..) => true,
            };
            if is_written {
                self.copy(side, at..range.start, origin);
                match node {
                    MergeNode::Base(base) if plan.fate(base) == Fate::Inside(side) => self.whole(side, *child, origin),
                    node => self.node(node),
                }
            } else {
                let lead = tree.text().get(at..range.start).unwrap_or_default();
                let blank = if element.is_mixed { "" } else { blank_before(tree.text(), range.start) };
                self.copy(side, at..at + lead.len() - blank.len(), origin);
            }
            at = range.end;
        }
        at
    }

    /// The end of an element of which there can only be one, with what theirs holds besides.
    fn joined(&mut self, ours: ElementId, theirs: ElementId, at: usize) {
        let (trio, plan) = (self.trio, self.plan);
        let (own, tree) = (trio.tree(MergeSide::Ours), trio.tree(MergeSide::Theirs));
        let element = own.element(ours);
        let is_single_tag = tags::is_self_closing(own.text(), &element.start_tag);
        if is_single_tag {
            self.copy(MergeSide::Ours, element.range.start..element.range.end - 2, Origin::Ours);
            self.push(">", Origin::Ours);
        }
        let shape = |child: &ElementId| own.element(*child).shape.plain;
        let mut by_shape: HashMap<u32, Vec<ElementId>> = HashMap::default();
        for child in &element.children {
            by_shape.entry(shape(child)).or_default().push(*child);
        }
        let has = |child: &ElementId| {
            let alike = by_shape.get(&tree.element(*child).shape.plain);
            alike.is_some_and(|alike| alike.iter().any(|own| trio.is_alike(*own, *child)))
        };
        for child in tree.element(theirs).children.iter().filter(|child| !has(child)) {
            let node = plan.twins.node(trio, MergeSide::Theirs, *child);
            if !matches!(node, MergeNode::Base(base) if !plan.is_written_at(base, MergePlace::By(MergeSide::Theirs))) {
                self.push(blank_before(tree.text(), tree.element(*child).range.start), Origin::Theirs);
                self.node(node);
            }
        }
        if is_single_tag {
            let mut tag = String::new();
            close(element.name, &mut tag);
            self.push(&tag, Origin::Ours);
        } else {
            self.copy(MergeSide::Ours, at..element.range.end, Origin::Ours);
        }
    }
}
