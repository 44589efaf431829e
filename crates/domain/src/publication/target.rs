//! The targets of a publication's files: all content, the aircraft of a profile, or one aircraft.

use crate::operator::Aircraft;
use crate::profile::{ALL, ProfileAssertion};

/// Profiles and aircraft that one publication can have files for.
pub const MAX_TARGETS: usize = 10;

/// The target of one set of files. Fleets and profiles change; a publication keeps them as they were when it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicationTarget {
    /// The name of a profile, or a registration.
    pub name: String,
    pub scope: TargetScope,
}

/// The content that a set of files has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TargetScope {
    /// All content, byte for byte.
    Everything,
    /// Content for the fleet of a profile's operator.
    Fleet(Vec<Aircraft>),
    /// Content that can apply where the assertion of a profile holds.
    Asserted(ProfileAssertion),
    /// Content for one aircraft, which was chosen by its registration.
    Tail(Aircraft),
}

impl PublicationTarget {
    /// The profile with all content.
    pub fn everything() -> Self {
        Self { name: ALL.to_owned(), scope: TargetScope::Everything }
    }

    /// Whether what does not apply is removed.
    pub fn is_filtered(&self) -> bool {
        self.scope != TargetScope::Everything
    }

    /// Whether it was chosen as an aircraft rather than as a profile.
    pub fn is_tail(&self) -> bool {
        matches!(self.scope, TargetScope::Tail(_))
    }

    /// The same without some aircraft of a fleet, which are given by their registrations.
    #[must_use]
    pub fn without(&self, registrations: &[String]) -> Self {
        let mut target = self.clone();
        if let TargetScope::Fleet(fleet) = &mut target.scope {
            fleet.retain(|one| !registrations.contains(&one.registration));
        }
        target
    }

    /// The aircraft by name; none for a profile with an assertion.
    pub fn aircraft(&self) -> &[Aircraft] {
        match &self.scope {
            TargetScope::Fleet(fleet) => fleet,
            TargetScope::Tail(aircraft) => std::slice::from_ref(aircraft),
            TargetScope::Everything | TargetScope::Asserted(_) => &[],
        }
    }
}

/// The part of each target in the names of its files, as in `for-QZ-HAC`; empty for the profile
/// with all content that every manual has. No two are alike.
pub fn file_words(targets: &[PublicationTarget]) -> Vec<String> {
    let mut words: Vec<String> = Vec::with_capacity(targets.len());
    for target in targets {
        if !target.is_filtered() && target.name == ALL {
            words.push(String::new());
            continue;
        }
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
        let plain: String = target.name.chars().map(|c| if fits(c) { c } else { '_' }).collect();
        let first = ["for-", &plain].concat();
        let mut word = first.clone();
        let mut number = 1_usize;
        // File systems may ignore case.
        while words.iter().any(|other| other.eq_ignore_ascii_case(&word)) {
            number += 1;
            word = [first.as_str(), "-", &number.to_string()].concat();
        }
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tail(registration: &str) -> PublicationTarget {
        let aircraft = Aircraft {
            registration: registration.to_owned(),
            serial_number: "1".to_owned(),
            model: "NV240".to_owned(),
            attributes: Vec::new(),
        };
        PublicationTarget { name: registration.to_owned(), scope: TargetScope::Tail(aircraft) }
    }

    #[test]
    fn files_of_different_targets_have_different_names() {
        let targets = [PublicationTarget::everything(), tail("QZ-HAC"), tail("机队"), tail("机位"), tail("qz-hac")];
        assert_eq!(file_words(&targets), ["", "for-QZ-HAC", "for-__", "for-__-2", "for-qz-hac-2"]);
    }

    #[test]
    fn a_fleet_loses_aircraft_and_a_single_one_stays() {
        let aircraft = |name: &str| tail(name).aircraft().to_vec();
        let scope = TargetScope::Fleet([aircraft("QZ-HAA"), aircraft("QZ-HXX")].concat());
        let fleet = PublicationTarget { name: "Azure".to_owned(), scope };
        let others = ["QZ-HXX".to_owned()];
        assert_eq!(fleet.without(&others).aircraft(), aircraft("QZ-HAA"));
        assert_eq!(tail("QZ-HXX").without(&others), tail("QZ-HXX"));
    }

    #[test]
    fn all_content_is_not_filtered() {
        let all = PublicationTarget::everything();
        assert!(!all.is_filtered() && all.aircraft().is_empty() && !all.is_tail());
        let one = tail("QZ-HAC");
        assert!(one.is_filtered() && one.is_tail() && one.aircraft().len() == 1);
    }
}
