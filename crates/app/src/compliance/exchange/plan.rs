//! Everything that the takeover of a version writes.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use domain::compliance::{PolicyCategory, PolicyEventKind, PolicyStatus, SignOffEffect, SignedPart, sign_off_after};
use domain::id::{PolicyCategoryId, PolicyClauseId, PolicyEventId, PolicyItemId};
use regulations::compare::{ChangeClass, ClauseFate, ItemAspect, ItemChange, WordingChange};
use store::regulations::{
    ContentItem, CopiedReferences, CurrentReference, EditionEvent, ItemSource, PlacedCategory, PlacedItem,
    PolicyWording, SourceFuture,
};

use super::clauses::{self, placed_clause};
use super::compared::is_same;
use super::edition_plan::{EditionPlan, PlanInput};
use super::places::{EditionPlaces, position};
use super::stored;

/// Characters of the applicability that an item gets.
const APPLICABILITY: usize = 500;

/// Plans the takeover. `next_id` gives the ids of new records.
pub(super) fn plan(input: &PlanInput<'_>, next_id: &mut dyn FnMut() -> String) -> EditionPlan {
    let both = (input.changes, input.categories);
    let places = EditionPlaces::new(input.collection, input.old, input.new, both, next_id);
    let hashes = stored::image_hashes(input.new);
    let mut planner = Planner { input, places, hashes, plan: EditionPlan::default(), of_item: HashMap::new(), next_id };
    for reference in input.references {
        planner.of_item.entry(&reference.item).or_default().push(reference);
    }
    planner.categories();
    let mut last = input.new.items.len();
    let mut next_position = || {
        last += 1;
        position(last - 1)
    };
    // Behind the items of the file: those that a person wrote, and the withdrawn ones. They go where their parents went.
    let seen: HashSet<usize> = input.changes.iter().filter_map(|change| change.old).collect();
    let unseen = |withdrawn: bool| {
        let items = input.old.items.iter().enumerate();
        let unseen = items.filter(|(before, item)| item.is_withdrawn == withdrawn && !seen.contains(before));
        unseen.map(|(before, _)| before).collect::<Vec<_>>()
    };
    for before in unseen(false) {
        planner.keep(before, next_position());
    }
    for change in input.changes {
        match (change.old, change.new) {
            (None, Some(after)) => planner.add(after),
            (Some(before), Some(after)) => planner.pair(change, before, after),
            (Some(before), None) => planner.withdraw(before, next_position()),
            (None, None) => {}
        }
    }
    for before in unseen(true) {
        planner.keep(before, next_position());
    }
    planner.parts();
    let Planner { mut plan, places, .. } = planner;
    plan.added.sort_by_key(|item| (item.path.matches('/').count(), item.position));
    plan.item_ids = places.item_ids;
    plan
}

struct Planner<'a, 'n> {
    input: &'a PlanInput<'a>,
    places: EditionPlaces,
    /// Of the pictures of the file, by name.
    hashes: HashMap<String, String>,
    plan: EditionPlan,
    /// The references that nobody has to check again yet, by item.
    of_item: HashMap<&'a PolicyItemId, Vec<&'a CurrentReference>>,
    next_id: &'n mut dyn FnMut() -> String,
}

