//! Packages: uploaded exchange packages and their reports.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use crate::id::{JobId, ManualId, PackageId, UploadId};

/// The layout of a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PackageKind {
    S1000d,
    Ata2300,
}

impl PackageKind {
    pub const ALL: [Self; 2] = [Self::S1000d, Self::Ata2300];

    /// Wire and database name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::S1000d => "s1000d",
            Self::Ata2300 => "ata2300",
        }
    }

    /// Parses the wire name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}

/// The state of a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PackageState {
    /// Uploaded, not read yet.
    Received,
    /// A job is reading it.
    Reading,
    /// Read; no finding blocks the import.
    Ready,
    /// Read; a finding blocks the import.
    Blocked,
    /// Reading or importing it was aborted.
    Failed,
    /// A job is importing it.
    Importing,
    Imported,
}

impl PackageState {
    pub const ALL: [Self; 7] =
        [Self::Received, Self::Reading, Self::Ready, Self::Blocked, Self::Failed, Self::Importing, Self::Imported];

    /// Wire and database name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Received => "received",
            Self::Reading => "reading",
            Self::Ready => "ready",
            Self::Blocked => "blocked",
            Self::Failed => "failed",
            Self::Importing => "importing",
            Self::Imported => "imported",
        }
    }

    /// Parses the wire name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == word)
    }

    /// A job is working on it.
    pub fn is_busy(self) -> bool {
        matches!(self, Self::Reading | Self::Importing)
    }
}

/// The scope of a package: the whole manual, or only what changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Completeness {
    Complete,
    Incremental,
}

impl Completeness {
    pub const ALL: [Self; 2] = [Self::Complete, Self::Incremental];

    /// Wire and database name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Incremental => "incremental",
        }
    }

    /// Parses the wire name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == word)
    }

    /// Converts from a flag.
    pub fn of(complete: bool) -> Self {
        if complete { Self::Complete } else { Self::Incremental }
    }

    /// Parses the user's answer to "is the package complete?": `yes` or `no`.
    pub fn parse_answer(word: &str) -> Option<Self> {
        match word {
            "yes" => Some(Self::Complete),
            "no" => Some(Self::Incremental),
            _ => None,
        }
    }
}

/// The extent of schema validation of a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum XsdCheck {
    Checked,
    Partly,
    Unchecked,
}

impl XsdCheck {
    pub const ALL: [Self; 3] = [Self::Checked, Self::Partly, Self::Unchecked];

    /// Wire and database name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Checked => "checked",
            Self::Partly => "partly",
            Self::Unchecked => "unchecked",
        }
    }

    /// Parses the wire name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == word)
    }
}

/// Package summary: counts and names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackageSummary {
    pub kind: PackageKind,
    /// As in `S1000D 4.2`.
    pub specification: String,
    pub modules: u64,
    pub publications: u64,
    pub illustrations: u64,
    pub others: u64,
    /// Number of objects per content type.
    pub content_types: BTreeMap<String, u64>,
    pub languages: Vec<String>,
    pub issue_number: String,
    pub issue_date: String,
    pub customer: String,
    pub sender: String,
    pub product_info: String,
    pub title: String,
    pub model: String,
    pub completeness: Completeness,
    /// The message key of the reason for `completeness`.
    pub completeness_reason: String,
    pub xsd: XsdCheck,
    /// The S1000D issues whose schemas were used.
    pub xsd_issues: Vec<String>,
    /// Code and title of each publication module.
    pub pms: Vec<(String, String)>,
    /// Path of the manual the package was compared with; `None` when no manual matched.
    pub checked_against: Option<String>,
    /// Manuals whose business rules some findings repeat.
    pub rule_sources: Vec<ManualId>,
}

/// Number of findings per severity.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FindingCounts {
    pub block: u64,
    pub warn: u64,
    pub info: u64,
}

/// An uploaded package and its report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    pub id: PackageId,
    pub upload: UploadId,
    pub file_name: String,
    pub size: u64,
    pub kind: Option<PackageKind>,
    pub state: PackageState,
    /// The number of the current report; 0 before the first.
    pub report: i64,
    pub summary: Option<PackageSummary>,
    pub counts: FindingCounts,
    pub pre_import_job: Option<JobId>,
    pub import_job: Option<JobId>,
    /// The database it was imported into.
    pub csdb_name: Option<String>,
    pub manual_name: Option<String>,
    /// The uploader's account.
    pub uploaded_by: String,
    pub uploaded_on: DateTime<Utc>,
}

impl Package {
    /// The path that job parameters use for its file.
    pub fn path(&self) -> String {
        format!("/uploads/{}/{}", self.upload, self.file_name)
    }

    /// The path of the manual that it was imported into.
    pub fn imported_path(&self) -> Option<String> {
        let (csdb, manual) = (self.csdb_name.as_ref()?, self.manual_name.as_ref()?);
        Some(crate::path::of_manual(csdb, manual))
    }

    /// Makes it look as if it had not been checked, for people who may not see what it was compared with.
    pub fn withhold_report(&mut self) {
        self.report = 0;
        self.summary = None;
        self.counts = FindingCounts::default();
        if matches!(self.state, PackageState::Ready | PackageState::Blocked | PackageState::Failed) {
            self.state = PackageState::Received;
        }
    }
}

/// The comparison of a package's object with the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Difference {
    New,
    Changed,
    Unchanged,
    Removed,
}

impl Difference {
    pub const ALL: [Self; 4] = [Self::New, Self::Changed, Self::Unchanged, Self::Removed];

    /// Wire name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Changed => "changed",
            Self::Unchanged => "unchanged",
            Self::Removed => "removed",
        }
    }

    /// Parses the wire name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == word)
    }
}
