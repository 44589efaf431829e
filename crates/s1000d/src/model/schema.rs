//! Reads content models from the schemas of a set.

use std::collections::{HashMap, HashSet, VecDeque};

use roxmltree::Document;

use super::automaton::ContentAutomaton;
use super::particle::Particle;
use super::sources::{Component, Declaration, SchemaSources, built_in, is, locations, part};
use super::{ContentModel, ElementModel, ModelOrigin};
use crate::guard;
use crate::object;

/// Files that a schema may include or import. Official schemas have up to four.
const MAX_FILES: usize = 64;
/// Elements of a model. Official schemas have up to 700.
const MAX_ELEMENTS: usize = 10_000;
/// Types, groups and parts inside each other.
const MAX_DEPTH: usize = 64;

impl ContentModel {
    /// Reads the model of a schema. `file_of` gives the files of its set by their location, each with its name. `None` when the
    /// schema is missing or cannot be read.
    pub(crate) fn of_schema<'f>(location: &str, file_of: impl Fn(&str) -> Option<(String, &'f [u8])>) -> Option<Self> {
        let main = file_of(location)?;
        let main_name = main.0.clone();
        let mut seen = HashSet::from([main.0.clone()]);
        let mut open = VecDeque::from([main]);
        let mut texts = Vec::new();
        while let Some((name, bytes)) = open.pop_front().filter(|_| texts.len() < MAX_FILES) {
            let Ok(checked) = guard::check(bytes) else { continue };
            let others: Vec<_> = match object::parse_text(checked.text()) {
                Ok(schema) => locations(&schema).filter_map(&file_of).collect(),
                Err(_) => continue,
            };
            open.extend(others.into_iter().filter(|(other, _)| seen.insert(other.clone())));
            texts.push((name, checked));
        }
        // Without the schema itself the others are no model.
        texts.first().filter(|(first, _)| *first == main_name)?;
        let files: Vec<Document<'_>> =
            texts.iter().filter_map(|(_, checked)| object::parse_text(checked.text()).ok()).collect();
        let sources = SchemaSources::new(&files);
        SchemaReader::new(&sources).read()
    }
}

/// Reads the elements of a model one after the other, beginning with those that a document may begin with.
struct SchemaReader<'s, 'd> {
    sources: &'s SchemaSources<'d>,
    model: ContentModel,
    /// The index of each declaration.
    known: HashMap<Declaration<'d>, usize>,
    /// The index of local elements with a type of its own name: they are declared again wherever they occur.
    typed: HashMap<(String, Declaration<'d>), usize>,
    declarations: Vec<Declaration<'d>>,
}

/// The content of a type.
struct TypeContent {
    particle: Particle,
    has_text: bool,
}

impl<'s, 'd> SchemaReader<'s, 'd> {
    fn new(sources: &'s SchemaSources<'d>) -> Self {
        let model = ContentModel { origin: ModelOrigin::Schema, ..ContentModel::default() };
        Self { sources, model, known: HashMap::new(), typed: HashMap::new(), declarations: Vec::new() }
    }

    fn read(mut self) -> Option<ContentModel> {
        for element in self.sources.elements() {
            self.index_of(*element);
        }
        let mut particles = Vec::new();
        while let Some(element) = self.declarations.get(particles.len()).copied() {
            let index = particles.len();
            let complex = self.type_of(element, 0);
            let content = self.content_of_element(element, complex);
            self.model.elements[index].has_text = content.has_text;
            self.model.elements[index].attributes = complex.map(|node| self.attributes_of(node)).unwrap_or_default();
            particles.push(content.particle);
            if self.declarations.len() > MAX_ELEMENTS {
                return None;
            }
        }
        let names: Vec<String> = self.model.elements.iter().map(|element| element.name.clone()).collect();
        for (element, particle) in self.model.elements.iter_mut().zip(&particles) {
            element.content = ContentAutomaton::of(particle, |index| names.get(index).cloned().unwrap_or_default());
        }
        (!self.model.elements.is_empty()).then_some(self.model)
    }

    /// The index of an element in the model.
    fn index_of(&mut self, element: Declaration<'d>) -> usize {
        if let Some(index) = self.known.get(&element) {
            return *index;
        }
        let name = self.sources.written(element);
        let is_local = element.parent_element() != Some(element.document().root_element());
        let named_type = self.sources.referred(Component::Type, element, "type").filter(|_| is_local);
        let typed = named_type.map(|node| (name.clone(), node));
        if let Some(index) = typed.as_ref().and_then(|key| self.typed.get(key)) {
            self.known.insert(element, *index);
            return *index;
        }
        let index = self.declarations.len();
        self.declarations.push(element);
        self.known.insert(element, index);
        self.typed.extend(typed.map(|key| (key, index)));
        self.model.elements.push(ElementModel { name, is_local, ..ElementModel::default() });
        index
    }

