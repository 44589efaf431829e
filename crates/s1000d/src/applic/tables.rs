//! The tables behind applicability: ACT and CCT declare properties, the PCT lists products.

mod check;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use domain::language::Locale;
use roxmltree::{Document, Node};

use super::order::members;
use super::{Assignments, Property, PropertyKind, Value, Values};
use crate::guard::{Checked, Refusal};
use crate::object;
use crate::object::ident::{child_text, elements};
use crate::object::lines::Lines;

/// The content of one or several tables.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tables {
    pub declared: BTreeMap<Property, Declaration>,
    pub products: Vec<Product>,
    /// The tables say that there is no product: the content is not about aircraft (ATA 2300).
    pub without_products: bool,
}

/// The same tables as people of each language read them: they may come in several.
#[derive(Debug, Clone, Copy)]
pub struct Bilingual<'a> {
    pub english: &'a Tables,
    pub chinese: &'a Tables,
}

impl<'a> Bilingual<'a> {
    /// Tables that exist once, for everybody.
    pub fn alike(tables: &'a Tables) -> Self {
        Self { english: tables, chinese: tables }
    }

    /// The property that people call so, in whatever language.
    pub fn named(self, name: &str) -> Option<&'a Property> {
        self.english.named(name).or_else(|| self.chinese.named(name))
    }

    /// The products there are: the same for everybody.
    pub fn products(self) -> &'a [Product] {
        if self.english.products.is_empty() { &self.chinese.products } else { &self.english.products }
    }

    pub fn declared(self, property: &Property) -> Option<&'a Declaration> {
        self.english.declared.get(property).or_else(|| self.chinese.declared.get(property))
    }

    pub fn of(self, locale: Locale) -> &'a Tables {
        match locale {
            Locale::English => self.english,
            Locale::Chinese => self.chinese,
        }
    }
}

/// A property as its table declares it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Declaration {
    pub name: String,
    /// The short name for people, where there is one.
    pub display: Option<String>,
    pub description: Option<String>,
    pub data_type: DataType,
    /// A pattern of XML Schema that every value follows.
    pub pattern: Option<String>,
    /// The values there are; empty when any value will do.
    pub values: Values,
}

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DataType {
    #[default]
    Text,
    Integer,
    Real,
    Boolean,
}

/// Values that a list can offer.
const MAX_LISTED: usize = 200;

/// One product of the PCT.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Product {
    pub id: Option<String>,
    pub assigned: Vec<Assigned>,
}

/// A property's value for one product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assigned {
    pub property: Property,
    pub value: String,
    /// Counted from 1.
    pub line: u32,
}

impl Product {
    /// The values that a statement is decided with. An empty one is not known.
    pub fn assignments(&self) -> Assignments {
        let mut assignments = Assignments::default();
        for one in self.assigned.iter().filter(|one| !one.value.is_empty()) {
            assignments.assign(one.property.clone(), one.value.as_str());
        }
        assignments
    }
}

impl Declaration {
    /// The single values there are, ranges counted out; empty when any will do, or when they are too many to list.
    pub fn single_values(&self) -> Vec<String> {
        let mut single = Vec::new();
        for value in self.values.iter() {
            match value {
                Value::One(value) => single.push(value.clone()),
                Value::Range(from, to) => match members(from, to, MAX_LISTED.saturating_sub(single.len())) {
                    Some(members) => single.extend(members),
                    None => return Vec::new(),
                },
            }
        }
        single
    }

    /// The name for readers.
    pub fn shown_name(&self) -> &str {
        self.display.as_deref().unwrap_or(&self.name)
    }
}

impl Tables {
    /// The name of a property for readers.
    pub fn name_of<'a>(&'a self, property: &'a Property) -> &'a str {
        let declared = self.declared.get(property).map(Declaration::shown_name);
        declared.filter(|name| !name.is_empty()).unwrap_or(&property.ident)
    }

    /// Reads an ACT, a CCT or a PCT, whichever the file is.
    pub fn read(file: &Checked<'_>) -> Result<Self, Refusal> {
        let document = object::parse(file)?;
        Ok(Self::of_tree(&document))
    }

