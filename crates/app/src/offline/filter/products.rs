//! The products that files are filtered for, out of the tables among the files.

use s1000d::applic::tables::{Product, Tables};
use s1000d::applic::{Assignments, Property, PropertyKind};
use s1000d::code::Identity;
use s1000d::guard::Checked;
use s1000d::object::{self, Object, ObjectRef, Role, Target};

/// The products that somebody chooses.
#[derive(Debug, Clone, Default)]
pub struct ProductChoice {
    /// Each the id of a product in the tables, or a value that only one product has, such as a serial number.
    pub products: Vec<String>,
    /// Values of single properties. They count for each product, and take precedence over its own.
    pub values: Vec<GivenValue>,
}

/// A value of a property, as in `model:prodattr=A`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenValue {
    property: Property,
    value: String,
}

/// A choice that names no product, or several at once.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProductError {
    #[error("the product {0} is in no table among the files")]
    Unknown(String),
    #[error("{count} products have {text}; choose one by its id or its serial number")]
    Ambiguous { text: String, count: usize },
    #[error("{0} is no value of a property; write it as NAME:prodattr=VALUE or NAME:condition=VALUE")]
    NoValue(String),
    #[error("{0} gives several values; give one, or choose several products")]
    SeveralValues(String),
}

impl GivenValue {
    pub fn parse(text: &str) -> Result<Self, ProductError> {
        let parts = text.split_once('=').and_then(|(name, value)| Some((name.trim().rsplit_once(':')?, value.trim())));
        // A set or a range equals none of the values that statements name.
        if parts.is_some_and(|(_, value)| value.contains(['|', '~'])) {
            return Err(ProductError::SeveralValues(text.to_owned()));
        }
        let known = [PropertyKind::Attribute, PropertyKind::Condition];
        let found = parts.and_then(|((ident, kind), value)| {
            let kind = known.into_iter().find(|one| one.as_str() == kind)?;
            let is_whole = !ident.is_empty() && !value.is_empty();
            is_whole.then(|| Self { property: Property { kind, ident: ident.to_owned() }, value: value.to_owned() })
        });
        found.ok_or_else(|| ProductError::NoValue(text.to_owned()))
    }
}

/// The tables among files.
#[derive(Debug, Default)]
pub(super) struct TableFiles(Vec<(Object, Tables)>);

/// The tables that belong together: an ACT with the CCT and the PCT that it names.
#[derive(Debug, Default)]
struct TableGroup {
    act: Option<Identity>,
    tables: Tables,
}

/// The values of the chosen products.
#[derive(Debug)]
pub(super) struct ChosenProducts {
    /// For modules of each ACT, where there are several.
    by_act: Vec<(Identity, Vec<Assignments>)>,
    /// For all other modules.
    others: Vec<Assignments>,
}

impl TableFiles {
    /// Adds a file that has tables; one that cannot be read is reported when it is filtered.
    pub(super) fn add(&mut self, file: &Checked<'_>) {
        if let (Ok((object, _)), Ok(tables)) = (object::read(file), Tables::read(file)) {
            self.0.push((object, tables));
        }
    }

    /// The tables by ACT if several declare properties, else all as one group. An ACT in two languages is one.
    fn groups(self) -> Vec<TableGroup> {
        let mut groups: Vec<TableGroup> = Vec::new();
        for (act, tables) in self.0.iter().filter(|file| is_act(file)) {
            let Some(identity) = &act.identity else { continue };
            let known = groups.iter().position(|group| group.act.as_ref().is_some_and(|own| is_same(own, identity)));
            let index = known.unwrap_or_else(|| {
                groups.push(TableGroup { act: Some(identity.clone()), tables: Tables::default() });
                groups.len() - 1
            });
            groups[index].tables.merge(tables.clone());
            for (object, more) in &self.0 {
                let is_named = |own: &Identity| named(act).any(|target| is_same(&target.identity(), own));
                if object.identity.as_ref().is_some_and(is_named) {
                    groups[index].tables.merge(more.clone());
                }
            }
        }
        if groups.len() < 2 {
            let mut all = TableGroup::default();
            for (_, tables) in self.0 {
                all.tables.merge(tables);
            }
            return vec![all];
        }
        groups
    }

