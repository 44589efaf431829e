//! Topics and their texts joined into a collection.

use std::collections::{HashMap, HashSet};

use super::body::{self, TopicBody};
use super::media::ExportMedia;
use super::title;
use super::toc::{Toc, TopicEntry};
use super::word::{WordLink, WordText};
use crate::findings::{FindingList, SourceFinding, SourceRule};
use crate::model::{
    CollectionHead, ComplianceType, CrossReference, ImagePlace, ItemKind, RuleDate, SourceCategory, SourceCollection,
    SourceItem, SourceTag, is_address,
};
use crate::settle::settle;
use crate::{SourceLimits, clean};

/// Attributes of topics that are kept as tags; their values are often empty or out of date.
const TAGS: [&str; 13] = [
    "Domain",
    "ActivityType",
    "AircraftCategory",
    "AircraftUse",
    "EntryIntoForceDate",
    "EquivalentForeignRegulation",
    "ICAOReference",
    "Keywords",
    "RegistryState",
    "RegulatedEntity",
    "RegulatorySubject",
    "TechnicalSubjectMatter",
    "EASACategory",
];

/// The place of an entry of the tree.
#[derive(Debug, Clone, Copy)]
enum EntryPlace {
    Category(usize),
    Item(usize),
}

#[derive(Debug, Default)]
struct Joiner {
    collection: SourceCollection,
    /// For each entry of the tree.
    places: Vec<EntryPlace>,
    /// Items by the publisher's id.
    by_id: HashMap<String, usize>,
    /// The links of each item, resolved when all bookmarks are known.
    links: Vec<(usize, String, WordLink)>,
    bookmarks: HashMap<String, usize>,
    used_controls: HashSet<String>,
    used_footnotes: HashSet<String>,
    used_images: HashSet<String>,
}

/// Joins the parts of an export.
pub(super) fn collection(
    toc: &Toc,
    text: &WordText,
    media: ExportMedia,
    limits: &SourceLimits,
    findings: &mut FindingList,
) -> SourceCollection {
    let mut joiner =
        Joiner { collection: SourceCollection { head: head(toc), ..Default::default() }, ..Default::default() };
    for (number, entry) in toc.entries.iter().enumerate() {
        joiner.bookmark(entry, number, text);
        let place =
            if entry.is_topic { joiner.topic(toc, entry, text, &media, findings) } else { joiner.heading(toc, entry) };
        joiner.places.push(place);
    }
    for id in text.order.iter().filter(|id| !joiner.used_controls.contains(*id)) {
        let control = &text.controls[id];
        if control.is_topic {
            let finding = SourceFinding::new(SourceRule::TextUnused).line(control.line);
            let first = control.blocks.iter().flat_map(|block| &block.runs).next();
            findings.add(finding.with("text", first.map_or("", |run| &run.text)));
        }
    }
    settle(&mut joiner.collection, limits, findings);
    joiner.resolve(&media, findings);
    joiner.collection.images = media.into_images(&joiner.used_images);
    joiner.collection
}

fn head(toc: &Toc) -> CollectionHead {
    let name = clean::line(toc.get("source-title"));
    let published = RuleDate::parse(toc.get("pub-time"));
    let version = published.date().map_or_else(|| published.raw().to_owned(), |date| date.to_string());
    CollectionHead {
        source_reference: [&name, ", ", toc.get("pub-time")].concat(),
        name,
        originator: "EASA".to_owned(),
        compliance_type: Some(ComplianceType::Regulatory),
        version,
        publication_id: clean::line(toc.get("guid")),
        publication_date: published,
        language: "en".to_owned(),
        // The publisher's condition for copies.
        licence: "Source: EASA".to_owned(),
        ..CollectionHead::default()
    }
}

impl Joiner {
    /// The nearest category above, and the topic right above.
    fn above(&self, toc: &Toc, entry: &TopicEntry) -> (Option<usize>, Option<usize>) {
        let item = match entry.parent.map(|parent| self.places[parent]) {
            Some(EntryPlace::Item(item)) => Some(item),
            _ => None,
        };
        let mut above = entry.parent;
        while let Some(number) = above {
            if let EntryPlace::Category(category) = self.places[number] {
                return (Some(category), item);
            }
            above = toc.entries[number].parent;
        }
        (None, item)
    }

