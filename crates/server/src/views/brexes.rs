//! Wire types for installed BREX.

use app::imports::brexes::InstalledBrex;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// An installed BREX data module.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InstalledBrex)]
pub struct InstalledBrexView {
    /// Its code.
    #[schema(example = "DMC-S1000D-F-04-10-0301-00A-022A-D")]
    pub name: String,
    pub title: String,
    /// Its own issue; empty when it has none.
    #[schema(example = "001-00")]
    pub issue: String,
    /// The issue of S1000D; empty when it names no schema.
    #[schema(example = "4-1")]
    pub schema_issue: String,
    /// It is the default BREX of an issue.
    pub is_default: bool,
    pub size: i64,
    /// Number of rules.
    pub rules: i64,
    /// Number of rules that no module can be checked against.
    pub unjudged: i64,
    pub installed_by: String,
    pub installed_on: DateTime<Utc>,
}

impl From<InstalledBrex> for InstalledBrexView {
    fn from(brex: InstalledBrex) -> Self {
        Self {
            name: brex.name,
            title: brex.title,
            issue: brex.issue,
            schema_issue: brex.schema_issue,
            is_default: brex.is_default,
            size: brex.size,
            rules: brex.rules,
            unjudged: brex.unjudged,
            installed_by: brex.installed_by,
            installed_on: brex.installed_on,
        }
    }
}

/// Selects an installed BREX.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BrexQuery {
    #[param(example = "DMC-S1000D-F-04-10-0301-00A-022A-D")]
    pub name: String,
}

/// Whether packages are checked against business rules.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportRules)]
pub struct ImportRulesView {
    /// Violations become remarks in the report of a package.
    pub check_imports: bool,
    pub version: i64,
}

/// Whether packages are checked against business rules.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportRulesRequest {
    pub check_imports: bool,
    pub version: i64,
}
