//! Writing a catalog.

use std::collections::HashMap;

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Map, Value, json};

use super::ids::{Tokens, uuid};
use super::json::{insert_list, own};
use super::{DIRECT, VERSION, names, parts};
use crate::clean;
use crate::model::{ComplianceType, SourceCollection, SourceItem};

/// A catalog in JSON. Ids and the UUID follow from the content; the time of the last change is the caller's.
pub fn to_oscal(collection: &SourceCollection, last_modified: DateTime<Utc>) -> Vec<u8> {
    let mut tokens = Tokens::default();
    let ids = |item: &SourceItem, tokens: &mut Tokens| {
        tokens.token(if item.stable_id.is_empty() { &item.code } else { &item.stable_id })
    };
    let ids: Vec<String> = collection.items.iter().map(|item| ids(item, &mut tokens)).collect();
    let groups: Vec<String> = collection.categories.iter().map(|category| tokens.token(&category.code)).collect();
    let mut writer = CatalogWriter::new(collection, ids, groups);
    let head = &collection.head;
    let mut catalog = Map::new();
    catalog.insert("uuid".to_owned(), uuid(&[&head.name, &head.version, &head.publication_id]).into());
    catalog.insert("metadata".to_owned(), metadata(collection, last_modified));
    let (controls, groups) = writer.below(None);
    insert_list(&mut catalog, "controls", controls);
    insert_list(&mut catalog, "groups", groups);
    let resources: Vec<Value> = collection.images.iter().map(resource).collect();
    if !resources.is_empty() {
        catalog.insert("back-matter".to_owned(), json!({ "resources": resources }));
    }
    let mut bytes = serde_json::to_vec(&json!({ "catalog": catalog })).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

fn resource(image: &crate::model::SourceImage) -> Value {
    use base64::Engine;
    let value = base64::engine::general_purpose::STANDARD.encode(&image.bytes);
    json!({
        "uuid": uuid(&["image", &image.name]),
        "title": image.name,
        "base64": { "filename": image.name, "media-type": image.media_type, "value": value },
    })
}

/// A required text; OSCAL has no empty ones.
fn or_dash(text: &str) -> &str {
    if text.is_empty() { "-" } else { text }
}

fn metadata(collection: &SourceCollection, last_modified: DateTime<Utc>) -> Value {
    let head = &collection.head;
    let mut props = vec![own(names::LAYOUT, "1")];
    let values = [
        ("name", head.name.as_str()),
        ("version", &head.version),
        ("originator", &head.originator),
        ("compliance-type", head.compliance_type.map_or("", ComplianceType::as_str)),
        ("source-reference", &head.source_reference),
        ("publication-id", &head.publication_id),
        ("publication-date", head.publication_date.raw()),
        (names::EFFECTIVE, head.effective_date.raw()),
        ("language", &head.language),
        ("licence", &head.licence),
        ("code-pattern", &head.code_pattern),
    ];
    props.extend(values.iter().filter(|(_, value)| !value.is_empty()).map(|(name, value)| own(name, value)));
    json!({
        "title": or_dash(&head.name),
        "last-modified": last_modified.to_rfc3339_opts(SecondsFormat::Secs, true),
        "version": or_dash(&head.version),
        "oscal-version": VERSION,
        "props": props,
    })
}

struct CatalogWriter<'c> {
    collection: &'c SourceCollection,
    ids: Vec<String>,
    groups: Vec<String>,
    by_code: HashMap<String, usize>,
    /// The items right below each item, and below each category or the collection.
    children: Vec<Vec<usize>>,
    in_category: Vec<Vec<usize>>,
    categories_in: Vec<Vec<usize>>,
}

impl<'c> CatalogWriter<'c> {
    fn new(collection: &'c SourceCollection, ids: Vec<String>, groups: Vec<String>) -> Self {
        // The last place of the lists by category is that of the collection itself.
        let top = collection.categories.len();
        let mut children = vec![Vec::new(); collection.items.len()];
        let mut in_category = vec![Vec::new(); top + 1];
        let mut categories_in = vec![Vec::new(); top + 1];
        for (place, item) in collection.items.iter().enumerate() {
            match item.parent {
                Some(parent) => children[parent].push(place),
                None => in_category[item.category.unwrap_or(top)].push(place),
            }
        }
        for (place, category) in collection.categories.iter().enumerate() {
            categories_in[category.parent.unwrap_or(top)].push(place);
        }
        let by_code = collection.items_by_code();
        Self { collection, ids, groups, by_code, children, in_category, categories_in }
    }