    fn heading(&mut self, toc: &Toc, entry: &TopicEntry) -> EntryPlace {
        let name = clean::line(entry.get("title"));
        let (parent, _) = self.above(toc, entry);
        self.used_controls.insert(entry.get("sdt-id").to_owned());
        self.collection.categories.push(SourceCategory { code: heading_code(&name), name, parent });
        EntryPlace::Category(self.collection.categories.len() - 1)
    }

    fn bookmark(&mut self, entry: &TopicEntry, number: usize, text: &WordText) {
        let id = entry.get("sdt-id");
        let control = text.controls.get(id).filter(|_| !self.used_controls.contains(id));
        for block in control.into_iter().flat_map(|control| &control.blocks) {
            for name in &block.bookmarks {
                self.bookmarks.entry(name.clone()).or_insert(number);
            }
        }
    }

    fn topic(
        &mut self,
        toc: &Toc,
        entry: &TopicEntry,
        text: &WordText,
        media: &ExportMedia,
        findings: &mut FindingList,
    ) -> EntryPlace {
        let source = entry.get("source-title");
        let id = clean::line(entry.get("ERulesId"));
        // A text belongs to one topic and a footnote to one place: copies for all that name them might be without end.
        let is_first = self.used_controls.insert(entry.get("sdt-id").to_owned());
        let control = text.controls.get(entry.get("sdt-id")).filter(|_| is_first);
        let again = self.by_id.get(&id).copied().filter(|_| !id.is_empty());
        let found = |rule| SourceFinding::new(rule).line(entry.line).with("title", source).with("id", &id);
        if control.is_none() && (is_first || again.is_none()) {
            findings.add(found(SourceRule::TextMissing));
        }
        let blocks = control.map(|control| control.blocks.as_slice()).unwrap_or_default();
        let used = &mut self.used_footnotes;
        let footnote = |id: &str| text.footnotes.get(id).filter(|_| used.insert(id.to_owned())).cloned();
        let body = body::read(blocks, source, footnote);
        let (category, parent) = self.above(toc, entry);
        if let Some(first) = again {
            let is_same = !is_first || self.collection.items[first].clauses == body.clauses;
            findings.add(found(if is_same { SourceRule::PlacedAgain } else { SourceRule::TextDiffers }));
            if let Some(parent) = parent.filter(|parent| *parent != first) {
                self.collection.items[first].also_under.push(parent);
            }
            return EntryPlace::Item(first);
        }
        if !body.future.is_empty() {
            findings.add(found(SourceRule::FutureText).with("count", body.future.len().to_string()));
        }
        let place = self.collection.items.len();
        let item = item(entry, &id, body, category, parent, |body| self.media(place, body, media, findings));
        if item.code == id {
            findings.add(SourceFinding::new(SourceRule::CodeDerived).line(entry.line).with("title", source));
        }
        self.by_id.insert(id, place);
        self.collection.items.push(item);
        EntryPlace::Item(place)
    }

    /// Takes links and pictures out of a body; gives the places of the pictures.
    fn media(
        &mut self,
        place: usize,
        body: &TopicBody,
        media: &ExportMedia,
        findings: &mut FindingList,
    ) -> Vec<ImagePlace> {
        self.links.extend(body.links.iter().map(|(path, link)| (place, path.clone(), link.clone())));
        let mut images = Vec::new();
        for (clause, id) in &body.images {
            match media.image(id) {
                Some(image) => {
                    self.used_images.insert(image.to_owned());
                    images.push(ImagePlace { clause: clause.clone(), image: image.to_owned() });
                }
                None => findings.add(SourceFinding::new(SourceRule::ImageMissing).with("image", id)),
            }
        }
        images
    }

