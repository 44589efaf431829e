//! Writing our layout.

use publish::table::{Table, WorkbookError};

use super::columns::TableField;
use super::read::KEYS;
use super::rows::{CATEGORY, FUTURE, META};
use super::{COLLECTION_SHEET, COLUMNS_SHEET, REQUIREMENTS_SHEET, lists};
use crate::clauses;
use crate::model::{ComplianceType, FutureClause, ItemKind, SourceCollection, SourceItem};
use crate::sheet::{table, workbook};

/// A workbook with the sheets `collection` and `requirements`. Cells that begin like formulas are marked as text.
pub fn to_xlsx(collection: &SourceCollection) -> Result<Vec<u8>, WorkbookError> {
    let pairs: Vec<Vec<String>> =
        pairs(collection).into_iter().map(|(key, value)| vec![key.to_owned(), value]).collect();
    let requirements = requirements(collection, false);
    workbook(&[table(COLLECTION_SHEET, &["key", "value"], &pairs), requirements])
}

/// One CSV file. Cells that begin like formulas are marked as text.
pub fn to_csv(collection: &SourceCollection) -> Vec<u8> {
    requirements(collection, true).csv()
}

/// An empty workbook to fill in, with a sheet that explains the columns.
pub fn template_xlsx() -> Result<Vec<u8>, WorkbookError> {
    let pairs = pairs(&SourceCollection::default());
    let pairs: Vec<Vec<String>> = pairs.into_iter().map(|(key, value)| vec![key.to_owned(), value]).collect();
    let columns: Vec<Vec<String>> = TableField::ALL
        .iter()
        .map(|(field, name, aliases)| {
            let needed = if *field == TableField::Code { "Y" } else { "" };
            vec![(*name).to_owned(), needed.to_owned(), allowed(*field), aliases.join("; ")]
        })
        .collect();
    let header = ["column", "required", "values", "other names"];
    workbook(&[
        table(COLLECTION_SHEET, &["key", "value"], &pairs),
        table(REQUIREMENTS_SHEET, &names(), &[]),
        table(COLUMNS_SHEET, &header, &columns),
    ])
}

/// An empty CSV file to fill in.
pub fn template_csv() -> Vec<u8> {
    requirements(&SourceCollection::default(), true).csv()
}

fn names() -> Vec<&'static str> {
    TableField::ALL.iter().map(|(_, name, _)| *name).collect()
}

/// The values that a column may have, or examples of them.
fn allowed(field: TableField) -> String {
    match field {
        TableField::Type => {
            let kinds = ItemKind::ALL.map(ItemKind::as_str).join(", ");
            [CATEGORY, ", ", FUTURE, ", ", &kinds].concat()
        }
        TableField::Assessable => "Y, N".to_owned(),
        TableField::Level => "1, 2, 3".to_owned(),
        TableField::CategoryPath => "A > A.1 > A.1.2".to_owned(),
        TableField::EffectiveDate | TableField::ExpiryDate => "2027-01-31".to_owned(),
        TableField::Supersedes | TableField::AlsoUnder => "code; code".to_owned(),
        TableField::Covers => "(a)/(1); (b)".to_owned(),
        TableField::Tags => "name=value; word".to_owned(),
        TableField::References => "(a)/(1) → code".to_owned(),
        TableField::Mappings => "COLLECTION:code|equal".to_owned(),
        TableField::Clauses => "(a)@1 (b)@2".to_owned(),
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
            row(&[(TableField::Code, key.to_owned()), (TableField::Text, value), (TableField::Type, META.to_owned())])
        }));
    }
    for category in &collection.categories {
        let parent = category.parent.map(|parent| collection.categories[parent].code.clone());
        rows.push(row(&[
            (TableField::Code, category.code.clone()),
            (TableField::Title, category.name.clone()),
            (TableField::Level, level(parent.is_none())),
            (TableField::ParentCode, parent.unwrap_or_default()),
            (TableField::Type, CATEGORY.to_owned()),
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

fn row(values: &[(TableField, String)]) -> Vec<String> {
    let value = |field: TableField| values.iter().find(|(own, _)| *own == field).map(|(_, value)| value.clone());
    TableField::ALL.iter().map(|(field, ..)| value(*field).unwrap_or_default()).collect()
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
        (TableField::Code, item.code.clone()),
        (TableField::Title, item.title.clone()),
        (TableField::Text, text),
        (TableField::Level, level(parent.is_none())),
        (TableField::ParentCode, parent.unwrap_or_default()),
        (TableField::Type, item.kind.as_str().to_owned()),
        (TableField::Assessable, assessable.to_owned()),
        (TableField::Applicability, item.applicability.clone()),
        (TableField::SourceRef, item.source_ref.clone()),
        (TableField::EffectiveDate, item.effective.raw().to_owned()),
        (TableField::ExpiryDate, item.expiry.raw().to_owned()),
        (TableField::Amendment, item.amendment.clone()),
        (TableField::Guidance, item.guidance.clone()),
        (TableField::ExternalId, item.stable_id.clone()),
        (TableField::Supersedes, lists::cell(&item.supersedes)),
        (TableField::Covers, lists::cell(&item.covers)),
        (TableField::AlsoUnder, lists::cell(item.also_under.iter().map(|place| code_of(*place)))),
        (TableField::References, lists::references_cell(&item.references)),
        (TableField::Images, lists::images_cell(&item.images)),
        (TableField::Tags, lists::tags_cell(&item.tags)),
        (TableField::Mappings, lists::counterparts_cell(&item.mappings)),
        (TableField::Clauses, layout),
    ])
}

fn future_row(item: &SourceItem, number: usize, future: &FutureClause) -> Vec<String> {
    let code = [&item.code, " [future ", &number.to_string(), "]"].concat();
    row(&[
        (TableField::Code, code),
        (TableField::Title, future.path.clone()),
        (TableField::Text, future.text.clone()),
        (TableField::ParentCode, item.code.clone()),
        (TableField::Type, FUTURE.to_owned()),
        (TableField::EffectiveDate, future.applicable.raw().to_owned()),
    ])
}
