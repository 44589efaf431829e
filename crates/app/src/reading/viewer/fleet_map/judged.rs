//! What the places of contents mean for one aircraft.

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
                (TocNodeType::Module, _) if place.object.is_none() => Self::Missing,
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
}

/// The truth of every place for one aircraft.
pub(super) struct JudgedContents<'c> {
    roles: &'c [PlaceRole],
    /// `None` where the module was not read yet.
    truths: Vec<Option<Truth>>,
}

impl<'c> JudgedContents<'c> {
    pub(super) fn new(contents: &ContentsStatements, roles: &'c [PlaceRole], values: &TailValues) -> Self {
        let nothing = Assignments::default();
        let of_statement: Vec<Truth> = contents
            .statements
            .iter()
            .map(|one| one.applic.evaluate(values.get(&one.set).unwrap_or(&nothing)))
            .collect();
        let mut around: Vec<Truth> = Vec::with_capacity(contents.places.len());
        let mut truths = Vec::with_capacity(contents.places.len());
        for place in &contents.places {
            let above = place.parent.and_then(|parent| around.get(parent)).copied().unwrap_or(Truth::True);
            let own = place.own.map_or(above, |own| above.and(of_statement[own]));
            let truth = match place.module {
                ModuleStatement::Always => Some(own),
                ModuleStatement::Stated(module) => Some(own.and(of_statement[module])),
                ModuleStatement::Unread => None,
            };
            // The alternates of a container apply only where it does; what is in a section has nothing to do with a
            // module.
            around.push(truth.filter(|_| place.node_type == TocNodeType::Group).unwrap_or(own));
            truths.push(truth);
        }
        Self { roles, truths }
    }

    /// The positions of the modules at a place that apply or may apply, counted within a container; `None` where one
    /// of them was not read yet.
    pub(super) fn seen(&self, position: usize) -> Option<Vec<usize>> {
        let seen = self.modules(position).enumerate().map(|(index, truth)| Some((index, truth?)));
        let seen: Option<Vec<(usize, Truth)>> = seen.collect();
        Some(seen?.into_iter().filter(|(_, truth)| truth.keeps()).map(|(index, _)| index).collect())
    }

    /// The outcome at a place with modules of its own; `None` where one of them was not read yet.
    pub(super) fn coverage(&self, position: usize) -> Option<Coverage> {
        let decided = |truth| match truth {
            Truth::True => Some(true),
            Truth::False => Some(false),
            Truth::Unknown => None,
        };
        let modules: Option<Vec<Option<bool>>> = self.modules(position).map(|truth| truth.map(decided)).collect();
        Some(Coverage::of(modules?))
    }

    fn modules(&self, position: usize) -> impl Iterator<Item = Option<Truth>> {
        let own = std::slice::from_ref(&self.truths[position]);
        let alternates = match &self.roles[position] {
            PlaceRole::Group(alternates) => Some(alternates),
            _ => None,
        };
        let single: &[Option<Truth>] = if alternates.is_none() { own } else { &[] };
        let inner = alternates.into_iter().flatten().map(move |alternate| self.truths[*alternate]);
        single.iter().copied().chain(inner)
    }

    /// The outcomes at all places, those of sections counted from what is inside. What was not read yet is left out.
    pub(super) fn counts(&self, contents: &ContentsStatements) -> Vec<CoverageCounts> {
        let mut counts = vec![CoverageCounts::default(); contents.places.len()];
        for (position, place) in contents.places.iter().enumerate().rev() {
            if matches!(self.roles[position], PlaceRole::Single | PlaceRole::Group(_))
                && let Some(coverage) = self.coverage(position)
            {
                // A container is one place, however many alternates it has.
                counts[position] = CoverageCounts::default();
                counts[position].add(coverage);
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
    use domain::id::{ObjectId, TocNodeId};
    use s1000d::applic::{Applic, Assertion, Expression, Property, PropertyKind, Values};

    use super::*;
    use crate::core::contents_statements::{PlacedStatement, StatedPlace};

    fn model() -> Property {
        Property { kind: PropertyKind::Attribute, ident: "model".to_owned() }
    }

    fn place(parent: Option<usize>, node_type: TocNodeType, module: ModuleStatement) -> StatedPlace {
        let object = Some(ObjectId(1));
        StatedPlace { id: TocNodeId(1), parent, node_type, object, own: None, module }
    }

    /// A section with a module for all, one for A, a container with alternates for A and B, and what was not read.
    fn contents() -> ContentsStatements {
        let statement = |values: &str| {
            let assertion = Assertion { property: model(), values: Values::parse(values), line: 0 };
            let applic = Applic { expression: Some(Expression::Assert(assertion)), ..Applic::default() };
            PlacedStatement { set: None, applic }
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
        ContentsStatements { places, statements: vec![statement("A"), statement("A|B")] }
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
        let counts = |one, several, none, open| CoverageCounts { one, several, none, open };
        assert_eq!(counted(&values("A")), counts(2, 1, 0, 0), "both alternates are for A");
        assert_eq!(counted(&values("B")), counts(2, 0, 1, 0));
        assert_eq!(counted(&values("C")), counts(1, 0, 2, 0));
        assert_eq!(counted(&TailValues::new()), counts(1, 0, 0, 2), "nothing is known of it");
    }

    #[test]
    fn alternates_are_told_by_their_position_in_the_container() {
        let contents = contents();
        let roles = PlaceRole::of_all(&contents);
        let judged = JudgedContents::new(&contents, &roles, &values("B"));
        assert_eq!(judged.seen(3), Some(vec![1]));
        assert_eq!((judged.seen(1), judged.seen(2)), (Some(vec![0]), Some(vec![])));
        assert_eq!((judged.seen(6), judged.coverage(6)), (None, None), "it was not read yet");
        assert_eq!(judged.coverage(3), Some(Coverage::One));
    }

    #[test]
    fn a_statement_of_a_section_holds_for_all_in_it() {
        let mut contents = contents();
        contents.places[0].own = Some(0);
        let roles = PlaceRole::of_all(&contents);
        let judged = JudgedContents::new(&contents, &roles, &values("B"));
        assert_eq!((judged.coverage(1), judged.coverage(3)), (Some(Coverage::None), Some(Coverage::None)));
    }
}
