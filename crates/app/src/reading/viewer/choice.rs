//! The chosen aircraft or product, and the property values that the choice assigns.

use std::fmt::Write as _;

use domain::field::FieldCode;
use domain::operator::Aircraft;
use s1000d::applic::tables::{Bilingual, Product, Tables};
use s1000d::applic::{Assignments, Property, PropertyKind};
use store::Tx;

use super::fleet::Fleet;
use crate::core::error::Error;

/// Limit of single properties in one choice.
const MAX_SET: usize = 100;

/// An aircraft, a product, or single properties; the single ones win, then the aircraft.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Choice {
    /// A registration.
    pub aircraft: Option<String>,
    /// The id of a product, as [`choices`](super::choices::choices) gives it.
    pub product: Option<String>,
    /// As in `prodattr:model=NV240-1` or `condition:SB26003=POST`.
    pub set: Vec<String>,
}

impl Choice {
    /// Whether it says nothing of an aircraft.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A property's value, and what people call the property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assign {
    pub property: Property,
    pub value: String,
    pub name: String,
}

/// The aircraft that is chosen.
pub(super) async fn find_aircraft(tx: &mut Tx, choice: &Choice) -> Result<Option<Aircraft>, Error> {
    let Some(registration) = &choice.aircraft else { return Ok(None) };
    let found = store::operators::find_aircraft(tx, registration).await?;
    let unknown = || Error::field("aircraft", FieldCode::UnknownValue);
    found.map(|one| Some(one.aircraft)).ok_or_else(unknown)
}

/// Whether a choice was refused because its aircraft or its product is unknown.
pub(super) fn is_unknown(error: &Error) -> bool {
    let Error::Invalid(refused) = error else { return false };
    refused
        .iter()
        .all(|one| one.code == FieldCode::UnknownValue && ["aircraft", "product"].contains(&one.field.as_str()))
}

/// Values of properties that a choice sets.
pub(super) fn assignments(
    choice: &Choice,
    aircraft: Option<&Aircraft>,
    tables: Bilingual<'_>,
) -> Result<Assignments, Error> {
    let mut all = Assignments::default();
    if let Some(id) = &choice.product {
        let products = tables.products().iter().enumerate();
        let mut found = products.filter(|(index, product)| product_id(*index, product) == *id);
        let (_, product) = found.next().ok_or_else(|| Error::field("product", FieldCode::UnknownValue))?;
        add(&mut all, &product.assignments());
    }
    if let Some(aircraft) = aircraft {
        add(&mut all, &Fleet::new(tables).assignments(aircraft));
    }
    if choice.set.len() > MAX_SET {
        return Err(Error::field("set", FieldCode::TooMany));
    }
    for text in &choice.set {
        let (property, value) = parse(text).ok_or_else(|| Error::field("set", FieldCode::UnknownValue))?;
        all.assign(property, value);
    }
    Ok(all)
}

/// Reads `prodattr:ident=value` or `condition:ident=value`.
fn parse(text: &str) -> Option<(Property, &str)> {
    let (kind, rest) = text.split_once(':')?;
    let kind = [PropertyKind::Attribute, PropertyKind::Condition].into_iter().find(|one| one.as_str() == kind)?;
    let (ident, value) = rest.split_once('=')?;
    let sound = !ident.is_empty() && !value.is_empty() && ident.len() <= 200 && value.len() <= 500;
    sound.then(|| (Property { kind, ident: ident.to_owned() }, value))
}

pub(super) fn add(all: &mut Assignments, more: &Assignments) {
    for (kind, ident, value) in more.iter() {
        all.assign(Property { kind, ident: ident.to_owned() }, value);
    }
}

/// The id of a product; those that their table gives none are counted.
pub(super) fn product_id(index: usize, product: &Product) -> String {
    product.id.clone().unwrap_or_else(|| format!("product-{}", index + 1))
}

/// Every value with what people call its property.
pub(super) fn named(assignments: &Assignments, tables: &Tables) -> Vec<Assign> {
    let one = |(kind, ident, value): (PropertyKind, &str, &str)| {
        let property = Property { kind, ident: ident.to_owned() };
        let declared = tables.declared.get(&property).map(super::Declaration::shown_name);
        let name = declared.filter(|name| !name.is_empty()).unwrap_or(ident).to_owned();
        Assign { property, value: value.to_owned(), name }
    };
    assignments.iter().map(one).collect()
}

/// One text for each set of assignments.
pub(super) fn key(assignments: &Assignments) -> String {
    let mut key = String::new();
    for (kind, ident, value) in assignments.iter() {
        // Writing to a string cannot fail. Lengths keep two sets apart whatever signs they hold.
        let _ = write!(key, "{}:{}:{ident}={}:{value};", kind.as_str(), ident.len(), value.len());
    }
    key
}
