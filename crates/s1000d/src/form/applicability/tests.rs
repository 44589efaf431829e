use proptest::prelude::*;

use super::*;
use crate::applic::{Assignments, Property, PropertyKind, Truth};
use crate::form::writer::FormText;
use crate::splice;

const MODULE: &str = "<?xml version='1.0'?>
<dmodule><identAndStatusSection><dmStatus>
  <security/>
  <applic>
    <displayText><simplePara>Model A</simplePara></displayText>
    <evaluate andOr = 'and'>
      <assert applicPropertyType='prodattr' applicPropertyIdent=\"model\" applicPropertyValues='A|B'/>
      <!-- one value -->
    </evaluate>
  </applic>
  <brexDmRef/>
</dmStatus></identAndStatusSection>
<content>
  <refs/>
  <referencedApplicGroup>
    <applic id='app-0001'><assert applicPropertyIdent='SB1' applicPropertyType='condition' applicPropertyValues='POST'/></applic>
    <applic id='app-0002'><displayText><simplePara>Either</simplePara></displayText><evaluate andOr='or'><assert applicPropertyIdent='model' applicPropertyType='prodattr' applicPropertyValues='A'/><assert>in words</assert></evaluate></applic>
  </referencedApplicGroup>
  <description>
    <para id='one' applicRefId='app-0002'>One</para>
    <levelledPara applicRefId='app-0001'><para>Two</para></levelledPara>
  </description>
</content></dmodule>";

fn element(text: &str, start: &str) -> ApplicTarget {
    ApplicTarget::Element(text.find(start).expect("an element"))
}

fn assert(kind: PropertyKind, ident: &str, values: &str) -> StatementNode {
    StatementNode::Assert { property: Property { kind, ident: ident.to_owned() }, values: values.to_owned() }
}

fn model(values: &str) -> StatementNode {
    assert(PropertyKind::Attribute, "model", values)
}

fn write(id: Option<&str>, display: &str, expression: Option<StatementNode>) -> ApplicabilityChange {
    ApplicabilityChange::Write { id: id.map(str::to_owned), display: display.to_owned(), expression }
}

fn edited(text: &str, target: ApplicTarget, change: &ApplicabilityChange) -> Option<String> {
    let splices = edit(text, target, change).expect("XML")?;
    Some(splice::apply(text, &splices).expect("splices that fit"))
}

fn fields(text: &str, target: ApplicTarget) -> ApplicabilityFields {
    read(text, target).expect("XML").expect("a place")
}

#[test]
fn statements_are_read_with_their_unknown_parts() {
    let module = fields(MODULE, ApplicTarget::Module).own.expect("a statement");
    assert_eq!(module.display, FormText { text: "Model A".to_owned(), is_fixed: false });
    let StatementNode::Kept { number: 0, text } = module.expression.expect("a formula") else { panic!("known") };
    assert!(text.starts_with("<evaluate"), "a group with a comment stays as it is: {text}");
    let para = fields(MODULE, element(MODULE, "<para id"));
    let own = para.own.expect("a statement");
    assert_eq!((own.id.as_deref(), own.uses), (Some("app-0002"), 1));
    let kept = StatementNode::Kept { number: 0, text: "in words".to_owned() };
    assert_eq!(own.expression, Some(StatementNode::Group { is_any: true, parts: vec![model("A"), kept] }));
    assert_eq!(para.group.len(), 2);
    assert_eq!(read(MODULE, ApplicTarget::Element(3)), Ok(None));
}

#[test]
fn the_same_statement_changes_nothing() {
    let own = fields(MODULE, element(MODULE, "<para id")).own.expect("a statement");
    let same = write(Some("app-0002"), "Either", own.expression);
    assert_eq!(edit(MODULE, element(MODULE, "<para id"), &same), Ok(Some(Vec::new())));
}

#[test]
fn an_assertion_is_changed_in_its_attributes() {
    let target = element(MODULE, "<levelledPara");
    let change = write(Some("app-0001"), "", Some(assert(PropertyKind::Condition, "SB1", "PRE")));
    assert_eq!(edited(MODULE, target, &change), Some(MODULE.replace("'POST'", "'PRE'")));
    let with_text = write(Some("app-0001"), "Before SB 1", Some(assert(PropertyKind::Condition, "SB1", "POST")));
    let expected = MODULE.replace(
        "<applic id='app-0001'>",
        "<applic id='app-0001'><displayText><simplePara>Before SB 1</simplePara></displayText>",
    );
    assert_eq!(edited(MODULE, target, &with_text), Some(expected));
}

