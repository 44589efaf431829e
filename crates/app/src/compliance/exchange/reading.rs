//! Reading a file within our limits.

use std::collections::HashMap;

use domain::compliance::{
    MAX_CATEGORIES, MAX_CLAUSES, MAX_CODE, MAX_DEPTH, MAX_ITEMS, MAX_REGULATION_BYTES, MAX_SOURCE, MAX_TEXT,
    RegulationState,
};
use domain::finding::Severity;
use regulations::findings::{SourceFinding, SourceRule};
use regulations::model::{ComplianceType, SourceCollection};
use regulations::{SourceFormat, SourceLimits, SourceReading};
use store::regulations::{RegulationFinding, RegulationHead};

/// Levels of items below each other; paths have no more.
const ITEM_LEVELS: usize = 5;
/// Clauses of a whole collection.
const MAX_ALL_CLAUSES: usize = 400_000;

/// The limits of a file. Forms have the same, so that people can change what was imported.
pub(super) fn limits() -> SourceLimits {
    SourceLimits {
        file_bytes: MAX_REGULATION_BYTES,
        items: usize::try_from(MAX_ITEMS).unwrap_or(usize::MAX),
        categories: usize::try_from(MAX_CATEGORIES).unwrap_or(usize::MAX),
        clauses: MAX_ALL_CLAUSES,
        depth: MAX_DEPTH,
        code_chars: MAX_CODE,
        title_chars: MAX_SOURCE,
        text_chars: MAX_TEXT,
        ..SourceLimits::default()
    }
}

/// Reads a file, with all findings.
pub(super) fn read(bytes: &[u8]) -> SourceReading {
    let mut reading = regulations::read(bytes, &limits());
    if is_too_deep(&reading.collection) {
        reading.findings.push(SourceFinding {
            rule: SourceRule::TooDeep,
            severity: Severity::Block,
            part: String::new(),
            line: None,
            params: vec![("limit", MAX_DEPTH.to_string())],
        });
    }
    reading
}

/// Whether the path of a category or an item would be too long.
fn is_too_deep(collection: &SourceCollection) -> bool {
    let mut known: HashMap<usize, usize> = HashMap::new();
    let categories = (0..collection.categories.len())
        .any(|place| depth(place, MAX_DEPTH, |at| collection.categories[at].parent, &mut known));
    let mut known = HashMap::new();
    categories
        || (0..collection.items.len())
            .any(|place| depth(place, ITEM_LEVELS, |at| collection.items[at].parent, &mut known))
}

/// Whether an entry is deeper than `limit` levels; `known` has the levels found before.
fn depth(
    place: usize,
    limit: usize,
    parent: impl Fn(usize) -> Option<usize>,
    known: &mut HashMap<usize, usize>,
) -> bool {
    let (mut level, mut next) = (1, parent(place));
    while let Some(at) = next {
        if let Some(above) = known.get(&at) {
            level += above;
            break;
        }
        level += 1;
        if level > limit {
            return true;
        }
        next = parent(at);
    }
    known.insert(place, level);
    level > limit
}

/// The data of the collection in a file.
pub(super) fn head(collection: &SourceCollection) -> RegulationHead {
    let head = &collection.head;
    RegulationHead {
        name: head.name.clone(),
        originator: head.originator.clone(),
        compliance_type: head.compliance_type.map_or("", ComplianceType::as_str).to_owned(),
        source_reference: head.source_reference.clone(),
        edition: head.version.clone(),
        effective_on: head.effective_date.date(),
        categories: collection.categories.len() as u64,
        items: collection.items.len() as u64,
        clauses: collection.clause_count() as u64,
    }
}

/// The findings about a file of a regulation, with those of our own.
pub(super) fn all_findings(reading: &SourceReading) -> Vec<RegulationFinding> {
    let mut all = findings(&reading.findings);
    let limit = MAX_CLAUSES.to_string();
    for item in reading.collection.items.iter().filter(|item| item.clauses.len() > MAX_CLAUSES) {
        let told = [("code", item.code.as_str()), ("limit", limit.as_str())];
        all.push(finding("regulationImport.clauses_too_many", Severity::Block, &told));
    }
    all
}

/// A finding of our own about the whole file.
pub(super) fn finding(rule: &str, severity: Severity, params: &[(&str, &str)]) -> RegulationFinding {
    RegulationFinding {
        rule: rule.to_owned(),
        severity: severity.as_str().to_owned(),
        part: String::new(),
        line: None,
        params: params.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
    }
}

/// Whether a finding keeps the file from being imported.
pub(super) fn is_blocked(findings: &[RegulationFinding]) -> bool {
    findings.iter().any(|finding| finding.severity == Severity::Block.as_str())
}

/// The findings as they are stored.
pub(super) fn findings(found: &[SourceFinding]) -> Vec<RegulationFinding> {
    let stored = |finding: &SourceFinding| RegulationFinding {
        rule: finding.rule.as_str().to_owned(),
        severity: finding.severity.as_str().to_owned(),
        part: finding.part.clone(),
        line: finding.line,
        params: finding.params.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
    };
    found.iter().map(stored).collect()
}

pub(super) fn format(reading: &SourceReading) -> &'static str {
    reading.format.map_or("", SourceFormat::as_str)
}

/// The state of a file after its check.
pub(super) fn state(findings: &[RegulationFinding], changes_nothing: bool) -> RegulationState {
    if is_blocked(findings) {
        RegulationState::Blocked
    } else if changes_nothing {
        RegulationState::Unchanged
    } else {
        RegulationState::Ready
    }
}

#[cfg(test)]
mod tests {
    use regulations::model::SourceItem;

    use super::*;

    #[test]
    fn items_are_nested_five_levels_at_most() {
        let chain = |levels: usize| SourceCollection {
            items: (0..levels)
                .map(|place| SourceItem { parent: place.checked_sub(1), ..SourceItem::default() })
                .collect(),
            ..SourceCollection::default()
        };
        assert!(!is_too_deep(&chain(5)));
        assert!(is_too_deep(&chain(6)));
    }

    #[test]
    fn a_file_that_is_too_large_is_refused() {
        let reading = read(&vec![b'a'; MAX_REGULATION_BYTES + 1]);
        assert!(reading.is_blocked());
        assert_eq!(reading.findings[0].rule, SourceRule::FileTooLarge);
        assert_eq!(state(&all_findings(&reading), true), RegulationState::Blocked);
    }

    #[test]
    fn an_item_has_as_many_clauses_as_the_form_takes() {
        let clause = |number: usize| regulations::clauses::SourceClause {
            path: number.to_string(),
            marker: String::new(),
            text: "text".to_owned(),
        };
        let mut reading = read(b"code,title\nA,One\n");
        assert!(!is_blocked(&all_findings(&reading)), "{:?}", reading.findings);
        reading.collection.items[0].clauses = (0..=MAX_CLAUSES).map(clause).collect();
        assert!(is_blocked(&all_findings(&reading)));
    }

    #[test]
    fn our_kinds_are_those_of_the_files() {
        for kind in regulations::model::ItemKind::ALL {
            assert_eq!(super::super::stored::kind(kind).as_str(), kind.as_str());
        }
        for kind in ComplianceType::ALL {
            assert!(domain::compliance::ComplianceType::parse(kind.as_str()).is_some());
        }
        for one in regulations::mapping::Relationship::ALL {
            assert!(domain::compliance::MappingRelation::parse(one.as_str()).is_some());
        }
        for one in regulations::compare::ChangeClass::ALL {
            assert!(domain::compliance::RegulationChangeClass::parse(one.as_str()).is_some());
        }
    }
}
