//! Checks that need every file: references, lists, repetitions.

mod applicability;
mod lists;

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use domain::finding::{Finding, Rule};
use domain::front_matter::is_generated_name;

use super::archive::{Archive, Source};
use super::findings::Findings;
use super::media;
use super::plan::{Kind, Plan};
use super::record::{FileKind, Item, Record};
use super::work::Read;
use super::{Completeness, Known};
use crate::code::FileName;
use crate::object::Role;

/// Everything at hand for a check.
struct Package<'a, R> {
    archive: &'a Archive<R>,
    plan: &'a Plan,
    read: &'a Read,
    objects: Objects<'a>,
    media: Media<'a>,
}

pub(super) fn all<R: Source>(
    archive: &Archive<R>,
    plan: &Plan,
    read: &Read,
    known: &dyn Known,
    findings: &mut Findings,
) -> Completeness {
    let mut package =
        Package { archive, plan, read, objects: Objects::new(&read.records, known), media: Media::new(archive, known) };
    let completeness = plan.declared().unwrap_or_else(|| package.completeness());
    package.objects.complete = completeness.is_complete();
    package.references(findings);
    package.illustrations(findings);
    package.repetitions(known, findings);
    let is_readable = package.taken().any(|record| record.item.key.is_some());
    let is_foreign = !is_readable && package.names_no_object();
    match &plan.kind {
        Kind::S1000d if is_foreign => {}
        Kind::S1000d => lists::plain(&package, findings),
        Kind::Ata2300 { organization, status_list } => {
            lists::exchange(&package, organization.as_deref(), status_list.as_deref(), findings);
        }
    }
    applicability::check(&package, findings);
    let generated = read.records.iter().filter(|record| record.item.is_generated());
    findings.extend(generated.map(|record| Finding::new(Rule::FileGenerated).in_file(&*record.item.name)));
    let reserved = package.taken().filter(|record| is_generated_name(record.item.library_key()));
    findings.extend(reserved.map(|record| {
        Finding::new(Rule::FileReserved).in_file(&*record.item.name).with("code", record.item.library_key())
    }));
    if is_foreign {
        findings.push(package.foreign());
    } else if !package.has_contents() {
        findings.push(Finding::new(Rule::PmMissing));
    }
    if !is_readable && !is_foreign {
        let count = archive.entries().len().to_string();
        findings.push(Finding::new(Rule::PackageNothingReadable).with("count", count));
    }
    findings.extend(read.tally.unchecked.iter().map(|(issue, count)| {
        Finding::new(Rule::XsdNotInstalled).with("count", count.to_string()).with("issue", issue.replace('-', "."))
    }));
    completeness
}

