//! Databases: groups of manuals that share their media.

use chrono::{DateTime, Utc};

use crate::id::CsdbId;
use crate::name::Name;
use crate::path;

/// Default type of a database (specification, section 9).
pub const DEFAULT_TYPE: &str = "H160";

/// A common source database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Csdb {
    pub id: CsdbId,
    pub name: Name,
    pub csdb_type: String,
    /// Display name; empty when it equals the name.
    pub alias: String,
    /// Its manuals are the operator's own, without an OEM.
    pub self_editing: bool,
    /// Model identification codes offered for new manuals.
    pub default_mic: Vec<String>,
    /// The creator's account.
    pub created_by: String,
    pub created_on: DateTime<Utc>,
    pub updated_on: DateTime<Utc>,
    pub version: i64,
}

impl Csdb {
    /// Its vault path.
    pub fn path(&self) -> String {
        path::of_csdb(self.name.as_str())
    }
}

/// A database type, with its title in both languages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsdbType {
    pub code: String,
    pub name_en: String,
    pub name_zh: String,
    pub aircraft_related: bool,
    /// Built in: can be renamed but not removed.
    pub builtin: bool,
    pub version: i64,
}
