//! Reading our layout.

use std::collections::HashMap;

use regex_lite::RegexBuilder;

use super::columns::{TableColumns, TableField};
use super::rows::{RowKind, TableNode, TableNodeKind, TableRow};
use super::tree::TableTree;
use super::{COLLECTION_SHEET, COLUMNS_SHEET, REQUIREMENTS_SHEET, lists};
use crate::findings::{FindingList, SourceFinding, SourceRule};
use crate::model::{CollectionHead, ComplianceType, RuleDate, SourceCategory, SourceCollection};
use crate::settle::{count, inherit_categories};
use crate::sheet::{DataSheet, rejoined};
use crate::{SourceLimits, clean};

/// Reads the sheets of a workbook.
pub(crate) fn read_sheets(
    sheets: Vec<DataSheet>,
    limits: &SourceLimits,
    findings: &mut FindingList,
) -> SourceCollection {
    let named = |name: &str| sheets.iter().position(|sheet| sheet.name.trim().eq_ignore_ascii_case(name));
    let head = named(COLLECTION_SHEET);
    let Some(place) = named(REQUIREMENTS_SHEET).or_else(|| sheets.iter().position(TableColumns::fit)) else {
        findings.add(SourceFinding::new(SourceRule::SheetMissing).with("sheet", REQUIREMENTS_SHEET));
        return SourceCollection::default();
    };
    let used = [Some(place), head, named(COLUMNS_SHEET)];
    for (_, sheet) in sheets.iter().enumerate().filter(|(other, _)| !used.contains(&Some(*other))) {
        // Empty sheets stay behind in many workbooks.
        if sheet.rows.iter().any(|row| row.cells.iter().any(|cell| !cell.trim().is_empty())) {
            findings.add(SourceFinding::new(SourceRule::SheetUnused).with("sheet", sheet.name.as_str()));
        }
    }
    let pairs = head.filter(|head| *head != place).map(|head| pairs(&sheets[head]));
    let Some(sheet) = sheets.into_iter().nth(place) else { return SourceCollection::default() };
    read(sheet, pairs, limits, findings)
}

/// Reads a CSV file.
pub(crate) fn read_sheet(sheet: DataSheet, limits: &SourceLimits, findings: &mut FindingList) -> SourceCollection {
    read(sheet, None, limits, findings)
}

/// The keys and values of the sheet `collection`, whose first row is a header.
fn pairs(sheet: &DataSheet) -> Vec<(String, String)> {
    let pair = |cells: &[String]| {
        let cell = |place| cells.get(place).map(|cell: &String| clean::line(cell)).unwrap_or_default();
        (cell(0), cell(1))
    };
    sheet.rows.iter().map(|row| pair(&row.cells)).filter(|(key, _)| !key.eq_ignore_ascii_case("key")).collect()
}

fn read(
    mut sheet: DataSheet,
    pairs: Option<Vec<(String, String)>>,
    limits: &SourceLimits,
    findings: &mut FindingList,
) -> SourceCollection {
    rejoined(&mut sheet);
    let columns = TableColumns::of(&sheet, findings);
    let body = sheet.rows.get(1..).unwrap_or_default();
    let mut rows: Vec<TableRow<'_>> = body.iter().map(|row| TableRow::new(row, &columns, findings)).collect();
    let has_sheet = pairs.is_some();
    let mut pairs = pairs.unwrap_or_default();
    for row in rows.iter().filter(|row| row.kind == RowKind::Meta) {
        pairs.push((row.get(TableField::Code), row.get(TableField::Text)));
    }
    let mut collection = SourceCollection { head: head(&pairs, has_sheet, limits, findings), ..Default::default() };
    let tree = grow(&mut rows, limits, findings);
    fill(&mut collection, &rows, &tree, limits, findings);
    attach(&mut collection, &rows, limits, findings);
    check_codes(&collection, findings);
    count(&collection, limits, findings);
    collection
}

