//! Paragraphs of one version in another.

use app::comments::links::FollowedPlace;
use domain::comment::PlaceState;
use domain::id::VersionId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::views::statuses::parse_version;

/// A paragraph of a version, and the version in which it is looked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PlaceQuery {
    /// The id of the version in which the anchor was read.
    pub from: String,
    /// The id of the version that is read.
    pub to: String,
    /// The HTML id of the paragraph.
    pub anchor: String,
}

impl PlaceQuery {
    pub fn versions(&self) -> Result<[VersionId; 2], app::Error> {
        Ok([parse_version("from", &self.from)?, parse_version("to", &self.to)?])
    }
}

/// A paragraph in the version that is read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FollowedPlace)]
pub struct FollowedPlaceView {
    /// The HTML id; left out when the paragraph is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub anchor: Option<String>,
    /// unchanged, changed or gone.
    #[schema(example = "unchanged")]
    pub state: String,
    /// The beginning of its text in the version in which the anchor was read.
    pub quote: String,
}

impl From<FollowedPlace> for FollowedPlaceView {
    fn from(followed: FollowedPlace) -> Self {
        let FollowedPlace { place, quote } = followed;
        let state = place.state.as_str().to_owned();
        Self { anchor: Some(place.id).filter(|_| place.state != PlaceState::Gone), state, quote }
    }
}
