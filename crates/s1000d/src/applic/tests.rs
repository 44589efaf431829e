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
        ("A|B", "B", Truth::True),
        ("A|B", "b", Truth::False),
        ("10~20", "10", Truth::True),
        ("10~20", "20", Truth::True),
        ("10~20", "9", Truth::False),
        ("9~20", "10", Truth::True),
        ("0001~0008", "3", Truth::True),
        ("0003", "3", Truth::True),
        ("0010|0023|0056~0062", "23", Truth::True),
        ("0010|0023|0056~0062", "0060", Truth::True),
        ("0010|0023|0056~0062", "0063", Truth::False),
        ("POST-001~POST-999", "POST-042", Truth::True),
        ("POST-001~POST-999", "PRE", Truth::False),
        ("A1~A10", "A5", Truth::True),
        ("A1~A10", "A11", Truth::False),
        ("-5~5", "0", Truth::True),
        ("A~C", "B", Truth::True),
    ] {
        assert_eq!(Values::parse(values).hold(value), expected, "{values} {value}");
    }
}

#[test]
fn what_cannot_be_ordered_is_unknown() {
    for (values, value, expected) in [
        ("1~inf", "2", Truth::Unknown),
        ("10~20", "15A", Truth::Unknown),
        ("10~20|15A", "15A", Truth::True),
        ("10~20|30", "15A", Truth::Unknown),
        ("POST-001~POST-999", "POST", Truth::Unknown),
        // The ends are known though the way between them is not.
        ("10~", "12", Truth::Unknown),
        ("10~", "10", Truth::True),
        ("20~10", "15", Truth::Unknown),
        ("20~10", "0010", Truth::True),
    ] {
        assert_eq!(Values::parse(values).hold(value), expected, "{values} {value}");
    }
}

#[test]
fn an_assertion_without_values_is_unknown() {
    for values in ["", " | "] {
        assert_eq!(assert("model", values).evaluate(&product(&[("model", "A")])), Truth::Unknown);
    }
}

/// The statement of a module for model A.
fn read(formula: &str) -> Applic {
    let text = format!(
        "<dmodule><identAndStatusSection><dmStatus><applic>{formula}</applic></dmStatus></identAndStatusSection></dmodule>"
    );
    let checked = crate::guard::check(text.as_bytes()).expect("a fixture");
    crate::object::read(&checked).expect("a fixture").0.applicability.expect("a statement")
}

#[test]
fn what_cannot_be_read_is_unknown_and_decides_nothing_away() {
    let model = |value: &str| format!("<assert applicPropertyIdent='model' applicPropertyValues='{value}'/>");
    let either = |parts: &str| format!("<evaluate andOr='or'>{parts}</evaluate>");
    let both = |parts: &str| format!("<evaluate andOr='and'>{parts}</evaluate>");
    let words = "<assert>aircraft with <emphasis>long</emphasis> skids</assert>";
    for (formula, expected, english) in [
        (words.to_owned(), Truth::Unknown, "aircraft with long skids"),
        (either(&format!("{words}{}", model("B"))), Truth::Unknown, "aircraft with long skids or model B"),
        (either(&format!("{words}{}", model("A"))), Truth::True, "aircraft with long skids or model A"),
        (both(&format!("{words}{}", model("A"))), Truth::Unknown, "aircraft with long skids and model A"),
        (both(&format!("{words}{}", model("B"))), Truth::False, "aircraft with long skids and model B"),
        (
            either(&format!("<evaluate andOr='and'/>{}", model("B"))),
            Truth::Unknown,
            "a condition that is not stated or model B",
        ),
        (either(&format!("<other/>{}", model("B"))), Truth::Unknown, "a condition that is not stated or model B"),
        ("<evaluate andOr='or'/>".to_owned(), Truth::Unknown, "a condition that is not stated"),
        ("<assert applicPropertyIdent='model'/>".to_owned(), Truth::Unknown, "model (no value given)"),
    ] {
        let applic = read(&formula);
        assert_eq!(applic.evaluate(&product(&[("model", "A")])), expected, "{formula}");
        let expression = applic.expression.expect("a formula");
        let said = words::describe(&expression, &tables::Tables::default(), domain::language::Locale::English);
        assert_eq!(said, english, "{formula}");
    }
}

