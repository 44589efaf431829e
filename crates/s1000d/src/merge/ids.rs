//! Ids that both sides gave, and the references to them.

use foldhash::{HashMap, HashSet};

use super::MergeSide;
use super::attributes;
use super::plan::{Fate, MergePlan};
use super::same_text::tokens;
use super::text_plan::TextPiece;
use super::trio::Trio;
use crate::diff::TokenKind;
use crate::diff::relevance::is_id_reference;
use crate::diff::tree::{ElementId, InlineElement, XmlAttribute, XmlTree};
use crate::diff::write::escaped;

/// Attributes that are written with another value than in their text, by the byte at which they begin.
#[derive(Debug, Default)]
pub(super) struct IdPatches {
    ours: Vec<(usize, String)>,
    theirs: Vec<(usize, String)>,
}

impl IdPatches {
    /// The patches of a side, in order.
    pub(super) fn of(&self, side: MergeSide) -> &[(usize, String)] {
        match side {
            MergeSide::Ours => &self.ours,
            MergeSide::Theirs => &self.theirs,
        }
    }
}

/// Other names of ids.
type Renamed<'t> = HashMap<&'t str, String>;

/// Ids that each side refers to where the base does not.
#[derive(Debug)]
pub(super) struct NewReferences {
    ours: HashSet<String>,
    theirs: HashSet<String>,
}

impl NewReferences {
    /// Whether a side has a new reference to an element of the base or to a part of it.
    pub(super) fn names_part_of(&self, trio: &Trio<'_>, side: MergeSide, base: ElementId) -> bool {
        let names = match side {
            MergeSide::Ours => &self.ours,
            MergeSide::Theirs => &self.theirs,
        };
        let tree = trio.tree(side);
        !names.is_empty()
            && trio.of(side, base).is_some_and(|id| {
                tree.descendants(id).any(|id| tree.attribute(id, "id").is_some_and(|id| names.contains(id)))
            })
    }
}

/// Finds the references that a side added.
pub(super) fn new_references(trio: &Trio<'_>) -> NewReferences {
    let count = |tree: &XmlTree<'_>| {
        let mut counts: HashMap<String, usize> = HashMap::default();
        for attribute in all_attributes(tree).filter(|attribute| is_id_reference(attribute.name)) {
            for id in attribute.value.split_ascii_whitespace() {
                *counts.entry(id.to_owned()).or_default() += 1;
            }
        }
        counts
    };
    let old = count(trio.base());
    let added = |side: MergeSide| {
        let counts = count(trio.tree(side)).into_iter();
        counts.filter(|(id, count)| old.get(id).is_none_or(|old| old < count)).map(|(id, _)| id).collect()
    };
    NewReferences { ours: added(MergeSide::Ours), theirs: added(MergeSide::Theirs) }
}

fn all_attributes<'a, 't>(tree: &'a XmlTree<'t>) -> impl Iterator<Item = &'a XmlAttribute<'t>> {
    let own = tree.elements.iter().flat_map(|element| &element.attributes);
    own.chain(tree.inlines.iter().flat_map(|inline| &inline.attributes))
}

/// Gives one of two equal ids another name, and its references with it.
pub(super) fn patches(trio: &Trio<'_>, plan: &MergePlan) -> IdPatches {
    let mut namer = Namer::new(trio);
    namer.elements_of_base(plan);
    let merged = plan.twins.merged();
    namer.inserted(MergeSide::Theirs, |id| merged.contains(&id));
    namer.inserted(MergeSide::Ours, |_| false);
    let Namer { mut patches, renamed: [ours, theirs], .. } = namer;
    references(trio, plan, MergeSide::Ours, &ours, &mut patches.ours);
    references(trio, plan, MergeSide::Theirs, &theirs, &mut patches.theirs);
    patches.ours.sort_unstable();
    patches.theirs.sort_unstable();
    patches
}

struct Namer<'m, 't> {
    trio: &'m Trio<'t>,
    /// All ids of all three texts.
    known: HashSet<String>,
    /// The ids of the result so far.
    used: HashSet<String>,
    renamed: [Renamed<'m>; 2],
    patches: IdPatches,
}

impl<'m, 't> Namer<'m, 't> {
    fn new(trio: &'m Trio<'t>) -> Self {
        let mut known = HashSet::default();
        for tree in [trio.base(), trio.tree(MergeSide::Ours), trio.tree(MergeSide::Theirs)] {
            known.extend(all_attributes(tree).filter(|one| one.name == "id").map(|one| one.value.to_string()));
        }
        Self { trio, known, used: HashSet::default(), renamed: Default::default(), patches: IdPatches::default() }
    }

    /// Elements of the base keep the id that they had, or that a side gave them; references of the other side follow.
    fn elements_of_base(&mut self, plan: &MergePlan) {
        let trio = self.trio;
        let value = |side: MergeSide, base| trio.of(side, base).and_then(|id| trio.tree(side).attribute(id, "id"));
        let mut given_by_us = Vec::new();
        for base in trio.base().ids() {
            let (ours, theirs) = (value(MergeSide::Ours, base), value(MergeSide::Theirs, base));
            let old = trio.base().attribute(base, "id");
            match plan.fate(base) {
                Fate::Merged if ours == old || ours == theirs => {
                    self.follow(MergeSide::Ours, ours, theirs);
                    self.used.extend(theirs.map(str::to_owned));
                }
                Fate::Merged => {
                    self.follow(MergeSide::Theirs, theirs, ours);
                    given_by_us.push(base);
                }
                Fate::Whole(MergeSide::Theirs) | Fate::Inside(MergeSide::Theirs) => {
                    self.used.extend(theirs.map(str::to_owned));
                }
                Fate::Whole(MergeSide::Ours) | Fate::Inside(MergeSide::Ours) if ours == old => {
                    self.used.extend(ours.map(str::to_owned));
                }
                Fate::Whole(MergeSide::Ours) | Fate::Inside(MergeSide::Ours) => given_by_us.push(base),
                Fate::Gone | Fate::Undecided => {}
            }
        }
        for base in given_by_us {
            if let Some(id) = trio.of(MergeSide::Ours, base) {
                self.name(MergeSide::Ours, id);
            }
        }
    }

