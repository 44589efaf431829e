//! Reading a catalog.

use std::collections::HashMap;

use base64::Engine;
use serde_json::Value;

use super::json::{label, list, prop, props, str_of};
use super::order::reorder;
use super::params::CatalogParams;
use super::{DIRECT, head, names, parts};
use crate::findings::{FindingList, SourceFinding, SourceRule};
use crate::mapping::Relationship;
use crate::model::{
    CrossReference, ImagePlace, ItemCounterpart, ItemKind, RuleDate, SourceCategory, SourceCollection, SourceImage,
    SourceItem, SourceTag, is_address,
};
use crate::settle::settle;
use crate::sheet::decoded;
use crate::{SourceLimits, clean};

/// Reads a catalog.
pub(crate) fn read_json(bytes: &[u8], limits: &SourceLimits, findings: &mut FindingList) -> SourceCollection {
    let Some(text) = decoded(bytes, findings) else { return SourceCollection::default() };
    // Every value has one of these before or behind it; counting them keeps memory bounded.
    let values = memchr::memchr3_iter(b',', b'[', b'{', text.as_bytes()).count();
    if values > limits.cells {
        findings.add(SourceFinding::new(SourceRule::CellsTooMany).with("limit", limits.cells.to_string()));
        return SourceCollection::default();
    }
    let value: Value = match serde_json::from_str(&text) {
        Ok(value) => value,
        Err(error) => {
            let line = u32::try_from(error.line()).ok();
            findings.add(SourceFinding::new(SourceRule::JsonInvalid).line(line).with("message", error.to_string()));
            return SourceCollection::default();
        }
    };
    let Some(catalog) = value.get("catalog") else {
        findings.add(SourceFinding::new(SourceRule::FormatUnknown));
        return SourceCollection::default();
    };
    let mut reader = CatalogReader::new(catalog, limits);
    reader.params.add(list(catalog, "params"));
    reader.collect_params(catalog, 0);
    reader.controls(catalog, None, None, 0, findings);
    reader.groups(catalog, None, 0, findings);
    reader.images(catalog, findings);
    reader.finish(findings)
}

struct CatalogReader<'v> {
    collection: SourceCollection,
    limits: &'v SourceLimits,
    params: CatalogParams<'v>,
    is_ours: bool,
    /// Controls and groups by their ids. Their codes are final when all are read.
    places: HashMap<&'v str, CatalogPlace>,
    /// For each item: links and further parents, resolved when all codes are known.
    later: Vec<&'v Value>,
    /// Positions that we wrote, for items and categories.
    order: Vec<usize>,
    category_order: Vec<usize>,
}

/// The place of a control or a group in the collection.
#[derive(Debug, Clone, Copy)]
enum CatalogPlace {
    Category(usize),
    Item(usize),
    /// A control that is left out.
    Withdrawn,
}

impl<'v> CatalogReader<'v> {
    fn new(catalog: &'v Value, limits: &'v SourceLimits) -> Self {
        let metadata = catalog.get("metadata").unwrap_or(&Value::Null);
        let is_ours = !prop(metadata, names::LAYOUT).is_empty();
        let head = head::read(catalog, metadata, is_ours);
        Self {
            collection: SourceCollection { head, ..SourceCollection::default() },
            limits,
            params: CatalogParams::default(),
            is_ours,
            places: HashMap::new(),
            later: Vec::new(),
            order: Vec::new(),
            category_order: Vec::new(),
        }
    }

    fn collect_params(&mut self, value: &'v Value, depth: usize) {
        if depth > self.limits.depth {
            return;
        }
        for part in list(value, "groups").iter().chain(list(value, "controls")) {
            self.params.add(list(part, "params"));
            self.collect_params(part, depth + 1);
        }
    }

    fn too_deep(&self, depth: usize, findings: &mut FindingList) -> bool {
        if depth > self.limits.depth {
            findings.add(SourceFinding::new(SourceRule::TooDeep).with("limit", self.limits.depth.to_string()));
        }
        depth > self.limits.depth
    }

