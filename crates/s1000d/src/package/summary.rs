//! Package summary.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use domain::finding::Rule;

use super::exchange::Organization;
use super::plan::{Kind, Plan};
use super::record::{FileKind, Item, Record};
use super::work::Read;

/// The summary that is shown before an import.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// `s1000d` or `ata2300`.
    pub kind: &'static str,
    /// As in `S1000D 4.2` or `ATA2300`; empty when nothing says.
    pub specification: String,
    pub modules: usize,
    pub publications: usize,
    pub illustrations: usize,
    pub others: usize,
    /// Modules by the word of their content.
    pub content_types: BTreeMap<&'static str, usize>,
    pub languages: BTreeSet<String>,
    pub issue_number: Option<String>,
    pub issue_date: Option<String>,
    pub customer: Option<String>,
    pub sender: Option<String>,
    pub product: Option<String>,
    pub title: Option<String>,
    pub model: Option<String>,
    pub manual_type: Option<String>,
    pub completeness: Completeness,
    pub schemas: SchemaState,
    /// Issues that files were checked against.
    pub checked_issues: Vec<String>,
    pub publication_lines: Vec<PublicationLine>,
}

/// A publication of the package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicationLine {
    pub key: String,
    pub title: String,
}

/// Whether a package replaces what was before or is laid over it, and why we think so.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Completeness {
    /// The package says that it is complete.
    DeclaredComplete,
    /// The package says that it is incremental.
    DeclaredIncremental,
    /// Everything that the contents name is in the package, or nowhere.
    #[default]
    ContentsInPackage,
    /// The contents name modules that only the library holds.
    ContentsInLibrary,
    /// There are no contents that would say what the whole is.
    WithoutContents,
}

impl Completeness {
    pub fn is_complete(self) -> bool {
        matches!(self, Self::DeclaredComplete | Self::ContentsInPackage)
    }

    /// The stable word for the reason.
    pub fn reason(self) -> &'static str {
        match self {
            Self::DeclaredComplete | Self::DeclaredIncremental => "declared",
            Self::ContentsInPackage => "contents_in_package",
            Self::ContentsInLibrary => "contents_in_library",
            Self::WithoutContents => "without_contents",
        }
    }
}

/// The extent of the check against schemas.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SchemaState {
    Checked,
    Partly,
    #[default]
    Unchecked,
}

impl SchemaState {
    /// The word on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Checked => "checked",
            Self::Partly => "partly",
            Self::Unchecked => "unchecked",
        }
    }
}

pub(super) fn summary(plan: &Plan, read: &Read, completeness: Completeness) -> Summary {
    let mut summary =
        Summary { completeness, checked_issues: read.tally.checked.keys().cloned().collect(), ..Summary::default() };
    for item in read.records.iter().map(|record| &record.item).filter(|item| !item.is_generated()) {
        count(item, &mut summary);
    }
    let unchecked = read.tally.without_schema + read.tally.unchecked.values().sum::<usize>();
    summary.schemas = match (read.tally.checked.is_empty(), unchecked) {
        (true, _) => SchemaState::Unchecked,
        (false, 0) => SchemaState::Checked,
        (false, _) => SchemaState::Partly,
    };
    if let Some(root) = root_publication(read) {
        let titled = if is_publication_list(root) { largest_manual(read).unwrap_or(root) } else { root };
        summary.title = Some(titled.title.to_string()).filter(|title| !title.is_empty());
        summary.issue_number = Some(root.issue.to_string()).filter(|issue| !issue.is_empty());
        summary.model = root.key.as_deref().and_then(|key| key.split('-').nth(1)).map(str::to_owned);
    }
    match &plan.kind {
        Kind::S1000d => plain(read, &mut summary),
        Kind::Ata2300 { organization, .. } => {
            summary.kind = "ata2300";
            summary.specification.push_str("ATA2300");
            if let Some(named) = organization {
                organized(&named.what, &mut summary);
            }
        }
    }
    summary
}

