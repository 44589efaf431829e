//! Libraries of CISO Assistant as workbooks: sheets `x_meta` with keys and values, `x_content` with rows by depth.

use std::collections::HashMap;

use crate::findings::{FindingList, SourceFinding, SourceRule};
use crate::model::{CollectionHead, ComplianceType, ItemKind, SourceCategory, SourceCollection, SourceItem, SourceTag};
use crate::settle::settle;
use crate::sheet::{DataSheet, SheetRow};
use crate::{SourceLimits, clauses, clean};

const META: &str = "_meta";
const CONTENT: &str = "_content";

/// Whether a workbook is one of CISO Assistant.
pub(crate) fn fits(sheets: &[DataSheet]) -> bool {
    sheets
        .iter()
        .any(|sheet| sheet.name.ends_with(META) && matches!(meta(sheet, "type").as_str(), "library" | "framework"))
}

/// The value of a key in a sheet of keys and values.
fn meta(sheet: &DataSheet, key: &str) -> String {
    let row = sheet.rows.iter().find(|row| clean::line(row.cell(0)).eq_ignore_ascii_case(key));
    row.map(|row| clean::line(row.cell(1))).unwrap_or_default()
}

/// Reads the framework of a library.
pub(crate) fn read_sheets(sheets: &[DataSheet], limits: &SourceLimits, findings: &mut FindingList) -> SourceCollection {
    let of_type = |kind: &str| sheets.iter().find(|sheet| sheet.name.ends_with(META) && meta(sheet, "type") == kind);
    let library = of_type("library");
    let framework = of_type("framework");
    let content = framework.and_then(|framework| {
        let name = [framework.name.strip_suffix(META)?, CONTENT].concat();
        sheets.iter().find(|sheet| sheet.name == name)
    });
    let (Some(framework), Some(content)) = (framework, content) else {
        findings.add(SourceFinding::new(SourceRule::SheetMissing).with("sheet", ["framework", CONTENT].concat()));
        return SourceCollection::default();
    };
    let value = |key: &str| library.map(|library| meta(library, key)).unwrap_or_default();
    let name = [meta(framework, "name"), value("name")].into_iter().find(|name| !name.is_empty()).unwrap_or_default();
    let head = CollectionHead {
        name,
        originator: value("provider"),
        compliance_type: Some(ComplianceType::Audit),
        source_reference: value("ref_id"),
        version: value("version"),
        publication_id: value("urn"),
        language: value("locale"),
        licence: value("copyright"),
        ..CollectionHead::default()
    };
    let columns = CisoColumns::of(content, findings);
    let nodes = nodes(content, &columns, limits, findings);
    let mut collection = SourceCollection { head, ..SourceCollection::default() };
    fill(&mut collection, &nodes, &columns, &meta(framework, "base_urn"), limits, findings);
    settle(&mut collection, limits, findings);
    collection
}

/// The columns by name.
#[derive(Debug)]
struct CisoColumns {
    places: HashMap<String, usize>,
}

impl CisoColumns {
    fn of(sheet: &DataSheet, findings: &mut FindingList) -> Self {
        let header = sheet.rows.first().map(|row| row.cells.as_slice()).unwrap_or_default();
        let named = header.iter().enumerate().map(|(place, name)| (clean::line(name).to_lowercase(), place));
        let places: HashMap<String, usize> = named.collect();
        for needed in ["assessable", "depth", "ref_id"].iter().filter(|name| !places.contains_key(**name)) {
            findings.add(SourceFinding::new(SourceRule::ColumnMissing).part(&sheet.name).with("column", needed));
        }
        Self { places }
    }

    fn raw<'r>(&self, row: &'r SheetRow, name: &str) -> &'r str {
        self.places.get(name).map_or("", |place| row.cell(*place))
    }

    fn line(&self, row: &SheetRow, name: &str) -> String {
        clean::line(self.raw(row, name))
    }
}

/// A row with its place in the tree.
#[derive(Debug)]
struct CisoNode<'s> {
    row: &'s SheetRow,
    is_assessable: bool,
    parent: Option<usize>,
    has_children: bool,
    /// Whether an item is somewhere above it.
    is_in_item: bool,
}