    fn groups(&mut self, value: &'v Value, parent: Option<usize>, depth: usize, findings: &mut FindingList) {
        if self.too_deep(depth, findings) {
            return;
        }
        for group in list(value, "groups") {
            if str_of(group, "class") == DIRECT {
                self.controls(group, parent, None, depth + 1, findings);
                continue;
            }
            let id = str_of(group, "id");
            let label = clean::line(label(group));
            let name = self.title(group);
            let code = [label, clean::line(id), name.clone()].into_iter().find(|text| !text.is_empty());
            let place = self.collection.categories.len();
            let code = code.unwrap_or_default();
            self.places.insert(id, CatalogPlace::Category(place));
            self.category_order.push(prop(group, names::ORDER).parse().unwrap_or(place));
            self.collection.categories.push(SourceCategory { code, name, parent });
            self.controls(group, Some(place), None, depth + 1, findings);
            self.groups(group, Some(place), depth + 1, findings);
        }
    }

    /// A title; we write a dash where there is none.
    fn title(&self, value: &Value) -> String {
        let title = clean::line(str_of(value, "title"));
        if self.is_ours && title == "-" { String::new() } else { title }
    }

    fn controls(
        &mut self,
        value: &'v Value,
        category: Option<usize>,
        parent: Option<usize>,
        depth: usize,
        findings: &mut FindingList,
    ) {
        if self.too_deep(depth, findings) {
            return;
        }
        for control in list(value, "controls") {
            if self.collection.items.len() > self.limits.items {
                return;
            }
            if self.is_withdrawn(control) {
                // The takeover withdraws what an earlier version had and this one has not. What is below it stands.
                findings.add(SourceFinding::new(SourceRule::ControlWithdrawn).with("code", code_of(control)));
                self.places.insert(str_of(control, "id"), CatalogPlace::Withdrawn);
                self.controls(control, category, parent, depth + 1, findings);
                continue;
            }
            let place = self.collection.items.len();
            let mut item = self.item(control, findings);
            item.category = category;
            item.parent = parent;
            self.places.insert(str_of(control, "id"), CatalogPlace::Item(place));
            self.later.push(control);
            self.order.push(prop(control, names::ORDER).parse().unwrap_or(place));
            self.collection.items.push(item);
            self.controls(control, category, Some(place), depth + 1, findings);
        }
    }

    /// Whether the publisher says that a control is no requirement any more. What we wrote says so nowhere.
    fn is_withdrawn(&self, control: &Value) -> bool {
        let says_so = |prop: &Value| {
            str_of(prop, "name") == "status" && str_of(prop, "value").trim().eq_ignore_ascii_case("withdrawn")
        };
        !self.is_ours && list(control, "props").iter().any(says_so)
    }

    fn item(&self, control: &Value, findings: &mut FindingList) -> SourceItem {
        let id = clean::line(str_of(control, "id"));
        let code = code_of(control);
        let mut open = 0;
        let mut resolve = |prose: &str| {
            let (text, unresolved) = self.params.resolve(prose);
            open += unresolved;
            text
        };
        let text = parts::read(list(control, "parts"), &mut resolve);
        if open > 0 && !self.is_ours {
            let finding = SourceFinding::new(SourceRule::ParameterOpen).with("code", &code);
            findings.add(finding.with("count", open.to_string()));
        }
        let foreign = list(control, "props").iter().filter(|prop| {
            !self.is_ours && !matches!(str_of(prop, "name"), names::LABEL | names::ORDER | "alt-identifier")
        });
        let own_tags = props(control, names::TAG).map(|entry| match entry.split_once('=') {
            Some((name, value)) => SourceTag::new(name, value),
            None => SourceTag::new("", entry),
        });
        let kind = ItemKind::parse(prop(control, names::KIND)).or_else(|| ItemKind::parse(str_of(control, "class")));
        let kind = kind.unwrap_or_default();
        let assessable = match prop(control, names::ASSESSABLE) {
            "" => kind.is_assessable(),
            word => word == "yes",
        };
        let line = |name: &str| clean::line(prop(control, name));
        SourceItem {
            stable_id: if self.is_ours { line(names::STABLE_ID) } else { id },
            title: self.title(control),
            code,
            kind,
            is_assessable: assessable,
            clauses: text.clauses,
            guidance: text.guidance,
            future: text.future,
            effective: RuleDate::parse(prop(control, names::EFFECTIVE)),
            expiry: RuleDate::parse(prop(control, names::EXPIRY)),
            applicability: line(names::APPLICABILITY),
            source_ref: line(names::SOURCE_REF),
            amendment: line(names::AMENDMENT),
            supersedes: props(control, names::SUPERSEDES).map(clean::line).collect(),
            covers: props(control, names::COVERS).map(clean::line).collect(),
            tags: foreign
                .map(|prop| SourceTag::new(str_of(prop, "name"), str_of(prop, "value")))
                .chain(own_tags)
                .collect(),
            mappings: props(control, names::MAPPING).filter_map(counterpart).collect(),
            images: props(control, names::IMAGE).map(image_place).collect(),
            ..SourceItem::default()
        }
    }

