//! Rules that cannot be judged: each is named, and the others hold.

use std::sync::Arc;

use proptest::prelude::*;
use s1000d::brex::{Brex, BrexChecker, RulePatience, UnjudgedReason};
use s1000d::guard;

use crate::{FORBIDDEN, OPTIONAL, REQUIRED, check, check_text, module, object_rules, violated};

fn unjudged(brex: &Arc<Brex>) -> Vec<(u32, String)> {
    let checker = BrexChecker::of(vec![Arc::clone(brex)]);
    checker.unjudged().iter().map(|one| (one.rule.number, one.reason.to_string())).collect()
}

#[test]
fn every_rule_that_cannot_be_judged_says_why() {
    let value = |attributes: &str| format!("<objectValue {attributes}/>");
    let (form, pattern) =
        (value("valueForm='list' valueAllowed='a'"), value(r"valueForm='pattern' valueAllowed='a\b'"));
    let rules = object_rules(&[
        (FORBIDDEN, "//para[matches(., 'x')]", ""),
        (FORBIDDEN, "//para[some $p in note satisfies $p]", ""),
        ("allowedObjectFlag='3'", "//para", ""),
        (OPTIONAL, "//para", &value("valueForm='single'")),
        (OPTIONAL, "//para", &form),
        (OPTIONAL, "//para", &pattern),
        (FORBIDDEN, "//note", ""),
        (OPTIONAL, "//para[", ""),
    ]);
    let expected = [
        (1, "object path, character 8: XPath 1.0 has no function matches()"),
        (2, "object path, character 13: variables have no value here"),
        (3, "the flag \"3\" is none of 0, 1 and 2"),
        (4, "a value has no valueAllowed"),
        (5, "a value has the unknown form \"list\""),
        (6, "pattern \"a\\\\b\": \\b is no escape of XML Schema"),
        (8, "object path, character 8: the expression ends too early"),
    ];
    assert_eq!(unjudged(&rules), expected.map(|(number, reason)| (number, reason.to_owned())));
    assert_eq!(violated(&rules, "<para/><note/>"), [7]);
}

#[test]
fn values_that_cannot_be_read_leave_the_flag_in_force() {
    let bad = "<objectValue valueForm='pattern' valueAllowed='('/>";
    let rules = object_rules(&[(REQUIRED, "//title", bad), (FORBIDDEN, "//note", bad), (OPTIONAL, "//para", bad)]);
    assert_eq!(violated(&rules, "<note/><para/>"), [1, 2]);
    assert_eq!(unjudged(&rules).len(), 3);
}

#[test]
fn a_rule_that_takes_too_long_does_not_stop_the_others() {
    let costly = "//note[preceding::note[following::note[. = 'x']]]";
    let rules = object_rules(&[(FORBIDDEN, costly, ""), (FORBIDDEN, "//note[last()]", "")]);
    let report = check(&rules, &"<note/>".repeat(2_000));
    assert_eq!(report.findings.iter().map(|one| one.rule.number).collect::<Vec<_>>(), [2]);
    let reasons: Vec<_> = report.unjudged.iter().map(|one| (one.rule.number, &one.reason)).collect();
    assert_eq!(reasons, [(1, &UnjudgedReason::TooLong)]);
}

#[test]
fn a_rule_that_took_too_long_on_some_modules_is_not_tried_on_the_others() {
    let costly = "//note[preceding::note[following::note[. = 'x']]]";
    let checker = BrexChecker::of(vec![object_rules(&[(FORBIDDEN, costly, ""), (FORBIDDEN, "//para", "")])]);
    let patience = RulePatience::default();
    let judged = |content: &str| {
        let text = module("PLANE", "24-1-0-00", "", content);
        let file = guard::check(text.as_bytes()).expect("a safe file");
        let report = checker.check_one_of_many(&file, &patience).expect("a tree");
        (report.findings.len(), report.unjudged.len())
    };
    let large = "<note/>".repeat(2_000);
    assert_eq!(judged("<note>x</note><note>x</note><note>x</note>").1, 0);
    for _ in 0..3 {
        assert_eq!(judged(&large), (0, 1));
    }
    // It is told all the same, and the other rules hold.
    assert_eq!(judged("<note/><para/>"), (1, 1));
    assert_eq!(check_text(&checker, &module("PLANE", "24-1-0-00", "", "<note/>")).unjudged.len(), 0);
}

#[test]
fn the_number_of_patterns_is_limited() {
    let value = |number: u32| format!("<objectValue valueForm=' pattern ' valueAllowed='a{number}'/>");
    let values: Vec<String> = (0..103).map(value).collect();
    let rules: Vec<_> = values.iter().map(|value| (OPTIONAL, "//para", value.as_str())).collect();
    let brex = object_rules(&rules);
    let found = unjudged(&brex);
    assert_eq!(found.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [101, 102, 103]);
    // The limit is for all layers together, a pattern that is written again counts once, and each counts in the weight.
    let two = BrexChecker::of(vec![Arc::clone(&brex), Arc::clone(&brex)]);
    assert_eq!(two.unjudged().len(), 2 * 3);
    let few = BrexChecker::of(vec![object_rules(&rules[..2])]);
    assert_eq!(two.pattern_weight(), 50 * few.pattern_weight());
    assert!(few.pattern_weight() >= 2 * (256 << 10), "a compiled pattern may take 256 kB");
}

#[test]
fn the_number_of_names_is_limited() {
    let names = |rule: usize| (0..2_000).map(|name| format!("n{rule}-{name}")).collect::<Vec<_>>().join("|");
    let paths: Vec<String> = (0..12).map(names).collect();
    let rules: Vec<_> = paths.iter().map(|path| (FORBIDDEN, path.as_str(), "")).collect();
    let found = unjudged(&object_rules(&rules));
    assert_eq!(found.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [11, 12]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn no_rule_stops_the_program(
        path in r"[a-c/@\[\]().,*|=<>!'$:0-9 +-]{0,30}|(//[a-c]|@p|\[|\]|\(|\)|and | or |not\(|count\(|=|'x'|[0-9]){0,12}",
        form in "single|range|pattern|x",
        allowed in r"[a-c~|\[\](){}\\*+?^0-9-]{0,12}",
    ) {
        let allowed = allowed.replace('&', "&amp;").replace('<', "&lt;").replace('\'', "&apos;");
        let values = format!("<objectValue valueForm='{form}' valueAllowed='{allowed}'/>");
        let rules = object_rules(&[(FORBIDDEN, &path, ""), (OPTIONAL, &path, &values)]);
        let report = check(&rules, "<a p='1'><b>x</b><c/></a>");
        prop_assert!(report.unjudged.is_empty());
    }
}
