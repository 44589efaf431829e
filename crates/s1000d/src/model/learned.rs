//! Content models learned from modules, for libraries without a schema set.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use roxmltree::{Document, Node};

use super::automaton::{ContentAutomaton, ContentState};
use super::tables::ModelTables;
use super::{AttributeKind, AttributeModel, ContentModel, ElementModel, ModelOrigin};
use crate::guard::{self, Refusal};
use crate::object;

/// Distinct values of an attribute that are still offered as a list.
const MAX_VALUES: usize = 12;
/// Characters of a value that is offered.
const MAX_VALUE_CHARS: usize = 40;
/// Distinct elements.
const MAX_ELEMENTS: usize = 5_000;
/// Distinct attributes of an element.
const MAX_ATTRIBUTES: usize = 500;

/// Learns a model from one module after the other: an element may follow another one where it does so in a module.
#[derive(Debug, Default)]
pub struct ModelLearner {
    elements: BTreeMap<String, ElementExample>,
}

/// All elements of one name.
#[derive(Debug, Default)]
struct ElementExample {
    has_text: bool,
    /// The children that follow each other; `None` stands for the beginning and the end.
    neighbours: BTreeSet<(Option<String>, Option<String>)>,
    attributes: BTreeMap<String, SeenValues>,
}

/// All values of an attribute.
#[derive(Debug)]
struct SeenValues {
    kind: AttributeKind,
    /// `None` when there are too many, or they are sentences.
    values: Option<BTreeSet<String>>,
}

impl ModelLearner {
    /// Learns from a module.
    pub fn learn(&mut self, text: &str) -> Result<(), Refusal> {
        let checked = guard::check_text(text)?;
        self.learn_tree(&object::parse_text(checked.text())?);
        Ok(())
    }

    fn learn_tree(&mut self, xml: &Document<'_>) {
        let ids: BTreeSet<&str> = xml.descendants().filter_map(|node| node.attribute("id")).collect();
        for node in xml.descendants().filter(Node::is_element) {
            let name = written(node);
            if self.elements.len() >= MAX_ELEMENTS && !self.elements.contains_key(&name) {
                continue;
            }
            let example = self.elements.entry(name).or_default();
            let mut before = None;
            for part in node.children() {
                if part.is_element() {
                    let own = Some(written(part));
                    example.neighbours.insert((before, own.clone()));
                    before = own;
                } else if part.is_text() {
                    example.has_text |= part.text().is_some_and(|text| !text.trim().is_empty());
                }
            }
            example.neighbours.insert((before, None));
            for attribute in node.attributes() {
                let prefix = attribute.namespace().and_then(|space| node.lookup_prefix(space));
                let name = prefixed(prefix, attribute.name());
                if example.attributes.len() >= MAX_ATTRIBUTES && !example.attributes.contains_key(&name) {
                    continue;
                }
                let seen = example.attributes.entry(name.clone()).or_insert_with(|| SeenValues {
                    kind: kind_of(&name, attribute.value(), &ids),
                    values: Some(BTreeSet::new()),
                });
                seen.add(attribute.value());
            }
        }
    }

    /// The model that was learned.
    pub fn model(self) -> ContentModel {
        let index_of: HashMap<&str, usize> =
            self.elements.keys().enumerate().map(|(index, name)| (name.as_str(), index)).collect();
        let contents: Vec<ContentAutomaton> =
            self.elements.values().map(|example| example.content(&index_of)).collect();
        let mut model = ContentModel { origin: ModelOrigin::Learned, ..ContentModel::default() };
        let mut tables = ModelTables::default();
        for ((name, example), content) in self.elements.into_iter().zip(contents) {
            let attributes = example.attributes.into_iter().map(|(name, seen)| {
                let listed =
                    if seen.kind == AttributeKind::Text { seen.values.unwrap_or_default() } else { BTreeSet::new() };
                let values = tables.add_values(listed.into_iter().collect());
                tables.add_attribute(AttributeModel {
                    name,
                    is_required: false,
                    kind: seen.kind,
                    values,
                    is_closed: false,
                })
            });
            let attributes = attributes.collect();
            let has_text = example.has_text;
            let element = ElementModel { name, has_text, content, attributes, ..ElementModel::default() };
            model.elements.push(element);
        }
        (model.attributes, model.values) = tables.into_lists();
        model
    }
}

