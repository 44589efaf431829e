use s1000d::applic::tables::Tables;
use s1000d::applic::{Assertion, Expression, Truth};

use super::*;

fn property(ident: &str, values: &str) -> ProfileAssertion {
    ProfileAssertion::Property { ident: ident.to_owned(), is_condition: false, values: values.to_owned() }
}

fn joined(is_any: bool, parts: Vec<ProfileAssertion>) -> ProfileAssertion {
    ProfileAssertion::Joined { is_any, parts }
}

fn attribute(ident: &str) -> Property {
    Property { kind: PropertyKind::Attribute, ident: ident.to_owned() }
}

/// A table that declares a property with a name and values.
fn table(ident: &str, name: &str, values: &str) -> Tables {
    let (name, values) = (name.to_owned(), Values::parse(values));
    let declaration = Declaration { name, values, ..Declaration::default() };
    Tables { declared: [(attribute(ident), declaration)].into(), ..Tables::default() }
}

fn in_set(assertion: ProfileAssertion, manual: &ManualTables, set: SetIndex) -> Vec<String> {
    let members = ProfileMembers::Asserted(assertion).values(manual, set, |_| None);
    let one = |values: &Option<Assignments>| match values {
        Some(values) => values.iter().map(|(_, ident, value)| format!("{ident}={value}")).collect::<Vec<_>>().join(" "),
        None => "-".to_owned(),
    };
    members.iter().map(one).collect()
}

fn said(assertion: ProfileAssertion, tables: Tables) -> Vec<String> {
    in_set(assertion, &ManualTables::of_tables(&[tables]), None)
}

fn aircraft(model: &str) -> Aircraft {
    let (registration, serial_number) = (format!("QZ-{model}"), String::new());
    Aircraft { registration, serial_number, model: model.to_owned(), attributes: Vec::new() }
}

#[test]
fn an_assertion_is_met_in_several_ways() {
    let hoist = joined(false, vec![property("model", "A|B"), property("hoist", "yes")]);
    let any = joined(true, vec![hoist.clone(), property("serialNumber", "7~9")]);
    assert_eq!(said(any, Tables::default()), ["hoist=yes model=A|B", "serialNumber=7|8|9"]);
    let both = joined(false, vec![hoist.clone(), property("model", "B|C")]);
    assert_eq!(said(both, Tables::default()), ["hoist=yes model=B"]);
    let never = joined(false, vec![hoist, property("hoist", "no")]);
    assert_eq!(said(never, Tables::default()), ["-"]);
}

#[test]
fn two_spellings_of_a_number_are_one_value() {
    let both = joined(false, vec![property("sn", "0023"), property("sn", "23")]);
    assert_eq!(said(both, Tables::default()), ["sn=0023"]);
}

#[test]
fn properties_are_found_by_their_names() {
    let tables = || table("mdl", "Aircraft model", "");
    assert_eq!(said(property("aircraft model", "A"), tables()), ["mdl=A"]);
    assert_eq!(said(property("other", "A"), tables()), ["other=A"]);
}

#[test]
fn what_has_too_many_values_decides_nothing() {
    assert_eq!(said(property("serialNumber", "1~90000"), Tables::default()), [""]);
    let pair = |index: usize| joined(true, vec![property(&format!("p{index}"), "1"), property("q", "2")]);
    let wide = joined(false, (0..12).map(pair).collect());
    assert_eq!(said(wide, Tables::default()), Vec::<String>::new());
}

#[test]
fn an_assertion_says_nothing_of_another_act() {
    let manual = ManualTables::of_tables(&[table("model", "Model", "A|B"), table("model", "Model", "ENGINE-2")]);
    let either = || joined(true, vec![property("model", "A"), property("model", "B|ENGINE-2")]);
    assert_eq!(in_set(property("model", "A"), &manual, Some(0)), ["model=A"]);
    assert_eq!(in_set(property("model", "A"), &manual, Some(1)), [""], "engines have other models");
    assert_eq!(in_set(property("model", "A"), &manual, None), ["-"], "the module names no ACT");
    assert_eq!(in_set(either(), &manual, Some(0)), ["model=A", "model=B"]);
    assert_eq!(in_set(either(), &manual, Some(1)), ["", "model=ENGINE-2"], "members keep their position");
}

#[test]
fn an_aircraft_of_the_type_that_no_table_knows_keeps_everything() {
    let mut manual = ManualTables::of_tables(&[table("model", "Model", "H160-B"), table("model", "Model", "ENGINE")]);
    for set in &mut manual.sets {
        set.tables.model_codes = vec!["H160".to_owned()];
    }
    let fleet = ProfileMembers::Fleet(vec![aircraft("H160"), aircraft("H160-B"), aircraft("EC135")]);
    let flown = |one: &Aircraft| {
        let mut values = Assignments::default();
        values.assign(attribute("model"), one.model.as_str());
        (one.model == "H160-B").then_some(values)
    };
    let values = fleet.values(&manual, Some(0), flown);
    let assertion = Assertion { property: attribute("model"), values: Values::parse("H160-A"), line: 0 };
    let truths: Vec<Option<Truth>> =
        values.iter().map(|one| one.as_ref().map(|one| Expression::Assert(assertion.clone()).evaluate(one))).collect();
    assert_eq!(truths, [Some(Truth::Unknown), Some(Truth::False), None], "one of another type does not count");
}