impl<R: Source> Package<'_, R> {
    fn name_of(&self, record: &Record, number: u32) -> &str {
        self.read.names[record.worker].get(number as usize).map_or("", |text| &**text)
    }

    /// The files that an import takes over.
    fn taken(&self) -> impl Iterator<Item = &Record> {
        self.read.records.iter().filter(|record| !record.item.is_generated())
    }

    fn references(&self, findings: &mut Findings) {
        // Lists that are not taken over may name what the receiver does not have.
        for record in self.taken() {
            // With and without a language it is the same object that is missing.
            let mut reported = HashSet::new();
            let mut dangling: Vec<_> = record
                .references
                .iter()
                .map(|reference| (reference, self.name_of(record, reference.target)))
                .filter(|(_, target)| !self.objects.is_kept(target))
                .collect();
            dangling.sort_by_key(|(reference, _)| reference.line);
            for (reference, target) in dangling {
                let target = without_language(target);
                if !reported.insert((reference.rule, target)) {
                    continue;
                }
                let finding = Finding::new(reference.rule).in_file(&*record.item.name).at(reference.line);
                let finding = if reference.rule == Rule::ApplicTableAbsent {
                    let role = record.tables.iter().find(|(_, number)| *number == reference.target);
                    finding.with("table", role.map_or("ACT", |(role, _)| table_word(*role)))
                } else {
                    finding
                };
                findings.push(finding.with("code", target));
            }
        }
    }

    /// Files that are only in the library are not meant to be removed.
    fn completeness(&self) -> Completeness {
        if !self.has_contents() {
            return Completeness::WithoutContents;
        }
        let in_library = self.taken().any(|record| {
            let entries = record.references.iter().filter(|reference| reference.rule == Rule::PmDmRefDangling);
            entries
                .map(|entry| self.name_of(record, entry.target))
                .any(|target| !self.objects.is_in_package(target) && self.objects.known.has_object(target))
        });
        if in_library { Completeness::ContentsInLibrary } else { Completeness::ContentsInPackage }
    }

    fn has_contents(&self) -> bool {
        self.taken().any(|record| record.item.kind == FileKind::Publication)
    }

    /// Whether no file is named as an object of the trade.
    fn names_no_object(&self) -> bool {
        !self.archive.entries().iter().any(|entry| FileName::parse(entry.file_name()).is_ok())
    }

    /// Says what is there instead: how many files of which endings, the most frequent first.
    fn foreign(&self) -> Finding {
        const MOST: usize = 5;
        let mut endings: BTreeMap<String, usize> = BTreeMap::new();
        for entry in self.archive.entries() {
            *endings.entry(media::extension(entry.file_name())).or_default() += 1;
        }
        let mut endings: Vec<(String, usize)> = endings.into_iter().collect();
        endings.sort_by_key(|(_, count)| Reverse(*count));
        let mut told: Vec<String> = endings
            .iter()
            .take(MOST)
            .map(
                |(ending, count)| {
                    if ending.is_empty() { format!("{count} × –") } else { format!("{count} × .{ending}") }
                },
            )
            .collect();
        if endings.len() > MOST {
            told.push("…".to_owned());
        }
        let count = self.archive.entries().len().to_string();
        Finding::new(Rule::PackageForeign).with("count", count).with("found", told.join(", "))
    }

    fn illustrations(&self, findings: &mut Findings) {
        for record in &self.read.records {
            for used in &record.illustrations {
                let name = self.name_of(record, used.name);
                let file = used.file.map(|number| base_name(self.name_of(record, number)));
                let there = file.map_or_else(|| self.media.has_any_of(name), |file| self.media.has(file));
                if !there {
                    findings.push(
                        Finding::new(Rule::IcnMissing)
                            .in_file(&*record.item.name)
                            .at(used.line)
                            .with("icn", name)
                            .with("name", file.unwrap_or(name)),
                    );
                }
            }
        }
    }

    /// The texts were filtered for some aircraft, so that the same issue has other content for others.
    fn is_filtered(&self) -> bool {
        let note = self.read.lists.dispatch_notes.first().map(|(_, note)| note.what.remark.as_str());
        let remark = match &self.plan.kind {
            Kind::S1000d => note,
            Kind::Ata2300 { organization, .. } => organization.as_ref().and_then(|named| named.what.remark.as_deref()),
        };
        remark.is_some_and(super::is_filtered)
    }

    /// The same identity and issue twice, in the package or with other content in the library.
    fn repetitions(&self, known: &dyn Known, findings: &mut Findings) {
        let content = |item: &Item| (item.sha256, item.status_sha256);
        let mut first: HashMap<(&str, &str), &Item> = HashMap::new();
        let changed = if self.is_filtered() { Rule::ObjectFilteredOtherwise } else { Rule::ObjectChangedSameIssue };
        for item in self.read.records.iter().map(|record| &record.item) {
            let Some(key) = item.key.as_deref() else { continue };
            if known.has_other_content(key, &item.issue, &item.sha256) {
                let finding = Finding::new(changed).in_file(&*item.name);
                findings.push(finding.with("key", key).with("issue", &*item.issue));
            }
            let Some(other) = first.insert((key, &item.issue), item) else { continue };
            first.insert((key, &item.issue), other);
            let rule = if content(item) == content(other) { Rule::ObjectTwice } else { Rule::ObjectConflict };
            findings.push(Finding::new(rule).in_file(&*item.name).with("key", key).with("other", &*other.name));
        }
    }
}