fn count(item: &Item, summary: &mut Summary) {
    match item.kind {
        FileKind::Publication => {
            summary.publications += 1;
            summary.publication_lines.push(PublicationLine {
                key: item.key.as_deref().unwrap_or_default().to_owned(),
                title: item.title.to_string(),
            });
        }
        FileKind::Illustration => summary.illustrations += 1,
        kind if kind.is_module() => {
            summary.modules += 1;
            if let Some(content) = item.content_type {
                *summary.content_types.entry(content.as_str()).or_default() += 1;
            }
        }
        _ => summary.others += 1,
    }
    summary.languages.extend(item.language.as_deref().map(str::to_owned));
}

/// The publications that an import takes over.
fn taken_publications(read: &Read) -> impl Iterator<Item = &Record> {
    let is_taken = |record: &&Record| record.item.kind == FileKind::Publication && !record.item.is_generated();
    read.records.iter().filter(is_taken)
}

/// The first publication that no other one names; the one with the most entries among several.
fn root_publication(read: &Read) -> Option<&Item> {
    let publications = || taken_publications(read);
    let mut named: HashSet<&str> = HashSet::new();
    for record in publications() {
        let targets = record.references.iter().filter(|reference| reference.rule == Rule::PmPmRefDangling);
        named.extend(targets.filter_map(|target| {
            let text: &str = read.names[record.worker].get(target.target as usize)?;
            (Some(text) != record.item.key.as_deref() && Some(text) != record.item.bare_key()).then_some(text)
        }));
    }
    let is_named = |item: &Item| item.key.as_deref().into_iter().chain(item.bare_key()).any(|key| named.contains(key));
    let roots = publications().filter(|record| !is_named(&record.item));
    let largest = roots.max_by_key(|record| (record.references.len(), std::cmp::Reverse(record.item.index)));
    largest.or_else(|| publications().next()).map(|record| &record.item)
}

/// Whether a publication is a list of applicable publications, by its number. Such a list is no manual itself.
fn is_publication_list(item: &Item) -> bool {
    item.key.as_deref().and_then(|key| key.split('-').nth(3)).is_some_and(|number| number.starts_with("LOAP"))
}

/// The publication with the most entries that is no list of publications.
fn largest_manual(read: &Read) -> Option<&Item> {
    let manuals = taken_publications(read).filter(|record| !is_publication_list(&record.item));
    let largest = manuals.max_by_key(|record| (record.references.len(), std::cmp::Reverse(record.item.index)));
    largest.map(|record| &record.item)
}

fn plain(read: &Read, summary: &mut Summary) {
    summary.kind = "s1000d";
    let issues: BTreeSet<&String> = read.tally.checked.keys().chain(read.tally.unchecked.keys()).collect();
    let spoken: Vec<String> = issues.iter().map(|issue| issue.replace('-', ".")).collect();
    summary.specification =
        if spoken.is_empty() { "S1000D".to_owned() } else { format!("S1000D {}", spoken.join(", ")) };
    let Some((_, note)) = read.lists.dispatch_notes.first() else { return };
    let code = note.what.object.identity.as_ref().map(|identity| identity.code.as_str().to_owned());
    let part = |place: usize| code.as_deref().and_then(|code| code.split('-').nth(place)).map(str::to_owned);
    summary.model = part(0).or_else(|| summary.model.take());
    summary.sender = note.what.sender.clone().or_else(|| part(1));
    summary.customer = note.what.receiver.clone().or_else(|| part(2));
    summary.issue_date = note.what.object.version.date.as_ref().map(|date| date.as_str().to_owned());
}

fn organized(organization: &Organization, summary: &mut Summary) {
    let told = |text: &Option<String>, place: &mut Option<String>| {
        if text.is_some() {
            place.clone_from(text);
        }
    };
    told(&organization.model, &mut summary.model);
    told(&organization.title, &mut summary.title);
    told(&organization.issue_number, &mut summary.issue_number);
    told(&organization.issue_date, &mut summary.issue_date);
    told(&organization.sender, &mut summary.sender);
    told(&organization.product, &mut summary.product);
    told(&organization.manual_type, &mut summary.manual_type);
    summary.customer = organization.customer.clone().or_else(|| organization.receiver.clone());
    summary.specification = organization.specification.clone().unwrap_or_else(|| "ATA2300".to_owned());
    if summary.languages.is_empty() {
        summary.languages.extend(organization.language.clone());
    }
}
