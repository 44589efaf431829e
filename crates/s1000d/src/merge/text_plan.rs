//! The merged words of an element.

use super::same_text::tokens;
use super::trio::Trio;
use super::{MergeSide, Origin};
use crate::diff::TokenKind;
use crate::diff::tree::ElementId;

/// A token of merged text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextPiece {
    /// A token of the base that no side replaced.
    Kept(usize),
    /// A token of a side.
    Taken(MergeSide, usize, Origin),
}

/// The merged text of one element.
#[derive(Debug, Clone)]
pub(super) struct TextPlan {
    pub(super) pieces: Vec<TextPiece>,
    /// The token of each side that a token of the base is.
    pub(super) ours: Vec<Option<usize>>,
    pub(super) theirs: Vec<Option<usize>>,
}

impl TextPlan {
    /// The token of a side that a token of the base is.
    pub(super) fn token(&self, side: MergeSide, base: usize) -> Option<usize> {
        match side {
            MergeSide::Ours => self.ours[base],
            MergeSide::Theirs => self.theirs[base],
        }
    }

    pub(super) fn takes_theirs(&self) -> bool {
        self.pieces.iter().any(|piece| match piece {
            TextPiece::Taken(side, ..) => *side == MergeSide::Theirs,
            TextPiece::Kept(base) => self.ours[*base].is_none(),
        })
    }
}

/// The inline element that starts with a token of the base: in the base, ours and theirs.
pub(super) fn inlines(trio: &Trio<'_>, base: ElementId, text: &TextPlan, at: usize) -> Option<[u32; 3]> {
    let index = |kind: TokenKind| match kind {
        TokenKind::Open(index) => Some(index),
        _ => None,
    };
    let of = |side: MergeSide| text.token(side, at).and_then(|at| index(tokens(trio, side, base).get(at)?.kind));
    Some([index(trio.base().element(base).tokens[at].kind)?, of(MergeSide::Ours)?, of(MergeSide::Theirs)?])
}
