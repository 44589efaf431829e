//! The report of filtering: removed and broken parts, with lines and paths.

use std::fmt::Write;

use foldhash::{HashMap, HashMapExt};

use super::skeleton::SkeletonElement;
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

/// A defect of an element after filtering.
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
    #[error("more than one alternate of the container {0} may apply to the same product")]
    OpenContainer(String),
    #[error("the container {0} has no alternate for some of the products")]
    PartialContainer(String),
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
            Self::OpenContainer(_) => "openContainer",
            Self::PartialContainer(_) => "partialContainer",
        }
    }
}

/// Removals and findings by their elements.
#[derive(Debug, Default)]
pub(super) struct FilterReport<'s, 't> {
    pub(super) removals: Vec<(SkeletonElement<'s, 't>, RemovalCause)>,
    pub(super) findings: Vec<(SkeletonElement<'s, 't>, FilterProblem)>,
}

impl<'s, 't> FilterReport<'s, 't> {
    /// The first of each, in the order of the text.
    pub(super) fn located(mut self, text: &str) -> (Vec<Removal>, Vec<FilterFinding>) {
        self.removals.sort_by_key(|(part, _)| part.index());
        self.removals.truncate(MAX_LISTED);
        self.findings.sort_by_key(|(part, _)| part.index());
        self.findings.truncate(MAX_LISTED);
        let removed = self.removals.iter().map(|(part, _)| *part);
        let numbers = numbers(removed.chain(self.findings.iter().map(|(part, _)| *part)));
        let mut lines = Lines::new(text);
        let removal = |(part, cause): (SkeletonElement<'s, 't>, RemovalCause)| Removal {
            path: path(part, &numbers),
            line: lines.at(part.range().start),
            cause,
        };
        let removals = self.removals.into_iter().map(removal).collect();
        let mut lines = Lines::new(text);
        let finding = |(part, problem): (SkeletonElement<'s, 't>, FilterProblem)| FilterFinding {
            path: path(part, &numbers),
            line: lines.at(part.range().start),
            problem,
        };
        (removals, self.findings.into_iter().map(finding).collect())
    }
}

/// The numbers of elements and those around them among siblings of the same name. The children of each parent are
/// counted once: counting before each element alone would be quadratic.
fn numbers<'s, 't: 's>(parts: impl Iterator<Item = SkeletonElement<'s, 't>>) -> HashMap<u32, u32> {
    let mut numbers = HashMap::new();
    for part in parts {
        let mut around = part;
        while !numbers.contains_key(&around.index()) {
            let Some(parent) = around.parent() else { break };
            let mut counted: HashMap<&str, u32> = HashMap::new();
            for child in parent.children() {
                let number = counted.entry(child.name()).or_default();
                *number += 1;
                numbers.insert(child.index(), *number);
            }
            around = parent;
        }
    }
    numbers
}

fn path(part: SkeletonElement<'_, '_>, numbers: &HashMap<u32, u32>) -> String {
    let mut steps: Vec<SkeletonElement<'_, '_>> = std::iter::successors(Some(part), |part| part.parent()).collect();
    steps.reverse();
    let mut path = String::new();
    for step in steps {
        let number = numbers.get(&step.index()).copied().unwrap_or(1);
        let _ = write!(path, "/{}[{number}]", step.name());
    }
    path
}
