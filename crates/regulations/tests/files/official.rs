//! Samples of publishers, which we may not ship.

use crate::data;
use regulations::compare::{ChangeClass, ClauseFate, CollectionChanges, ItemBasis, WordingChange};
use regulations::findings::SourceRule;
use regulations::model::{ItemKind, SourceCollection};
use regulations::table::{to_csv, to_xlsx};
use regulations::{SourceFormat, SourceLimits, SourceReading, compare, detect, read};

fn reading(name: &str) -> Option<SourceReading> {
    let bytes = std::fs::read(data::path(&["regulations/", name].concat())?).expect("a file");
    Some(read(&bytes, &SourceLimits::default()))
}

const V1: &str = "easa-small/cs-23-small-v1.flatopc.xml";
const V2: &str = "easa-small/cs-23-small-v2-SYNTHETIC.flatopc.xml";

fn rules(reading: &SourceReading) -> Vec<SourceRule> {
    reading.findings.iter().map(|finding| finding.rule).collect()
}

#[test]
fn the_easa_sample_has_its_topics_clauses_and_links() {
    let Some(reading) = reading(V1) else { return };
    assert_eq!(reading.format, Some(SourceFormat::Easa));
    assert_eq!(rules(&reading), [SourceRule::CodeDerived], "the disclaimer alone has no code");
    let collection = &reading.collection;
    assert_eq!((collection.items.len(), collection.categories.len()), (11, 3));
    assert!(collection.items.iter().all(|item| !item.clauses.is_empty() && item.stable_id.starts_with("ERULES-")));

    // 10 paragraphs of the style ListLevel0 and 11 of ListLevel1, each with its marker.
    let marked = collection.items.iter().flat_map(|item| &item.clauses).filter(|clause| clause.marker.starts_with('('));
    assert_eq!(marked.count(), 21);
    let references: Vec<_> = collection.items.iter().flat_map(|item| &item.references).collect();
    let inner: Vec<&str> = references.iter().filter(|one| !one.is_external()).map(|one| one.target.as_str()).collect();
    assert_eq!(inner, ["CS 23.2010"]);
    assert_eq!(references.len(), 5, "four links to the web besides");

    let rule = &collection.items[collection.item_at_code("cs 23.2005").expect("the rule")];
    assert_eq!((rule.kind, rule.is_assessable), (ItemKind::Cs, true));
    assert_eq!(rule.effective.date().expect("a date").to_string(), "2017-08-15");
    let clause = rule.clause("(b)/(2)").expect("the clause");
    assert_eq!(clause.address(&rule.code), "CS 23.2005(b)(2)");
    let guidance = &collection.items[collection.item_at_code("GM1 23.2010").expect("the guidance")];
    assert_eq!(guidance.parent, collection.item_at_code("CS 23.2010"));
    assert_eq!((guidance.kind, guidance.is_assessable), (ItemKind::Gm, false));
}

fn described(old: &SourceCollection, new: &SourceCollection, changes: &CollectionChanges) -> Vec<String> {
    let code = |collection: &SourceCollection, place: Option<usize>| {
        place.map(|place| collection.items[place].code.clone()).unwrap_or_default()
    };
    let listed = changes.changes.iter().filter(|change| change.class != ChangeClass::Unchanged);
    let line = |change: &regulations::compare::ItemChange| {
        [change.class.as_str(), ": ", &code(old, change.old), " -> ", &code(new, change.new)].concat()
    };
    listed.map(line).collect()
}

#[test]
fn the_planted_changes_of_the_easa_sample_are_found_and_no_others() {
    let (Some(old), Some(new)) = (reading(V1), reading(V2)) else { return };
    assert_eq!(rules(&new), [SourceRule::CodeDerived, SourceRule::TextUnused], "GM3 has left the tree, not the text");
    let changes = compare(&old.collection, &new.collection);
    let expected = [
        "added:  -> AMC2 23.2000",
        "changed: CS 23.2005 -> CS 23.2005",
        "renumbered: GM2 23.2010 -> GM4 23.2010",
        "withdrawn: GM3 23.2010 -> ",
    ];
    assert_eq!(described(&old.collection, &new.collection, &changes), expected);
    let rule = changes.changes.iter().find(|change| change.class == ChangeClass::Changed).expect("one");
    assert_eq!(rule.clauses.len(), 1);
    assert_eq!((rule.clauses[0].fate, rule.clauses[0].new.as_deref()), (ClauseFate::Changed, Some("(a)")));
    let spaced = new.collection.item_at_code("CS 23.2010");
    let spaced = changes.changes.iter().find(|change| change.new == spaced).expect("the item");
    assert_eq!((spaced.class, spaced.text), (ChangeClass::Unchanged, WordingChange::Same));
    let bases = changes.changes.iter().filter_map(|change| change.basis);
    assert!(bases.into_iter().all(|basis| basis == ItemBasis::StableId));
}

