//! A collection of ours in the model of regulations.

use std::collections::{HashMap, HashSet};

use domain::compliance::{ComplianceCollection, PolicyCategory, PolicyItemKind};
use domain::id::{PolicyCategoryId, PolicyItemId};
use domain::text::fold;
use regulations::model::{
    CollectionHead, ComplianceType, CrossReference, FutureClause, ImagePlace, ItemKind, RuleDate, SourceCategory,
    SourceCollection, SourceImage, SourceItem, SourceTag,
};
use store::Tx;
use store::regulations::{
    CollectionContents, CollectionSource, ContentItem, ItemSource, SourceDate, SourceFuture, SourcePicture,
};

use super::clauses;
use crate::core::error::Error;

/// A collection of ours, with its records in the same order.
#[derive(Debug, Default)]
pub(super) struct StoredEdition {
    pub(super) collection: SourceCollection,
    pub(super) categories: Vec<PolicyCategory>,
    pub(super) items: Vec<ContentItem>,
    /// Of the collection's record; 0 for a collection that is not there yet.
    pub(super) version: i64,
}

impl StoredEdition {
    /// The ids and versions of the items, by id.
    pub(super) fn versions(&self) -> Vec<(PolicyItemId, i64)> {
        let mut versions: Vec<(PolicyItemId, i64)> =
            self.items.iter().map(|item| (item.id.clone(), item.version)).collect();
        versions.sort_unstable();
        versions
    }
}

/// Categories that are read at once; more than a collection may have.
pub(super) const ALL_CATEGORIES: u64 = 100_000;

/// Reads a collection as its last version had it, withdrawn items included.
pub(super) async fn load(tx: &mut Tx, collection: &ComplianceCollection) -> Result<StoredEdition, Error> {
    let categories = store::compliance::list_categories(tx, Some(&collection.id), ALL_CATEGORIES).await?;
    let contents = store::regulations::list_contents(tx, &collection.id).await?;
    let mut edition = edition(collection, categories, contents);
    let images: HashSet<String> = edition
        .collection
        .items
        .iter_mut()
        .zip(&edition.items)
        .flat_map(|(item, record)| hashed(item, record))
        .collect();
    let image = |hash: String| SourceImage { name: hash.clone(), known_hash: hash, ..SourceImage::default() };
    edition.collection.images = images.into_iter().map(image).collect();
    Ok(edition)
}

/// Lets the pictures of an item be known by the hashes of their bytes: files of several versions use the same names.
/// Gives the hashes.
fn hashed(item: &mut SourceItem, record: &ContentItem) -> Vec<String> {
    let pictures = record.source.iter().flat_map(|source| &source.images);
    let mut hashes = Vec::new();
    for (place, picture) in item.images.iter_mut().zip(pictures).filter(|(_, picture)| !picture.hash.is_empty()) {
        place.image.clone_from(&picture.hash);
        hashes.push(picture.hash.clone());
    }
    hashes
}

/// Reads a collection as it is now: without withdrawn items, and with what people changed.
pub(super) async fn load_current(tx: &mut Tx, collection: &ComplianceCollection) -> Result<StoredEdition, Error> {
    let categories = store::compliance::list_categories(tx, Some(&collection.id), ALL_CATEGORIES).await?;
    let mut contents = store::regulations::list_contents(tx, &collection.id).await?;
    contents.items.retain(|item| !item.is_withdrawn);
    let mut edition = edition(collection, categories, contents);
    for (item, record) in edition.collection.items.iter_mut().zip(&edition.items) {
        *item = current(item, record);
    }
    Ok(edition)
}

/// The item with the values that people changed.
pub(super) fn current(item: &SourceItem, record: &ContentItem) -> SourceItem {
    let effective = if item.effective.date() == record.effective_on {
        item.effective.clone()
    } else {
        record.effective_on.map(RuleDate::from).unwrap_or_default()
    };
    let guidance = record.guidance.clone();
    SourceItem { is_assessable: record.is_assessable, guidance, effective, ..item.clone() }
}

fn edition(
    collection: &ComplianceCollection,
    categories: Vec<PolicyCategory>,
    contents: CollectionContents,
) -> StoredEdition {
    let read = SourceCollection {
        head: head(collection, &contents.source),
        categories: source_categories(&categories),
        items: source_items(&categories, &contents.items),
        images: Vec::new(),
    };
    StoredEdition { collection: read, items: contents.items, categories, version: collection.version }
}

/// The place of each category.
fn places(categories: &[PolicyCategory]) -> HashMap<&PolicyCategoryId, usize> {
    categories.iter().enumerate().map(|(place, category)| (&category.id, place)).collect()
}

fn source_categories(categories: &[PolicyCategory]) -> Vec<SourceCategory> {
    let places = places(categories);
    let source = |category: &PolicyCategory| SourceCategory {
        code: category.code.clone(),
        name: category.name.clone(),
        parent: category.parent.as_ref().and_then(|parent| places.get(parent).copied()),
    };
    categories.iter().map(source).collect()
}

fn source_items(categories: &[PolicyCategory], records: &[ContentItem]) -> Vec<SourceItem> {
    let of_category = places(categories);
    let of_item: HashMap<&PolicyItemId, usize> =
        records.iter().enumerate().map(|(place, item)| (&item.id, place)).collect();
    // A withdrawn item may have the code of another one.
    let by_code: HashMap<String, usize> = (records.iter().enumerate())
        .filter(|(_, item)| !item.is_withdrawn)
        .map(|(place, item)| (fold(&item.code), place))
        .collect();
    let mut items = Vec::with_capacity(records.len());
    for record in records {
        let also_under = record.source.iter().flat_map(|source| &source.also_under);
        items.push(SourceItem {
            category: record.category.as_ref().and_then(|id| of_category.get(id).copied()),
            parent: record.parent.as_ref().and_then(|id| of_item.get(id).copied()),
            also_under: also_under.filter_map(|code| by_code.get(&fold(code)).copied()).collect(),
            ..item(record)
        });
    }
    items
}

