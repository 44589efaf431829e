//! Content models: what an element of a module may hold, for the editor's offers.
//!
//! [`ContentModel`] is read from the schemas of an installed set (`schema`) or, without one, learned from other modules
//! (`learned`). Each element has an automaton over the names of its children. Names are those of documents, with the
//! prefix that the schema uses: `para`, `dc:title`, `xlink:href`. The validator decides whether a module is valid
//! ([ADR 31](../../../docs/adr/0031-content-models-for-the-editor.md)).

mod attributes;
mod automaton;
mod budget;
mod learned;
mod particle;
mod required;
mod schema;
mod sources;
mod tables;

use std::sync::OnceLock;

pub use automaton::{ContentAutomaton, ContentState};
pub use learned::ModelLearner;

/// The source of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ModelOrigin {
    #[default]
    Schema,
    /// Other modules: elements and attributes that none of them has may be allowed as well.
    Learned,
}

/// The allowed content of the elements of one kind of module.
#[derive(Debug, Clone, Default)]
pub struct ContentModel {
    pub origin: ModelOrigin,
    pub elements: Vec<ElementModel>,
    /// The distinct attributes of all elements.
    pub attributes: Vec<AttributeModel>,
    /// The distinct lists of values of all attributes.
    pub values: Vec<Vec<String>>,
    /// The cost of a new element of each kind, by index; calculated at the first use.
    costs: OnceLock<Vec<Option<u32>>>,
}

/// An element.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ElementModel {
    pub name: String,
    /// Whether its content depends on the element around it, so that its name alone does not find it.
    pub is_local: bool,
    /// Whether text may stand in it.
    pub has_text: bool,
    /// Whether it must have a text that somebody has to write, such as a number.
    pub needs_text: bool,
    pub content: ContentAutomaton,
    /// Indexes of [`ContentModel::attributes`].
    pub attributes: Vec<usize>,
}

/// An attribute of an element.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AttributeModel {
    pub name: String,
    pub is_required: bool,
    pub kind: AttributeKind,
    /// The index of its values in [`ContentModel::values`].
    pub values: Option<usize>,
    /// Whether no other value is allowed.
    pub is_closed: bool,
}

/// The meaning of an attribute's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum AttributeKind {
    #[default]
    Text,
    Id,
    /// The id of an element in the same module.
    Reference,
    /// Several ids, with blanks between them.
    References,
}

impl ContentModel {
    /// The element of a name, whatever stands around it.
    pub fn find(&self, name: &str) -> Option<&ElementModel> {
        self.elements.iter().find(|element| !element.is_local && element.name == name)
    }

    /// A child of an element by its name.
    pub fn child(&self, parent: &ElementModel, name: &str) -> Option<&ElementModel> {
        let steps = parent.content.states.iter().flat_map(|state| &state.next);
        let mut named = steps.filter_map(|(child, _)| self.elements.get(*child)).filter(|child| child.name == name);
        named.next().or_else(|| self.find(name))
    }

    /// Whether children may follow each other like this and be all that the element holds.
    pub fn accepts(&self, parent: &ElementModel, children: &[&str]) -> bool {
        self.run(&parent.content, 0, children).is_some_and(|state| parent.content.is_end(state))
    }

    /// The elements that may be inserted between children of a valid element, so that it stays valid; in the order of the schema.
    pub fn insertable(&self, parent: &ElementModel, before: &[&str], behind: &[&str]) -> Vec<&ElementModel> {
        let content = &parent.content;
        let Some(state) = self.run(content, 0, before).and_then(|at| content.states.get(at)) else { return Vec::new() };
        let fits = |target: usize| self.run(content, target, behind).is_some_and(|end| content.is_end(end));
        let next = state.next.iter().filter(|(_, target)| fits(*target));
        next.filter_map(|(child, _)| self.elements.get(*child)).collect()
    }

    /// The state behind some children; `None` when they may not follow each other.
    fn run(&self, content: &ContentAutomaton, start: usize, children: &[&str]) -> Option<usize> {
        children.iter().try_fold(start, |state, name| {
            let state = content.states.get(state)?;
            let is_named = |child: usize| self.elements.get(child).is_some_and(|element| element.name == **name);
            state.next.iter().find(|(child, _)| is_named(*child)).map(|(_, target)| *target).or(state.any)
        })
    }

    /// An attribute that an element may have.
    pub fn attribute(&self, element: &ElementModel, name: &str) -> Option<&AttributeModel> {
        element.attributes.iter().filter_map(|index| self.attributes.get(*index)).find(|one| one.name == name)
    }
}
