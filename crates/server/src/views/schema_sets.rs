//! Wire types for schema sets.

use app::imports::schema_sets::StoredSchemaSet;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The installed schemas of one issue.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SchemaSet)]
pub struct SchemaSetView {
    #[schema(example = "4-2")]
    pub issue: String,
    /// Number of schemas.
    pub files: i64,
    pub size: i64,
    pub installed_by: String,
    pub installed_on: DateTime<Utc>,
}

impl From<StoredSchemaSet> for SchemaSetView {
    fn from(set: StoredSchemaSet) -> Self {
        Self {
            issue: set.issue,
            files: set.files,
            size: set.size,
            installed_by: set.installed_by,
            installed_on: set.installed_on,
        }
    }
}

/// Selects a schema set.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SchemaSetQuery {
    #[param(example = "4-2")]
    pub issue: String,
}