#[test]
fn words_alone_are_unknown_unless_they_say_all() {
    let words = |text: &str| format!("<displayText><simplePara>{text}</simplePara></displayText>");
    for (formula, expected) in [
        (words("Dry conditions"), Truth::Unknown),
        (words("All except model A"), Truth::Unknown),
        (words("All"), Truth::True),
        (words("ALL."), Truth::True),
        (words("全部"), Truth::True),
        (words(""), Truth::True),
        (format!("{}<noProduct/>", words("Not about aircraft")), Truth::True),
        (format!("{}<expression>wind &lt; 10</expression>", words("Light wind")), Truth::Unknown),
        ("<expression>wind &lt; 10</expression>".to_owned(), Truth::Unknown),
        (format!("{}<assert applicPropertyIdent='model' applicPropertyValues='A'/>", words("Model A")), Truth::True),
    ] {
        let applic = read(&formula);
        assert_eq!(applic.evaluate(&product(&[("model", "A")])), expected, "{formula}");
        assert_eq!(Applic::from_xml(&applic.to_xml()).evaluate(&product(&[("model", "A")])), expected, "{formula}");
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
    let leaf = ("[a-c]", "([0-3]|[01]~[23])(\\|[0-3])?").prop_map(|(ident, values)| assert(&ident, &values));
    leaf.prop_recursive(4, 24, 3, |inner| {
        let parts = proptest::collection::vec(inner, 1..4);
        (parts, any::<bool>()).prop_map(|(parts, all)| if all { Expression::And(parts) } else { Expression::Or(parts) })
    })
}

#[test]
fn a_statement_is_kept_apart_from_its_file() {
    let formula = "<displayText><simplePara>Long &lt;skids&gt;</simplePara><simplePara>or A</simplePara></displayText>\
        <noProduct/><evaluate andOr='or'><assert>long &amp; low</assert><evaluate andOr='and'>\
        <assert applicPropertyIdent='SB &quot;1&quot;' applicPropertyType='condition' applicPropertyValues='A|1~9'/>\
        <assert applicPropertyIdent='model' applicPropertyValues='&lt;A'/></evaluate></evaluate>";
    let applic = read(formula);
    assert_eq!(Applic::from_xml(&applic.to_xml()), applic);
    assert_eq!(Applic::from_xml(&Applic::default().to_xml()), Applic::default());
    assert_eq!(Applic::from_xml(&Applic::undecided().to_xml()), Applic::undecided());
    for other in ["", "One; Two", "<applic><assert"] {
        assert_eq!(Applic::from_xml(other), Applic::undecided(), "{other}");
    }
}

#[test]
fn statements_joined_by_the_thousand_are_decided_like_any() {
    let one = |value: &str| Applic { expression: Some(assert("model", value)), ..Applic::default() };
    let many = (0..200_000).map(|_| one("A")).reduce(Applic::and).expect("a statement");
    assert_eq!(many.evaluate(&product(&[("model", "A")])), Truth::True);
    let all = one("B").and(many);
    assert_eq!(all.evaluate(&product(&[("model", "A")])), Truth::False);
    assert_eq!(Applic::from_xml(&all.to_xml()).evaluate(&product(&[("model", "B")])), Truth::False);
}

#[test]
fn several_products_decide_what_holds_for_all_of_them() {
    let fleet = [product(&[("model", "A"), ("hoist", "no"), ("sn", "7")]), product(&[("model", "B"), ("hoist", "no")])];
    let joined = Assignments::joined(&fleet);
    let kept: Vec<_> = joined.iter().map(|(_, ident, value)| (ident, value)).collect();
    assert_eq!(kept, [("hoist", "no"), ("model", "A|B")]);
    for (values, expected) in [("A|B|C", Truth::True), ("C", Truth::False), ("A", Truth::Unknown)] {
        assert_eq!(assert("model", values).evaluate(&joined), expected, "{values}");
    }
    assert_eq!(assert("hoist", "yes").evaluate(&joined), Truth::False);
    assert_eq!(Assignments::joined(&[]), Assignments::default());
    assert_eq!(Assignments::joined(&fleet[..1]), fleet[0]);
}

proptest! {
    #[test]
    fn what_several_products_decide_each_of_them_decides(expression in expression(), a in "[0-3]", b in "[0-3]", c in "[0-3]") {
        let fleet = [product(&[("a", &a), ("b", &b), ("c", &c)]), product(&[("a", &b), ("b", &c), ("c", &a)])];
        let joined = expression.evaluate(&Assignments::joined(&fleet));
        for one in &fleet {
            prop_assert!(joined == Truth::Unknown || joined == expression.evaluate(one));
        }
    }

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
        let _ = Values::parse(&text).hold(&value);
    }
}
