//! Reads the attributes of a type, with the values that they may have.

use super::budget::ReadBudget;
use super::sources::{Component, SchemaNode, SchemaSources, built_in, is, part};
use super::tables::ModelTables;
use super::{AttributeKind, AttributeModel};

/// Types and groups inside each other.
const MAX_DEPTH: usize = 32;
/// Attributes of one element. Official schemas have up to 40.
const MAX_ATTRIBUTES: usize = 500;
/// Values of one attribute. Official schemas have up to 1,000.
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
    kind: AttributeKind,
    listed: Vec<String>,
    is_closed: bool,
}

impl FoundAttribute {
    /// Adds it to the tables of a model; returns its index.
    pub(super) fn add_to(self, tables: &mut ModelTables) -> usize {
        let SimpleValues { kind, listed, is_closed } = self.values;
        let is_closed = is_closed && !listed.is_empty();
        let values = tables.add_values(listed);
        tables.add_attribute(AttributeModel { name: self.name, is_required: self.is_required, kind, values, is_closed })
    }
}

/// The attributes of a complex type, those of the types that it extends first.
pub(super) fn read<'d>(
    sources: &SchemaSources<'d>,
    complex: SchemaNode<'d>,
    budget: &mut ReadBudget,
) -> Vec<FoundAttribute> {
    let mut reader = AttributeReader { sources, budget, found: Vec::new() };
    reader.read_type(complex, 0);
    reader.found
}

struct AttributeReader<'r, 'd> {
    sources: &'r SchemaSources<'d>,
    budget: &'r mut ReadBudget,
    found: Vec<FoundAttribute>,
}

impl<'d> AttributeReader<'_, 'd> {
    fn read_type(&mut self, complex: SchemaNode<'d>, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        let derived = part(complex, &["simpleContent", "complexContent"]);
        let Some(change) = derived.and_then(|derived| part(derived, &["extension", "restriction"])) else {
            return self.read_parts(complex, depth);
        };
        let base = self.sources.referred(Component::Type, change, "base");
        if let Some(base) = base.filter(|base| is(*base, "complexType")) {
            self.read_type(base, depth + 1);
        }
        self.read_parts(change, depth);
    }

    fn read_parts(&mut self, node: SchemaNode<'d>, depth: usize) {
        for own in node.children().filter(roxmltree::Node::is_element) {
            if depth > MAX_DEPTH || self.found.len() >= MAX_ATTRIBUTES || !self.budget.spend(1) {
                return;
            }
            if is(own, "attributeGroup") {
                if let Some(group) = self.sources.referred(Component::AttributeGroup, own, "ref") {
                    self.read_parts(group, depth + 1);
                }
            } else if is(own, "attribute") {
                self.add(own);
            }
        }
    }

    fn add(&mut self, node: SchemaNode<'d>) {
        let declared = if node.has_attribute("ref") {
            self.sources.referred(Component::Attribute, node, "ref")
        } else {
            Some(node)
        };
        // The attributes of the `xml` prefix are known by name where a set does not declare them.
        let name = match declared {
            Some(declared) => self.sources.written(declared),
            None => node.attribute("ref").unwrap_or_default().to_owned(),
        };
        self.found.retain(|other| other.name != name);
        let usage = node.attribute("use").map(str::trim);
        if usage == Some("prohibited") || name.is_empty() {
            return;
        }
        let mut values = declared.map(|declared| self.values_of(declared)).unwrap_or_default();
        let fixed = node.attribute("fixed").or_else(|| declared.and_then(|declared| declared.attribute("fixed")));
        if let Some(fixed) = fixed {
            values = SimpleValues { listed: vec![fixed.to_owned()], is_closed: true, ..values };
        }
        self.found.push(FoundAttribute { name, is_required: usage == Some("required"), values });
    }

    fn values_of(&mut self, node: SchemaNode<'d>) -> SimpleValues {
        match (part(node, &["simpleType"]), node.attribute("type")) {
            (Some(own), _) => self.simple_type(own, 0),
            (None, Some(name)) => self.named_type(node, name, 0),
            (None, None) => SimpleValues::default(),
        }
    }

    fn named_type(&mut self, node: SchemaNode<'d>, name: &'d str, depth: usize) -> SimpleValues {
        if let Some(name) = built_in(node, name) {
            let kind = match name {
                "ID" => AttributeKind::Id,
                "IDREF" => AttributeKind::Reference,
                "IDREFS" => AttributeKind::References,
                _ => AttributeKind::Text,
            };
            let listed = if name == "boolean" { vec!["true".to_owned(), "false".to_owned()] } else { Vec::new() };
            return SimpleValues { kind, listed, is_closed: false };
        }
        let named = self.sources.named(Component::Type, node, name).filter(|named| is(*named, "simpleType"));
        named.map(|named| self.simple_type(named, depth + 1)).unwrap_or_default()
    }

    fn simple_type(&mut self, node: SchemaNode<'d>, depth: usize) -> SimpleValues {
        let made = part(node, &["restriction", "union", "list"]);
        let Some(made) = made.filter(|_| depth <= MAX_DEPTH && self.budget.spend(1)) else {
            return SimpleValues::default();
        };
        if is(made, "list") {
            let SimpleValues { kind, listed, .. } = self.base_of(made, "itemType", depth);
            let kind = if kind == AttributeKind::Reference { AttributeKind::References } else { kind };
            return SimpleValues { kind, listed, is_closed: false };
        }
        if is(made, "union") {
            return self.union_of(made, depth);
        }
        let base = self.base_of(made, "base", depth);
        let values = made.children().filter(|own| is(*own, "enumeration")).filter_map(|own| own.attribute("value"));
        let mut listed: Vec<String> = values.take(MAX_VALUES + 1).map(str::to_owned).collect();
        if listed.is_empty() {
            return base;
        }
        self.budget.spend(listed.len());
        let is_closed = listed.len() <= MAX_VALUES;
        listed.truncate(MAX_VALUES);
        SimpleValues { kind: base.kind, listed, is_closed }
    }

    /// The type that another one is made of.
    fn base_of(&mut self, made: SchemaNode<'d>, attribute: &str, depth: usize) -> SimpleValues {
        match (part(made, &["simpleType"]), made.attribute(attribute)) {
            (Some(own), _) => self.simple_type(own, depth + 1),
            (None, Some(name)) => self.named_type(made, name, depth + 1),
            (None, None) => SimpleValues::default(),
        }
    }

    fn union_of(&mut self, made: SchemaNode<'d>, depth: usize) -> SimpleValues {
        let mut all = SimpleValues { is_closed: true, ..SimpleValues::default() };
        for name in made.attribute("memberTypes").unwrap_or_default().split_ascii_whitespace() {
            all.extend(self.named_type(made, name, depth + 1));
        }
        for own in made.children().filter(|own| is(*own, "simpleType")) {
            all.extend(self.simple_type(own, depth + 1));
        }
        all
    }
}

impl SimpleValues {
    /// Adds the values of another member of a union. A list that is too long to be read whole is not closed.
    fn extend(&mut self, member: Self) {
        let room = MAX_VALUES - self.listed.len();
        self.is_closed &= member.is_closed && member.listed.len() <= room;
        self.listed.extend(member.listed.into_iter().take(room));
    }
}
