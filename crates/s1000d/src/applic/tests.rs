use proptest::prelude::*;

use super::*;

fn assert(ident: &str, values: &str) -> Expression {
    let property = Property { kind: PropertyKind::Attribute, ident: ident.to_owned() };
    Expression::Assert(Assertion { property, values: Values::parse(values), line: 1 })
}

fn product(values: &[(&str, &str)]) -> Assignments {
    let mut product = Assignments::default();
    for (ident, value) in values {
        product.assign(Property { kind: PropertyKind::Attribute, ident: (*ident).to_owned() }, *value);
    }
    product
}

#[test]
fn sets_and_ranges_hold_their_members() {
    for (values, value, expected) in [
        ("A|B", "B", true),
        ("A|B", "b", false),
        ("10~20", "10", true),
        ("10~20", "20", true),
        ("10~20", "9", false),
        ("9~20", "10", true),
        ("0001~0008", "3", true),
        ("0010|0023|0056~0062", "0060", true),
        ("0010|0023|0056~0062", "0063", false),
        ("POST-001~POST-999", "POST-042", true),
        ("POST-001~POST-999", "PRE", false),
        ("-5~5", "0", true),
        ("A~C", "B", true),
        ("1~inf", "2", true),
        ("", "", false),
    ] {
        assert_eq!(Values::parse(values).contain(value), expected, "{values} {value}");
    }
}

#[test]
fn an_unassigned_property_is_unknown_and_keeps() {
    let model = assert("model", "A");
    assert_eq!(model.evaluate(&product(&[])), Truth::Unknown);
    assert!(model.evaluate(&product(&[])).keeps());
    assert!(!model.evaluate(&product(&[("model", "B")])).keeps());
    // The case of an identifier matters: `serialNo` says nothing about `SerialNo`.
    assert_eq!(assert("SerialNo", "1").evaluate(&product(&[("serialNo", "1")])), Truth::Unknown);
}

#[test]
fn a_condition_and_an_attribute_of_one_name_are_two_properties() {
    let mut aircraft = product(&[("SB1", "POST")]);
    let property = Property { kind: PropertyKind::Condition, ident: "SB1".into() };
    let sb = Expression::Assert(Assertion { property: property.clone(), values: Values::parse("POST"), line: 1 });
    assert_eq!(sb.evaluate(&aircraft), Truth::Unknown);
    aircraft.assign(property, "POST");
    assert_eq!(sb.evaluate(&aircraft), Truth::True);
}

#[test]
fn formulas_follow_kleene() {
    let (a, b, c) = (assert("a", "1"), assert("b", "1"), assert("c", "1"));
    let known = product(&[("a", "1"), ("b", "2")]);
    assert_eq!(Expression::And(vec![a.clone(), c.clone()]).evaluate(&known), Truth::Unknown);
    assert_eq!(Expression::And(vec![b.clone(), c.clone()]).evaluate(&known), Truth::False);
    assert_eq!(Expression::Or(vec![a.clone(), c.clone()]).evaluate(&known), Truth::True);
    assert_eq!(Expression::Or(vec![b.clone(), c.clone()]).evaluate(&known), Truth::Unknown);
    let nested = Expression::And(vec![a, Expression::Or(vec![b, c])]);
    assert_eq!(nested.evaluate(&known), Truth::Unknown);
    assert_eq!(nested.assertions().len(), 3);
}

#[test]
fn no_formula_holds_always() {
    assert_eq!(Applic::default().evaluate(&Assignments::default()), Truth::True);
}

fn expression() -> impl Strategy<Value = Expression> {
    let leaf = ("[a-c]", "[0-3](~[0-3])?(\\|[0-3])?").prop_map(|(ident, values)| assert(&ident, &values));
    leaf.prop_recursive(4, 24, 3, |inner| {
        let parts = proptest::collection::vec(inner, 1..4);
        (parts, any::<bool>()).prop_map(|(parts, all)| if all { Expression::And(parts) } else { Expression::Or(parts) })
    })
}

proptest! {
    #[test]
    fn knowing_more_never_turns_a_decision(expression in expression(), a in "[0-3]", b in "[0-3]", c in "[0-3]") {
        let some = expression.evaluate(&product(&[("a", &a), ("b", &b)]));
        let all = expression.evaluate(&product(&[("a", &a), ("b", &b), ("c", &c)]));
        prop_assert!(some == Truth::Unknown || some == all);
        prop_assert_ne!(all, Truth::Unknown);
    }

    #[test]
    fn values_are_written_as_they_were_read(text in "[A-Z0-9]{1,4}(~[A-Z0-9]{1,4})?(\\|[A-Z0-9]{1,4}){0,3}") {
        prop_assert_eq!(Values::parse(&text).to_string(), text);
    }

    #[test]
    fn any_text_is_a_set_of_values(text in "\\PC{0,40}", value in "\\PC{0,10}") {
        let _ = Values::parse(&text).contain(&value);
    }
}
