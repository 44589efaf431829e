//! Items of a minimum equipment list. The list of an operator must never be less restrictive than the master list.

mod compare;
#[cfg(test)]
mod tests;

use chrono::{DateTime, Utc};

use crate::field::FieldCode;
use crate::id::VersionId;
use crate::text;

pub use compare::{MasterLines, compare_items, missing_lines};

/// An approved exception: a version of an item may be released although it allows more than a version of the master item.
///
/// It names both versions, so that it ends when either item changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DispatchOverride {
    pub version: VersionId,
    pub master: VersionId,
    pub reason: String,
    /// The account of the approver.
    pub approved_by: String,
    pub approved_on: DateTime<Utc>,
}

/// Parses the reason of an override.
pub fn parse_override_reason(reason: &str) -> Result<String, FieldCode> {
    text::line(reason, 1, 1_000)
}

/// One line of an item: a way to fly with it inoperative. Numbers are as written; `-` stands for one that varies.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DispatchLine {
    pub label: String,
    /// The repair category, A to D.
    pub category: String,
    pub installed: String,
    pub required: String,
    /// Remarks or exceptions, without the provisos.
    pub remarks: String,
    pub provisos: Vec<String>,
    pub logic: ProvisoLogic,
    pub has_placard: bool,
    pub has_operational: bool,
    pub has_maintenance: bool,
}

/// How the provisos of a line are combined.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ProvisoLogic {
    /// All must be met.
    #[default]
    All,
    /// One of them suffices.
    Any,
    /// Several lists, or lists within each other; the text describes their structure.
    Mixed(String),
}

/// A kind of procedure that a line refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DispatchProcedure {
    /// (O)
    Operational,
    /// (M)
    Maintenance,
}

impl DispatchProcedure {
    pub const ALL: [Self; 2] = [Self::Operational, Self::Maintenance];

    /// The sign of the procedure in remarks.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Operational => "(O)",
            Self::Maintenance => "(M)",
        }
    }

    /// The sign as Chinese texts write it.
    fn wide_sign(self) -> &'static str {
        match self {
            Self::Operational => "（O）",
            Self::Maintenance => "（M）",
        }
    }

    /// Whether a line names a module with the procedure.
    fn is_named_in(self, line: &DispatchLine) -> bool {
        match self {
            Self::Operational => line.has_operational,
            Self::Maintenance => line.has_maintenance,
        }
    }

    /// Whether the texts of a line have the sign of the procedure.
    fn is_signed_in(self, line: &DispatchLine) -> bool {
        let mut texts = std::iter::once(&line.remarks).chain(&line.provisos);
        texts.any(|text| text.contains(self.sign()) || text.contains(self.wide_sign()))
    }

    /// Whether a line demands the procedure. Master lists often have the sign alone: operators write the procedures.
    fn is_demanded_in(self, line: &DispatchLine) -> bool {
        self.is_named_in(line) || self.is_signed_in(line)
    }
}

/// Something in a line that an author should look at.
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
}

impl DispatchWarning {
    /// Whether the line allows something that the master list does not; others are inconsistencies, or differences that
    /// only a person can judge.
    pub fn is_less_restrictive(&self) -> bool {
        !matches!(
            self,
            Self::NoCategory
                | Self::RequiredAboveInstalled
                | Self::Sign(_)
                | Self::CategoryA { .. }
                | Self::NotComparable { .. }
                | Self::ProvisoLogic
                | Self::FewerProvisos { .. }
                | Self::Remarks { .. }
        )
    }

    /// Its name on the wire and in messages.
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
            Self::Placard => "placard",
            Self::Proviso { .. } => "proviso",
            Self::AnyProviso => "anyProviso",
            Self::Alternative { .. } => "alternative",
            Self::ProvisoLogic => "provisoLogic",
            Self::FewerProvisos { .. } => "fewerProvisos",
            Self::Remarks { .. } => "remarks",
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
            | Self::ProvisoLogic => None,
            Self::Sign(procedure) | Self::Procedure(procedure) => Some(procedure.sign()),
            Self::Alternative { own } => Some(own),
            Self::Category { master }
            | Self::CategoryA { master }
            | Self::Required { master }
            | Self::MoreInoperative { master }
            | Self::Varies { master }
            | Self::InstalledVaries { master }
            | Self::NotComparable { master }
            | Self::Proviso { master }
            | Self::FewerProvisos { master }
            | Self::Remarks { master } => Some(master),
        }
    }
}

/// What an item allows beyond the item of the master list, each with the index of its line.
pub fn excess(master: MasterLines<'_>, own: &[DispatchLine]) -> Vec<(usize, DispatchWarning)> {
    let mut warnings = compare_items(Some(master), own);
    warnings.retain(|(_, warning)| warning.is_less_restrictive());
    warnings
}

/// The inconsistencies of a line.
pub fn check_line(line: &DispatchLine) -> Vec<DispatchWarning> {
    let mut warnings = Vec::new();
    if line.category.trim().is_empty() {
        warnings.push(DispatchWarning::NoCategory);
    }
    let numbers = compare::number(&line.required).zip(compare::number(&line.installed));
    if numbers.is_some_and(|(required, installed)| required > installed) {
        warnings.push(DispatchWarning::RequiredAboveInstalled);
    }
    let signs = DispatchProcedure::ALL.into_iter().filter(|one| one.is_signed_in(line) != one.is_named_in(line));
    warnings.extend(signs.map(DispatchWarning::Sign));
    warnings
}