fn head(collection: &ComplianceCollection, source: &CollectionSource) -> CollectionHead {
    let details = &collection.details;
    let effective = if source.effective.date == details.effective_on {
        date(&source.effective)
    } else {
        details.effective_on.map(RuleDate::from).unwrap_or_default()
    };
    CollectionHead {
        name: details.name.clone(),
        originator: details.originator.clone(),
        compliance_type: ComplianceType::parse(details.compliance_type.as_str()),
        source_reference: details.source_reference.clone(),
        version: details.edition.clone(),
        publication_id: source.publication_id.clone(),
        publication_date: date(&source.publication_date),
        effective_date: effective,
        language: source.language.clone(),
        licence: source.licence.clone(),
        code_pattern: source.code_pattern.clone(),
    }
}

/// An item without its place.
fn item(record: &ContentItem) -> SourceItem {
    let own = SourceItem {
        stable_id: record.stable_id.clone(),
        code: record.code.clone(),
        title: record.title.clone(),
        kind: ItemKind::parse(record.kind.as_str()).unwrap_or_default(),
        is_assessable: record.is_assessable,
        clauses: clauses::read(record).clauses,
        guidance: record.guidance.clone(),
        effective: record.effective_on.map(RuleDate::from).unwrap_or_default(),
        applicability: record.applicability.clone(),
        ..SourceItem::default()
    };
    let Some(source) = &record.source else { return own };
    let tag = |(name, value): &(String, String)| SourceTag::new(name, value);
    let reference =
        |(clause, target): &(String, String)| CrossReference { clause: clause.clone(), target: target.clone() };
    let image = |one: &SourcePicture| ImagePlace { clause: one.clause.clone(), image: one.name.clone() };
    SourceItem {
        is_assessable: source.is_assessable,
        guidance: source.guidance.clone(),
        effective: date(&source.effective),
        expiry: date(&source.expiry),
        applicability: source.applicability.clone(),
        source_ref: source.source_ref.clone(),
        amendment: source.amendment.clone(),
        supersedes: source.supersedes.clone(),
        covers: source.covers.clone(),
        tags: source.tags.iter().map(tag).collect(),
        references: source.references.iter().map(reference).collect(),
        future: source.future.iter().map(future).collect(),
        images: source.images.iter().map(image).collect(),
        ..own
    }
}

fn date(stored: &SourceDate) -> RuleDate {
    RuleDate::of_parts(&stored.raw, stored.date, &stored.note)
}

fn future(stored: &SourceFuture) -> FutureClause {
    FutureClause { path: stored.path.clone(), text: stored.text.clone(), applicable: date(&stored.applicable) }
}

/// A date as it is stored.
pub(super) fn stored_date(date: &RuleDate) -> SourceDate {
    SourceDate { raw: date.raw().to_owned(), date: date.date(), note: date.note().to_owned() }
}

/// The hashes of the pictures of a file by name.
pub(super) fn image_hashes(collection: &SourceCollection) -> HashMap<String, String> {
    collection.images.iter().map(|image| (image.name.clone(), image.hash())).collect()
}

/// The facts of a file about an item for which we have no columns. `hashes` has those of its pictures.
pub(super) fn item_source(
    collection: &SourceCollection,
    item: &SourceItem,
    hashes: &HashMap<String, String>,
) -> ItemSource {
    let future = |future: &FutureClause| SourceFuture {
        path: future.path.clone(),
        text: future.text.clone(),
        applicable: stored_date(&future.applicable),
    };
    let also_under = item.also_under.iter().filter_map(|place| collection.items.get(*place));
    let image = |place: &ImagePlace| SourcePicture {
        clause: place.clause.clone(),
        name: place.image.clone(),
        hash: hashes.get(place.image.as_str()).cloned().unwrap_or_default(),
    };
    ItemSource {
        is_assessable: item.is_assessable,
        guidance: item.guidance.clone(),
        text_hash: clauses::text_hash(&item.text()),
        effective: stored_date(&item.effective),
        expiry: stored_date(&item.expiry),
        applicability: item.applicability.clone(),
        source_ref: item.source_ref.clone(),
        amendment: item.amendment.clone(),
        supersedes: item.supersedes.clone(),
        covers: item.covers.clone(),
        also_under: also_under.map(|other| other.code.clone()).collect(),
        tags: item.tags.iter().map(|tag| (tag.name().to_owned(), tag.value().to_owned())).collect(),
        references: item.references.iter().map(|one| (one.clause.clone(), one.target.clone())).collect(),
        future: item.future.iter().map(future).collect(),
        images: item.images.iter().map(image).collect(),
    }
}

/// The facts of a file about its collection for which we have no columns.
pub(super) fn collection_source(head: &CollectionHead) -> CollectionSource {
    CollectionSource {
        publication_id: head.publication_id.clone(),
        publication_date: stored_date(&head.publication_date),
        effective: stored_date(&head.effective_date),
        language: head.language.clone(),
        licence: head.licence.clone(),
        code_pattern: head.code_pattern.clone(),
    }
}

/// The kind as our items have it; both lists of kinds have the same names.
pub(super) fn kind(kind: ItemKind) -> PolicyItemKind {
    PolicyItemKind::parse(kind.as_str()).unwrap_or(PolicyItemKind::Rule)
}
