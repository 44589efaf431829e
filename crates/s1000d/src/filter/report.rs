//! What filtering removed and what it broke, with lines and paths.

use std::fmt::Write;

use foldhash::{HashMap, HashMapExt};
use roxmltree::{Document, Node, NodeId};

use crate::object::lines::Lines;

/// The most removals and the most findings of one text that are listed.
pub const MAX_LISTED: usize = 2_000;

/// An element that was removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removal {
    /// Its place in the text before, every step with its number: `/dmodule[1]/content[1]`.
    pub path: String,
    /// In the text before, counted from 1.
    pub line: u32,
    pub cause: RemovalCause,
}

/// The reason for a removal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RemovalCause {
    /// It applies to none of the products.
    NotApplicable,
    /// All that it is for was removed: an entry of contents without references, alternates of which none is left.
    Emptied,
}

impl RemovalCause {
    pub fn word(self) -> &'static str {
        match self {
            Self::NotApplicable => "notApplicable",
            Self::Emptied => "emptied",
        }
    }
}

/// Something in a filtered text that a person should look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilterFinding {
    /// The place of the element in the text before.
    pub path: String,
    /// In the text before, counted from 1.
    pub line: u32,
    pub problem: FilterProblem,
}

/// What is wrong with an element after filtering.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FilterProblem {
    #[error("{attribute} refers to {id}, which was removed")]
    RemovedTarget { attribute: String, id: String },
    #[error("the element lost all of its content")]
    LeftEmpty,
    #[error("the row lost cells, so that those behind them may stand in other columns")]
    RowLostCells,
    #[error("more than one alternate may apply to the same product")]
    OpenAlternates,
    #[error("no alternate applies")]
    NoAlternate,
    #[error("no alternate of the container {0} applies")]
    ContainerWithoutAlternate(String),
}

impl FilterProblem {
    pub fn word(&self) -> &'static str {
        match self {
            Self::RemovedTarget { .. } => "removedTarget",
            Self::LeftEmpty => "leftEmpty",
            Self::RowLostCells => "rowLostCells",
            Self::OpenAlternates => "openAlternates",
            Self::NoAlternate => "noAlternate",
            Self::ContainerWithoutAlternate(_) => "containerWithoutAlternate",
        }
    }
}

/// Removals and findings by their elements.
#[derive(Debug, Default)]
pub(super) struct Report<'a, 'i> {
    pub(super) removals: Vec<(Node<'a, 'i>, RemovalCause)>,
    pub(super) findings: Vec<(Node<'a, 'i>, FilterProblem)>,
}

/// The first of each, in the order of the text.
pub(super) fn located<'a, 'i>(
    document: &'a Document<'i>,
    mut removals: Vec<(Node<'a, 'i>, RemovalCause)>,
    mut findings: Vec<(Node<'a, 'i>, FilterProblem)>,
) -> (Vec<Removal>, Vec<FilterFinding>) {
    removals.sort_by_key(|(node, _)| node.range().start);
    removals.truncate(MAX_LISTED);
    findings.sort_by_key(|(node, _)| node.range().start);
    findings.truncate(MAX_LISTED);
    let nodes = removals.iter().map(|(node, _)| *node).chain(findings.iter().map(|(node, _)| *node));
    let numbers = numbers(nodes);
    let mut lines = Lines::new(document.input_text());
    let removal = |(node, cause): (Node<'a, 'i>, RemovalCause)| Removal {
        path: path(node, &numbers),
        line: lines.of(node),
        cause,
    };
    let removals = removals.into_iter().map(removal).collect();
    let mut lines = Lines::new(document.input_text());
    let finding = |(node, problem): (Node<'a, 'i>, FilterProblem)| FilterFinding {
        path: path(node, &numbers),
        line: lines.of(node),
        problem,
    };
    (removals, findings.into_iter().map(finding).collect())
}

/// The numbers of elements and those around them among siblings of the same name. The children of each parent are
/// counted once: counting before each element alone would be quadratic.
fn numbers<'a, 'i: 'a>(nodes: impl Iterator<Item = Node<'a, 'i>>) -> HashMap<NodeId, u32> {
    let mut numbers = HashMap::new();
    for node in nodes {
        let mut around = node;
        while !numbers.contains_key(&around.id()) {
            let Some(parent) = around.parent() else { break };
            let mut counted: HashMap<&str, u32> = HashMap::new();
            for child in parent.children().filter(Node::is_element) {
                let number = counted.entry(child.tag_name().name()).or_default();
                *number += 1;
                numbers.insert(child.id(), *number);
            }
            around = parent;
        }
    }
    numbers
}

fn path(node: Node<'_, '_>, numbers: &HashMap<NodeId, u32>) -> String {
    let mut steps: Vec<Node<'_, '_>> = node.ancestors().filter(Node::is_element).collect();
    steps.reverse();
    let mut path = String::new();
    for step in steps {
        let number = numbers.get(&step.id()).copied().unwrap_or(1);
        let _ = write!(path, "/{}[{number}]", step.tag_name().name());
    }
    path
}
