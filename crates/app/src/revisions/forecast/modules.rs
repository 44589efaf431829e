//! Modules of a forecast, and their counts.

use domain::object::ObjectKind;
use domain::revision::{RevisionChange, VersionTrio};

/// Counts of modules, unless they say otherwise.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ForecastCounts {
    pub added: usize,
    pub deleted: usize,
    pub moved: usize,
    pub changed_content: usize,
    pub changed_applicability: usize,
    pub changed_status: usize,
    pub negligible: usize,
    /// Illustrations and other files.
    pub media: usize,
    /// Changed by both sides.
    pub customised: usize,
    /// Customised copies among them.
    pub copies: usize,
    /// Customised copies in other manuals.
    pub copies_elsewhere: usize,
    pub merges_cleanly: usize,
    pub with_conflicts: usize,
    /// Single conflicts.
    pub conflicts: u64,
    pub adopted: usize,
    pub unmarked: usize,
    pub marked_without_change: usize,
    pub checked_out: usize,
    /// Open threads.
    pub open_comments: u64,
    pub translations: usize,
    /// Items of the MMEL that allow less than before.
    pub more_restrictive: usize,
    /// Items of the operator that allow more than the MMEL will.
    pub less_restrictive: usize,
    /// Items of the operator that a person has to compare with the new MMEL.
    pub to_be_judged: usize,
    /// Change requests that are not closed.
    pub change_requests: usize,
    /// Aircraft of operators that changed modules apply to; not known before all modules are compared.
    pub aircraft: Option<usize>,
}

/// A module that a revision touches or moves.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "they are columns of a list")]
pub struct ForecastModule {
    pub path: String,
    pub title: String,
    pub kind: ObjectKind,
    pub change: RevisionChange,
    pub is_moved: bool,
    pub is_customised: bool,
    pub is_checked_out: bool,
    /// Both sides changed it and the texts merge without conflict.
    pub is_clean: bool,
    pub conflicts: u32,
    pub adopted: u32,
    pub unmarked: u32,
    pub marked_without_change: u32,
    /// Points that the item allowed before and the MMEL does not any more.
    pub more_restrictive: u32,
    /// Points that the operator's item allows beyond the MMEL.
    pub less_restrictive: u32,
    /// Points that a person has to compare with the MMEL.
    pub to_be_judged: u32,
    /// The numbers of the change requests with it that are not closed.
    pub change_requests: Vec<u64>,
    /// Open comment threads on it.
    pub open_comments: u64,
    /// It is in another language than a changed module, and the revision does not bring it along.
    pub is_translation: bool,
    /// For a customised copy: the path of the module that it was made from. The change is that of this module and
    /// counted there.
    pub copy_of: Option<String>,
    /// It is in another manual, which the confirmation leaves as it is.
    pub is_elsewhere: bool,
    pub trio: VersionTrio,
}

impl ForecastModule {
    /// A module whose text the revision does not touch.
    pub(super) fn untouched(path: String, title: String, kind: ObjectKind) -> Self {
        Self {
            path,
            title,
            kind,
            change: RevisionChange::Unchanged,
            is_moved: false,
            is_customised: false,
            is_checked_out: false,
            is_clean: false,
            conflicts: 0,
            adopted: 0,
            unmarked: 0,
            marked_without_change: 0,
            more_restrictive: 0,
            less_restrictive: 0,
            to_be_judged: 0,
            change_requests: Vec::new(),
            open_comments: 0,
            is_translation: false,
            copy_of: None,
            is_elsewhere: false,
            trio: VersionTrio::default(),
        }
    }
}

/// Modules of a forecast that are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ForecastCategory {
    Change(RevisionChange),
    Moved,
    Customised,
    Copies,
    CopiesElsewhere,
    Clean,
    Conflicts,
    Adopted,
    Unmarked,
    MarkedWithoutChange,
    CheckedOut,
    MoreRestrictive,
    LessRestrictive,
    ToBeJudged,
    Requested,
    Commented,
    Translations,
}

