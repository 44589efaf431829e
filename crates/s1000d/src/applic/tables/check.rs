//! Contradictions between statements, products and declarations.

use std::collections::BTreeSet;

use domain::finding::{Finding, Rule};
use regex_lite::Regex;

use super::{DataType, Declaration, Product, Tables};
use crate::applic::{Applic, Assignments, Property, PropertyKind, Truth, Value, Values};
use crate::object::Object;

impl Tables {
    /// The assertions of an object that these tables do not allow; a property that is wrong everywhere is reported once.
    pub fn check(&self, object: &Object) -> Vec<Finding> {
        let mut findings = Vec::new();
        let mut undeclared = BTreeSet::new();
        for assertion in &object.assertions {
            if self.declares(&assertion.property) || undeclared.insert(&assertion.property) {
                let found = self.check_one(&assertion.property, &assertion.values);
                findings.extend(found.into_iter().map(|finding| finding.at(assertion.line)));
            }
        }
        findings
    }

    /// Whether a property is declared at all.
    pub(crate) fn declares(&self, property: &Property) -> bool {
        self.declared.contains_key(property)
    }

    /// The error in asserting these values, wherever it stands.
    pub(crate) fn check_one(&self, property: &Property, values: &Values) -> Vec<Finding> {
        let Some(declaration) = self.declared.get(property) else { return vec![unknown(property)] };
        let wrong = values.iter().filter(|value| !declaration.can_be(value));
        wrong.map(|value| outside(property, &shown(value))).collect()
    }

    /// The assignments of products that the declarations do not allow.
    pub fn check_products(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        let mut undeclared = BTreeSet::new();
        for assigned in self.products.iter().flat_map(|product| &product.assigned) {
            match self.declared.get(&assigned.property) {
                None => {
                    if undeclared.insert(&assigned.property) {
                        findings.push(unknown(&assigned.property).at(assigned.line));
                    }
                }
                Some(declaration) if !declaration.can_be(&Value::One(assigned.value.clone())) => {
                    findings.push(outside(&assigned.property, &assigned.value).at(assigned.line));
                }
                Some(_) => {}
            }
        }
        findings
    }

    /// The findings of the products about the statements of an object: those that no product meets, and the attributes that no
    /// product has. Nothing where there are no products.
    pub fn check_statements(&self, object: &Object) -> Vec<Finding> {
        let all: Vec<Assignments> = self.products.iter().map(Product::assignments).collect();
        if all.is_empty() {
            return Vec::new();
        }
        let module = object.applicability.as_ref();
        let has = |product: &&Assignments| module.is_none_or(|module| module.evaluate(product).keeps());
        let having: Vec<&Assignments> = all.iter().filter(has).collect();
        let mut findings = Vec::new();
        let having = if having.is_empty() {
            findings.extend(module.and_then(|module| self.unmet(module, Rule::ApplicNoAircraft, all.len())));
            all.iter().collect()
        } else {
            having
        };
        for statement in object.applic_group.iter().filter(|one| Some(*one) != module) {
            if having.iter().all(|product| statement.evaluate(product) == Truth::False) {
                findings.extend(self.unmet(statement, Rule::ApplicNoProduct, having.len()));
            }
        }
        for property in self.never_assigned(&object.asserted()) {
            let first = object.assertions.iter().filter(|one| one.property == property).map(|one| one.line).min();
            findings.push(Finding::new(Rule::ApplicNeverAssigned).with("property", property.ident).at(first));
        }
        findings
    }

    /// The finding about a statement that no product meets; `None` where a value in it is wrong anyway.
    fn unmet(&self, statement: &Applic, rule: Rule, total: usize) -> Option<Finding> {
        let assertions = statement.expression.as_ref()?.assertions();
        let line = assertions.first()?.line;
        let is_wrong = assertions.iter().any(|one| !self.check_one(&one.property, &one.values).is_empty());
        (!is_wrong).then(|| Finding::new(rule).with("total", total.to_string()).at(line))
    }

    /// The product attributes of some that are declared and no product has. What depends on them is never decided.
    /// Conditions are left out: many are known at the aircraft only.
    pub fn never_assigned<'a>(&self, asserted: impl IntoIterator<Item = &'a Property>) -> Vec<Property> {
        let assigned: BTreeSet<&Property> =
            self.products.iter().flat_map(|product| &product.assigned).map(|one| &one.property).collect();
        let open = |property: &&Property| {
            property.kind == PropertyKind::Attribute
                && self.declared.contains_key(*property)
                && !assigned.contains(*property)
        };
        let found: BTreeSet<&Property> =
            asserted.into_iter().filter(|_| !self.products.is_empty()).filter(open).collect();
        found.into_iter().cloned().collect()
    }
}

impl Object {
    /// The properties that its statements are about.
    pub fn asserted(&self) -> BTreeSet<Property> {
        self.assertions.iter().map(|assertion| assertion.property.clone()).collect()
    }
}

fn unknown(property: &Property) -> Finding {
    Finding::new(Rule::ApplicUndeclared).with("property", property.ident.as_str())
}

fn outside(property: &Property, value: &str) -> Finding {
    Finding::new(Rule::ApplicValueOutside).with("value", value).with("property", property.ident.as_str())
}

fn shown(value: &Value) -> String {
    match value {
        Value::One(value) => value.clone(),
        Value::Range(from, to) => format!("{from}~{to}"),
    }
}

impl Declaration {
    /// Whether a product could have this one value.
    pub fn allows(&self, value: &str) -> bool {
        self.can_be(&Value::One(value.to_owned()))
    }

    /// Whether some product could have the value. A range may reach beyond what is declared, as long as it meets it.
    fn can_be(&self, value: &Value) -> bool {
        let listed = self.values.is_empty() || self.values.iter().any(|own| own.meets(value));
        let single = match value {
            Value::One(value) => self.data_type.fits(value) && self.matches(value),
            Value::Range(from, to) => self.data_type.fits(from) && self.data_type.fits(to),
        };
        listed && single
    }

    /// A pattern that we cannot read allows everything.
    fn matches(&self, value: &str) -> bool {
        let Some(pattern) = &self.pattern else { return true };
        Regex::new(&format!("^(?:{pattern})$")).map_or(true, |pattern| pattern.is_match(value))
    }
}

impl DataType {
    fn fits(self, value: &str) -> bool {
        match self {
            Self::Text => true,
            Self::Integer => value.parse::<i64>().is_ok(),
            Self::Real => value.parse::<f64>().is_ok(),
            Self::Boolean => matches!(value.to_ascii_lowercase().as_str(), "true" | "false" | "0" | "1"),
        }
    }
}