#[test]
fn the_same_file_again_changes_nothing() {
    let (Some(first), Some(again)) = (reading(V1), reading(V1)) else { return };
    assert_eq!(first.sha256, again.sha256);
    assert!(compare(&first.collection, &again.collection).is_empty());
}

#[test]
fn the_easa_sample_survives_our_tables() {
    let Some(reading) = reading(V1) else { return };
    for bytes in [to_csv(&reading.collection), to_xlsx(&reading.collection).expect("it is written")] {
        let again = read(&bytes, &SourceLimits::default());
        assert_eq!(again.findings, []);
        assert_eq!(again.collection, reading.collection);
    }
}

#[test]
fn the_catalog_of_nist_is_read() {
    let Some(reading) = reading("oscal/basic-catalog.json") else { return };
    assert_eq!((reading.format, rules(&reading)), (Some(SourceFormat::Oscal), Vec::new()));
    let collection = &reading.collection;
    assert_eq!((collection.items.len(), collection.categories.len()), (4, 4));
    let first = &collection.items[0];
    assert_eq!((first.code.as_str(), first.stable_id.as_str()), ("1.1.1", "s1.1.1"));
    assert!(first.text().contains("[initiating a device lock after [a duration] of inactivity; requiring"));
    assert!(first.guidance.starts_with("Allocation of information security responsibilities"));
}

#[test]
fn our_template_is_read_with_its_tree() {
    let Some(reading) = reading("templates/requirements.csv") else { return };
    assert_eq!((reading.format, rules(&reading)), (Some(SourceFormat::Csv), Vec::new()));
    let collection = &reading.collection;
    let codes: Vec<&str> = collection.categories.iter().map(|category| category.code.as_str()).collect();
    assert_eq!(codes, ["EX 1", "EX 1.1"]);
    assert_eq!(collection.items[1].parent, Some(0));
    assert_eq!(collection.items[2].supersedes, ["EX 1.1.2A", "EX 1.1.3"]);
    assert_eq!(collection.items[0].mappings.len(), 1);
}

#[test]
fn the_shapes_of_the_ecfr_are_read() {
    let Some(path) = data::path("regulations/ecfr/ecfr-shape-samples.xml") else { return };
    let text = std::fs::read_to_string(path).expect("a file");
    let division = |start: &str, end: &str| {
        let from = text.find(start).expect("a division");
        let to = text[from..].find(end).expect("its end") + from + end.len();
        read(&text.as_bytes()[from..to], &SourceLimits::default())
    };
    let subpart = division("<DIV6 N=\"A\" TYPE=\"SUBPART\" hier", "</DIV6>");
    assert_eq!((subpart.format, rules(&subpart)), (Some(SourceFormat::Ecfr), Vec::new()));
    let codes: Vec<&str> = subpart.collection.items.iter().map(|item| item.code.as_str()).collect();
    assert_eq!(codes, ["14 CFR 23.2000", "14 CFR 23.2005"]);
    assert_eq!(subpart.collection.items[0].title, "Applicability and definitions");

    let part = division("<DIV5 N=\"668\"", "</DIV5>");
    assert_eq!(rules(&part), [SourceRule::AmendmentPending]);
    let item = &part.collection.items[0];
    let paths: Vec<&str> = item.clauses.iter().map(|clause| clause.path.as_str()).collect();
    let expected = ["(a)", "(a)/(1)", "(a)/(2)", "(a)/(3)", "(a)/(3)/(i)", "(a)/(3)/(ii)", "(b)", "(b)/(1)"];
    assert_eq!(paths, expected);
    assert!(item.amendment.starts_with("[52 FR 45724"));
}

#[test]
fn formats_are_known_by_content() {
    for (name, format) in [
        (V1, Some(SourceFormat::Easa)),
        ("oscal/basic-catalog.json", Some(SourceFormat::Oscal)),
        ("templates/requirements.csv", Some(SourceFormat::Csv)),
        ("EASA-eRules-XML-Export-Schema-1.0.0.xsd", None),
    ] {
        let Some(path) = data::path(&["regulations/", name].concat()) else { return };
        assert_eq!(detect(&std::fs::read(path).expect("a file")), format, "{name}");
    }
}
