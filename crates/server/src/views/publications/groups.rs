//! Wire types for publications of all manuals.

use domain::field::FieldCode;
use domain::publication::PublicationGroup;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::views::page::{PageNumber, PageSize};

/// A page of the publications of all manuals that concern the caller.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PublicationGroupQuery {
    /// drafts, forApproval, published (in the last 30 days) or toAcknowledge.
    pub group: String,
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
}

impl PublicationGroupQuery {
    pub fn group(&self) -> Result<PublicationGroup, app::Error> {
        PublicationGroup::parse(&self.group).ok_or_else(|| app::Error::field("group", FieldCode::UnknownValue))
    }
}
