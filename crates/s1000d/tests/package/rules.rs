//! Business rules of a package.

use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::Arc;

use domain::finding::{Finding, Severity};
use s1000d::brex::Brex;
use s1000d::guard;
use s1000d::package::check_business_rules;

use crate::given::Package;

fn module(model: &str, named: &str, content: &str) -> String {
    let code = |model: &str| {
        format!(
            "<dmCode modelIdentCode='{model}' systemDiffCode='A' systemCode='24' subSystemCode='0' subSubSystemCode='0' assyCode='00' \
             disassyCode='00' disassyCodeVariant='A' infoCode='040' infoCodeVariant='A' itemLocationCode='D'/>"
        )
    };
    format!(
        "<dmodule><identAndStatusSection><dmAddress><dmIdent>{}<language languageIsoCode='en' countryIsoCode='US'/>\
         <issueInfo issueNumber='001' inWork='00'/></dmIdent></dmAddress><dmStatus issueType='new'><brexDmRef><dmRef><dmRefIdent>{}\
         </dmRefIdent></dmRef></brexDmRef></dmStatus></identAndStatusSection>\n<content>{content}</content></dmodule>",
        code(model),
        code(named)
    )
}

fn rules(model: &str, named: &str, path: &str) -> String {
    let rule =
        format!("<structureObjectRule><objectPath allowedObjectFlag='0'>{path}</objectPath></structureObjectRule>");
    let group = format!("<structureObjectRuleGroup>{rule}</structureObjectRuleGroup>");
    module(model, named, &format!("<brex><contextRules>{group}</contextRules></brex>"))
}

/// A module with a note and a table, and the BREX that it names, which names another one.
fn package() -> Package {
    Package::default()
        .with("A/ONE.XML", module("PLANE", "PROJECT", "<note/>\n<table/>"))
        .with("A/RULES.XML", rules("PROJECT", "BASE", "//note"))
        .with("A/NOTE.TXT", "no module")
        .with("A/TORN.XML", "<dmodule>brexDmRef")
}

fn check(package: &Package, library: Vec<Arc<Brex>>, threads: usize) -> Vec<Finding> {
    let goes_on = |_: usize, _: usize| ControlFlow::<()>::Continue(());
    check_business_rules(Cursor::new(package.zip()), library, threads, &goes_on).expect("it is not stopped")
}

fn told(findings: &[Finding]) -> Vec<(&str, &str, Option<u32>)> {
    findings.iter().map(|one| (one.rule.as_str(), one.file.as_str(), one.line)).collect()
}

#[test]
fn modules_are_checked_against_the_rules_of_the_package_and_of_the_library() {
    let alone = check(&package(), Vec::new(), 2);
    // A missing BREX is told once, whatever the number of modules that need it.
    assert_eq!(told(&alone), [("brex.not_found", "", None), ("brex.forbidden", "A/ONE.XML", Some(2))]);
    assert!(alone.iter().all(|finding| finding.severity == Severity::Info));

    let base = rules("BASE", "BASE", "//table");
    let base = Brex::read(&guard::check(base.as_bytes()).expect("a safe file")).expect("a BREX");
    let other = rules("PROJECT", "PROJECT", "//para");
    let other = Brex::read(&guard::check(other.as_bytes()).expect("a safe file")).expect("a BREX");
    // The one of the package goes before one of the same issue in the library.
    let with_library = check(&package(), vec![Arc::new(other), Arc::new(base)], 1);
    let expected = [("brex.forbidden", "A/ONE.XML", Some(2)), ("brex.forbidden", "A/ONE.XML", Some(3))];
    assert_eq!(told(&with_library), expected);
}

#[test]
fn the_check_can_be_stopped_and_a_file_that_is_no_archive_has_no_findings() {
    let stops = |_: usize, _: usize| ControlFlow::<()>::Break(());
    assert!(check_business_rules(Cursor::new(package().zip()), Vec::new(), 1, &stops).is_err());
    let goes_on = |_: usize, _: usize| ControlFlow::<()>::Continue(());
    let odd = Cursor::new(b"no archive".to_vec());
    assert!(check_business_rules(odd, Vec::new(), 1, &goes_on).expect("an answer").is_empty());
}
