//! The layers of business rules that hold for a module.

use std::fmt;
use std::sync::Arc;

use super::read::Brex;
use crate::code::{Code, Version};
use crate::object::ObjectRef;

/// A project, its programme, its company and the default make four.
const MOST_LAYERS: usize = 16;

/// The BREX data modules whose rules hold together, the nearest first.
#[derive(Debug, Clone, Default)]
pub struct BrexLayers {
    pub layers: Vec<Arc<Brex>>,
    /// Why the layers may not be all.
    pub gaps: Vec<LayerGap>,
}

/// A place where the references from BREX to BREX do not lead on as they should.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LayerGap {
    /// The module names no BREX.
    NoReference,
    /// The named BREX is not at hand.
    Missing {
        code: Code,
        version: Version,
    },
    /// Another issue is at hand and was used.
    OtherIssue {
        code: Code,
        named: Version,
        used: Version,
    },
    /// A BREX names one that stands above it.
    Circle {
        code: Code,
    },
    TooManyLayers {
        limit: usize,
    },
}

impl fmt::Display for LayerGap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let issue = |version: &Version| version.issue.map(|issue| format!(" {issue}")).unwrap_or_default();
        match self {
            Self::NoReference => f.write_str("the module names no BREX"),
            Self::Missing { code, version } => write!(f, "{code}{} is missing", issue(version)),
            Self::OtherIssue { code, named, used } => {
                write!(f, "{code}{} is missing;{} is used instead", issue(named), issue(used))
            }
            Self::Circle { code } => write!(f, "{code} is named by a BREX below it"),
            Self::TooManyLayers { limit } => write!(f, "there are more than {limit} layers"),
        }
    }
}

impl BrexLayers {
    /// Follows the reference of a module. `find` gives a BREX by reference, in another issue if the named one is not there.
    pub fn follow(first: Option<&ObjectRef>, find: impl Fn(&ObjectRef) -> Option<Arc<Brex>>) -> Self {
        let mut found = Self::default();
        let Some(first) = first else {
            found.gaps.push(LayerGap::NoReference);
            return found;
        };
        let mut next = Some(first.clone());
        while let Some(reference) = next.take() {
            let code = reference.code.clone();
            let Some(brex) = find(&reference) else {
                found.gaps.push(LayerGap::Missing { code, version: reference.version });
                break;
            };
            if found.layers.iter().any(|above| is_same(above, &brex)) {
                // The default BREX names itself: that is the end, not a circle.
                if !found.layers.last().is_some_and(|last| is_same(last, &brex)) {
                    found.gaps.push(LayerGap::Circle { code });
                }
                break;
            }
            if found.layers.len() == MOST_LAYERS {
                found.gaps.push(LayerGap::TooManyLayers { limit: MOST_LAYERS });
                break;
            }
            if reference.version.issue.is_some() && reference.version.issue != brex.version.issue {
                let (named, used) = (reference.version, brex.version.clone());
                found.gaps.push(LayerGap::OtherIssue { code, named, used });
            }
            next.clone_from(&brex.below);
            found.layers.push(brex);
        }
        found
    }
}

/// Whether two are issues of the same BREX.
fn is_same(left: &Brex, right: &Brex) -> bool {
    left.code == right.code && left.extension == right.extension
}
