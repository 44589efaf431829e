//! Expressions made to take long, to recurse or to fill memory.

use roxmltree::Document;
use s1000d::xpath::{Evaluation, NameTable, OverBudget, XPathFault, XPathTree, parse};

fn fault(expression: &str) -> Option<XPathFault> {
    parse(expression, &[], &mut NameTable::default()).err().map(|error| error.fault)
}

#[test]
fn long_and_deep_expressions_are_refused() {
    let deep = |open: &str, close: &str| format!("{}1{}", open.repeat(1_000), close.repeat(1_000));
    assert!(matches!(fault(&deep("(", ")")), Some(XPathFault::TooDeep { .. })));
    assert!(matches!(fault(&deep("a[", "]")), Some(XPathFault::TooDeep { .. })));
    assert!(matches!(fault(&deep("not(", ")")), Some(XPathFault::TooDeep { .. })));
    assert!(matches!(fault(&"a or ".repeat(10_000)), Some(XPathFault::TooLong { .. })));
}

#[test]
fn long_chains_need_no_deep_stack() {
    let chains = [
        "1 + ".repeat(4_000) + "1",
        "1 = ".repeat(4_000) + "1",
        "- ".repeat(8_000) + "1",
        "a or ".repeat(3_000) + "b",
        "a | ".repeat(4_000) + "b",
        "a/".repeat(8_000) + "b",
        "//a".repeat(5_000),
        "a".to_owned() + &"[b]".repeat(5_000),
    ];
    let document = Document::parse("<a><a><b/></a></a>").expect("a document");
    for chain in chains {
        let mut names = NameTable::default();
        let parsed = parse(&chain, &[], &mut names).expect("an expression");
        let tree = XPathTree::new(&document, &names);
        let evaluation = Evaluation::new(&tree, &names);
        evaluation.grant(1_000_000);
        evaluation.run(&parsed).expect("a value");
    }
}

#[test]
fn what_takes_too_long_ends_with_its_budget() {
    let text = format!("<a>{}</a>", "<b p='1'>text<c><d/></c></b>".repeat(2_000));
    let document = Document::parse(&text).expect("a document");
    let expressions = [
        "//*[.//*[. = 'x' and //*[. = 'y']] or following::*[. = 'x']]",
        "//*[.//node()/following::*/preceding::*[. != '']]",
        "//*[preceding::*[preceding::*[preceding::*[. = 'x']]]]",
        "//*[string-length(concat(string(/), string(/), string(/))) < 1]",
        "//*[translate(string(/), 'tex', 'xet') = '']",
        "//b[following-sibling::b[following-sibling::b[following-sibling::b[@p = '2']]]]",
        "//b[@p != preceding::b/@p]",
        "//*[normalize-space(/) = '1']",
    ];
    for expression in expressions {
        let mut names = NameTable::default();
        let parsed = parse(expression, &[], &mut names).expect("an expression");
        let tree = XPathTree::new(&document, &names);
        let evaluation = Evaluation::new(&tree, &names);
        evaluation.grant(1_000_000);
        let value = evaluation.run(&parsed).map(|_| ());
        assert_eq!((value, evaluation.left()), (Err(OverBudget), 0), "{expression}");
    }
}