/// The names of the collection's own data, and whether every collection needs them.
pub(super) const KEYS: [(&str, bool); 11] = [
    ("policyCollectionName", true),
    ("policyOriginator", true),
    ("complianceType", true),
    ("sourceReference", false),
    ("version", true),
    ("publication_id", false),
    ("publication_date", false),
    ("effective_date", false),
    ("language", false),
    ("licence", false),
    ("code_pattern", false),
];

fn head(
    pairs: &[(String, String)],
    has_sheet: bool,
    limits: &SourceLimits,
    findings: &mut FindingList,
) -> CollectionHead {
    let value = |key: &str| {
        let found = pairs.iter().find(|(name, value)| name.eq_ignore_ascii_case(key) && !value.is_empty());
        found.map(|(_, value)| clean::shortened(value, limits.title_chars).to_owned()).unwrap_or_default()
    };
    let found = |rule, key: &str| SourceFinding::new(rule).part(COLLECTION_SHEET).with("key", key);
    for (key, is_needed) in KEYS {
        if is_needed && value(key).is_empty() && (has_sheet || !pairs.is_empty()) {
            findings.add(found(SourceRule::KeyMissing, key));
        }
    }
    for (key, _) in pairs.iter().filter(|(key, _)| !key.is_empty()).take(limits.findings) {
        if !KEYS.iter().any(|(name, _)| name.eq_ignore_ascii_case(key)) {
            findings.add(found(SourceRule::KeyUnknown, key));
        }
    }
    let kind = value("complianceType");
    if !kind.is_empty() && ComplianceType::parse(&kind).is_none() {
        let finding = SourceFinding::new(SourceRule::ValueUnknown).part(COLLECTION_SHEET);
        findings.add(finding.with("field", "complianceType").with("value", &kind));
    }
    CollectionHead {
        name: value("policyCollectionName"),
        originator: value("policyOriginator"),
        compliance_type: ComplianceType::parse(&kind),
        source_reference: value("sourceReference"),
        version: value("version"),
        publication_id: value("publication_id"),
        publication_date: RuleDate::parse_cell(&value("publication_date")),
        effective_date: RuleDate::parse_cell(&value("effective_date")),
        language: value("language"),
        licence: value("licence"),
        code_pattern: value("code_pattern"),
    }
}

