//! Evaluates expressions within a budget.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::expr::{Arithmetic, CompareOp, Expr, Function, ValueKind};
use super::names::NameTable;
use super::number;
use super::tree::{NodeNumber, XPathTree};
use super::value::XPathValue;

/// An expression needs more steps than its budget has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the expression takes too long on this document")]
pub struct OverBudget;

pub(super) type Evaluated<T> = Result<T, OverBudget>;

/// Where an expression is evaluated.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context {
    pub(super) node: NodeNumber,
    /// Counted from 1.
    pub(super) position: usize,
    pub(super) size: usize,
}

impl Context {
    pub(super) fn at(node: NodeNumber) -> Self {
        Self { node, position: 1, size: 1 }
    }
}

/// Evaluates expressions on one tree.
#[derive(Debug)]
pub struct Evaluation<'t, 'd> {
    pub(super) tree: &'t XPathTree<'d>,
    budget: Cell<usize>,
    /// The nodes of absolute paths inside predicates: they are the same for every node.
    pub(super) caches: RefCell<Vec<Option<Rc<[NodeNumber]>>>>,
}

impl<'t, 'd> Evaluation<'t, 'd> {
    /// The names are those the expressions were parsed with and the tree was made with.
    pub fn new(tree: &'t XPathTree<'d>, names: &NameTable) -> Self {
        Self { tree, budget: Cell::new(0), caches: RefCell::new(vec![None; names.cache_count()]) }
    }

    /// Sets the number of steps that may be taken from now on.
    pub fn grant(&self, budget: usize) {
        self.budget.set(budget);
    }

    /// The steps that are left.
    pub fn left(&self) -> usize {
        self.budget.get()
    }

