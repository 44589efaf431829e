//! The values of a part that have a column of their own.

use foldhash::HashSet;

use super::super::listing::PlacedElements;
use super::Xml;
use crate::object::ident::elements;

/// The elements of one part that stand in columns; all others are details.
pub(super) struct Picked<'d> {
    pub(super) part: Option<Xml<'d>>,
    pub(super) name: Option<Xml<'d>>,
    pub(super) quantity: Option<Xml<'d>>,
    pub(super) unit: Option<Xml<'d>>,
    pub(super) usage: Option<Xml<'d>>,
    pub(super) placed: PlacedElements,
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
            placed: PlacedElements(HashSet::default()),
        };
        let own = [picked.part, picked.name, picked.quantity, picked.unit, picked.usage];
        picked.placed.0.extend(own.into_iter().flatten().map(|part| part.id()));
        picked.placed.close(node);
        picked
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
