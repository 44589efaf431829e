//! Profiles: an operator's view of a manual.

use chrono::{DateTime, Utc};

use crate::field::FieldCode;
use crate::id::{ManualId, OperatorId, ProfileId};
use crate::text;

/// The profile that every manual has: all content, no operator.
pub const ALL: &str = "All";

/// A profile of a manual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    pub id: ProfileId,
    pub manual_id: ManualId,
    pub name: String,
    /// The operator; `None` for [`ALL`].
    pub operator_id: Option<OperatorId>,
    /// The nested assertions it filters by, as stored JSON; empty means no filter.
    pub applicability: String,
    pub extension_code: String,
    pub extension_producer: String,
    pub created_on: DateTime<Utc>,
    pub updated_on: DateTime<Utc>,
    pub version: i64,
}

/// Parses the name of a profile.
pub fn parse_name(text: &str) -> Result<String, FieldCode> {
    text::line(text, 1, 64)
}
