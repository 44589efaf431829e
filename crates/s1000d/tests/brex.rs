//! Business rules on modules of our own writing.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

#[path = "brex/findings.rs"]
mod findings;
#[path = "brex/layers.rs"]
mod layers;
#[path = "brex/objects.rs"]
mod objects;
#[path = "brex/other_rules.rs"]
mod other_rules;
#[path = "brex/unjudged.rs"]
mod unjudged;

use std::sync::Arc;

use s1000d::brex::{Brex, BrexChecker, BrexReport};
use s1000d::guard;

/// The address and status of a module with this model and code; `status` stands at the end of the status.
fn module(model: &str, code: &str, status: &str, content: &str) -> String {
    let [system, subsystem, subsubsystem, assembly]: [&str; 4] =
        code.split('-').collect::<Vec<_>>().try_into().expect("four parts");
    format!(
        "<dmodule xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' \
         xsi:noNamespaceSchemaLocation='http://www.s1000d.org/S1000D_4-2/xml_schema_flat/descript.xsd'>\n\
         <identAndStatusSection><dmAddress><dmIdent><dmCode modelIdentCode='{model}' systemDiffCode='A' systemCode='{system}' \
         subSystemCode='{subsystem}' subSubSystemCode='{subsubsystem}' assyCode='{assembly}' disassyCode='00' \
         disassyCodeVariant='A' infoCode='040' infoCodeVariant='A' itemLocationCode='D'/>\
         <language languageIsoCode='en' countryIsoCode='US'/><issueInfo issueNumber='001' inWork='00'/></dmIdent></dmAddress>\
         <dmStatus issueType='new'>{status}</dmStatus></identAndStatusSection>\n<content>{content}</content></dmodule>"
    )
}

fn reference(model: &str, issue: Option<&str>) -> String {
    let issue = issue.map(|issue| format!("<issueInfo issueNumber='{issue}' inWork='00'/>")).unwrap_or_default();
    format!(
        "<brexDmRef><dmRef><dmRefIdent><dmCode modelIdentCode='{model}' systemDiffCode='A' systemCode='00' subSystemCode='0' \
         subSubSystemCode='0' assyCode='00' disassyCode='00' disassyCodeVariant='A' infoCode='040' infoCodeVariant='A' \
         itemLocationCode='D'/>{issue}</dmRefIdent></dmRef></brexDmRef>"
    )
}

fn read(text: &str) -> Arc<Brex> {
    Arc::new(Brex::read(&guard::check(text.as_bytes()).expect("a safe file")).expect("a BREX"))
}

/// A BREX with these children of `brex`.
fn brex(rules: &str) -> Arc<Brex> {
    read(&module("RULES", "00-0-0-00", "", &format!("<brex>{rules}</brex>")))
}

/// A BREX whose object rules are these, each as flag, path and further elements.
fn object_rules(rules: &[(&str, &str, &str)]) -> Arc<Brex> {
    brex(&context_rules("", rules))
}

fn context_rules(attributes: &str, rules: &[(&str, &str, &str)]) -> String {
    let rule = |(flag, path, more): &(&str, &str, &str)| {
        let path = path.replace('<', "&lt;").replace('>', "&gt;");
        format!("<structureObjectRule><objectPath {flag}>{path}</objectPath>{more}</structureObjectRule>")
    };
    let rules: String = rules.iter().map(rule).collect();
    format!("<contextRules {attributes}><structureObjectRuleGroup>{rules}</structureObjectRuleGroup></contextRules>")
}

const FORBIDDEN: &str = "allowedObjectFlag='0'";
const REQUIRED: &str = "allowedObjectFlag='1'";
const OPTIONAL: &str = "allowedObjectFlag='2'";

fn check_text(checker: &BrexChecker, text: &str) -> BrexReport {
    checker.check_file(&guard::check(text.as_bytes()).expect("a safe file")).expect("a tree")
}

/// Checks a description with this content.
fn check(brex: &Arc<Brex>, content: &str) -> BrexReport {
    check_text(&BrexChecker::of(vec![Arc::clone(brex)]), &module("PLANE", "24-1-0-00", "", content))
}

/// The numbers of the violated rules.
fn violated(brex: &Arc<Brex>, content: &str) -> Vec<u32> {
    check(brex, content).findings.iter().map(|finding| finding.rule.number).collect()
}

#[test]
fn a_checker_is_shared_by_threads() {
    fn shared<T: Send + Sync>(_: &T) {}
    shared(&BrexChecker::of(vec![object_rules(&[(FORBIDDEN, "//emphasis", "")])]));
}
