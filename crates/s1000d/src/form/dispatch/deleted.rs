//! The parts of an item that are marked as deleted: readers see them struck through; other systems must not see them, and
//! they neither allow nor demand anything.

use roxmltree::Node;

use super::facts::CODED;
use super::{item, lines};
use crate::object::ident::{elements, is_deleted};
use crate::object::parse_text;
use crate::splice::{self, Splice};

/// The text without what its item marks as deleted. `None` when it has no item, when nothing else is left of the item or of
/// its lines, or when a line has lost a value and got no other.
pub(super) fn without_deleted(text: &str) -> Option<String> {
    let document = parse_text(text).ok()?;
    let item = item(&document)?;
    let (own, has_lines) = lines::lines(item);
    if is_deleted(item) || (has_lines && own.into_iter().all(is_deleted)) {
        return None;
    }
    let mut splices = Vec::new();
    for node in item.descendants().filter(|node| is_deleted(*node)) {
        // It goes away with what it stands in.
        if node.ancestors().skip(1).take_while(|around| *around != item).any(is_deleted) {
            continue;
        }
        if CODED.contains(&node.tag_name().name()) && !is_replaced(node) {
            return None;
        }
        splices.push(Splice::replace(node.range(), ""));
    }
    splice::apply(text, &splices)
}

/// Whether another value of the same name stands beside it.
fn is_replaced(node: Node<'_, '_>) -> bool {
    let name = node.tag_name().name();
    node.parent_element().is_some_and(|holder| {
        let mut others = elements(holder).filter(|other| other.tag_name().name() == name);
        holder.has_attribute(name) || others.any(|other| !is_deleted(other))
    })
}
