//! The last step of every reader of a publisher's file: unique codes, inherited categories, limits.

use std::collections::{HashMap, HashSet};

use crate::findings::{FindingList, SourceFinding, SourceRule};
use crate::model::{CollectionHead, SourceCollection, SourceItem};
use crate::{SourceLimits, clean};

/// Makes the invariants of the model true. Values beyond the limits are cut, with findings that block.
pub(crate) fn settle(collection: &mut SourceCollection, limits: &SourceLimits, findings: &mut FindingList) {
    inherit_categories(&mut collection.items);
    cut(collection, limits, findings);
    unique_items(collection, findings);
    unique_categories(collection);
    check_depth(collection, limits, findings);
    count(collection, limits, findings);
}

/// An item below another is in its category.
pub(crate) fn inherit_categories(items: &mut [SourceItem]) {
    for place in 0..items.len() {
        let mut top = place;
        while let Some(parent) = items[top].parent {
            top = parent;
        }
        items[place].category = items[top].category;
    }
}

/// Counts against the limits of a whole collection.
pub(crate) fn count(collection: &SourceCollection, limits: &SourceLimits, findings: &mut FindingList) {
    let counts = [
        (SourceRule::ItemsTooMany, collection.items.len(), limits.items),
        (SourceRule::ItemsTooMany, collection.categories.len(), limits.categories),
        (SourceRule::ClausesTooMany, collection.clause_count(), limits.clauses),
    ];
    for (rule, _, limit) in counts.into_iter().filter(|(_, count, limit)| count > limit) {
        findings.add(SourceFinding::new(rule).with("limit", limit.to_string()));
    }
    if collection.items.is_empty() {
        findings.add(SourceFinding::new(SourceRule::ItemsNone));
    }
    for item in &collection.items {
        check_lists(item, limits, findings);
    }
}

/// Reports lists with values that are too long.
fn check_lists(item: &SourceItem, limits: &SourceLimits, findings: &mut FindingList) {
    let is_long = |text: &str| text.len() > limits.title_chars && text.chars().nth(limits.title_chars).is_some();
    let is_long_text = |text: &str| text.len() > limits.text_chars && text.chars().nth(limits.text_chars).is_some();
    let lists = [
        ("supersedes", limits.title_chars, item.supersedes.iter().any(|code| is_long(code))),
        ("covers", limits.title_chars, item.covers.iter().any(|path| is_long(path))),
        ("tags", limits.title_chars, item.tags.iter().any(|tag| is_long(tag.name()) || is_long(tag.value()))),
        (
            "references",
            limits.title_chars,
            item.references.iter().any(|one| is_long(&one.clause) || is_long(&one.target)),
        ),
        ("images", limits.title_chars, item.images.iter().any(|place| is_long(&place.clause) || is_long(&place.image))),
        (
            "mappings",
            limits.title_chars,
            item.mappings.iter().any(|one| is_long(&one.collection) || is_long(&one.code)),
        ),
        ("future", limits.title_chars, item.future.iter().any(|one| is_long(&one.path))),
        ("future", limits.text_chars, item.future.iter().any(|one| is_long_text(&one.text))),
    ];
    for (field, limit, _) in lists.into_iter().filter(|(_, _, has_long)| *has_long) {
        let finding = SourceFinding::new(SourceRule::ValueTooLong).with("code", &item.code).with("field", field);
        findings.add(finding.with("limit", limit.to_string()));
    }
}

/// Reports items and categories that are nested too deep.
fn check_depth(collection: &SourceCollection, limits: &SourceLimits, findings: &mut FindingList) {
    let too_deep =
        |code: &str| SourceFinding::new(SourceRule::TooDeep).with("code", code).with("limit", limits.depth.to_string());
    let (items, categories) = (&collection.items, &collection.categories);
    for (place, item) in items.iter().enumerate() {
        let mut above = std::iter::successors(Some(place), |place| items[*place].parent);
        if above.nth(limits.depth).is_some() {
            findings.add(too_deep(&item.code));
        }
    }
    for (place, category) in categories.iter().enumerate() {
        let mut above = std::iter::successors(Some(place), |place| categories[*place].parent);
        if above.nth(limits.depth).is_some() {
            findings.add(too_deep(&category.code));
        }
    }
}

