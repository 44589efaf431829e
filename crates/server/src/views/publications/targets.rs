//! Wire types for the profiles and aircraft that publications are for.

use domain::publication::PublicationTarget;
use serde::Serialize;
use utoipa::ToSchema;

/// A profile or an aircraft that a set of files is for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PublicationTarget)]
pub struct PublicationTargetView {
    /// The name of the profile, or the registration.
    pub name: String,
    pub is_aircraft: bool,
    /// Registrations; empty for a profile that asserts properties.
    pub aircraft: Vec<String>,
}

impl From<&PublicationTarget> for PublicationTargetView {
    fn from(target: &PublicationTarget) -> Self {
        Self {
            name: target.name.clone(),
            is_aircraft: target.is_tail(),
            aircraft: target.aircraft().iter().map(|one| one.registration.clone()).collect(),
        }
    }
}
