//! What every reader of a publisher's file does at the end: unique codes, inherited categories, limits.

use std::collections::HashSet;

use crate::findings::{FindingList, SourceFinding, SourceRule};
use crate::model::{SourceCollection, SourceItem};
use crate::{SourceLimits, clean};

/// Makes the invariants of the model true. Values beyond the limits are cut, with findings that block.
pub(crate) fn settle(collection: &mut SourceCollection, limits: &SourceLimits, findings: &mut FindingList) {
    inherit_categories(&mut collection.items);
    cut(collection, limits, findings);
    unique_items(collection, findings);
    unique_categories(collection);
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
}

fn cut(collection: &mut SourceCollection, limits: &SourceLimits, findings: &mut FindingList) {
    for item in &mut collection.items {
        let code = item.code.clone();
        let fields = [
            ("code", &mut item.code, limits.code_chars),
            ("title", &mut item.title, limits.title_chars),
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
    for category in &mut collection.categories {
        category.code = clean::shortened(&category.code, limits.code_chars).to_owned();
        category.name = clean::shortened(&category.name, limits.title_chars).to_owned();
    }
}

/// Publishers use a code twice now and then; the id of the later item makes it another one.
fn unique_items(collection: &mut SourceCollection, findings: &mut FindingList) {
    let mut used = HashSet::new();
    for item in &mut collection.items {
        if used.insert(clean::code_key(&item.code)) {
            continue;
        }
        let finding = SourceFinding::new(SourceRule::CodeShared).with("code", &item.code);
        let id = if item.stable_id.is_empty() { "2" } else { &item.stable_id };
        let base = [&item.code, " [", id].concat();
        let mut code = [&base, "]"].concat();
        let mut number = 2;
        while !used.insert(clean::code_key(&code)) {
            number += 1;
            code = [&base, ".", &number.to_string(), "]"].concat();
        }
        findings.add(finding.with("used", &code));
        item.code = code;
    }
}

/// Subparts of the same name in several parts get the code of the part before theirs.
fn unique_categories(collection: &mut SourceCollection) {
    let mut used: HashSet<String> = collection.items.iter().map(|item| clean::code_key(&item.code)).collect();
    for place in 0..collection.categories.len() {
        let category = &collection.categories[place];
        let own = if category.code.is_empty() { category.name.clone() } else { category.code.clone() };
        let mut code = own.clone();
        if used.contains(&clean::code_key(&code))
            && let Some(parent) = category.parent.filter(|parent| *parent < place)
        {
            code = [&collection.categories[parent].code, " / ", &own].concat();
        }
        let mut number = 2;
        while code.is_empty() || !used.insert(clean::code_key(&code)) {
            code = [&own, " ", &number.to_string()].concat();
            number += 1;
        }
        collection.categories[place].code = code;
    }
}
