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
        let (gone, came) = stays.map_or((None, None), |(a, b)| self.words(difference, a, b));
        let pieces = self.own_elements(difference);
        match division {
            ParagraphDivision::Split => {
                let words = values::words_of(self.b(), pieces);
                let old = gone.filter(|gone| !reads_alike(gone, &words)).map(|gone| without_signs(&gone));
                RedlineChange { old, new: Some(words), ..self.change(RedlineKind::Split, difference, Some(piece)) }
            }
            ParagraphDivision::Joined => {
                let words = values::words_of(self.a(), pieces);
                let piece = self.a().element(piece);
                RedlineChange {
                    moved_from: Some(self.place(&self.redline.old, piece.range.start)),
                    subject: self.label(piece.name),
                    new: came.filter(|came| !reads_alike(came, &words)).map(|came| without_signs(&came)),
                    old: Some(words),
                    ..self.change(RedlineKind::Joined, difference, stays.map(|(_, b)| b))
                }
            }
        }
    }

    pub(super) fn column(&self, difference: &EditGroup, change: ColumnChange, table: ElementId) -> RedlineChange {
        let cells = self.own_elements(difference);
        match change {
            ColumnChange::Inserted => {
                let new = Some(values::words_of(self.b(), cells));
                RedlineChange { new, ..self.change(RedlineKind::ColumnInserted, difference, Some(table)) }
            }
            ColumnChange::Deleted => {
                let table = self.a().element(table);
                RedlineChange {
                    place: self.place(&self.redline.old, table.range.start),
                    is_on_page: self.redline.old.shows(table.range.start),
                    subject: self.label(table.name),
                    old: Some(values::words_of(self.a(), cells)),
                    ..self.change(RedlineKind::ColumnDeleted, difference, None)
                }
            }
        }
    }

    /// The content of the new and deleted elements of a difference and was not moved.
    fn own_elements(&self, difference: &EditGroup) -> std::vec::IntoIter<ElementId> {
        let diff = &self.redline.diff;
        let mut found: Vec<ElementId> = Vec::new();
        for edit in difference.edits.iter().map(|edit| &diff.edits[*edit].kind) {
            match edit {
                EditKind::Insert { element, .. } => {
                    found.extend(diff.b.descendants_without(*element, |id| diff.matching.to_a(id).is_some()));
                }
                EditKind::Delete { element } => {
                    found.extend(diff.a.descendants_without(*element, |id| diff.matching.to_b(id).is_some()));
                }
                _ => {}
            }
        }
        found.into_iter()
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
