//! The order of front matter: the contents of the manual in one language, and behind them what they do not name.

use std::collections::HashMap;

use domain::id::{ObjectId, TocNodeId};
use domain::language::Locale;
use domain::object::ObjectKind;
use domain::text::fold;
use publish::book::BookWord;
use publish::front::FrontEntry;
use store::publications::SourceVersion;
use store::toc::ContentsEntry;

/// The deepest entry: readers limit the depth of a file.
const MAX_LEVEL: usize = 40;

/// The contents in one language.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct LanguageContents {
    /// The places of the modules among those of the language, in reading order.
    pub(super) order: Vec<usize>,
    /// Entries name modules by their places in that order.
    pub(super) entries: Vec<FrontEntry>,
}

/// The input of the contents.
pub(super) struct ContentsInput<'a> {
    pub(super) listed: &'a [ContentsEntry],
    /// All versions of the manual, also in languages that are not published.
    pub(super) all: &'a HashMap<ObjectId, &'a SourceVersion>,
    pub(super) language: &'a str,
    pub(super) locale: Locale,
}

impl<'a> ContentsInput<'a> {
    fn version(&self, entry: &ContentsEntry) -> Option<&'a SourceVersion> {
        entry.object_id.and_then(|id| self.all.get(&id).copied())
    }

    /// The publication modules at the top, in this language where there are some.
    pub(super) fn publications(&self) -> Vec<&'a SourceVersion> {
        let tops = self.listed.iter().filter(|entry| entry.parent_id.is_none());
        let tops = tops.filter_map(|entry| self.version(entry)).filter(|version| is_publication(version));
        let (own, others): (Vec<_>, Vec<_>) = tops.partition(|version| version.language == self.language);
        if own.is_empty() { others } else { own }
    }

    /// The contents of the modules in this language.
    pub(super) fn read(&self, modules: &[&SourceVersion]) -> LanguageContents {
        let by_object: HashMap<ObjectId, usize> =
            modules.iter().enumerate().map(|(place, version)| (version.object_id, place)).collect();
        let mut by_code: HashMap<String, usize> = HashMap::new();
        for (place, version) in modules.iter().enumerate() {
            by_code.entry(fold(&version.code)).or_insert(place);
        }
        let tops = self.publications();
        let mut read = LanguageContents::default();
        // The number of each module in the order.
        let mut numbers: HashMap<usize, usize> = HashMap::new();
        // The level of what stands below each entry.
        let mut levels: HashMap<TocNodeId, usize> = HashMap::new();
        for entry in self.listed {
            let level = match entry.parent_id {
                None => Some(0),
                Some(parent) => levels.get(&parent).copied(),
            };
            let Some(level) = level else { continue };
            let version = self.version(entry);
            if let (None, Some(top)) = (entry.parent_id, version.filter(|version| is_publication(version))) {
                if tops.iter().any(|one| one.object_id == top.object_id) {
                    levels.insert(entry.id, 0);
                }
                continue;
            }
            let own = entry.object_id.and_then(|id| by_object.get(&id));
            // An entry may lead to the module in another language.
            let place = own.or_else(|| by_code.get(&fold(&version?.code))).copied();
            let below = (level + 1).min(MAX_LEVEL);
            if let Some(place) = place {
                let next = numbers.len();
                let number = *numbers.entry(place).or_insert(next);
                if number == next {
                    read.order.push(place);
                }
                read.entries.push(FrontEntry { level, title: String::new(), module: Some(number) });
                levels.insert(entry.id, below);
            } else if entry.object_id.is_none() || version.is_some_and(is_publication) {
                let title = titled(entry);
                levels.insert(entry.id, if title.is_empty() { level } else { below });
                if !title.is_empty() {
                    read.entries.push(FrontEntry { level, title, module: None });
                }
            }
        }
        self.add_others(&mut read, modules.len());
        read
    }

    /// Lists the modules that the contents do not name.
    fn add_others(&self, read: &mut LanguageContents, count: usize) {
        let mut is_named = vec![false; count];
        for place in &read.order {
            if let Some(named) = is_named.get_mut(*place) {
                *named = true;
            }
        }
        let others: Vec<usize> = (0..count).filter(|place| !is_named.get(*place).is_some_and(|named| *named)).collect();
        if others.is_empty() {
            return;
        }
        let title = BookWord::OtherModules.text(self.locale).to_owned();
        read.entries.push(FrontEntry { level: 0, title, module: None });
        for place in others {
            read.entries.push(FrontEntry { level: 1, title: String::new(), module: Some(read.order.len()) });
            read.order.push(place);
        }
    }
}

