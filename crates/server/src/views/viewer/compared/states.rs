//! The states that are compared, as the query names them.

use app::core::error::Missing;
use app::editing::comparison::StateChoice;
use app::reading::viewer::CompareLayout;
use chrono::{DateTime, Utc};
use domain::field::FieldCode;
use domain::id::SnapshotId;
use domain::path::FilePath;
use domain::snapshot::{Lane, Reading, is_future};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::views::files::version_id;
use crate::views::paths::parse_path;

/// Selects the two states.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CompareQuery {
    /// The old state: a version id; a lane (`oem`, `working`, `frozen`, `released`), also at a moment
    /// (`oem@2026-03-01T00:00:00Z`); `revision:` and a revision id; `draft`, the caller's own; `base`, the version that
    /// the draft was made from.
    pub left: String,
    /// The new state, in the same form.
    pub right: String,
    /// The module of the old state, where it is another one: two alternates are compared.
    pub left_path: Option<String>,
    /// Default: beside.
    #[param(inline)]
    pub layout: Option<CompareLayoutView>,
}

/// The form in which two states are shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = CompareLayout)]
pub enum CompareLayoutView {
    /// Both in one text.
    One,
    /// Each on a page of its own.
    #[default]
    Beside,
    /// The XML of both.
    Source,
}

impl From<CompareLayoutView> for CompareLayout {
    fn from(layout: CompareLayoutView) -> Self {
        match layout {
            CompareLayoutView::One => Self::One,
            CompareLayoutView::Beside => Self::Beside,
            CompareLayoutView::Source => Self::Source,
        }
    }
}

impl CompareQuery {
    /// Refuses a moment that lies in the future.
    pub fn states(&self, now: DateTime<Utc>) -> Result<[StateChoice; 2], app::Error> {
        Ok([state(&self.left, "left", now)?, state(&self.right, "right", now)?])
    }

    /// The module of the old state, if it is another one.
    pub fn other(&self) -> Result<Option<FilePath>, app::Error> {
        self.left_path.as_deref().map(parse_path).transpose()
    }

    pub fn layout(&self) -> CompareLayout {
        self.layout.unwrap_or_default().into()
    }
}

fn state(text: &str, field: &'static str, now: DateTime<Utc>) -> Result<StateChoice, app::Error> {
    if text == "draft" {
        return Ok(StateChoice::Draft);
    }
    if text == "base" {
        return Ok(StateChoice::Base);
    }
    if let Some(reading) = find_reading(text, field, now)? {
        return Ok(StateChoice::Read(reading));
    }
    Ok(StateChoice::Version(version_id(text)?))
}

/// A lane, also at a moment that is not in the future, or a revision of a manual.
pub fn read_state(text: &str, field: &'static str, now: DateTime<Utc>) -> Result<Reading, app::Error> {
    find_reading(text, field, now)?.ok_or_else(|| app::Error::field(field, FieldCode::UnknownValue))
}

fn find_reading(text: &str, field: &'static str, now: DateTime<Utc>) -> Result<Option<Reading>, app::Error> {
    if let Some(id) = text.strip_prefix("revision:") {
        let revision = SnapshotId::parse(id).ok_or(app::Error::NotFound(Missing::Revision))?;
        return Ok(Some(Reading { revision: Some(revision), ..Reading::default() }));
    }
    let (lane, moment) = text.split_once('@').map_or((text, None), |(lane, moment)| (lane, Some(moment)));
    let Some(lane) = Lane::parse(lane) else { return Ok(None) };
    let as_of = moment.map(str::parse::<DateTime<Utc>>).transpose();
    let as_of = as_of.map_err(|_| app::Error::field(field, FieldCode::Type))?;
    if as_of.is_some_and(|moment| is_future(moment, now)) {
        return Err(app::Error::field(field, FieldCode::Future));
    }
    Ok(Some(Reading { lane: Some(lane), as_of, revision: None }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_versions_lanes_moments_revisions_and_drafts() {
        let now = "2026-06-01T00:00:00Z".parse().expect("a moment");
        let read = |text| state(text, "left", now).ok();
        let lane = |lane, as_of| Some(StateChoice::Read(Reading { lane: Some(lane), as_of, revision: None }));
        assert_eq!(read("draft"), Some(StateChoice::Draft));
        assert_eq!(read("base"), Some(StateChoice::Base));
        assert_eq!(read("oem"), lane(Lane::Oem, None));
        let moment = "2026-03-01T00:00:00Z".parse().ok();
        assert_eq!(read("released@2026-03-01T00:00:00Z"), lane(Lane::Released, moment));
        assert!(matches!(read("17"), Some(StateChoice::Version(_))));
        assert!(matches!(read("revision:3"), Some(StateChoice::Read(Reading { revision: Some(_), .. }))));
        for wrong in ["released@yesterday", "released@2026-06-02T00:00:00Z", "revision:x", "nothing", ""] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
