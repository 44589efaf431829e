//! Aircraft of operators, seen through the tables of a manual.

use std::collections::HashMap;

use domain::operator::Aircraft;
use s1000d::applic::tables::{Product, Tables};
use s1000d::applic::{Assignments, Property, PropertyKind};

use super::choice::add;

/// What tables call the three things that every aircraft has.
const MODEL: [&str; 4] = ["model", "aircraft model", "helicopter model", "model code"];
const SERIAL: [&str; 6] = ["serialNumber", "serialno", "serial", "sn", "msn", "manufacturer serial number"];
const REGISTRATION: [&str; 4] = ["registration", "registration number", "tail number", "reg"];

/// The tables of a manual, ready to say what any aircraft means for its properties.
pub(super) struct Fleet<'a> {
    tables: &'a Tables,
    model: Option<&'a Property>,
    serial: Option<&'a Property>,
    registration: Option<&'a Property>,
    /// The products of the table by the value that tells them apart.
    products: HashMap<&'a str, Vec<&'a Product>>,
}

fn value<'a>(product: &'a Product, property: &Property) -> Option<&'a str> {
    product.assigned.iter().find(|one| one.property == *property).map(|one| one.value.as_str())
}

impl<'a> Fleet<'a> {
    pub(super) fn new(tables: &'a Tables) -> Self {
        let find = |names: &[&str]| names.iter().find_map(|name| tables.named(name));
        let (model, serial, registration) = (find(&MODEL), find(&SERIAL), find(&REGISTRATION));
        let mut products: HashMap<&str, Vec<&Product>> = HashMap::new();
        if let Some(telling) = serial.or(registration) {
            for product in &tables.products {
                if let Some(value) = value(product, telling) {
                    products.entry(value).or_default().push(product);
                }
            }
        }
        Self { tables, model, serial, registration, products }
    }

    /// The product of the table that an aircraft is, and over it what its operator says.
    pub(super) fn assignments(&self, aircraft: &Aircraft) -> Assignments {
        let mut all = Assignments::default();
        let own = [
            (self.model, &aircraft.model),
            (self.serial, &aircraft.serial_number),
            (self.registration, &aircraft.registration),
        ];
        let known = || own.into_iter().filter_map(|(property, value)| Some((property?, value.as_str())));
        let telling = if self.serial.is_some() { &aircraft.serial_number } else { &aircraft.registration };
        let agrees = |product: &&&Product| {
            known().all(|(property, own)| value(product, property).is_none_or(|given| given == own))
        };
        let listed = self.products.get(telling.as_str());
        if let Some(product) = listed.and_then(|products| products.iter().find(agrees)) {
            add(&mut all, &product.assignments());
        }
        for (property, value) in known() {
            all.assign(property.clone(), value);
        }
        for (name, value) in &aircraft.attributes {
            let undeclared = || Property { kind: PropertyKind::Attribute, ident: name.clone() };
            all.assign(self.tables.named(name).cloned().unwrap_or_else(undeclared), value.as_str());
        }
        all
    }

    /// Whether an aircraft is of a model that the tables know.
    pub(super) fn has_model_of(&self, aircraft: &Aircraft) -> bool {
        let Some(model) = self.model else { return false };
        let declared = self.tables.declared.get(model);
        declared.is_some_and(|declared| declared.values.contain(&aircraft.model))
            || self.tables.products.iter().any(|product| value(product, model) == Some(&aircraft.model))
    }
}
