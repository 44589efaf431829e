//! References: to modules, to other documents, to places in the same module, to entries of repositories.

use roxmltree::Node;

use super::data;
use super::names::name_of;
use super::rule::Rule;
use super::{Builder, Xml};
use crate::document::added::{AddedRole, PlaceName, Wording};
use crate::document::kind::{Block, Form, Kind, List, Phrase, ReferenceList};
use crate::document::marks::Shape;
use crate::document::outline::ReferenceNode;
use crate::object::Target;
use crate::object::ident::{child, child_text, elements, object_ref, text_of};

pub(super) const RULES: &[(&str, Rule)] = &[
    ("dmRef", Rule::Inline(object)),
    ("pmRef", Rule::Inline(object)),
    ("scormContentPackageRef", Rule::Inline(object)),
    ("commentRef", Rule::Inline(object)),
    ("dmlRef", Rule::Inline(object)),
    ("externalPubRef", Rule::Inline(external)),
    ("externalRef", Rule::Inline(external)),
    ("internalRef", Rule::Inline(internal)),
    ("footnoteRef", Rule::Inline(internal)),
    ("refs", Rule::Block(list)),
    ("catalogSeqNumberRef", Rule::Inline(entry)),
    ("toolRef", Rule::Inline(entry)),
    ("supplyRef", Rule::Inline(entry)),
    ("supplyRqmtRef", Rule::Inline(entry)),
    ("partRef", Rule::Inline(entry)),
    ("functionalItemRef", Rule::Inline(entry)),
    ("circuitBreakerRef", Rule::Inline(entry)),
    ("controlIndicatorRef", Rule::Inline(entry)),
    ("zoneRef", Rule::Inline(entry)),
    ("accessPointRef", Rule::Inline(entry)),
    ("accessPanelRef", Rule::Inline(entry)),
    ("enterpriseRef", Rule::Inline(entry)),
    ("functionalPhysicalAreaRef", Rule::Inline(entry)),
    ("materialSetRef", Rule::Inline(entry)),
    ("brDecisionRef", Rule::Inline(entry)),
    ("infoEntityRef", Rule::Inline(entry)),
    ("applicRef", Rule::Inline(entry)),
    ("variableRef", Rule::Inline(entry)),
    ("identNumber", Rule::Inline(entry)),
    ("partAndSerialNumber", Rule::Inline(entry)),
    ("container", Rule::Through),
    ("zoneRefGroup", Rule::Block(related)),
    ("accessPointRefGroup", Rule::Block(related)),
    ("toolRefGroup", Rule::Block(related)),
    ("functionalItemRefGroup", Rule::Block(related)),
    ("circuitBreakerRefGroup", Rule::Block(related)),
    ("functionalPhysicalAreaRefGroup", Rule::Block(related)),
];

fn object<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let target = object_ref(node).ok().map(|target| Target::Object(Box::new(target)));
    let is_alternate = target.is_some() && is_alternate(node);
    reference(b, ReferenceNode { target, name: None, is_found: false, is_alternate }, |b| {
        texts(b, node);
    });
}

/// Whether it is one of the modules that a container chooses from.
fn is_alternate(node: Xml<'_>) -> bool {
    node.ancestors().skip(1).take(2).any(|parent| parent.tag_name().name() == "container")
}

fn external<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let ident = child(node, "externalPubRefIdent");
    let part = |name| ident.and_then(|ident| child_text(ident, name)).unwrap_or_default();
    let target = Target::External { code: part("externalPubCode"), title: part("externalPubTitle") };
    let found = ReferenceNode { target: Some(target), name: None, is_found: false, is_alternate: false };
    reference(b, found, |b| {
        if !texts(b, node) {
            data::attributes(b, node, true);
        }
    });
}

