//! The indexed document: a version with its text and the metadata displayed in results.

use serde::{Deserialize, Serialize};

/// A part of a module; users type its name after `in:`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ModulePart {
    Title,
    Code,
    Para,
    Step,
    Warning,
    Caution,
    Note,
    Figure,
    Table,
    Mel,
    /// A row of a parts list.
    Part,
    /// A tool, consumable or spare that a job requires.
    Supply,
}

impl ModulePart {
    pub const ALL: [Self; 12] = [
        Self::Title,
        Self::Code,
        Self::Para,
        Self::Step,
        Self::Warning,
        Self::Caution,
        Self::Note,
        Self::Figure,
        Self::Table,
        Self::Mel,
        Self::Part,
        Self::Supply,
    ];

    /// Wire name, also used in the query language.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Code => "code",
            Self::Para => "para",
            Self::Step => "step",
            Self::Warning => "warning",
            Self::Caution => "caution",
            Self::Note => "note",
            Self::Figure => "figure",
            Self::Table => "table",
            Self::Mel => "mel",
            Self::Part => "part",
            Self::Supply => "supply",
        }
    }

    /// Parses the wire name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == word)
    }
}

/// A version to index.
#[derive(Debug, Clone, Default)]
pub struct IndexDocument {
    pub head: DocumentHead,
    pub blocks: Vec<TextBlock>,
}

impl IndexDocument {
    /// Size of its text in bytes.
    pub(crate) fn size(&self) -> usize {
        self.blocks.iter().map(|block| block.text.len()).sum()
    }
}

/// The metadata of a version displayed in results. Databases and manuals are stored by id only, because their names can
/// change.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentHead {
    pub version: u64,
    pub manual: String,
    /// The key of the object, from which its path is made.
    pub key: String,
    pub code: String,
    pub info_code: String,
    pub title: String,
    /// As in `dm`, `pm`.
    pub kind: String,
    /// As in `proced`.
    pub content_type: String,
    /// As in `en-US`.
    pub language: String,
    pub issue: String,
    pub issue_date: String,
    pub status: String,
    /// The applicability as displayed text; empty when it applies to everything.
    pub applicability: String,
    /// Milliseconds since 1970.
    pub created_on: i64,
}

/// A block of text with the anchor of its HTML element.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextBlock {
    #[serde(rename = "a")]
    pub anchor: String,
    #[serde(rename = "w")]
    pub place: ModulePart,
    #[serde(rename = "t")]
    pub text: String,
}
