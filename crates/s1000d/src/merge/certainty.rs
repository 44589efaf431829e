//! Whether it is certain which element is which.

use foldhash::HashMap;

use super::MergeSide;
use super::arrange::Arrangements;
use super::conflict::ConflictKind;
use super::table;
use super::trio::Trio;
use crate::diff::Relevance;
use crate::diff::matching::{ElementMatch, MatchBasis};
use crate::diff::relevance::{is_guarded, is_unit};
use crate::diff::tree::{ElementId, XmlAttribute, XmlTree};

/// The neighbours of an element among which certain ones are looked for.
const NEIGHBOURS: usize = 16;

/// The index of each element among its siblings with the same name, and their number.
#[derive(Debug)]
pub(super) struct SiblingPlaces {
    base: Vec<(u32, u32)>,
    ours: Vec<(u32, u32)>,
    theirs: Vec<(u32, u32)>,
}

impl SiblingPlaces {
    pub(super) fn of(trio: &Trio<'_>) -> Self {
        let [ours, theirs] = MergeSide::BOTH.map(|side| places(trio.tree(side)));
        Self { base: places(trio.base()), ours, theirs }
    }

    /// Whether an element stands at the same place on a side.
    fn are_same(&self, side: MergeSide, found: &ElementMatch) -> bool {
        let places = match side {
            MergeSide::Ours => &self.ours,
            MergeSide::Theirs => &self.theirs,
        };
        self.base[found.a.index()] == places[found.b.index()]
    }
}

fn places(tree: &XmlTree<'_>) -> Vec<(u32, u32)> {
    let mut places = vec![(0, 1); tree.elements.len()];
    for element in &tree.elements {
        let mut counts: HashMap<&str, u32> = HashMap::default();
        for child in &element.children {
            let count = counts.entry(tree.element(*child).name).or_default();
            places[child.index()].0 = *count;
            *count += 1;
        }
        for child in &element.children {
            places[child.index()].1 = counts.get(tree.element(*child).name).copied().unwrap_or_default();
        }
    }
    places
}

/// Why the changes of both sides to an element cannot be put together.
pub(super) fn doubt(
    trio: &Trio<'_>,
    places: &SiblingPlaces,
    base: ElementId,
    [ours, theirs]: [ElementId; 2],
) -> Option<ConflictKind> {
    let is_read = trio.base().element(base).relevance == Relevance::Content;
    let is_changed = |side| trio.is_changed_for_readers(side, base);
    if !is_read || trio.reads_alike(ours, theirs) || !is_changed(MergeSide::Ours) || !is_changed(MergeSide::Theirs) {
        return None;
    }
    // The code of one side with an extension or a part of the code of the other would name a third module.
    if trio.is_replaced(base) || trio.base().element(base).name.ends_with("RefIdent") {
        return Some(ConflictKind::Uncertain);
    }
    // The number of one side with the unit of the other would be a value that nobody wrote.
    if units(trio, MergeSide::Ours, ours) != units(trio, MergeSide::Theirs, theirs) {
        return Some(ConflictKind::Text);
    }
    // In containers the doubt is about the parts.
    let has_text = trio.base().element(base).is_mixed || is_guarded(trio.base().element(base).name);
    if has_text && MergeSide::BOTH.into_iter().any(|side| !is_certain(trio, places, side, base)) {
        return Some(ConflictKind::Uncertain);
    }
    table::has_other_columns(trio, base).then_some(ConflictKind::Table)
}

/// The units of measure that an element of a side names.
fn units<'a>(trio: &'a Trio<'_>, side: MergeSide, id: ElementId) -> Vec<(&'a str, &'a str)> {
    let named = trio.tree(side).element(id).attributes.iter().filter(|one| is_unit(one.name));
    let mut units: Vec<(&str, &str)> = named.map(|one| (one.name, one.value.as_ref())).collect();
    units.sort_unstable();
    units
}