    pub(super) fn choose(self, choice: &ProductChoice) -> Result<ChosenProducts, ProductError> {
        let groups = self.groups();
        let mut chosen = Vec::new();
        for text in &choice.products {
            chosen.push(find(&groups, text)?);
        }
        let values_in = |index: usize, group: &TableGroup| {
            let own = |(owner, product): &(usize, &Product)| {
                if *owner == index { product.assignments() } else { Assignments::default() }
            };
            let mut all: Vec<Assignments> = chosen.iter().map(own).collect();
            if all.is_empty() {
                all.push(Assignments::default());
            }
            let is_single = groups.len() == 1;
            for given in &choice.values {
                let declared = group.tables.declared.get(&given.property);
                if is_single || declared.is_none_or(|declared| declared.allows(&given.value)) {
                    for one in &mut all {
                        one.assign(given.property.clone(), given.value.as_str());
                    }
                }
            }
            all
        };
        let by_act = groups.iter().enumerate().filter_map(|(index, group)| {
            let act = group.act.clone()?;
            Some((act, values_in(index, group)))
        });
        let others = match groups.as_slice() {
            [only] if only.act.is_none() => values_in(0, only),
            _ => values_in(usize::MAX, &TableGroup::default()),
        };
        Ok(ChosenProducts { by_act: by_act.collect(), others })
    }
}

impl ChosenProducts {
    /// The values by which a module is judged: those of the ACT that it names, where there are several.
    pub(super) fn of(&self, file: &Checked<'_>) -> &[Assignments] {
        if self.by_act.is_empty() {
            return &self.others;
        }
        let object = object::read(file).ok().map(|(object, _)| object);
        let own = object.as_ref().and_then(|object| {
            self.by_act.iter().find(|(act, _)| {
                object.identity.as_ref().is_some_and(|own| is_same(own, act))
                    || acts(object).any(|target| is_same(&target.identity(), act))
            })
        });
        own.map_or(&self.others, |(_, values)| values)
    }
}

/// Whether both are the same object, in whatever language.
fn is_same(one: &Identity, other: &Identity) -> bool {
    one.code == other.code && one.extension == other.extension
}

fn references<'a>(object: &'a Object, roles: &'a [Role]) -> impl Iterator<Item = &'a ObjectRef> {
    object.references.iter().filter_map(move |reference| match &reference.target {
        Target::Object(target) if roles.contains(&reference.role) => Some(&**target),
        _ => None,
    })
}

fn acts(object: &Object) -> impl Iterator<Item = &ObjectRef> {
    references(object, &[Role::ApplicabilityTable])
}

/// The tables that an ACT leads to.
fn named(act: &Object) -> impl Iterator<Item = &ObjectRef> {
    references(act, &[Role::ConditionTable, Role::ProductTable])
}

fn is_act((object, tables): &(Object, Tables)) -> bool {
    let declares = tables.declared.keys().any(|property| property.kind == PropertyKind::Attribute);
    object.identity.is_some() && declares
}

/// The product that a text names, with the number of its group.
fn find<'g>(groups: &'g [TableGroup], text: &str) -> Result<(usize, &'g Product), ProductError> {
    let all = || {
        groups.iter().enumerate().flat_map(|(index, group)| group.tables.products.iter().map(move |one| (index, one)))
    };
    let by_id: Vec<_> = all().filter(|(_, product)| product.id.as_deref() == Some(text)).collect();
    let has_value = |product: &Product| product.assigned.iter().any(|one| one.value == text);
    let found = if by_id.is_empty() { all().filter(|(_, product)| has_value(product)).collect() } else { by_id };
    // The same product may be in the table of each language.
    let same = |(one, other): (&(usize, &Product), &(usize, &Product))| {
        one.0 == other.0 && one.1.assignments() == other.1.assignments()
    };
    match found.as_slice() {
        [] => Err(ProductError::Unknown(text.to_owned())),
        [first, rest @ ..] if rest.iter().all(|other| same((first, other))) => Ok(*first),
        several => Err(ProductError::Ambiguous { text: text.to_owned(), count: several.len() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_one_value_without_blanks_around_it() {
        let given = GivenValue::parse(" model:prodattr= A ").expect("a value");
        assert_eq!((given.property.ident.as_str(), given.value.as_str()), ("model", "A"));
        for text in ["model:prodattr=A|B", "serial:prodattr=1~9"] {
            assert_eq!(GivenValue::parse(text), Err(ProductError::SeveralValues(text.to_owned())));
        }
        for text in ["model=A", "model:prodattr= ", ":prodattr=A", "model:other=A"] {
            assert_eq!(GivenValue::parse(text), Err(ProductError::NoValue(text.to_owned())));
        }
    }
}
