//! Profiles: an operator's view of a manual.

use std::collections::{BTreeMap, HashSet};

use chrono::{DateTime, Utc};

use crate::field::FieldCode;
use crate::form::parse_line;
use crate::id::{ManualId, OperatorId, ProfileId};
use crate::operator::Aircraft;
use crate::text;

/// The profile that every manual has: all content, no operator.
pub const ALL: &str = "All";

/// The most profiles of a manual that people add by hand.
pub const MAX_PROFILES: usize = 200;

/// A profile of a manual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    pub id: ProfileId,
    pub manual_id: ManualId,
    pub name: String,
    /// The operator; `None` for [`ALL`].
    pub operator_id: Option<OperatorId>,
    pub scope: ProfileScope,
    pub extension_code: String,
    pub extension_producer: String,
    pub created_on: DateTime<Utc>,
    pub updated_on: DateTime<Utc>,
    pub version: i64,
}

impl Profile {
    /// The profile [`ALL`] of a manual is neither changed nor deleted.
    pub fn is_fixed(&self) -> bool {
        self.name == ALL
    }
}

/// The content that a profile shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ProfileScope {
    /// All content.
    #[default]
    All,
    /// Content for an aircraft of the operator, as its fleet is at the time of reading.
    Fleet,
    /// Content that can apply where this assertion holds.
    Asserted(ProfileAssertion),
}

/// A property with values, or several assertions joined (specification, section 3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProfileAssertion {
    Property {
        ident: String,
        /// A condition; otherwise a product attribute.
        is_condition: bool,
        /// In S1000D notation: `a|b` is a set, `x~y` a range.
        values: String,
    },
    Joined {
        /// One of the parts suffices; otherwise all must hold.
        is_any: bool,
        parts: Vec<Self>,
    },
}

impl ProfileAssertion {
    const MAX_DEPTH: usize = 10;
    const MAX_PARTS: usize = 200;
    const MAX_IDENT: usize = 200;
    const MAX_VALUES: usize = 4_000;
    /// The most ways to meet an assertion that are told apart; one with more decides nothing.
    pub const MAX_WAYS: usize = 200;

    /// The assertion that describes a fleet: each model with its serial numbers. `None` for an empty fleet.
    pub fn of_fleet(fleet: &[Aircraft]) -> Option<Self> {
        let mut models: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for one in fleet {
            models.entry(&one.model).or_default().push(&one.serial_number);
        }
        let property =
            |ident: &str, values: String| Self::Property { ident: ident.to_owned(), is_condition: false, values };
        let model = |(model, serials): (&str, Vec<&str>)| Self::Joined {
            is_any: false,
            parts: vec![property("model", model.to_owned()), property("serialNumber", serials.join("|"))],
        };
        let mut parts: Vec<Self> = models.into_iter().map(model).collect();
        if parts.len() > 1 { Some(Self::Joined { is_any: true, parts }) } else { parts.pop() }
    }

    /// Normalises what was typed: a group of one is that one.
    pub fn check(self) -> Result<Self, FieldCode> {
        let checked = self.check_at(1, &mut 0)?;
        if checked.ways() > Self::MAX_WAYS {
            return Err(FieldCode::TooMany);
        }
        // It would hide nothing, because no aircraft meets it.
        if checked.is_contradictory() { Err(FieldCode::NotTogether) } else { Ok(checked) }
    }

    /// Whether nothing can meet it, as far as single values tell: each way demands values of a property that exclude each
    /// other. It has at most `MAX_WAYS`.
    fn is_contradictory(&self) -> bool {
        self.combinations().iter().all(|way| is_impossible(way))
    }

    /// The combinations of properties with which it can hold.
    fn combinations(&self) -> Vec<Vec<DemandedValues<'_>>> {
        match self {
            Self::Property { ident, is_condition, values } => {
                vec![vec![DemandedValues { ident, is_condition: *is_condition, values }]]
            }
            Self::Joined { is_any: true, parts } => parts.iter().flat_map(Self::combinations).collect(),
            Self::Joined { is_any: false, parts } => parts.iter().fold(vec![Vec::new()], |ways, part| {
                let more = part.combinations();
                ways.iter()
                    .flat_map(|way| more.iter().map(move |one| [way.as_slice(), one.as_slice()].concat()))
                    .collect()
            }),
        }
    }

    /// The number of combinations of properties with which it can hold.
    fn ways(&self) -> usize {
        match self {
            Self::Property { .. } => 1,
            Self::Joined { is_any: true, parts } => parts.iter().map(Self::ways).fold(0, usize::saturating_add),
            Self::Joined { is_any: false, parts } => parts.iter().map(Self::ways).fold(1, usize::saturating_mul),
        }
    }

    fn check_at(self, depth: usize, count: &mut usize) -> Result<Self, FieldCode> {
        *count += 1;
        if depth > Self::MAX_DEPTH || *count > Self::MAX_PARTS {
            return Err(FieldCode::TooMany);
        }
        match self {
            Self::Property { ident, is_condition, values } => Ok(Self::Property {
                ident: parse_line(&ident, 1, Self::MAX_IDENT)?,
                is_condition,
                values: parse_line(&values, 1, Self::MAX_VALUES)?,
            }),
            Self::Joined { is_any, parts } => {
                let checked: Result<Vec<Self>, FieldCode> =
                    parts.into_iter().map(|part| part.check_at(depth + 1, count)).collect();
                let mut parts = checked?;
                if parts.len() > 1 {
                    return Ok(Self::Joined { is_any, parts });
                }
                parts.pop().ok_or(FieldCode::Required)
            }
        }
    }
}

/// The values that a property must have one of.
#[derive(Debug, Clone, Copy)]
struct DemandedValues<'a> {
    ident: &'a str,
    is_condition: bool,
    values: &'a str,
}

