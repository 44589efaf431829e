//! The alternates of a container, added to and removed from its text.

use std::collections::HashSet;
use std::hash::BuildHasher;

use domain::text::fold;
use roxmltree::Node;

use super::ident::{child, elements, object_ref};
use super::write::{open_up, prefix_of, range_with_space, reference, replace_inner, space_before};
use super::{Title, copied};
use crate::code::Identity;
use crate::guard::{self, Refusal};
use crate::splice::Splice;

/// A change of the alternates that cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlternateError {
    /// The text is not that of a container.
    NotContainer,
    /// It is listed already.
    Listed,
    /// It is not listed.
    NotListed,
    /// A container has one alternate at least.
    Last,
}

/// The change that lists a module as the last alternate.
pub fn add(text: &str, module: &Identity, title: &Title) -> Result<Result<Splice, AlternateError>, Refusal> {
    let checked = guard::check_text(text)?;
    let document = super::parse_text(checked.text())?;
    let Some(container) = container(document.root_element()) else { return Ok(Err(AlternateError::NotContainer)) };
    let listed = list(container);
    if listed.iter().any(|(_, identity)| is_same(identity, module)) {
        return Ok(Err(AlternateError::Listed));
    }
    let prefix = prefix_of(text, container);
    let Some(written) = reference(module, title, prefix) else { return Ok(Err(AlternateError::NotContainer)) };
    Ok(Ok(match (listed.last(), child(container, "refs")) {
        (Some((last, _)), _) => Splice::insert(last.range().end, format!("{}{written}", space_before(text, *last))),
        (None, Some(refs)) => replace_inner(text, refs, &written),
        (None, None) => {
            let written = format!("<{prefix}refs>{written}</{prefix}refs>");
            match super::write::inner_range(text, container) {
                Some(inner) => Splice::insert(inner.start, written),
                None => open_up(text, container, &written),
            }
        }
    }))
}

/// The change that removes a module from the alternates.
pub fn remove(text: &str, module: &Identity) -> Result<Result<Splice, AlternateError>, Refusal> {
    let checked = guard::check_text(text)?;
    let document = super::parse_text(checked.text())?;
    let Some(container) = container(document.root_element()) else { return Ok(Err(AlternateError::NotContainer)) };
    let listed = list(container);
    let Some((found, _)) = listed.iter().find(|(_, identity)| is_same(identity, module)) else {
        return Ok(Err(AlternateError::NotListed));
    };
    if listed.len() == 1 {
        return Ok(Err(AlternateError::Last));
    }
    Ok(Ok(Splice::replace(range_with_space(text, *found), "")))
}

/// The text of the next version of a container, `new`, with the alternates of the old one for these folded codes that it
/// does not list any more, and with what these apply to; `None` when there are none.
pub fn keep(old: &str, new: &str, codes: &HashSet<String, impl BuildHasher>) -> Result<Option<String>, Refusal> {
    let checked = guard::check_text(old)?;
    let document = super::parse_text(checked.text())?;
    let Some(container) = container(document.root_element()) else { return Ok(None) };
    let mut text = new.to_owned();
    for (node, module) in list(container) {
        let code = fold(&Identity { language: None, ..module.clone() }.to_string());
        if !codes.contains(&code) {
            continue;
        }
        let Ok(anew) = add(&text, &module, &Title::default())? else { continue };
        let same = as_written(&text, &old[node.range()])?.and_then(|splice| copied::insert(old, &text, &splice));
        if let Some(longer) = same.or_else(|| copied::insert(old, &text, &limited(anew, node))) {
            text = longer;
        }
    }
    Ok((text != new).then_some(text))
}

/// The change that writes a reference as the last alternate of a container; `None` where it has no other.
fn as_written(text: &str, reference: &str) -> Result<Option<Splice>, Refusal> {
    let checked = guard::check_text(text)?;
    let document = super::parse_text(checked.text())?;
    let listed = container(document.root_element()).map(list).unwrap_or_default();
    let Some((last, _)) = listed.last() else { return Ok(None) };
    Ok(Some(Splice::insert(last.range().end, format!("{}{reference}", space_before(text, *last)))))
}

/// A reference that is written anew, with what the old one applies to.
fn limited(mut anew: Splice, old: Node<'_, '_>) -> Splice {
    const TAG: &str = "dmRef>";
    if let Some(tag) = anew.text.find(TAG) {
        anew.text.insert_str(tag + TAG.len() - 1, &copied::applic_attribute(old));
    }
    anew
}

