//! Follows location paths: whole sets where nodes may be met often, else node by node until the answer is known.

use std::rc::Rc;

use super::axes::{self, AxisWalk};
use super::eval::{Context, Evaluated, Evaluation, OverBudget, position_number};
use super::expr::{CompareOp, Expr, LocationPath, LocationStep, PathStart, Predicate, ValueKind};
use super::tree::NodeNumber;

impl Evaluation<'_, '_> {
    /// Visits the nodes of an expression, in any order and perhaps more than once, until `visit` answers false.
    pub(super) fn visit(
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
        match expr {
            Expr::Path(path) if path.cache.is_some() => visit_each(&self.cached(path)?, visit),
            _ => visit_each(&self.nodes(expr, context)?, visit),
        }
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

    pub(super) fn path(&self, path: &LocationPath, context: Context) -> Evaluated<Vec<NodeNumber>> {
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

    pub(super) fn in_order(&self, mut nodes: Vec<NodeNumber>) -> Evaluated<Vec<NodeNumber>> {
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
