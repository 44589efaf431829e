//! Business rules of a package.

use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::Arc;

use domain::finding::{Finding, Severity};
use s1000d::brex::{Brex, BrexPool};
use s1000d::guard;
use s1000d::package::PackageRules;

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
    let read = PackageRules::read(Cursor::new(package.zip()), &goes_on).expect("it is not stopped");
    let mut rules = read.expect("an archive");
    for brex in library {
        rules.add(brex);
    }
    rules.check(threads, &goes_on).expect("it is not stopped")
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
    assert!(PackageRules::read(Cursor::new(package().zip()), &stops).is_err());
    let goes_on = |_: usize, _: usize| ControlFlow::<()>::Continue(());
    let rules = PackageRules::read(Cursor::new(package().zip()), &goes_on).expect("it is not stopped");
    assert!(rules.expect("an archive").check(1, &stops).is_err());
    let odd = Cursor::new(b"no archive".to_vec());
    assert!(PackageRules::read(odd, &goes_on).expect("an answer").is_none());
}

#[test]
fn only_the_brex_that_modules_name_are_asked_for_and_each_once() {
    let package = package()
        .with("A/TWO.XML", module("OTHER", "PROJECT", "<para/>"))
        .with("A/THREE.XML", module("THIRD", "ABSENT", "<para/>"));
    let goes_on = |_: usize, _: usize| ControlFlow::<()>::Continue(());
    let read = PackageRules::read(Cursor::new(package.zip()), &goes_on).expect("it is not stopped");
    let rules = read.expect("an archive");
    let mut named: Vec<String> = rules.named().iter().map(|one| one.identity().to_string()).collect();
    named.sort();
    let code = |model: &str| format!("DMC-{model}-A-24-00-00-00A-040A-D");
    assert_eq!(named, [code("ABSENT"), code("BASE"), code("PROJECT")]);
    let held = rules.named().iter().filter(|one| rules.pool().find(one).is_some()).count();
    assert_eq!(held, 1, "the one of the package");
}

#[test]
fn a_pool_keeps_a_few_checkers() {
    let mut pool = BrexPool::default();
    for number in 0..20 {
        let text = rules(&format!("RULES{number}"), &format!("RULES{number}"), "//note");
        assert_eq!(pool.add_file(&guard::check(text.as_bytes()).expect("a safe file")), Ok(true));
    }
    let checker = |number: usize| {
        let text = module("PLANE", &format!("RULES{number}"), "<note/>");
        let verdict = pool.check_file(&guard::check(text.as_bytes()).expect("a safe file")).expect("a tree");
        assert_eq!(verdict.report.findings.len(), 1);
        verdict.checker
    };
    let first = checker(0);
    for number in 1..8 {
        checker(number);
    }
    assert!(Arc::ptr_eq(&first, &checker(0)), "it is used again");
    let weak = Arc::downgrade(&first);
    drop(first);
    for number in 8..20 {
        checker(number);
    }
    assert!(weak.upgrade().is_none(), "it is forgotten");
}

#[test]
fn a_file_name_does_not_exempt_a_module_and_generated_ones_are_exempt_by_what_they_are() {
    let named = "A/DME-F0210-AIRFOLIOFM-PLANE-A-00-00-00-00A-001A-D_001-00_EN-US.XML";
    let rules_named = "A/DME-F0210-AIRFOLIOFM-PLANE-A-00-00-00-00A-00SA-D_001-00_EN-US.XML";
    let package = Package::default()
        .with(named, module("PLANE", "PROJECT", "<note/>"))
        .with(rules_named, rules("PROJECT", "PROJECT", "//note"));
    assert_eq!(told(&check(&package, Vec::new(), 1)), [("brex.forbidden", named, Some(2))]);
    let front = module("PLANE", "PROJECT", "<frontMatter><note/></frontMatter>")
        .replacen("<dmCode", "<identExtension extensionProducer='F0210' extensionCode='AIRFOLIOFM'/><dmCode", 1)
        .replacen("systemCode='24'", "systemCode='00'", 1)
        .replacen("infoCode='040'", "infoCode='001'", 1);
    let rules = rules("PROJECT", "PROJECT", "//note");
    let of = |front: Vec<u8>| Package::default().with("A/ONE.XML", front).with("A/RULES.XML", rules.as_str());
    assert_eq!(told(&check(&of(front.clone().into_bytes()), Vec::new(), 1)).len(), 1, "somebody wrote it");
    assert!(check(&of(s1000d::generated::sealed(front.into_bytes())), Vec::new(), 1).is_empty());
}