#[test]
fn a_group_keeps_the_bytes_of_what_the_form_does_not_know() {
    let target = element(MODULE, "<para id");
    let kept = StatementNode::Kept { number: 0, text: String::new() };
    let parts = vec![model("A~C"), assert(PropertyKind::Condition, "SB1", "POST"), kept.clone()];
    let change = write(Some("app-0002"), "Either", Some(StatementNode::Group { is_any: false, parts }));
    let text = edited(MODULE, target, &change).expect("a text");
    let group = "<evaluate andOr=\"and\"><assert applicPropertyIdent=\"model\" applicPropertyType=\"prodattr\" \
        applicPropertyValues=\"A~C\"/><assert applicPropertyIdent=\"SB1\" applicPropertyType=\"condition\" \
        applicPropertyValues=\"POST\"/><assert>in words</assert></evaluate></applic>";
    assert!(text.contains(group), "{text}");
    let unknown = StatementNode::Kept { number: 7, text: String::new() };
    let change =
        write(Some("app-0002"), "Either", Some(StatementNode::Group { is_any: false, parts: vec![kept, unknown] }));
    assert_eq!(edited(MODULE, target, &change), None);
}

#[test]
fn a_group_keeps_the_name_of_its_operator() {
    let other = MODULE.replace("<evaluate andOr='or'>", "<evaluate logicalOperator='or'>");
    let parts = vec![model("A"), model("B"), model("C")];
    let change = write(Some("app-0002"), "Either", Some(StatementNode::Group { is_any: true, parts }));
    let text = edited(&other, element(&other, "<para id"), &change).expect("a text");
    assert!(text.contains("<evaluate logicalOperator=\"or\"><assert applicPropertyIdent=\"model\""), "{text}");
}

#[test]
fn a_module_gets_loses_and_keeps_its_statement() {
    let all = write(None, "All", None);
    let text = edited(MODULE, ApplicTarget::Module, &all).expect("a text");
    assert!(text.contains("<displayText><simplePara>All</simplePara></displayText>\n  </applic>"), "{text}");
    assert_eq!(fields(&text, ApplicTarget::Module).own.expect("a statement").expression, None);
    let without =
        text.replace("<applic>\n    <displayText><simplePara>All</simplePara></displayText>\n  </applic>\n  ", "");
    assert_eq!(fields(&without, ApplicTarget::Module).own, None);
    let new = edited(&without, ApplicTarget::Module, &write(None, "", Some(model("A")))).expect("a text");
    let expected = "<security/>\n  <applic><assert applicPropertyIdent=\"model\" applicPropertyType=\"prodattr\" \
        applicPropertyValues=\"A\"/></applic>\n  <brexDmRef/>";
    assert!(new.contains(expected), "{new}");
    assert_eq!(edited(MODULE, ApplicTarget::Module, &write(None, "", None)), None, "a statement says something");
    let shared = without.replace("<security/>", "<security/><applicRef applicIdentValue='ours'/>");
    assert_eq!(fields(&shared, ApplicTarget::Module).elsewhere.as_deref(), Some("ours"));
    assert_eq!(edited(&shared, ApplicTarget::Module, &all), None);
}

#[test]
fn an_element_refers_to_a_statement_or_gets_a_new_one() {
    let target = element(MODULE, "<para id");
    let refer = |id: Option<&str>| ApplicabilityChange::Refer(id.map(str::to_owned));
    let other = MODULE.replace("id='one' applicRefId='app-0002'", "id='one' applicRefId='app-0001'");
    assert_eq!(edited(MODULE, target, &refer(Some("app-0001"))), Some(other));
    let none = MODULE.replace(" applicRefId='app-0002'", "");
    assert_eq!(edited(MODULE, target, &refer(None)), Some(none.clone()));
    assert_eq!(edited(MODULE, target, &refer(Some("app-0009"))), None);
    let change = write(None, "Model C", Some(model("C")));
    let text = edited(&none, element(&none, "<para id"), &change).expect("a text");
    let new = fields(&text, element(&text, "<para applicRefId"));
    assert_eq!(new.own.as_ref().and_then(|own| own.id.as_deref()), Some("app-0003"));
    assert_eq!(new.group.len(), 3);
}

#[test]
fn the_first_statement_makes_a_group_behind_the_references() {
    let text = "<dmodule><content>\n  <refs/>\n  <description><para>A</para></description></content></dmodule>";
    let change = write(None, "Model C", None);
    let after = edited(text, element(text, "<para"), &change).expect("a text");
    let expected = "<refs/>\n  <referencedApplicGroup><applic id=\"app-0001\"><displayText><simplePara>Model C\
        </simplePara></displayText></applic></referencedApplicGroup>\n  <description><para applicRefId=\"app-0001\">";
    assert!(after.contains(expected), "{after}");
    let shared = text.replace("<refs/>", "<referencedApplicGroupRef/>");
    assert_eq!(edited(&shared, element(&shared, "<para"), &change), None);
}

