//! Changes that several elements make together.

use super::RedlineLister;
use super::{RedlineChange, RedlineKind};
use crate::diff::edits::EditKind;
use crate::diff::tree::ElementId;
use crate::redline::columns::ColumnChange;
use crate::redline::divisions::ParagraphDivision;
use crate::redline::groups::EditGroup;
use crate::redline::values;

impl RedlineLister<'_, '_> {
    /// A split or a join. Words that changed besides are said on both sides.
    pub(super) fn divided(
        &self,
        difference: &EditGroup,
        division: ParagraphDivision,
        piece: ElementId,
    ) -> RedlineChange {
        let mut edits = difference.edits.iter().map(|edit| &self.redline.diff.edits[*edit].kind);
        let stays = edits.find_map(|edit| match edit {
            EditKind::Words { a, b, .. } => Some((*a, *b)),
            _ => None,
        });
        let [old, new] = self.own_elements(difference);
        let (gone, came) = match stays {
            Some((a, b)) => self.words(difference, a, b),
            // The whole is not taken for one of its parts.
            None => (
                Some(values::words_of(self.a(), old.iter().copied())),
                Some(values::words_of(self.b(), new.iter().copied())),
            ),
        };
        match division {
            ParagraphDivision::Split => {
                let words = values::words_of(self.b(), new.into_iter());
                let old = gone.filter(|gone| !reads_alike(gone, &words)).map(|gone| without_signs(&gone));
                RedlineChange { old, new: Some(words), ..self.change(RedlineKind::Split, difference, Some(piece)) }
            }
            ParagraphDivision::Joined => {
                let joined = self.new_element(difference);
                let words = values::words_of(self.a(), old.into_iter());
                let piece = self.a().element(piece);
                RedlineChange {
                    moved_from: Some(self.place(&self.redline.old, piece.range.start)),
                    subject: self.label(piece.name),
                    new: came.filter(|came| !reads_alike(came, &words)).map(|came| without_signs(&came)),
                    old: Some(words),
                    ..self.change(RedlineKind::Joined, difference, stays.map(|(_, b)| b).or(joined))
                }
            }
        }
    }

    pub(super) fn column(&self, difference: &EditGroup, change: ColumnChange, table: ElementId) -> RedlineChange {
        let [old, new] = self.own_elements(difference);
        match change {
            ColumnChange::Inserted => {
                let new = Some(values::words_of(self.b(), new.into_iter()));
                RedlineChange { new, ..self.change(RedlineKind::ColumnInserted, difference, Some(table)) }
            }
            ColumnChange::Deleted => {
                let table = self.a().element(table);
                RedlineChange {
                    place: self.place(&self.redline.old, table.range.start),
                    is_on_page: self.redline.old.shows(table.range.start),
                    subject: self.label(table.name),
                    old: Some(values::words_of(self.a(), old.into_iter())),
                    ..self.change(RedlineKind::ColumnDeleted, difference, None)
                }
            }
        }
    }

    /// The first new element of a difference.
    fn new_element(&self, difference: &EditGroup) -> Option<ElementId> {
        difference.edits.iter().find_map(|edit| match &self.redline.diff.edits[*edit].kind {
            EditKind::Insert { element, .. } => Some(*element),
            _ => None,
        })
    }

    /// The content of the deleted and the new elements of a difference that was not moved.
    fn own_elements(&self, difference: &EditGroup) -> [Vec<ElementId>; 2] {
        let diff = &self.redline.diff;
        let (mut old, mut new) = (Vec::new(), Vec::new());
        for edit in difference.edits.iter().map(|edit| &diff.edits[*edit].kind) {
            match edit {
                EditKind::Insert { element, .. } => {
                    new.extend(diff.b.descendants_without(*element, |id| diff.matching.to_a(id).is_some()));
                }
                EditKind::Delete { element } => {
                    old.extend(diff.a.descendants_without(*element, |id| diff.matching.to_b(id).is_some()));
                }
                _ => {}
            }
        }
        [old, new]
    }
}

/// Whether two texts differ at most in large letters and in signs.
fn reads_alike(one: &str, two: &str) -> bool {
    let letters =
        |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    letters(one) == letters(two)
}

/// A text without the signs before it, as the comma between two sentences that were one.
fn without_signs(text: &str) -> String {
    text.trim_start_matches(|c: char| !c.is_alphanumeric()).to_owned()
}
