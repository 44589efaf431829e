//! Changes of one side in an element that the other side deleted.

use super::MergeSide;
use super::arrange::Arrangements;
use super::followers::Followers;
use super::trio::Trio;
use crate::diff::Relevance;
use crate::diff::relevance::of_attribute;
use crate::diff::tree::{ElementId, XmlElement};

/// Whether a side changed something in an element, without the parts that the other side moved out of it.
pub(super) fn is_touched(
    trio: &Trio<'_>,
    places: (&Arrangements, &Followers),
    side: MergeSide,
    base: ElementId,
) -> bool {
    let Some(id) = trio.of(side, base) else { return false };
    if !trio.is_changed_for_readers(side, base) {
        return false;
    }
    let (old, new) = (trio.base().element(base), trio.tree(side).element(id));
    if has_other_attributes(old, new) || !trio.words(side, base).is_empty() {
        return true;
    }
    if places.0.loose(side, base).iter().any(|child| !places.1.contains(side, child.id)) {
        return true;
    }
    old.children.iter().any(|child| {
        let is_inside = trio.element(side, *child).is_some_and(|element| element.parent == Some(id));
        is_inside && trio.of(side.other(), *child).is_none() && is_touched(trio, places, side, *child)
    })
}

/// Whether two elements differ in attributes that mean something to a reader.
fn has_other_attributes(old: &XmlElement<'_>, new: &XmlElement<'_>) -> bool {
    let lacks = |one: &XmlElement<'_>, two: &XmlElement<'_>| {
        one.attributes
            .iter()
            .filter(|attribute| of_attribute(one.name, attribute.name) == Relevance::Content)
            .any(|a| two.attributes.iter().all(|b| a.name != b.name || a.value != b.value))
    };
    lacks(old, new) || lacks(new, old)
}
