//! Applicability on a site. Conditions are decided when the site is written, once for each aircraft or product that its
//! readers can choose: the site needs no second evaluation of formulas.

use domain::language::Locale;
use s1000d::applic::tables::Tables;
use s1000d::applic::{Applic, Assignments, Truth, words};
use serde_json::{Value, json};

/// An aircraft or a product that readers of a site can choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteChoice {
    pub name: String,
    /// The ACT that it belongs to, where there are several.
    pub table: String,
    pub is_aircraft: bool,
}

impl SiteChoice {
    pub(super) fn value(&self) -> Value {
        json!({"name": self.name, "table": self.table, "aircraft": self.is_aircraft})
    }
}

/// One letter for each choice, whether a condition holds: `y`, `n`, or `u` where it is not known. Empty when it holds for
/// all of them.
pub fn applies_to(evaluate: impl Fn(&Assignments) -> Truth, choices: &[Assignments]) -> String {
    let letters: String = choices
        .iter()
        .map(|choice| match evaluate(choice) {
            Truth::True => 'y',
            Truth::False => 'n',
            Truth::Unknown => 'u',
        })
        .collect();
    if letters.bytes().all(|letter| letter == b'y') { String::new() } else { letters }
}

/// A statement as readers see it: the author's text, or else the formula in words.
pub fn statement_text(applic: &Applic, tables: &Tables, locale: Locale) -> String {
    if !applic.display.is_empty() {
        return applic.display.clone();
    }
    applic.expression.as_ref().map(|formula| words::describe(formula, tables, locale)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use s1000d::applic::{Assertion, Expression, Property, PropertyKind, Values};

    use super::*;

    #[test]
    fn a_formula_has_one_letter_for_each_choice() {
        let property = Property { kind: PropertyKind::Condition, ident: "SB1".to_owned() };
        let with = |value: &str| {
            let mut choice = Assignments::default();
            choice.assign(property.clone(), value);
            choice
        };
        let is_post =
            Expression::Assert(Assertion { property: property.clone(), values: Values::parse("POST"), line: 1 });
        let letters = |choices: &[Assignments]| applies_to(|choice| is_post.evaluate(choice), choices);
        assert_eq!(letters(&[with("PRE"), with("POST"), Assignments::default()]), "nyu");
        assert_eq!(letters(&[with("POST")]), "", "it holds for all");
        assert_eq!(letters(&[]), "", "there is nothing to choose");
    }
}