    /// References of a side to an element that has another id in the result.
    fn follow(&mut self, side: MergeSide, old: Option<&'m str>, new: Option<&'m str>) {
        if let (Some(old), Some(new)) = (old, new)
            && old != new
        {
            self.renamed[index(side)].insert(old, new.to_owned());
        }
    }

    /// The ids of elements that a side inserted.
    fn inserted(&mut self, side: MergeSide, is_other: impl Fn(ElementId) -> bool) {
        let trio = self.trio;
        for id in trio.tree(side).ids() {
            if trio.base_of(side, id).is_none() && !is_other(id) {
                self.name(side, id);
            }
        }
    }

    /// Lets an element have its id, or gives it another one when an element of the other side has it. An id that a side
    /// has twice by itself is not ours to repair.
    fn name(&mut self, side: MergeSide, id: ElementId) {
        let tree = self.trio.tree(side);
        let Some(attribute) = tree.element(id).attributes.iter().find(|attribute| attribute.name == "id") else {
            return;
        };
        let value = attribute.value.as_ref();
        if self.used.insert(value.to_owned()) || tree.by_id(value) != Some(id) {
            return;
        }
        let mut number = 2;
        let fresh = loop {
            let fresh = format!("{value}-{number}");
            if self.known.insert(fresh.clone()) {
                break fresh;
            }
            number += 1;
        };
        self.used.insert(fresh.clone());
        let patch = (attribute.range.start, format!("id=\"{}\"", escaped(&fresh)));
        match side {
            MergeSide::Ours => self.patches.ours.push(patch),
            MergeSide::Theirs => self.patches.theirs.push(patch),
        }
        self.renamed[index(side)].insert(value, fresh);
    }
}

fn index(side: MergeSide) -> usize {
    match side {
        MergeSide::Ours => 0,
        MergeSide::Theirs => 1,
    }
}

/// Patches the references to renamed ids that a side made. Those that it left alone are the other side's matter, unless
/// they are written from this side with what is around them.
fn references(
    trio: &Trio<'_>,
    plan: &MergePlan,
    side: MergeSide,
    renamed: &Renamed<'_>,
    patches: &mut Vec<(usize, String)>,
) {
    if renamed.is_empty() {
        return;
    }
    let tree = trio.tree(side);
    let is_shared = |base: &ElementId| ![Fate::Whole(side), Fate::Inside(side)].contains(&plan.fate(*base));
    for id in tree.ids() {
        let base = trio.base_of(side, id).filter(is_shared);
        let old = base.map(|base| &trio.base().element(base).attributes);
        for attribute in &tree.element(id).attributes {
            let is_left = old.is_some_and(|old| attributes::value(old, attribute.name) == Some(&attribute.value));
            if !is_left {
                patches.extend(reference(attribute, renamed));
            }
        }
    }
    let old: HashSet<(&str, &str, &str)> = trio.base().inlines.iter().flat_map(said).collect();
    let taken = taken_inlines(trio, plan, side);
    for (index, inline) in tree.inlines.iter().enumerate() {
        let is_taken = u32::try_from(index).is_ok_and(|index| taken.contains(&index));
        for (attribute, said) in inline.attributes.iter().zip(said(inline)) {
            if is_taken || !old.contains(&said) {
                patches.extend(reference(attribute, renamed));
            }
        }
    }
}

/// The attributes of an inline element with its name.
fn said<'a>(inline: &'a InlineElement<'_>) -> impl Iterator<Item = (&'a str, &'a str, &'a str)> {
    inline.attributes.iter().map(|attribute| (inline.name, attribute.name, attribute.value.as_ref()))
}

/// The inline elements whose tags stand in the result as a side has them.
fn taken_inlines(trio: &Trio<'_>, plan: &MergePlan, side: MergeSide) -> HashSet<u32> {
    let mut taken = HashSet::default();
    for (base, text) in &plan.texts {
        let tokens = tokens(trio, side, *base);
        for piece in &text.pieces {
            if let TextPiece::Taken(by, at, _) = piece
                && *by == side
                && let Some(TokenKind::Open(index)) = tokens.get(*at).map(|token| token.kind)
            {
                taken.insert(index);
            }
        }
    }
    taken
}

/// The patch of an attribute that refers to a renamed id.
fn reference(attribute: &XmlAttribute<'_>, renamed: &Renamed<'_>) -> Option<(usize, String)> {
    let value = if attribute.name == "xlink:href" {
        let id = attribute.value.strip_prefix('#').and_then(|id| renamed.get(id))?;
        format!("#{id}")
    } else if is_id_reference(attribute.name) || attribute.name == "reasonForUpdateRefIds" {
        let ids = attribute.value.split_ascii_whitespace();
        if !ids.clone().any(|id| renamed.contains_key(id)) {
            return None;
        }
        ids.map(|id| renamed.get(id).map_or(id, String::as_str)).collect::<Vec<_>>().join(" ")
    } else {
        return None;
    };
    Some((attribute.range.start, format!("{}=\"{}\"", attribute.name, escaped(&value))))
}