fn internal<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let id = node.attribute("internalRefId").unwrap_or_default();
    let place = b.numbers.element(id);
    let name =
        text_of(node).is_empty().then(|| place.map_or_else(|| PlaceName::Text(id.into()), |place| name_of(b, place)));
    let target = Some(Target::Internal { id: id.to_owned() });
    let found = ReferenceNode { target, name: name.clone(), is_found: place.is_some(), is_alternate: false };
    reference(b, found, |b| {
        if let Some(name) = name {
            b.add(AddedRole::Name, Wording::Place(name));
        }
        b.children(node);
    });
}

fn reference<'d>(b: &mut Builder<'d>, reference: ReferenceNode, inside: impl FnOnce(&mut Builder<'d>)) {
    let index = u32::try_from(b.document.references.len()).unwrap_or(u32::MAX);
    b.document.references.push(reference);
    b.within(Kind::Reference(index), inside);
}

/// Every text below an element, each apart from the next; says whether there was any.
fn texts<'d>(b: &mut Builder<'d>, node: Xml<'d>) -> bool {
    let mut any = false;
    for part in node.descendants().filter(Node::is_text) {
        let text = part.text().unwrap_or_default().trim();
        if !text.is_empty() {
            if any {
                b.add(AddedRole::Sign, Wording::Sign(" - "));
            }
            b.text_part(part, text, Kind::Text);
            any = true;
        }
    }
    any
}

/// The references of a module or of a step, as a list.
fn list<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let alternates = node.parent_element().is_some_and(|parent| parent.tag_name().name() == "container");
    let kind = if alternates { ReferenceList::Alternates } else { ReferenceList::Further };
    b.within(Kind::References(kind), |b| {
        b.within(Kind::List(List::Bullets), |b| {
            b.each(node, |b, part| b.within(Block::Item, |b| b.element(part)));
        });
    });
}

/// Related entries of a repository in one line, after the type of their relation.
fn related<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let kind = node.attributes().find(|attribute| attribute.name().ends_with("RefType"));
    b.within(Block::Value, |b| {
        b.label(Form::Block);
        let label = kind.map_or_else(
            || Wording::Label(node.tag_name().name().into()),
            |kind| Wording::value(kind.name(), kind.value()),
        );
        b.add_spaced(AddedRole::Label, label);
        let mut is_first = true;
        b.each(node, |b, part| {
            if !std::mem::take(&mut is_first) {
                b.add(AddedRole::Sign, Wording::Sign(", "));
            }
            b.element(part);
        });
    });
}

/// A reference to an entry of a repository: what names it, then what the author wrote about it.
pub(super) fn entry<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let naming = node.attributes().filter(|attribute| names(attribute.name()));
    let names: Vec<_> = naming.map(|attribute| (attribute.name().into(), attribute.value().into())).collect();
    let area = if node.tag_name().name() == "functionalPhysicalAreaRef" { data::area(node) } else { None };
    b.within(Kind::Entry, |b| {
        if !names.is_empty() {
            b.add(AddedRole::EntryName, area.map_or(Wording::Values(names), Wording::text));
            if node.has_children() {
                b.add(AddedRole::Sign, Wording::Sign(" "));
            }
        }
        run_in(b, node);
    });
}

/// Attributes that name an entry.
fn names(name: &str) -> bool {
    let ends = ["Number", "Value", "Ident", "Variant", "Code", "Name", "RefIdent", "item"];
    name != "infoEntityIdent" && ends.iter().any(|end| name.ends_with(end))
}

/// The content in one line and without labels.
pub(super) fn run_in<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    // Whether nothing would stand between the last part and the next.
    let mut joins = false;
    b.each_part(node, |b, part| {
        if part.is_text() {
            joins = false;
            return b.text(part, Kind::Text);
        }
        if joins {
            b.blank();
        }
        joins = elements(part).next().is_some() || !matches!(b.rules.of(part), Rule::Field);
        if joins {
            return b.element(part);
        }
        b.piece(part, Shape::Inline, |b| {
            b.within(Phrase::Value, |b| {
                data::attributes(b, part, true);
                b.children(part);
            });
        });
        b.blank();
    });
}
