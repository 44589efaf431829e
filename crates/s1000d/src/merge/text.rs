//! Running text, merged by words.

use std::ops::Range;

use super::attributes::{self, AttributeSource};
use super::conflict::ConflictKind;
use super::plan::{Fate, Plan};
use super::trio::{TokenSplice, Trio};
use super::{Origin, Side};
use crate::diff::tree::{ElementId, XmlTree};
use crate::diff::{Relevance, TextToken, TokenKind};

/// Words that must stay between changes of the two sides: nearer ones are changes of one phrase.
const KEPT_BETWEEN: usize = 2;

/// A token of merged text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextPiece {
    /// A token of the base that no side replaced.
    Kept(usize),
    /// A token of a side.
    Taken(Side, usize, Origin),
}

/// The merged text of one element.
#[derive(Debug, Clone)]
pub(super) struct TextPlan {
    pub(super) pieces: Vec<TextPiece>,
    /// The token of each side that a token of the base is.
    ours: Vec<Option<usize>>,
    theirs: Vec<Option<usize>>,
}

impl TextPlan {
    /// The token of a side that a token of the base is.
    pub(super) fn token(&self, side: Side, base: usize) -> Option<usize> {
        match side {
            Side::Ours => self.ours[base],
            Side::Theirs => self.theirs[base],
        }
    }

    pub(super) fn takes_theirs(&self) -> bool {
        self.pieces.iter().any(|piece| match piece {
            TextPiece::Taken(side, ..) => *side == Side::Theirs,
            TextPiece::Kept(base) => self.ours[*base].is_none(),
        })
    }
}

/// Plans the text of an element that both sides have.
pub(super) fn plan(trio: &Trio<'_>, plan: &mut Plan, base: ElementId) {
    let element = trio.base().element(base);
    if plan.fate(base) != Fate::Merged || !element.is_mixed {
        return;
    }
    let (ours, theirs) = (trio.words(Side::Ours, base), trio.words(Side::Theirs, base));
    let merged = if keeps_part(trio, plan, base, theirs) { None } else { Some(hunks(trio, base, ours, theirs)) };
    let pieces = match merged {
        Some(Some(hunks)) => {
            let pieces = pieces(element.tokens.len(), &hunks);
            is_nested(trio, base, &pieces).then_some(pieces)
        }
        Some(None) => None,
        // The conflict about the deleted part has been reported.
        None => Some(only(element.tokens.len(), Side::Ours, ours)),
    };
    let has_words = pieces.is_some();
    let pieces = pieces.unwrap_or_else(|| match element.relevance {
        Relevance::Content => only(element.tokens.len(), Side::Ours, ours),
        _ => only(element.tokens.len(), Side::Theirs, theirs),
    });
    if !has_words && element.relevance == Relevance::Content {
        plan.report(ConflictKind::Text, base);
    }
    keep_parts(trio, plan, base, &pieces);
    let maps = [Side::Ours, Side::Theirs].map(|side| token_map(element.tokens.len(), trio.words(side, base)));
    let [ours, theirs] = maps;
    let text = TextPlan { pieces, ours, theirs };
    report_tags(trio, plan, base, &text);
    plan.texts.insert(base, text);
}

/// Tokens that replace others, with their origin.
type Hunk = (Side, TokenSplice, Origin);

/// The changes of both sides in order; `None` when they meet.
fn hunks(trio: &Trio<'_>, base: ElementId, ours: &[TokenSplice], theirs: &[TokenSplice]) -> Option<Vec<Hunk>> {
    let (mut x, mut y) = (0, 0);
    let mut all = Vec::with_capacity(ours.len() + theirs.len());
    while x < ours.len() || y < theirs.len() {
        match (ours.get(x), theirs.get(y)) {
            (Some(one), Some(two)) if is_near(&one.0, &two.0) => {
                if !is_same(trio, base, one, two) {
                    return None;
                }
                all.push((Side::Ours, one.clone(), Origin::Both));
                (x, y) = (x + 1, y + 1);
            }
            (Some(one), Some(two)) if one.0.start < two.0.start => {
                all.push((Side::Ours, one.clone(), Origin::Ours));
                x += 1;
            }
            (Some(one), None) => {
                all.push((Side::Ours, one.clone(), Origin::Ours));
                x += 1;
            }
            (_, Some(two)) => {
                all.push((Side::Theirs, two.clone(), Origin::Theirs));
                y += 1;
            }
            (None, None) => break,
        }
    }
    Some(all)
}