fn nodes<'s>(
    sheet: &'s DataSheet,
    columns: &CisoColumns,
    limits: &SourceLimits,
    findings: &mut FindingList,
) -> Vec<CisoNode<'s>> {
    let mut nodes: Vec<CisoNode<'s>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for row in sheet.rows.get(1..).unwrap_or_default() {
        let found = |rule| SourceFinding::new(rule).part(&sheet.name).line(row.line);
        if nodes.len() > limits.items + limits.categories {
            break;
        }
        let depth = columns.line(row, "depth");
        let Some(level) = depth.parse::<usize>().ok().and_then(|depth| depth.checked_sub(1)) else {
            findings.add(found(SourceRule::ValueUnknown).with("field", "depth").with("value", &depth));
            continue;
        };
        if level > open.len() {
            findings.add(found(SourceRule::LevelJump).with("value", &depth));
        }
        if level >= limits.depth {
            findings.add(found(SourceRule::TooDeep).with("limit", limits.depth.to_string()));
            continue;
        }
        open.truncate(level);
        let parent = open.last().copied();
        let is_in_item = parent.is_some_and(|parent| nodes[parent].is_in_item || nodes[parent].is_assessable);
        if let Some(parent) = parent {
            nodes[parent].has_children = true;
        }
        let is_assessable =
            matches!(columns.line(row, "assessable").to_lowercase().as_str(), "x" | "y" | "yes" | "true" | "1");
        open.push(nodes.len());
        nodes.push(CisoNode { row, is_assessable, parent, has_children: false, is_in_item });
    }
    nodes
}

/// The place of a node in the collection.
#[derive(Debug, Clone, Copy)]
enum CisoPlace {
    Category(usize),
    Item(usize),
}

fn fill(
    collection: &mut SourceCollection,
    nodes: &[CisoNode<'_>],
    columns: &CisoColumns,
    base: &str,
    limits: &SourceLimits,
    findings: &mut FindingList,
) {
    let mut places: Vec<(CisoPlace, String, usize)> = Vec::new();
    for node in nodes {
        let code = code(node, columns, &mut places);
        let above = node.parent.map(|parent| places[parent].0);
        let (category, parent) = match above {
            Some(CisoPlace::Category(category)) => (Some(category), None),
            Some(CisoPlace::Item(item)) => (None, Some(item)),
            None => (None, None),
        };
        let place = if !node.is_assessable && node.has_children && !node.is_in_item {
            let (name, description) = (columns.line(node.row, "name"), columns.line(node.row, "description"));
            if !name.is_empty() && !description.is_empty() {
                let finding = SourceFinding::new(SourceRule::TextUnused).line(node.row.line);
                findings.add(finding.with("text", &description));
            }
            let name = if name.is_empty() { description } else { name };
            collection.categories.push(SourceCategory { code: code.clone(), name, parent: category });
            CisoPlace::Category(collection.categories.len() - 1)
        } else {
            let mut item = item(node, columns, base, &code, limits, findings);
            item.category = category;
            item.parent = parent;
            collection.items.push(item);
            CisoPlace::Item(collection.items.len() - 1)
        };
        places.push((place, code, 0));
    }
}

/// The reference, else the id, else the parent's code with a number.
fn code(node: &CisoNode<'_>, columns: &CisoColumns, places: &mut [(CisoPlace, String, usize)]) -> String {
    let named = ["ref_id", "node_id", "name"].map(|name| columns.line(node.row, name));
    let named = named.into_iter().find(|code| !code.is_empty());
    let number = node.parent.map(|parent| {
        places[parent].2 += 1;
        [&places[parent].1, ".", &places[parent].2.to_string()].concat()
    });
    named.or(number).unwrap_or_else(|| ["row ", &node.row.line.to_string()].concat())
}

fn item(
    node: &CisoNode<'_>,
    columns: &CisoColumns,
    base: &str,
    code: &str,
    limits: &SourceLimits,
    findings: &mut FindingList,
) -> SourceItem {
    let line = |name: &str| columns.line(node.row, name);
    let id = [line("node_id"), line("ref_id")].into_iter().find(|id| !id.is_empty());
    let stable_id = match id {
        Some(id) if !base.is_empty() => [base, ":", &id.to_lowercase().replace(' ', "-")].concat(),
        _ => line("urn"),
    };
    let kind = match line("importance").as_str() {
        _ if !node.is_assessable => ItemKind::Info,
        "mandatory" => ItemKind::Std,
        "recommended" | "nice_to_have" => ItemKind::Rec,
        _ => ItemKind::Rule,
    };
    let text = clean::block(columns.raw(node.row, "description"));
    let (clauses, doubts) = clauses::split_with_doubts(clean::shortened(&text, limits.text_chars.saturating_add(1)));
    if doubts > 0 {
        let finding = SourceFinding::new(SourceRule::ClauseUncertain).line(node.row.line).with("code", code);
        findings.add(finding.with("count", doubts.to_string()));
    }
    let guidance = [columns.raw(node.row, "annotation"), "\n", columns.raw(node.row, "typical_evidence")].concat();
    let groups = line("implementation_groups");
    let groups = groups.split([',', ';']).map(str::trim).filter(|group| !group.is_empty());
    SourceItem {
        stable_id,
        code: code.to_owned(),
        title: line("name"),
        kind,
        is_assessable: node.is_assessable,
        clauses,
        guidance: clean::block(&guidance),
        tags: groups.map(|group| SourceTag::new("implementation_group", group)).collect(),
        ..SourceItem::default()
    }
}
