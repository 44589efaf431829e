//! Writing our layout.

use publish::table::{Table, WorkbookError};

use super::columns::Field;
use super::read::KEYS;
use super::rows::{CATEGORY, FUTURE, META};
use super::{COLLECTION_SHEET, REQUIREMENTS_SHEET, lists};
use crate::clauses;
use crate::model::{ComplianceType, FutureClause, ItemKind, SourceCollection, SourceItem};
use crate::sheet::{table, workbook};

/// A workbook with the sheets `collection` and `requirements`. Cells that begin like formulas are marked as text.
pub fn to_xlsx(collection: &SourceCollection) -> Result<Vec<u8>, WorkbookError> {
    let pairs: Vec<Vec<String>> = pairs(collection).into_iter().map(|(key, value)| vec![key.to_owned(), value]).collect();
    let requirements = requirements(collection, false);
    workbook(vec![table(COLLECTION_SHEET, &["key", "value"], &pairs), requirements])
}

/// One CSV file. Cells that begin like formulas are marked as text.
pub fn to_csv(collection: &SourceCollection) -> Vec<u8> {
    requirements(collection, true).csv()
}

/// An empty workbook to fill in, with a sheet that explains the columns.
pub fn template_xlsx() -> Result<Vec<u8>, WorkbookError> {
    let pairs = pairs(&SourceCollection::default());
    let pairs: Vec<Vec<String>> = pairs.into_iter().map(|(key, value)| vec![key.to_owned(), value]).collect();
    let columns: Vec<Vec<String>> = Field::ALL.iter().map(|(field, name, aliases)| {
        let needed = if *field == Field::Code { "Y" } else { "" };
        vec![(*name).to_owned(), needed.to_owned(), allowed(*field), aliases.join("; ")]
    }).collect();
    let header = ["column", "required", "values", "other names"];
    workbook(vec![
        table(COLLECTION_SHEET, &["key", "value"], &pairs),
        table(REQUIREMENTS_SHEET, &names(), &[]),
        table("columns", &header, &columns),
    ])
}

/// An empty CSV file to fill in.
pub fn template_csv() -> Vec<u8> {
    requirements(&SourceCollection::default(), true).csv()
}

fn names() -> Vec<&'static str> {
    Field::ALL.iter().map(|(_, name, _)| *name).collect()
}

/// The values that a column may have, or examples of them.
fn allowed(field: Field) -> String {
    match field {
        Field::Type => {
            let kinds = ItemKind::ALL.map(ItemKind::as_str).join(", ");
            [CATEGORY, ", ", FUTURE, ", ", &kinds].concat()
        }
        Field::Assessable => "Y, N".to_owned(),
        Field::Level => "1, 2, 3".to_owned(),
        Field::CategoryPath => "A > A.1 > A.1.2".to_owned(),
        Field::EffectiveDate | Field::ExpiryDate => "2027-01-31".to_owned(),
        Field::Supersedes | Field::AlsoUnder => "code; code".to_owned(),
        Field::Covers => "(a)/(1); (b)".to_owned(),
        Field::Tags => "name=value; word".to_owned(),
        Field::References => "(a)/(1) → code".to_owned(),
        Field::Mappings => "COLLECTION:code|equal".to_owned(),
        Field::Clauses => "(a)@1 (b)@2".to_owned(),
        _ => String::new(),
    }
}

fn pairs(collection: &SourceCollection) -> Vec<(&'static str, String)> {
    let head = &collection.head;
    let value = |key: &str| match key {
        "policyCollectionName" => head.name.as_str(),
        "policyOriginator" => &head.originator,
        "complianceType" => head.compliance_type.map_or("", ComplianceType::as_str),
        "sourceReference" => &head.source_reference,
        "version" => &head.version,
        "publication_id" => &head.publication_id,
        "publication_date" => head.publication_date.raw(),
        "effective_date" => head.effective_date.raw(),
        "language" => &head.language,
        "licence" => &head.licence,
        _ => &head.code_pattern,
    };
    KEYS.iter().map(|(key, _)| (*key, value(key).to_owned())).collect()
}

