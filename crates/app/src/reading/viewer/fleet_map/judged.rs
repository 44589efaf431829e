//! The places of contents, judged for one aircraft.

use std::collections::HashMap;

use domain::coverage::{Coverage, CoverageCounts};
use domain::operator::Aircraft;
use domain::toc::TocNodeType;
use s1000d::applic::{Assignments, Truth};

use crate::core::contents_statements::{ContentsStatements, ModuleStatement};
use crate::reading::viewer::fleet::Fleet;
use crate::reading::viewer::tables::{ManualTables, SetIndex};

/// The values of an aircraft for each ACT that knows it.
pub(super) type TailValues = HashMap<SetIndex, Assignments>;

/// The tables of a manual, ready to give the values of any aircraft.
pub(super) struct FleetTables<'a>(Vec<(SetIndex, Fleet<'a>)>);

impl<'a> FleetTables<'a> {
    pub(super) fn new(tables: &'a ManualTables) -> Self {
        let is_single = tables.sets.is_empty();
        // Where there are several ACTs, no values decide about a module that names none.
        let sets = (0..tables.sets.len()).map(Some).chain([None]).filter(|set| is_single || set.is_some());
        let known = |set: SetIndex| {
            let own = tables.of(set);
            (set, Fleet::new(own.bilingual(), &own.model_codes))
        };
        Self(sets.map(known).collect())
    }

    /// Empty for an aircraft that the tables are not about.
    pub(super) fn values(&self, aircraft: &Aircraft) -> TailValues {
        let knowing = self.0.iter().filter(|(_, fleet)| fleet.knows(aircraft));
        knowing.map(|(set, fleet)| (*set, fleet.assignments(aircraft))).collect()
    }
}

/// The part that a place of the contents plays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PlaceRole {
    Section,
    /// One module.
    Single,
    /// A container, with the positions of its alternates.
    Group(Vec<usize>),
    /// One of a container's.
    Alternate,
    /// The contents name a module that was not delivered.
    Missing,
}

impl PlaceRole {
    /// The roles of all places.
    pub(super) fn of_all(contents: &ContentsStatements) -> Vec<Self> {
        let mut roles: Vec<Self> = Vec::with_capacity(contents.places.len());
        for (position, place) in contents.places.iter().enumerate() {
            let around = place.parent.and_then(|parent| roles.get_mut(parent));
            let role = match (place.node_type, around) {
                (TocNodeType::Group, _) => Self::Group(Vec::new()),
                (TocNodeType::Section, _) => Self::Section,
                (TocNodeType::Module, _) if place.version.is_none() => Self::Missing,
                (TocNodeType::Module, Some(Self::Group(alternates))) => {
                    alternates.push(position);
                    Self::Alternate
                }
                (TocNodeType::Module, _) => Self::Single,
            };
            roles.push(role);
        }
        roles
    }

    /// The positions of the modules to choose from at a place: its own, or the alternates of a container.
    pub(super) fn modules(&self, position: usize) -> impl Iterator<Item = usize> {
        let (single, alternates): (Option<usize>, &[usize]) = match self {
            Self::Single => (Some(position), &[]),
            Self::Group(alternates) => (None, alternates),
            Self::Section | Self::Alternate | Self::Missing => (None, &[]),
        };
        single.into_iter().chain(alternates.iter().copied())
    }

    /// Whether an aircraft gets a module here.
    pub(super) fn is_place(&self) -> bool {
        matches!(self, Self::Single | Self::Group(_))
    }
}

/// The truth of every place for one aircraft.
pub(super) struct JudgedContents<'c> {
    roles: &'c [PlaceRole],
    /// Of all statements.
    statements: Vec<Truth>,
    /// `None` where the module was not read yet.
    truths: Vec<Option<Truth>>,
}