fn container<'a, 'i>(root: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
    child(child(root, "content")?, "container")
}

/// The modules that a container refers to.
fn list<'a, 'i>(container: Node<'a, 'i>) -> Vec<(Node<'a, 'i>, Identity)> {
    let refs = child(container, "refs").unwrap_or(container);
    let named = elements(refs).filter(|node| node.tag_name().name() == "dmRef");
    named.filter_map(|node| Some((node, object_ref(node).ok()?.identity()))).collect()
}

/// A reference without a language means the module in all of them.
fn is_same(listed: &Identity, module: &Identity) -> bool {
    let same = |one: &Identity, other: &Identity| one.code == other.code && one.extension == other.extension;
    same(listed, module)
        && (listed.language.is_none() || module.language.is_none() || listed.language == module.language)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::FileName;
    use crate::splice;

    fn identity(variant: &str) -> Identity {
        FileName::parse(&format!("DMC-NV-A-28-41-01-00{variant}-180A-A_en-US.XML")).expect("a name").identity
    }

    /// A container with statements of applicability.
    fn with_statements(container: &str, statements: &[(&str, &str)]) -> String {
        let each = statements
            .iter()
            .map(|(id, words)| format!("<applic id=\"{id}\"><displayText>{words}</displayText></applic>"));
        let group = format!("<referencedApplicGroup>{}</referencedApplicGroup>", each.collect::<String>());
        container.replace("<content>", &format!("<content>{group}"))
    }

    fn one(text: &str, change: Result<Result<Splice, AlternateError>, Refusal>) -> Result<String, AlternateError> {
        change.expect("a text").map(|splice| splice::apply(text, &[splice]).expect("a text"))
    }

    #[test]
    fn alternates_are_added_at_the_end_and_removed_with_their_line() {
        let empty = "<dmodule><content><container/></content></dmodule>";
        let first = one(empty, add(empty, &identity("A"), &Title::default())).expect("a container");
        let spaced = first.replace("<dmRef>", "\n  <dmRef>").replace("</refs>", "\n</refs>");
        let both = one(&spaced, add(&spaced, &identity("B"), &Title::default())).expect("a container");
        assert_eq!(both.matches("\n  <dmRef>").count(), 2, "{both}");
        assert_eq!(one(&both, add(&both, &identity("A"), &Title::default())), Err(AlternateError::Listed));
        assert_eq!(one(&both, remove(&both, &identity("B"))).as_ref(), Ok(&spaced));
        assert_eq!(one(&both, remove(&both, &identity("C"))), Err(AlternateError::NotListed));
        assert_eq!(one(&spaced, remove(&spaced, &identity("A"))), Err(AlternateError::Last));
        let codes = HashSet::from(["dmc-nv-a-28-41-01-00b-180a-a".to_owned()]);
        let kept = keep(&both, &spaced, &codes).expect("containers").expect("a change");
        assert_eq!(kept, both, "an alternate that the next version drops");
        assert_eq!(keep(&spaced, &spaced, &codes), Ok(None));
        let other = "<dmodule><content><description/></content></dmodule>";
        assert_eq!(one(other, remove(other, &identity("A"))), Err(AlternateError::NotContainer));
    }

    #[test]
    fn an_alternate_that_stays_applies_to_the_same_aircraft() {
        let empty = "<dmodule><content><container/></content></dmodule>";
        let first = one(empty, add(empty, &identity("A"), &Title::default())).expect("a container");
        let both = one(&first, add(&first, &identity("B"), &Title::default())).expect("a container");
        let codes = HashSet::from(["dmc-nv-a-28-41-01-00b-180a-a".to_owned()]);
        let limited = |id: &str| both.replace("</dmRef><dmRef>", &format!("</dmRef><dmRef applicRefId=\"{id}\">"));
        let old = with_statements(&limited("app-1"), &[("app-1", "One")]);
        let kept = |new: &str| keep(&old, new, &codes).expect("containers").expect("a change");
        let expected = with_statements(&limited("app-1-2"), &[("app-1", "Two"), ("app-1-2", "One")]);
        assert_eq!(kept(&with_statements(&first, &[("app-1", "Two")])), expected, "its id is another statement's now");
        let moved = [("app-1", "Two"), ("app-2", "One")];
        assert_eq!(kept(&with_statements(&first, &moved)), with_statements(&limited("app-2"), &moved));
        assert!(kept(empty).contains("<dmRef applicRefId=\"app-1\">"), "the new one lists no other");
        assert!(kept(empty).contains("<displayText>One</displayText>"));
    }
}
