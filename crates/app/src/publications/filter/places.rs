//! The places of modules in the contents: the members of a target that each is for, and the entries that are left out.

use std::collections::{HashMap, HashSet};

use domain::id::{ObjectId, TocNodeId};
use s1000d::applic::{Applic, Assignments, Truth};
use store::publications::SourceVersion;
use store::toc::ContentsEntry;

/// For each member of a target, whether something may apply to it.
pub(super) type MemberMask = Vec<bool>;

/// Leaves the members that a statement may hold for. Nothing is known of one whose values are not there.
pub(super) fn limit(mask: &mut [bool], members: &[Option<Assignments>], applic: &Applic) {
    for (may, values) in mask.iter_mut().zip(members) {
        *may &= values.as_ref().is_none_or(|values| applic.evaluate(values) != Truth::False);
    }
}

/// The statements of the contents about the members of a target.
#[derive(Debug, Default)]
pub(super) struct ContentsPlaces {
    hidden: HashSet<TocNodeId>,
    objects: HashMap<ObjectId, MemberMask>,
    codes: HashMap<String, MemberMask>,
}

impl ContentsPlaces {
    /// Judges the contents. The statements of an entry hold for everything in it, and so do those of a publication module
    /// or container, which are given.
    pub(super) fn read(
        listed: &[ContentsEntry],
        versions: &[SourceVersion],
        members: &[Option<Assignments>],
        around_others: &HashMap<ObjectId, MemberMask>,
    ) -> Self {
        let codes: HashMap<ObjectId, &str> =
            versions.iter().map(|version| (version.object_id, version.code.as_str())).collect();
        let mut places = Self::default();
        let mut around: HashMap<TocNodeId, MemberMask> = HashMap::new();
        for entry in listed {
            let parent = entry.parent_id.and_then(|parent| around.get(&parent)).cloned();
            let mut mask = parent.unwrap_or_else(|| vec![true; members.len()]);
            if let Some(applic) = entry.applic.as_deref().map(Applic::from_xml) {
                limit(&mut mask, members, &applic);
            }
            if let Some(own) = entry.object_id.and_then(|object| around_others.get(&object)) {
                mask.iter_mut().zip(own).for_each(|(may, own)| *may &= own);
            }
            if !mask.contains(&true) {
                places.hidden.insert(entry.id);
            }
            if let Some((object, code)) = entry.object_id.and_then(|object| Some((object, *codes.get(&object)?))) {
                join(places.objects.entry(object).or_default(), &mask);
                join(places.codes.entry(code.to_owned()).or_default(), &mask);
            }
            around.insert(entry.id, mask);
        }
        places
    }

    /// The members that the places of a version are for; `None` for one that the contents do not name. They may name it in
    /// another language only.
    pub(super) fn members(&self, version: &SourceVersion) -> Option<&[bool]> {
        let found = self.objects.get(&version.object_id).or_else(|| self.codes.get(&version.code));
        found.map(Vec::as_slice)
    }

    /// Hides the entries of objects that do not go out, and sections that lose all of their entries.
    pub(super) fn hide(&mut self, listed: &[ContentsEntry], out: &HashSet<ObjectId>) {
        for entry in listed {
            let is_out = entry.object_id.is_some_and(|object| out.contains(&object));
            if is_out || entry.parent_id.is_some_and(|parent| self.hidden.contains(&parent)) {
                self.hidden.insert(entry.id);
            }
        }
        // The number of entries in each, and of those that are left.
        let mut counts: HashMap<TocNodeId, (usize, usize)> = HashMap::new();
        for entry in listed.iter().rev() {
            let is_emptied =
                entry.object_id.is_none() && counts.get(&entry.id).is_some_and(|(all, left)| *all > 0 && *left == 0);
            if is_emptied {
                self.hidden.insert(entry.id);
            }
            if let Some(parent) = entry.parent_id {
                let (all, left) = counts.entry(parent).or_default();
                *all += 1;
                *left += usize::from(!self.hidden.contains(&entry.id));
            }
        }
    }

    pub(super) fn into_hidden(self) -> HashSet<TocNodeId> {
        self.hidden
    }
}

/// Adds the members of one more place.
fn join(all: &mut MemberMask, more: &[bool]) {
    if all.is_empty() {
        *all = more.to_vec();
        return;
    }
    all.iter_mut().zip(more).for_each(|(may, also)| *may |= also);
}

