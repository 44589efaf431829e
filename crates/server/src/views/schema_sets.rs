//! Wire types for schema sets.

use app::imports::schema_sets::StoredSchemaSet;
use chrono::{DateTime, Utc};
use domain::language::Locale;
use domain::schema_set::InstalledSchema;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::packages::FindingView;

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
    /// Left out until they have been compiled, after an upgrade.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub schemas: Option<Vec<InstalledSchemaView>>,
    pub installed_by: String,
    pub installed_on: DateTime<Utc>,
}

impl SchemaSetView {
    pub fn new(set: StoredSchemaSet, locale: Locale) -> Self {
        let views =
            |states: Vec<InstalledSchema>| states.iter().map(|state| InstalledSchemaView::new(state, locale)).collect();
        Self {
            schemas: set.schemas.map(views),
            issue: set.issue,
            files: set.files,
            size: set.size,
            installed_by: set.installed_by,
            installed_on: set.installed_on,
        }
    }
}

/// Whether one schema can be used.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SchemaState)]
pub struct InstalledSchemaView {
    #[schema(example = "descript")]
    pub name: String,
    /// Why it cannot be used; its file is the one at fault, which may be an imported one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub fault: Option<FindingView>,
}

impl InstalledSchemaView {
    pub fn new(state: &InstalledSchema, locale: Locale) -> Self {
        let fault = state.fault.as_ref().map(|fault| FindingView::new(fault, locale));
        Self { name: state.name.clone(), fault }
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