    /// Makes references of the links, now that codes and bookmarks are known.
    fn resolve(&mut self, media: &ExportMedia, findings: &mut FindingList) {
        for (own, clause, link) in std::mem::take(&mut self.links) {
            let target = match &link {
                // Entries of the printed contents.
                WordLink::Bookmark(name) if name.starts_with("_Toc") => continue,
                WordLink::Bookmark(name) => match self.bookmarks.get(name).map(|number| self.places[*number]) {
                    Some(EntryPlace::Item(item)) if item == own => continue,
                    Some(EntryPlace::Item(item)) => Some(self.collection.items[item].code.clone()),
                    Some(EntryPlace::Category(category)) => Some(self.collection.categories[category].code.clone()),
                    None => None,
                },
                WordLink::Relationship(id) => media.target(id).filter(|target| is_address(target)).map(clean::line),
            };
            if let Some(target) = target {
                self.collection.items[own].references.push(CrossReference { clause, target });
                continue;
            }
            let (WordLink::Bookmark(name) | WordLink::Relationship(name)) = &link;
            let finding = SourceFinding::new(SourceRule::ReferenceUnknown);
            findings.add(finding.with("code", &self.collection.items[own].code).with("target", name));
        }
    }
}

fn item(
    entry: &TopicEntry,
    id: &str,
    body: TopicBody,
    category: Option<usize>,
    parent: Option<usize>,
    images: impl FnOnce(&TopicBody) -> Vec<ImagePlace>,
) -> SourceItem {
    let title = title::parse(entry.get("source-title"));
    let kind = kind(entry.get("TypeOfContent"));
    let date = RuleDate::parse(entry.get("ApplicabilityDate"));
    let effective = if date.is_absent() { RuleDate::parse(entry.get("EntryIntoForceDate")) } else { date };
    SourceItem {
        stable_id: id.to_owned(),
        code: if title.code.is_empty() { id.to_owned() } else { title.code },
        title: title.title,
        kind,
        is_assessable: kind.is_assessable(),
        category,
        parent,
        images: images(&body),
        clauses: body.clauses,
        future: body.future,
        effective: if effective.is_absent() { RuleDate::default() } else { effective },
        source_ref: plain(entry.get("RegulatorySource")),
        amendment: plain(entry.get("AmendedBy")),
        covers: if parent.is_some() { title.covers } else { Vec::new() },
        tags: TAGS.iter().flat_map(|name| tags(name, entry.get(name))).collect(),
        ..SourceItem::default()
    }
}

/// A value without the semicolon at its end; `n/a` is none.
fn plain(value: &str) -> String {
    let value = clean::line(value.trim().trim_end_matches(';'));
    if value.eq_ignore_ascii_case("n/a") { String::new() } else { value }
}

fn tags(name: &str, values: &str) -> Vec<SourceTag> {
    let values = values.split(';').map(plain).filter(|value| !value.is_empty());
    values.map(|value| SourceTag::new(name, &value)).collect()
}

/// The kind by the beginning of the type of content: `AMC to IR (…);`.
fn kind(content: &str) -> ItemKind {
    let word = content.split([' ', ';', '(']).find(|word| !word.is_empty()).unwrap_or_default();
    [ItemKind::Ir, ItemKind::Dr, ItemKind::Cs, ItemKind::Amc, ItemKind::Gm]
        .into_iter()
        .find(|kind| kind.as_str() == word)
        .unwrap_or(ItemKind::Info)
}

/// `SUBPART A` of `SUBPART A — GENERAL`; the whole heading if it has no number.
fn heading_code(name: &str) -> String {
    const WORDS: [&str; 8] = ["SUBPART", "SECTION", "CHAPTER", "PART", "ANNEX", "TITLE", "APPENDIX", "SUBSECTION"];
    let mut words = name.split(' ');
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let number = second.trim_end_matches([':', ',', '.']);
    let is_numbered = WORDS.contains(&first.to_uppercase().as_str())
        && !number.is_empty()
        && number.len() <= 8
        && number.chars().all(|c| c.is_ascii_digit() || c.is_ascii_uppercase() || matches!(c, '.' | '-'));
    if is_numbered { [first, " ", number].concat() } else { name.to_owned() }
}
