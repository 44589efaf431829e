//! References from one filtered file to what another one no longer has.

use foldhash::HashMap;

use super::FilteredText;
use super::references::LeftReference;
use crate::applic::Truth;
use crate::code::Identity;

/// A reference to something that is not among the filtered files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LostTarget {
    /// In the file before, counted from 1.
    pub line: u32,
    pub target: String,
    /// The id inside of the target; `None` when the target does not apply as a whole.
    pub fragment: Option<String>,
}

/// Objects that do not apply, and those that lost elements with ids.
#[derive(Debug, Default)]
pub struct LostTargets(HashMap<String, Vec<ReducedObject>>);

#[derive(Debug)]
struct ReducedObject {
    identity: Identity,
    applies: bool,
    removed_ids: Vec<String>,
}

impl LostTargets {
    /// Adds a file after filtering.
    pub fn add(&mut self, file: &FilteredText) {
        let Some(identity) = &file.identity else { return };
        let applies = file.truth != Truth::False;
        if applies && file.removed_ids.is_empty() {
            return;
        }
        let object = ReducedObject { identity: identity.clone(), applies, removed_ids: file.removed_ids.clone() };
        self.0.entry(identity.code.as_str().to_owned()).or_default().push(object);
    }

    /// The references of a file that lead to nothing since these files were filtered.
    pub fn of(&self, file: &FilteredText) -> Vec<LostTarget> {
        if self.0.is_empty() {
            return Vec::new();
        }
        file.references.iter().filter_map(|reference| self.lost(reference)).collect()
    }

    fn lost(&self, reference: &LeftReference) -> Option<LostTarget> {
        let target = &reference.target;
        let found = self.0.get(target.code.as_str())?.iter().find(|object| target.is_to(&object.identity))?;
        let fragment = if found.applies {
            let id = target.fragment.as_deref()?;
            found.removed_ids.binary_search_by(|own| own.as_str().cmp(id)).ok()?;
            Some(id.to_owned())
        } else {
            None
        };
        Some(LostTarget { line: reference.line, target: target.identity().to_string(), fragment })
    }
}
