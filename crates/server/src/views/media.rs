//! Wire types for media.

use app::core::error::Missing;
use app::library::files::File;
use app::library::media::{Insistence, MediaFilter, MediaUsage, Mode};
use chrono::{DateTime, Utc};
use domain::field::FieldCode;
use domain::media::MediaDisplay;
use domain::name::Name;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::folders::status_filter;
use super::page::{PageNumber, PageSize, page_request_of};
use super::revisions::{LaneView, reading};

/// Default page size of media lists (specification, section 9).
const PAGE_SIZE: u32 = 20;

/// An illustration, sound, video or document referenced by modules.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Media)]
pub struct MediaView {
    pub id: String,
    pub name: String,
    pub path: String,
    /// The code that modules reference.
    pub code: String,
    pub image: bool,
    pub audio: bool,
    pub video: bool,
    /// The URL of its bytes, below the API's base path; add `token` and `ts`.
    #[schema(example = "/bytes/default/H160/MULTIMEDIA/ICN-1.PNG")]
    pub url: String,
    /// Draft, Review, Released or Obsolete.
    pub status: String,
    /// oem, airline, translation, restore or merge.
    pub origin: String,
    pub size: u64,
    pub media_type: String,
    pub version_id: String,
    pub created_on: DateTime<Utc>,
    pub created_by: String,
    /// Number of files of its database that reference it: in working lanes, or in OEM revisions waiting for a decision.
    pub used_by: u64,
    /// The number of those that are only in pending revisions.
    pub used_by_waiting: u64,
}

impl From<MediaUsage> for MediaView {
    fn from(media: MediaUsage) -> Self {
        let File { object, path, version_id, version, .. } = media.file;
        let sort = MediaDisplay::of(&version.content.media_type);
        Self {
            id: object.id.to_string(),
            name: object.identity.key,
            url: format!("/bytes/default{}", encoded(&path)),
            path,
            code: object.identity.code,
            image: sort == MediaDisplay::Image,
            audio: sort == MediaDisplay::Audio,
            video: sort == MediaDisplay::Video,
            status: version.status.as_str().to_owned(),
            origin: version.origin.as_str().to_owned(),
            size: version.content.size,
            media_type: version.content.media_type,
            version_id: version_id.to_string(),
            created_on: version.created_on,
            created_by: version.created_by,
            used_by: media.used_by,
            used_by_waiting: media.used_by_waiting,
        }
    }
}

/// Percent-encodes a path.
fn encoded(path: &str) -> String {
    let kept = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~+".contains(&byte);
    let told = |byte: u8| if kept(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    path.bytes().map(told).collect()
}

/// Filter for media.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MediaQuery {
    pub page_number: Option<PageNumber>,
    /// Default: 20.
    pub page_size: Option<PageSize>,
    /// released, draft, review, obsolete or all; several values mean all.
    pub status_filter: Option<String>,
    /// Part of the name.
    pub keyword_filter: Option<String>,
    /// Only media referenced in this manual of the database.
    pub manual_name: Option<String>,
    /// With `manualName`: the lane or revision.
    pub lane: Option<LaneView>,
    pub revision: Option<String>,
    /// With `manualName`: the lane as it was at this moment, as in `2026-03-01T00:00:00Z`.
    pub as_of: Option<DateTime<Utc>>,
}

impl MediaQuery {
    pub fn filter(self, now: DateTime<Utc>) -> Result<MediaFilter, app::Error> {
        let missing = || app::Error::NotFound(Missing::Manual);
        if self.as_of.is_some() && self.manual_name.is_none() {
            return Err(app::Error::field("manualName", FieldCode::Required));
        }
        Ok(MediaFilter {
            text: self.keyword_filter.unwrap_or_default(),
            status: status_filter(self.status_filter.as_deref())?,
            manual: self.manual_name.map(|name| Name::in_path(&name).map_err(|_| missing())).transpose()?,
            reading: reading(now, self.lane, self.revision.as_deref(), self.as_of)?,
            page: page_request_of(self.page_number, self.page_size, PAGE_SIZE)?,
        })
    }
}

/// Options of a media upload.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct UploadMediaQuery {
    /// Replaces the content of an existing file.
    pub replace: Option<bool>,
    /// The name of the chosen file; with `replace` it must equal the existing name.
    pub file_name: Option<String>,
}

impl UploadMediaQuery {
    pub fn mode(&self) -> Mode {
        if self.replace == Some(true) { Mode::Replace } else { Mode::Add }
    }
}

/// The target of a media file.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PutMediaQuery {
    /// The name of its database; may be left out when it is in the path.
    pub csdb: Option<String>,
}

/// Options of a deletion.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DeleteFileQuery {
    /// Deletes a file that others refer to: only for administrators, and for approvers if it is no media file.
    pub force: Option<bool>,
}

impl DeleteFileQuery {
    pub fn insistence(&self) -> Insistence {
        if self.force == Some(true) { Insistence::Force } else { Insistence::UnlessUsed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_in_a_url_is_percent_encoded() {
        assert_eq!(encoded("/H160/MULTIMEDIA/ICN 1?#%图.PNG"), "/H160/MULTIMEDIA/ICN%201%3F%23%25%E5%9B%BE.PNG");
    }
}
