//! The aircraft and values that a profile stands for.

use std::collections::BTreeMap;

use domain::id::ProfileId;
use domain::operator::Aircraft;
use domain::profile::{ProfileAssertion, ProfileScope};
use s1000d::applic::tables::{Bilingual, Declaration};
use s1000d::applic::{Assignments, Property, PropertyKind, Values, canonical};
use store::Tx;

use super::fleet::Fleet;
use super::tables::{ManualTables, SetIndex};
use crate::core::error::Error;

/// The members of a profile with less than all content.
#[derive(Debug)]
pub(super) enum ProfileMembers {
    Fleet(Vec<Aircraft>),
    Asserted(ProfileAssertion),
}

/// The values of properties with which an assertion holds.
type Way = BTreeMap<Property, Vec<String>>;

impl ProfileMembers {
    /// `None` for a profile of all content, and for one that is gone: an old link to a module still leads to it.
    pub(super) async fn find(tx: &mut Tx, id: &ProfileId) -> Result<Option<Self>, Error> {
        let Some(profile) = store::profiles::find(tx, id).await? else { return Ok(None) };
        if store::manuals::find(tx, &profile.manual_id).await?.is_none() {
            return Ok(None);
        }
        match profile.scope {
            ProfileScope::All => Ok(None),
            ProfileScope::Asserted(assertion) => Ok(Some(Self::Asserted(assertion))),
            ProfileScope::Fleet => {
                let operator = match &profile.operator_id {
                    Some(id) => store::operators::find(tx, id).await?,
                    None => None,
                };
                let fleet = operator.map(|operator| operator.details.aircraft);
                Ok(Some(Self::Fleet(fleet.unwrap_or_default())))
            }
        }
    }

    /// The values of each member for modules of one ACT, in the same order for every ACT; `None` for a member that the
    /// ACT does not know.
    pub(super) fn values(
        &self,
        manual: &ManualTables,
        set: SetIndex,
        flown: impl Fn(&Aircraft) -> Option<Assignments>,
    ) -> Vec<Option<Assignments>> {
        match self {
            Self::Fleet(fleet) => {
                let tables = AllFleets::new(manual);
                let stranger = |aircraft: &Aircraft| tables.is_stranger(aircraft).then(Assignments::default);
                fleet.iter().map(|aircraft| flown(aircraft).or_else(|| stranger(aircraft))).collect()
            }
            Self::Asserted(assertion) => {
                let is_single = manual.sets.is_empty();
                let tables = AssertedTables { tables: manual.of(set).bilingual(), is_single };
                let ways = ways(assertion, tables).unwrap_or_default();
                // Where there are several ACTs, properties of a module that names none are nobody's.
                let is_decided = is_single || set.is_some();
                ways.into_iter().map(|way| way.filter(|_| is_decided).map(assigned)).collect()
            }
        }
    }
}

/// All tables of a manual, to find aircraft of its type that none of them knows.
struct AllFleets<'a> {
    fleets: Vec<Fleet<'a>>,
    model_codes: Vec<&'a String>,
}

impl<'a> AllFleets<'a> {
    fn new(manual: &'a ManualTables) -> Self {
        let (mut fleets, mut model_codes): (Vec<Fleet<'a>>, Vec<&'a String>) = (Vec::new(), Vec::new());
        for (_, own) in manual.each() {
            fleets.push(Fleet::new(own.bilingual(), &own.model_codes));
            model_codes.extend(&own.model_codes);
        }
        Self { fleets, model_codes }
    }

    /// An aircraft with a mistyped model keeps everything: what only it needs must not be hidden.
    fn is_stranger(&self, aircraft: &Aircraft) -> bool {
        self.model_codes.iter().any(|code| aircraft.is_of_model(code))
            && !self.fleets.iter().any(|fleet| fleet.knows(aircraft))
    }
}

fn assigned(way: Way) -> Assignments {
    let mut assignments = Assignments::default();
    for (property, values) in way {
        assignments.assign(property, values.join("|"));
    }
    assignments
}

/// The tables by which an assertion is read.
#[derive(Clone, Copy)]
struct AssertedTables<'a> {
    tables: Bilingual<'a>,
    /// The manual has no other ACT.
    is_single: bool,
}

impl AssertedTables<'_> {
    /// The values that a property can have here: those of another ACT are of another property.
    fn allowed(self, property: &Property, mut values: Vec<String>) -> Vec<String> {
        if let Some(declared) = self.tables.declared(property).filter(|_| !self.is_single) {
            values.retain(|value| declared.allows(value));
        }
        values
    }
}

/// The ways in which an assertion can hold, as many for every ACT, with `None` for those that contradict themselves;
/// `None` when there are too many.
fn ways(assertion: &ProfileAssertion, tables: AssertedTables<'_>) -> Option<Vec<Option<Way>>> {
    match assertion {
        ProfileAssertion::Property { ident, is_condition, values } => {
            let kind = if *is_condition { PropertyKind::Condition } else { PropertyKind::Attribute };
            let property = meant(kind, ident, tables.tables);
            let values = Declaration { values: Values::parse(values), ..Declaration::default() }.single_values();
            let values = tables.allowed(&property, values);
            // A range with too many members says nothing of the value.
            let way = if values.is_empty() { Way::new() } else { Way::from([(property, values)]) };
            Some(vec![Some(way)])
        }
        ProfileAssertion::Joined { is_any: true, parts } => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(ways(part, tables)?);
            }
            (all.len() <= ProfileAssertion::MAX_WAYS).then_some(all)
        }
        ProfileAssertion::Joined { is_any: false, parts } => {
            let mut all = vec![Some(Way::new())];
            for part in parts {
                let more = ways(part, tables)?;
                if all.len() * more.len() > ProfileAssertion::MAX_WAYS {
                    return None;
                }
                let pairs = all.iter().flat_map(|one| more.iter().map(move |other| (one, other)));
                all = pairs.map(|(one, other)| both(one.as_ref()?, other.as_ref()?)).collect();
            }
            Some(all)
        }
    }
}

/// The property with this identifier, or the one that people call so.
fn meant(kind: PropertyKind, ident: &str, tables: Bilingual<'_>) -> Property {
    let exact = Property { kind, ident: ident.to_owned() };
    if tables.declared(&exact).is_some() {
        return exact;
    }
    tables.named(ident).cloned().unwrap_or(exact)
}

/// Both ways at once; `None` where they contradict each other.
fn both(one: &Way, other: &Way) -> Option<Way> {
    let mut joined = one.clone();
    for (property, values) in other {
        let own = joined.entry(property.clone()).or_insert_with(|| values.clone());
        own.retain(|value| values.iter().any(|other| canonical(other) == canonical(value)));
        if own.is_empty() {
            return None;
        }
    }
    Some(joined)
}

#[cfg(test)]
mod tests;
