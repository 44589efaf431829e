//! Compliance: requirements of a regulation, and the places in manuals that answer them.
//!
//! A collection is one regulation. It has categories, these have sub-categories and items; an item is one requirement,
//! whose clauses and text are answered by references to manuals.

mod evidence;
mod item;
mod means;
mod moment;
mod path;
mod records;
mod reference;
mod regulation;
mod sign_off;
mod wording;

use chrono::{DateTime, NaiveDate, Utc};

use crate::field::FieldCode;
use crate::id::{ComplianceCollectionId, PolicyCategoryId};
use crate::object::words;
use crate::text;

pub use evidence::{MAX_EVIDENCE, MAX_EVIDENCE_BYTES, MAX_EVIDENCE_PER_DAY, PolicyEvidence};
pub use item::{
    ListedPolicyItem, PolicyClause, PolicyEvent, PolicyEventKind, PolicyHeader, PolicyItem, PolicyItemDetails,
    PolicyItemKind, PolicyScope, PolicyStatus, StatusProposal, needs_reason,
};
pub use means::{MAX_MEANS, MeansKind, MeansState, PolicyMeans};
pub use moment::{AuditPack, DatedPolicyItem, DatedPolicyReference, MAX_PACK_COLLECTIONS, MAX_PACKS};
pub use path::CompliancePath;
pub use records::{PolicyComment, PolicyDay};
pub use reference::{
    LocatedReference, ModuleReference, PolicyPlace, PolicyReference, PolicyReferenceState, PolicyTarget,
    TouchedRequirement,
};
pub use regulation::{
    FutureText, MAX_REGULATION_BYTES, MAX_REGULATION_IMPORTS, MappingProof, MappingRelation, ProvingItem,
    RegulationChangeClass, RegulationState, proof_of, proving_status, strongest_proof,
};
pub use sign_off::{SignOffEffect, SignOffRefusal, SignedPart, may_sign_off, sign_off_after};
pub use wording::whole_wording;

/// Characters of the name of a collection.
pub const MAX_NAME: usize = 200;
/// Characters of a code.
pub const MAX_CODE: usize = 200;
/// Characters of a source, an edition, the name of a category or the title of an item.
pub const MAX_SOURCE: usize = 500;
/// Characters of a requirement, its guidance or one clause. Regulations have appendices of more than 100,000.
pub const MAX_TEXT: usize = 400_000;
/// Characters of a reason.
pub const MAX_WHY: usize = 1_000;
/// Characters of the comment of a reference.
pub const MAX_COMMENT: usize = 4_000;
/// Collections of an installation.
pub const MAX_COLLECTIONS: u64 = 500;
/// Categories of one collection.
pub const MAX_CATEGORIES: u64 = 5_000;
/// Levels of categories.
pub const MAX_DEPTH: usize = 9;
/// Items of one collection.
pub const MAX_ITEMS: u64 = 50_000;
/// Clauses of one item.
pub const MAX_CLAUSES: usize = 5_000;
/// Comments on one item, without deleted ones.
pub const MAX_ITEM_COMMENTS: u64 = 500;
/// Comments that one person may write on one item, with deleted ones, so that nobody uses all its space up.
pub const MAX_OWN_COMMENTS: u64 = 100;
/// References of one item.
pub const MAX_REFERENCES: u64 = 200;

words! {
    /// The kind of a collection (specification, section 9).
    ComplianceType {
        Audit = "audit",
        Regulatory = "regulatory",
        Business = "business",
        Safety = "safety",
    }
}

/// The values that a person gives a collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CollectionDetails {
    pub name: String,
    /// The publisher of the regulation.
    pub originator: String,
    pub compliance_type: ComplianceType,
    /// Where the regulation comes from; possibly empty.
    pub source_reference: String,
    /// The version of the regulation, in its publisher's words; possibly empty.
    pub edition: String,
    pub effective_on: Option<NaiveDate>,
    /// A changed status counts once an approver has signed it off.
    pub needs_sign_off: bool,
}

/// A collection of requirements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComplianceCollection {
    pub id: ComplianceCollectionId,
    pub details: CollectionDetails,
    /// The account of its creator.
    pub created_by: String,
    pub created_on: DateTime<Utc>,
    pub updated_on: DateTime<Utc>,
    pub version: i64,
}

impl ComplianceCollection {
    pub fn path(&self) -> String {
        format!("/{}", self.id)
    }
}

/// A category of a collection, or a sub-category.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyCategory {
    pub id: PolicyCategoryId,
    pub collection: ComplianceCollectionId,
    /// `None` at the top of the collection.
    pub parent: Option<PolicyCategoryId>,
    pub path: String,
    /// Possibly empty.
    pub code: String,
    pub name: String,
    pub updated_on: DateTime<Utc>,
    pub version: i64,
}

/// Parses the name or the originator of a collection.
pub fn parse_name(text: &str) -> Result<String, FieldCode> {
    text::line(text, 1, MAX_NAME)
}

/// Parses the name of a category.
pub fn parse_category_name(text: &str) -> Result<String, FieldCode> {
    text::line(text, 1, MAX_SOURCE)
}

/// Parses the code of an item.
pub fn parse_code(text: &str) -> Result<String, FieldCode> {
    text::line(text, 1, MAX_CODE)
}

/// Parses the code of a category, which may be empty.
pub fn parse_category_code(text: &str) -> Result<String, FieldCode> {
    text::line(text, 0, MAX_CODE)
}

/// Parses a source, an edition, the title of an item or the applicability of one; each may be empty.
pub fn parse_line(text: &str) -> Result<String, FieldCode> {
    text::line(text, 0, MAX_SOURCE)
}

/// Parses a text with lines, such as a requirement; it may be empty.
pub fn parse_long(text: &str, max: usize) -> Result<String, FieldCode> {
    let text = text.replace("\r\n", "\n").trim().to_owned();
    if text.chars().count() > max {
        return Err(FieldCode::TooLong);
    }
    if text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')) {
        return Err(FieldCode::Character);
    }
    Ok(text)
}

/// Parses the reason of a change; empty for none.
pub fn parse_why(text: &str) -> Result<String, FieldCode> {
    text::line(text, 0, MAX_WHY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_types_are_those_of_the_specification() {
        assert_eq!(ComplianceType::ALL.map(ComplianceType::as_str).join(" "), "audit regulatory business safety");
        assert_eq!(ComplianceType::parse("Audit"), None);
    }

    #[test]
    fn a_requirement_keeps_its_lines_and_has_a_limit() {
        assert_eq!(parse_long(" (a)\r\n(b) ", 10), Ok("(a)\n(b)".to_owned()));
        assert_eq!(parse_long("", 10), Ok(String::new()));
        assert_eq!(parse_long("12345678901", 10), Err(FieldCode::TooLong));
        assert_eq!(parse_long("a\u{7}", 10), Err(FieldCode::Character));
    }

    #[test]
    fn names_and_codes_are_required() {
        assert_eq!(parse_name(" "), Err(FieldCode::Required));
        assert_eq!(parse_category_name(" "), Err(FieldCode::Required));
        assert_eq!(parse_category_name(&"n".repeat(MAX_SOURCE + 1)), Err(FieldCode::TooLong));
        assert_eq!(parse_code(""), Err(FieldCode::Required));
        assert_eq!(parse_category_code(""), Ok(String::new()));
        assert_eq!(parse_code(" ADR.OR.B.015(b)(1) "), Ok("ADR.OR.B.015(b)(1)".to_owned()));
    }
}
