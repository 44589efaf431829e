//! Differences between an item and the master list.

use super::DispatchProcedure;

/// The effect of a warning on the release of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DispatchWarningKind {
    /// The line contradicts itself; an author should look at it.
    Inconsistency,
    /// It allows something that the master list does not.
    LessRestrictive,
    /// The program cannot compare it; a person has to.
    ToBeJudged,
}

/// Something in a line or an item that an author or an approver should look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DispatchWarning {
    NoCategory,
    /// More are required for dispatch than are installed.
    RequiredAboveInstalled,
    /// The remarks have the sign of a procedure that is not named, or a named procedure has no sign.
    Sign(DispatchProcedure),
    /// The master list has no such line.
    NotInMaster,
    /// The repair interval is longer than in the master list, or is not stated.
    Category {
        master: String,
    },
    /// The interval of category A is in the remarks; the master list has another category.
    CategoryA {
        master: String,
    },
    /// Fewer are required than in the master list.
    Required {
        master: String,
    },
    /// More may be inoperative than in the master list, because more are installed.
    MoreInoperative {
        master: String,
    },
    /// The master list requires a number, the operator's list has none.
    Varies {
        master: String,
    },
    /// The master list has a number of installed ones, the operator's list has none.
    InstalledVaries {
        master: String,
    },
    /// The master list has a value of a form that cannot be compared, and the operator's list has another one.
    NotComparable {
        master: String,
    },
    /// The master list has a procedure.
    Procedure(DispatchProcedure),
    /// The master list names another module with the procedure.
    OtherProcedure(DispatchProcedure),
    Placard,
    /// The master list has a proviso that is missing or worded differently.
    Proviso {
        master: String,
    },
    /// One proviso suffices where the master list demands all.
    AnyProviso,
    /// A proviso that suffices and that the master list does not have.
    Alternative {
        own: String,
    },
    /// An own proviso that begins like an exception from the others.
    Exception {
        own: String,
    },
    /// The provisos are combined in another way than in the master list.
    ProvisoLogic,
    /// There are fewer provisos than in the master list, which is in another language.
    FewerProvisos {
        master: String,
    },
    /// The remarks differ from those of the master list.
    Remarks {
        master: String,
    },
    /// The line has another title than in the master list: it may be about something else.
    Title {
        master: String,
    },
    /// The line applies to other aircraft than that of the master list.
    Applicability,
    /// The newest texts of the master list are in another language.
    OtherLanguage,
    /// The whole item: its module applies to other aircraft than that of the master list.
    ModuleApplicability,
    /// The whole item: the master list has it no longer.
    Withdrawn,
    /// The whole item: no master list in the database has it.
    NoMaster,
    /// The whole item: it or the master item cannot be read as one item.
    Unreadable,
}

impl DispatchWarning {
    /// The codes of all variants.
    pub const ALL_CODES: [&'static str; 28] = [
        "noCategory",
        "requiredAboveInstalled",
        "sign",
        "notInMaster",
        "category",
        "categoryA",
        "required",
        "moreInoperative",
        "varies",
        "installedVaries",
        "notComparable",
        "procedure",
        "otherProcedure",
        "placard",
        "proviso",
        "anyProviso",
        "alternative",
        "exception",
        "provisoLogic",
        "fewerProvisos",
        "remarks",
        "title",
        "applicability",
        "otherLanguage",
        "moduleApplicability",
        "withdrawn",
        "noMaster",
        "unreadable",
    ];

    pub fn kind(&self) -> DispatchWarningKind {
        match self {
            Self::NoCategory | Self::RequiredAboveInstalled | Self::Sign(_) => DispatchWarningKind::Inconsistency,
            Self::NotInMaster
            | Self::Category { .. }
            | Self::Required { .. }
            | Self::MoreInoperative { .. }
            | Self::Varies { .. }
            | Self::InstalledVaries { .. }
            | Self::Procedure(_)
            | Self::Placard
            | Self::Proviso { .. }
            | Self::AnyProviso
            | Self::Alternative { .. }
            | Self::ProvisoLogic
            | Self::FewerProvisos { .. }
            | Self::Withdrawn => DispatchWarningKind::LessRestrictive,
            Self::CategoryA { .. }
            | Self::NotComparable { .. }
            | Self::OtherProcedure(_)
            | Self::Exception { .. }
            | Self::Remarks { .. }
            | Self::Title { .. }
            | Self::Applicability
            | Self::OtherLanguage
            | Self::ModuleApplicability
            | Self::NoMaster
            | Self::Unreadable => DispatchWarningKind::ToBeJudged,
        }
    }