impl ElementExample {
    /// One state for the beginning, and one behind each child.
    fn content(&self, index_of: &HashMap<&str, usize>) -> ContentAutomaton {
        let names: BTreeSet<&str> = self.neighbours.iter().filter_map(|(_, own)| own.as_deref()).collect();
        let state_of: HashMap<&str, usize> = names.iter().enumerate().map(|(index, name)| (*name, index + 1)).collect();
        let mut states = vec![ContentState::default(); names.len() + 1];
        for (before, own) in &self.neighbours {
            let from = before.as_deref().and_then(|name| state_of.get(name)).copied().unwrap_or_default();
            match own.as_deref().map(|name| (index_of.get(name), state_of.get(name))) {
                Some((Some(child), Some(to))) => states[from].next.push((*child, *to)),
                Some(_) => {}
                None => states[from].is_end = true,
            }
        }
        ContentAutomaton { states }
    }
}

impl SeenValues {
    fn add(&mut self, value: &str) {
        let is_short = value.chars().count() <= MAX_VALUE_CHARS && !value.contains(char::is_whitespace);
        let values = self.values.as_mut().filter(|_| is_short);
        let has_room = values.is_some_and(|values| {
            values.insert(value.to_owned());
            values.len() <= MAX_VALUES
        });
        if !has_room {
            self.values = None;
        }
    }
}

fn kind_of(name: &str, value: &str, ids: &BTreeSet<&str>) -> AttributeKind {
    let is_reference = !value.is_empty() && value.split_ascii_whitespace().all(|part| ids.contains(part));
    match name {
        "id" => AttributeKind::Id,
        name if is_reference && name.ends_with("RefId") => AttributeKind::Reference,
        name if is_reference && (name.ends_with("Refs") || name.ends_with("RefIds")) => AttributeKind::References,
        _ => AttributeKind::Text,
    }
}

/// The name as the document writes it.
fn written(node: Node<'_, '_>) -> String {
    let prefix = node.tag_name().namespace().and_then(|space| node.lookup_prefix(space));
    prefixed(prefix, node.tag_name().name())
}

fn prefixed(prefix: Option<&str>, name: &str) -> String {
    prefix.filter(|prefix| !prefix.is_empty()).map_or_else(|| name.to_owned(), |prefix| format!("{prefix}:{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learned(texts: &[&str]) -> ContentModel {
        let mut learner = ModelLearner::default();
        for text in texts {
            learner.learn(text).expect("a module");
        }
        learner.model()
    }

    #[test]
    fn an_element_may_follow_another_one_where_it_does_so_in_a_module() {
        let model = learned(&["<a><title>x</title><para/><para/></a>", "<a><para/><note/></a>"]);
        let element = model.find("a").expect("an element");
        assert_eq!(model.origin, ModelOrigin::Learned);
        assert!(model.accepts(element, &["title", "para", "note"]), "of both modules");
        assert!(!model.accepts(element, &["note", "para"]) && !model.accepts(element, &["title"]));
        let names = |before: &[&str], behind: &[&str]| -> Vec<String> {
            model.insertable(element, before, behind).iter().map(|one| one.name.clone()).collect()
        };
        assert_eq!(names(&["title", "para"], &[]), ["note", "para"]);
        assert!(
            model.find("title").is_some_and(|one| one.has_text) && model.find("a").is_some_and(|one| !one.has_text)
        );
    }

    #[test]
    fn attributes_have_the_values_and_the_meaning_that_they_have_in_modules() {
        let model =
            learned(&["<a id='x'><b kind='one' applicRefId='x' xml:lang='en'/><b kind='two' words='many words'/></a>"]);
        let element = model.find("b").expect("an element");
        let kind = model.attribute(element, "kind").expect("an attribute");
        assert_eq!(
            kind.values.map(|index| model.values[index].clone()),
            Some(vec!["one".to_owned(), "two".to_owned()])
        );
        assert!(!kind.is_closed && !kind.is_required);
        assert_eq!(model.attribute(element, "applicRefId").map(|one| one.kind), Some(AttributeKind::Reference));
        assert_eq!(model.attribute(element, "words").and_then(|one| one.values), None, "sentences are not offered");
        assert!(model.attribute(element, "xml:lang").is_some() && model.attribute(element, "id").is_none());
    }

    #[test]
    fn the_attributes_of_an_element_are_limited() {
        let tag = |from: usize| {
            let attributes: Vec<String> = (from..from + 200).map(|number| format!(" a{number}='{number}'")).collect();
            format!("<b{}/>", attributes.concat())
        };
        let tags: Vec<String> = (0..10).map(|part| tag(part * 200)).collect();
        let model = learned(&[&format!("<a>{}</a>", tags.concat())]);
        assert_eq!(model.find("b").map(|element| element.attributes.len()), Some(MAX_ATTRIBUTES));
        assert_eq!((model.attributes.len(), model.values.len()), (MAX_ATTRIBUTES, MAX_ATTRIBUTES));
        assert!(model.attributes.iter().all(|one| one.values.is_some_and(|index| index < model.values.len())));
    }
}