    pub(crate) fn of_tree(document: &Document<'_>) -> Self {
        let mut tables = Self::default();
        let mut lines = Lines::new(document.input_text());
        let mut types = BTreeMap::new();
        for node in document.descendants().filter(Node::is_element) {
            match node.tag_name().name() {
                "productAttribute" | "externalProductAttribute" => {
                    tables.declare(PropertyKind::Attribute, node, Declaration::read(node));
                }
                "condType" => {
                    types.insert(node.attribute("id").unwrap_or_default(), Declaration::read(node));
                }
                "cond" => {
                    let kind = node.attribute("condTypeRefId").and_then(|id| types.get(id));
                    tables.declare(PropertyKind::Condition, node, Declaration::of_condition(node, kind));
                }
                "noProductAttribute" | "noProduct" | "noCond" => tables.without_products = true,
                "product" => tables.products.push(Product::read(node, &mut lines)),
                _ => {}
            }
        }
        tables
    }

    fn declare(&mut self, kind: PropertyKind, node: Node<'_, '_>, declaration: Declaration) {
        if let Some(ident) = node.attribute("id").filter(|id| !id.is_empty()) {
            self.declared.insert(Property { kind, ident: ident.to_owned() }, declaration);
        }
    }

    /// The property that people call so: by its identifier, else by its name, whatever its case and signs.
    pub fn named(&self, name: &str) -> Option<&Property> {
        let exact = self.declared.keys().find(|property| property.ident == name);
        exact.or_else(|| {
            let wanted = letters(name);
            let is_called = |(property, declaration): &(&Property, &Declaration)| {
                [&property.ident, declaration.shown_name(), &declaration.name]
                    .into_iter()
                    .any(|own| letters(own) == wanted)
            };
            self.declared.iter().find(is_called).map(|(property, _)| property)
        })
    }

    /// Takes in what another table says, and gives the properties that it declares otherwise; the first one stays.
    pub fn merge(&mut self, other: Self) -> Vec<Property> {
        let mut disagreed = Vec::new();
        for (property, declaration) in other.declared {
            match self.declared.get(&property) {
                Some(own) if !own.allows_the_same_as(&declaration) => disagreed.push(property),
                Some(_) => {}
                None => {
                    self.declared.insert(property, declaration);
                }
            }
        }
        self.products.extend(other.products);
        self.without_products |= other.without_products;
        disagreed
    }
}

impl Declaration {
    fn read(node: Node<'_, '_>) -> Self {
        let written: Vec<&str> = elements(node)
            .filter(|part| part.tag_name().name() == "enumeration")
            .filter_map(|part| part.attribute("applicPropertyValues"))
            .collect();
        Self {
            name: child_text(node, "name").or_else(|| child_text(node, "displayName")).unwrap_or_default(),
            display: child_text(node, "displayName"),
            description: child_text(node, "descr"),
            data_type: DataType::parse(node.attribute("valueDataType").unwrap_or_default()),
            pattern: node.attribute("valuePattern").filter(|pattern| !pattern.is_empty()).map(str::to_owned),
            values: Values::parse(&written.join("|")),
        }
    }

    /// A condition has its own name and the values of its type.
    fn of_condition(node: Node<'_, '_>, kind: Option<&Self>) -> Self {
        let own = Self::read(node);
        let Some(kind) = kind else { return own };
        Self { name: own.name, display: own.display, description: own.description, ..kind.clone() }
    }

    pub(crate) fn allows_the_same_as(&self, other: &Self) -> bool {
        self.data_type == other.data_type && self.pattern == other.pattern && self.values == other.values
    }
}

/// Letters and digits alone, in small: `Serial No.` is `serialno`.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

impl DataType {
    fn parse(word: &str) -> Self {
        match word {
            "integer" => Self::Integer,
            "real" => Self::Real,
            "boolean" => Self::Boolean,
            _ => Self::Text,
        }
    }
}

impl Product {
    fn read(node: Node<'_, '_>, lines: &mut Lines<'_>) -> Self {
        let assigns = elements(node).filter(|part| part.tag_name().name() == "assign");
        let assigned = assigns.filter_map(|part| {
            // Trimmed, as the values of assertions are.
            let ident = part.attribute("applicPropertyIdent").map(str::trim).filter(|ident| !ident.is_empty())?;
            let kind = PropertyKind::parse(part.attribute("applicPropertyType").unwrap_or_default());
            let value = part.attribute("applicPropertyValue").unwrap_or_default().trim().to_owned();
            Some(Assigned { property: Property { kind, ident: ident.to_owned() }, value, line: lines.of(part) })
        });
        Self { assigned: assigned.collect(), id: node.attribute("id").map(str::to_owned) }
    }
}
