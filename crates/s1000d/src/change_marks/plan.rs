//! The plan for the mark of each element.

use super::old::{self, KnownMarks, MarkValues, UNMARKED};
use super::request::{MarkRequest, MarkScope};
use super::schema::own_name;
use super::targets::MarkTargets;
use crate::diff::Diff;
use crate::diff::tree::ElementId;
use crate::document::ChangeType;

/// The plan for the mark of an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum MarkPlan<'d> {
    Keep,
    Remove,
    /// Keeps the mark, and adds the reason.
    AddReason,
    /// Writes the mark anew, with these reasons.
    Write(ChangeType, Vec<&'d str>),
}

/// Decides about the marks of the elements of B.
pub(super) struct MarkPlanner<'d, 't> {
    pub(super) diff: &'d Diff<'t>,
    pub(super) request: &'d MarkRequest<'d>,
    pub(super) known: &'d KnownMarks,
    pub(super) targets: &'d MarkTargets,
}

impl<'d> MarkPlanner<'d, '_> {
    pub(super) fn plan(&self, id: ElementId) -> MarkPlan<'d> {
        match self.marked_figure_around(id) {
            None => self.own_plan(id),
            // The default business rules forbid a marked sheet inside a marked figure.
            Some(figure) => {
                let own = old::marks_of(&self.diff.b, id);
                let is_written = self.targets.elements.contains_key(&figure);
                let stays = own == UNMARKED || own[1] == Some("delete") || !is_written;
                if stays { MarkPlan::Keep } else { MarkPlan::Remove }
            }
        }
    }

    /// The marked figure that a sheet is in.
    fn marked_figure_around(&self, id: ElementId) -> Option<ElementId> {
        let tree = &self.diff.b;
        if own_name(tree, id) != "graphic" {
            return None;
        }
        let mut around = std::iter::successors(tree.element(id).parent, |id| tree.element(*id).parent);
        around.find(|id| matches!(own_name(tree, *id), "figure" | "figureAlts") && self.will_be_marked(*id))
    }

    fn will_be_marked(&self, id: ElementId) -> bool {
        match self.own_plan(id) {
            MarkPlan::Write(..) => true,
            MarkPlan::Remove => false,
            MarkPlan::Keep | MarkPlan::AddReason => is_active(old::marks_of(&self.diff.b, id)),
        }
    }

    /// The plan of an element, whatever is around it.
    fn own_plan(&self, id: ElementId) -> MarkPlan<'d> {
        let change = self.targets.elements.get(&id).copied();
        let own = old::marks_of(&self.diff.b, id);
        if own == UNMARKED {
            return match change {
                Some(change) if !self.request.is_editorial => {
                    MarkPlan::Write(change, self.request.reason.into_iter().collect())
                }
                _ => MarkPlan::Keep,
            };
        }
        let was = self.diff.matching.to_a(id).map_or(UNMARKED, |a| old::marks_of(&self.diff.a, a));
        let is_switched_off = own[0] == Some("0") && was[0] != Some("0");
        if is_switched_off {
            return MarkPlan::Keep;
        }
        let is_known = self.is_known(id, own, was);
        let is_out_of_date = is_known && (old::is_same_or_more(was, own) || !is_active(own));
        match change {
            // What is marked as deleted would count again without its mark.
            None if own[1] == Some("delete") => MarkPlan::Keep,
            Some(_) if own[1] == Some("delete") => MarkPlan::AddReason,
            None if is_known && matches!(self.request.scope, MarkScope::Issue { .. }) => MarkPlan::Remove,
            None => MarkPlan::Keep,
            Some(change) if is_out_of_date => self.rewritten(change, own, was),
            Some(_) => MarkPlan::AddReason,
        }
    }

    /// Whether a mark is no statement of the author about this change.
    fn is_known(&self, id: ElementId, own: MarkValues<'_>, was: MarkValues<'_>) -> bool {
        match self.request.scope {
            // An attribute alone, or a mark that is switched off, marks nothing.
            MarkScope::Work => own == was && !is_active(own),
            MarkScope::OnIssue => own == was,
            MarkScope::Issue { .. } => self.known.elements.contains(&self.diff.b.element(id).range.start),
        }
    }

    /// The mark of a changed element in place of one that is out of date. Reasons that were given since stay.
    fn rewritten(&self, change: ChangeType, own: MarkValues<'d>, was: MarkValues<'_>) -> MarkPlan<'d> {
        let is_work = matches!(self.request.scope, MarkScope::Work);
        let is_since = |one: &&str| is_work || !old::reasons(was[2]).any(|other| other == *one);
        let mut reasons: Vec<&'d str> = old::reasons(own[2]).filter(is_since).collect();
        if self.request.is_editorial {
            let is_of_issue = old::is_same_or_more(was, own) && matches!(self.request.scope, MarkScope::Issue { .. });
            return if !is_of_issue {
                MarkPlan::Keep
            } else if reasons.is_empty() {
                MarkPlan::Remove
            } else {
                MarkPlan::Write(change, reasons)
            };
        }
        if let Some(reason) = self.request.reason.filter(|reason| !reasons.contains(reason)) {
            reasons.push(reason);
        }
        MarkPlan::Write(change, reasons)
    }
}

fn is_active(marks: MarkValues<'_>) -> bool {
    marks[0] == Some("1")
}
