//! Parts of a drawing that are drawn again elsewhere: harmless as long as they do not multiply.

use std::collections::HashMap;

use roxmltree::{Document, Node};

/// The most elements that all repetitions of a drawing may have together.
const MAX_DRAWN: u64 = 200_000;

/// Whether repeating parts comes to an end, and to a bounded number of elements.
pub(super) fn is_bounded(document: &Document<'_>) -> bool {
    // Which of several parts with the same id is meant depends on what is left out of the drawing.
    let mut parts: HashMap<&str, Vec<Node<'_, '_>>> = HashMap::new();
    for node in document.descendants() {
        if let Some(id) = node.attribute("id") {
            parts.entry(id).or_default().push(node);
        }
    }
    let mut weights = HashMap::new();
    let drawn = document.descendants().filter(|node| node.tag_name().name() == "use").try_fold(0_u64, |sum, node| {
        let weight = target(node).map_or(Some(0), |id| weight(id, &parts, &mut weights, 0))?;
        sum.checked_add(weight).filter(|sum| *sum <= MAX_DRAWN)
    });
    drawn.is_some()
}

pub(super) fn target<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    let link = node.attributes().find(|attribute| attribute.name() == "href")?;
    link.value().trim().strip_prefix('#')
}

/// The number of elements of a part when it is drawn; `None` when it is too many, or contains itself.
fn weight<'a>(
    id: &'a str,
    parts: &HashMap<&'a str, Vec<Node<'a, '_>>>,
    known: &mut HashMap<&'a str, Option<u64>>,
    depth: usize,
) -> Option<u64> {
    const MAX_DEPTH: usize = 32;
    if let Some(weight) = known.get(id) {
        return *weight;
    }
    let Some(same) = parts.get(id) else { return Some(0) };
    if depth > MAX_DEPTH {
        return None;
    }
    // Reaching an element again while it is being counted means a circle.
    known.insert(id, None);
    let mut sum = 0_u64;
    for node in same.iter().flat_map(Node::descendants) {
        sum += 1;
        if let Some(inner) = target(node).filter(|_| node.tag_name().name() == "use") {
            sum = sum.checked_add(weight(inner, parts, known, depth + 1)?)?;
        }
        if sum > MAX_DRAWN {
            return None;
        }
    }
    known.insert(id, Some(sum));
    Some(sum)
}
