//! The chosen aircraft or product, and the property values that the choice assigns.

use std::fmt::Write as _;

use domain::effectivity::Effectivity;
use domain::field::FieldCode;
use domain::id::ProfileId;
use domain::operator::Aircraft;
use s1000d::applic::tables::Tables;
use s1000d::applic::{Assignments, Property, PropertyKind, Truth};
use store::Tx;

use super::fingerprint;
use super::fleet::{Fleet, add};
use super::product_key::ProductKey;
use super::profile_members::ProfileMembers;
use super::tables::{ManualTables, SetIndex};
use crate::core::error::Error;

/// Longer keys are replaced by their fingerprint.
const MAX_KEY: usize = 200;

/// An aircraft, a product, or single properties; the single ones win, then the aircraft. Without any of them, a profile.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Choice {
    /// A registration.
    pub aircraft: Option<String>,
    /// The id or the key of a product, as [`choices`](super::choices::choices) gives them.
    pub product: Option<String>,
    /// As in `prodattr:model=NV240-1` or `condition:SB26003=POST`; where a manual has several ACTs, the code of one may
    /// follow the property: `prodattr:model@DMC-…=NV240-1`.
    pub set: Vec<String>,
    pub profile: Option<ProfileId>,
}

impl Choice {
    /// Whether it says nothing of an aircraft.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    fn profile(&self) -> Option<&ProfileId> {
        let is_single = self.aircraft.is_some() || self.product.is_some() || !self.set.is_empty();
        self.profile.as_ref().filter(|_| !is_single)
    }
}

/// The records that a choice names.
#[derive(Debug, Default)]
pub(super) struct Chosen {
    aircraft: Option<Aircraft>,
    members: Option<ProfileMembers>,
}

impl Chosen {
    pub(super) async fn find(tx: &mut Tx, choice: &Choice) -> Result<Self, Error> {
        let aircraft = find_aircraft(tx, choice).await?;
        let members = match choice.profile() {
            Some(profile) => ProfileMembers::find(tx, profile).await?,
            None => None,
        };
        Ok(Self { aircraft, members })
    }

    /// The aircraft and values of a profile that were read before.
    pub(super) fn of_members(members: ProfileMembers) -> Self {
        Self { aircraft: None, members: Some(members) }
    }
}

/// A property's value, and what people call the property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assign {
    pub property: Property,
    pub value: String,
    pub name: String,
}

/// The aircraft that is chosen.
pub(super) async fn find_aircraft(tx: &mut Tx, choice: &Choice) -> Result<Option<Aircraft>, Error> {
    let Some(registration) = &choice.aircraft else { return Ok(None) };
    let found = store::operators::find_aircraft(tx, registration).await?;
    let unknown = || Error::field("aircraft", FieldCode::UnknownValue);
    found.map(|one| Some(one.aircraft)).ok_or_else(unknown)
}

/// Whether a choice was refused because its aircraft or its product is unknown.
pub(super) fn is_unknown(error: &Error) -> bool {
    let Error::Invalid(refused) = error else { return false };
    refused
        .iter()
        .all(|one| one.code == FieldCode::UnknownValue && ["aircraft", "product"].contains(&one.field.as_str()))
}

/// The values that a choice assigns to properties.
pub(super) struct ChoiceValues {
    /// Those of all members of a profile as one.
    pub(super) assigned: Assignments,
    /// Those of each member of a profile; empty for any other choice. A member has the same position for every ACT, with
    /// `None` where the ACT does not know it.
    members: Vec<Option<Assignments>>,
    /// False: the tables are about other aircraft and products than the chosen one.
    pub(super) is_known: bool,
}

/// Values of properties that a choice sets, for modules of one ACT. A product and an aircraft say nothing of modules whose
/// ACT does not know them: properties of the same name are different ones there.
pub(super) fn assignments(
    choice: &Choice,
    chosen: &Chosen,
    manual: &ManualTables,
    set: SetIndex,
) -> Result<ChoiceValues, Error> {
    let mut all = ChoiceValues { assigned: Assignments::default(), members: Vec::new(), is_known: true };
    let own = manual.of(set);
    let tables = own.bilingual();
    let is_single = manual.sets.is_empty();
    let fleet = Fleet::new(tables, &own.model_codes);
    let flown = |aircraft: &Aircraft| {
        let knows = (is_single || set.is_some()) && fleet.knows(aircraft);
        knows.then(|| fleet.assignments(aircraft))
    };
    if let Some(text) = &choice.product {
        all.add(product(&ProductKey::parse(text), manual, set, flown)?);
    }
    if let Some(aircraft) = &chosen.aircraft {
        all.add(flown(aircraft));
    }
    if let Some(members) = &chosen.members {
        all.members = members.values(manual, set, flown);
        let known: Vec<Assignments> = all.members.iter().flatten().cloned().collect();
        all.is_known = !known.is_empty();
        all.assigned = Assignments::joined(&known);
    }
    if choice.set.len() > Effectivity::MAX_SET {
        return Err(Error::field("set", FieldCode::TooMany));
    }
    for text in &choice.set {
        let one = SetProperty::parse(text).ok_or_else(|| Error::field("set", FieldCode::UnknownValue))?;
        let is_meant = match one.table {
            Some(code) => manual.is_named(set, code),
            None => is_single || tables.declared(&one.property).is_none_or(|declared| declared.allows(one.value)),
        };
        if is_meant {
            all.assigned.assign(one.property, one.value);
        }
    }
    Ok(all)
}

