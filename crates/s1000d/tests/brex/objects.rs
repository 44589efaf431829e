//! Rules about objects and their values.

use s1000d::brex::{BrexChecker, BrexFinding, RuleSubject, ViolationKind};

use crate::{FORBIDDEN, OPTIONAL, REQUIRED, brex, check, check_text, context_rules, module, object_rules, violated};

#[test]
fn flags_forbid_require_and_allow() {
    let rules = object_rules(&[
        (FORBIDDEN, "//emphasis", ""),
        (REQUIRED, "//title", ""),
        (OPTIONAL, "//para", ""),
        ("", "//para", ""),
    ]);
    assert_eq!(violated(&rules, "<title>T</title><para>p</para>"), [0; 0]);
    assert_eq!(violated(&rules, "<para><emphasis>p</emphasis></para>"), [1, 2]);
}

#[test]
fn a_path_that_is_a_condition_is_judged_by_its_truth() {
    let rules = object_rules(&[
        (FORBIDDEN, "count(//para) > 1", ""),
        (REQUIRED, "boolean(//title)", ""),
        (FORBIDDEN, "count(//note)", ""),
        (REQUIRED, "string(//title)", ""),
    ]);
    assert_eq!(violated(&rules, "<title>T</title><para/>"), [0; 0]);
    let report = check(&rules, "<title/><para/><para/><note/>");
    let found: Vec<_> = report.findings.iter().map(|one| (one.rule.number, &one.kind, one.nodes.len())).collect();
    let (forbidden, missing) = (ViolationKind::Forbidden, ViolationKind::Missing);
    assert_eq!(found, [(1, &forbidden, 0), (3, &forbidden, 0), (4, &missing, 0)]);
}

#[test]
fn values_are_restricted_whatever_the_flag() {
    let single = "<objectValue valueForm='single' valueAllowed='01'/><objectValue valueAllowed='02'/>";
    let range = "<objectValue valueForm='range' valueAllowed='1~20|AR'/>";
    let pattern = r"<objectValue valueForm='pattern' valueAllowed='[A-Z]{2}(\ [A-Z]{2})*'/>";
    let rules = object_rules(&[
        (OPTIONAL, "//@kind", single),
        (REQUIRED, "//quantity", range),
        ("", "//code", pattern),
        (FORBIDDEN, "//@old", single),
    ]);
    let good = "<a kind='01'/><a kind='02'/><quantity>7</quantity><quantity>AR</quantity><code>AB CD</code>";
    assert_eq!(violated(&rules, good), [0; 0]);
    let report = check(&rules, "<a kind='01'/><a kind='03'/><quantity>21</quantity><code>AB  CD</code><a old='01'/>");
    let found: Vec<_> = report
        .findings
        .iter()
        .map(|one| (one.rule.number, one.nodes.iter().filter_map(|node| node.value.as_deref()).collect::<Vec<_>>()))
        .collect();
    assert_eq!(found, [(1, vec!["03"]), (2, vec!["21"]), (3, vec!["AB  CD"]), (4, vec!["01"])]);
    // A required object that is missing is one violation, not two.
    assert_eq!(violated(&rules, ""), [2]);
}

#[test]
fn a_finding_says_which_rule_where_and_what() {
    let rules = brex(
        "<contextRules><structureObjectRuleGroup>\n<structureObjectRule id='r-7' brSeverityLevel='brsl02'>\
         <brDecisionRef brDecisionIdentNumber='BR-0007'/><objectPath allowedObjectFlag='2'>//note/@kind</objectPath>\
         <objectUse>Kinds of\n notes</objectUse><objectValue valueForm='single' valueAllowed='a'/></structureObjectRule>\
         </structureObjectRuleGroup></contextRules>",
    );
    let text = module("PLANE", "24-1-0-00", "", "\n<note kind='a'/>\n<note\n kind='b'/>");
    let report = check_text(&BrexChecker::of(vec![rules]), &text);
    let [finding] = report.findings.as_slice() else { panic!("{report:?}") };
    let rule = &finding.rule;
    assert_eq!((rule.label().as_str(), rule.id.as_deref(), rule.number, rule.line), ("BR-0007", Some("r-7"), 1, 4));
    assert_eq!((rule.usage.as_str(), rule.severity.as_deref()), ("Kinds of notes", Some("brsl02")));
    assert!(matches!(&rule.subject, RuleSubject::Object { path, .. } if path == "//note/@kind"));
    let [node] = finding.nodes.as_slice() else { panic!("{finding:?}") };
    assert_eq!((node.path.as_str(), node.line), ("/dmodule[1]/content[1]/note[2]/@kind", 6));
    assert!(text[node.position..].starts_with("kind='b'"));
    assert_eq!((node.value.as_deref(), finding.layer, finding.node_count), (Some("b"), 0, 1));
}

#[test]
fn a_rule_without_severity_has_that_of_its_brex() {
    let rules = crate::read(&module(
        "RULES",
        "00-0-0-00",
        "",
        &format!("<brex defaultBrSeverityLevel='brsl03'>{}</brex>", context_rules("", &[(FORBIDDEN, "//note", "")])),
    ));
    let report = check(&rules, "<note/>");
    assert_eq!(report.findings[0].rule.severity.as_deref(), Some("brsl03"));
}

#[test]
fn rules_of_a_context_hold_for_its_schema_however_it_is_spelt() {
    let address = |address: &str| {
        let rules = brex(&context_rules(&format!("rulesContext='{address}'"), &[(FORBIDDEN, "//note", "")]));
        violated(&rules, "<note/>").len()
    };
    let same = [
        "http://www.s1000d.org/S1000D_4-2/xml_schema_flat/descript.xsd",
        "https://www.s1000d.org/S1000D_4-2/xml_schema_flat/Descript.xsd",
        " http://www.s1000d.org/S1000D_4-2/xml_schema_master/descript.xsd ",
        "descript.xsd",
        "",
    ];
    assert_eq!(same.map(address), [1; 5]);
    let other = [
        "http://www.s1000d.org/S1000D_4-2/xml_schema_flat/proced.xsd",
        "http://www.s1000d.org/S1000D_4-1/xml_schema_flat/descript.xsd",
        "/",
    ];
    assert_eq!(other.map(address), [0; 3]);
}

#[test]
fn prefixes_of_a_path_are_those_of_the_brex() {
    let rules = brex(
        "<contextRules xmlns:l='http://www.w3.org/1999/xlink'><structureObjectRuleGroup><structureObjectRule>\
         <objectPath allowedObjectFlag='0'>//para/@l:href</objectPath></structureObjectRule></structureObjectRuleGroup></contextRules>",
    );
    let content = "<para xmlns:x='http://www.w3.org/1999/xlink' x:href='a'/>";
    let report = check(&rules, content);
    assert_eq!(report.findings[0].nodes[0].path, "/dmodule[1]/content[1]/para[1]/@x:href");
    assert_eq!(violated(&rules, "<para href='a'/>"), [0; 0]);
}

#[test]
fn a_finding_lists_a_limited_number_of_nodes() {
    let rules = object_rules(&[(FORBIDDEN, "//note", "")]);
    let report = check(&rules, &"<note/>".repeat(1_200));
    assert_eq!((report.findings[0].nodes.len(), report.findings[0].node_count), (BrexFinding::MOST_NODES, 1_200));
}
