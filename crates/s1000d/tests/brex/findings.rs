//! Verdicts as findings with lines.

use std::sync::Arc;

use s1000d::brex::{BrexChecker, BrexLayers, LayerGap, ModuleVerdict, named_brex};
use s1000d::guard;

use crate::{FORBIDDEN, OPTIONAL, REQUIRED, check_text, context_rules, module, object_rules, read, reference};

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