fn requirements(collection: &SourceCollection, with_head: bool) -> Table {
    let mut rows = Vec::new();
    if with_head {
        rows.extend(pairs(collection).into_iter().map(|(key, value)| {
            row(&[(Field::Code, key.to_owned()), (Field::Text, value), (Field::Type, META.to_owned())])
        }));
    }
    for category in &collection.categories {
        let parent = category.parent.map(|parent| collection.categories[parent].code.clone());
        rows.push(row(&[
            (Field::Code, category.code.clone()),
            (Field::Title, category.name.clone()),
            (Field::Level, level(parent.is_none())),
            (Field::ParentCode, parent.unwrap_or_default()),
            (Field::Type, CATEGORY.to_owned()),
        ]));
    }
    for item in &collection.items {
        rows.push(item_row(collection, item));
        rows.extend((1..).zip(&item.future).map(|(number, future)| future_row(item, number, future)));
    }
    table(REQUIREMENTS_SHEET, &names(), &rows)
}

/// Rows without parent say so, or their codes would be taken for those of children.
fn level(is_top: bool) -> String {
    if is_top { "1".to_owned() } else { String::new() }
}

fn row(values: &[(Field, String)]) -> Vec<String> {
    let value = |field: Field| values.iter().find(|(own, _)| *own == field).map(|(_, value)| value.clone());
    Field::ALL.iter().map(|(field, ..)| value(*field).unwrap_or_default()).collect()
}

fn item_row(collection: &SourceCollection, item: &SourceItem) -> Vec<String> {
    let code_of = |place: usize| collection.items[place].code.clone();
    let category = || item.category.map(|category| collection.categories[category].code.clone());
    let parent = item.parent.map(code_of).or_else(category);
    let text = item.text();
    let is_plain = clauses::split(&text) == item.clauses;
    let layout = if is_plain { String::new() } else { clauses::layout(&item.clauses) };
    let assessable = if item.is_assessable { "Y" } else { "N" };
    row(&[
        (Field::Code, item.code.clone()),
        (Field::Title, item.title.clone()),
        (Field::Text, text),
        (Field::Level, level(parent.is_none())),
        (Field::ParentCode, parent.unwrap_or_default()),
        (Field::Type, item.kind.as_str().to_owned()),
        (Field::Assessable, assessable.to_owned()),
        (Field::Applicability, item.applicability.clone()),
        (Field::SourceRef, item.source_ref.clone()),
        (Field::EffectiveDate, item.effective.raw().to_owned()),
        (Field::ExpiryDate, item.expiry.raw().to_owned()),
        (Field::Amendment, item.amendment.clone()),
        (Field::Guidance, item.guidance.clone()),
        (Field::ExternalId, item.stable_id.clone()),
        (Field::Supersedes, lists::cell(&item.supersedes)),
        (Field::Covers, lists::cell(&item.covers)),
        (Field::AlsoUnder, lists::cell(item.also_under.iter().map(|place| code_of(*place)))),
        (Field::References, lists::references_cell(&item.references)),
        (Field::Images, lists::images_cell(&item.images)),
        (Field::Tags, lists::tags_cell(&item.tags)),
        (Field::Mappings, lists::counterparts_cell(&item.mappings)),
        (Field::Clauses, layout),
    ])
}

fn future_row(item: &SourceItem, number: usize, future: &FutureClause) -> Vec<String> {
    let code = [&item.code, " [future ", &number.to_string(), "]"].concat();
    row(&[
        (Field::Code, code),
        (Field::Title, future.path.clone()),
        (Field::Text, future.text.clone()),
        (Field::ParentCode, item.code.clone()),
        (Field::Type, FUTURE.to_owned()),
        (Field::EffectiveDate, future.applicable.raw().to_owned()),
    ])
}