impl<'a> Planner<'a, '_> {
    fn categories(&mut self) {
        let PlanInput { old, new, collection, now, .. } = *self.input;
        for change in self.input.categories {
            match (change.old, change.new) {
                (None, Some(place)) => {
                    self.plan.new_categories.push(self.places.category((collection, new), place, now));
                }
                (Some(before), Some(place)) => {
                    let placed = self.places.category((collection, new), place, now);
                    let (record, was) = (&placed.category, &old.categories[before]);
                    let is_same = record.code == was.code
                        && record.name == was.name
                        && record.path == was.path
                        && change.class == ChangeClass::Unchanged
                        && before == place;
                    if !is_same {
                        self.plan.changed_categories.push(placed);
                    }
                }
                (Some(before), None) => self.plan.withdrawn_categories.push(old.categories[before].id.clone()),
                (None, None) => {}
            }
        }
        self.keep_categories();
        self.plan.new_categories.sort_by_key(|placed| (placed.category.path.matches('/').count(), placed.position));
        let depth = |id: &PolicyCategoryId| self.places.category_path(id).matches('/').count();
        self.plan.withdrawn_categories.sort_by_key(|id| std::cmp::Reverse(depth(id)));
    }

    /// Places the categories that the file does not have and that stay because of their items: behind the others, and where
    /// the ones around them went.
    fn keep_categories(&mut self) {
        let PlanInput { old, new, .. } = *self.input;
        let seen: HashSet<usize> = self.input.categories.iter().filter_map(|change| change.old).collect();
        let kept = old.categories.iter().enumerate().filter(|(before, _)| !seen.contains(before));
        for (number, (before, category)) in kept.enumerate() {
            let (path, place) = (self.places.category_path(&category.id), new.categories.len() + number);
            if path != category.path || before != place {
                let category = PolicyCategory { path, ..category.clone() };
                self.plan.changed_categories.push(PlacedCategory { category, position: position(place) });
            }
        }
    }

    fn add(&mut self, after: usize) {
        let item = self.placed(after);
        let created = (PolicyEventKind::Created, String::new(), item.code.clone());
        self.note(&item.id, created);
        for (place, clause) in self.input.new.items[after].clauses.iter().enumerate() {
            let id = PolicyClauseId((self.next_id)());
            self.plan.clauses.push(placed_clause(id, &item.id, place, clause));
        }
        self.plan.added.push(item);
    }

    fn pair(&mut self, change: &ItemChange, before: usize, after: usize) {
        let old: &'a ContentItem = &self.input.old.items[before];
        let mut item = self.placed(after);
        keep_decisions(old, &mut item);
        item.future_on = next_future(old, &item);
        let is_rewritten = !is_same(change) || old.source.as_ref() != Some(&item.source);
        if !is_rewritten {
            let is_there = item.path == old.path && item.position == old.position && item.category == old.category;
            if !is_there {
                self.plan.moved.push(item);
            }
            return;
        }
        if item.code != old.code {
            self.plan.freed.push(old.id.clone());
        }
        let is_text_same = change.text == WordingChange::Same;
        let mut gone = HashSet::new();
        if !is_text_same || !change.clauses.is_empty() {
            gone = self.clauses(change, old, after);
        }
        let loses_guidance = !old.guidance.is_empty() && old.guidance != item.guidance;
        if !is_text_same || item.code != old.code || item.title != old.title || loses_guidance {
            self.keep_wording(old, loses_guidance);
        }
        if loses_guidance {
            self.note(&old.id, (PolicyEventKind::Updated, String::new(), "guidance".to_owned()));
        }
        let is_reopened = change.class == ChangeClass::Changed && self.reopen(change, old, &gone);
        let is_other_scope = item.applicability != old.applicability;
        if is_other_scope {
            self.note(&old.id, (PolicyEventKind::Scope, old.applicability.clone(), item.applicability.clone()));
        }
        if change.class != ChangeClass::Changed && (is_other_scope || item.is_assessable != old.is_assessable) {
            self.sign_again(old);
        }
        if change.class != ChangeClass::Unchanged {
            let word = change.class.as_str().to_owned();
            self.note(&old.id, (PolicyEventKind::Edition, word, self.input.edition.to_owned()));
        }
        if !is_text_same {
            // The work list compares the text with the one that a reference was confirmed for.
            self.note(&old.id, (PolicyEventKind::Requirement, clauses::wording(old), item.text.clone()));
        }
        self.plan.gone_clauses.extend(gone);
        self.plan.rewritten.push((item, is_reopened));
    }

    /// Gives every part the references of the items that it comes from. Somebody has to check them.
    fn parts(&mut self) {
        for part in self.input.parts {
            let (from, to) = (self.input.old.items[part.old].id.clone(), self.places.item_ids[part.new].clone());
            if from == to {
                continue;
            }
            let word = part.kind.as_str().to_owned();
            self.note(&to, (PolicyEventKind::Edition, word, self.input.edition.to_owned()));
            self.plan.copied.push(CopiedReferences { id: (self.next_id)(), from, to });
        }
    }

    fn withdraw(&mut self, before: usize, position: i64) {
        let old = &self.input.old.items[before];
        let word = ChangeClass::Withdrawn.as_str().to_owned();
        self.note(&old.id, (PolicyEventKind::Edition, word, self.input.edition.to_owned()));
        self.drop_proposal(old);
        self.plan.withdrawn.push(old.id.clone());
        let placed = self.staying(old, position);
        self.plan.moved.push(placed);
    }

    /// Places an item that the file neither has nor withdraws.
    fn keep(&mut self, before: usize, position: i64) {
        let old = &self.input.old.items[before];
        let placed = self.staying(old, position);
        if placed.path != old.path || placed.position != old.position || placed.category != old.category {
            self.plan.moved.push(placed);
        }
    }

    /// An item that the file does not have, at its place; of its values only the place is written.
    fn staying(&self, old: &ContentItem, position: i64) -> PlacedItem {
        PlacedItem {
            id: old.id.clone(),
            collection: self.input.collection.clone(),
            category: self.places.item_category(&old.id),
            parent: old.parent.clone(),
            path: self.places.item_path(&old.id),
            position,
            stable_id: old.stable_id.clone(),
            code: old.code.clone(),
            title: old.title.clone(),
            text: String::new(),
            guidance: String::new(),
            kind: old.kind,
            effective_on: old.effective_on,
            is_assessable: false,
            applicability: String::new(),
            future_on: None,
            source: ItemSource::default(),
        }
    }

    /// The item of the new version at its place.
    fn placed(&self, after: usize) -> PlacedItem {
        let (new, id) = (self.input.new, &self.places.item_ids[after]);
        let item = &new.items[after];
        PlacedItem {
            id: id.clone(),
            collection: self.input.collection.clone(),
            category: item.category.map(|category| self.places.category_ids[category].clone()),
            parent: item.parent.map(|parent| self.places.item_ids[parent].clone()),
            path: self.places.item_path(id),
            position: position(after),
            stable_id: item.stable_id.clone(),
            code: item.code.clone(),
            title: item.title.clone(),
            text: item.text(),
            guidance: item.guidance.clone(),
            kind: stored::kind(item.kind),
            effective_on: item.effective.date(),
            is_assessable: item.is_assessable,
            applicability: applicability(&item.applicability),
            future_on: item.future.iter().filter_map(|future| future.applicable.date()).min(),
            source: stored::item_source(new, item, &self.hashes),
        }
    }

    /// Writes the clauses of an item. Those that are still there keep their ids, so that references follow them. Gives the
    /// others.
    fn clauses(&mut self, change: &ItemChange, old: &ContentItem, after: usize) -> HashSet<PolicyClauseId> {
        let ids = clauses::read(old).ids;
        let before: HashMap<&str, Option<&str>> = (change.clauses.iter())
            .filter_map(|clause| Some((clause.new.as_deref()?, clause.old.as_deref())))
            .collect();
        let mut used = HashSet::new();
        for (place, clause) in self.input.new.items[after].clauses.iter().enumerate() {
            let path = before.get(clause.path.as_str()).copied().unwrap_or(Some(clause.path.as_str()));
            let known = path.and_then(|path| ids.get(path)).filter(|id| used.insert((*id).clone()));
            let id = known.cloned().unwrap_or_else(|| PolicyClauseId((self.next_id)()));
            self.plan.clauses.push(placed_clause(id, &old.id, place, clause));
        }
        old.clauses.iter().map(|clause| &clause.id).filter(|id| !used.contains(*id)).cloned().collect()
    }

    fn keep_wording(&mut self, old: &ContentItem, loses_guidance: bool) {
        self.plan.wordings.push(PolicyWording {
            id: (self.next_id)(),
            item: old.id.clone(),
            edition: self.input.old.collection.head.version.clone(),
            code: old.code.clone(),
            title: old.title.clone(),
            text: clauses::wording(old),
            guidance: if loses_guidance { old.guidance.clone() } else { String::new() },
            replaced_on: self.input.now,
        });
    }

    /// Reopens an item whose text changed, and the references that lead from what changed; `gone` has the clauses that are
    /// no more. Returns whether there is anything to assess again.
    fn reopen(&mut self, change: &ItemChange, old: &'a ContentItem, gone: &HashSet<PolicyClauseId>) -> bool {
        let references = self.of_item.get(&old.id).map(Vec::as_slice).unwrap_or_default();
        let fates: HashMap<&str, ClauseFate> =
            (change.clauses.iter()).filter_map(|clause| Some((clause.old.as_deref()?, clause.fate))).collect();
        let is_whole = change.has(ItemAspect::Kind) || change.has(ItemAspect::Images);
        let ids = clauses::read(old).ids;
        let changed: HashSet<&PolicyClauseId> = (ids.iter())
            .filter(|(path, _)| {
                let fate = fates.get(path.as_str());
                matches!(fate, Some(ClauseFate::Changed | ClauseFate::Withdrawn))
            })
            .map(|(_, id)| id)
            .chain(gone)
            .collect();
        let is_concerned = |reference: &CurrentReference| {
            reference.clause.as_ref().is_none_or(|clause| is_whole || changed.contains(clause))
        };
        let suspects = references.iter().filter(|reference| is_concerned(reference));
        self.plan.suspects.extend(suspects.map(|reference| reference.id.clone()));
        let is_assessed = old.status != PolicyStatus::NotAssessed;
        let is_reopened = is_assessed || old.proposed.is_some() || !references.is_empty();
        self.sign_again(old);
        is_reopened
    }

    /// Reopens the sign-off of an item whose requirement is another one now.
    fn sign_again(&mut self, old: &ContentItem) {
        self.drop_proposal(old);
        let needs_sign_off = self.input.needs_sign_off;
        let effect = sign_off_after(SignedPart::Requirement, old.status, old.proposed, needs_sign_off);
        if let SignOffEffect::SignAgain(again) = effect {
            let status = again.as_str().to_owned();
            self.note(&old.id, (PolicyEventKind::Proposed, status.clone(), status));
            self.plan.to_sign.push(old.id.clone());
        }
    }

    /// Nobody signs off what was proposed for a text that is no more.
    fn drop_proposal(&mut self, old: &ContentItem) {
        let Some(proposed) = old.proposed else { return };
        let (status, proposed) = (old.status.as_str().to_owned(), proposed.as_str().to_owned());
        self.note(&old.id, (PolicyEventKind::ProposalDropped, status, proposed));
        self.plan.dropped.push(old.id.clone());
    }

    fn note(&mut self, item: &PolicyItemId, (kind, before, after): (PolicyEventKind, String, String)) {
        let id = PolicyEventId((self.next_id)());
        self.plan.events.push(EditionEvent { id, item: item.clone(), kind, before, after });
    }
}

