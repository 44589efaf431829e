//! References to a container that lead to one of its alternates instead.

use std::ops::Range;

use quick_xml::escape::escape;

use super::skeleton::SkeletonElement;
use crate::code::{Identity, Version};
use crate::object::Title;
use crate::object::write::{escaped, ident_children};
use crate::splice::Splice;

/// The changes that make a reference lead to another module, in any language and issue. Parts of the title that the
/// reference repeats are those of the module; everything else stays. `None` where no such reference can be written.
pub(super) fn retarget(reference: SkeletonElement<'_, '_>, target: &Identity, title: &Title) -> Option<Vec<Splice>> {
    let any = Identity { language: None, ..target.clone() };
    let ident = reference.child_ending("RefIdent")?;
    let (first, last) = (ident.children().next()?, ident.children().last()?);
    let written = ident_children(&any, &Version::default(), reference.prefix())?;
    let mut splices = vec![Splice::replace(first.range().start..last.range().end, written)];
    if let Some(link) = reference.attributes().find(|attribute| attribute.key().ends_with(":href")) {
        splices.push(Splice::replace(link.value_range(), escape(format!("URN:S1000D:{any}")).into_owned()));
    }
    let Some(items) = reference.child_ending("RefAddressItems") else { return Some(splices) };
    // The date is that of the container.
    splices.extend(items.child("issueDate").map(|date| Splice::replace(with_line(date), "")));
    if title.technical.is_empty() {
        return Some(splices);
    }
    let names = [
        ("techName", Some(&title.technical)),
        ("infoName", title.info.as_ref()),
        ("infoNameVariant", title.variant.as_ref()),
    ];
    for (name, words) in names {
        let part = items.child("dmTitle").and_then(|title| title.child(name));
        splices.extend(part.and_then(|part| match words {
            Some(words) => Some(Splice::replace(part.inner()?, escaped(words))),
            None => Some(Splice::replace(with_line(part), "")),
        }));
    }
    Some(splices)
}

/// The range of an element with the line break and indentation before it.
fn with_line(part: SkeletonElement<'_, '_>) -> Range<usize> {
    let range = part.range();
    range.start - part.space_before().len()..range.end
}
