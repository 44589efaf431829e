//! Versions of objects.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use crate::id::ObjectId;
use crate::object::words;

words! {
    /// The editing status of a version (specification, section 4).
    FileStatus {
        Draft = "Draft",
        Review = "Review",
        Released = "Released",
        Obsolete = "Obsolete",
    }
}

words! {
    /// The origin of a version.
    Origin {
        Oem = "oem",
        Airline = "airline",
        Translation = "translation",
        Restore = "restore",
        Merge = "merge",
    }
}

/// The issue of a version, as stated in its content.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Issue {
    /// As in `001`; empty when versions are identified by date.
    pub number: String,
    /// As in `00`.
    pub in_work: String,
    /// A date or a timestamp in ISO 8601.
    pub date: String,
    /// S1000D's `issueType`, as in `changed`.
    pub kind: String,
}

impl Issue {
    /// Equal for equal issues of one object.
    pub fn key(&self) -> String {
        format!("{}-{}/{}", self.number, self.in_work, self.date)
    }
}

/// Metadata stated in the content of a version, besides its identity.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VersionMetadata {
    pub tech_name: String,
    /// Empty when there is none, as for a publication module.
    pub info_name: String,
    /// The kind of content, as in `procedure`.
    pub content_type: String,
    /// The issue of its schema, as in `4.2`.
    pub schema_issue: String,
    pub security: String,
    pub quality: String,
    /// Further metadata for display, by name.
    pub properties: BTreeMap<String, Vec<String>>,
}

impl VersionMetadata {
    /// The display title.
    pub fn title(&self) -> String {
        match (self.tech_name.as_str(), self.info_name.as_str()) {
            (tech, "") => tech.to_owned(),
            ("", info) => info.to_owned(),
            (tech, info) => format!("{tech} - {info}"),
        }
    }
}

/// One immutable version of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    pub object_id: ObjectId,
    pub issue: Issue,
    pub content: VersionContent,
    pub status: FileStatus,
    pub metadata: VersionMetadata,
    pub origin: Origin,
    /// The creator's account.
    pub created_by: String,
    pub created_on: DateTime<Utc>,
    pub why: String,
    pub change_request: Option<String>,
}

/// The blobs of a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionContent {
    /// The blob with the content; named by its SHA-256.
    pub blob: String,
    /// The separate status file of ATA 2300 packages.
    pub status_blob: Option<String>,
    pub size: u64,
    pub media_type: String,
}

words! {
    /// The purpose of a reference.
    ReferenceKind {
        /// A data module referenced in the text or the contents.
        DataModule = "dm",
        PublicationModule = "pm",
        /// An illustration or other media.
        Illustration = "icn",
        /// From a container to one of its alternates.
        Alternate = "alternate",
        /// From a dispatch item of a MEL to its operational procedure.
        OperationalProcedure = "operational",
        /// From a dispatch item of a MEL to its maintenance procedure.
        MaintenanceProcedure = "maintenance",
        Act = "act",
        Cct = "cct",
        Pct = "pct",
        Brex = "brex",
        /// A document outside S1000D.
        External = "external",
        Other = "other",
    }
}

/// A reference from a version to another object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    pub kind: ReferenceKind,
    /// The referenced code, without language and issue.
    pub target: String,
    pub language: Option<String>,
    pub issue: Option<String>,
    /// Outside every database, so it is never reported as missing.
    pub external: bool,
    pub line: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_those_of_the_specification() {
        assert_eq!(FileStatus::ALL.map(FileStatus::as_str), ["Draft", "Review", "Released", "Obsolete"]);
        assert_eq!(FileStatus::parse("Review"), Some(FileStatus::Review));
        assert_eq!(FileStatus::parse("review"), None);
    }

    #[test]
    fn a_title_omits_missing_parts() {
        let titled = |tech: &str, info: &str| {
            VersionMetadata { tech_name: tech.to_owned(), info_name: info.to_owned(), ..VersionMetadata::default() }
                .title()
        };
        assert_eq!(titled("Brake system", "Description"), "Brake system - Description");
        assert_eq!(titled("H160 MMEL", ""), "H160 MMEL");
        assert_eq!(titled("", "Description"), "Description");
    }
}