#[cfg(test)]
mod tests {
    use s1000d::applic::{Assertion, Expression, Property, PropertyKind, Values};

    use super::*;
    use crate::publications::content::test_version;

    fn model() -> Property {
        Property { kind: PropertyKind::Attribute, ident: "model".to_owned() }
    }

    fn member(name: &str) -> Assignments {
        let mut values = Assignments::default();
        values.assign(model(), name);
        values
    }

    fn entry(id: i64, parent: Option<i64>, object: Option<i64>, models: &str) -> ContentsEntry {
        let assertion = Assertion { property: model(), values: Values::parse(models), line: 0 };
        let applic = Applic { expression: Some(Expression::Assert(assertion)), ..Applic::default() };
        ContentsEntry {
            id: TocNodeId(id),
            parent_id: parent.map(TocNodeId),
            title: String::new(),
            prefix: String::new(),
            key: String::new(),
            object_id: object.map(ObjectId),
            applic: Some(applic.to_xml()).filter(|_| !models.is_empty()),
        }
    }

    fn hidden(places: &ContentsPlaces) -> Vec<i64> {
        let mut ids: Vec<i64> = places.hidden.iter().map(|id| id.0).collect();
        ids.sort_unstable();
        ids
    }

    #[test]
    fn a_module_is_for_the_members_of_all_its_places() {
        let versions = [test_version(1, "A", "en-US"), test_version(2, "A", "zh-CN"), test_version(3, "B", "en-US")];
        let listed = [
            entry(1, None, None, "M1"),
            entry(2, Some(1), Some(1), ""),
            entry(3, None, Some(1), "M2"),
            entry(4, None, None, "M9"),
        ];
        let none = HashMap::new();
        let members = [Some(member("M1")), Some(member("M2")), Some(member("M3")), None];
        let places = ContentsPlaces::read(&listed, &versions, &members, &none);
        let expected = [true, true, false, true];
        assert_eq!(places.members(&versions[0]), Some(expected.as_slice()));
        assert_eq!(places.members(&versions[1]), Some(expected.as_slice()), "its translation is in the same places");
        assert_eq!(places.members(&versions[2]), None);
        assert!(hidden(&places).is_empty(), "nobody knows whether it applies to the last member");
        let places = ContentsPlaces::read(&listed, &versions, &members[..3], &none);
        assert_eq!(hidden(&places), [4]);
    }

    #[test]
    fn what_a_publication_module_is_for_holds_for_its_modules() {
        let versions = [test_version(1, "P", "en-US"), test_version(2, "A", "en-US"), test_version(3, "B", "en-US")];
        let listed = [entry(1, None, Some(1), ""), entry(2, Some(1), Some(2), ""), entry(3, None, Some(3), "")];
        let of_publication = HashMap::from([(ObjectId(1), vec![false, true])]);
        let members = [Some(member("M1")), Some(member("M2"))];
        let places = ContentsPlaces::read(&listed, &versions, &members, &of_publication);
        assert_eq!(places.members(&versions[1]), Some([false, true].as_slice()));
        assert_eq!(places.members(&versions[2]), Some([true, true].as_slice()));
        let of_publication = HashMap::from([(ObjectId(1), vec![false])]);
        let places = ContentsPlaces::read(&listed, &versions, &members[..1], &of_publication);
        assert_eq!(hidden(&places), [1, 2]);
    }

    #[test]
    fn sections_that_lose_all_entries_are_hidden() {
        let versions = [test_version(1, "A", "en-US"), test_version(2, "B", "en-US")];
        let listed = [
            entry(1, None, None, ""),
            entry(2, Some(1), None, ""),
            entry(3, Some(2), Some(1), ""),
            entry(4, Some(1), Some(2), ""),
            entry(5, None, None, ""),
        ];
        let mut places = ContentsPlaces::read(&listed, &versions, &[Some(member("M1"))], &HashMap::new());
        places.hide(&listed, &HashSet::from([ObjectId(1)]));
        assert_eq!(hidden(&places), [2, 3], "a section that was empty before stays");
        places.hide(&listed, &HashSet::from([ObjectId(1), ObjectId(2)]));
        assert_eq!(hidden(&places), [1, 2, 3, 4]);
    }
}
