//! What is indexed of a version, and what is kept beside it to answer with.

use serde::{Deserialize, Serialize};

/// The place of a text in a module; the word is the one people type after `in:`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Where {
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
}

impl Where {
    pub const ALL: [Self; 10] = [
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
    ];

    /// The word on the wire and in the query language.
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
        }
    }

    /// Reads the word back.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == word)
    }
}

/// A version to be indexed.
#[derive(Debug, Clone, Default)]
pub struct Document {
    pub head: Head,
    pub blocks: Vec<Block>,
}

impl Document {
    /// Bytes of its text.
    pub(crate) fn size(&self) -> usize {
        self.blocks.iter().map(|block| block.text.len()).sum()
    }
}

/// What an answer shows of a version. Names of databases and manuals change; only their ids are here.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    pub version: u64,
    pub manual: String,
    /// The key of the object, of which its path is made.
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
    /// What the module applies to, in words; empty where it says nothing.
    pub applicability: String,
    /// In milliseconds.
    pub created_on: i64,
}

/// A piece of text with the place that leads to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    #[serde(rename = "a")]
    pub anchor: String,
    #[serde(rename = "w")]
    pub place: Where,
    #[serde(rename = "t")]
    pub text: String,
}
