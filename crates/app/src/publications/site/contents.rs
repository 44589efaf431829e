//! The contents of a site: those of the manual, and a section for the modules that they do not name.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use domain::id::ObjectId;
use domain::language::Locale;
use domain::text::fold;
use domain::version::VersionMetadata;
use publish::front::section_title;
use publish::site::{SiteEntry, applies_to, statement_text};
use s1000d::applic::tables::Bilingual;
use s1000d::applic::{Applic, Assignments, Truth};
use store::publications::SourceVersion;
use store::toc::ContentsEntry;

/// The objects that entries can lead to.
pub(super) struct ContentsObjects<'a> {
    /// The objects of the manual in languages that are not published.
    pub(super) codes: &'a HashMap<ObjectId, ObjectCode>,
    /// The modules that are published.
    pub(super) versions: &'a [SourceVersion],
    /// The publication modules that are published.
    pub(super) publications: &'a [SourceVersion],
}

/// The code of an object, folded, and its title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ObjectCode {
    pub(super) code: String,
    pub(super) title: String,
    pub(super) is_publication: bool,
}

/// By what the statements of the contents are judged and said.
pub(super) struct ContentsTables<'a> {
    /// The values of all choices.
    pub(super) values: &'a [Assignments],
    pub(super) tables: Bilingual<'a>,
    pub(super) locale: Locale,
}

/// The target of an entry of the contents.
enum EntryTarget {
    /// A place among the modules.
    Module(usize),
    /// A section, with the title of its object where it has one.
    Section(String),
    /// Something that is not published.
    Nothing,
}

/// The statements that hold for an entry, those of the entries around it included.
#[derive(Clone, Default)]
struct EntryStatements {
    all: Vec<Arc<Applic>>,
    letters: String,
}

/// The entries of a site in reading order. Entries of objects that are not published are left out, with all below them.
pub(super) fn entries(
    listed: &[ContentsEntry],
    objects: &ContentsObjects<'_>,
    tables: &ContentsTables<'_>,
) -> Vec<SiteEntry> {
    let targets = EntryTargets::new(objects);
    let mut entries: Vec<SiteEntry> = Vec::new();
    let mut statements: Vec<EntryStatements> = Vec::new();
    let mut places = HashMap::new();
    let mut named = HashSet::new();
    for entry in listed {
        let parent = match entry.parent_id {
            None => None,
            Some(id) => match places.get(&id) {
                Some(place) => Some(*place),
                None => continue,
            },
        };
        let (own, module) = match targets.of(entry) {
            EntryTarget::Module(module) => (objects.versions.get(module).map(title), Some(module)),
            EntryTarget::Section(title) => (Some(title), None),
            EntryTarget::Nothing => continue,
        };
        let around = parent.and_then(|place: usize| statements.get(place)).cloned().unwrap_or_default();
        let applic = entry.applic.as_deref().map(|xml| Arc::new(Applic::from_xml(xml)));
        let text = |applic: &Arc<Applic>| statement_text(applic, tables.tables.of(tables.locale), tables.locale);
        let said = applic.as_ref().map(text).unwrap_or_default();
        let holds = tables.judge(around, applic);
        places.insert(entry.id, entries.len());
        named.extend(module);
        entries.push(SiteEntry {
            parent,
            title: titled(entry, own.unwrap_or_default()),
            module,
            applies: holds.letters.clone(),
            applic: said,
        });
        statements.push(holds);
    }
    add_others(&mut entries, objects.versions, &named, tables.locale);
    entries
}

/// Puts a section of generated modules before the entries. They begin at a place among the modules of the site.
pub(super) fn with_front(
    entries: Vec<SiteEntry>,
    front: &[SourceVersion],
    place: usize,
    locale: Locale,
) -> Vec<SiteEntry> {
    if front.is_empty() {
        return entries;
    }
    let section = SiteEntry { title: section_title(locale).to_owned(), ..SiteEntry::default() };
    let listed = front.iter().enumerate().map(|(number, version)| SiteEntry {
        parent: Some(0),
        title: version.info_name.clone(),
        module: Some(place + number),
        ..SiteEntry::default()
    });
    let shift = front.len() + 1;
    let moved = entries.into_iter().map(|entry| SiteEntry { parent: entry.parent.map(|at| at + shift), ..entry });
    std::iter::once(section).chain(listed).chain(moved).collect()
}

