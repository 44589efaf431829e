//! Items of a minimum equipment list. The list of an operator must never be less restrictive than the master list.

mod compare;
#[cfg(test)]
mod tests;
mod warning;

use std::fmt;

use chrono::{DateTime, Utc};

use crate::field::FieldCode;
use crate::id::VersionId;
use crate::text;

pub use compare::{MasterLines, MasterTexts, compare_items, missing_lines};
pub use warning::{DispatchWarning, DispatchWarningKind};

/// The content type of items, and the name of their element.
pub const DISPATCH_ITEM: &str = "dispatchItem";

/// An approved exception: a version of an item may be released although it allows more than the master list, or cannot
/// be compared with it.
///
/// It names the versions of the item and of the master item in all languages, so that it ends when one of them changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DispatchOverride {
    pub version: VersionId,
    pub masters: MasterVersions,
    pub reason: String,
    /// The account of the approver.
    pub approved_by: String,
    pub approved_on: DateTime<Utc>,
}

/// The versions of the master item in all its languages, ascending; none for an item that the master list does not
/// have.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MasterVersions(Vec<VersionId>);

impl MasterVersions {
    pub fn new(versions: impl IntoIterator<Item = VersionId>) -> Self {
        let mut versions: Vec<VersionId> = versions.into_iter().collect();
        versions.sort();
        versions.dedup();
        Self(versions)
    }

    /// Parses ids that are separated by spaces.
    pub fn parse(text: &str) -> Option<Self> {
        let ids: Option<Vec<VersionId>> = text.split_ascii_whitespace().map(VersionId::parse).collect();
        ids.map(Self::new)
    }

    pub fn ids(&self) -> &[VersionId] {
        &self.0
    }
}

impl fmt::Display for MasterVersions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, id) in self.0.iter().enumerate() {
            let space = if at == 0 { "" } else { " " };
            write!(f, "{space}{id}")?;
        }
        Ok(())
    }
}

/// Parses the reason of an override.
pub fn parse_override_reason(reason: &str) -> Result<String, FieldCode> {
    text::line(reason, 1, 1_000)
}

/// One line of an item: a way to fly with it inoperative. Numbers are as written; `-` stands for one that varies.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DispatchLine {
    pub label: String,
    /// The name of the line within its item; possibly empty.
    pub title: String,
    /// The repair category, A to D.
    pub category: String,
    pub installed: String,
    pub required: String,
    /// Remarks or exceptions, without the provisos.
    pub remarks: String,
    pub provisos: Vec<String>,
    pub logic: ProvisoLogic,
    /// A placard with words or a picture.
    pub has_placard: bool,
    /// A placard without a text: in the master list the sign that there must be one.
    pub has_placard_sign: bool,
    /// The codes of the operational procedures, without extension; an empty one for a reference that names nothing.
    pub operational: Vec<String>,
    /// The codes of the maintenance procedures in the same way.
    pub maintenance: Vec<String>,
    /// The aircraft that it applies to, in a form that is equal for equal conditions; empty for all.
    pub applicability: String,
}

impl DispatchLine {
    /// It says nothing that could be compared.
    pub fn is_blank(&self) -> bool {
        let texts = [&self.category, &self.installed, &self.required, &self.remarks];
        self.provisos.is_empty() && texts.into_iter().all(|text| text.trim().is_empty())
    }
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

    /// The codes of the modules with the procedure that a line names.
    fn codes_in(self, line: &DispatchLine) -> &[String] {
        match self {
            Self::Operational => &line.operational,
            Self::Maintenance => &line.maintenance,
        }
    }

    /// Whether a line names a module with the procedure.
    fn is_named_in(self, line: &DispatchLine) -> bool {
        self.codes_in(line).iter().any(|code| !code.is_empty())
    }

    /// Whether a line has the sign of the procedure: in its texts, or as a reference that names nothing.
    fn is_signed_in(self, line: &DispatchLine) -> bool {
        if self.codes_in(line).iter().any(String::is_empty) {
            return true;
        }
        let mut texts = std::iter::once(&line.remarks).chain(&line.provisos);
        texts.any(|text| text.contains(self.sign()) || text.contains(self.wide_sign()))
    }

    /// Whether a line demands the procedure. Master lists often have the sign alone: operators write the procedures.
    fn is_demanded_in(self, line: &DispatchLine) -> bool {
        self.is_named_in(line) || self.is_signed_in(line)
    }
}

/// The points in which an item allows more than the item of the master list, or that a person has to judge, each with
/// the index of its line. None of them may be released without an override.
pub fn excess(master: MasterLines<'_>, own: &[DispatchLine]) -> Vec<(usize, DispatchWarning)> {
    let mut warnings = compare_items(Some(master), own);
    warnings.retain(|(_, warning)| warning.kind() != DispatchWarningKind::Inconsistency);
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