impl ForecastCategory {
    /// Parses the wire name.
    pub fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "moved" => Self::Moved,
            "customised" => Self::Customised,
            "copies" => Self::Copies,
            "copiesElsewhere" => Self::CopiesElsewhere,
            "clean" => Self::Clean,
            "conflicts" => Self::Conflicts,
            "adopted" => Self::Adopted,
            "unmarked" => Self::Unmarked,
            "markedWithoutChange" => Self::MarkedWithoutChange,
            "checkedOut" => Self::CheckedOut,
            "moreRestrictive" => Self::MoreRestrictive,
            "lessRestrictive" => Self::LessRestrictive,
            "toBeJudged" => Self::ToBeJudged,
            "requested" => Self::Requested,
            "commented" => Self::Commented,
            "translations" => Self::Translations,
            _ => Self::Change(RevisionChange::parse(word).filter(|change| *change != RevisionChange::Unchanged)?),
        })
    }

    pub(super) fn holds(self, module: &ForecastModule) -> bool {
        match self {
            Self::Change(change) => module.change == change,
            Self::Moved => module.is_moved,
            Self::Customised => module.is_customised,
            Self::Copies => module.copy_of.is_some() && !module.is_elsewhere,
            Self::CopiesElsewhere => module.is_elsewhere,
            Self::Clean => module.is_clean,
            Self::Conflicts => module.conflicts > 0,
            Self::Adopted => module.adopted > 0,
            Self::Unmarked => module.unmarked > 0,
            Self::MarkedWithoutChange => module.marked_without_change > 0,
            Self::CheckedOut => module.is_checked_out,
            Self::MoreRestrictive => module.more_restrictive > 0,
            Self::LessRestrictive => module.less_restrictive > 0,
            Self::ToBeJudged => module.to_be_judged > 0,
            Self::Requested => !module.change_requests.is_empty(),
            Self::Commented => module.open_comments > 0,
            Self::Translations => module.is_translation,
        }
    }
}

impl ForecastCounts {
    /// Counts a module.
    pub(super) fn add(&mut self, module: &ForecastModule) {
        let count = match module.change {
            RevisionChange::Added => Some(&mut self.added),
            RevisionChange::Deleted => Some(&mut self.deleted),
            RevisionChange::Content => Some(&mut self.changed_content),
            RevisionChange::Applicability => Some(&mut self.changed_applicability),
            RevisionChange::Status => Some(&mut self.changed_status),
            RevisionChange::Negligible => Some(&mut self.negligible),
            RevisionChange::Media => Some(&mut self.media),
            RevisionChange::Unchanged => None,
        };
        if let Some(count) = count {
            *count += 1;
        }
        self.moved += usize::from(module.is_moved);
        self.customised += usize::from(module.is_customised);
        self.copies += usize::from(module.copy_of.is_some() && !module.is_elsewhere);
        self.copies_elsewhere += usize::from(module.is_elsewhere);
        self.open_comments += module.open_comments;
        self.translations += usize::from(module.is_translation);
        self.merges_cleanly += usize::from(module.is_clean);
        self.with_conflicts += usize::from(module.conflicts > 0);
        self.conflicts += u64::from(module.conflicts);
        self.adopted += usize::from(module.adopted > 0);
        self.unmarked += usize::from(module.unmarked > 0);
        self.marked_without_change += usize::from(module.marked_without_change > 0);
        self.checked_out += usize::from(module.is_checked_out);
        self.more_restrictive += usize::from(module.more_restrictive > 0);
        self.less_restrictive += usize::from(module.less_restrictive > 0);
        self.to_be_judged += usize::from(module.to_be_judged > 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_is_a_category_except_none() {
        for change in RevisionChange::ALL {
            let category = ForecastCategory::parse(change.as_str());
            let expected = (change != RevisionChange::Unchanged).then_some(ForecastCategory::Change(change));
            assert_eq!(category, expected, "{change:?}");
        }
        assert_eq!(ForecastCategory::parse("checkedOut"), Some(ForecastCategory::CheckedOut));
        assert_eq!(ForecastCategory::parse("none"), None);
    }
}
