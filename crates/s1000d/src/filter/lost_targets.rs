//! References from one filtered file to what another one no longer has.

use foldhash::HashMap;

use super::FilteredText;
use super::references::LeftReference;
use crate::applic::Truth;
use crate::code::Identity;
use crate::object::ObjectRef;

/// A reference to something that is not among the filtered files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LostTarget {
    /// In the file before, counted from 1.
    pub line: u32,
    pub target: String,
    /// The id inside of the target; `None` when the target does not apply as a whole.
    pub fragment: Option<String>,
}

/// The objects of a set of files, with what became of them.
#[derive(Debug, Default)]
pub struct LostTargets {
    objects: HashMap<String, Vec<TargetObject>>,
    /// Whether one of them does not apply, or lost elements with ids.
    has_losses: bool,
}

#[derive(Debug)]
struct TargetObject {
    identity: Identity,
    applies: bool,
    removed_ids: Vec<String>,
}

impl LostTargets {
    /// Adds a file after filtering.
    pub fn add(&mut self, file: &FilteredText) {
        let Some(identity) = &file.identity else { return };
        let applies = file.truth != Truth::False;
        self.has_losses |= !applies || !file.removed_ids.is_empty();
        let object = TargetObject { identity: identity.clone(), applies, removed_ids: file.removed_ids.clone() };
        self.objects.entry(identity.code.as_str().to_owned()).or_default().push(object);
    }

    /// The references of a file that lead to nothing since these files were filtered.
    pub fn of(&self, file: &FilteredText) -> Vec<LostTarget> {
        if !self.has_losses {
            return Vec::new();
        }
        file.references.iter().filter_map(|reference| self.lost(reference)).collect()
    }

    fn lost(&self, reference: &LeftReference) -> Option<LostTarget> {
        let target = &reference.target;
        let of_code = self.objects.get(target.code.as_str())?;
        let mut meant = of_code.iter().filter(|object| target.is_to(&object.identity)).peekable();
        meant.peek()?;
        let mut applies = false;
        for object in meant {
            if object.satisfies(target) {
                return None;
            }
            applies |= object.applies;
        }
        // Some apply, but all of those lost the element.
        let fragment = target.fragment.clone().filter(|_| applies);
        Some(LostTarget { line: reference.line, target: target.identity().to_string(), fragment })
    }
}

impl TargetObject {
    /// Whether a reference leads to it, and to an element that it still has.
    fn satisfies(&self, target: &ObjectRef) -> bool {
        let is_lost = |id: &str| self.removed_ids.binary_search_by(|own| own.as_str().cmp(id)).is_ok();
        self.applies && !target.fragment.as_deref().is_some_and(is_lost)
    }
}