fn cut(collection: &mut SourceCollection, limits: &SourceLimits, findings: &mut FindingList) {
    for item in &mut collection.items {
        let code = item.code.clone();
        let fields = [
            ("external_id", &mut item.stable_id, limits.code_chars),
            ("code", &mut item.code, limits.code_chars),
            ("title", &mut item.title, limits.title_chars),
            ("applicability", &mut item.applicability, limits.title_chars),
            ("source_ref", &mut item.source_ref, limits.title_chars),
            ("amendment", &mut item.amendment, limits.title_chars),
            ("guidance", &mut item.guidance, limits.text_chars),
        ];
        for (field, value, chars) in fields {
            let short = clean::shortened(value, chars);
            if short.len() < value.len() {
                let finding = SourceFinding::new(SourceRule::ValueTooLong).with("code", &code).with("field", field);
                findings.add(finding.with("limit", chars.to_string()));
                *value = short.to_owned();
            }
        }
        let chars: usize = item.clauses.iter().map(|clause| clause.text.chars().count()).sum();
        if chars > limits.text_chars {
            let finding = SourceFinding::new(SourceRule::ValueTooLong).with("code", &code).with("field", "text");
            findings.add(finding.with("limit", limits.text_chars.to_string()));
        }
    }
    cut_head(&mut collection.head, limits);
    for category in &mut collection.categories {
        category.code = clean::shortened(&category.code, limits.code_chars).to_owned();
        category.name = clean::shortened(&category.name, limits.title_chars).to_owned();
    }
}

fn cut_head(head: &mut CollectionHead, limits: &SourceLimits) {
    let values = [
        &mut head.name,
        &mut head.originator,
        &mut head.source_reference,
        &mut head.version,
        &mut head.publication_id,
        &mut head.language,
        &mut head.licence,
        &mut head.code_pattern,
    ];
    for value in values {
        let length = clean::shortened(value, limits.title_chars).len();
        value.truncate(length);
    }
}

/// Publishers use a code twice now and then; the id of the later item makes it another one.
fn unique_items(collection: &mut SourceCollection, findings: &mut FindingList) {
    let mut used = HashSet::new();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for item in &mut collection.items {
        if used.insert(clean::code_key(&item.code)) {
            continue;
        }
        let finding = SourceFinding::new(SourceRule::CodeShared).with("code", &item.code);
        let id = if item.stable_id.is_empty() { "2" } else { &item.stable_id };
        let base = [&item.code, " [", id].concat();
        let mut code = [&base, "]"].concat();
        // Counting on from the last number: thousands may share a code.
        let number = numbers.entry(clean::code_key(&base)).or_insert(2);
        while !used.insert(clean::code_key(&code)) {
            *number += 1;
            code = [&base, ".", &number.to_string(), "]"].concat();
        }
        findings.add(finding.with("used", &code));
        item.code = code;
    }
}

/// Subparts of the same name in several parts get the code of the part before theirs.
fn unique_categories(collection: &mut SourceCollection) {
    let mut used: HashSet<String> = collection.items.iter().map(|item| clean::code_key(&item.code)).collect();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for place in 0..collection.categories.len() {
        let category = &collection.categories[place];
        let own = if category.code.is_empty() { category.name.clone() } else { category.code.clone() };
        let mut code = own.clone();
        if used.contains(&clean::code_key(&code))
            && let Some(parent) = category.parent.filter(|parent| *parent < place)
        {
            code = [&collection.categories[parent].code, " / ", &own].concat();
        }
        let number = numbers.entry(clean::code_key(&own)).or_insert(2);
        while code.is_empty() || !used.insert(clean::code_key(&code)) {
            code = [&own, " ", &number.to_string()].concat();
            *number += 1;
        }
        collection.categories[place].code = code;
    }
}
