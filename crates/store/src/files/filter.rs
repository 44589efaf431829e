//! Filter and order of a file list.

use domain::page::Order;
use domain::version::FileStatus;

use crate::search::containing;

/// Filter for the files of a snapshot.
#[derive(Debug, Clone)]
pub struct FileFilter {
    pub scope: FileScope,
    /// Part of the key or the title, ignoring case; empty matches all.
    pub text: String,
    /// Empty matches all.
    pub content_type: String,
    /// As in `en-US`; empty matches all.
    pub language: String,
    /// The system of a data module's code, as in `29`; empty matches all.
    pub system: String,
    pub status: Option<FileStatus>,
    pub sort: FileSort,
    pub order: Order,
}

/// The part of a snapshot to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileScope {
    /// Data modules.
    Modules,
    /// Data modules that neither the contents nor another object references.
    Unreferenced,
    /// Everything in the manual's folder.
    Manual,
    /// The media it references.
    Media,
}

impl FileScope {
    pub(super) fn condition(self) -> &'static str {
        match self {
            Self::Modules => "shelf = 1",
            Self::Unreferenced => "shelf = 1 AND NOT referenced",
            Self::Manual => "shelf < 3",
            Self::Media => "shelf = 3",
        }
    }
}

/// Sort column of a file list; ties are sorted by key.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FileSort {
    #[default]
    Code,
    Title,
    ContentType,
    Language,
    IssueDate,
    Status,
}

impl FileFilter {
    /// Matches exactly the modules counted in the snapshot's `module_count`.
    pub(super) fn is_every_module(&self) -> bool {
        let anything = self.text.trim().is_empty() && self.content_type.is_empty() && self.language.is_empty();
        self.scope == FileScope::Modules && anything && self.system.is_empty() && self.status.is_none()
    }

    /// `LIKE` patterns for module keys of its system: plain codes, and codes with a learning code, which have one part
    /// more. The number of dashes in the pattern locates the system part.
    pub(super) fn system_patterns(&self) -> [String; 2] {
        let system = containing(&self.system);
        let Some(system) = system.strip_prefix('%').and_then(|rest| rest.strip_suffix('%')) else {
            return [String::new(), String::new()];
        };
        [4, 5].map(|parts| format!("dmc-%-%-{system}-{}%!_%", "%-".repeat(parts)))
    }
}

impl FileSort {
    /// The SQL sort expression before the key.
    pub(super) fn expression(self) -> &'static str {
        match self {
            // The order of the index, so that a page needs no sorting.
            Self::Code => "shelf",
            Self::Title => "title_folded",
            Self::ContentType => "content_type",
            Self::Language => "language",
            Self::IssueDate => "issue_date",
            Self::Status => "status",
        }
    }
}
