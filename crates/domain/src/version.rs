//! Versions: the states an object was in.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use crate::id::ObjectId;
use crate::object::words;

words! {
    /// How far the work on a version is (specification, section 4).
    FileStatus {
        Draft = "Draft",
        Review = "Review",
        Released = "Released",
        Obsolete = "Obsolete",
    }
}

words! {
    /// Where a version came from.
    Origin {
        Oem = "oem",
        Airline = "airline",
        Translation = "translation",
        Restore = "restore",
        Merge = "merge",
    }
}

/// When and as what a version was issued, as it says itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Issue {
    /// As in `001`; empty where versions go by date.
    pub number: String,
    /// As in `00`.
    pub in_work: String,
    /// A date or a moment in ISO 8601.
    pub date: String,
    /// S1000D's `issueType`, as in `changed`.
    pub kind: String,
}

impl Issue {
    /// The text by which two issues of one object are equal.
    pub fn key(&self) -> String {
        format!("{}-{}/{}", self.number, self.in_work, self.date)
    }
}

/// What a version says about itself besides its identity.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Metadata {
    pub tech_name: String,
    /// Empty when there is none, as in a publication module.
    pub info_name: String,
    /// The kind of content, as in `procedure`.
    pub content_type: String,
    /// The issue of the schema it was written by, as in `4.2`.
    pub schema_issue: String,
    pub security: String,
    pub quality: String,
    /// Everything else worth showing, by name.
    pub properties: BTreeMap<String, Vec<String>>,
}

impl Metadata {
    /// The title people read.
    pub fn title(&self) -> String {
        match (self.tech_name.as_str(), self.info_name.as_str()) {
            (tech, "") => tech.to_owned(),
            ("", info) => info.to_owned(),
            (tech, info) => format!("{tech} - {info}"),
        }
    }
}

/// One state of an object; it never changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    pub object_id: ObjectId,
    pub issue: Issue,
    pub content: Content,
    pub status: FileStatus,
    pub metadata: Metadata,
    pub origin: Origin,
    /// The account of who made it.
    pub created_by: String,
    pub created_on: DateTime<Utc>,
    pub why: String,
    pub change_request: Option<String>,
}

/// Where the bytes of a version are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// The name of the bytes, which is their SHA-256.
    pub blob: String,
    /// The separate status file that ATA 2300 packages have.
    pub status_blob: Option<String>,
    /// The words in it, for searching.
    pub text_blob: Option<String>,
    pub size: u64,
    pub media_type: String,
}

words! {
    /// What a reference is for.
    ReferenceKind {
        /// A data module named in the text or the contents.
        DataModule = "dm",
        PublicationModule = "pm",
        /// A picture or other media.
        Illustration = "icn",
        /// From a container to one of its alternates.
        Alternate = "alternate",
        /// From a dispatch item to its operational procedure.
        OperationalProcedure = "operational",
        /// From a dispatch item to its maintenance procedure.
        MaintenanceProcedure = "maintenance",
        Act = "act",
        Cct = "cct",
        Pct = "pct",
        Brex = "brex",
        /// A document outside of S1000D.
        External = "external",
        Other = "other",
    }
}

/// Something a version points to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    pub kind: ReferenceKind,
    /// The code that is named, without language and issue.
    pub target: String,
    pub language: Option<String>,
    pub issue: Option<String>,
    /// Outside of every database, so nobody expects to find it here.
    pub external: bool,
    pub line: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_those_of_the_specification() {
        assert_eq!(FileStatus::ALL.map(FileStatus::as_str), ["Draft", "Review", "Released", "Obsolete"]);
        assert_eq!(FileStatus::parse("Review"), Some(FileStatus::Review));
        assert_eq!(FileStatus::parse("review"), None);
    }

    #[test]
    fn a_title_has_the_parts_there_are() {
        let titled = |tech: &str, info: &str| {
            Metadata { tech_name: tech.to_owned(), info_name: info.to_owned(), ..Metadata::default() }.title()
        };
        assert_eq!(titled("Brake system", "Description"), "Brake system - Description");
        assert_eq!(titled("H160 MMEL", ""), "H160 MMEL");
        assert_eq!(titled("", "Description"), "Description");
    }
}