/// Whether the lists of values of a property have none in common. Ranges may have any.
fn is_impossible(way: &[DemandedValues<'_>]) -> bool {
    let mut lists: BTreeMap<(&str, bool), Vec<HashSet<&str>>> = BTreeMap::new();
    for one in way.iter().filter(|one| !one.values.contains('~')) {
        // `0023` and `23` are one value.
        let values = one.values.split('|').map(|value| value.trim().trim_start_matches('0')).collect();
        lists.entry((one.ident, one.is_condition)).or_default().push(values);
    }
    lists.values().any(|lists| match lists.split_first() {
        Some((first, others)) => !first.iter().any(|value| others.iter().all(|other| other.contains(value))),
        None => false,
    })
}

impl std::fmt::Display for ProfileAssertion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Property { ident, values, .. } => write!(f, "{ident}={values}"),
            Self::Joined { is_any, parts } => {
                f.write_str("(")?;
                for (index, part) in parts.iter().enumerate() {
                    if index > 0 {
                        f.write_str(if *is_any { " or " } else { " and " })?;
                    }
                    write!(f, "{part}")?;
                }
                f.write_str(")")
            }
        }
    }
}

impl std::fmt::Display for ProfileScope {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::Fleet => f.write_str("fleet"),
            Self::Asserted(assertion) => write!(f, "{assertion}"),
        }
    }
}

/// Parses the name of a profile.
pub fn parse_name(text: &str) -> Result<String, FieldCode> {
    text::line(text, 1, 64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn property(ident: &str, values: &str) -> ProfileAssertion {
        ProfileAssertion::Property { ident: ident.to_owned(), is_condition: false, values: values.to_owned() }
    }

    fn joined(is_any: bool, parts: Vec<ProfileAssertion>) -> ProfileAssertion {
        ProfileAssertion::Joined { is_any, parts }
    }

    fn aircraft(model: &str, serial: &str) -> Aircraft {
        Aircraft {
            registration: format!("HB-{serial}"),
            serial_number: serial.to_owned(),
            model: model.to_owned(),
            attributes: Vec::new(),
        }
    }

    #[test]
    fn a_fleet_is_asserted_by_model_and_serial_numbers() {
        let fleet = [aircraft("B", "7"), aircraft("A", "1"), aircraft("A", "2")];
        let said = |fleet: &[Aircraft]| ProfileAssertion::of_fleet(fleet).as_ref().map(ToString::to_string);
        let expected = "((model=A and serialNumber=1|2) or (model=B and serialNumber=7))";
        assert_eq!(said(&fleet).as_deref(), Some(expected));
        assert_eq!(said(&fleet[..1]).as_deref(), Some("(model=B and serialNumber=7)"));
        assert_eq!(said(&[]), None);
    }

    #[test]
    fn a_group_of_one_is_that_one() {
        let nested = joined(false, vec![joined(true, vec![property(" model ", "A|B")])]);
        assert_eq!(nested.check(), Ok(property("model", "A|B")));
        let both = joined(true, vec![property("model", "A"), property("hoist", "yes")]);
        assert_eq!(both.clone().check(), Ok(both));
    }

    #[test]
    fn assertions_without_values_and_endless_ones_are_refused() {
        assert_eq!(property("", "A").check(), Err(FieldCode::Required));
        assert_eq!(property("model", " ").check(), Err(FieldCode::Required));
        assert_eq!(joined(true, Vec::new()).check(), Err(FieldCode::Required));
        let deep = (0..20).fold(property("model", "A"), |inner, _| joined(true, vec![inner]));
        assert_eq!(deep.check(), Err(FieldCode::TooMany));
        let wide = joined(true, vec![property("model", "A"); 300]);
        assert_eq!(wide.check(), Err(FieldCode::TooMany));
        let pairs = |count| joined(false, vec![joined(true, vec![property("p", "1"), property("q", "2")]); count]);
        assert_eq!(pairs(8).check(), Err(FieldCode::TooMany), "256 ways to meet it");
        assert!(pairs(7).check().is_ok());
    }

    #[test]
    fn assertions_that_nothing_meets_are_refused() {
        let all = |parts| joined(false, parts);
        let never = || all(vec![property("sn", "1|2"), all(vec![property("model", "A"), property("sn", "3")])]);
        assert_eq!(never().check(), Err(FieldCode::NotTogether));
        assert_eq!(joined(true, vec![never(), never()]).check(), Err(FieldCode::NotTogether));
        assert!(joined(true, vec![never(), property("model", "A")]).check().is_ok());
        for (one, other) in [("1|2", "2|3"), ("0023", "23"), ("1~5", "7")] {
            assert!(all(vec![property("sn", one), property("sn", other)]).check().is_ok(), "{one} {other}");
        }
        assert!(all(vec![property("sn", "1"), property("msn", "2")]).check().is_ok());
    }

    #[test]
    fn assertions_whose_every_way_contradicts_itself_are_refused() {
        let (all, any) = (|parts| joined(false, parts), |parts| joined(true, parts));
        let one_of = || any(vec![property("sn", "1"), property("sn", "2")]);
        assert_eq!(all(vec![one_of(), property("sn", "3")]).check(), Err(FieldCode::NotTogether));
        assert!(all(vec![one_of(), property("sn", "2")]).check().is_ok());
        let three = ["1|2", "2|3", "1|3"].map(|values| property("sn", values));
        assert_eq!(all(three.to_vec()).check(), Err(FieldCode::NotTogether), "each two have a value in common");
        let other = all(vec![property("sn", "3"), property("model", "B")]);
        assert!(all(vec![any(vec![property("sn", "1"), other]), property("model", "B")]).check().is_ok());
    }
}
