//! Databases: shelves of manuals that share their media.

use chrono::{DateTime, Utc};

use crate::id::CsdbId;
use crate::name::Name;
use crate::path;

/// The type of a database when none is asked for (specification, section 9).
pub const DEFAULT_TYPE: &str = "H160";

/// A database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Csdb {
    pub id: CsdbId,
    pub name: Name,
    pub csdb_type: String,
    /// What people call it, when that is not its name.
    pub alias: String,
    /// Whether its manuals are the operator's own, without an OEM.
    pub self_editing: bool,
    /// Model identification codes offered for new manuals.
    pub default_mic: Vec<String>,
    /// The account of who made it.
    pub created_by: String,
    pub created_on: DateTime<Utc>,
    pub updated_on: DateTime<Utc>,
    pub version: i64,
}

impl Csdb {
    /// Where the vault has it.
    pub fn path(&self) -> String {
        path::of_csdb(self.name.as_str())
    }
}

/// A type of databases, in both languages of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsdbType {
    pub code: String,
    pub name_en: String,
    pub name_zh: String,
    pub aircraft_related: bool,
    /// Part of the product: it can be renamed but not removed.
    pub builtin: bool,
    pub version: i64,
}
