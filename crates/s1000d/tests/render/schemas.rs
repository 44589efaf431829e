//! The elements of the official schemas, and which of them stand inside which.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;

use roxmltree::{Document, Node};
use s1000d::package::{Archive, Limits};

use crate::data;

/// Elements that hold the content of an object.
const ROOTS: [&str; 6] = ["content", "commentContent", "imfContent", "dmlContent", "ddnContent", "updateContent"];

#[derive(Default)]
pub(crate) struct Schemas {
    pub(crate) names: BTreeSet<String>,
    children: BTreeMap<String, BTreeSet<String>>,
    attributes: BTreeMap<String, BTreeSet<String>>,
    /// Elements that may hold text.
    texts: BTreeSet<String>,
    /// The first value of attributes whose values are listed.
    values: BTreeMap<String, String>,
}

impl Schemas {
    /// The schemas at hand, if they are there.
    pub(crate) fn official() -> Option<Self> {
        let sets = ["schemas/S1000D_4-1.zip", "schemas/S1000D_4-2.zip"].map(data::path);
        let mut schemas = Self::default();
        for set in sets {
            schemas.read_set(&set?);
        }
        Some(schemas)
    }

    fn read_set(&mut self, set: &Path) {
        let bytes: Arc<[u8]> = std::fs::read(set).expect("a file").into();
        let (archive, _) = Archive::open(Cursor::new(bytes), &Limits::default());
        let archive = archive.expect("an archive");
        let mut reader = archive.reader();
        for entry in archive.entries().iter().filter(|entry| entry.name.contains("xml_schema_flat")) {
            let text = String::from_utf8(reader.read(entry).expect("bytes")).expect("UTF-8");
            self.read(&Document::parse(&text).expect("a schema"));
        }
    }

    fn read(&mut self, schema: &Document<'_>) {
        let root = schema.root_element();
        let named = root.children().filter_map(|part| Some(((part.tag_name().name(), part.attribute("name")?), part)));
        let by_name: BTreeMap<(&str, &str), Node<'_, '_>> = named.collect();
        let declared = |kind: &str, name: &str| by_name.get(&(kind, name)).copied();
        for part in root.children().filter(Node::is_element) {
            let Some(name) = part.attribute("name") else { continue };
            let kind = part.attribute("type").unwrap_or_default();
            match part.tag_name().name() {
                "element" => {
                    self.names.insert(name.to_owned());
                    let mut inside = Inside::default();
                    let model = declared("complexType", kind);
                    let is_simple = |part: Node<'_, '_>| part.tag_name().name() == "simpleContent";
                    if model.is_none_or(|model| {
                        model.attribute("mixed") == Some("true") || model.descendants().any(is_simple)
                    }) {
                        self.texts.insert(name.to_owned());
                    }
                    inside.collect(model.unwrap_or(part), &declared);
                    self.children.entry(name.to_owned()).or_default().extend(inside.elements);
                    self.attributes.entry(name.to_owned()).or_default().extend(inside.attributes);
                }
                "attribute" => {
                    let listed = declared("simpleType", kind).unwrap_or(part);
                    let first = listed.descendants().find(|value| value.tag_name().name() == "enumeration");
                    if let Some(value) = first.and_then(|first| first.attribute("value")) {
                        self.values.insert(name.to_owned(), value.to_owned());
                    }
                }
                _ => {}
            }
        }
    }

    /// For each element of a content that holds others: a module in which it holds all of them, with their attributes.
    pub(crate) fn modules(&self) -> Vec<(String, String)> {
        let mut modules = Vec::new();
        for (name, path) in self.paths() {
            let children: Vec<&str> = self.children.get(name).into_iter().flatten().map(String::as_str).collect();
            if !children.is_empty() {
                modules.push((name.to_owned(), self.module(&path, &children)));
            }
        }
        modules
    }

