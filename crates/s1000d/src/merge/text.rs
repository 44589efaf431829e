//! Running text, merged by words.

use std::ops::Range;

use super::attributes::{self, AttributeSource};
use super::conflict::ConflictKind;
use super::plan::{Fate, MergePlan};
use super::same_text::{is_same, tokens};
use super::text_plan::{TextPiece, TextPlan, inlines};
use super::trio::{TokenChange, Trio};
use super::{MergeSide, Origin};
use crate::diff::tree::{ElementId, XmlTree};
use crate::diff::{Relevance, TokenKind};

/// Words that must stay between changes of the two sides: nearer ones are changes of one phrase.
const KEPT_BETWEEN: usize = 2;

/// Plans the text of an element that both sides have.
pub(super) fn plan(trio: &Trio<'_>, plan: &mut MergePlan, base: ElementId) {
    let element = trio.base().element(base);
    if plan.fate(base) != Fate::Merged || !element.is_mixed {
        return;
    }
    let (ours, theirs) = (trio.words(MergeSide::Ours, base), trio.words(MergeSide::Theirs, base));
    let merged = if keeps_part(trio, plan, base, theirs) { None } else { Some(hunks(trio, base, ours, theirs)) };
    let pieces = match merged {
        Some(Some(hunks)) => {
            let pieces = pieces(element.tokens.len(), &hunks);
            is_nested(trio, base, &pieces).then_some(pieces)
        }
        Some(None) => None,
        // The conflict about the deleted part has been reported.
        None => Some(only(element.tokens.len(), MergeSide::Ours, ours)),
    };
    let has_words = pieces.is_some();
    let pieces = pieces.unwrap_or_else(|| match element.relevance {
        Relevance::Content => only(element.tokens.len(), MergeSide::Ours, ours),
        _ => only(element.tokens.len(), MergeSide::Theirs, theirs),
    });
    if !has_words && element.relevance == Relevance::Content {
        plan.report(ConflictKind::Text, base);
    }
    keep_parts(trio, plan, base, &pieces);
    let maps = [MergeSide::Ours, MergeSide::Theirs].map(|side| token_map(element.tokens.len(), trio.words(side, base)));
    let [ours, theirs] = maps;
    let text = TextPlan { pieces, ours, theirs };
    report_tags(trio, plan, base, &text);
    plan.texts.insert(base, text);
}

/// Tokens that replace others, with their origin.
type Hunk = (MergeSide, TokenChange, Origin);

/// The changes of both sides in order; `None` when they meet.
fn hunks(trio: &Trio<'_>, base: ElementId, ours: &[TokenChange], theirs: &[TokenChange]) -> Option<Vec<Hunk>> {
    let (mut x, mut y) = (0, 0);
    let mut all = Vec::with_capacity(ours.len() + theirs.len());
    while x < ours.len() || y < theirs.len() {
        match (ours.get(x), theirs.get(y)) {
            (Some(one), Some(two)) if is_near(&one.0, &two.0) => {
                if !is_same(trio, base, one, two) {
                    return None;
                }
                all.push((MergeSide::Ours, one.clone(), Origin::Both));
                (x, y) = (x + 1, y + 1);
            }
            (Some(one), Some(two)) if one.0.start < two.0.start => {
                all.push((MergeSide::Ours, one.clone(), Origin::Ours));
                x += 1;
            }
            (Some(one), None) => {
                all.push((MergeSide::Ours, one.clone(), Origin::Ours));
                x += 1;
            }
            (_, Some(two)) => {
                all.push((MergeSide::Theirs, two.clone(), Origin::Theirs));
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

/// Whether they removed an element from the text that stays because we changed it.
fn keeps_part(trio: &Trio<'_>, plan: &MergePlan, base: ElementId, theirs: &[TokenChange]) -> bool {
    let tokens = &trio.base().element(base).tokens;
    let removed = theirs.iter().flat_map(|(old, _)| &tokens[old.clone()]);
    removed.into_iter().any(|token| match token.kind {
        TokenKind::Atom(id) => {
            plan.fate(id) == Fate::Whole(MergeSide::Ours) && trio.of(MergeSide::Theirs, id).is_none()
        }
        _ => false,
    })
}

/// Lets the elements stand that the text holds, whatever became of them otherwise.
fn keep_parts(trio: &Trio<'_>, plan: &mut MergePlan, base: ElementId, pieces: &[TextPiece]) {
    for piece in pieces {
        let (side, kind) = match piece {
            TextPiece::Kept(at) => (MergeSide::Ours, trio.base().element(base).tokens[*at].kind),
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

fn only(count: usize, side: MergeSide, splices: &[TokenChange]) -> Vec<TextPiece> {
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
fn token_map(count: usize, splices: &[TokenChange]) -> Vec<Option<usize>> {
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
fn report_tags(trio: &Trio<'_>, plan: &mut MergePlan, base: ElementId, text: &TextPlan) {
    let element = trio.base().element(base);
    for piece in &text.pieces {
        let TextPiece::Kept(at) = piece else { continue };
        let Some([old, ours, theirs]) = inlines(trio, base, text, *at) else { continue };
        let (old, ours, theirs) = (
            &trio.base().inline(old).attributes,
            &trio.tree(MergeSide::Ours).inline(ours).attributes,
            &trio.tree(MergeSide::Theirs).inline(theirs).attributes,
        );
        let outcomes = attributes::merge(old, ours, theirs, element.relevance);
        if outcomes.iter().any(|outcome| outcome.source == AttributeSource::Conflict) {
            plan.report(ConflictKind::Text, base);
        }
    }
}
