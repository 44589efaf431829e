//! The declarations of a schema and of all files that it includes or imports.

use std::collections::HashMap;

use roxmltree::{Document, Node};

pub(super) type SchemaNode<'d> = Node<'d, 'd>;

const XSD: &str = "http://www.w3.org/2001/XMLSchema";
const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// Types that are derived from each other.
const MAX_DERIVED: usize = 32;
/// The facets that forbid an empty value.
const FACETS: &[&str] = &["enumeration", "length", "minLength", "pattern"];

/// Namespace and local name.
type QualifiedName<'d> = (&'d str, &'d str);

/// The kind of component that a name is declared for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Component {
    Element,
    /// Simple and complex types share their names.
    Type,
    Group,
    Attribute,
    AttributeGroup,
}

/// The locations that a schema includes or imports.
pub(super) fn locations<'d>(schema: &'d Document<'_>) -> impl Iterator<Item = &'d str> {
    let others = schema
        .root_element()
        .children()
        .filter(|node| is(*node, "include") || is(*node, "import") || is(*node, "redefine"));
    others.filter_map(|node| node.attribute("schemaLocation"))
}

/// Whether a node is a declaration of this kind.
pub(super) fn is(node: Node<'_, '_>, kind: &str) -> bool {
    node.is_element() && node.tag_name().name() == kind && node.tag_name().namespace() == Some(XSD)
}

/// The first part of a declaration that is of one of these kinds.
pub(super) fn part<'d>(node: SchemaNode<'d>, kinds: &[&str]) -> Option<SchemaNode<'d>> {
    node.children().find(|part| kinds.iter().any(|kind| is(*part, kind)))
}

/// The top-level declarations of several schema files.
#[derive(Debug)]
pub(super) struct SchemaSources<'d> {
    named: HashMap<(Component, QualifiedName<'d>), SchemaNode<'d>>,
    /// The elements that may stand for another one, by its name.
    substitutes: HashMap<QualifiedName<'d>, Vec<SchemaNode<'d>>>,
    /// In the order of the main schema.
    elements: Vec<SchemaNode<'d>>,
    prefixes: HashMap<&'d str, &'d str>,
}

