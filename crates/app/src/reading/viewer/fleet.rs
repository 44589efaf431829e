//! Aircraft of operators, seen through the tables of a manual.

use std::borrow::Cow;
use std::collections::HashMap;

use domain::operator::Aircraft;
use s1000d::applic::tables::{Bilingual, Product};
use s1000d::applic::{Assignments, Property, PropertyKind, Truth, canonical};

/// Names that tables use for the three properties of every aircraft.
pub(super) const MODEL: [&str; 6] = ["model", "aircraft model", "helicopter model", "model code", "型号", "机型"];
pub(super) const SERIAL: [&str; 8] =
    ["serialNumber", "serialno", "serial", "sn", "msn", "manufacturer serial number", "序列号", "出厂序号"];
pub(super) const REGISTRATION: [&str; 6] =
    ["registration", "registration number", "tail number", "reg", "注册号", "登记号"];

/// The tables of a manual, ready to say what any aircraft means for its properties.
pub(super) struct Fleet<'a> {
    tables: Bilingual<'a>,
    /// The model identification codes of the ACTs.
    model_codes: &'a [String],
    model: Option<&'a Property>,
    serial: Option<&'a Property>,
    registration: Option<&'a Property>,
    /// The products of the table by the value that tells them apart.
    products: HashMap<Cow<'a, str>, Vec<&'a Product>>,
}

fn value<'a>(product: &'a Product, property: &Property) -> Option<&'a str> {
    product.assigned.iter().find(|one| one.property == *property).map(|one| one.value.as_str())
}

impl<'a> Fleet<'a> {
    pub(super) fn new(tables: Bilingual<'a>, model_codes: &'a [String]) -> Self {
        let find = |names: &[&str]| names.iter().find_map(|name| tables.named(name));
        let (model, serial, registration) = (find(&MODEL), find(&SERIAL), find(&REGISTRATION));
        let mut products: HashMap<Cow<'_, str>, Vec<&Product>> = HashMap::new();
        if let Some(telling) = serial.or(registration) {
            for product in tables.products() {
                if let Some(value) = value(product, telling) {
                    products.entry(canonical(value)).or_default().push(product);
                }
            }
        }
        Self { tables, model_codes, model, serial, registration, products }
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
        let known = || known().filter(|(_, value)| !value.is_empty());
        let (telling, written) = match self.serial {
            Some(serial) => (Some(serial), &aircraft.serial_number),
            None => (self.registration, &aircraft.registration),
        };
        let agrees = |product: &&&Product| {
            known()
                .all(|(property, own)| value(product, property).is_none_or(|given| canonical(given) == canonical(own)))
        };
        let listed = self.products.get(&*canonical(written)).into_iter().flatten().filter(agrees);
        // Serial numbers 23 and 0023 are one, unless the table lists both.
        let spelled_otherwise = |product: &&&Product| telling.and_then(|one| value(product, one)) != Some(written);
        if let Some(product) = listed.min_by_key(spelled_otherwise) {
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

    /// Whether an aircraft is of a model that the tables are about. The serial number of another model may be in them too,
    /// for another product.
    pub(super) fn knows(&self, aircraft: &Aircraft) -> bool {
        let mut models = self
            .model
            .into_iter()
            .flat_map(|model| self.tables.products().iter().filter_map(move |product| value(product, model)));
        let declared = self.model.and_then(|model| self.tables.declared(model)).map(|declared| &declared.values);
        let declared = declared.filter(|values| !values.is_empty());
        if declared.is_none() && models.clone().next().is_none() {
            return self.model_codes.iter().any(|code| aircraft.is_of_model(code));
        }
        declared.is_some_and(|values| values.hold(&aircraft.model) == Truth::True)
            || models.any(|model| model == aircraft.model)
    }
}

/// Adds the values of `more`, which replace those before.
pub(super) fn add(all: &mut Assignments, more: &Assignments) {
    for (kind, ident, value) in more.iter() {
        all.assign(Property { kind, ident: ident.to_owned() }, value);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use s1000d::applic::tables::{Declaration, Tables};

    use super::*;

    fn attribute(ident: &str) -> Property {
        Property { kind: PropertyKind::Attribute, ident: ident.to_owned() }
    }

    fn tables(called: [(&str, &str); 2]) -> Tables {
        let declared = called
            .map(|(ident, name)| (attribute(ident), Declaration { name: name.to_owned(), ..Declaration::default() }));
        Tables { declared: declared.into(), ..Tables::default() }
    }

    #[test]
    fn properties_are_found_by_their_names_in_every_language_whoever_reads() {
        let english = tables([("mdl", "Model"), ("fl", "Floats")]);
        let chinese = tables([("mdl", "型号"), ("fl", "浮筒")]);
        let aircraft = Aircraft {
            registration: String::new(),
            serial_number: String::new(),
            model: "NV240-1".to_owned(),
            attributes: vec![("浮筒".to_owned(), "yes".to_owned())],
        };
        for tables in [Bilingual { english: &english, chinese: &chinese }, Bilingual::alike(&chinese)] {
            let assigned = Fleet::new(tables, &[]).assignments(&aircraft);
            let found: BTreeSet<_> = assigned.iter().map(|(_, ident, value)| (ident, value)).collect();
            assert_eq!(found, [("fl", "yes"), ("mdl", "NV240-1")].into());
        }
    }
}