/// Lists the modules that the contents do not name.
fn add_others(entries: &mut Vec<SiteEntry>, versions: &[SourceVersion], named: &HashSet<usize>, locale: Locale) {
    let others: Vec<usize> = (0..versions.len()).filter(|place| !named.contains(place)).collect();
    if others.is_empty() {
        return;
    }
    let section = entries.len();
    entries.push(SiteEntry { title: others_title(locale).to_owned(), ..SiteEntry::default() });
    for place in others {
        let own = versions.get(place).map(title).filter(|title| !title.is_empty());
        let title = own.or_else(|| versions.get(place).map(|version| version.key.clone())).unwrap_or_default();
        entries.push(SiteEntry { parent: Some(section), title, module: Some(place), ..SiteEntry::default() });
    }
}

/// The published objects by their ids and codes.
struct EntryTargets<'a> {
    codes: &'a HashMap<ObjectId, ObjectCode>,
    modules: HashMap<ObjectId, usize>,
    /// Modules by their folded codes, for entries that lead to another language.
    by_code: HashMap<String, usize>,
    publications: HashMap<ObjectId, &'a SourceVersion>,
    publication_codes: HashSet<String>,
}

impl<'a> EntryTargets<'a> {
    fn new(objects: &ContentsObjects<'a>) -> Self {
        let mut by_code = HashMap::new();
        for (place, version) in objects.versions.iter().enumerate() {
            by_code.entry(fold(&version.code)).or_insert(place);
        }
        Self {
            codes: objects.codes,
            modules: objects.versions.iter().enumerate().map(|(place, version)| (version.object_id, place)).collect(),
            by_code,
            publications: objects.publications.iter().map(|version| (version.object_id, version)).collect(),
            publication_codes: objects.publications.iter().map(|version| fold(&version.code)).collect(),
        }
    }

    /// The target of an entry. A publication in a language that is not published still orders the modules, unless it is
    /// there in one that is.
    fn of(&self, entry: &ContentsEntry) -> EntryTarget {
        let Some(id) = entry.object_id else { return EntryTarget::Section(String::new()) };
        if let Some(module) = self.modules.get(&id) {
            return EntryTarget::Module(*module);
        }
        if let Some(publication) = self.publications.get(&id) {
            return EntryTarget::Section(title(publication));
        }
        match self.codes.get(&id) {
            Some(object) if object.is_publication && !self.publication_codes.contains(&object.code) => {
                EntryTarget::Section(object.title.clone())
            }
            Some(object) if !object.is_publication => {
                self.by_code.get(&object.code).map_or(EntryTarget::Nothing, |module| EntryTarget::Module(*module))
            }
            _ => EntryTarget::Nothing,
        }
    }
}

impl ContentsTables<'_> {
    /// Adds the statement of an entry to those around it.
    fn judge(&self, around: EntryStatements, own: Option<Arc<Applic>>) -> EntryStatements {
        let Some(own) = own else { return around };
        let mut all = around.all;
        all.push(own);
        let holds =
            |choice: &Assignments| all.iter().fold(Truth::True, |truth, applic| truth.and(applic.evaluate(choice)));
        let letters = applies_to(holds, self.values);
        EntryStatements { all, letters }
    }
}

/// The title of an entry with its number.
fn titled(entry: &ContentsEntry, own: String) -> String {
    let texts = [own, entry.title.clone(), entry.key.clone()];
    let title = texts.into_iter().find(|text| !text.is_empty()).unwrap_or_default();
    if entry.prefix.is_empty() || title.starts_with(&entry.prefix) {
        return title;
    }
    [entry.prefix.as_str(), title.as_str()].join(" ")
}

/// The title of a module as the library says it.
pub(super) fn title(version: &SourceVersion) -> String {
    let (tech_name, info_name) = (version.tech_name.clone(), version.info_name.clone());
    VersionMetadata { tech_name, info_name, ..VersionMetadata::default() }.title()
}

fn others_title(locale: Locale) -> &'static str {
    match locale {
        Locale::English => "Not in the contents",
        Locale::Chinese => "不在目录中",
    }
}
