//! Which earlier publications the receiver of a publication has.

use super::{ManualPublication, PublicationOptions, PublicationState, PublicationTarget};

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
        let has_targets = options.profiles.iter().all(|name| self.options.profiles.contains(name))
            && options.aircraft.iter().all(|name| self.options.aircraft.contains(name));
        has_left && has_targets && self.is_with_receiver_of(options)
    }

    /// Whether a publication with these options tells what is new for a target since this one: the receiver got these
    /// files, and for good. What a temporary revision changed is told again by the revision that makes it permanent.
    pub fn is_news_base_for(&self, options: &PublicationOptions, target: &PublicationTarget) -> bool {
        let has_left = matches!(self.state, PublicationState::Approved | PublicationState::Superseded);
        let is_permanent = self.options.validity.is_none();
        has_left && is_permanent && self.target_like(target).is_some() && self.is_with_receiver_of(options)
    }

    /// What it had for the same profile or aircraft. An aircraft may be called as a profile is.
    pub fn target_like(&self, target: &PublicationTarget) -> Option<PublicationTarget> {
        let is_same = |had: &PublicationTarget| had.name == target.name && had.is_tail() == target.is_tail();
        self.options.all_targets().into_iter().find(is_same)
    }

    /// Whether the operator of these options got it in all their languages.
    fn is_with_receiver_of(&self, options: &PublicationOptions) -> bool {
        let had = &self.options.languages;
        let has_languages = had.is_empty()
            || (!options.languages.is_empty() && options.languages.iter().all(|language| had.contains(language)));
        has_languages && self.options.operator == options.operator
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::id::{JobId, ManualId, PublicationId, SnapshotId};
    use crate::operator::Aircraft;
    use crate::publication::{
        BookArrangement, OutputFormat, PublicationAct, PublicationValidity, ReviseType, TargetScope,
    };

    fn tail(registration: &str) -> PublicationTarget {
        let aircraft = Aircraft {
            registration: registration.to_owned(),
            serial_number: "1".to_owned(),
            model: "NV240".to_owned(),
            attributes: Vec::new(),
        };
        PublicationTarget { name: registration.to_owned(), scope: TargetScope::Tail(aircraft) }
    }

    fn options(languages: &[&str], operator: &str) -> PublicationOptions {
        PublicationOptions {
            formats: vec![OutputFormat::S1000d],
            revise_types: vec![ReviseType::Incremental],
            profiles: vec!["All".to_owned()],
            aircraft: Vec::new(),
            targets: Vec::new(),
            languages: languages.iter().map(|language| (*language).to_owned()).collect(),
            operator: operator.to_owned(),
            since: None,
            arrangement: BookArrangement::Automatic,
            validity: None,
        }
    }

    fn base(state: PublicationState, languages: &[&str]) -> ManualPublication {
        ManualPublication {
            id: PublicationId("p".to_owned()),
            manual_id: ManualId("m".to_owned()),
            csdb_name: "H160".to_owned(),
            manual_name: "MEL".to_owned(),
            number: 1,
            revision: "1".to_owned(),
            state,
            snapshot: SnapshotId(1),
            options: options(languages, "AZB"),
            approval_required: true,
            approval: None,
            change_request: None,
            job: JobId("j".to_owned()),
            created: PublicationAct { by: "ann".to_owned(), on: DateTime::UNIX_EPOCH },
            approved: None,
            withdrawn: None,
            superseded_by: None,
            version: 1,
        }
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
