use domain::toc::TocNodeType;
use s1000d::applic::{Applic, Assertion, Assignments, Expression, Property, PropertyKind, Values};
use std::collections::HashMap;

use super::*;
use crate::core::contents_statements::{ModuleStatement, PlacedStatement, StatedPlace};

fn property(ident: &str) -> Property {
    Property { kind: PropertyKind::Attribute, ident: ident.to_owned() }
}

/// The values of an aircraft for the first of two ACTs; the second one does not know it.
fn aircraft(bulletin: &str) -> TailValues {
    let mut assigned = Assignments::default();
    assigned.assign(property("bulletin"), bulletin);
    TailValues::from([(Some(0), assigned)])
}

fn place(id: i64, set: usize, module: ModuleStatement) -> StatedPlace {
    let (version, set) = (Some(VersionId(id)), Some(set));
    StatedPlace { id: TocNodeId(id), parent: None, node_type: TocNodeType::Module, version, set, own: None, module }
}

/// Modules 1 to 4: one with a part for POST, one of the other ACT with the same part, one for POST, one for PRE.
fn contents() -> ContentsStatements {
    let statement = |set, values: &str| {
        let assertion = Assertion { property: property("bulletin"), values: Values::parse(values), line: 0 };
        let applic = Applic { expression: Some(Expression::Assert(assertion)), ..Applic::default() };
        Arc::new(PlacedStatement { set: Some(set), applic })
    };
    let always = ModuleStatement::Always;
    let places = vec![
        place(1, 0, always),
        place(2, 1, always),
        place(3, 0, ModuleStatement::Stated(0)),
        place(4, 0, ModuleStatement::Stated(2)),
    ];
    let statements = vec![statement(0, "POST"), statement(1, "POST"), statement(0, "PRE")];
    let part = |version, part: usize| (VersionId(version), Arc::<[usize]>::from([part]));
    let parts = HashMap::from([part(1, 0), part(2, 1)]);
    ContentsStatements { places, statements, parts, ..ContentsStatements::default() }
}

fn compared(contents: ContentsStatements, before: TailValues, after: TailValues) -> FleetComparison {
    FleetComparison::new(Arc::new(contents), Arc::new(vec![ChangedValues { before, after }]))
}

#[test]
fn a_modified_aircraft_sees_other_parts_of_modules_whose_act_knows_it() {
    let compared = compared(contents(), aircraft("PRE"), aircraft("POST"));
    let places: Vec<(i64, PlaceChange)> =
        compared.differences(None).iter().map(|one| (one.place.0, one.change)).collect();
    let expected = [(1, PlaceChange::Content), (3, PlaceChange::Appears), (4, PlaceChange::Disappears)];
    assert_eq!(places, expected, "module 2 has another ACT");
    let counts = ChangeCounts { appears: 1, disappears: 1, contents: 1, ..ChangeCounts::default() };
    assert_eq!(compared.counts(), [Some(counts)]);
    let mut modules = compared.compared_modules();
    modules.sort();
    assert_eq!(modules, [VersionId(1), VersionId(2)], "only those that it keeps");
}

#[test]
fn what_was_not_read_is_counted_as_such() {
    let mut unread = contents();
    unread.parts.clear();
    unread.places[3].module = ModuleStatement::Failed;
    let compared = compared(unread, aircraft("PRE"), aircraft("POST"));
    let counts = ChangeCounts { appears: 1, pending: 4, ..ChangeCounts::default() };
    assert_eq!(compared.counts(), [Some(counts)], "parts of two modules, and a module that failed with its parts");
}

#[test]
fn an_aircraft_that_joins_gets_everything_that_applies() {
    let joins = compared(contents(), TailValues::new(), aircraft("POST"));
    let counts = ChangeCounts { appears: 3, ..ChangeCounts::default() };
    assert_eq!(joins.counts(), [Some(counts)]);
    assert!(joins.compared_modules().is_empty());
    let first = joins.differences(Some(PlaceChange::Appears)).remove(0);
    assert_eq!((first.before, first.after), (vec![], vec![TocNodeId(1)]));
    let foreign = compared(contents(), TailValues::new(), TailValues::new());
    assert_eq!(foreign.counts(), [None]);
}