impl<'d> SchemaSources<'d> {
    /// Of two declarations with one name the first is used. The first file is the main schema.
    pub(super) fn new(files: &'d [Document<'d>]) -> Self {
        let mut sources = Self {
            named: HashMap::new(),
            substitutes: HashMap::new(),
            elements: Vec::new(),
            prefixes: HashMap::from([(XML, "xml")]),
        };
        for (index, file) in files.iter().enumerate() {
            let root = file.root_element();
            for space in root.namespaces() {
                if let Some(prefix) = space.name() {
                    sources.prefixes.entry(space.uri()).or_insert(prefix);
                }
            }
            for node in root.children().filter(Node::is_element) {
                sources.add(node, index == 0);
            }
        }
        sources
    }

    fn add(&mut self, node: SchemaNode<'d>, is_main: bool) {
        let component = match node.tag_name().name() {
            "element" => Component::Element,
            "complexType" | "simpleType" => Component::Type,
            "group" => Component::Group,
            "attribute" => Component::Attribute,
            "attributeGroup" => Component::AttributeGroup,
            _ => return,
        };
        let Some(name) = node.attribute("name") else { return };
        self.named.entry((component, (target_of(node), name))).or_insert(node);
        if component != Component::Element {
            return;
        }
        if is_main {
            self.elements.push(node);
        }
        if let Some(head) = node.attribute("substitutionGroup") {
            self.substitutes.entry(resolve(node, head)).or_default().push(node);
        }
    }

    /// The elements that a document may begin with.
    pub(super) fn elements(&self) -> &[SchemaNode<'d>] {
        &self.elements
    }

    /// The declaration that an attribute of a declaration names.
    pub(super) fn referred(
        &self,
        component: Component,
        node: SchemaNode<'d>,
        attribute: &str,
    ) -> Option<SchemaNode<'d>> {
        self.named(component, node, node.attribute(attribute)?)
    }

    /// The declaration of a name that stands in a schema.
    pub(super) fn named(&self, component: Component, node: SchemaNode<'d>, name: &'d str) -> Option<SchemaNode<'d>> {
        self.named.get(&(component, resolve(node, name))).copied()
    }

    /// The elements that may stand for a top-level element.
    pub(super) fn substitutes(&self, element: SchemaNode<'d>) -> &[SchemaNode<'d>] {
        let name = element.attribute("name").map(|name| (target_of(element), name));
        name.and_then(|name| self.substitutes.get(&name)).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether the text of an element with this complex type, or with a simple one, must not be empty.
    pub(super) fn needs_text(&self, element: SchemaNode<'d>, complex: Option<SchemaNode<'d>>) -> bool {
        !complex.map_or_else(|| self.may_be_empty(element, "type", 0), |complex| self.type_may_be_empty(complex, 0))
    }

    /// Whether a value of the type that a declaration holds or names may be empty.
    fn may_be_empty(&self, node: SchemaNode<'d>, attribute: &str, depth: usize) -> bool {
        if let Some(own) = part(node, &["simpleType"]) {
            return self.type_may_be_empty(own, depth + 1);
        }
        let Some(name) = node.attribute(attribute) else { return true };
        if let Some(name) = built_in(node, name) {
            return matches!(name, "anySimpleType" | "anyType" | "anyURI" | "normalizedString" | "string" | "token");
        }
        let named = self.named(Component::Type, node, name);
        named.is_none_or(|named| self.type_may_be_empty(named, depth + 1))
    }

    fn type_may_be_empty(&self, node: SchemaNode<'d>, depth: usize) -> bool {
        if depth > MAX_DERIVED {
            return false;
        }
        let derived = part(node, &["simpleContent"]).or_else(|| Some(node).filter(|node| is(*node, "simpleType")));
        // Mixed content may be empty.
        let Some(derived) = derived else { return true };
        let Some(change) = part(derived, &["extension", "restriction"]) else { return false };
        let is_facet = |own: SchemaNode<'d>| FACETS.iter().any(|facet| is(own, facet));
        !change.children().any(is_facet) && self.may_be_empty(change, "base", depth)
    }

    /// The name of an element or attribute as documents write it.
    pub(super) fn written(&self, node: SchemaNode<'d>) -> String {
        let local = node.attribute("name").unwrap_or_default();
        let space = if is_qualified(node) { target_of(node) } else { "" };
        match self.prefixes.get(space) {
            Some(prefix) if !space.is_empty() => format!("{prefix}:{local}"),
            _ => local.to_owned(),
        }
    }
}

/// The type of the schema language that an attribute names, as in `ID`.
pub(super) fn built_in<'d>(node: SchemaNode<'d>, name: &'d str) -> Option<&'d str> {
    let (space, local) = resolve(node, name);
    (space == XSD).then_some(local)
}

fn resolve<'d>(node: SchemaNode<'d>, name: &'d str) -> QualifiedName<'d> {
    match name.trim().split_once(':') {
        Some(("xml", local)) => (XML, local),
        Some((prefix, local)) => (node.lookup_namespace_uri(Some(prefix)).unwrap_or_default(), local),
        None => (node.lookup_namespace_uri(None).unwrap_or_default(), name.trim()),
    }
}

fn target_of(node: SchemaNode<'_>) -> &str {
    node.document().root_element().attribute("targetNamespace").unwrap_or_default()
}

/// Whether a declaration belongs to the target namespace: top-level ones do, others where the schema says so.
fn is_qualified(node: SchemaNode<'_>) -> bool {
    let root = node.document().root_element();
    if node.parent_element() == Some(root) {
        return true;
    }
    let default = if is(node, "element") { "elementFormDefault" } else { "attributeFormDefault" };
    node.attribute("form").or_else(|| root.attribute(default)) == Some("qualified")
}