    /// Evaluates at the root.
    pub fn run(&self, expr: &Expr) -> Result<XPathValue<'t>, OverBudget> {
        self.value(expr, Context::at(0))
    }

    /// Takes steps off the budget. A step is a node looked at, or some bytes of a text.
    pub fn charge(&self, steps: usize) -> Result<(), OverBudget> {
        let left = self.budget.get().checked_sub(steps);
        self.budget.set(left.unwrap_or(0));
        left.map(|_| ()).ok_or(OverBudget)
    }

    pub(super) fn value(&self, expr: &Expr, context: Context) -> Evaluated<XPathValue<'t>> {
        self.charge(1)?;
        Ok(match expr {
            Expr::Or(_) | Expr::And(_) | Expr::Compare(..) => XPathValue::Boolean(self.is_true(expr, context)?),
            Expr::Calculate(first, rest) => XPathValue::Number(self.calculate(first, rest, context)?),
            Expr::Negate(inner) => XPathValue::Number(-self.number(inner, context)?),
            Expr::Union(parts) => {
                let mut nodes = Vec::new();
                for part in parts {
                    nodes.extend(self.nodes(part, context)?);
                }
                XPathValue::Nodes(self.in_order(nodes)?)
            }
            Expr::Path(path) => XPathValue::Nodes(self.path(path, context)?),
            Expr::Number(number) => XPathValue::Number(*number),
            Expr::Literal(text) => XPathValue::Text(Cow::Owned(text.to_string())),
            Expr::Call(function, arguments) => self.call(*function, arguments, context)?,
        })
    }

    /// The value as a condition; looks no further than the answer needs.
    pub(super) fn is_true(&self, expr: &Expr, context: Context) -> Evaluated<bool> {
        self.charge(1)?;
        match expr {
            Expr::Or(parts) => {
                for part in parts {
                    if self.is_true(part, context)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Expr::And(parts) => {
                for part in parts {
                    if !self.is_true(part, context)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Expr::Compare(first, rest) => self.compare(first, rest, context),
            Expr::Path(_) => Ok(!self.visit(expr, context, &mut |_| Ok(false))?),
            Expr::Call(Function::Not, arguments) => {
                arguments.first().map_or(Ok(true), |inner| self.is_true(inner, context).map(|value| !value))
            }
            Expr::Call(Function::Boolean, arguments) => {
                arguments.first().map_or(Ok(false), |inner| self.is_true(inner, context))
            }
            _ => Ok(self.value(expr, context)?.is_true()),
        }
    }

    pub(super) fn number(&self, expr: &Expr, context: Context) -> Evaluated<f64> {
        let value = self.value(expr, context)?;
        if let (XPathValue::Nodes(nodes), Expr::Path(_) | Expr::Union(_)) = (&value, expr) {
            let text = nodes.first().map(|first| self.text_of(*first)).transpose()?;
            return Ok(number::read(&text.unwrap_or_default()));
        }
        Ok(value.number(self.tree))
    }

    pub(super) fn text(&self, expr: &Expr, context: Context) -> Evaluated<Cow<'t, str>> {
        match self.value(expr, context)? {
            XPathValue::Nodes(nodes) => nodes.first().map_or(Ok(Cow::Borrowed("")), |first| self.text_of(*first)),
            other => Ok(other.into_text(self.tree)),
        }
    }

    /// The string value of a node, paid for before it is made.
    pub fn text_of(&self, node: NodeNumber) -> Result<Cow<'t, str>, OverBudget> {
        self.charge((self.tree.end(node) - node) as usize)?;
        let text = self.tree.text(node);
        self.charge(weight(&text))?;
        Ok(text)
    }

    /// Nodes of an expression that gives nodes; others have none.
    pub(super) fn nodes(&self, expr: &Expr, context: Context) -> Evaluated<Vec<NodeNumber>> {
        match self.value(expr, context)? {
            XPathValue::Nodes(nodes) => Ok(nodes),
            _ => Ok(Vec::new()),
        }
    }

    fn calculate(&self, first: &Expr, rest: &[(Arithmetic, Expr)], context: Context) -> Evaluated<f64> {
        let mut result = self.number(first, context)?;
        for (operator, part) in rest {
            let part = self.number(part, context)?;
            result = match operator {
                Arithmetic::Plus => result + part,
                Arithmetic::Minus => result - part,
                Arithmetic::Times => result * part,
                Arithmetic::Divide => result / part,
                Arithmetic::Remainder => result % part,
            };
        }
        Ok(result)
    }

    fn compare(&self, first: &Expr, rest: &[(CompareOp, Expr)], context: Context) -> Evaluated<bool> {
        let Some(((comparison, second), rest)) = rest.split_first() else { return self.is_true(first, context) };
        let mut result = self.compare_two(*comparison, first, second, context)?;
        for (comparison, part) in rest {
            let right = match self.value(part, context)? {
                XPathValue::Nodes(nodes) => XPathValue::Boolean(!nodes.is_empty()),
                other => other,
            };
            result = comparison.plain(&XPathValue::Boolean(result), &right, self.tree);
        }
        Ok(result)
    }

    fn compare_two(&self, comparison: CompareOp, left: &Expr, right: &Expr, context: Context) -> Evaluated<bool> {
        match (left.kind() == ValueKind::Nodes, right.kind() == ValueKind::Nodes) {
            (false, false) => {
                let (left, right) = (self.value(left, context)?, self.value(right, context)?);
                Ok(comparison.plain(&left, &right, self.tree))
            }
            (true, false) => self.compare_nodes(comparison, left, right, context),
            (false, true) => self.compare_nodes(comparison.turned(), right, left, context),
            (true, true) => self.compare_sets(comparison, left, right, context),
        }
    }

    /// Whether one of the nodes compares so with a plain value.
    fn compare_nodes(&self, comparison: CompareOp, nodes: &Expr, plain: &Expr, context: Context) -> Evaluated<bool> {
        if let Expr::Literal(text) = plain {
            return self.is_any(nodes, context, |one| comparison.texts(one, text));
        }
        match self.value(plain, context)? {
            XPathValue::Boolean(value) => Ok(comparison.booleans(self.is_true(nodes, context)?, value)),
            XPathValue::Number(value) => {
                self.is_any(nodes, context, |one| comparison.numbers(number::read(one), value))
            }
            XPathValue::Text(text) => self.is_any(nodes, context, |one| comparison.texts(one, &text)),
            XPathValue::Nodes(_) => Ok(false),
        }
    }

    fn is_any(&self, nodes: &Expr, context: Context, holds: impl Fn(&str) -> bool) -> Evaluated<bool> {
        Ok(!self.visit(nodes, context, &mut |node| Ok(!holds(&self.text_of(node)?)))?)
    }

    /// Whether a node of one set compares so with a node of the other.
    fn compare_sets(&self, comparison: CompareOp, left: &Expr, right: &Expr, context: Context) -> Evaluated<bool> {
        let mut texts: Vec<Cow<'t, str>> = Vec::new();
        self.visit(left, context, &mut |node| {
            texts.push(self.text_of(node)?);
            Ok(true)
        })?;
        if texts.is_empty() {
            return Ok(false);
        }
        Ok(!self.visit(right, context, &mut |node| {
            let other = self.text_of(node)?;
            self.charge(texts.len() * (1 + weight(&other)))?;
            Ok(!texts.iter().any(|text| comparison.texts(text, &other)))
        })?)
    }
}

/// The cost of copying a text or comparing it with another.
fn weight(text: &str) -> usize {
    text.len() / 16
}

/// Positions are far below what a float holds exactly.
#[expect(clippy::cast_precision_loss, reason = "there are fewer nodes than a float counts exactly")]
pub(super) fn position_number(position: usize) -> f64 {
    position as f64
}
