//! Changes of running text that both sides made alike.

use std::ops::Range;

use super::trio::{TokenChange, Trio};
use super::{MergeSide, attributes};
use crate::diff::relevance::of_attribute;
use crate::diff::tree::{ElementId, InlineElement, XmlTree};
use crate::diff::{Relevance, TextToken, TokenKind};

/// Whether both sides replaced the same tokens by the same. Marks of changes are none.
pub(super) fn is_same(trio: &Trio<'_>, base: ElementId, ours: &TokenChange, theirs: &TokenChange) -> bool {
    let is_equal = |((one, spaced), (two, other)): &(SaidToken<'_, '_>, SaidToken<'_, '_>)| {
        spaced == other
            && match (one.kind, two.kind) {
                (TokenKind::Atom(one), TokenKind::Atom(two)) => {
                    trio.base_of(MergeSide::Ours, one) == trio.base_of(MergeSide::Theirs, two)
                        && (trio.base_of(MergeSide::Ours, one).is_some() || trio.is_alike(one, two))
                }
                (TokenKind::Open(one), TokenKind::Open(two)) => {
                    let (one, two) = (trio.tree(MergeSide::Ours).inline(one), trio.tree(MergeSide::Theirs).inline(two));
                    let has = |one: &InlineElement<'_>, two: &InlineElement<'_>| {
                        let mut said = one.attributes.iter().filter(|a| is_said(a.name));
                        said.all(|a| attributes::value(&two.attributes, a.name) == Some(&a.value))
                    };
                    one.name == two.name && has(one, two) && has(two, one)
                }
                _ => one.key == two.key,
            }
    };
    if ours.0 != theirs.0 {
        return false;
    }
    let own = |side: MergeSide, range: &Range<usize>| said(trio.tree(side), tokens(trio, side, base), range);
    let (one, two) = (own(MergeSide::Ours, &ours.1), own(MergeSide::Theirs, &theirs.1));
    one.len() == two.len() && one.into_iter().zip(two).all(|pair| is_equal(&pair))
}

/// Whether a change of a side is none to readers: it marks words as changed.
pub(super) fn is_mark(trio: &Trio<'_>, side: MergeSide, base: ElementId, change: &TokenChange) -> bool {
    let old = said(trio.base(), &trio.base().element(base).tokens, &change.0);
    let new = said(trio.tree(side), tokens(trio, side, base), &change.1);
    // Which element is which is no matter of marks.
    let is_part = |(token, _): &SaidToken<'_, '_>| matches!(token.kind, TokenKind::Atom(_));
    let key = |(token, is_spaced): &SaidToken<'_, '_>| (token.key, *is_spaced);
    !old.iter().any(is_part) && old.iter().map(key).eq(new.iter().map(key))
}

/// The index of their change that is the same as one of ours.
pub(super) fn same_change(
    trio: &Trio<'_>,
    base: ElementId,
    one: &TokenChange,
    theirs: &[TokenChange],
) -> Option<usize> {
    let at = theirs.partition_point(|two| two.0.start < one.0.start);
    let mut here = theirs[at..].iter().take_while(|two| two.0.start == one.0.start);
    here.position(|two| is_same(trio, base, one, two)).map(|place| at + place)
}

/// A token, and whether white space stands before it.
type SaidToken<'a, 't> = (&'a TextToken<'t>, bool);

/// Tokens of a text without the tags that only mark changes.
fn said<'a, 't>(tree: &XmlTree<'t>, all: &'a [TextToken<'t>], range: &Range<usize>) -> Vec<SaidToken<'a, 't>> {
    // The white space before a mark is that of the word behind it.
    let mut marks = all[..range.start].iter().rev().take_while(|token| token.is_mark(tree));
    let mut is_spaced = marks.any(|mark| mark.spaced);
    let mut said = Vec::new();
    for token in &all[range.clone()] {
        is_spaced |= token.spaced;
        if !token.is_mark(tree) {
            said.push((token, std::mem::take(&mut is_spaced)));
        }
    }
    said
}

/// Whether an attribute of a tag in the text says something, or names it.
fn is_said(name: &str) -> bool {
    name == "id" || of_attribute("", name) != Relevance::Noise
}

/// Elements that both sides inserted into a text alike: ours and theirs.
pub(super) fn same_parts(trio: &Trio<'_>, base: ElementId) -> Vec<(ElementId, ElementId)> {
    let (ours, theirs) = (trio.words(MergeSide::Ours, base), trio.words(MergeSide::Theirs, base));
    let (own, their) = (tokens(trio, MergeSide::Ours, base), tokens(trio, MergeSide::Theirs, base));
    let mut parts = Vec::new();
    for one in ours {
        let Some(two) = same_change(trio, base, one, theirs) else { continue };
        let atoms = |tokens: &[TextToken<'_>]| -> Vec<ElementId> {
            let atoms = tokens.iter().filter_map(|token| match token.kind {
                TokenKind::Atom(id) => Some(id),
                _ => None,
            });
            atoms.collect()
        };
        parts.extend(atoms(&own[one.1.clone()]).into_iter().zip(atoms(&their[theirs[two].1.clone()])));
    }
    parts
}

pub(super) fn tokens<'a, 't>(trio: &'a Trio<'t>, side: MergeSide, base: ElementId) -> &'a [TextToken<'t>] {
    trio.element(side, base).map_or(&[], |element| element.tokens.as_slice())
}
