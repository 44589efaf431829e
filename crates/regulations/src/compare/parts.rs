//! Requirements that a new version merges or splits.

use std::collections::{BTreeSet, HashMap};

use super::likeness::{MIN_FEATURES, Postings, contained, features, shared};
use super::{ChangeClass, ItemChange};
use crate::clean;
use crate::model::SourceCollection;

/// From this share of its words on, in percent, an item counts as a part of another one.
const CONTAINED: u32 = 70;
/// Items that one may be a part of.
const MAX_WHOLES: usize = 8;

/// The fate of an item besides the one that goes on as itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PartKind {
    /// The old item is a part of the new one.
    Merged,
    /// The new item is a part of the old one.
    Split,
}

impl PartKind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Merged => "merged",
            Self::Split => "split",
        }
    }
}

/// That an old item and a new one share a text, although they are not the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemPart {
    /// Its place in the old version.
    pub old: usize,
    /// Its place in the new version.
    pub new: usize,
    pub kind: PartKind,
}

/// Finds the parts: by what the new items say they replace, and by likeness of text. Items that an earlier version
/// withdrew are out of the question.
pub(super) fn find(
    old: &SourceCollection,
    new: &SourceCollection,
    changes: &[ItemChange],
    withdrawn: &BTreeSet<usize>,
) -> Vec<ItemPart> {
    let living = |place: &usize| !withdrawn.contains(place);
    let of_old = |class: ChangeClass| -> Vec<usize> {
        changes.iter().filter(|one| one.class == class).filter_map(|one| one.old).filter(living).collect()
    };
    let of_new = |class: ChangeClass| -> Vec<usize> {
        changes.iter().filter(|one| one.class == class).filter_map(|one| one.new).collect()
    };
    let (gone, added) = (of_old(ChangeClass::Withdrawn), of_new(ChangeClass::Added));
    let new_wholes = [of_new(ChangeClass::Changed), added.clone()].concat();
    let old_wholes = [of_old(ChangeClass::Changed), gone.clone()].concat();
    let mut parts = BTreeSet::new();
    for (part, whole) in inside((old, &gone), (new, &new_wholes)) {
        parts.insert((part, whole, PartKind::Merged));
    }
    for (part, whole) in inside((new, &added), (old, &old_wholes)) {
        // Where one is a part of the other and the other way round, they are merged.
        if !parts.contains(&(whole, part, PartKind::Merged)) {
            parts.insert((whole, part, PartKind::Split));
        }
    }
    let known: BTreeSet<(usize, usize)> = parts.iter().map(|(before, after, _)| (*before, *after)).collect();
    for (before, after, kind) in named(old, new, changes, withdrawn) {
        if !known.contains(&(before, after)) {
            parts.insert((before, after, kind));
        }
    }
    parts.into_iter().map(|(old, new, kind)| ItemPart { old, new, kind }).collect()
}

/// Items of the first collection with those of the second that contain their texts.
fn inside(
    (parts, of_parts): (&SourceCollection, &[usize]),
    (wholes, of_wholes): (&SourceCollection, &[usize]),
) -> Vec<(usize, usize)> {
    if of_parts.is_empty() || of_wholes.is_empty() {
        return Vec::new();
    }
    let texts: Vec<Vec<u64>> = of_wholes.iter().map(|place| features(&wholes.items[*place])).collect();
    let mut postings = Postings::default();
    for (number, text) in (0_u32..).zip(&texts) {
        for feature in text {
            postings.entry(*feature).or_default().push(number);
        }
    }
    let mut found = Vec::new();
    for place in of_parts {
        let text = features(&parts.items[*place]);
        if text.len() < MIN_FEATURES {
            continue;
        }
        let mut candidates: Vec<(u32, u32)> = shared(&text, &postings).into_iter().collect();
        candidates.sort_unstable_by_key(|(number, count)| (std::cmp::Reverse(*count), *number));
        let numbers = candidates.into_iter().take(MAX_WHOLES).map(|(number, _)| number as usize);
        let whole = numbers.filter(|number| contained(&text, &texts[*number]) >= CONTAINED);
        found.extend(whole.map(|number| (*place, of_wholes[number])));
    }
    found
}

/// The parts that the new items name: of several old items that one replaces, and of several new ones that replace one.
fn named(
    old: &SourceCollection,
    new: &SourceCollection,
    changes: &[ItemChange],
    withdrawn: &BTreeSet<usize>,
) -> Vec<(usize, usize, PartKind)> {
    let mut by_code = HashMap::new();
    for (place, item) in old.items.iter().enumerate().filter(|(place, _)| !withdrawn.contains(place)) {
        by_code.entry(clean::code_key(&item.code)).or_insert(place);
    }
    let mut going_on: HashMap<usize, usize> = HashMap::new();
    for change in changes {
        if let (Some(before), Some(after)) = (change.old, change.new) {
            going_on.insert(before, after);
        }
    }
    let mut found = Vec::new();
    for change in changes.iter().filter(|one| matches!(one.class, ChangeClass::Added | ChangeClass::Changed)) {
        let Some(after) = change.new else { continue };
        for code in &new.items[after].supersedes {
            let Some(before) = by_code.get(&clean::code_key(code)).copied() else { continue };
            match going_on.get(&before) {
                None => found.push((before, after, PartKind::Merged)),
                Some(other) if *other != after && change.class == ChangeClass::Added => {
                    found.push((before, after, PartKind::Split));
                }
                Some(_) => {}
            }
        }
    }
    found
}
