//! Manuals: the unit of import, editing and publishing.

use chrono::{DateTime, Utc};

use crate::field::FieldCode;
use crate::front_matter::refuse_reserved;
use crate::id::{CsdbId, ManualId, SnapshotId};
use crate::name::Name;
use crate::object::Object;
use crate::path;
use crate::snapshot::Lane;
use crate::text;

/// Default type of a manual (specification, section 9).
pub const DEFAULT_TYPE: &str = "MEL";

/// The properties a user chooses when creating a manual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManualDetails {
    pub manual_type: String,
    /// Delivered by an OEM; otherwise written by the operator.
    pub with_oem: bool,
    pub aircraft_related: bool,
    /// The model identification code; empty when the manual is not about one aircraft model.
    pub model_ident_code: String,
    pub approval_required: bool,
    /// Target languages of translation, as in `zh-CN`.
    pub translation_languages: Vec<String>,
    pub extension_code: String,
    pub extension_producer: String,
}

/// One publication inside a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manual {
    pub id: ManualId,
    pub csdb_id: CsdbId,
    /// The name of its database, which is a part of its path.
    pub csdb_name: Name,
    pub name: Name,
    /// Display name; empty when it equals the name.
    pub alias: String,
    pub details: ManualDetails,
    /// Errors against the XML schema refuse a check-in.
    pub schema_errors_block: bool,
    /// Violations of business rules refuse a check-in.
    pub brex_errors_block: bool,
    pub lanes: Lanes,
    /// The creator's account.
    pub created_by: String,
    pub created_on: DateTime<Utc>,
    pub updated_on: DateTime<Utc>,
    pub version: i64,
}

impl Manual {
    /// Its vault path.
    pub fn path(&self) -> String {
        path::of_manual(self.csdb_name.as_str(), self.name.as_str())
    }

    /// The vault path of one of its objects.
    pub fn path_of(&self, object: &Object) -> String {
        path::of_object(self.csdb_name.as_str(), Some(self.name.as_str()), &object.identity.key)
    }
}

/// Reasons that refuse a check-in into a manual.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckInBlocks {
    pub schema_errors: bool,
    pub brex_errors: bool,
}

/// The snapshot of each lane of a manual.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lanes {
    pub oem: Option<SnapshotId>,
    pub working: Option<SnapshotId>,
    pub frozen: Option<SnapshotId>,
    pub released: Option<SnapshotId>,
}

impl Lanes {
    /// The snapshot of `lane`.
    pub fn of(&self, lane: Lane) -> Option<SnapshotId> {
        match lane {
            Lane::Oem => self.oem,
            Lane::Working => self.working,
            Lane::Frozen => self.frozen,
            Lane::Released => self.released,
        }
    }
}

/// A manual type, with its title in both languages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManualType {
    pub code: String,
    pub name_en: String,
    pub name_zh: String,
    /// Written by the operator, without an OEM.
    pub self_editing: bool,
    /// Built in: can be renamed but not removed.
    pub builtin: bool,
    pub version: i64,
}

/// Parses a model identification code; S1000D allows 2 to 14 letters and digits.
pub fn parse_model_ident_code(text: &str) -> Result<String, FieldCode> {
    text::code(&text.to_ascii_uppercase(), 2, 14, |c| c.is_ascii_alphanumeric())
}

/// Parses an extension code.
pub fn parse_extension_code(text: &str) -> Result<String, FieldCode> {
    parse_extension(text).and_then(refuse_reserved)
}

/// Parses an extension producer.
pub fn parse_extension(text: &str) -> Result<String, FieldCode> {
    text::code(text, 0, 32, |c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_ident_code_is_short_and_upper_case() {
        assert_eq!(parse_model_ident_code("h160"), Ok("H160".to_owned()));
        assert_eq!(parse_model_ident_code("H"), Err(FieldCode::TooShort));
        assert_eq!(parse_model_ident_code("H-160"), Err(FieldCode::Character));
        assert_eq!(parse_model_ident_code(&"A".repeat(15)), Err(FieldCode::TooLong));
    }

    #[test]
    fn the_extension_code_of_generated_modules_is_reserved() {
        assert_eq!(parse_extension_code("AZB"), Ok("AZB".to_owned()));
        assert_eq!(parse_extension_code("AIRFOLIOFM"), Err(FieldCode::Reserved));
    }

    #[test]
    fn each_lane_has_its_pointer() {
        let lanes = Lanes { oem: Some(SnapshotId(2)), working: Some(SnapshotId(1)), ..Lanes::default() };
        assert_eq!(Lane::ALL.map(|lane| lanes.of(lane).map(|id| id.0)), [Some(2), Some(1), None, None]);
    }
}