impl<'c> JudgedContents<'c> {
    pub(super) fn new(contents: &ContentsStatements, roles: &'c [PlaceRole], values: &TailValues) -> Self {
        let nothing = Assignments::default();
        let statements: Vec<Truth> = contents
            .statements
            .iter()
            .map(|one| one.applic.evaluate(values.get(&one.set).unwrap_or(&nothing)))
            .collect();
        let mut around: Vec<Truth> = Vec::with_capacity(contents.places.len());
        let mut truths = Vec::with_capacity(contents.places.len());
        for place in &contents.places {
            let above = place.parent.and_then(|parent| around.get(parent)).copied().unwrap_or(Truth::True);
            let own = place.own.map_or(above, |own| above.and(statements[own]));
            truths.push(match place.module {
                ModuleStatement::Always => Some(own),
                ModuleStatement::Stated(module) => Some(own.and(statements[module])),
                ModuleStatement::Lost => Some(own.and(Truth::Unknown)),
                ModuleStatement::Unread | ModuleStatement::Failed => None,
            });
            // What is inside has nothing to do with a module, except for the alternates of a container.
            around.push(own);
        }
        Self { roles, statements, truths }
    }

    /// The truth of a statement.
    pub(super) fn statement(&self, position: usize) -> Truth {
        self.statements[position]
    }

    /// Whether the aircraft has a module of a place, or may have it: an alternate only where its container applies.
    /// `None` where one of them was not read yet.
    pub(super) fn has(&self, position: usize, module: usize) -> Option<bool> {
        let around = self.truths[position];
        if around == Some(Truth::False) {
            return Some(false);
        }
        Some(around?.and(self.truths[module]?).keeps())
    }

    /// The outcome at a place with modules of its own; `None` where one of them was not read yet.
    pub(super) fn coverage(&self, position: usize) -> Option<Coverage> {
        let decided = |truth| match truth {
            Truth::True => Some(true),
            Truth::False => Some(false),
            Truth::Unknown => None,
        };
        let own = decided(self.truths[position]?);
        let PlaceRole::Group(alternates) = &self.roles[position] else { return Some(Coverage::of([own])) };
        if own != Some(false) && alternates.iter().any(|alternate| self.truths[*alternate].is_none()) {
            return None;
        }
        let alternates = alternates.iter().map(|alternate| self.truths[*alternate].and_then(decided));
        Some(Coverage::of_container(own, alternates))
    }

