//! Which earlier publications the receiver of a publication has.

use super::{ManualPublication, PublicationOptions, PublicationState, PublicationTarget};
use crate::text::fold;

impl ManualPublication {
    /// Whether an incremental package with these options may start from it: its receiver has everything that the package
    /// leaves out. Only drafts start from what nobody approved.
    pub fn is_base_for(&self, options: &PublicationOptions, is_draft: bool) -> bool {
        let has_left = match self.state {
            PublicationState::Approved | PublicationState::Superseded => true,
            PublicationState::Draft | PublicationState::ReadyForApprove => is_draft,
            PublicationState::Withdrawn => false,
        };
        // Files for others have other content.
        has_left && self.options.covers(options) && self.has_languages_of(options)
    }

    /// Whether a publication with these options tells what is new for a target since this one: the receiver got these
    /// files, and for good. What a temporary revision changed is told again by the revision that makes it permanent.
    pub fn is_news_base_for(&self, options: &PublicationOptions, target: &PublicationTarget) -> bool {
        let has_left = matches!(self.state, PublicationState::Approved | PublicationState::Superseded);
        let is_permanent = self.options.validity.is_none();
        let is_same_receiver = self.options.is_for_operator(&options.operator) && self.has_languages_of(options);
        has_left && is_permanent && self.target_like(target).is_some() && is_same_receiver
    }

    /// Its target for the same profile or aircraft. An aircraft may have the name of a profile.
    pub fn target_like(&self, target: &PublicationTarget) -> Option<PublicationTarget> {
        let is_same = |had: &PublicationTarget| match (had.is_tail(), target.is_tail()) {
            (true, true) => fold(&had.name) == fold(&target.name),
            (false, false) => had.name == target.name,
            _ => false,
        };
        self.options.all_targets().into_iter().find(is_same)
    }

    /// Whether it went out in all languages of these options.
    fn has_languages_of(&self, options: &PublicationOptions) -> bool {
        let had = &self.options.languages;
        had.is_empty()
            || (!options.languages.is_empty() && options.languages.iter().all(|language| had.contains(language)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{options, publication};
    use super::*;
    use crate::operator::Aircraft;
    use crate::publication::{PublicationValidity, TargetScope};

    fn tail(registration: &str) -> PublicationTarget {
        let aircraft = Aircraft {
            registration: registration.to_owned(),
            serial_number: "1".to_owned(),
            model: "NV240".to_owned(),
            attributes: Vec::new(),
        };
        PublicationTarget { name: registration.to_owned(), scope: TargetScope::Tail(aircraft) }
    }

    fn base(state: PublicationState, languages: &[&str]) -> ManualPublication {
        ManualPublication { options: options(languages, "AZB"), ..publication(state) }
    }

    #[test]
    fn changes_start_from_what_the_receiver_has() {
        let (all, english) = (options(&[], "AZB"), options(&["en-US"], "AZB"));
        let approved = base(PublicationState::Approved, &[]);
        assert!(approved.is_base_for(&all, false) && approved.is_base_for(&english, false));
        assert!(base(PublicationState::Superseded, &[]).is_base_for(&all, false));
        assert!(!approved.is_base_for(&options(&[], "OTHER"), true), "another operator has it");
        let of_tail = |profiles: &[&str]| PublicationOptions {
            profiles: profiles.iter().map(|name| (*name).to_owned()).collect(),
            aircraft: vec!["QZ-HAC".to_owned()],
            ..options(&[], "AZB")
        };
        assert!(!approved.is_base_for(&of_tail(&[]), true), "files for an aircraft have other content");
        let both = ManualPublication { options: of_tail(&["All"]), ..approved.clone() };
        assert!(both.is_base_for(&of_tail(&[]), false) && both.is_base_for(&all, false));
        let partial = base(PublicationState::Approved, &["en-US"]);
        assert!(partial.is_base_for(&english, false));
        assert!(!partial.is_base_for(&all, true), "the other languages would be in neither");
        assert!(!partial.is_base_for(&options(&["en-US", "zh-CN"], "AZB"), true));
        let draft = base(PublicationState::Draft, &[]);
        assert!(draft.is_base_for(&all, true) && !draft.is_base_for(&all, false));
        assert!(!base(PublicationState::Withdrawn, &[]).is_base_for(&all, true));
    }

    #[test]
    fn news_are_told_since_what_the_receiver_got_for_good() {
        let (all, english) = (options(&[], "AZB"), options(&["en-US"], "AZB"));
        let (whole, tail) = (PublicationTarget::everything(), tail("QZ-HAC"));
        let approved = base(PublicationState::Approved, &[]);
        assert!(approved.is_news_base_for(&all, &whole) && approved.is_news_base_for(&english, &whole));
        assert!(base(PublicationState::Superseded, &[]).is_news_base_for(&all, &whole));
        assert!(!base(PublicationState::Draft, &[]).is_news_base_for(&all, &whole));
        assert!(!approved.is_news_base_for(&options(&[], "OTHER"), &whole), "another operator got it");
        assert!(!approved.is_news_base_for(&all, &tail), "files for an aircraft are others");
        let partial = base(PublicationState::Approved, &["en-US"]);
        assert!(partial.is_news_base_for(&english, &whole));
        assert!(!partial.is_news_base_for(&options(&["zh-CN"], "AZB"), &whole), "nobody got a Chinese module");
        let day = |text: &str| text.parse().expect("a day");
        let validity = PublicationValidity { from: day("2026-01-01"), until: day("2026-02-01") };
        let temporary = PublicationOptions { validity: Some(validity), ..options(&[], "AZB") };
        let temporary = ManualPublication { options: temporary, ..approved };
        assert!(!temporary.is_news_base_for(&all, &whole), "what it changed is told again");
    }

    #[test]
    fn an_aircraft_is_not_taken_for_a_profile_of_the_same_name() {
        let profile = PublicationTarget { name: "QZ-HAC".to_owned(), scope: TargetScope::Everything };
        let of_profile = PublicationOptions { targets: vec![profile.clone()], ..options(&[], "AZB") };
        let had = ManualPublication { options: of_profile, ..base(PublicationState::Approved, &[]) };
        assert_eq!(had.target_like(&profile), Some(profile));
        assert_eq!(had.target_like(&tail("QZ-HAC")), None);
        assert!(!had.is_news_base_for(&options(&[], "AZB"), &tail("QZ-HAC")));
    }
}
