//! Evaluates expressions within a budget.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::axes::{self, AxisWalk};
use super::expr::{Arithmetic, CompareOp, Expr, Function, LocationPath, LocationStep, PathStart, Predicate, ValueKind};
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
    fn at(node: NodeNumber) -> Self {
        Self { node, position: 1, size: 1 }
    }
}

/// Evaluates expressions on one tree.
#[derive(Debug)]
pub struct Evaluation<'t, 'd> {
    pub(super) tree: &'t XPathTree<'d>,
    budget: Cell<usize>,
    /// The nodes of absolute paths inside predicates: they are the same for every node.
    caches: RefCell<Vec<Option<Rc<[NodeNumber]>>>>,
}

impl<'t, 'd> Evaluation<'t, 'd> {
    /// The names are those the expressions were parsed with and the tree was made with.
    pub fn new(tree: &'t XPathTree<'d>, names: &NameTable) -> Self {
        Self { tree, budget: Cell::new(0), caches: RefCell::new(vec![None; names.cache_count()]) }
    }

    /// Evaluates at the root with at most `budget` steps, and gives back what is left of them.
    pub fn run(&self, expr: &Expr, budget: usize) -> (Result<XPathValue<'t>, OverBudget>, usize) {
        self.budget.set(budget);
        let value = self.value(expr, Context::at(0));
        (value, self.budget.get())
    }