    /// Its name on the wire and in messages, one of [`Self::ALL_CODES`].
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoCategory => "noCategory",
            Self::RequiredAboveInstalled => "requiredAboveInstalled",
            Self::Sign(_) => "sign",
            Self::NotInMaster => "notInMaster",
            Self::Category { .. } => "category",
            Self::CategoryA { .. } => "categoryA",
            Self::Required { .. } => "required",
            Self::MoreInoperative { .. } => "moreInoperative",
            Self::Varies { .. } => "varies",
            Self::InstalledVaries { .. } => "installedVaries",
            Self::NotComparable { .. } => "notComparable",
            Self::Procedure(_) => "procedure",
            Self::OtherProcedure(_) => "otherProcedure",
            Self::Placard => "placard",
            Self::Proviso { .. } => "proviso",
            Self::AnyProviso => "anyProviso",
            Self::Alternative { .. } => "alternative",
            Self::Exception { .. } => "exception",
            Self::ProvisoLogic => "provisoLogic",
            Self::FewerProvisos { .. } => "fewerProvisos",
            Self::Remarks { .. } => "remarks",
            Self::Title { .. } => "title",
            Self::Applicability => "applicability",
            Self::OtherLanguage => "otherLanguage",
            Self::ModuleApplicability => "moduleApplicability",
            Self::Withdrawn => "withdrawn",
            Self::NoMaster => "noMaster",
            Self::Unreadable => "unreadable",
        }
    }

    /// The value of the master list, the sign of a procedure, or an own proviso.
    pub fn value(&self) -> Option<&str> {
        match self {
            Self::NoCategory
            | Self::RequiredAboveInstalled
            | Self::NotInMaster
            | Self::Placard
            | Self::AnyProviso
            | Self::ProvisoLogic
            | Self::Applicability
            | Self::OtherLanguage
            | Self::ModuleApplicability
            | Self::Withdrawn
            | Self::NoMaster
            | Self::Unreadable => None,
            Self::Sign(procedure) | Self::Procedure(procedure) | Self::OtherProcedure(procedure) => {
                Some(procedure.sign())
            }
            Self::Alternative { own } | Self::Exception { own } => Some(own),
            Self::Category { master }
            | Self::CategoryA { master }
            | Self::Required { master }
            | Self::MoreInoperative { master }
            | Self::Varies { master }
            | Self::InstalledVaries { master }
            | Self::NotComparable { master }
            | Self::Proviso { master }
            | Self::FewerProvisos { master }
            | Self::Remarks { master }
            | Self::Title { master } => Some(master),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One of each variant. A new variant needs a place in the matches above, and one here.
    fn every() -> Vec<DispatchWarning> {
        let master = || "1".to_owned();
        let procedure = DispatchProcedure::Operational;
        vec![
            DispatchWarning::NoCategory,
            DispatchWarning::RequiredAboveInstalled,
            DispatchWarning::Sign(procedure),
            DispatchWarning::NotInMaster,
            DispatchWarning::Category { master: master() },
            DispatchWarning::CategoryA { master: master() },
            DispatchWarning::Required { master: master() },
            DispatchWarning::MoreInoperative { master: master() },
            DispatchWarning::Varies { master: master() },
            DispatchWarning::InstalledVaries { master: master() },
            DispatchWarning::NotComparable { master: master() },
            DispatchWarning::Procedure(procedure),
            DispatchWarning::OtherProcedure(procedure),
            DispatchWarning::Placard,
            DispatchWarning::Proviso { master: master() },
            DispatchWarning::AnyProviso,
            DispatchWarning::Alternative { own: master() },
            DispatchWarning::Exception { own: master() },
            DispatchWarning::ProvisoLogic,
            DispatchWarning::FewerProvisos { master: master() },
            DispatchWarning::Remarks { master: master() },
            DispatchWarning::Title { master: master() },
            DispatchWarning::Applicability,
            DispatchWarning::OtherLanguage,
            DispatchWarning::ModuleApplicability,
            DispatchWarning::Withdrawn,
            DispatchWarning::NoMaster,
            DispatchWarning::Unreadable,
        ]
    }

    #[test]
    fn all_codes_are_listed() {
        let codes: Vec<&str> = every().iter().map(DispatchWarning::code).collect();
        assert_eq!(codes, DispatchWarning::ALL_CODES);
    }

    #[test]
    fn only_inconsistencies_let_an_item_be_released() {
        let free = every().into_iter().filter(|one| one.kind() == DispatchWarningKind::Inconsistency);
        let free: Vec<&str> = free.map(|one| one.code()).collect();
        assert_eq!(free, ["noCategory", "requiredAboveInstalled", "sign"]);
    }
}
