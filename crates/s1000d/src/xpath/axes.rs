//! The nodes of one step from one node.

use super::expr::{Axis, NodeTest};
use super::tree::{NodeNumber, TreeNodeKind, XPathTree};

/// Whether a walk goes on, or what ended it.
pub(super) type AxisWalk<E> = Result<bool, E>;

/// Whether a node passes a test on an axis. `*` and names stand for elements, on the attribute axis for attributes.
pub(super) fn passes(tree: &XPathTree<'_>, node: NodeNumber, axis: Axis, test: &NodeTest) -> bool {
    let kind = tree.kind(node);
    let is_named = kind == if axis.is_attribute() { TreeNodeKind::Attribute } else { TreeNodeKind::Element };
    match test {
        NodeTest::Name(name) => is_named && tree.name_number(node) == *name,
        NodeTest::Any => is_named,
        NodeTest::InNamespace(uri) => is_named && tree.namespace(node) == Some(&**uri),
        NodeTest::Node => true,
        NodeTest::Text => kind == TreeNodeKind::Text,
        NodeTest::Comment => kind == TreeNodeKind::Comment,
        NodeTest::Instruction(target) => {
            kind == TreeNodeKind::Instruction
                && target.as_ref().is_none_or(|target| **target == tree.qualified_name(node))
        }
    }
}

/// Gives the nodes of an axis that pass a test to `visit`, in the order of the axis, until it answers false; `cost` is told
/// of every node that was looked at.
pub(super) fn walk<E>(
    tree: &XPathTree<'_>,
    from: NodeNumber,
    (axis, test): (Axis, &NodeTest),
    cost: &impl Fn(usize) -> Result<(), E>,
    visit: &mut impl FnMut(NodeNumber) -> AxisWalk<E>,
) -> AxisWalk<E> {
    if let Some(listed) = listed(tree, from, axis, test) {
        if axis == Axis::DescendantOrSelf && passes(tree, from, axis, test) && !visit(from)? {
            return Ok(false);
        }
        return each(listed.iter().copied(), cost, visit);
    }
    let mut tested = |node: NodeNumber| if passes(tree, node, axis, test) { visit(node) } else { Ok(true) };
    let is_attribute = |node: &NodeNumber| tree.kind(*node) == TreeNodeKind::Attribute;
    let parent = tree.parent(from);
    match axis {
        Axis::OwnSelf => tested(from),
        Axis::Parent => parent.map_or(Ok(true), tested),
        Axis::Attribute => each(tree.attributes(from), cost, &mut tested),
        Axis::Child => each(tree.children(from), cost, &mut tested),
        Axis::Descendant => each((from + 1..tree.end(from)).filter(|node| !is_attribute(node)), cost, &mut tested),
        Axis::DescendantOrSelf => {
            let below = (from + 1..tree.end(from)).filter(|node| !is_attribute(node));
            each(std::iter::once(from).chain(below), cost, &mut tested)
        }
        Axis::AttributeBelow => each((from + 1..tree.end(from)).filter(is_attribute), cost, &mut tested),
        Axis::Ancestor => each(ancestors(tree, parent), cost, &mut tested),
        Axis::AncestorOrSelf => each(ancestors(tree, Some(from)), cost, &mut tested),
        Axis::FollowingSibling => {
            let all = parent.filter(|_| !is_attribute(&from)).map(|parent| tree.children(parent));
            each(all.into_iter().flatten().skip_while(|node| *node <= from), cost, &mut tested)
        }
        Axis::PrecedingSibling => {
            let all = parent.filter(|_| !is_attribute(&from)).map(|parent| tree.children(parent));
            let before: Vec<NodeNumber> = all.into_iter().flatten().take_while(|node| *node < from).collect();
            each(before.into_iter().rev(), cost, &mut tested)
        }
        // The content of its element follows an attribute.
        Axis::Following => each((tree.end(from)..tree.size()).filter(|node| !is_attribute(node)), cost, &mut tested),
        Axis::Preceding => {
            // What is not closed before the node is an ancestor of it.
            let start = if is_attribute(&from) { parent.unwrap_or(0) } else { from };
            let before = (1..start).rev().filter(|node| !is_attribute(node) && tree.end(*node) <= start);
            each(before, cost, &mut tested)
        }
    }
}

/// The list that has exactly the nodes of this step.
fn listed<'t>(tree: &'t XPathTree<'_>, from: NodeNumber, axis: Axis, test: &NodeTest) -> Option<&'t [NodeNumber]> {
    let NodeTest::Name(name) = test else { return None };
    match axis {
        Axis::Descendant | Axis::DescendantOrSelf => Some(tree.elements_below(from, *name)),
        Axis::AttributeBelow => Some(tree.attributes_below(from, *name)),
        _ => None,
    }
}

fn ancestors(tree: &XPathTree<'_>, first: Option<NodeNumber>) -> impl Iterator<Item = NodeNumber> {
    std::iter::successors(first, |node| tree.parent(*node))
}

fn each<E>(
    nodes: impl Iterator<Item = NodeNumber>,
    cost: &impl Fn(usize) -> Result<(), E>,
    visit: &mut impl FnMut(NodeNumber) -> AxisWalk<E>,
) -> AxisWalk<E> {
    for node in nodes {
        cost(1)?;
        if !visit(node)? {
            return Ok(false);
        }
    }
    Ok(true)
}
