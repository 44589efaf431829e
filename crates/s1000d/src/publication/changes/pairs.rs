//! Which line of some contents is which of others.

use std::collections::HashMap;

use super::ContentsLine;

/// The number and the title of a section.
type SectionName<'c> = (&'c str, &'c str);

/// The pairs of lines of two contents. A line has at most one partner.
pub(super) struct ContentsPairs<'c> {
    old: &'c [ContentsLine],
    new: &'c [ContentsLine],
    to_new: Vec<Option<usize>>,
    to_old: Vec<Option<usize>>,
}

impl<'c> ContentsPairs<'c> {
    /// Pairs sections by their names below the same section, then by what is inside, then by titles that occur once; and
    /// entries by what they lead to, below the same section if possible.
    pub(super) fn find(old: &'c [ContentsLine], new: &'c [ContentsLine]) -> Self {
        let mut pairs = Self { old, new, to_new: vec![None; old.len()], to_old: vec![None; new.len()] };
        pairs.by_name();
        pairs.by_children();
        pairs.by_name();
        pairs.by_only_title();
        pairs.by_name();
        pairs.by_object();
        pairs
    }

    pub(super) fn to_new(&self, old: usize) -> Option<usize> {
        self.to_new[old]
    }

    pub(super) fn to_old(&self, new: usize) -> Option<usize> {
        self.to_old[new]
    }

    fn pair(&mut self, old: usize, new: usize) {
        self.to_new[old] = Some(new);
        self.to_old[new] = Some(old);
    }

    fn free_old_sections(&self) -> impl Iterator<Item = usize> {
        (0..self.old.len()).filter(|index| self.old[*index].object.is_none() && self.to_new[*index].is_none())
    }

    fn free_new_sections(&self) -> impl Iterator<Item = usize> {
        (0..self.new.len()).filter(|index| self.new[*index].object.is_none() && self.to_old[*index].is_none())
    }

    /// Sections with the same number and title, or the same title, or the same number, below the same section.
    fn by_name(&mut self) {
        let names: [fn(&'c ContentsLine) -> SectionName<'c>; 3] = [
            |line| (line.number.as_str(), line.title.as_str()),
            |line| ("", line.title.as_str()),
            |line| (line.number.as_str(), ""),
        ];
        for name in names {
            let mut free: HashMap<(Option<usize>, SectionName<'_>), Vec<usize>> = HashMap::new();
            for index in self.free_old_sections() {
                free.entry((self.old[index].parent, name(&self.old[index]))).or_default().push(index);
            }
            // From the outermost section down: what stands in a section is looked for in its partner.
            for index in self.free_new_sections().collect::<Vec<_>>() {
                let line = &self.new[index];
                let around = match line.parent.map(|parent| self.to_old[parent]) {
                    None => None,
                    Some(Some(parent)) => Some(parent),
                    Some(None) => continue,
                };
                let same = free.get_mut(&(around, name(line))).filter(|_| name(line) != ("", ""));
                if let Some(partner) = same.filter(|same| !same.is_empty()).map(|same| same.remove(0)) {
                    self.pair(partner, index);
                }
            }
        }
    }

    /// Sections with another name of which at least half of the children are the same, innermost first.
    fn by_children(&mut self) {
        let mut of_object: HashMap<&str, usize> = HashMap::new();
        for (index, line) in self.old.iter().enumerate() {
            if let Some(object) = &line.object {
                of_object.entry(object).or_insert(index);
            }
        }
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.new.len()];
        for (index, line) in self.new.iter().enumerate() {
            if let Some(parent) = line.parent {
                children[parent].push(index);
            }
        }
        for index in self.free_new_sections().collect::<Vec<_>>().into_iter().rev() {
            let mut votes: HashMap<usize, usize> = HashMap::new();
            for child in &children[index] {
                let before = match &self.new[*child].object {
                    Some(object) => of_object.get(object.as_str()).copied(),
                    None => self.to_old[*child],
                };
                if let Some(parent) = before.and_then(|before| self.old[before].parent) {
                    *votes.entry(parent).or_default() += 1;
                }
            }
            let best = votes.into_iter().max_by_key(|(parent, count)| (*count, std::cmp::Reverse(*parent)));
            let is_most = |count: usize| count * 2 >= children[index].len();
            if let Some((parent, _)) = best.filter(|(parent, count)| is_most(*count) && self.to_new[*parent].is_none())
            {
                self.pair(parent, index);
            }
        }
    }

    /// Sections that stand elsewhere.
    fn by_only_title(&mut self) {
        let mut titles: HashMap<&str, (Vec<usize>, Vec<usize>)> = HashMap::new();
        for index in self.free_old_sections() {
            titles.entry(&self.old[index].title).or_default().0.push(index);
        }
        for index in self.free_new_sections() {
            titles.entry(&self.new[index].title).or_default().1.push(index);
        }
        let only = titles.into_iter().filter_map(|(title, places)| match (places.0.as_slice(), places.1.as_slice()) {
            ([old], [new]) if !title.is_empty() => Some((*old, *new)),
            _ => None,
        });
        for (old, new) in only.collect::<Vec<_>>() {
            self.pair(old, new);
        }
    }

    fn by_object(&mut self) {
        let mut free: HashMap<(&str, Option<usize>), Vec<usize>> = HashMap::new();
        for (index, line) in self.old.iter().enumerate() {
            if let Some(object) = &line.object {
                let around = line.parent.and_then(|parent| self.to_new[parent]);
                free.entry((object, around)).or_default().push(index);
            }
        }
        let entries = |lines: &'c [ContentsLine]| {
            lines.iter().enumerate().filter_map(|(at, line)| Some((at, line.object.as_deref()?)))
        };
        for (index, object) in entries(self.new) {
            let same = free.get_mut(&(object, self.new[index].parent)).filter(|same| !same.is_empty());
            if let Some(partner) = same.map(|same| same.remove(0)) {
                self.pair(partner, index);
            }
        }
        let mut elsewhere: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, object) in entries(self.old).filter(|(index, _)| self.to_new[*index].is_none()) {
            elsewhere.entry(object).or_default().push(index);
        }
        for (index, object) in entries(self.new) {
            if self.to_old[index].is_none()
                && let Some(partner) =
                    elsewhere.get_mut(object).filter(|same| !same.is_empty()).map(|same| same.remove(0))
            {
                self.pair(partner, index);
            }
        }
    }
}
