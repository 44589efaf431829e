//! XPath 1.0 over a document, for expressions that come from outside.
//!
//! An expression is parsed once, with the names it uses replaced by numbers of a [`NameTable`] table that all expressions of a
//! set share. A [`XPathTree`] is made once per document: it numbers the nodes in document order and lists elements and attributes
//! by name, so that `//name` costs as much as there are such elements. Everything an expression does is counted against a
//! budget; nothing recurses deeper than the parser allows (ADR 33).
//!
//! The language is complete except for what a rule about one file cannot use: variables, the namespace axis and `id()`. These
//! are errors of the expression, as is everything of XPath 2.0.

mod axes;
mod eval;
mod expr;
mod functions;
mod lex;
mod names;
mod number;
mod parse;
mod paths;
mod place;
mod steps;
mod tree;
mod value;

pub use eval::{Evaluation, OverBudget};
pub use expr::{Expr, ValueKind};
pub use lex::{XPathError, XPathFault};
pub use names::NameTable;
pub use parse::{Namespaces, parse};
pub use tree::{NodeNumber, TreeNodeKind, XPathTree};
pub use value::XPathValue;