    /// A step is a node looked at, or a byte of a text made.
    pub(super) fn charge(&self, steps: usize) -> Evaluated<()> {
        match self.budget.get().checked_sub(steps) {
            Some(left) => {
                self.budget.set(left);
                Ok(())
            }
            None => {
                self.budget.set(0);
                Err(OverBudget)
            }
        }
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
    pub(super) fn text_of(&self, node: NodeNumber) -> Evaluated<Cow<'t, str>> {
        self.charge((self.tree.end(node) - node) as usize)?;
        let text = self.tree.text(node);
        if matches!(text, Cow::Owned(_)) {
            self.charge(text.len())?;
        }
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
            result = comparison.plain(XPathValue::Boolean(result), right, self.tree);
        }
        Ok(result)
    }

    fn compare_two(&self, comparison: CompareOp, left: &Expr, right: &Expr, context: Context) -> Evaluated<bool> {
        match (left.kind() == ValueKind::Nodes, right.kind() == ValueKind::Nodes) {
            (false, false) => {
                let (left, right) = (self.value(left, context)?, self.value(right, context)?);
                Ok(comparison.plain(left, right, self.tree))
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
            self.charge(texts.len())?;
            let other = self.text_of(node)?;
            Ok(!texts.iter().any(|text| comparison.texts(text, &other)))
        })?)
    }

    /// Visits the nodes of an expression, in any order and perhaps more than once, until `visit` answers false.
    fn visit(
        &self,
        expr: &Expr,
        context: Context,
        visit: &mut dyn FnMut(NodeNumber) -> AxisWalk<OverBudget>,
    ) -> AxisWalk<OverBudget> {
        match expr {
            Expr::Path(path) if path.is_lazy && path.cache.is_none() => match &path.start {
                PathStart::Root => self.follow(0, &path.steps, visit),
                PathStart::Context => self.follow(context.node, &path.steps, visit),
                PathStart::Filter(..) => self.visit_all(expr, context, visit),
            },
            _ => self.visit_all(expr, context, visit),
        }
    }

    fn visit_all(
        &self,
        expr: &Expr,
        context: Context,
        visit: &mut dyn FnMut(NodeNumber) -> AxisWalk<OverBudget>,
    ) -> AxisWalk<OverBudget> {
        if let Expr::Path(LocationPath { cache: Some(_), .. }) = expr {
            return match expr {
                Expr::Path(path) => visit_each(&self.cached(path)?, visit),
                _ => Ok(true),
            };
        }
        visit_each(&self.nodes(expr, context)?, visit)
    }

    /// Follows steps from one node, depth first.
    fn follow(
        &self,
        from: NodeNumber,
        steps: &[LocationStep],
        visit: &mut dyn FnMut(NodeNumber) -> AxisWalk<OverBudget>,
    ) -> AxisWalk<OverBudget> {
        let Some((step, rest)) = steps.split_first() else { return visit(from) };
        if step.predicates.iter().any(|predicate| predicate.is_positional) {
            for node in self.step(from, step)? {
                if !self.follow(node, rest, visit)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        axes::walk(self.tree, from, (step.axis, &step.test), &|steps| self.charge(steps), &mut |node| {
            if self.all_hold(&step.predicates, node)? { self.follow(node, rest, visit) } else { Ok(true) }
        })
    }

    /// Whether predicates hold in which the position does not count.
    fn all_hold(&self, predicates: &[Predicate], node: NodeNumber) -> Evaluated<bool> {
        for predicate in predicates {
            if !self.is_true(&predicate.condition, Context::at(node))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn path(&self, path: &LocationPath, context: Context) -> Evaluated<Vec<NodeNumber>> {
        if path.cache.is_some() {
            return Ok(self.cached(path)?.to_vec());
        }
        self.path_nodes(path, context)
    }

    fn cached(&self, path: &LocationPath) -> Evaluated<Rc<[NodeNumber]>> {
        let place = path.cache.unwrap_or(usize::MAX);
        if let Some(Some(known)) = self.caches.borrow().get(place) {
            return Ok(Rc::clone(known));
        }
        let nodes: Rc<[NodeNumber]> = self.path_nodes(path, Context::at(0))?.into();
        if let Some(free) = self.caches.borrow_mut().get_mut(place) {
            *free = Some(Rc::clone(&nodes));
        }
        Ok(nodes)
    }

    fn path_nodes(&self, path: &LocationPath, context: Context) -> Evaluated<Vec<NodeNumber>> {
        let mut nodes = match &path.start {
            PathStart::Root => vec![0],
            PathStart::Context => vec![context.node],
            PathStart::Filter(start, predicates) => {
                let mut nodes = self.nodes(start, context)?;
                for predicate in predicates {
                    nodes = self.filter(nodes, predicate)?;
                }
                nodes
            }
        };
        for step in &path.steps {
            let mut next = Vec::new();
            for node in &nodes {
                next.extend(self.step(*node, step)?);
            }
            nodes = self.in_order(next)?;
        }
        Ok(nodes)
    }

    /// The nodes of one step from one node, in the order of the axis.
    fn step(&self, from: NodeNumber, step: &LocationStep) -> Evaluated<Vec<NodeNumber>> {
        let positional = step.predicates.iter().position(|predicate| predicate.is_positional);
        let (plain, rest) = step.predicates.split_at(positional.unwrap_or(step.predicates.len()));
        let mut nodes = Vec::new();
        axes::walk(self.tree, from, (step.axis, &step.test), &|steps| self.charge(steps), &mut |node| {
            if self.all_hold(plain, node)? {
                nodes.push(node);
            }
            Ok(true)
        })?;
        for predicate in rest {
            nodes = self.filter(nodes, predicate)?;
        }
        Ok(nodes)
    }

    /// The nodes for which a predicate holds at their position in the list.
    fn filter(&self, nodes: Vec<NodeNumber>, predicate: &Predicate) -> Evaluated<Vec<NodeNumber>> {
        let size = nodes.len();
        let mut kept = Vec::new();
        for (index, node) in nodes.into_iter().enumerate() {
            let context = Context { node, position: index + 1, size };
            self.charge(1)?;
            if self.holds(&predicate.condition, context)? {
                kept.push(node);
            }
        }
        Ok(kept)
    }

    /// A number as a predicate is the position that it asks for.
    fn holds(&self, condition: &Expr, context: Context) -> Evaluated<bool> {
        if condition.kind() != ValueKind::Number {
            return self.is_true(condition, context);
        }
        let wanted = self.number(condition, context)?;
        Ok(CompareOp::Equal.numbers(wanted, position_number(context.position)))
    }

    fn in_order(&self, mut nodes: Vec<NodeNumber>) -> Evaluated<Vec<NodeNumber>> {
        if !nodes.is_sorted_by(|a, b| a < b) {
            self.charge(nodes.len())?;
            nodes.sort_unstable();
            nodes.dedup();
        }
        Ok(nodes)
    }
}

fn visit_each(nodes: &[NodeNumber], visit: &mut dyn FnMut(NodeNumber) -> AxisWalk<OverBudget>) -> AxisWalk<OverBudget> {
    for node in nodes {
        if !visit(*node)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Positions are far below what a float holds exactly.
#[expect(clippy::cast_precision_loss, reason = "there are fewer nodes than a float counts exactly")]
pub(super) fn position_number(position: usize) -> f64 {
    position as f64
}