impl ChoiceValues {
    /// The values of each product that content is chosen for, `None` for one that the ACT does not know.
    pub(super) fn into_products(self) -> Vec<Option<Assignments>> {
        if self.members.is_empty() { vec![Some(self.assigned)] } else { self.members }
    }

    /// The values of each member of a profile, `None` for one that the ACT does not know.
    pub(super) fn into_members(self) -> Vec<Option<Assignments>> {
        self.members
    }

    /// Whether something holds for a member of a profile; `None` for any other choice.
    pub(super) fn for_members(&self, truth: impl Fn(&Assignments) -> Truth) -> Option<Truth> {
        self.members.iter().flatten().map(truth).reduce(Truth::or)
    }

    /// Whether they are those of several aircraft.
    pub(super) fn is_of_profile(&self) -> bool {
        !self.members.is_empty()
    }

    fn add(&mut self, more: Option<Assignments>) {
        match more {
            Some(more) => add(&mut self.assigned, &more),
            None => self.is_known = false,
        }
    }
}

/// The values of a chosen product. One of another table or manual counts as an aircraft of its model.
fn product(
    key: &ProductKey,
    manual: &ManualTables,
    set: SetIndex,
    flown: impl Fn(&Aircraft) -> Option<Assignments>,
) -> Result<Option<Assignments>, Error> {
    let own = manual.product(&key.id).filter(|(_, product)| key.fits(product));
    if own.is_none() && key.is_bare() {
        return Err(Error::field("product", FieldCode::UnknownValue));
    }
    let own = own.filter(|(owner, _)| *owner == set).map(|(_, product)| product.assignments());
    Ok(own.or_else(|| key.aircraft().as_ref().and_then(flown)))
}

/// A single property of a choice.
struct SetProperty<'a> {
    property: Property,
    /// The code of the ACT that it belongs to.
    table: Option<&'a str>,
    value: &'a str,
}

impl<'a> SetProperty<'a> {
    /// Reads `prodattr:ident=value` or `condition:ident=value`, with `@` and an ACT behind the identifier.
    fn parse(text: &'a str) -> Option<Self> {
        let (kind, rest) = text.split_once(':')?;
        let kind = [PropertyKind::Attribute, PropertyKind::Condition].into_iter().find(|one| one.as_str() == kind)?;
        let (name, value) = rest.split_once('=')?;
        let (ident, table) = name.split_once('@').map_or((name, None), |(ident, table)| (ident, Some(table)));
        let sound = !ident.is_empty() && !value.is_empty() && name.len() <= 200 && value.len() <= 500;
        sound.then(|| Self { property: Property { kind, ident: ident.to_owned() }, table, value })
    }
}

/// Every value with what people call its property.
pub(super) fn named(assignments: &Assignments, tables: &Tables) -> Vec<Assign> {
    let one = |(kind, ident, value): (PropertyKind, &str, &str)| {
        let property = Property { kind, ident: ident.to_owned() };
        let name = tables.name_of(&property).to_owned();
        Assign { property, value: value.to_owned(), name }
    };
    assignments.iter().map(one).collect()
}

/// One short text for each set of assignments: those of a fleet are long, and a cache counts its values alone.
pub(super) fn short_key(assignments: &Assignments) -> String {
    let key = key(assignments);
    if key.len() > MAX_KEY { fingerprint(key.as_bytes()) } else { key }
}

/// One text for each set of assignments.
pub(super) fn key(assignments: &Assignments) -> String {
    let mut key = String::new();
    for (kind, ident, value) in assignments.iter() {
        // Writing to a string cannot fail. Lengths keep two sets apart whatever signs they hold.
        let _ = write!(key, "{}:{}:{ident}={}:{value};", kind.as_str(), ident.len(), value.len());
    }
    key
}

#[cfg(test)]
mod tests {
    use s1000d::applic::{Assertion, Expression, Values};

    use super::*;

    fn property(ident: &str) -> Property {
        Property { kind: PropertyKind::Attribute, ident: ident.to_owned() }
    }

    fn aircraft(model: &str, serial: &str) -> Assignments {
        let mut assigned = Assignments::default();
        assigned.assign(property("model"), model);
        assigned.assign(property("serial"), serial);
        assigned
    }

    #[test]
    fn a_module_is_decided_for_each_member_of_a_profile() {
        let holds = |ident: &str, value: &str| {
            Expression::Assert(Assertion { property: property(ident), values: Values::parse(value), line: 0 })
        };
        let both = Expression::And(vec![holds("model", "A"), holds("serial", "2")]);
        let members = vec![aircraft("A", "1"), aircraft("B", "2")];
        let assigned = Assignments::joined(&members);
        assert_eq!(both.evaluate(&assigned), Truth::Unknown, "their values as one leave it open");
        let members = members.into_iter().map(Some).chain([None]).collect();
        let values = ChoiceValues { assigned, members, is_known: true };
        assert_eq!(values.for_members(|one| both.evaluate(one)), Some(Truth::False), "none of them is both");
        assert_eq!(values.for_members(|one| holds("model", "A").evaluate(one)), Some(Truth::True));
    }

    #[test]
    fn the_key_of_a_fleet_is_short() {
        let fleet: Vec<Assignments> = (0..300).map(|serial| aircraft("A", &serial.to_string())).collect();
        assert!(short_key(&Assignments::joined(&fleet)).len() < MAX_KEY);
        assert_ne!(short_key(&Assignments::joined(&fleet)), short_key(&Assignments::joined(&fleet[1..])));
        assert_eq!(short_key(&fleet[0]), key(&fleet[0]));
    }
}
