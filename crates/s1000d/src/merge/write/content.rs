//! Running text.

use super::MergeWriter;
use super::tag::TagTrio;
use crate::diff::tags;
use crate::diff::tree::ElementId;
use crate::diff::write::{close, escaped};
use crate::diff::{TextToken, TokenKind};
use crate::merge::plan::{Fate, MergePlace};
use crate::merge::same_text::tokens;
use crate::merge::text_plan::{TextPiece, TextPlan, inlines};
use crate::merge::trio::MergeNode;
use crate::merge::{MergeSide, Origin};

/// How a text is written.
#[derive(Debug, Clone, Copy)]
struct WordStyle {
    base: ElementId,
    /// Whether the words are written anew: in a marked section, references would be read as they stand.
    is_plain: bool,
}

impl MergeWriter<'_, '_> {
    /// The text of an element that both sides have.
    pub(super) fn words(&mut self, base: ElementId) {
        let (trio, plan) = (self.trio, self.plan);
        let (Some(ours), Some(text)) = (trio.element(MergeSide::Ours, base), plan.texts.get(&base)) else { return };
        let source = trio.tree(MergeSide::Ours).text();
        let inner = tags::inner(source, &ours.range);
        let has_section = |side: MergeSide| {
            let range = trio.element(side, base).map_or(0..0, |element| element.range.clone());
            trio.tree(side).text().get(range).is_some_and(|text| text.contains("<![CDATA["))
        };
        let is_plain = text.takes_theirs() && MergeSide::BOTH.into_iter().any(has_section);
        let style = WordStyle { base, is_plain };
        let first = ours.tokens.first().map_or(inner.end, |token| token.range.start);
        if is_plain || tags::is_self_closing(source, &ours.start_tag) {
            self.pieces(style, text);
            return;
        }
        self.copy(MergeSide::Ours, inner.start..first, Origin::Base);
        self.pieces(style, text);
        let last = ours.tokens.last().map_or(inner.end, |token| token.range.end);
        self.copy(MergeSide::Ours, last..inner.end.max(last), Origin::Base);
    }

    fn pieces(&mut self, style: WordStyle, text: &TextPlan) {
        for (at, piece) in text.pieces.iter().enumerate() {
            let next = text.pieces.get(at + 1);
            let (side, index, origin) = match *piece {
                TextPiece::Taken(side, index, origin) => (side, index, origin),
                TextPiece::Kept(base) => match (text.token(MergeSide::Ours, base), text.token(MergeSide::Theirs, base))
                {
                    (Some(index), _) => (MergeSide::Ours, index, Origin::Base),
                    (None, Some(index)) => (MergeSide::Theirs, index, Origin::Base),
                    (None, None) => continue,
                },
            };
            if at > 0 {
                self.lead(style, side, index, origin);
            }
            self.token(style, text, *piece, next, (side, index, origin));
        }
    }

    /// Writes the text between a token and the one before it in its text.
    fn lead(&mut self, style: WordStyle, side: MergeSide, index: usize, origin: Origin) {
        let tokens = tokens(self.trio, side, style.base);
        let token = &tokens[index];
        if side == MergeSide::Ours && index > 0 && !style.is_plain {
            self.copy(side, tokens[index - 1].range.end..token.range.start.max(tokens[index - 1].range.end), origin);
        } else if token.spaced {
            self.push(" ", origin);
        }
    }

    fn token(
        &mut self,
        style: WordStyle,
        text: &TextPlan,
        piece: TextPiece,
        next: Option<&TextPiece>,
        (side, index, origin): (MergeSide, usize, Origin),
    ) {
        let trio = self.trio;
        let token: &TextToken<'_> = &tokens(trio, side, style.base)[index];
        match token.kind {
            TokenKind::Word if style.is_plain => self.push(&escaped(&token.text), origin),
            TokenKind::Word => self.copy(side, token.range.clone(), origin),
            TokenKind::Atom(id) => self.part(side, id),
            TokenKind::Close(inline) => {
                if token.range.is_empty() {
                    if self.opened.remove(&(side, inline)) {
                        let mut tag = String::new();
                        close(trio.tree(side).inline(inline).name, &mut tag);
                        self.push(&tag, origin);
                    }
                } else {
                    self.copy(side, token.range.clone(), origin);
                }
            }
            TokenKind::Open(inline) => {
                let is_empty = self.is_closed_by(style.base, text, next, side, inline);
                let source = trio.tree(side).text();
                let is_single_tag = tags::is_self_closing(source, &token.range);
                if is_single_tag && !is_empty {
                    self.opened.insert((side, inline));
                }
                let merged = match piece {
                    TextPiece::Kept(at) if side == MergeSide::Ours => inlines(trio, style.base, text, at),
                    _ => None,
                };
                match merged {
                    Some([old, ours, theirs]) => {
                        let tag = TagTrio {
                            base: &trio.base().inline(old).attributes,
                            ours: &trio.tree(MergeSide::Ours).inline(ours).attributes,
                            theirs: &trio.tree(MergeSide::Theirs).inline(theirs).attributes,
                            relevance: trio.base().element(style.base).relevance,
                        };
                        self.merged_tag(&tag, &token.range, is_empty);
                    }
                    None if is_single_tag && !is_empty => {
                        self.copy(side, token.range.start..token.range.end - 2, origin);
                        self.push(">", origin);
                    }
                    None => self.copy(side, token.range.clone(), origin),
                }
            }
        }
    }

    /// Whether the next piece is the end tag of an inline element.
    fn is_closed_by(
        &self,
        base: ElementId,
        text: &TextPlan,
        next: Option<&TextPiece>,
        side: MergeSide,
        inline: u32,
    ) -> bool {
        let index = match next {
            Some(TextPiece::Taken(by, index, _)) if *by == side => Some(*index),
            Some(TextPiece::Kept(at)) => text.token(side, *at),
            _ => None,
        };
        index.is_some_and(|index| tokens(self.trio, side, base)[index].kind == TokenKind::Close(inline))
    }

    /// An element that stands in the text.
    fn part(&mut self, side: MergeSide, id: ElementId) {
        let node = self.plan.twins.node(self.trio, side, id);
        let is_written = match node {
            MergeNode::Base(base) => {
                !matches!(self.plan.fate(base), Fate::Gone)
                    && [MergePlace::Stay, MergePlace::By(side)].contains(&self.plan.place(base))
            }
            MergeNode::New(..) => true,
        };
        if is_written {
            self.node(node);
        }
    }
}
