//! XPath 1.0 beside libxml2, which has the same language: generated expressions on generated documents.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

#[path = "xpath/hostile.rs"]
mod hostile;
#[path = "xpath/language.rs"]
mod language;
#[path = "xpath/libxml.rs"]
mod libxml;
#[path = "xpath/random.rs"]
mod random;

use roxmltree::Document;
use s1000d::xpath::{Evaluation, NameTable, XPathError, XPathTree, XPathValue, parse};

/// The prefixes of the generated documents.
const NAMESPACES: [(&str, &str); 1] = [("x", "urn:x")];

/// A value in a form that both libraries can be brought into.
#[derive(Debug, Clone)]
enum Comparable {
    /// Paths without the index 1, which libxml2 mostly leaves out.
    Nodes(Vec<String>),
    Boolean(bool),
    Number(f64),
    Text(String),
}

impl PartialEq for Comparable {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Nodes(a), Self::Nodes(b)) => a == b,
            (Self::Boolean(a), Self::Boolean(b)) => a == b,
            (Self::Number(a), Self::Number(b)) => (a.is_nan() && b.is_nan()) || a == b || (a - b).abs() < 1e-9,
            (Self::Text(a), Self::Text(b)) => a == b,
            _ => false,
        }
    }
}

/// Evaluates with a budget that no test document needs.
fn evaluate(document: &str, expression: &str) -> Result<Comparable, XPathError> {
    let namespaces = NAMESPACES.map(|(prefix, uri)| (prefix.to_owned(), uri.to_owned()));
    let mut names = NameTable::default();
    let parsed = parse(expression, &namespaces, &mut names)?;
    let document = Document::parse(document).expect("a document");
    let tree = XPathTree::new(&document, &names);
    let evaluation = Evaluation::new(&tree, &names);
    evaluation.grant(100_000_000);
    Ok(match evaluation.run(&parsed).expect("enough budget") {
        XPathValue::Nodes(nodes) => {
            Comparable::Nodes(nodes.into_iter().map(|node| tree.path(node).replace("[1]", "")).collect())
        }
        XPathValue::Boolean(value) => Comparable::Boolean(value),
        XPathValue::Number(value) => Comparable::Number(value),
        XPathValue::Text(text) => Comparable::Text(text.into_owned()),
    })
}
