//! The children of merged elements, in their order.

use foldhash::HashSet;

use super::MergeSide;
use super::conflict::ConflictKind;
use super::plan::{Fate, MergePlace, MergePlan};
use super::trio::{MergeNode, Trio};
use crate::diff::Relevance;
use crate::diff::tree::ElementId;

/// The children of a merged element of the base that holds elements alone.
pub(super) fn children(trio: &Trio<'_>, plan: &MergePlan, parent: ElementId) -> Vec<MergeNode> {
    let own = &trio.base().element(parent).children;
    let mut loose = MergeSide::BOTH.map(|side| plan.arranged.loose(side, parent).iter().peekable());
    let mut all = Vec::with_capacity(own.len());
    for at in 0..=own.len() {
        for (side, loose) in MergeSide::BOTH.into_iter().zip(&mut loose) {
            while let Some(child) = loose.next_if(|child| *child.gap.start() == at) {
                let node = plan.twins.node(trio, side, child.id);
                let is_written = match node {
                    MergeNode::Base(base) => plan.is_written_at(base, MergePlace::By(side)),
                    MergeNode::New(by, id) => {
                        by == side
                            && !plan.followers.contains(side, child.id)
                            && !is_replaced(trio, plan, parent, side, id)
                    }
                };
                if is_written {
                    all.push(node);
                }
            }
        }
        if let Some(child) = own.get(at).filter(|child| plan.is_written_at(**child, MergePlace::Stay)) {
            all.push(MergeNode::Base(*child));
        }
    }
    all
}

/// Whether theirs is taken instead of an element of ours that has no place beside it: parts of the status, and what a
/// reference repeats of the module that it names.
fn is_replaced(trio: &Trio<'_>, plan: &MergePlan, parent: ElementId, side: MergeSide, id: ElementId) -> bool {
    let (name, around) = (trio.tree(side).element(id).name, trio.base().element(parent));
    let is_single =
        around.relevance < Relevance::Content || around.name.ends_with("Ref") || around.name.ends_with("RefIdent");
    side == MergeSide::Ours
        && is_single
        && trio.tree(side).element(id).relevance < Relevance::Content
        && name != "reasonForUpdate"
        && plan.twins.theirs_of(id).is_none()
        && plan.arranged.loose(MergeSide::Theirs, parent).iter().any(|child| {
            trio.base_of(MergeSide::Theirs, child.id).is_none()
                && trio.tree(MergeSide::Theirs).element(child.id).name == name
        })
}

/// Elements that no content model asks for where more than a title is left.
const OPTIONAL: [&str; 6] = ["caution", "dmRef", "externalPubRef", "note", "pmRef", "warning"];

/// Keeps what they deleted when both sides together have deleted all of a kind: an empty list is not valid.
pub(super) fn keep_from_emptying(trio: &Trio<'_>, plan: &mut MergePlan, base: ElementId) {
    let element = trio.base().element(base);
    if plan.fate(base) != Fate::Merged || element.is_mixed || element.relevance < Relevance::Content {
        return;
    }
    let is_deleted = |child: &&ElementId| plan.fate(**child) == Fate::Gone;
    let mut names: Vec<&str> =
        element.children.iter().filter(is_deleted).map(|id| trio.base().element(*id).name).collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        return;
    }
    let own = MergeSide::BOTH.map(|side| -> HashSet<&str> {
        let children = trio.element(side, base).map_or(&[][..], |element| &element.children);
        children.iter().map(|id| trio.tree(side).element(*id).name).collect()
    });
    let left: HashSet<&str> = children(trio, plan, base).into_iter().map(|node| name_of(trio, node)).collect();
    let has_more = left.iter().any(|name| !name.to_lowercase().ends_with("title"));
    for name in names {
        let is_left = left.contains(name) || (has_more && OPTIONAL.contains(&name));
        if is_left || !own.iter().all(|own| own.contains(name)) {
            continue;
        }
        plan.report(ConflictKind::Emptied, base);
        for child in &element.children {
            let is_ours = trio.of(MergeSide::Ours, *child).is_some() && trio.of(MergeSide::Theirs, *child).is_none();
            if is_ours && trio.base().element(*child).name == name && plan.fate(*child) == Fate::Gone {
                plan.take_whole(trio, MergeSide::Ours, *child);
            }
        }
    }
}

fn name_of<'t>(trio: &Trio<'t>, node: MergeNode) -> &'t str {
    match node {
        MergeNode::Base(id) => trio.base().element(id).name,
        MergeNode::New(side, id) => trio.tree(side).element(id).name,
    }
}

/// Reports texts that both sides inserted where there can only be one.
pub(super) fn report_single(trio: &Trio<'_>, plan: &mut MergePlan) {
    for base in trio.base().ids() {
        if plan.fate(base) != Fate::Merged {
            continue;
        }
        let is_other = plan.arranged.loose(MergeSide::Ours, base).iter().any(|child| {
            let twin = plan.twins.theirs_of(child.id);
            trio.tree(MergeSide::Ours).element(child.id).is_mixed
                && twin.is_some_and(|twin| !trio.is_alike(child.id, twin))
        });
        if is_other {
            plan.report(ConflictKind::Inserted, base);
        }
    }
}