fn is_near(one: &Range<usize>, two: &Range<usize>) -> bool {
    one.start < two.end + KEPT_BETWEEN && two.start < one.end + KEPT_BETWEEN
}

/// Whether both sides replaced the same tokens by the same.
fn is_same(trio: &Trio<'_>, base: ElementId, ours: &TokenSplice, theirs: &TokenSplice) -> bool {
    let (one, two) = (tokens(trio, Side::Ours, base), tokens(trio, Side::Theirs, base));
    let (one, two) = (&one[ours.1.clone()], &two[theirs.1.clone()]);
    let is_equal = |(one, two): (&TextToken<'_>, &TextToken<'_>)| {
        one.spaced == two.spaced
            && match (one.kind, two.kind) {
                (TokenKind::Atom(one), TokenKind::Atom(two)) => {
                    trio.base_of(Side::Ours, one) == trio.base_of(Side::Theirs, two)
                        && (trio.base_of(Side::Ours, one).is_some() || trio.is_equal(one, two))
                }
                (TokenKind::Open(one), TokenKind::Open(two)) => {
                    let (one, two) = (trio.tree(Side::Ours).inline(one), trio.tree(Side::Theirs).inline(two));
                    one.name == two.name
                        && one.attributes.len() == two.attributes.len()
                        && one.attributes.iter().all(|a| attributes::value(&two.attributes, a.name) == Some(&a.value))
                }
                _ => one.key == two.key,
            }
    };
    ours.0 == theirs.0 && one.len() == two.len() && one.iter().zip(two).all(is_equal)
}

/// Elements that both sides inserted into a text alike: ours and theirs.
pub(super) fn same_parts(trio: &Trio<'_>, base: ElementId) -> Vec<(ElementId, ElementId)> {
    let (ours, theirs) = (trio.words(Side::Ours, base), trio.words(Side::Theirs, base));
    let (own, their) = (tokens(trio, Side::Ours, base), tokens(trio, Side::Theirs, base));
    let mut parts = Vec::new();
    for one in ours {
        let at = theirs.partition_point(|two| two.0.start < one.0.start);
        let same = theirs[at..].iter().take_while(|two| two.0.start == one.0.start);
        let Some(two) = same.into_iter().find(|two| is_same(trio, base, one, two)) else { continue };
        for (one, two) in own[one.1.clone()].iter().zip(&their[two.1.clone()]) {
            if let (TokenKind::Atom(one), TokenKind::Atom(two)) = (one.kind, two.kind) {
                parts.push((one, two));
            }
        }
    }
    parts
}

pub(super) fn tokens<'a, 't>(trio: &'a Trio<'t>, side: Side, base: ElementId) -> &'a [TextToken<'t>] {
    trio.element(side, base).map_or(&[], |element| element.tokens.as_slice())
}

/// Whether they removed an element from the text that stays because we changed it.
fn keeps_part(trio: &Trio<'_>, plan: &Plan, base: ElementId, theirs: &[TokenSplice]) -> bool {
    let tokens = &trio.base().element(base).tokens;
    let removed = theirs.iter().flat_map(|(old, _)| &tokens[old.clone()]);
    removed.into_iter().any(|token| match token.kind {
        TokenKind::Atom(id) => plan.fate(id) == Fate::Whole(Side::Ours) && trio.of(Side::Theirs, id).is_none(),
        _ => false,
    })
}