fn is_publication(version: &SourceVersion) -> bool {
    version.kind == ObjectKind::PublicationModule
}

/// The title of a section with its number.
fn titled(entry: &ContentsEntry) -> String {
    if entry.prefix.is_empty() || entry.title.starts_with(&entry.prefix) {
        return entry.title.clone();
    }
    [entry.prefix.as_str(), &entry.title].join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publications::content::test_version;

    fn entry(id: i64, parent: Option<i64>, title: &str, object: Option<i64>) -> ContentsEntry {
        ContentsEntry {
            id: TocNodeId(id),
            parent_id: parent.map(TocNodeId),
            title: title.to_owned(),
            prefix: String::new(),
            key: String::new(),
            object_id: object.map(ObjectId),
            applic: None,
        }
    }

    fn manual() -> Vec<SourceVersion> {
        let publication = |id, language| SourceVersion {
            kind: ObjectKind::PublicationModule,
            ..test_version(id, "PMC-NV-NVR01-AMM01-00", language)
        };
        vec![
            publication(1, "en-US"),
            publication(2, "zh-CN"),
            test_version(3, "A", "en-US"),
            test_version(4, "A", "zh-CN"),
            test_version(5, "B", "en-US"),
        ]
    }

    /// The level, title and module of a line.
    type Line = (usize, String, Option<usize>);

    /// The order of the modules, and each line.
    fn read(language: &str, listed: &[ContentsEntry]) -> (Vec<i64>, Vec<Line>) {
        let versions = manual();
        let all: HashMap<ObjectId, &SourceVersion> = versions.iter().map(|one| (one.object_id, one)).collect();
        let modules: Vec<&SourceVersion> =
            versions.iter().filter(|one| one.language == language && !is_publication(one)).collect();
        let input = ContentsInput { listed, all: &all, language, locale: Locale::English };
        let LanguageContents { order, entries } = input.read(&modules);
        let order = order.into_iter().map(|place| modules[place].object_id.0).collect();
        (order, entries.into_iter().map(|one| (one.level, one.title, one.module)).collect())
    }

    #[test]
    fn each_language_has_the_contents_of_its_publication() {
        let listed = [
            entry(1, None, "Manual", Some(1)),
            entry(2, Some(1), "Hydraulics", None),
            entry(3, Some(2), "", Some(5)),
            entry(4, Some(2), "", Some(3)),
            entry(5, None, "手册", Some(2)),
            entry(6, Some(5), "", Some(4)),
        ];
        let (order, entries) = read("en-US", &listed);
        assert_eq!(order, [5, 3]);
        let expected = [(0, "Hydraulics".to_owned(), None), (1, String::new(), Some(0)), (1, String::new(), Some(1))];
        assert_eq!(entries, expected);
        assert_eq!(read("zh-CN", &listed), (vec![4], vec![(0, String::new(), Some(0))]));
    }

    #[test]
    fn a_language_without_a_publication_follows_another_and_the_rest_comes_last() {
        let listed = [entry(1, None, "Manual", Some(1)), entry(2, Some(1), "", Some(3))];
        assert_eq!(read("zh-CN", &listed), (vec![4], vec![(0, String::new(), Some(0))]));
        let (order, entries) = read("en-US", &listed);
        assert_eq!(order, [3, 5]);
        let others = BookWord::OtherModules.text(Locale::English).to_owned();
        assert_eq!(entries[1..], [(0, others, None), (1, String::new(), Some(1))]);
    }
}
