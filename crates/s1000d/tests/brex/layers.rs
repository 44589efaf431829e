//! Which rules hold for a module.

use std::sync::Arc;

use s1000d::brex::{Brex, BrexChecker, BrexError, BrexPool, LayerGap, brex_reference};
use s1000d::guard;

use crate::{FORBIDDEN, check_text, context_rules, module, read, reference};

/// A BREX of this model that forbids an element of its own name and names the one below it.
fn layer(model: &str, below: &str) -> Arc<Brex> {
    let rules = context_rules("", &[(FORBIDDEN, &format!("//{}", model.to_lowercase()), "")]);
    read(&module(model, "00-0-0-00", below, &format!("<brex>{rules}</brex>")))
}

fn pool(layers: &[(&str, &str)]) -> BrexPool {
    let mut pool = BrexPool::default();
    for (model, below) in layers {
        pool.add(layer(model, below));
    }
    pool
}

/// The models of the layers that hold for a module with this status.
fn models(pool: &BrexPool, status: &str) -> (Vec<String>, Vec<LayerGap>) {
    let text = module("PLANE", "24-1-0-00", status, "");
    let document = roxmltree::Document::parse(&text).expect("a document");
    let found = pool.layers(brex_reference(&document).as_ref());
    let model = |brex: &Arc<Brex>| brex.code.model_ident_code().unwrap_or_default().to_owned();
    (found.layers.iter().map(model).collect(), found.gaps)
}

#[test]
fn a_brex_holds_together_with_those_below_it() {
    let pool = pool(&[
        ("PROJECT", &reference("COMPANY", None)),
        ("COMPANY", &reference("S1000D", None)),
        ("S1000D", &reference("S1000D", None)),
        ("OTHER", ""),
    ]);
    let (found, gaps) = models(&pool, &reference("PROJECT", None));
    assert_eq!((found, gaps), (vec!["PROJECT".to_owned(), "COMPANY".to_owned(), "S1000D".to_owned()], vec![]));
    let text = module("PLANE", "24-1-0-00", &reference("PROJECT", None), "<s1000d/><project/><other/>");
    let document = roxmltree::Document::parse(&text).expect("a document");
    let checker = BrexChecker::new(&pool.layers(brex_reference(&document).as_ref()));
    let report = check_text(&checker, &text);
    assert_eq!(report.findings.iter().map(|one| one.layer).collect::<Vec<_>>(), [0, 2]);
    assert!(checker.layers()[2].is_default() && !checker.layers()[0].is_default());
}

#[test]
fn gaps_between_layers_are_named_and_the_rest_holds() {
    let pool = pool(&[
        ("LOOP", &reference("AGAIN", None)),
        ("AGAIN", &reference("LOOP", None)),
        ("PROJECT", &reference("ABSENT", Some("003"))),
    ]);
    assert_eq!(models(&pool, ""), (vec![], vec![LayerGap::NoReference]));
    let (found, gaps) = models(&pool, &reference("PROJECT", None));
    assert_eq!(found, ["PROJECT"]);
    assert!(matches!(&gaps[..], [LayerGap::Missing { code, version }]
        if code.model_ident_code() == Some("ABSENT") && version.issue.is_some()));
    let (found, gaps) = models(&pool, &reference("LOOP", None));
    assert_eq!(found, ["LOOP", "AGAIN"]);
    assert!(matches!(&gaps[..], [LayerGap::Circle { .. }]));
}

#[test]
fn another_issue_is_better_than_none() {
    let pool = pool(&[("PROJECT", "")]);
    let (found, gaps) = models(&pool, &reference("PROJECT", Some("007")));
    assert_eq!(found, ["PROJECT"]);
    assert!(matches!(&gaps[..], [LayerGap::OtherIssue { named, used, .. }] if named.issue != used.issue));
    assert_eq!(models(&pool, &reference("PROJECT", Some("001"))).1, []);
}

#[test]
fn of_several_issues_the_named_one_is_taken_or_else_the_latest() {
    let mut pool = BrexPool::default();
    for issue in ["002", "010", "009"] {
        let text = module("PROJECT", "00-0-0-00", "", "<brex/>")
            .replace("issueNumber='001'", &format!("issueNumber='{issue}'"));
        pool.add(read(&text));
    }
    let number = |named: Option<&str>| {
        let text = module("PLANE", "24-1-0-00", &reference("PROJECT", named), "");
        let document = roxmltree::Document::parse(&text).expect("a document");
        let layers = pool.layers(brex_reference(&document).as_ref());
        layers.layers[0].version.issue.expect("an issue").number
    };
    assert_eq!([number(Some("002")), number(None), number(Some("005"))], [2, 10, 10]);
}

#[test]
fn a_chain_that_does_not_end_is_cut() {
    let names: Vec<String> = (0..40).map(|index| format!("L{index:02}")).collect();
    let mut pool = BrexPool::default();
    for pair in names.windows(2) {
        pool.add(layer(&pair[0], &reference(&pair[1], None)));
    }
    let (found, gaps) = models(&pool, &reference("L00", None));
    assert_eq!((found.len(), gaps), (16, vec![LayerGap::TooManyLayers { limit: 16 }]));
}

#[test]
fn modules_with_the_same_layers_share_their_rules() {
    let mut pool = pool(&[("PROJECT", &reference("BASE", None)), ("BASE", ""), ("OTHER", "")]);
    let check = |pool: &BrexPool, model: &str| {
        let text = module("PLANE", "24-1-0-00", &reference(model, None), "<base/>");
        pool.check_file(&guard::check(text.as_bytes()).expect("a safe file")).expect("a tree")
    };
    let (one, two, other) = (check(&pool, "PROJECT"), check(&pool, "PROJECT"), check(&pool, "OTHER"));
    assert!(Arc::ptr_eq(&one.checker, &two.checker) && !Arc::ptr_eq(&one.checker, &other.checker));
    assert_eq!([one.report.findings.len(), other.report.findings.len()], [1, 0]);
    let added = |pool: &mut BrexPool, text: &str| pool.add_file(&guard::check(text.as_bytes()).expect("a safe file"));
    assert_eq!(added(&mut pool, &module("NEW", "00-0-0-00", "", "<brex/>")), Ok(true));
    assert_eq!(added(&mut pool, &module("NEW", "00-0-0-00", "", "<description/><!-- <brex -->")), Ok(false));
    assert_eq!(check(&pool, "NEW").checker.layers().len(), 1);
}

#[test]
fn other_files_are_no_brex() {
    let error = |text: &str| Brex::read(&guard::check(text.as_bytes()).expect("a safe file")).expect_err("no BREX");
    assert_eq!(error(&module("PLANE", "24-1-0-00", "", "<description/>")), BrexError::NoBrex);
    assert_eq!(error("<dmodule><content><brex/></content></dmodule>"), BrexError::NoCode);
    assert!(matches!(error("<dmodule><content><brex></content></brex></dmodule>"), BrexError::Unreadable(_)));
    let many = "<structureObjectRule><objectPath>//a</objectPath></structureObjectRule>".repeat(20_001);
    let many = format!(
        "<brex><contextRules><structureObjectRuleGroup>{many}</structureObjectRuleGroup></contextRules></brex>"
    );
    assert!(matches!(error(&module("MANY", "00-0-0-00", "", &many)), BrexError::TooManyRules { .. }));
}
