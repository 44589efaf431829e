//! Wire types for manuals, their types and profiles.

use app::core::error::Missing;
use app::library::manuals::{ManualFilter, ManualSummary, NewManual};
use chrono::{DateTime, Utc};
use domain::language::Locale;
use domain::manual::{Manual, ManualType};
use domain::name::Name;
use domain::path::ManualPath;
use domain::snapshot::Lane;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::attributes::{AttributeMap, TextOrList, attribute_map, one, some, yes_no};
use super::revisions::RevisionView;

/// The snapshot of each lane.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Lanes)]
pub struct LanesView {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub oem: Option<RevisionView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub working: Option<RevisionView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub frozen: Option<RevisionView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub released: Option<RevisionView>,
}

/// One publication inside a database.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Manual)]
pub struct ManualView {
    pub id: String,
    pub name: String,
    #[schema(example = "/H160/MEL")]
    pub path: String,
    /// archetype, manualType, manualName, csdbName, aliasName, modelIdentCode, approvalRequired, aircraftRelated,
    /// withOem, translationLanguages, extensionCode, extensionProducer, schemaErrorsBlock,
    /// brexErrorsBlock.
    pub attribute_map: AttributeMap,
    pub lanes: LanesView,
    /// An OEM revision is waiting for a decision.
    pub newer_revision_waits: bool,
    /// Number of OEM revisions waiting for a decision.
    pub waiting_revisions: u64,
    /// Number of modules in the working lane.
    pub module_count: u64,
    pub updated_on: DateTime<Utc>,
    /// Send it back with a change; a concurrent change is then refused with 409.
    pub version: i64,
}

impl From<ManualSummary> for ManualView {
    fn from(shown: ManualSummary) -> Self {
        let lane = |lane| shown.lane(lane).cloned().map(RevisionView::from);
        let lanes = LanesView {
            oem: lane(Lane::Oem),
            working: lane(Lane::Working),
            frozen: lane(Lane::Frozen),
            released: lane(Lane::Released),
        };
        let module_count = shown.module_count();
        let manual = shown.manual;
        Self {
            path: manual.path(),
            attribute_map: attributes(&manual),
            id: manual.id.0,
            name: manual.name.as_str().to_owned(),
            lanes,
            newer_revision_waits: shown.waiting_revisions > 0,
            waiting_revisions: shown.waiting_revisions,
            module_count,
            updated_on: manual.updated_on,
            version: manual.version,
        }
    }
}

fn attributes(manual: &Manual) -> AttributeMap {
    let details = &manual.details;
    attribute_map([
        ("archetype", one("manual")),
        ("manualType", one(&details.manual_type)),
        ("manualName", one(manual.name.as_str())),
        ("csdbName", one(manual.csdb_name.as_str())),
        ("aliasName", one(&manual.alias)),
        ("modelIdentCode", some(&details.model_ident_code)),
        ("approvalRequired", one(yes_no(details.approval_required))),
        ("aircraftRelated", one(yes_no(details.aircraft_related))),
        ("withOem", one(if details.with_oem { "true" } else { "false" })),
        ("translationLanguages", details.translation_languages.clone()),
        ("extensionCode", some(&details.extension_code)),
        ("extensionProducer", some(&details.extension_producer)),
        ("schemaErrorsBlock", one(yes_no(manual.schema_errors_block))),
        ("brexErrorsBlock", one(yes_no(manual.brex_errors_block))),
    ])
}

/// The rules of a manual.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ManualRulesRequest {
    #[schema(example = "/H160/MEL")]
    pub manual_path: String,
    /// Errors against the XML schema refuse a check-in, where a schema set of the issue is installed.
    pub schema_errors_block: bool,
    /// Violations of business rules refuse a check-in, where the BREX is found. Left out: as before.
    #[serde(default)]
    #[schema(nullable = false)]
    pub brex_errors_block: Option<bool>,
    /// As the manual was read.
    pub version: i64,
}

