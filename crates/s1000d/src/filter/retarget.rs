//! References to a container that lead to one of its alternates instead.

use quick_xml::escape::escape;
use roxmltree::Node;

use crate::code::{Identity, Version};
use crate::object::Title;
use crate::object::ident::{child, child_ending, elements};
use crate::object::write::{escaped, ident_children, prefix_of, range_with_space, replace_inner};
use crate::splice::Splice;

const XLINK: &str = "http://www.w3.org/1999/xlink";

/// The changes that make a reference lead to another module, in any language and issue. Parts of the title that the
/// reference repeats are those of the module; everything else stays. `None` where no such reference can be written.
pub(super) fn retarget(text: &str, node: Node<'_, '_>, target: &Identity, title: &Title) -> Option<Vec<Splice>> {
    let any = Identity { language: None, ..target.clone() };
    let parts: Vec<Node<'_, '_>> = elements(child_ending(node, "RefIdent")?).collect();
    let range = parts.first()?.range().start..parts.last()?.range().end;
    let written = ident_children(&any, &Version::default(), prefix_of(text, node))?;
    let mut splices = vec![Splice::replace(range, written)];
    if let Some(link) = node.attribute_node((XLINK, "href")) {
        splices.push(Splice::replace(link.range_value(), escape(format!("URN:S1000D:{any}")).into_owned()));
    }
    let Some(items) = child_ending(node, "RefAddressItems") else { return Some(splices) };
    // The date is that of the container.
    splices.extend(child(items, "issueDate").map(|date| Splice::replace(range_with_space(text, date), "")));
    if title.technical.is_empty() {
        return Some(splices);
    }
    let names = [
        ("techName", Some(&title.technical)),
        ("infoName", title.info.as_ref()),
        ("infoNameVariant", title.variant.as_ref()),
    ];
    for (name, words) in names {
        let part = child(items, "dmTitle").and_then(|title| child(title, name));
        splices.extend(part.map(|part| match words {
            Some(words) => replace_inner(text, part, &escaped(words)),
            None => Splice::replace(range_with_space(text, part), ""),
        }));
    }
    Some(splices)
}