    /// The outcomes at all places, those of sections counted from what is inside. What was not read yet is left out.
    pub(super) fn counts(&self, contents: &ContentsStatements) -> Vec<CoverageCounts> {
        let mut counts = vec![CoverageCounts::default(); contents.places.len()];
        for (position, place) in contents.places.iter().enumerate().rev() {
            if self.roles[position].is_place() {
                // A container is one place, however many alternates it has.
                counts[position] = CoverageCounts::default();
                if let Some(coverage) = self.coverage(position) {
                    counts[position].add(coverage);
                }
            }
            let own = counts[position];
            if let Some(parent) = place.parent.filter(|parent| *parent < position) {
                counts[parent].join(own);
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use domain::id::{TocNodeId, VersionId};
    use s1000d::applic::{Applic, Assertion, Expression, Property, PropertyKind, Values};

    use super::*;
    use crate::core::contents_statements::{PlacedStatement, StatedPlace};

    fn model() -> Property {
        Property { kind: PropertyKind::Attribute, ident: "model".to_owned() }
    }

    fn place(parent: Option<usize>, node_type: TocNodeType, module: ModuleStatement) -> StatedPlace {
        let version = Some(VersionId(1));
        StatedPlace { id: TocNodeId(1), parent, node_type, version, set: None, own: None, module }
    }

    /// A section with a module for all, one for A, a container with alternates for A and B, and what was not read.
    fn contents() -> ContentsStatements {
        let statement = |values: &str| {
            let assertion = Assertion { property: model(), values: Values::parse(values), line: 0 };
            let applic = Applic { expression: Some(Expression::Assert(assertion)), ..Applic::default() };
            Arc::new(PlacedStatement { set: None, applic })
        };
        let (always, module) = (ModuleStatement::Always, TocNodeType::Module);
        let places = vec![
            place(None, TocNodeType::Section, always),
            place(Some(0), module, always),
            place(Some(0), module, ModuleStatement::Stated(0)),
            place(Some(0), TocNodeType::Group, always),
            place(Some(3), module, ModuleStatement::Stated(0)),
            place(Some(3), module, ModuleStatement::Stated(1)),
            place(Some(0), module, ModuleStatement::Unread),
        ];
        let statements = vec![statement("A"), statement("A|B")];
        ContentsStatements { places, statements, ..ContentsStatements::default() }
    }

    fn values(name: &str) -> TailValues {
        let mut assigned = Assignments::default();
        assigned.assign(model(), name);
        TailValues::from([(None, assigned)])
    }

    #[test]
    fn a_container_is_one_place_of_its_section() {
        let contents = contents();
        let roles = PlaceRole::of_all(&contents);
        assert_eq!(roles[3], PlaceRole::Group(vec![4, 5]));
        let counted = |values: &TailValues| JudgedContents::new(&contents, &roles, values).counts(&contents)[0];
        let counts = |one, several, none, missing, open| CoverageCounts { one, several, none, missing, open };
        assert_eq!(counted(&values("A")), counts(2, 1, 0, 0, 0), "both alternates are for A");
        assert_eq!(counted(&values("B")), counts(2, 0, 1, 0, 0));
        assert_eq!(counted(&values("C")), counts(1, 0, 1, 1, 0));
        assert_eq!(counted(&TailValues::new()), counts(1, 0, 0, 0, 2), "nothing is known of it");
    }

    #[test]
    fn an_aircraft_has_the_alternates_that_apply() {
        let contents = contents();
        let roles = PlaceRole::of_all(&contents);
        let judged = JudgedContents::new(&contents, &roles, &values("B"));
        assert_eq!((judged.has(3, 4), judged.has(3, 5)), (Some(false), Some(true)));
        assert_eq!((judged.has(1, 1), judged.has(2, 2)), (Some(true), Some(false)));
        assert_eq!((judged.has(6, 6), judged.coverage(6)), (None, None), "it was not read yet");
        assert_eq!(judged.coverage(3), Some(Coverage::One));
    }

    #[test]
    fn a_statement_of_a_section_holds_for_all_in_it() {
        let mut contents = contents();
        contents.places[0].own = Some(0);
        let roles = PlaceRole::of_all(&contents);
        let judged = JudgedContents::new(&contents, &roles, &values("B"));
        assert_eq!((judged.coverage(1), judged.coverage(3)), (Some(Coverage::None), Some(Coverage::None)));
        assert!(!judged.coverage(3).is_some_and(Coverage::is_unclear), "the container is not for B at all");
    }

    #[test]
    fn a_container_for_other_aircraft_needs_no_alternate() {
        let mut contents = contents();
        contents.places[3].module = ModuleStatement::Stated(0);
        let roles = PlaceRole::of_all(&contents);
        let judged = JudgedContents::new(&contents, &roles, &values("B"));
        assert_eq!((judged.coverage(3), judged.has(3, 5)), (Some(Coverage::None), Some(false)));
        contents.places[3].module = ModuleStatement::Unread;
        let judged = JudgedContents::new(&contents, &roles, &values("B"));
        assert_eq!((judged.coverage(3), judged.has(3, 5)), (None, None), "the container was not read yet");
    }

    #[test]
    fn a_lost_module_is_undecided() {
        let mut contents = contents();
        contents.places[2].module = ModuleStatement::Lost;
        let roles = PlaceRole::of_all(&contents);
        assert_eq!(JudgedContents::new(&contents, &roles, &values("B")).coverage(2), Some(Coverage::Open));
    }

    #[test]
    fn alternates_of_a_deleted_container_stay_in_it() {
        let mut contents = contents();
        (contents.places[3].version, contents.places[0].own) = (None, Some(0));
        let roles = PlaceRole::of_all(&contents);
        assert_eq!(roles[3], PlaceRole::Group(vec![4, 5]));
        let judged = JudgedContents::new(&contents, &roles, &values("B"));
        assert_eq!(judged.coverage(3), Some(Coverage::None), "the section is for A only");
    }
}
