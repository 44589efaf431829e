//! Verdicts as findings with lines.

use std::sync::Arc;

use s1000d::brex::{BrexChecker, BrexLayers, LayerGap, ModuleVerdict, named_brex};
use s1000d::guard;

use crate::{FORBIDDEN, OPTIONAL, REQUIRED, brex, check_text, context_rules, module, object_rules, read, reference};

/// Rule, line and places of each finding about a module with this content.
fn found(rules: &[(&str, &str, &str)], content: &str) -> Vec<(String, Option<u32>, usize)> {
    let checker = Arc::new(BrexChecker::of(vec![object_rules(rules)]));
    let report = check_text(&checker, &module("PLANE", "24-1-0-00", "", content));
    let verdict = ModuleVerdict { report, checker, gaps: Vec::new() };
    let findings = verdict.findings().into_iter();
    findings.map(|one| (one.finding.rule.as_str().to_owned(), one.finding.line, one.places)).collect()
}

#[test]
fn each_place_of_a_violation_is_a_finding_with_its_line() {
    let value = "<objectValue valueForm='single' valueAllowed='a'/>";
    let rules = [(FORBIDDEN, "//emphasis", ""), (REQUIRED, "//title", ""), (OPTIONAL, "//note/@kind", value)];
    let expected = [("brex.forbidden", Some(4), 1), ("brex.forbidden", Some(5), 1), ("brex.missing", None, 1)];
    let expected: Vec<_> = expected
        .into_iter()
        .chain([("brex.value", Some(6), 1)])
        .map(|(rule, line, places)| (rule.to_owned(), line, places))
        .collect();
    assert_eq!(found(&rules, "<para>\n<emphasis/>\n<emphasis/></para>\n<note kind='b'/>"), expected);
}

#[test]
fn many_places_are_counted_rather_than_listed() {
    let listed = found(&[(FORBIDDEN, "//emphasis", "")], &"<emphasis/>".repeat(77));
    assert_eq!(listed.len(), 21);
    assert_eq!(listed[20], ("brex.more_places".to_owned(), None, 57));

    let rule = (FORBIDDEN, "//emphasis", "");
    let listed = found(&vec![rule; 600], "<emphasis/>");
    assert_eq!(listed.len(), 501);
    assert_eq!(listed[500], ("brex.more_rules".to_owned(), None, 100));
}

#[test]
fn the_places_of_all_rules_together_are_limited() {
    let rules = vec![(FORBIDDEN, "//n", ""); 400];
    let content = format!("{}{}{}", "<deep>".repeat(100), "<n/>".repeat(1_000), "</deep>".repeat(100));
    let checker = BrexChecker::of(vec![object_rules(&rules)]);
    let report = check_text(&checker, &module("PLANE", "24-1-0-00", "", &content));
    assert_eq!(report.findings.len(), 400);
    assert!(report.findings.iter().all(|one| one.node_count == 1_000), "every place is counted");
    let listed: usize = report.findings.iter().map(|one| one.nodes.len()).sum();
    let bytes: usize = report.findings.iter().flat_map(|one| &one.nodes).map(|node| node.path.len()).sum();
    assert!(listed <= 10_000 && bytes <= (8 << 20) + 2_000, "{listed} nodes, {bytes} bytes");
    // The first rule has as many places as if it were alone, and many others have some.
    assert_eq!(report.findings[0].nodes.len(), 1_000);
    assert_eq!(report.findings[20].nodes.len(), 20);

    let told = found(&rules, &content);
    let places: usize = told.iter().map(|(_, _, places)| places).sum();
    assert_eq!((told.len(), places), (501, 400_000), "nothing is left out of the count");
}

#[test]
fn long_texts_of_a_brex_and_of_a_module_are_cut() {
    let long = "x".repeat(10_000);
    let group = format!(
        "<contextRules><structureObjectRuleGroup><structureObjectRule id='{long}' brSeverityLevel='{long}'>\
         <objectPath allowedObjectFlag='0'>//{long}</objectPath><objectUse>{long}</objectUse></structureObjectRule>\
         </structureObjectRuleGroup></contextRules>"
    );
    let checker = Arc::new(BrexChecker::of(vec![brex(&group)]));
    let report = check_text(&checker, &module("PLANE", "24-1-0-00", "", &format!("<{long}/>")));
    let verdict = ModuleVerdict { report, checker, gaps: Vec::new() };
    let findings = verdict.findings();
    let rule = findings[0].rule.as_ref().expect("a rule");
    assert_eq!((rule.name().len(), rule.severity.as_deref().map(str::len), rule.usage.len()), (100, Some(50), 2_000));
    for (name, value) in &findings[0].finding.params {
        assert!(value.chars().count() <= 1_000, "{name} has {} characters", value.len());
    }
}

#[test]
fn findings_name_the_issue_of_their_brex() {
    let issue = |number: &str| {
        let rules = context_rules("", &[(FORBIDDEN, "//note", "")]);
        let text = module("RULES", "00-0-0-00", "", &format!("<brex>{rules}</brex>"));
        read(&text.replace("issueNumber='001'", &format!("issueNumber='{number}'")))
    };
    let named = |brex| {
        let checker = Arc::new(BrexChecker::of(vec![brex]));
        let report = check_text(&checker, &module("PLANE", "24-1-0-00", "", "<note/>"));
        ModuleVerdict { report, checker, gaps: Vec::new() }.findings()[0].brex.clone()
    };
    let code = "DMC-RULES-A-00-00-00-00A-040A-D";
    assert_eq!([named(issue("007")), named(issue("008"))], [format!("{code} 007-00"), format!("{code} 008-00")]);
}

#[test]
fn a_rule_that_cannot_be_judged_and_a_brex_that_is_missing_are_told() {
    assert_eq!(found(&[(FORBIDDEN, "//para[", "")], ""), [("brex.unjudged".to_owned(), None, 1)]);
    let text = module("PLANE", "24-1-0-00", &reference("ABSENT", Some("003")), "");
    let first = named_brex(&guard::check(text.as_bytes()).expect("a safe file")).expect("a tree");
    let layers = BrexLayers::follow(first.as_ref(), |_| None);
    assert!(matches!(layers.gaps[..], [LayerGap::Missing { .. }]));
    let checker = Arc::new(BrexChecker::new(&layers));
    let verdict = ModuleVerdict { report: check_text(&checker, &text), checker, gaps: layers.gaps };
    let told = verdict.findings();
    assert_eq!((told.len(), told[0].finding.rule.as_str()), (1, "brex.not_found"));
    assert_eq!(told[0].brex, "DMC-ABSENT-A-00-00-00-00A-040A-D");
}

#[test]
fn a_brex_tells_its_title_schema_and_number_of_rules() {
    let rules = context_rules("", &[(FORBIDDEN, "//emphasis", ""), (FORBIDDEN, "//note", "")]);
    let brex = read(&module("RULES", "00-0-0-00", "", &format!("<brex>{rules}</brex>")));
    assert_eq!((brex.rule_count(), brex.schema_issue.as_deref(), brex.title.as_str()), (2, Some("4-2"), ""));
}
