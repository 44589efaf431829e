//! Places of one version in another one.

use foldhash::HashMap;

use super::Diff;
use crate::document::{Anchor, AnchorMatch, Document, NodeId};

/// The outcome for a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnchorOutcome {
    /// It has the same text, possibly elsewhere.
    Unchanged(Anchor),
    Changed {
        anchor: Anchor,
        /// `false` where likeness alone tells that it is the same place.
        is_certain: bool,
    },
    Gone,
}

impl AnchorOutcome {
    /// The anchor in the later version.
    pub fn anchor(&self) -> Option<&Anchor> {
        match self {
            Self::Unchanged(anchor) | Self::Changed { anchor, .. } => Some(anchor),
            Self::Gone => None,
        }
    }
}

/// Finds anchors of version A in version B.
#[derive(Debug)]
pub struct AnchorFinder<'d, 't> {
    diff: &'d Diff<'t>,
    a: &'d Document,
    b: &'d Document,
    /// The nodes of B with an anchor, by the byte at which their element begins.
    by_start: HashMap<usize, NodeId>,
}

impl<'d, 't> AnchorFinder<'d, 't> {
    /// The documents are those of the compared texts.
    pub fn new(diff: &'d Diff<'t>, a: &'d Document, b: &'d Document) -> Self {
        let mut by_start = HashMap::default();
        for node in b.descendants(NodeId::ROOT) {
            if b.marks(node).is_some_and(|marks| marks.id.is_some()) {
                by_start.entry(b.range(node).start).or_insert(node);
            }
        }
        Self { diff, a, b, by_start }
    }

    /// The outcome for the place that an anchor of A, or of a version before it, leads to.
    pub fn find(&self, anchor: &Anchor) -> AnchorOutcome {
        let Some((node, fit)) = self.a.find(anchor) else { return self.by_text(anchor) };
        let start = self.a.range(node).start;
        let element = self.diff.a.element_at(start);
        if self.diff.a.element(element).range.start != start {
            return self.by_text(anchor);
        }
        let Some(found) = self.diff.matching.of_a(element) else { return self.by_text(anchor) };
        let target = self.by_start.get(&self.diff.b.element(found.b).range.start).copied();
        let Some((target, new)) = target.and_then(|target| Some((target, self.b.anchor(target)?))) else {
            return self.by_text(anchor);
        };
        let is_same = fit != AnchorMatch::Changed && self.a.fingerprint(node) == self.b.fingerprint(target);
        if is_same {
            AnchorOutcome::Unchanged(new)
        } else {
            AnchorOutcome::Changed { anchor: new, is_certain: found.is_certain }
        }
    }

    /// The only place of B with the anchor's text, for elements that are no part of both versions. The path may lead to
    /// something else by now, also to another element with the same words.
    fn by_text(&self, anchor: &Anchor) -> AnchorOutcome {
        let found = self.b.find_once(anchor).and_then(|node| self.b.anchor(node));
        found.map_or(AnchorOutcome::Gone, AnchorOutcome::Unchanged)
    }
}
