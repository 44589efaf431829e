//! Packages: what came in, and what was found in it.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use crate::id::{JobId, PackageId, UploadId};

/// How a package is organised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PackageKind {
    S1000d,
    Ata2300,
}

impl PackageKind {
    pub const ALL: [Self; 2] = [Self::S1000d, Self::Ata2300];

    /// The word on the wire and in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::S1000d => "s1000d",
            Self::Ata2300 => "ata2300",
        }
    }

    /// Reads the word back.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}

/// Where a package stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PackageState {
    /// It came in and nobody has looked at it.
    Received,
    /// A job is reading it.
    Reading,
    /// Nothing keeps it from being imported.
    Ready,
    /// A finding keeps it from being imported.
    Blocked,
    /// Reading or importing it did not come to an end.
    Failed,
    /// A job is importing it.
    Importing,
    Imported,
}

impl PackageState {
    pub const ALL: [Self; 7] =
        [Self::Received, Self::Reading, Self::Ready, Self::Blocked, Self::Failed, Self::Importing, Self::Imported];

    /// The word on the wire and in the database.
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

    /// Reads the word back.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == word)
    }

    /// Whether a job works on it.
    pub fn is_busy(self) -> bool {
        matches!(self, Self::Reading | Self::Importing)
    }
}

/// Whether a package holds the whole manual or only what changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Completeness {
    Complete,
    Incremental,
}

impl Completeness {
    pub const ALL: [Self; 2] = [Self::Complete, Self::Incremental];

    /// The word on the wire and in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Incremental => "incremental",
        }
    }

    /// Reads the word back.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == word)
    }

    /// Whether a package was taken as complete.
    pub fn of(complete: bool) -> Self {
        if complete { Self::Complete } else { Self::Incremental }
    }

    /// Reads what a user says to the question whether a package is complete: `yes` or `no`.
    pub fn parse_answer(word: &str) -> Option<Self> {
        match word {
            "yes" => Some(Self::Complete),
            "no" => Some(Self::Incremental),
            _ => None,
        }
    }
}

/// How much of a package was held against schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum XsdCheck {
    Checked,
    Partly,
    Unchecked,
}

impl XsdCheck {
    pub const ALL: [Self; 3] = [Self::Checked, Self::Partly, Self::Unchecked];

    /// The word on the wire and in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Checked => "checked",
            Self::Partly => "partly",
            Self::Unchecked => "unchecked",
        }
    }

    /// Reads the word back.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == word)
    }
}

/// What is in a package, in figures and names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    pub kind: PackageKind,
    /// As in `S1000D 4.2`.
    pub specification: String,
    pub modules: u64,
    pub publications: u64,
    pub illustrations: u64,
    pub others: u64,
    /// How many of each content type.
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
    /// The key of the sentence that says why we think so.
    pub completeness_reason: String,
    pub xsd: XsdCheck,
    /// The S1000D issues whose schemas were used.
    pub xsd_issues: Vec<String>,
    /// Code and title of each publication.
    pub pms: Vec<(String, String)>,
    /// The path of the manual that the package was held against; `None` where it seemed to belong to none.
    pub checked_against: Option<String>,
}

/// How many findings of each severity.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FindingCounts {
    pub block: u64,
    pub warn: u64,
    pub info: u64,
}

/// A package that came in, and its report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    pub id: PackageId,
    pub upload: UploadId,
    pub file_name: String,
    pub size: u64,
    pub kind: Option<PackageKind>,
    pub state: PackageState,
    /// Which report is shown; 0 before there is one.
    pub report: i64,
    pub summary: Option<Summary>,
    pub counts: FindingCounts,
    pub pre_import_job: Option<JobId>,
    pub import_job: Option<JobId>,
    /// Where it was imported.
    pub csdb_name: Option<String>,
    pub manual_name: Option<String>,
    /// The account of whoever sent it.
    pub uploaded_by: String,
    pub uploaded_on: DateTime<Utc>,
}

impl Package {
    /// The path under which jobs name its file.
    pub fn path(&self) -> String {
        format!("/uploads/{}/{}", self.upload, self.file_name)
    }
}

/// What a package's object is to the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Difference {
    New,
    Changed,
    Unchanged,
    Removed,
}

impl Difference {
    pub const ALL: [Self; 4] = [Self::New, Self::Changed, Self::Unchanged, Self::Removed];

    /// The word on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Changed => "changed",
            Self::Unchanged => "unchanged",
            Self::Removed => "removed",
        }
    }

    /// Reads the word back.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == word)
    }
}
