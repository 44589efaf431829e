//! References to other modules, and to places in the same module.

mod places;
#[cfg(test)]
mod tests;

use roxmltree::Node;

use crate::code::{Code, Identity, Version};
use crate::form::writer::{FormWriter, attribute_value, has_elements_only};
use crate::guard::{self, Refusal};
use crate::model::ContentModel;
use crate::object::ident::{child_ending, object_ref};
use crate::object::write::{ident_children, prefix_of, reference, replace_inner};
use crate::object::{Title, parse_text};
use crate::splice::Splice;

use places::ReferencePlace;

const XLINK: &str = "http://www.w3.org/1999/xlink";

/// The references at a position of a text, as a form shows them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReferenceFields {
    /// The reference that the position is in.
    pub at: Option<ReferenceAt>,
    /// A reference to a module can be inserted at the position.
    pub allows_module: bool,
    pub allows_internal: bool,
}

/// A reference in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReferenceAt {
    /// To a module or a publication; the issue is that of the reference, as in `002-00`.
    Object { target: Option<Identity>, title: String, fragment: Option<String>, issue: Option<String> },
    /// To an element of the same module.
    Internal { id: String },
}

/// An element with an id, which a reference can lead to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferenceTarget {
    pub id: String,
    /// The local name.
    pub element: String,
    /// Its title, or the beginning of its text.
    pub label: String,
}

/// A new target of a reference, or a new reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReferenceChange {
    Object {
        target: Identity,
        title: Title,
        /// The id of an element of the target.
        fragment: Option<String>,
    },
    Internal {
        id: String,
    },
}

/// The references at a position, in bytes.
pub fn read(text: &str, position: usize, model: &ContentModel) -> Result<ReferenceFields, Refusal> {
    let checked = guard::check_text(text)?;
    let document = parse_text(checked.text())?;
    let place = ReferencePlace::find(text, &document, position);
    let allows = |name: &str| place.as_ref().is_some_and(|place| place.allows(name, model));
    Ok(ReferenceFields {
        at: place.as_ref().and_then(ReferencePlace::at),
        allows_module: allows("dmRef"),
        allows_internal: allows("internalRef"),
    })
}

/// The elements of a module that references can lead to.
pub fn targets(text: &str) -> Result<Vec<ReferenceTarget>, Refusal> {
    let checked = guard::check_text(text)?;
    let document = parse_text(checked.text())?;
    Ok(places::targets(&document))
}

/// The splices that write a reference: over the one at the position, or a new one where the model allows it.
pub fn edit(
    text: &str,
    position: usize,
    change: &ReferenceChange,
    model: &ContentModel,
) -> Result<Option<Vec<Splice>>, Refusal> {
    let checked = guard::check_text(text)?;
    let document = parse_text(checked.text())?;
    let Some(place) = ReferencePlace::find(text, &document, position) else { return Ok(None) };
    let mut writer = FormWriter::new(text);
    match change {
        ReferenceChange::Object { target, title, fragment } => {
            write_object(&mut writer, &place, (target, title, fragment.as_deref()), position, model);
        }
        ReferenceChange::Internal { id } => match places::target(&document, id) {
            Some(target) => write_internal(&mut writer, &place, id, places::target_type(target), position, model),
            None => writer.refuse(),
        },
    }
    Ok(writer.finish())
}

fn write_object(
    writer: &mut FormWriter<'_>,
    place: &ReferencePlace<'_, '_>,
    (target, title, fragment): (&Identity, &Title, Option<&str>),
    position: usize,
    model: &ContentModel,
) {
    let name = object_name(target);
    // Only references to modules can lead to an element.
    if name != "dmRef" && fragment.is_some() {
        return writer.refuse();
    }
    match place.reference {
        Some(node) if node.tag_name().name() == name => retarget(writer, node, target, title, fragment),
        None if place.allows(name, model) => match reference(target, title, prefix_of(writer.text, place.element)) {
            Some(written) => writer.push(Splice::insert(position, with_fragment(&written, fragment))),
            None => writer.refuse(),
        },
        _ => writer.refuse(),
    }
}

fn write_internal(
    writer: &mut FormWriter<'_>,
    place: &ReferencePlace<'_, '_>,
    id: &str,
    kind: Option<&str>,
    position: usize,
    model: &ContentModel,
) {
    match place.reference {
        Some(node) if node.tag_name().name() == "internalRef" => {
            writer.set_attribute(node, "internalRefId", Some(id));
            writer.set_attribute(node, "internalRefTargetType", kind);
        }
        None if place.allows("internalRef", model) => {
            let prefix = prefix_of(writer.text, place.element);
            let kind = kind.map(|kind| format!(" internalRefTargetType=\"{kind}\"")).unwrap_or_default();
            let id = attribute_value(id);
            writer.push(Splice::insert(position, format!("<{prefix}internalRef internalRefId=\"{id}\"{kind}/>")));
        }
        _ => writer.refuse(),
    }
}

/// The name of a reference to an object.
fn object_name(target: &Identity) -> &'static str {
    match target.code {
        Code::Module(_) => "dmRef",
        _ => "pmRef",
    }
}

/// A written reference with the id of an element of its target.
fn with_fragment(written: &str, fragment: Option<&str>) -> String {
    let Some(fragment) = fragment else { return written.to_owned() };
    let attribute = format!(" referredFragment=\"{}\">", attribute_value(fragment));
    written.replacen('>', &attribute, 1)
}

/// Changes the target of a reference; its other attributes stay. The same target stays with its language and issue.
fn retarget(writer: &mut FormWriter<'_>, node: Node<'_, '_>, target: &Identity, title: &Title, fragment: Option<&str>) {
    let old = object_ref(node).ok().map(|old| old.identity());
    if node.tag_name().name() == "dmRef" {
        writer.set_attribute(node, "referredFragment", fragment);
    }
    if old.as_ref().is_some_and(|old| is_same(old, target)) {
        return;
    }
    let prefix = prefix_of(writer.text, node);
    let language = old.and_then(|old| old.language).filter(|language| target.language == Some(*language));
    let kept = Identity { language, ..target.clone() };
    let written = ident_children(&kept, &Version::default(), prefix);
    let items = reference(target, title, prefix).as_deref().and_then(address_items);
    let ident = child_ending(node, "RefIdent").filter(|ident| has_elements_only(*ident));
    let (Some(written), Some(items), Some(ident)) = (written, items, ident) else { return writer.refuse() };
    writer.push(replace_inner(writer.text, ident, &written));
    match child_ending(node, "RefAddressItems") {
        Some(old) if has_elements_only(old) => writer.push(Splice::replace(old.range(), items)),
        Some(_) => writer.refuse(),
        None => writer.push(Splice::insert(ident.range().end, items)),
    }
    if let Some(link) = node.attribute_node((XLINK, "href")) {
        let any = Identity { language: None, ..target.clone() };
        writer.push(Splice::replace(link.range_value(), attribute_value(&format!("URN:S1000D:{any}"))));
    }
}

/// Whether a reference leads to a module already. Without a language it leads to any.
fn is_same(old: &Identity, target: &Identity) -> bool {
    let is_language = old.language.is_none_or(|language| target.language == Some(language));
    is_language && old.code == target.code && old.extension == target.extension
}

/// The title in a written reference, behind the identity.
fn address_items(written: &str) -> Option<String> {
    let behind = written.rsplit_once("RefIdent>")?.1;
    behind.rsplit_once("</").map(|(items, _)| items.to_owned())
}