/// Lets the elements stand that the text holds, whatever became of them otherwise.
fn keep_parts(trio: &Trio<'_>, plan: &mut Plan, base: ElementId, pieces: &[TextPiece]) {
    for piece in pieces {
        let (side, kind) = match piece {
            TextPiece::Kept(at) => (Side::Ours, trio.base().element(base).tokens[*at].kind),
            TextPiece::Taken(side, at, _) => (*side, tokens(trio, *side, base)[*at].kind),
        };
        let TokenKind::Atom(id) = kind else { continue };
        let part = if matches!(piece, TextPiece::Kept(_)) { Some(id) } else { trio.base_of(side, id) };
        let Some(part) = part.filter(|part| trio.base().element(*part).parent == Some(base)) else { continue };
        plan.stay(part);
        if plan.fate(part) == Fate::Gone {
            plan.take_whole(trio, side, part);
        }
    }
}

fn only(count: usize, side: Side, splices: &[TokenSplice]) -> Vec<TextPiece> {
    let hunks: Vec<Hunk> = splices.iter().map(|splice| (side, splice.clone(), Origin::of(side))).collect();
    pieces(count, &hunks)
}

fn pieces(count: usize, hunks: &[Hunk]) -> Vec<TextPiece> {
    let mut all = Vec::with_capacity(count);
    let mut at = 0;
    for (side, (old, new), origin) in hunks {
        all.extend((at..old.start).map(TextPiece::Kept));
        all.extend(new.clone().map(|token| TextPiece::Taken(*side, token, *origin)));
        at = at.max(old.end);
    }
    all.extend((at..count).map(TextPiece::Kept));
    all
}

/// The token of a side that each token of the base is.
fn token_map(count: usize, splices: &[TokenSplice]) -> Vec<Option<usize>> {
    let mut map = Vec::with_capacity(count);
    let mut next = 0;
    for (old, new) in splices {
        while map.len() < old.start {
            map.push(Some(next));
            next += 1;
        }
        map.resize(old.end.max(map.len()), None);
        next = new.end;
    }
    while map.len() < count {
        map.push(Some(next));
        next += 1;
    }
    map
}

/// Whether every start tag has its end tag.
fn is_nested(trio: &Trio<'_>, base: ElementId, pieces: &[TextPiece]) -> bool {
    let mut open: Vec<&str> = Vec::new();
    for piece in pieces {
        let (tree, kind): (&XmlTree<'_>, TokenKind) = match piece {
            TextPiece::Kept(at) => (trio.base(), trio.base().element(base).tokens[*at].kind),
            TextPiece::Taken(side, at, _) => (trio.tree(*side), tokens(trio, *side, base)[*at].kind),
        };
        match kind {
            TokenKind::Open(index) => open.push(tree.inline(index).name),
            TokenKind::Close(index) if open.pop() != Some(tree.inline(index).name) => return false,
            _ => {}
        }
    }
    open.is_empty()
}

/// Reports the attributes of tags in the text that both sides changed differently.
fn report_tags(trio: &Trio<'_>, plan: &mut Plan, base: ElementId, text: &TextPlan) {
    let element = trio.base().element(base);
    for piece in &text.pieces {
        let TextPiece::Kept(at) = piece else { continue };
        let Some([old, ours, theirs]) = inlines(trio, base, text, *at) else { continue };
        let (old, ours, theirs) = (
            &trio.base().inline(old).attributes,
            &trio.tree(Side::Ours).inline(ours).attributes,
            &trio.tree(Side::Theirs).inline(theirs).attributes,
        );
        let outcomes = attributes::merge(old, ours, theirs, element.relevance);
        if outcomes.iter().any(|outcome| outcome.source == AttributeSource::Conflict) {
            plan.report(ConflictKind::Text, base);
        }
    }
}

/// The inline element that starts with a token of the base: in the base, ours and theirs.
pub(super) fn inlines(trio: &Trio<'_>, base: ElementId, text: &TextPlan, at: usize) -> Option<[u32; 3]> {
    let index = |kind: TokenKind| match kind {
        TokenKind::Open(index) => Some(index),
        _ => None,
    };
    let of = |side: Side| text.token(side, at).and_then(|at| index(tokens(trio, side, base).get(at)?.kind));
    Some([index(trio.base().element(base).tokens[at].kind)?, of(Side::Ours)?, of(Side::Theirs)?])
}
