//! The values of a part that have a column of their own.

use foldhash::{HashSet, HashSetExt};
use roxmltree::NodeId as XmlId;

use super::Xml;
use crate::object::ident::elements;

/// The elements of one part that stand in columns; all others are details.
pub(super) struct Picked<'d> {
    pub(super) part: Option<Xml<'d>>,
    pub(super) name: Option<Xml<'d>>,
    pub(super) quantity: Option<Xml<'d>>,
    pub(super) unit: Option<Xml<'d>>,
    pub(super) usage: Option<Xml<'d>>,
    /// Those elements, and elements that hold nothing else.
    pub(super) taken: HashSet<XmlId>,
}

impl<'d> Picked<'d> {
    pub(super) fn of(node: Xml<'d>) -> Self {
        let part = |names: &[&str]| elements(node).find(|part| names.contains(&part.tag_name().name()));
        let segment = part(&["partSegment"]);
        let mut picked = Self {
            part: part(&["partRef", "partNumber"]),
            name: segment.and_then(|segment| inside(segment, &["itemIdentData", "descrForPart"])),
            quantity: part(&["quantityPerNextHigherAssy"]),
            unit: segment.and_then(|segment| inside(segment, &["techData", "unitOfIssue"])),
            usage: part(&["applicabilitySegment"]),
            taken: HashSet::new(),
        };
        let own = [picked.part, picked.name, picked.quantity, picked.unit, picked.usage];
        picked.taken = own.into_iter().flatten().map(|part| part.id()).collect();
        for part in elements(node).flat_map(|part| std::iter::once(part).chain(elements(part))) {
            if picked.is_empty(part) {
                picked.taken.insert(part.id());
            }
        }
        picked
    }

    /// Whether nothing of an element is left for the details.
    pub(super) fn is_all_of(&self, node: Xml<'_>) -> bool {
        node.children().all(|part| self.taken.contains(&part.id()) || is_blank(part) || self.is_empty(part))
    }

    fn is_empty(&self, part: Xml<'_>) -> bool {
        part.is_element() && part.attributes().len() == 0 && self.is_all_of(part)
    }
}

/// An element by its path; what stands below something with attributes stays there, because it may not apply.
fn inside<'d>(node: Xml<'d>, path: &[&str]) -> Option<Xml<'d>> {
    let Some((name, rest)) = path.split_first() else { return Some(node) };
    if node.attributes().len() > 0 {
        return None;
    }
    elements(node).find(|part| part.tag_name().name() == *name).and_then(|part| inside(part, rest))
}

fn is_blank(part: Xml<'_>) -> bool {
    !part.is_element() && (!part.is_text() || part.text().unwrap_or_default().trim().is_empty())
}

/// The number of an element among its neighbours, counted from 1.
pub(super) fn position(node: Xml<'_>) -> u32 {
    let before = node.prev_siblings().filter(roxmltree::Node::is_element).count();
    u32::try_from(before).unwrap_or(u32::MAX)
}
