//! References in a filtered text: inside of it to elements that were removed or have another id, and to other objects.

use std::borrow::Cow;

use foldhash::{HashMap, HashSet, HashSetExt};
use quick_xml::escape::escape;

use super::edits::Edits;
use super::report::{FilterProblem, FilterReport};
use super::skeleton::{Skeleton, SkeletonAttribute, SkeletonElement};
use super::statements::is_statement;
use super::whole::ident_of;
use crate::object::lines::Lines;
use crate::object::{ObjectRef, names_ids};
use crate::splice::Splice;

/// A reference to another object that is left in a filtered text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftReference {
    /// In the text before, counted from 1.
    pub line: u32,
    pub target: ObjectRef,
}

/// The target of `dmRef` or `pmRef`, without its title; `None` for one that cannot be read.
pub(super) fn target(part: SkeletonElement<'_, '_>) -> Option<ObjectRef> {
    let fragment = part.attribute("referredFragment").map(Cow::into_owned);
    ident_of(part.child_ending("RefIdent")?).into_ref(None, fragment).ok()
}

/// The references to modules and publications outside of the removed ranges, which are settled. Some were turned to other
/// modules, which are given by the index of the reference.
pub(super) fn left(skeleton: &Skeleton<'_>, edits: &Edits, turned: &HashMap<u32, ObjectRef>) -> Vec<LeftReference> {
    let mut lines = Lines::new(skeleton.text());
    let is_left =
        |part: &SkeletonElement<'_, '_>| matches!(part.name(), "dmRef" | "pmRef") && !edits.removes(part.range().start);
    let found = skeleton.parts().filter(is_left);
    let target_of = |part: SkeletonElement<'_, '_>| turned.get(&part.index()).cloned().or_else(|| target(part));
    found
        .filter_map(|part| Some(LeftReference { target: target_of(part)?, line: lines.at(part.range().start) }))
        .collect()
}

/// The ids of a text before and after the removals, and the references to them that stay.
#[derive(Debug)]
pub(super) struct IdUses<'s, 't> {
    removed: HashSet<Cow<'t, str>>,
    kept: HashSet<Cow<'t, str>>,
    uses: Vec<IdUse<'s, 't>>,
}

#[derive(Debug)]
struct IdUse<'s, 't> {
    part: SkeletonElement<'s, 't>,
    attribute: SkeletonAttribute<'s, 't>,
    id: String,
}

impl<'s, 't> IdUses<'s, 't> {
    pub(super) fn read(skeleton: &'s Skeleton<'t>, edits: &Edits) -> Self {
        let mut found = Self { removed: HashSet::new(), kept: HashSet::new(), uses: Vec::new() };
        found.kept.extend(edits.moved_ids.iter().cloned().map(Cow::Owned));
        for part in skeleton.parts() {
            let mut attributes = part.attributes().filter(|one| one.key() == "id" || names_ids(one.key())).peekable();
            if attributes.peek().is_none() {
                continue;
            }
            let is_removed = edits.removes(part.range().start);
            for attribute in attributes {
                let value = attribute.value();
                if attribute.key() != "id" {
                    let is_left = !is_removed && !edits.removes(attribute.range().start);
                    let ids = value.split_ascii_whitespace().filter(|_| is_left);
                    found.uses.extend(ids.map(|id| IdUse { part, attribute, id: id.to_owned() }));
                } else if is_removed {
                    found.removed.insert(value);
                } else {
                    found.kept.insert(value);
                }
            }
        }
        found
    }

    fn is_gone(&self, id: &str) -> bool {
        self.removed.contains(id) && !self.kept.contains(id)
    }

    /// Changes references to alternates that were replaced by an element with an id of its own.
    pub(super) fn follow_renamed(&mut self, edits: &mut Edits) {
        let renamed: HashMap<String, String> = edits.renamed_ids.iter().cloned().collect();
        let mut uses = std::mem::take(&mut self.uses);
        uses.retain(|one| {
            let new = renamed.get(&one.id).filter(|new| self.is_gone(&one.id) && self.kept.contains(new.as_str()));
            let is_single = one.attribute.key() == "internalRefId" && one.attribute.value().trim() == one.id;
            match new.filter(|_| is_single) {
                Some(new) => {
                    edits.change(Splice::replace(one.attribute.value_range(), escape(new.as_str())));
                    false
                }
                None => true,
            }
        });
        self.uses = uses;
    }

    pub(super) fn report(&self, report: &mut FilterReport<'s, 't>) {
        for one in self.uses.iter().filter(|one| self.is_gone(&one.id)) {
            let (attribute, id) = (one.attribute.key().to_owned(), one.id.clone());
            report.findings.push((one.part, FilterProblem::RemovedTarget { attribute, id }));
        }
    }

    /// Removes the statements that nothing refers to, and groups without statements.
    pub(super) fn remove_unused_statements(&self, skeleton: &Skeleton<'_>, reduced: &HashSet<u32>, edits: &mut Edits) {
        let is_reduced =
            |one: &IdUse<'_, '_>| reduced.contains(&one.part.index()) && one.attribute.key().starts_with("applicRefId");
        let taken = std::mem::take(&mut edits.taken_statements);
        let named = self.uses.iter().filter(|one| !is_reduced(one)).map(|one| one.id.as_str());
        let used: HashSet<&str> = named.chain(taken.iter().map(String::as_str)).collect();
        let is_group = |part: &SkeletonElement<'_, '_>| {
            matches!(part.name(), "referencedApplicGroup" | "referencedApplicGroupRef")
        };
        for group in skeleton.parts().filter(is_group) {
            let is_unused = |part: &SkeletonElement<'_, '_>| {
                is_statement(*part) && part.attribute("id").is_some_and(|id| !used.contains(id.as_ref()))
            };
            if group.children().all(|part| is_unused(&part)) {
                edits.remove(skeleton.text(), group);
            } else {
                group.children().filter(is_unused).for_each(|part| edits.remove(skeleton.text(), part));
            }
        }
    }

    /// The ids that the text no longer has, sorted.
    pub(super) fn removed(&self) -> Vec<String> {
        let mut gone: Vec<String> =
            self.removed.iter().filter(|id| self.is_gone(id)).map(|id| id.clone().into_owned()).collect();
        gone.sort_unstable();
        gone
    }
}
