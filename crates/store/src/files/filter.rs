//! Which files of a snapshot are wanted, in which order.

use domain::page::Order;
use domain::version::FileStatus;

use crate::search::containing;

/// Which files of a snapshot are wanted.
#[derive(Debug, Clone)]
pub struct FileFilter {
    pub shelf: Shelf,
    /// Part of the key or the title, whatever its case; empty means any.
    pub text: String,
    /// Empty means any.
    pub content_type: String,
    /// As in `en-US`; empty means any.
    pub language: String,
    /// The system of a data module's code, as in `29`; empty means any.
    pub system: String,
    pub status: Option<FileStatus>,
    pub sort: FileSort,
    pub order: Order,
}

/// Where in a snapshot to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shelf {
    /// Data modules.
    Modules,
    /// Data modules that neither the contents nor another object points to.
    Unreferenced,
    /// Everything that lies in the folder of the manual.
    Manual,
    /// The media it shows.
    Media,
}

impl Shelf {
    pub(super) fn condition(self) -> &'static str {
        match self {
            Self::Modules => "shelf = 1",
            Self::Unreferenced => "shelf = 1 AND NOT referenced",
            Self::Manual => "shelf < 3",
            Self::Media => "shelf = 3",
        }
    }
}

/// What a list of files is sorted by; the key decides between equals.
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
    /// Whether it passes all that a snapshot counts as its modules.
    pub(super) fn is_every_module(&self) -> bool {
        let anything = self.text.trim().is_empty() && self.content_type.is_empty() && self.language.is_empty();
        self.shelf == Shelf::Modules && anything && self.system.is_empty() && self.status.is_none()
    }

    /// Patterns for the keys of its system: of modules, and of those with a learning code, which have one part more. A
    /// pattern with as many dashes as the code says which part is the system.
    pub(super) fn system_patterns(&self) -> [String; 2] {
        let system = containing(&self.system);
        let Some(system) = system.strip_prefix('%').and_then(|rest| rest.strip_suffix('%')) else {
            return [String::new(), String::new()];
        };
        [4, 5].map(|parts| format!("dmc-%-%-{system}-{}%!_%", "%-".repeat(parts)))
    }
}

impl FileSort {
    /// What comes before the key.
    pub(super) fn expression(self) -> &'static str {
        match self {
            // The order of the index, so that a page costs no sorting.
            Self::Code => "shelf",
            Self::Title => "title_folded",
            Self::ContentType => "content_type",
            Self::Language => "language",
            Self::IssueDate => "issue_date",
            Self::Status => "status",
        }
    }
}