/// Whether one side moved a reference while the other made it refer to something else: their entry would stand where we put
/// another one.
pub(super) fn is_moved_and_redirected(trio: &Trio<'_>, arranged: &Arrangements, base: ElementId) -> bool {
    let element = trio.base().element(base);
    // To the same thing by both sides: then there is no other entry.
    let is_alike = |child: ElementId| {
        let both = trio.of(MergeSide::Ours, child).zip(trio.of(MergeSide::Theirs, child));
        both.is_some_and(|(ours, theirs)| trio.reads_alike(ours, theirs))
    };
    let is_redirected = |side: MergeSide| {
        let mut named = element.children.iter().filter(|child| trio.base().element(**child).name.ends_with("RefIdent"));
        named.any(|child| trio.is_changed_for_readers(side, *child) && !is_alike(*child))
    };
    element.relevance == Relevance::Content
        && MergeSide::BOTH.into_iter().any(|side| arranged.is_moved(side, base) && is_redirected(side.other()))
}

/// Whether an element of a side is certainly the one of the base. Likeness alone does not tell; likeness at the same place
/// among as many elements of the name does, be it of all or of those between neighbours that are certain.
fn is_certain(trio: &Trio<'_>, places: &SiblingPlaces, side: MergeSide, base: ElementId) -> bool {
    let Some(found) = trio.found(side, base) else { return false };
    if found.is_certain {
        return true;
    }
    let is_alike = matches!(found.basis, MatchBasis::Likeness | MatchBasis::Parts | MatchBasis::Content);
    is_alike && (places.are_same(side, found) || is_at_same_place(trio, side, found))
}

/// Whether as many elements of the name stand before and behind an element as in the base, up to the next neighbours
/// that are certain.
fn is_at_same_place(trio: &Trio<'_>, side: MergeSide, found: &ElementMatch) -> bool {
    let (base, tree) = (trio.base(), trio.tree(side));
    let (Some(old), Some(new)) = (base.element(found.a).parent, tree.element(found.b).parent) else { return false };
    if trio.of(side, old) != Some(new) {
        return false;
    }
    let (old, new) = (&base.element(old).children, &tree.element(new).children);
    let (Ok(at), Ok(now)) = (old.binary_search(&found.a), new.binary_search(&found.b)) else { return false };
    let anchor = |id: &ElementId| {
        let certain = trio.found(side, *id).filter(|found| found.is_certain)?;
        new.binary_search(&certain.b).ok()
    };
    let name = base.element(found.a).name;
    let count = |tree: &XmlTree<'_>, ids: &[ElementId]| ids.iter().filter(|id| tree.element(**id).name == name).count();
    let start = at.saturating_sub(NEIGHBOURS);
    let before = old[start..at].iter().rposition(|id| anchor(id).is_some_and(|place| place < now));
    let behind = old[at + 1..].iter().take(NEIGHBOURS).position(|id| anchor(id).is_some_and(|place| place > now));
    let (from, new_from) = match before {
        Some(before) => (start + before + 1, anchor(&old[start + before]).map_or(0, |place| place + 1)),
        None if at <= NEIGHBOURS && now <= NEIGHBOURS => (0, 0),
        None => return false,
    };
    let (to, new_to) = match behind {
        Some(behind) => (at + 1 + behind, anchor(&old[at + 1 + behind]).unwrap_or(new.len())),
        None if old.len() - at <= NEIGHBOURS && new.len() - now <= NEIGHBOURS => (old.len(), new.len()),
        None => return false,
    };
    // Neighbours that a side moved away tell nothing.
    now - new_from <= NEIGHBOURS
        && new_to - now <= NEIGHBOURS + 1
        && count(base, &old[from..at]) == count(tree, &new[new_from..now])
        && count(base, &old[at..to]) == count(tree, &new[now..new_to])
}

/// The innermost element that holds all changes of both sides to an element.
pub(super) fn narrowed(trio: &Trio<'_>, base: ElementId) -> ElementId {
    let mut narrow = base;
    loop {
        let old = trio.base().element(narrow);
        let [child] = old.children.as_slice() else { return narrow };
        let is_inside = |side: MergeSide| {
            let Some(new) = trio.element(side, narrow) else { return false };
            let is_same = |one: &XmlAttribute<'_>| {
                old.attributes.iter().any(|two| one.name == two.name && one.value == two.value)
            };
            !new.is_mixed
                && new.attributes.len() == old.attributes.len()
                && new.attributes.iter().all(is_same)
                && new.children.as_slice() == trio.of(side, *child).as_slice()
        };
        if !MergeSide::BOTH.into_iter().all(is_inside) {
            return narrow;
        }
        narrow = *child;
    }
}