#[test]
fn the_statements_around_an_element_count_as_well() {
    let inner = MODULE.find("<para>Two").expect("an element");
    let stated = effective(MODULE, ApplicTarget::Element(inner)).expect("XML").expect("a place");
    let applic = stated.module.expect("a statement").own.and(stated.elements.own);
    let mut product = Assignments::default();
    product.assign(Property { kind: PropertyKind::Attribute, ident: "model".to_owned() }, "A");
    let condition = Property { kind: PropertyKind::Condition, ident: "SB1".to_owned() };
    product.assign(condition.clone(), "PRE");
    assert_eq!(applic.evaluate(&product), Truth::False);
    product.assign(condition, "POST");
    assert_eq!(applic.evaluate(&product), Truth::True);
}

#[test]
fn statements_that_are_not_in_the_text_are_told() {
    let of = |text: &str, target| effective(text, target).expect("XML").expect("a place");
    let without = "<dmodule><content><description><para applicRefId='x'>A</para></description></content></dmodule>";
    let stated = of(without, element(without, "<para"));
    assert_eq!(stated.module, None, "a status file may state it");
    assert_eq!(stated.elements.own.evaluate(&Assignments::default()), Truth::Unknown, "there is no such statement");
    let start = MODULE.find("<applic>").expect("a start");
    let end = MODULE.find("</applic>").expect("an end") + "</applic>".len();
    let named = MODULE.replace(&MODULE[start..end], "<applicRef applicIdentValue='ours'/>");
    let module = of(&named, ApplicTarget::Module).module.expect("a statement");
    assert_eq!(module.shared, ["ours"]);
    let by_id = MODULE.replace(&MODULE[start..end], "").replace("<dmStatus>", "<dmStatus applicRefId='app-0001'>");
    let module = of(&by_id, ApplicTarget::Module).module.expect("a statement");
    let mut product = Assignments::default();
    product.assign(Property { kind: PropertyKind::Condition, ident: "SB1".to_owned() }, "PRE");
    assert_eq!(module.own.evaluate(&product), Truth::False);
    let inline = MODULE.replace(
        "<para id='one' applicRefId='app-0002'>",
        "<para id='one'><applic><assert \
        applicPropertyIdent='SB1' applicPropertyType='condition' applicPropertyValues='POST'/></applic>",
    );
    let stated = of(&inline, element(&inline, "<para id"));
    assert_eq!(stated.elements.own.evaluate(&product), Truth::False, "a statement within the element");
}

fn node() -> impl Strategy<Value = StatementNode> {
    let leaf =
        ("[a-z<&\"']{1,4}", "[A-Z0-9|~<&'\"]{1,6}", prop::bool::ANY).prop_map(|(ident, values, is_condition)| {
            let kind = if is_condition { PropertyKind::Condition } else { PropertyKind::Attribute };
            assert(kind, &ident, &values)
        });
    leaf.prop_recursive(3, 12, 3, |inner| {
        (prop::bool::ANY, prop::collection::vec(inner, 2..4))
            .prop_map(|(is_any, parts)| StatementNode::Group { is_any, parts })
    })
}

proptest! {
    #[test]
    fn what_was_built_is_read_again_and_nothing_else_changes(
        first in node(),
        second in node(),
        display in "[a-z<&]{1,5}",
    ) {
        let target = element(MODULE, "<para id");
        let text = edited(MODULE, target, &write(Some("app-0002"), &display, Some(first.clone()))).expect("a text");
        let own = fields(&text, element(&text, "<para id")).own.expect("a statement");
        prop_assert_eq!(own.expression, Some(first));
        let again = edited(&text, element(&text, "<para id"), &write(Some("app-0002"), &display, Some(second.clone())));
        let again = again.expect("a text");
        let own = fields(&again, element(&again, "<para id")).own.expect("a statement");
        prop_assert_eq!((own.expression, own.display.text), (Some(second), display));
        let (start, end) = ("<applic id='app-0002'>", "</applic>\n  </referencedApplicGroup>");
        let around = |text: &str| {
            let from = text.find(start).expect("a start");
            let to = text.find(end).expect("an end");
            (text[..from].to_owned(), text[to..].to_owned())
        };
        prop_assert_eq!(around(&again), around(MODULE));
    }
}
