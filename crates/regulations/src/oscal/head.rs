//! The collection's own data.

use serde_json::Value;

use super::json::{prop, str_of};
use super::names;
use crate::clean;
use crate::model::{CollectionHead, ComplianceType, RuleDate};

/// Reads the metadata of a catalog, ours or another's.
pub(super) fn read(catalog: &Value, metadata: &Value, is_ours: bool) -> CollectionHead {
    let line = |text: &str| clean::line(text);
    let own = |name: &str| line(prop(metadata, name));
    if is_ours {
        return CollectionHead {
            name: own("name"),
            version: own("version"),
            originator: own("originator"),
            compliance_type: ComplianceType::parse(&own("compliance-type")),
            source_reference: own("source-reference"),
            publication_id: own("publication-id"),
            publication_date: RuleDate::parse(&own("publication-date")),
            effective_date: RuleDate::parse(&own(names::EFFECTIVE)),
            language: own("language"),
            licence: own("licence"),
            code_pattern: own("code-pattern"),
        };
    }
    CollectionHead {
        name: line(str_of(metadata, "title")),
        version: line(str_of(metadata, "version")),
        source_reference: line(str_of(metadata, "title")),
        publication_id: line(str_of(catalog, "uuid")),
        publication_date: RuleDate::parse(str_of(metadata, "published")),
        ..CollectionHead::default()
    }
}
