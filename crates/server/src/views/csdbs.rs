//! Wire types for databases.

use app::core::error::Missing;
use app::library::csdbs::NewCsdb;
use chrono::{DateTime, Utc};
use domain::name::Name;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::attributes::{AttributeMap, TextOrList, attribute_map, one};

/// A common source database.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Csdb)]
pub struct CsdbView {
    pub id: String,
    pub name: String,
    #[schema(example = "/H160")]
    pub path: String,
    /// archetype, csdbType, aliasName, isSelfEditing, defaultMic.
    pub attribute_map: AttributeMap,
    pub manual_count: u64,
    /// Number of modules in the working lanes of all its manuals.
    pub module_count: u64,
    /// The last change of the database or one of its manuals.
    pub updated_on: DateTime<Utc>,
    /// Send it back with a change; a concurrent change is then refused with 409.
    pub version: i64,
}

impl From<app::library::csdbs::CsdbSummary> for CsdbView {
    fn from(filled: app::library::csdbs::CsdbSummary) -> Self {
        let csdb = filled.csdb;
        let self_editing = if csdb.self_editing { "true" } else { "false" };
        Self {
            path: csdb.path(),
            id: csdb.id.0,
            name: csdb.name.as_str().to_owned(),
            attribute_map: attribute_map([
                ("archetype", one("csdb")),
                ("csdbType", one(&csdb.csdb_type)),
                ("aliasName", one(&csdb.alias)),
                ("isSelfEditing", one(self_editing)),
                ("defaultMic", csdb.default_mic),
            ]),
            manual_count: filled.manual_count,
            module_count: filled.module_count,
            updated_on: csdb.updated_on,
            version: csdb.version,
        }
    }
}

/// A database to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateCsdbRequest {
    pub csdb_name: TextOrList,
    /// Default: H160.
    #[serde(default)]
    pub csdb_type: TextOrList,
    /// Default: the name.
    #[serde(default)]
    pub alias_name: TextOrList,
}

impl CreateCsdbRequest {
    pub fn parse(self) -> Result<NewCsdb, app::Error> {
        Ok(NewCsdb {
            name: self.csdb_name.single("csdbName")?,
            csdb_type: self.csdb_type.single("csdbType")?,
            alias: self.alias_name.single("aliasName")?,
        })
    }
}

/// Filter for databases.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CsdbsQuery {
    /// The database type.
    pub csdb_type: Option<String>,
}

/// The name of a database.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CsdbNameQuery {
    pub csdb_name: String,
}

impl CsdbNameQuery {
    pub fn parse(&self) -> Result<Name, app::Error> {
        Name::in_path(&self.csdb_name).map_err(|_| app::Error::NotFound(Missing::Csdb))
    }
}
