//! The audience of a publication: the operator that gets it, with the profiles and aircraft that its files are for.
//!
//! Publications of one manual for different audiences are valid beside each other.

use super::{ManualPublication, PublicationOptions, PublicationState};
use crate::text::fold;

impl PublicationOptions {
    /// Whether these options make files for everybody for whom others make files.
    pub fn covers(&self, other: &Self) -> bool {
        self.is_for_operator(&other.operator)
            && other.profiles.iter().all(|name| self.profiles.contains(name))
            && other.aircraft.iter().all(|name| self.has_aircraft(name))
    }

    /// Whether some files of both are for the same profile or aircraft of the same operator.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.is_for_operator(&other.operator)
            && (other.profiles.iter().any(|name| self.profiles.contains(name))
                || other.aircraft.iter().any(|name| self.has_aircraft(name)))
    }

    /// Whether the operator with this code receives the files. People write codes and registrations in either case.
    pub fn is_for_operator(&self, code: &str) -> bool {
        fold(&self.operator) == fold(code)
    }

    fn has_aircraft(&self, registration: &str) -> bool {
        self.aircraft.iter().any(|own| fold(own) == fold(registration))
    }
}

impl ManualPublication {
    /// Whether it takes the place of an earlier publication that is approved. An earlier one with files for others
    /// besides stays valid: nobody else has files for them.
    pub fn supersedes(&self, earlier: &Self) -> bool {
        earlier.state == PublicationState::Approved && self.is_successor_of(earlier)
    }

    /// Whether it is a later publication of the same manual for at least the same audience.
    pub fn is_successor_of(&self, earlier: &Self) -> bool {
        self.manual_id == earlier.manual_id && self.number > earlier.number && self.options.covers(&earlier.options)
    }

    /// Whether a temporary revision changed what readers of this publication have.
    pub fn is_before_temporary(&self, temporary: &Self) -> bool {
        temporary.options.validity.is_some()
            && temporary.number > self.number
            && temporary.options.overlaps(&self.options)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{options, publication};
    use super::*;
    use crate::publication::PublicationValidity;

    fn for_targets(number: u64, operator: &str, profiles: &[&str], aircraft: &[&str]) -> ManualPublication {
        let names = |list: &[&str]| list.iter().map(|name| (*name).to_owned()).collect();
        let targets =
            PublicationOptions { profiles: names(profiles), aircraft: names(aircraft), ..options(&[], operator) };
        ManualPublication { number, options: targets, ..publication(PublicationState::Approved) }
    }

    #[test]
    fn a_publication_supersedes_only_those_of_its_own_audience() {
        let first = for_targets(1, "AZB", &["All"], &[]);
        assert!(for_targets(2, "AZB", &["All"], &[]).supersedes(&first));
        assert!(for_targets(2, "azb", &["All"], &[]).supersedes(&first), "people write codes in either case");
        assert!(!for_targets(2, "OTHER", &["All"], &[]).supersedes(&first), "another operator");
        assert!(!for_targets(2, "AZB", &["Azure"], &[]).supersedes(&first), "another profile");
        assert!(!for_targets(2, "AZB", &[], &["All"]).supersedes(&first), "an aircraft of the same name");
        assert!(!for_targets(1, "AZB", &["All"], &[]).supersedes(&first), "itself");
        let withdrawn = ManualPublication { state: PublicationState::Withdrawn, ..first };
        assert!(!for_targets(2, "AZB", &["All"], &[]).supersedes(&withdrawn));
    }

    #[test]
    fn files_for_more_take_the_place_of_files_for_some_and_not_the_other_way_round() {
        let (some, more) = (for_targets(1, "AZB", &["All"], &[]), for_targets(2, "AZB", &["All"], &["QZ-HAC"]));
        assert!(more.supersedes(&some));
        let later = for_targets(3, "AZB", &["All"], &[]);
        assert!(!later.supersedes(&more), "the aircraft would have no valid files");
        assert!(later.options.overlaps(&more.options) && more.options.covers(&later.options));
    }

    #[test]
    fn temporary_revisions_for_others_change_nothing_for_a_reader() {
        let day = |text: &str| text.parse().expect("a day");
        let validity = PublicationValidity { from: day("2026-01-01"), until: day("2026-02-01") };
        let temporary = |operator: &str| {
            let mut one = for_targets(2, operator, &["All"], &[]);
            one.options.validity = Some(validity);
            one
        };
        let base = for_targets(1, "AZB", &["All"], &[]);
        assert!(base.is_before_temporary(&temporary("AZB")) && !base.is_before_temporary(&temporary("OTHER")));
        assert!(!base.is_before_temporary(&for_targets(2, "AZB", &["All"], &[])), "a permanent one");
    }
}
