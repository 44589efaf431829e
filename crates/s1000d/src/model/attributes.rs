//! Reads the attributes of a type, with the values that they may have.

use super::sources::{Component, Declaration, SchemaSources, built_in, is, part};
use super::{AttributeModel, ContentModel, ValueKind};

/// Types and groups inside each other.
const MAX_DEPTH: usize = 32;
/// Attributes of one element. Official schemas have up to 40.
const MAX_ATTRIBUTES: usize = 500;
/// SimpleValues of one attribute. Official schemas have up to 1,000.
const MAX_VALUES: usize = 5_000;

/// An attribute with its values.
#[derive(Debug)]
pub(super) struct FoundAttribute {
    name: String,
    is_required: bool,
    values: SimpleValues,
}

/// The values of a simple type.
#[derive(Debug, Clone, Default)]
struct SimpleValues {
    kind: ValueKind,
    listed: Vec<String>,
    is_closed: bool,
}

impl FoundAttribute {
    /// Adds it to the tables of a model; returns its index.
    pub(super) fn add_to(self, model: &mut ContentModel) -> usize {
        let SimpleValues { kind, listed, is_closed } = self.values;
        let is_closed = is_closed && !listed.is_empty();
        let values = model.add_values(listed);
        model.add_attribute(AttributeModel { name: self.name, is_required: self.is_required, kind, values, is_closed })
    }
}

/// The attributes of a complex type, those of the types that it extends first.
pub(super) fn read<'d>(sources: &SchemaSources<'d>, complex: Declaration<'d>) -> Vec<FoundAttribute> {
    let mut found = Vec::new();
    of_type(sources, complex, &mut found, 0);
    found
}

fn of_type<'d>(sources: &SchemaSources<'d>, complex: Declaration<'d>, found: &mut Vec<FoundAttribute>, depth: usize) {
    if depth > MAX_DEPTH {
        return;
    }
    let derived = part(complex, &["simpleContent", "complexContent"]);
    let Some(change) = derived.and_then(|derived| part(derived, &["extension", "restriction"])) else {
        return of_parts(sources, complex, found, depth);
    };
    let base = sources.referred(Component::Type, change, "base");
    if let Some(base) = base.filter(|base| is(*base, "complexType")) {
        of_type(sources, base, found, depth + 1);
    }
    of_parts(sources, change, found, depth);
}

fn of_parts<'d>(sources: &SchemaSources<'d>, node: Declaration<'d>, found: &mut Vec<FoundAttribute>, depth: usize) {
    for own in node.children().filter(|own| own.is_element()) {
        if depth > MAX_DEPTH || found.len() >= MAX_ATTRIBUTES {
            return;
        }
        if is(own, "attributeGroup") {
            if let Some(group) = sources.referred(Component::AttributeGroup, own, "ref") {
                of_parts(sources, group, found, depth + 1);
            }
        } else if is(own, "attribute") {
            add(sources, own, found);
        }
    }
}

fn add<'d>(sources: &SchemaSources<'d>, node: Declaration<'d>, found: &mut Vec<FoundAttribute>) {
    let declared =
        if node.has_attribute("ref") { sources.referred(Component::Attribute, node, "ref") } else { Some(node) };
    // The attributes of the `xml` prefix are known by name where a set does not declare them.
    let name = match declared {
        Some(declared) => sources.written(declared),
        None => node.attribute("ref").unwrap_or_default().to_owned(),
    };
    found.retain(|other| other.name != name);
    let usage = node.attribute("use").map(str::trim);
    if usage == Some("prohibited") || name.is_empty() {
        return;
    }
    let mut values = declared.map(|declared| of_attribute(sources, declared)).unwrap_or_default();
    let fixed = node.attribute("fixed").or_else(|| declared.and_then(|declared| declared.attribute("fixed")));
    if let Some(fixed) = fixed {
        values = SimpleValues { listed: vec![fixed.to_owned()], is_closed: true, ..values };
    }
    found.push(FoundAttribute { name, is_required: usage == Some("required"), values });
}

fn of_attribute<'d>(sources: &SchemaSources<'d>, node: Declaration<'d>) -> SimpleValues {
    match (part(node, &["simpleType"]), node.attribute("type")) {
        (Some(own), _) => of_simple_type(sources, own, 0),
        (None, Some(name)) => of_named_type(sources, node, name, 0),
        (None, None) => SimpleValues::default(),
    }
}

fn of_named_type<'d>(sources: &SchemaSources<'d>, node: Declaration<'d>, name: &'d str, depth: usize) -> SimpleValues {
    if let Some(name) = built_in(node, name) {
        let kind = match name {
            "ID" => ValueKind::Id,
            "IDREF" => ValueKind::Reference,
            "IDREFS" => ValueKind::References,
            _ => ValueKind::Text,
        };
        let listed = if name == "boolean" { vec!["true".to_owned(), "false".to_owned()] } else { Vec::new() };
        return SimpleValues { kind, listed, is_closed: false };
    }
    let named = sources.named(Component::Type, node, name).filter(|named| is(*named, "simpleType"));
    named.map(|named| of_simple_type(sources, named, depth + 1)).unwrap_or_default()
}

fn of_simple_type<'d>(sources: &SchemaSources<'d>, node: Declaration<'d>, depth: usize) -> SimpleValues {
    let Some(made) = part(node, &["restriction", "union", "list"]).filter(|_| depth <= MAX_DEPTH) else {
        return SimpleValues::default();
    };
    let inner = || made.children().filter(|own| is(*own, "simpleType"));
    let base = |attribute: &str| match (inner().next(), made.attribute(attribute)) {
        (Some(own), _) => of_simple_type(sources, own, depth + 1),
        (None, Some(name)) => of_named_type(sources, made, name, depth + 1),
        (None, None) => SimpleValues::default(),
    };
    if is(made, "list") {
        let SimpleValues { kind, listed, .. } = base("itemType");
        let kind = if kind == ValueKind::Reference { ValueKind::References } else { kind };
        return SimpleValues { kind, listed, is_closed: false };
    }
    if is(made, "union") {
        let named = made.attribute("memberTypes").unwrap_or_default().split_ascii_whitespace();
        let named = named.map(|name| of_named_type(sources, made, name, depth + 1));
        let members: Vec<SimpleValues> =
            named.chain(inner().map(|own| of_simple_type(sources, own, depth + 1))).collect();
        let is_closed = members.iter().all(|member| member.is_closed);
        let listed = members.into_iter().flat_map(|member| member.listed).take(MAX_VALUES).collect();
        return SimpleValues { kind: ValueKind::Text, listed, is_closed };
    }
    let base = base("base");
    let values = made.children().filter(|own| is(*own, "enumeration")).filter_map(|own| own.attribute("value"));
    let mut listed: Vec<String> = values.take(MAX_VALUES + 1).map(str::to_owned).collect();
    if listed.is_empty() {
        return base;
    }
    let is_closed = listed.len() <= MAX_VALUES;
    listed.truncate(MAX_VALUES);
    SimpleValues { kind: base.kind, listed, is_closed }
}
