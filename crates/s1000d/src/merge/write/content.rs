//! Running text.

use super::Writer;
use super::tag::TagTrio;
use crate::diff::tags;
use crate::diff::tree::ElementId;
use crate::diff::write::{close, escaped};
use crate::diff::{TextToken, TokenKind};
use crate::merge::plan::{Fate, Place};
use crate::merge::text::{TextPiece, TextPlan, inlines, tokens};
use crate::merge::trio::Node;
use crate::merge::{Origin, Side};

/// How a text is written.
#[derive(Debug, Clone, Copy)]
struct TextStyle {
    base: ElementId,
    /// Whether the words are written anew: in a marked section, references would be read as they stand.
    is_plain: bool,
}

impl Writer<'_, '_> {
    /// The text of an element that both sides have.
    pub(super) fn words(&mut self, base: ElementId) {
        let (trio, plan) = (self.trio, self.plan);
        let (Some(ours), Some(text)) = (trio.element(Side::Ours, base), plan.texts.get(&base)) else { return };
        let source = trio.tree(Side::Ours).text();
        let inner = tags::inner(source, &ours.range);
        let has_section = |side: Side| {
            let range = trio.element(side, base).map_or(0..0, |element| element.range.clone());
            trio.tree(side).text().get(range).is_some_and(|text| text.contains("<![CDATA["))
        };
        let is_plain = text.takes_theirs() && Side::BOTH.into_iter().any(has_section);
        let style = TextStyle { base, is_plain };
        let first = ours.tokens.first().map_or(inner.end, |token| token.range.start);
        if is_plain || tags::is_self_closing(source, &ours.start_tag) {
            self.pieces(style, text);
            return;
        }
        self.copy(Side::Ours, inner.start..first, Origin::Base);
        self.pieces(style, text);
        let last = ours.tokens.last().map_or(inner.end, |token| token.range.end);
        self.copy(Side::Ours, last..inner.end.max(last), Origin::Base);
    }

    fn pieces(&mut self, style: TextStyle, text: &TextPlan) {
        for (at, piece) in text.pieces.iter().enumerate() {
            let next = text.pieces.get(at + 1);
            let (side, index, origin) = match *piece {
                TextPiece::Taken(side, index, origin) => (side, index, origin),
                TextPiece::Kept(base) => match (text.token(Side::Ours, base), text.token(Side::Theirs, base)) {
                    (Some(index), _) => (Side::Ours, index, Origin::Base),
                    (None, Some(index)) => (Side::Theirs, index, Origin::Base),
                    (None, None) => continue,
                },
            };
            if at > 0 {
                self.lead(style, side, index, origin);
            }
            self.token(style, text, *piece, next, (side, index, origin));
        }
    }

    /// What stands between a token and the one before it in its text.
    fn lead(&mut self, style: TextStyle, side: Side, index: usize, origin: Origin) {
        let tokens = tokens(self.trio, side, style.base);
        let token = &tokens[index];
        if side == Side::Ours && index > 0 && !style.is_plain {
            self.copy(side, tokens[index - 1].range.end..token.range.start.max(tokens[index - 1].range.end), origin);
        } else if token.spaced {
            self.push(" ", origin);
        }
    }

    fn token(
        &mut self,
        style: TextStyle,
        text: &TextPlan,
        piece: TextPiece,
        next: Option<&TextPiece>,
        (side, index, origin): (Side, usize, Origin),
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
                    TextPiece::Kept(at) if side == Side::Ours => inlines(trio, style.base, text, at),
                    _ => None,
                };
                match merged {
                    Some([old, ours, theirs]) => {
                        let tag = TagTrio {
                            base: &trio.base().inline(old).attributes,
                            ours: &trio.tree(Side::Ours).inline(ours).attributes,
                            theirs: &trio.tree(Side::Theirs).inline(theirs).attributes,
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
        side: Side,
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
    fn part(&mut self, side: Side, id: ElementId) {
        let node = self.plan.twins.node(self.trio, side, id);
        let is_written = match node {
            Node::Base(base) => {
                !matches!(self.plan.fate(base), Fate::Gone)
                    && [Place::Stay, Place::By(side)].contains(&self.plan.place(base))
            }
            Node::New(..) => true,
        };
        if is_written {
            self.node(node);
        }
    }
}
