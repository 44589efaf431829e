//! The result of checking one module.

use std::sync::Arc;

use super::message::ReasonText;
use super::pattern::PatternError;
use super::rule::BrexRule;
use super::sns::SnsCodePart;
use crate::xpath::{XPathError, XPathFault};

/// The violations of business rules in a module.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BrexReport {
    pub findings: Vec<BrexFinding>,
    /// Rules that this module is too large for. Those that no module can be judged by are [`super::BrexChecker::unjudged`].
    pub unjudged: Vec<UnjudgedRule>,
}

/// One rule that a module violates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrexFinding {
    pub rule: Arc<BrexRule>,
    /// The layer of the rule: 0 is the BREX that the module names.
    pub layer: usize,
    pub kind: ViolationKind,
    /// The nodes at fault, in document order; none where something is missing or a condition is not met.
    pub nodes: Vec<FoundNode>,
    /// All of them: only the first [`BrexFinding::MOST_NODES`] are listed, and fewer or none after many others.
    pub node_count: usize,
}

impl BrexFinding {
    pub const MOST_NODES: usize = 1_000;
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ViolationKind {
    /// An object that must not be there is there.
    Forbidden,
    /// An object that must be there is missing.
    Missing,
    /// Nodes have values that are not allowed.
    Value,
    /// An entity is of a notation that is not allowed.
    Notation { entity: String, notation: String },
    /// The code of the module is not in the SNS.
    Sns { part: SnsCodePart, value: String },
}

impl ViolationKind {
    /// One word for other programs.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Forbidden => "forbidden",
            Self::Missing => "missing",
            Self::Value => "value",
            Self::Notation { .. } => "notation",
            Self::Sns { .. } => "sns",
        }
    }
}

/// A place in the module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundNode {
    /// Each step with its index: `/dmodule[1]/content[1]/@id`.
    pub path: String,
    /// Counted from 1: where the attribute or the tag begins.
    pub line: u32,
    /// The byte in the text of the module.
    pub position: usize,
    /// The beginning of its text, where the value is at fault, or of any attribute.
    pub value: Option<String>,
}

/// A rule that cannot be judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnjudgedRule {
    pub rule: Arc<BrexRule>,
    pub layer: usize,
    pub reason: UnjudgedReason,
}

/// Why a rule cannot be judged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnjudgedReason {
    #[error("object path, {0}")]
    Path(XPathError),
    #[error("the flag {0:?} is none of 0, 1 and 2")]
    Flag(String),
    #[error("a value has no valueAllowed")]
    NoValue,
    #[error("a value has the unknown form {0:?}")]
    ValueForm(String),
    #[error("pattern {pattern:?}: {error}")]
    Pattern { pattern: String, error: PatternError },
    #[error("the BREX has more patterns than can be used")]
    TooManyPatterns,
    #[error("the BREX asks for more names than can be used")]
    TooManyNames,
    #[error("the object path takes too long on this module")]
    TooLong,
}

impl UnjudgedReason {
    /// The reason for a message that is translated.
    pub fn text(&self) -> ReasonText {
        let (word, near) = match self {
            Self::Path(XPathError { at, fault }) => return path_text(*at + 1, fault),
            Self::Flag(flag) => ("flag", flag.as_str()),
            Self::NoValue => ("noValue", ""),
            Self::ValueForm(form) => ("valueForm", form.as_str()),
            Self::Pattern { pattern, .. } => ("pattern", pattern.as_str()),
            Self::TooManyPatterns => ("tooManyPatterns", ""),
            Self::TooManyNames => ("tooManyNames", ""),
            Self::TooLong => ("tooLong", ""),
        };
        ReasonText { word, place: None, near: near.to_owned() }
    }
}

fn path_text(place: usize, fault: &XPathFault) -> ReasonText {
    let near = match fault {
        XPathFault::TooLong { .. } | XPathFault::TooDeep { .. } => {
            return ReasonText { word: "pathTooLong", place: None, near: String::new() };
        }
        XPathFault::End | XPathFault::OpenLiteral | XPathFault::Variable => "",
        XPathFault::Unexpected(near)
        | XPathFault::UnknownFunction(near)
        | XPathFault::NeedsNodes(near)
        | XPathFault::UnknownPrefix(near)
        | XPathFault::UnknownAxis(near) => near.as_str(),
        XPathFault::Arguments(near) | XPathFault::Unsupported(near) => *near,
    };
    let word = if near.is_empty() { "path" } else { "pathNear" };
    ReasonText { word, place: Some(place), near: near.to_owned() }
}
