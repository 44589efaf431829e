//! Changes of running text that both sides made alike.

use super::trio::{TokenChange, Trio};
use super::{MergeSide, attributes};
use crate::diff::tree::ElementId;
use crate::diff::{TextToken, TokenKind};

/// Whether both sides replaced the same tokens by the same.
pub(super) fn is_same(trio: &Trio<'_>, base: ElementId, ours: &TokenChange, theirs: &TokenChange) -> bool {
    let (one, two) = (tokens(trio, MergeSide::Ours, base), tokens(trio, MergeSide::Theirs, base));
    let (one, two) = (&one[ours.1.clone()], &two[theirs.1.clone()]);
    let is_equal = |(one, two): (&TextToken<'_>, &TextToken<'_>)| {
        one.spaced == two.spaced
            && match (one.kind, two.kind) {
                (TokenKind::Atom(one), TokenKind::Atom(two)) => {
                    trio.base_of(MergeSide::Ours, one) == trio.base_of(MergeSide::Theirs, two)
                        && (trio.base_of(MergeSide::Ours, one).is_some() || trio.is_equal(one, two))
                }
                (TokenKind::Open(one), TokenKind::Open(two)) => {
                    let (one, two) = (trio.tree(MergeSide::Ours).inline(one), trio.tree(MergeSide::Theirs).inline(two));
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
    let (ours, theirs) = (trio.words(MergeSide::Ours, base), trio.words(MergeSide::Theirs, base));
    let (own, their) = (tokens(trio, MergeSide::Ours, base), tokens(trio, MergeSide::Theirs, base));
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

pub(super) fn tokens<'a, 't>(trio: &'a Trio<'t>, side: MergeSide, base: ElementId) -> &'a [TextToken<'t>] {
    trio.element(side, base).map_or(&[], |element| element.tokens.as_slice())
}