    fn images(&mut self, catalog: &Value, findings: &mut FindingList) {
        let mut total = 0;
        let resources = catalog.get("back-matter").map(|matter| list(matter, "resources")).unwrap_or_default();
        for (resource, data) in resources.iter().filter_map(|resource| Some((resource, resource.get("base64")?))) {
            let name = [str_of(data, "filename"), str_of(resource, "title"), str_of(resource, "uuid")];
            let name = clean::line(name.into_iter().find(|name| !name.is_empty()).unwrap_or_default());
            let value = str_of(data, "value");
            let is_large = value.len() / 4 * 3 > self.limits.image_bytes || total > self.limits.images_bytes;
            let bytes = base64::engine::general_purpose::STANDARD.decode(value).ok().filter(|_| !is_large);
            let Some(bytes) = bytes else {
                let rule = if is_large { SourceRule::ImageTooLarge } else { SourceRule::ImageMissing };
                findings.add(SourceFinding::new(rule).with("image", &name));
                continue;
            };
            total += bytes.len();
            let media_type = SourceImage::known_type(str_of(data, "media-type")).to_owned();
            self.collection.images.push(SourceImage { name, media_type, bytes, known_hash: String::new() });
        }
    }

    fn finish(mut self, findings: &mut FindingList) -> SourceCollection {
        settle(&mut self.collection, self.limits, findings);
        let by_code = self.collection.items_by_code();
        for (place, control) in self.later.iter().enumerate() {
            for code in props(control, names::ALSO_UNDER) {
                let other = by_code.get(&clean::code_key(code)).copied().filter(|other| *other != place);
                self.collection.items[place].also_under.extend(other);
            }
            for link in list(control, "links") {
                let reference = self.reference(link, findings);
                self.collection.items[place].references.extend(reference);
            }
        }
        reorder(&mut self.collection, &self.order, &self.category_order);
        self.collection
    }

    fn reference(&self, link: &Value, findings: &mut FindingList) -> Option<CrossReference> {
        let clause = clean::line(str_of(link, "resource-fragment"));
        let href = str_of(link, "href");
        let target = match href.strip_prefix('#') {
            Some(id) => match self.places.get(id) {
                Some(CatalogPlace::Category(place)) => Some(self.collection.categories[*place].code.clone()),
                Some(CatalogPlace::Item(place)) => Some(self.collection.items[*place].code.clone()),
                // A finding names the control already.
                Some(CatalogPlace::Withdrawn) => return None,
                None => None,
            },
            None if is_address(href) || self.is_ours => Some(clean::line(href)),
            None => None,
        };
        if target.is_none() {
            findings.add(SourceFinding::new(SourceRule::ReferenceUnknown).with("target", href));
        }
        Some(CrossReference { clause, target: target? })
    }
}

/// The label of a control, or its id.
fn code_of(control: &Value) -> String {
    let code = clean::line(label(control));
    if code.is_empty() { clean::line(str_of(control, "id")) } else { code }
}

fn counterpart(entry: &str) -> Option<ItemCounterpart> {
    let (target, word) = entry.rsplit_once('|')?;
    let (collection, code) = target.split_once(':')?;
    let relationship = Relationship::parse(word)?;
    Some(ItemCounterpart { collection: clean::line(collection), code: clean::line(code), relationship })
}

fn image_place(entry: &str) -> ImagePlace {
    let (clause, image) = entry.split_once(" → ").unwrap_or(("", entry));
    ImagePlace { clause: clean::line(clause), image: clean::line(image) }
}