/// Makes nodes of the rows and links them.
fn grow(rows: &mut [TableRow<'_>], limits: &SourceLimits, findings: &mut FindingList) -> TableTree {
    let mut tree = TableTree::default();
    for row in rows.iter_mut() {
        let kind = match row.kind {
            RowKind::Category => TableNodeKind::Category,
            RowKind::Item(_) => TableNodeKind::Item,
            RowKind::Meta | RowKind::Future => continue,
        };
        if tree.nodes.len() >= limits.items + limits.categories {
            let limit = limits.items.to_string();
            findings.add(SourceFinding::new(SourceRule::ItemsTooMany).line(row.line()).with("limit", limit));
            break;
        }
        let code = row.short(TableField::Code, limits.code_chars, findings);
        if code.is_empty() {
            findings.add(SourceFinding::new(SourceRule::CodeMissing).line(row.line()));
            continue;
        }
        let name = match kind {
            TableNodeKind::Category => row.short(TableField::Title, limits.title_chars, findings),
            // Read with the item.
            TableNodeKind::Item => String::new(),
        };
        let place = tree.nodes.len();
        let node = TableNode { code, name, kind, line: row.line(), parent: None };
        row.node = tree.add(node, findings).then_some(place);
    }
    tree.link(rows, limits, findings);
    tree
}

/// Makes categories and items of the nodes.
fn fill(
    collection: &mut SourceCollection,
    rows: &[TableRow<'_>],
    tree: &TableTree,
    limits: &SourceLimits,
    findings: &mut FindingList,
) {
    // The place of each node in its own list.
    let (mut categories, mut items) = (0, 0);
    let places: Vec<usize> = tree
        .nodes
        .iter()
        .map(|node| {
            let next = if node.kind == TableNodeKind::Category { &mut categories } else { &mut items };
            *next += 1;
            *next - 1
        })
        .collect();
    for node in tree.nodes.iter().filter(|node| node.kind == TableNodeKind::Category) {
        let parent = node.parent.map(|parent| places[parent]);
        collection.categories.push(SourceCategory { code: node.code.clone(), name: node.name.clone(), parent });
    }
    for row in rows {
        let (Some(node), RowKind::Item(kind)) = (row.node, row.kind) else { continue };
        let mut item = row.item(kind, limits, findings);
        if let Some(parent) = tree.nodes[node].parent {
            match tree.nodes[parent].kind {
                TableNodeKind::Category => item.category = Some(places[parent]),
                TableNodeKind::Item => item.parent = Some(places[parent]),
            }
        }
        collection.items.push(item);
    }
    inherit_categories(&mut collection.items);
}

/// Adds what refers to other rows: further parents and texts that apply later.
fn attach(collection: &mut SourceCollection, rows: &[TableRow<'_>], limits: &SourceLimits, findings: &mut FindingList) {
    let by_code = collection.items_by_code();
    let find = |code: &str| by_code.get(&clean::code_key(code)).copied();
    let unknown = |line: u32, code: &str| SourceFinding::new(SourceRule::ParentUnknown).line(line).with("code", code);
    let mut owners = HashMap::new();
    for row in rows {
        if let (Some(node), RowKind::Item(_)) = (row.node, row.kind) {
            let own = owners.len();
            owners.insert(node, own);
            for code in lists::values(row.raw(TableField::AlsoUnder)) {
                match find(&code) {
                    Some(other) => collection.items[own].also_under.push(other),
                    None => findings.add(unknown(row.line(), &code)),
                }
            }
        } else if row.kind == RowKind::Future {
            let code = row.get(TableField::ParentCode);
            match find(&code) {
                Some(own) => collection.items[own].future.push(row.future(limits, findings)),
                None => findings.add(unknown(row.line(), &code)),
            }
        }
    }
    for (place, item) in collection.items.iter().enumerate() {
        for reference in item.references.iter().filter(|reference| !reference.is_external()) {
            if find(&reference.target).is_none() {
                let finding = SourceFinding::new(SourceRule::ReferenceUnknown);
                findings.add(finding.with("code", &collection.items[place].code).with("target", &reference.target));
            }
        }
    }
}

/// Bytes of a pattern in memory. A short one may repeat itself without end, and every code is compared with it.
const PATTERN_BYTES: usize = 16 << 10;

fn check_codes(collection: &SourceCollection, findings: &mut FindingList) {
    let mut ids: HashMap<&str, &str> = HashMap::new();
    for item in collection.items.iter().filter(|item| !item.stable_id.is_empty()) {
        if let Some(first) = ids.insert(&item.stable_id, &item.code) {
            let finding = SourceFinding::new(SourceRule::IdDuplicate).with("code", &item.code).with("first", first);
            findings.add(finding.with("id", &item.stable_id));
        }
    }
    let pattern = &collection.head.code_pattern;
    if pattern.is_empty() {
        return;
    }
    let regex = Some(pattern).filter(|pattern| pattern.len() <= 200);
    let Some(regex) = regex.and_then(|pattern| RegexBuilder::new(pattern).size_limit(PATTERN_BYTES).build().ok())
    else {
        let finding = SourceFinding::new(SourceRule::ValueUnknown).part(COLLECTION_SHEET);
        findings.add(finding.with("field", "code_pattern").with("value", pattern));
        return;
    };
    for item in collection.items.iter().filter(|item| !regex.is_match(&item.code)) {
        findings.add(SourceFinding::new(SourceRule::CodePattern).with("code", &item.code).with("pattern", pattern));
    }
}
