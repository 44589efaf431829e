//! The name of a change request, where something else belongs to it.

use domain::change_request::NamedRequest;
use domain::id::ChangeRequestId;
use serde::Serialize;
use utoipa::ToSchema;

/// A change request by its number.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RequestName)]
pub struct RequestNameView {
    pub id: String,
    /// Counted from 1 in each database.
    pub number: u64,
}

impl From<(ChangeRequestId, u64)> for RequestNameView {
    fn from((id, number): (ChangeRequestId, u64)) -> Self {
        Self { id: id.0, number }
    }
}

/// The change request that a new version names.
pub fn named_request(id: Option<String>, share_module: bool) -> Option<NamedRequest> {
    id.map(|id| NamedRequest { id: ChangeRequestId(id), may_share: share_module })
}
