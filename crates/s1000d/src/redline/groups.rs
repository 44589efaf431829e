//! Groups edits into what a reader calls one change.

use foldhash::{HashMap, HashMapExt};

use super::columns::{self, ColumnChange};
use super::divisions::{self, ParagraphDivision};
use super::units::{Whole, whole_of};
use crate::diff::edits::{Edit, EditKind, Owner};
use crate::diff::tree::ElementId;
use crate::diff::{Diff, Relevance, TextToken, TokenKind};
use crate::document::{Document, NodeIndex};

/// Edits that are one change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EditGroup {
    pub(super) kind: EditGroupKind,
    /// Indexes of the edits, in their order.
    pub(super) edits: Vec<usize>,
    pub(super) is_certain: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EditGroupKind {
    Inserted(ElementId),
    Deleted(ElementId),
    Moved(ElementId, ElementId),
    /// Neighbouring words of one element, in A and B.
    Words(ElementId, ElementId),
    /// Inline elements around text that stays.
    Format(ElementId, ElementId),
    Attributes(Owner),
    Replaced(Whole),
    /// The first new or deleted element of a split or a join, and the words that left or entered the element beside it.
    Divided(ParagraphDivision, ElementId),
    /// The cells of a column, with their table, in the version that has them.
    Column(ColumnChange, ElementId),
}

/// All differences that are not noise, in the order of B.
#[derive(Debug, Default)]
pub(super) struct EditGroups {
    pub(super) content: Vec<EditGroup>,
    pub(super) status: Vec<EditGroup>,
    /// Indexes of edits that mean nothing to a reader although they are in content, in their order.
    pub(super) quiet: Vec<usize>,
}

/// Words that stay between two changes of one sentence.
const NEAR: usize = 2;

pub(super) fn group(diff: &Diff<'_>) -> EditGroups {
    let mut found = EditGroups::default();
    let mut grouping = EditGrouper {
        diff,
        places: HashMap::new(),
        last_words: HashMap::new(),
        quiet: Vec::new(),
        same_statements: HashMap::new(),
    };
    for (index, edit) in diff.edits.iter().enumerate() {
        match edit.relevance {
            Relevance::Content => grouping.add(&mut found.content, index, edit),
            Relevance::Status => grouping.add(&mut found.status, index, edit),
            Relevance::Noise => {}
        }
    }
    found.quiet = grouping.quiet;
    columns::find(diff, &mut found);
    divisions::find(diff, &mut found.content);
    found
}

/// The changes that later edits may belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum GroupKey {
    Whole(Whole),
    Attributes(ElementId, ElementId),
    InlineAttributes(u32),
    Format(ElementId),
}

struct EditGrouper<'m, 't> {
    diff: &'m Diff<'t>,
    places: HashMap<(GroupKey, Relevance), usize>,
    /// The ends of the last changed words of an element of B, in A and B, and their change.
    last_words: HashMap<ElementId, (usize, usize, usize)>,
    quiet: Vec<usize>,
    /// Whether readers see no difference in a whole, of which many parts may differ.
    same_statements: HashMap<Whole, bool>,
}

impl EditGrouper<'_, '_> {
    fn add(&mut self, list: &mut Vec<EditGroup>, index: usize, edit: &Edit) {
        if let Some(whole) = whole_of(self.diff, edit) {
            let diff = self.diff;
            if *self.same_statements.entry(whole).or_insert_with(|| whole.is_same_statement(diff)) {
                self.quiet.push(index);
                return;
            }
            return self.add_to(list, GroupKey::Whole(whole), EditGroupKind::Replaced(whole), (index, edit));
        }
        let kind = match &edit.kind {
            EditKind::Insert { element, .. } => EditGroupKind::Inserted(*element),
            EditKind::Delete { element } => EditGroupKind::Deleted(*element),
            EditKind::Move { a, b, .. } => EditGroupKind::Moved(*a, *b),
            EditKind::Attribute { owner, .. } => {
                let key = match owner {
                    Owner::Element(a, b) => GroupKey::Attributes(*a, *b),
                    Owner::Inline(_, b) => GroupKey::InlineAttributes(*b),
                };
                return self.add_to(list, key, EditGroupKind::Attributes(*owner), (index, edit));
            }
            EditKind::Words { a, b, old, new } => {
                let tokens =
                    (&self.diff.a.element(*a).tokens[old.clone()], &self.diff.b.element(*b).tokens[new.clone()]);
                if is_format(tokens.0) && is_format(tokens.1) {
                    return self.add_to(list, GroupKey::Format(*b), EditGroupKind::Format(*a, *b), (index, edit));
                }
                let near = self.last_words.get(b).copied().filter(|(ended_a, ended_b, _)| {
                    old.start.saturating_sub(*ended_a).max(new.start.saturating_sub(*ended_b)) <= NEAR
                });
                self.last_words.insert(*b, (old.end, new.end, near.map_or(list.len(), |(_, _, at)| at)));
                if let Some((_, _, at)) = near {
                    return list[at].join(index, edit);
                }
                EditGroupKind::Words(*a, *b)
            }
        };
        list.push(EditGroup { kind, edits: vec![index], is_certain: edit.is_certain });
    }

    fn add_to(&mut self, list: &mut Vec<EditGroup>, key: GroupKey, kind: EditGroupKind, (index, edit): (usize, &Edit)) {
        let at = *self.places.entry((key, edit.relevance)).or_insert(list.len());
        match list.get_mut(at) {
            Some(difference) => difference.join(index, edit),
            None => list.push(EditGroup { kind, edits: vec![index], is_certain: edit.is_certain }),
        }
    }
}

impl EditGroup {
    /// A part that was moved to or from a place that its page does not show is new or gone to a reader.
    pub(super) fn see(&mut self, diff: &Diff<'_>, [old, new]: [(&Document, &NodeIndex); 2]) {
        let EditGroupKind::Moved(a, b) = self.kind else { return };
        let is_shown = |(document, index): (&Document, &NodeIndex), range| !index.inside(document, range).is_empty();
        let (was, is) = (is_shown(old, &diff.a.element(a).range), is_shown(new, &diff.b.element(b).range));
        match (was, is) {
            (false, true) => self.kind = EditGroupKind::Inserted(b),
            (true, false) => self.kind = EditGroupKind::Deleted(a),
            _ => {}
        }
    }

    fn join(&mut self, index: usize, edit: &Edit) {
        self.edits.push(index);
        self.is_certain &= edit.is_certain;
    }
}

/// Whether tokens are nothing but tags of inline elements.
fn is_format(tokens: &[TextToken<'_>]) -> bool {
    tokens.iter().all(|token| matches!(token.kind, TokenKind::Open(_) | TokenKind::Close(_)))
}