/// A manual to create; all values are lists of strings.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateManualRequest {
    pub csdb_name: TextOrList,
    pub manual_name: TextOrList,
    /// Default: MEL.
    #[serde(default)]
    pub manual_type: TextOrList,
    /// Default: the name.
    #[serde(default)]
    pub alias_name: TextOrList,
    /// Default: as in the type.
    #[serde(default)]
    pub with_oem: TextOrList,
    /// yes: create a profile for each operator.
    #[serde(default)]
    pub auto_create_profile: TextOrList,
    /// As in `zh-CN`.
    #[serde(default)]
    pub translation_languages: TextOrList,
    /// A profile in addition to `All`.
    #[serde(default)]
    pub init_profile: TextOrList,
    #[serde(default)]
    pub model_ident_code: TextOrList,
    #[serde(default)]
    pub approval_required: TextOrList,
    #[serde(default)]
    pub extension_code: TextOrList,
    /// Default: F0210.
    #[serde(default)]
    pub extension_producer: TextOrList,
    #[serde(default)]
    pub aircraft_related: TextOrList,
}

impl CreateManualRequest {
    pub fn parse(self) -> Result<NewManual, app::Error> {
        Ok(NewManual {
            csdb: self.csdb_name.single("csdbName")?,
            name: self.manual_name.single("manualName")?,
            alias: self.alias_name.single("aliasName")?,
            manual_type: self.manual_type.single("manualType")?,
            with_oem: self.with_oem.choice("withOem")?,
            aircraft_related: self.aircraft_related.choice("aircraftRelated")?,
            model_ident_code: self.model_ident_code.single("modelIdentCode")?,
            approval_required: self.approval_required.choice("approvalRequired")?,
            translation_languages: self.translation_languages.list(),
            extension_code: self.extension_code.single("extensionCode")?,
            extension_producer: self.extension_producer.single("extensionProducer")?,
            first_profile: self.init_profile.single("initProfile")?,
            profile_per_operator: self.auto_create_profile.choice("autoCreateProfile")?.unwrap_or(false),
        })
    }
}

/// Filter for manuals.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ManualsQuery {
    /// The type of the database.
    pub csdb_type: Option<String>,
    /// The type of the manual.
    pub manual_type: Option<String>,
    /// The name of the database.
    pub csdb_name: Option<String>,
}

impl From<ManualsQuery> for ManualFilter {
    fn from(query: ManualsQuery) -> Self {
        Self {
            csdb_type: query.csdb_type.unwrap_or_default(),
            manual_type: query.manual_type.unwrap_or_default(),
            csdb_name: query.csdb_name.unwrap_or_default(),
        }
    }
}

/// Selects a manual by name.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ManualNameQuery {
    pub csdb_name: String,
    pub manual_name: String,
}

impl ManualNameQuery {
    pub fn parse(&self) -> Result<ManualPath, app::Error> {
        let name = |text: &str| Name::in_path(text).map_err(|_| app::Error::NotFound(Missing::Manual));
        Ok(ManualPath { csdb: name(&self.csdb_name)?, manual: name(&self.manual_name)? })
    }
}

/// Selects a manual by path.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ManualPathQuery {
    /// As in `/H160/MEL`.
    pub manual_path: String,
}

/// A manual type.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ManualTypeDetail)]
pub struct ManualTypeView {
    #[schema(example = "MEL")]
    pub code: String,
    /// In the language of the request.
    pub name: String,
    /// Written by the operator, without an OEM.
    pub self_editing: bool,
}

impl ManualTypeView {
    pub fn of(manual_type: ManualType, locale: Locale) -> Self {
        Self {
            code: manual_type.code,
            name: match locale {
                Locale::English => manual_type.name_en,
                Locale::Chinese => manual_type.name_zh,
            },
            self_editing: manual_type.self_editing,
        }
    }
}

/// A code with its name.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NamedCode)]
pub struct NamedCodeView {
    pub code: String,
    /// In the language of the request.
    pub name: String,
}
