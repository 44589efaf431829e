//! The publishers' facts for which we have no columns, as they are stored.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// A date as it is printed, and what could be read of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SourceDate {
    pub raw: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<NaiveDate>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// Text that is published but applies later.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SourceFuture {
    pub path: String,
    pub text: String,
    pub applicable: SourceDate,
}

/// The publisher's words about an item.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ItemSource {
    pub is_assessable: bool,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub guidance: String,
    /// The hash of the text: people may have changed it since.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text_hash: String,
    pub effective: SourceDate,
    pub expiry: SourceDate,
    pub applicability: String,
    pub source_ref: String,
    pub amendment: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub covers: Vec<String>,
    /// Codes of further items where it is printed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also_under: Vec<String>,
    /// Name and value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<(String, String)>,
    /// Clause and target.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub references: Vec<(String, String)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub future: Vec<SourceFuture>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<SourcePicture>,
}

/// A picture in an item.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SourcePicture {
    /// Empty for the item.
    pub clause: String,
    pub name: String,
    /// Of its bytes, which is the name of their blob; empty if the file has none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub hash: String,
}

/// The publisher's words about a collection.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CollectionSource {
    pub publication_id: String,
    pub publication_date: SourceDate,
    pub effective: SourceDate,
    pub language: String,
    pub licence: String,
    pub code_pattern: String,
}

/// The data of the collection in a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RegulationHead {
    pub name: String,
    pub originator: String,
    /// Empty if the file does not say.
    pub compliance_type: String,
    pub source_reference: String,
    pub edition: String,
    pub effective_on: Option<NaiveDate>,
    pub categories: u64,
    pub items: u64,
    pub clauses: u64,
}

/// The change of a category by a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegulationCategoryChange {
    /// added, changed, renumbered, moved or withdrawn.
    pub class: String,
    /// Code and name are empty for an added category.
    pub old_code: String,
    pub old_name: String,
    /// Code and name are empty for a withdrawn one.
    pub new_code: String,
    pub new_name: String,
}

/// A finding about a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegulationFinding {
    pub rule: String,
    pub severity: String,
    /// The sheet or part; empty for the file.
    pub part: String,
    pub line: Option<u32>,
    pub params: Vec<(String, String)>,
}