    /// The complex type of an element, if it has one; that of the element that it may stand for, where it names none.
    fn type_of(&self, element: Declaration<'d>, depth: usize) -> Option<Declaration<'d>> {
        if let Some(own) = part(element, &["complexType", "simpleType"]) {
            return Some(own).filter(|node| is(*node, "complexType"));
        }
        if element.has_attribute("type") {
            let named = self.sources.referred(Component::Type, element, "type");
            return named.filter(|node| is(*node, "complexType"));
        }
        let head = self.sources.referred(Component::Element, element, "substitutionGroup")?;
        if depth < MAX_DEPTH { self.type_of(head, depth + 1) } else { None }
    }

    fn content_of_element(&mut self, element: Declaration<'d>, complex: Option<Declaration<'d>>) -> TypeContent {
        if let Some(complex) = complex {
            return self.content_of_type(complex, 0);
        }
        let is_simple = part(element, &["simpleType"]).is_some() || element.has_attribute("type");
        let is_any = element.attribute("type").and_then(|name| built_in(element, name)) == Some("anyType");
        if is_simple && !is_any {
            return TypeContent { particle: Particle::EMPTY, has_text: true };
        }
        TypeContent { particle: Particle::Any.repeated(0, None), has_text: true }
    }

    fn content_of_type(&mut self, complex: Declaration<'d>, depth: usize) -> TypeContent {
        if depth > MAX_DEPTH {
            return TypeContent { particle: Particle::Any.repeated(0, None), has_text: true };
        }
        if part(complex, &["simpleContent"]).is_some() {
            return TypeContent { particle: Particle::EMPTY, has_text: true };
        }
        let mixed = |node: Declaration<'d>| node.attribute("mixed").map(|value| matches!(value.trim(), "true" | "1"));
        let Some(derived) = part(complex, &["complexContent"]) else {
            let particle = self.particle_of(complex, depth);
            return TypeContent { particle, has_text: mixed(complex).unwrap_or_default() };
        };
        let has_text = mixed(derived).or_else(|| mixed(complex));
        let Some(change) = part(derived, &["extension", "restriction"]) else {
            return TypeContent { particle: Particle::EMPTY, has_text: has_text.unwrap_or_default() };
        };
        let own = self.particle_of(change, depth);
        let base = self.sources.referred(Component::Type, change, "base").filter(|base| is(*base, "complexType"));
        let Some(base) = base.filter(|_| is(change, "extension")).map(|base| self.content_of_type(base, depth + 1))
        else {
            return TypeContent { particle: own, has_text: has_text.unwrap_or_default() };
        };
        let has_text = has_text.unwrap_or(base.has_text);
        TypeContent { particle: Particle::Sequence(vec![base.particle, own]), has_text }
    }

    /// The children that a type, a group or a derivation names.
    fn particle_of(&mut self, node: Declaration<'d>, depth: usize) -> Particle {
        let model = part(node, &["sequence", "choice", "all", "group"]);
        model.map_or(Particle::EMPTY, |model| self.particle(model, depth + 1))
    }

    fn particle(&mut self, node: Declaration<'d>, depth: usize) -> Particle {
        if depth > MAX_DEPTH {
            return Particle::Any.repeated(0, None);
        }
        let single = match node.tag_name().name() {
            "element" => self.element(node),
            "any" => Particle::Any,
            "group" => match self.sources.referred(Component::Group, node, "ref") {
                Some(group) => self.particle_of(group, depth),
                None => Particle::EMPTY,
            },
            kind => {
                let parts = node.children().filter(|part| {
                    ["element", "any", "group", "sequence", "choice", "all"].iter().any(|kind| is(*part, kind))
                });
                let parts: Vec<Particle> = parts.map(|part| self.particle(part, depth + 1)).collect();
                match kind {
                    "choice" => Particle::Choice(parts),
                    "all" => Particle::All(parts),
                    _ => Particle::Sequence(parts),
                }
            }
        };
        let count = |name: &str| node.attribute(name).and_then(|value| value.trim().parse().ok());
        let min: u32 = count("minOccurs").unwrap_or(1);
        let max = match node.attribute("maxOccurs").map(str::trim) {
            Some("unbounded") => None,
            _ => Some(count("maxOccurs").unwrap_or(1).max(min)),
        };
        single.repeated(min, max)
    }

    fn element(&mut self, node: Declaration<'d>) -> Particle {
        if !node.has_attribute("ref") {
            return Particle::Element(self.index_of(node));
        }
        let Some(declared) = self.sources.referred(Component::Element, node, "ref") else { return Particle::Any };
        let mut choices = Vec::new();
        let mut open = vec![declared];
        let mut seen = HashSet::from([declared]);
        while let Some(element) = open.pop() {
            if element.attribute("abstract").map(str::trim) != Some("true") {
                choices.push(Particle::Element(self.index_of(element)));
            }
            open.extend(self.sources.substitutes(element).iter().filter(|other| seen.insert(**other)));
        }
        match choices.as_slice() {
            [only] => only.clone(),
            _ => Particle::Choice(choices),
        }
    }

    fn attributes_of(&mut self, complex: Declaration<'d>) -> Vec<usize> {
        let found = super::attributes::read(self.sources, complex);
        found.into_iter().map(|attribute| attribute.add_to(&mut self.model)).collect()
    }
}
