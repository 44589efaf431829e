//! Running text, merged by words.

use std::ops::Range;

use super::attributes::{self, AttributeSource};
use super::conflict::ConflictKind;
use super::plan::{Fate, MergePlan};
use super::same_text::{is_mark, same_change, tokens};
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
    let maps = [MergeSide::Ours, MergeSide::Theirs].map(|side| token_map(element.tokens.len(), trio.words(side, base)));
    let pieces = if keeps_part(trio, plan, base, theirs) {
        // The conflict about the deleted part has been reported.
        Some(only(element.tokens.len(), MergeSide::Ours, ours))
    } else if let Some(pieces) = merged(trio, base, [ours, theirs], &maps) {
        Some(pieces)
    } else {
        // The marks of changes differ at the most.
        reads_alike(trio, base).then(|| only(element.tokens.len(), MergeSide::Theirs, theirs))
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
    let [ours, theirs] = maps;
    let text = TextPlan { pieces, ours, theirs };
    report_tags(trio, plan, base, &text);
    plan.texts.insert(base, text);
}

/// Tokens that replace others, with their origin.
type Hunk = (MergeSide, TokenChange, Origin);

/// The text with the changes of both sides; `None` when they meet. Where marks of changes alone meet words, they give way.
fn merged(
    trio: &Trio<'_>,
    base: ElementId,
    [ours, theirs]: [&[TokenChange]; 2],
    maps: &[Vec<Option<usize>>; 2],
) -> Option<Vec<TextPiece>> {
    let merged = |ours: &[TokenChange], theirs: &[TokenChange]| {
        let pieces = pieces(trio.base().element(base).tokens.len(), &hunks(trio, base, ours, theirs)?);
        // A word that both sides marked and that is written from neither would be lost.
        let is_there = |piece: &TextPiece| match piece {
            TextPiece::Kept(at) => maps.iter().any(|map| map[*at].is_some()),
            TextPiece::Taken(..) => true,
        };
        (is_nested(trio, base, &pieces) && pieces.iter().all(is_there)).then_some(pieces)
    };
    merged(ours, theirs).or_else(|| {
        let said = |side: MergeSide, changes: &[TokenChange]| -> Vec<TokenChange> {
            changes.iter().filter(|change| !is_mark(trio, side, base, change)).cloned().collect()
        };
        let (own, their) = (said(MergeSide::Ours, ours), said(MergeSide::Theirs, theirs));
        merged(&own, theirs).or_else(|| merged(ours, &their)).or_else(|| merged(&own, &their))
    })
}

fn reads_alike(trio: &Trio<'_>, base: ElementId) -> bool {
    let both = trio.of(MergeSide::Ours, base).zip(trio.of(MergeSide::Theirs, base));
    both.is_some_and(|(ours, theirs)| trio.reads_alike(ours, theirs))
}

/// The changes of both sides in order; `None` when they meet. A change that both sides made meets nothing.
fn hunks(trio: &Trio<'_>, base: ElementId, ours: &[TokenChange], theirs: &[TokenChange]) -> Option<Vec<Hunk>> {
    let mut all: Vec<Hunk> = Vec::with_capacity(ours.len() + theirs.len());
    let (mut own, mut is_shared) = (Vec::new(), vec![false; theirs.len()]);
    for one in ours {
        match same_change(trio, base, one, theirs) {
            Some(at) => {
                is_shared[at] = true;
                all.push(shared(trio, base, one, &theirs[at]));
            }
            None => own.push(one),
        }
    }
    let their: Vec<&TokenChange> = theirs.iter().zip(is_shared).filter(|(_, is)| !is).map(|(two, _)| two).collect();
    let meets = |one: &&TokenChange| {
        let next = their.partition_point(|two| two.0.end + KEPT_BETWEEN <= one.0.start);
        their.get(next).is_some_and(|two| is_near(&one.0, &two.0))
    };
    if own.iter().any(meets) {
        return None;
    }
    all.extend(own.into_iter().map(|one| (MergeSide::Ours, one.clone(), Origin::Ours)));
    all.extend(their.into_iter().map(|two| (MergeSide::Theirs, two.clone(), Origin::Theirs)));
    all.sort_by_key(|(_, change, _)| (change.0.start, change.0.end));
    Some(all)
}

/// A change that both sides made: ours, or theirs where the marks of changes differ.
fn shared(trio: &Trio<'_>, base: ElementId, one: &TokenChange, two: &TokenChange) -> Hunk {
    let new = &tokens(trio, MergeSide::Theirs, base)[two.1.clone()];
    let has_parts = new.iter().any(|token| matches!(token.kind, TokenKind::Atom(_)));
    if one.1.len() == two.1.len() || has_parts {
        (MergeSide::Ours, one.clone(), Origin::Both)
    } else {
        (MergeSide::Theirs, two.clone(), Origin::Both)
    }
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
