//! Requests about files of regulations.

use app::compliance::exchange::imports::{RegulationChangeFilter, TakeoverChoices};
use domain::compliance::RegulationChangeClass;
use domain::field::FieldCode;
use domain::id::ComplianceCollectionId;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::views::page::{PageNumber, PageSize};

/// Name and target of a file.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct UploadRegulationQuery {
    pub file_name: String,
    /// The id of the collection that the file is a version of; without it a new collection.
    pub collection_id: Option<String>,
}

impl UploadRegulationQuery {
    pub fn collection(&self) -> Option<ComplianceCollectionId> {
        self.collection_id.clone().filter(|id| !id.is_empty()).map(ComplianceCollectionId)
    }
}

/// A page of the files.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RegulationImportsQuery {
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
}

/// Which changes are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RegulationChangesQuery {
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
    /// added, changed, renumbered, moved, withdrawn or unchanged.
    pub class: Option<String>,
    /// Only matches by likeness, which a person confirms.
    #[serde(default)]
    pub proposed: bool,
    /// Part of a code or the title.
    pub keyword_filter: Option<String>,
}

impl RegulationChangesQuery {
    pub fn filter(&self) -> Result<RegulationChangeFilter, app::Error> {
        let unknown = || app::Error::field("class", FieldCode::UnknownValue);
        let class = self.class.as_deref().filter(|word| !word.is_empty());
        let class = class.map(|word| RegulationChangeClass::parse(word).ok_or_else(unknown));
        Ok(RegulationChangeFilter {
            class: class.transpose()?,
            proposed: self.proposed,
            text: self.keyword_filter.clone().unwrap_or_default(),
        })
    }
}

/// A file to check again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CheckRegulationRequest {
    /// The id of the collection that the file is a version of; without it a new collection.
    #[schema(nullable = false)]
    pub collection_id: Option<String>,
}

impl CheckRegulationRequest {
    pub fn collection(self) -> Option<ComplianceCollectionId> {
        self.collection_id.filter(|id| !id.is_empty()).map(ComplianceCollectionId)
    }
}

/// A person's decisions about a file. Names and type are of a new collection; without them the file's own.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TakeRegulationRequest {
    #[schema(nullable = false)]
    pub policy_collection_name: Option<String>,
    #[schema(nullable = false)]
    pub policy_originator: Option<String>,
    /// audit, regulatory, business or safety.
    #[schema(nullable = false)]
    pub compliance_type: Option<String>,
    /// Codes of new requirements that are the old ones that they resemble. Other matches by similar text are not made: the
    /// old requirement is withdrawn and the new one added.
    #[serde(default)]
    pub confirmed: Vec<String>,
}

impl From<TakeRegulationRequest> for TakeoverChoices {
    fn from(request: TakeRegulationRequest) -> Self {
        Self {
            name: request.policy_collection_name,
            originator: request.policy_originator,
            compliance_type: request.compliance_type,
            confirmed: request.confirmed,
        }
    }
}