    /// For each element of a content that holds others and no text of its own (where it has, the author decides about
    /// blanks): a module in which each of them stands twice with a text of its own, as in `x5x`, without any white
    /// space, in both orders; and the names of the elements by their numbers.
    pub(crate) fn neighbours(&self, but: &[&str]) -> Vec<(String, String, Vec<String>)> {
        let mut modules = Vec::new();
        for (name, path) in self.paths().into_iter().filter(|(name, _)| !self.texts.contains(*name)) {
            let children: Vec<&str> = self.children.get(name).into_iter().flatten().map(String::as_str).collect();
            let children: Vec<&str> = children.into_iter().filter(|child| !but.contains(child)).collect();
            let back = children.iter().rev().copied();
            let mut names = Vec::new();
            let mut inside = String::new();
            for child in children.iter().copied().chain(back) {
                let Some(way) = self.way_to_text(child) else { continue };
                for _ in 0..2 {
                    inside.extend(way.iter().map(|name| format!("<{name}>")));
                    inside.extend(["x", &names.len().to_string(), "x"]);
                    inside.extend(way.iter().rev().map(|name| format!("</{name}>")));
                    names.push(child.to_owned());
                }
            }
            if names.is_empty() {
                continue;
            }
            modules.push((name.to_owned(), within(&path, &inside), names));
        }
        modules
    }

    /// The shortest way from an element to one inside it that may hold text.
    fn way_to_text(&self, name: &str) -> Option<Vec<String>> {
        let mut seen = BTreeSet::from([name.to_owned()]);
        let mut next = VecDeque::from([vec![name.to_owned()]]);
        while let Some(way) = next.pop_front() {
            let last = way.last()?;
            if self.texts.contains(last) {
                return Some(way);
            }
            for child in self.children.get(last).into_iter().flatten() {
                if self.names.contains(child) && seen.insert(child.clone()) {
                    next.push_back(way.iter().cloned().chain([child.clone()]).collect());
                }
            }
        }
        None
    }

    /// The elements of a content, each with the shortest way to it.
    fn paths(&self) -> BTreeMap<&str, Vec<&str>> {
        let mut paths: BTreeMap<&str, Vec<&str>> = ROOTS.iter().map(|root| (*root, vec![*root])).collect();
        let mut next: VecDeque<&str> = ROOTS.into();
        while let Some(name) = next.pop_front() {
            let path = paths[name].clone();
            for child in self.children.get(name).into_iter().flatten().map(String::as_str) {
                if self.names.contains(child) && !paths.contains_key(child) {
                    paths.insert(child, path.iter().copied().chain([child]).collect());
                    next.push_back(child);
                }
            }
        }
        paths
    }

    /// The attributes of an element.
    pub(crate) fn attributes(&self, name: &str) -> impl Iterator<Item = &str> {
        self.attributes.get(name).into_iter().flatten().map(String::as_str).filter(|name| !name.contains(':'))
    }

    fn module(&self, path: &[&str], children: &[&str]) -> String {
        let text = |name: &str| if self.texts.contains(name) { "7" } else { "" };
        let element = |name: &&str| format!("<{name}{}>{}</{name}>", self.attributes_of(name), text(name));
        let inside: String = children.iter().map(element).collect();
        within(path, &inside)
    }

    fn attributes_of(&self, name: &str) -> String {
        let text = |name: &str| format!(" {name}=\"{}\"", self.values.get(name).map_or("8", String::as_str));
        self.attributes(name).map(text).collect()
    }
}

/// A module with this text inside these elements.
fn within(path: &[&str], inside: &str) -> String {
    let open = path.iter().fold(String::new(), |open, name| open + "<" + name + ">");
    let close = path.iter().rev().fold(String::new(), |close, name| close + "</" + name + ">");
    format!("<dmodule>{open}{inside}{close}</dmodule>")
}

#[derive(Default)]
struct Inside {
    elements: BTreeSet<String>,
    attributes: BTreeSet<String>,
    groups: BTreeSet<String>,
}

impl Inside {
    fn collect<'d>(&mut self, node: Node<'d, 'd>, declared: &impl Fn(&str, &str) -> Option<Node<'d, 'd>>) {
        for part in node.descendants() {
            let kind = part.tag_name().name();
            let reference = part.attribute("ref").or_else(|| part.attribute("base"));
            let Some(name) = reference else { continue };
            match kind {
                "element" => {
                    self.elements.insert(name.rsplit(':').next().unwrap_or(name).to_owned());
                }
                "attribute" => {
                    self.attributes.insert(name.to_owned());
                }
                "group" | "attributeGroup" | "extension" | "restriction" => {
                    let kind = if matches!(kind, "extension" | "restriction") { "complexType" } else { kind };
                    if self.groups.insert(format!("{kind} {name}"))
                        && let Some(group) = declared(kind, name)
                    {
                        self.collect(group, declared);
                    }
                }
                _ => {}
            }
        }
    }
}