fn table_word(role: Role) -> &'static str {
    match role {
        Role::ConditionTable => "CCT",
        Role::ProductTable => "PCT",
        _ => "ACT",
    }
}

/// The key without the language at its end. Codes hold no underscore; an extension may, but not as `_xx-XX`.
fn without_language(key: &str) -> &str {
    match key.rsplit_once('_') {
        Some((bare, last)) if last.len() <= 6 && last.contains('-') => bare,
        _ => key,
    }
}

/// The last part of a path of either slash.
fn base_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// Objects that references can lead to.
struct Objects<'a> {
    keys: HashSet<&'a str>,
    /// Those of generated files, which are not taken over.
    generated: HashSet<&'a str>,
    known: &'a dyn Known,
    /// Whether the package replaces what was before.
    complete: bool,
    /// The library is asked once for each key.
    asked: RefCell<HashMap<Box<str>, bool>>,
}

impl<'a> Objects<'a> {
    fn new(records: &'a [Record], known: &'a dyn Known) -> Self {
        let keys_of = |is_generated: bool| {
            let items = records.iter().map(|record| &record.item);
            let items = items.filter(move |item| item.is_generated() == is_generated);
            items.flat_map(|item| item.key.as_deref().into_iter().chain(item.bare_key()))
        };
        let mut keys: HashSet<&str> = keys_of(false).collect();
        let generated: HashSet<&str> = keys_of(true).filter(|key| !keys.contains(key)).collect();
        keys.extend(&generated);
        Self { keys, generated, known, complete: false, asked: RefCell::default() }
    }

    fn is_in_package(&self, key: &str) -> bool {
        self.keys.contains(key)
    }

    fn is_there(&self, key: &str) -> bool {
        self.is_in_package(key) || self.is_in_library(key)
    }

    /// Whether it is there when the package has come in.
    fn is_kept(&self, key: &str) -> bool {
        (self.is_in_package(key) && !self.generated.contains(key)) || self.is_in_library(key)
    }

    fn is_in_library(&self, key: &str) -> bool {
        let mut asked = self.asked.borrow_mut();
        match asked.get(key) {
            Some(there) => *there,
            None => *asked.entry(key.into()).or_insert_with(|| self.known.keeps_object(key, self.complete)),
        }
    }
}

/// Files that illustrations can be shown from.
struct Media<'a> {
    names: HashSet<String>,
    stems: HashSet<String>,
    known: &'a dyn Known,
}

impl<'a> Media<'a> {
    fn new<R: Source>(archive: &Archive<R>, known: &'a dyn Known) -> Self {
        let names: HashSet<String> = archive.entries().iter().map(|entry| entry.file_name().to_lowercase()).collect();
        let stems = names.iter().filter_map(|name| name.rsplit_once('.')).map(|(stem, _)| stem.to_owned()).collect();
        Self { names, stems, known }
    }

    fn has(&self, file: &str) -> bool {
        self.names.contains(&file.to_lowercase()) || self.known.has_media(file)
    }

    /// Whether there is a file for an illustration that no entity names.
    fn has_any_of(&self, name: &str) -> bool {
        self.stems.contains(&name.to_lowercase()) || self.has(name)
    }

    /// The same, where the file may also be in the library, which knows its media by the names of their files.
    fn has_in_any_format(&self, name: &str) -> bool {
        let is_known = |extension: &str| self.known.has_media(&format!("{name}.{extension}"));
        self.has_any_of(name) || media::EXTENSIONS.into_iter().any(is_known)
    }
}
