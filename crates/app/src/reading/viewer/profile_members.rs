//! The aircraft and values that a profile stands for.

use std::collections::BTreeMap;

use domain::id::ProfileId;
use domain::operator::Aircraft;
use domain::profile::{ProfileAssertion, ProfileScope};
use s1000d::applic::tables::{Bilingual, Declaration};
use s1000d::applic::{Assignments, Property, PropertyKind, Values};
use store::Tx;

use crate::core::error::Error;

/// The most ways to meet an assertion that are told apart.
const MAX_WAYS: usize = 200;

/// What a profile with less than all content shows content for.
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

    /// The values of each member; none where nothing is known of them.
    pub(super) fn values(
        &self,
        tables: Bilingual<'_>,
        flown: impl Fn(&Aircraft) -> Option<Assignments>,
    ) -> Vec<Assignments> {
        match self {
            Self::Fleet(fleet) => fleet.iter().filter_map(flown).collect(),
            Self::Asserted(assertion) => {
                let ways = ways(assertion, tables).unwrap_or_default();
                ways.into_iter().map(assigned).collect()
            }
        }
    }
}

fn assigned(way: Way) -> Assignments {
    let mut assignments = Assignments::default();
    for (property, values) in way {
        assignments.assign(property, values.join("|"));
    }
    assignments
}

/// The ways in which an assertion can hold; `None` when there are too many.
fn ways(assertion: &ProfileAssertion, tables: Bilingual<'_>) -> Option<Vec<Way>> {
    match assertion {
        ProfileAssertion::Property { ident, is_condition, values } => {
            let kind = if *is_condition { PropertyKind::Condition } else { PropertyKind::Attribute };
            let values = Declaration { values: Values::parse(values), ..Declaration::default() }.single_values();
            // A range with too many members says nothing of the value.
            let way = if values.is_empty() { Way::new() } else { Way::from([(meant(kind, ident, tables), values)]) };
            Some(vec![way])
        }
        ProfileAssertion::Joined { is_any: true, parts } => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(ways(part, tables)?);
            }
            (all.len() <= MAX_WAYS).then_some(all)
        }
        ProfileAssertion::Joined { is_any: false, parts } => {
            let mut all = vec![Way::new()];
            for part in parts {
                let more = ways(part, tables)?;
                if all.len() * more.len() > MAX_WAYS {
                    return None;
                }
                all = all.iter().flat_map(|one| more.iter().filter_map(move |other| both(one, other))).collect();
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
        own.retain(|value| values.contains(value));
        if own.is_empty() {
            return None;
        }
    }
    Some(joined)
}

#[cfg(test)]
mod tests {
    use s1000d::applic::tables::Tables;

    use super::*;

    fn property(ident: &str, values: &str) -> ProfileAssertion {
        ProfileAssertion::Property { ident: ident.to_owned(), is_condition: false, values: values.to_owned() }
    }

    fn joined(is_any: bool, parts: Vec<ProfileAssertion>) -> ProfileAssertion {
        ProfileAssertion::Joined { is_any, parts }
    }

    fn said(assertion: ProfileAssertion, tables: &Tables) -> Vec<String> {
        let members = ProfileMembers::Asserted(assertion).values(Bilingual::alike(tables), |_| None);
        let one = |values: &Assignments| {
            values.iter().map(|(_, ident, value)| format!("{ident}={value}")).collect::<Vec<_>>().join(" ")
        };
        members.iter().map(one).collect()
    }

    #[test]
    fn an_assertion_is_met_in_several_ways() {
        let tables = Tables::default();
        let hoist = joined(false, vec![property("model", "A|B"), property("hoist", "yes")]);
        let any = joined(true, vec![hoist.clone(), property("serialNumber", "7~9")]);
        assert_eq!(said(any, &tables), ["hoist=yes model=A|B", "serialNumber=7|8|9"]);
        let both = joined(false, vec![hoist.clone(), property("model", "B|C")]);
        assert_eq!(said(both, &tables), ["hoist=yes model=B"]);
        let never = joined(false, vec![hoist, property("hoist", "no")]);
        assert_eq!(said(never, &tables), Vec::<String>::new());
    }

    #[test]
    fn properties_are_found_by_their_names() {
        let declaration = Declaration { name: "Aircraft model".to_owned(), ..Declaration::default() };
        let property_of_table = Property { kind: PropertyKind::Attribute, ident: "mdl".to_owned() };
        let tables = Tables { declared: [(property_of_table, declaration)].into(), ..Tables::default() };
        assert_eq!(said(property("aircraft model", "A"), &tables), ["mdl=A"]);
        assert_eq!(said(property("other", "A"), &tables), ["other=A"]);
    }

    #[test]
    fn what_has_too_many_values_decides_nothing() {
        let tables = Tables::default();
        assert_eq!(said(property("serialNumber", "1~90000"), &tables), [""]);
        let pair = |index: usize| joined(true, vec![property(&format!("p{index}"), "1"), property("q", "2")]);
        let wide = joined(false, (0..12).map(pair).collect());
        assert_eq!(said(wide, &tables), Vec::<String>::new());
    }
}
