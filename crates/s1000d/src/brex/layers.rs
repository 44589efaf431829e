//! The layers of business rules that hold for a module.

use std::sync::Arc;

use roxmltree::Document;

use super::read::{Brex, is_brex, reference_in};
use crate::code::{Code, Extension, Version};
use crate::guard::Checked;
use crate::object::ObjectRef;

/// A project, its programme, its company and the default make four.
const MOST_LAYERS: usize = 16;

/// The BREX that a document names as the one it is subject to.
pub fn brex_reference(document: &Document<'_>) -> Option<ObjectRef> {
    let named = document.root_element().descendants().find(|node| node.tag_name().name() == "brexDmRef")?;
    reference_in(named)
}

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
            next = brex.below.clone();
            found.layers.push(brex);
        }
        found
    }
}

/// Whether two are issues of the same BREX.
fn is_same(left: &Brex, right: &Brex) -> bool {
    left.code == right.code && left.extension == right.extension
}

/// BREX data modules by their codes, as of a package or a folder.
#[derive(Debug, Clone, Default)]
pub struct BrexPool {
    all: Vec<Arc<Brex>>,
}

impl BrexPool {
    pub fn add(&mut self, brex: Arc<Brex>) {
        self.all.push(brex);
    }

    /// Adds a file if it is a BREX data module that can be used.
    pub fn add_file(&mut self, file: &Checked<'_>, document: &Document<'_>) -> bool {
        let read = is_brex(document).then(|| Brex::read(file)).and_then(Result::ok);
        let is_added = read.is_some();
        self.all.extend(read.map(Arc::new));
        is_added
    }

    /// The named issue, else the latest. The language does not matter: rules are the same in all.
    pub fn find(&self, reference: &ObjectRef) -> Option<Arc<Brex>> {
        self.find_by(&reference.code, reference.extension.as_ref(), &reference.version)
    }

    fn find_by(&self, code: &Code, extension: Option<&Extension>, version: &Version) -> Option<Arc<Brex>> {
        let named = || self.all.iter().filter(|brex| brex.code == *code && brex.extension.as_ref() == extension);
        let exact = named().find(|brex| version.issue.is_some() && brex.version.issue == version.issue);
        exact.or_else(|| named().max_by(|a, b| a.version.issue.cmp(&b.version.issue))).cloned()
    }

    /// The layers of a module by its reference.
    pub fn layers(&self, first: Option<&ObjectRef>) -> BrexLayers {
        BrexLayers::follow(first, |reference| self.find(reference))
    }
}