    /// The controls and groups below a category or the collection.
    fn below(&mut self, category: Option<usize>) -> (Vec<Value>, Vec<Value>) {
        let place = category.unwrap_or(self.collection.categories.len());
        let controls =
            std::mem::take(&mut self.in_category[place]).into_iter().map(|item| self.control(item)).collect();
        let groups =
            std::mem::take(&mut self.categories_in[place]).into_iter().map(|group| self.group(group)).collect();
        (controls, groups)
    }

    fn group(&mut self, place: usize) -> Value {
        let category = &self.collection.categories[place];
        let mut group = Map::new();
        let order = place.to_string();
        group.insert("id".to_owned(), self.groups[place].clone().into());
        group.insert("title".to_owned(), or_dash(&category.name).into());
        let props = [json!({ "name": names::LABEL, "value": category.code }), own(names::ORDER, &order)];
        group.insert("props".to_owned(), Value::Array(props.to_vec()));
        let (controls, mut groups) = self.below(Some(place));
        if groups.is_empty() {
            insert_list(&mut group, "controls", controls);
        } else {
            if !controls.is_empty() {
                let id = [&self.groups[place], "_direct"].concat();
                let title = or_dash(&category.name);
                groups.insert(0, json!({ "id": id, "class": DIRECT, "title": title, "controls": controls }));
            }
            insert_list(&mut group, "groups", groups);
        }
        Value::Object(group)
    }

    fn control(&mut self, place: usize) -> Value {
        let item = &self.collection.items[place];
        let id = self.ids[place].clone();
        let mut control = Map::new();
        control.insert("id".to_owned(), id.clone().into());
        control.insert("class".to_owned(), item.kind.as_str().into());
        control.insert("title".to_owned(), or_dash(&item.title).into());
        control.insert("props".to_owned(), Value::Array(self.props(place, item)));
        let ids = &self.ids;
        let by_code = |code: &str| self.by_code.get(&clean::code_key(code)).map(|place| ids[*place].as_str());
        insert_list(&mut control, "links", parts::links(item, by_code));
        insert_list(&mut control, "parts", parts::written(item, &id));
        let children = std::mem::take(&mut self.children[place]);
        let children = children.into_iter().map(|child| self.control(child)).collect();
        insert_list(&mut control, "controls", children);
        Value::Object(control)
    }

    fn props(&self, place: usize, item: &SourceItem) -> Vec<Value> {
        let single = [
            (names::ORDER, place.to_string()),
            (names::STABLE_ID, item.stable_id.clone()),
            (names::KIND, item.kind.as_str().to_owned()),
            (names::ASSESSABLE, if item.is_assessable { "yes" } else { "no" }.to_owned()),
            (names::APPLICABILITY, item.applicability.clone()),
            (names::SOURCE_REF, item.source_ref.clone()),
            (names::EFFECTIVE, item.effective.raw().to_owned()),
            (names::EXPIRY, item.expiry.raw().to_owned()),
            (names::AMENDMENT, item.amendment.clone()),
        ];
        let also = item.also_under.iter().map(|place| (names::ALSO_UNDER, self.collection.items[*place].code.clone()));
        let tags = item.tags.iter().map(|tag| {
            let value =
                if tag.name().is_empty() { tag.value().to_owned() } else { [tag.name(), "=", tag.value()].concat() };
            (names::TAG, value)
        });
        let mappings = item.mappings.iter().map(|one| {
            let value = [&one.collection, ":", &one.code, "|", one.relationship.as_str()].concat();
            (names::MAPPING, value)
        });
        let images = item.images.iter().map(|place| {
            let arrow = if place.clause.is_empty() { "" } else { " → " };
            (names::IMAGE, [&place.clause, arrow, &place.image].concat())
        });
        let lists = (item.supersedes.iter().map(|code| (names::SUPERSEDES, code.clone())))
            .chain(item.covers.iter().map(|path| (names::COVERS, path.clone())));
        let all = single.into_iter().chain(lists).chain(also).chain(tags).chain(mappings).chain(images);
        let mut props = vec![json!({ "name": names::LABEL, "value": item.code })];
        props.extend(all.filter(|(_, value)| !value.is_empty()).map(|(name, value)| own(name, &value)));
        props
    }
}
