//! References from one filtered file to what another one no longer has.

use std::collections::HashMap;

use s1000d::applic::Truth;
use s1000d::code::Identity;
use s1000d::filter::FilteredText;
use s1000d::object::ObjectRef;

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
        let lost = |reference: &s1000d::filter::LeftReference| {
            let target = &reference.target;
            let fragment = self.lost(target)?;
            Some(LostTarget { line: reference.line, target: target.identity().to_string(), fragment })
        };
        file.references.iter().filter_map(lost).collect()
    }

    /// `Some(None)` for a target that does not apply, `Some` with the id for an element that it no longer has.
    fn lost(&self, target: &ObjectRef) -> Option<Option<String>> {
        let found = self.0.get(target.code.as_str())?.iter().find(|object| target.is_to(&object.identity))?;
        if !found.applies {
            return Some(None);
        }
        let id = target.fragment.as_deref()?;
        found.removed_ids.binary_search_by(|own| own.as_str().cmp(id)).ok()?;
        Some(Some(id.to_owned()))
    }
}