/// The first day of a later text that is still to be noted: of a text that is new, or of one whose day was not noted yet.
fn next_future(old: &ContentItem, item: &PlacedItem) -> Option<NaiveDate> {
    let known = old.source.as_ref().map(|source| source.future.as_slice()).unwrap_or_default();
    let is_to_come = |day: NaiveDate| old.future_on.is_some_and(|first| day >= first);
    let is_open = |future: &&SourceFuture| !known.contains(*future) || future.applicable.date.is_some_and(is_to_come);
    item.source.future.iter().filter(is_open).filter_map(|future| future.applicable.date).min()
}

/// The applicability of the publisher, as the scope of an item has it.
fn applicability(published: &str) -> String {
    published.chars().take(APPLICABILITY).collect()
}

/// Decisions of people stay unless the publisher says something else than before. A scope that people have limited stays
/// in any case: it is about their aircraft.
fn keep_decisions(old: &ContentItem, item: &mut PlacedItem) {
    let known = old.source.as_ref().map_or("", |source| source.applicability.as_str());
    if item.source.applicability == known || old.applicability != applicability(known) {
        item.applicability.clone_from(&old.applicability);
    }
    let published = old.source.as_ref().map_or("", |source| source.guidance.as_str());
    if item.source.guidance == published {
        item.guidance.clone_from(&old.guidance);
    }
    let Some(source) = &old.source else { return };
    // A table has the names of pictures alone.
    for picture in item.source.images.iter_mut().filter(|picture| picture.hash.is_empty()) {
        let known = source.images.iter().find(|known| known.clause == picture.clause && known.name == picture.name);
        if let Some(known) = known {
            picture.hash.clone_from(&known.hash);
        }
    }
    if old.is_withdrawn {
        return;
    }
    if source.is_assessable == item.source.is_assessable {
        item.is_assessable = old.is_assessable;
    }
    if source.effective == item.source.effective {
        item.effective_on = old.effective_on;
    }
}
