//! Media on the wire.

use app::library::files::File;
use app::library::media::{Insistence, MediaFilter, MediaUsage, Mode};
use chrono::{DateTime, Utc};
use domain::media::MediaSort;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::folders::status_filter;
use super::page::page_request_of;
use super::revisions::{LaneView, reading};

/// The page size of media lists when none is asked for (specification, section 9).
const PAGE_SIZE: u32 = 20;

/// A picture, a sound, a film or a document that modules show.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Media)]
pub struct MediaView {
    pub id: String,
    pub name: String,
    pub path: String,
    /// What modules name it by.
    pub code: String,
    pub image: bool,
    pub audio: bool,
    pub video: bool,
    /// Where its bytes are, below the API's base path; add `token` and `ts`.
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
    /// How many files of its database name it: in the working lanes, or in OEM revisions that wait for a decision.
    pub used_by: u64,
    /// Those of them that only revisions that wait hold so.
    pub used_by_waiting: u64,
}

impl From<MediaUsage> for MediaView {
    fn from(media: MediaUsage) -> Self {
        let File { object, path, version_id, version, .. } = media.file;
        let sort = MediaSort::of(&version.content.media_type);
        Self {
            id: object.id.to_string(),
            name: object.identity.key,
            url: format!("/bytes/default{}", encoded(&path)),
            path,
            code: object.identity.code,
            image: sort == MediaSort::Image,
            audio: sort == MediaSort::Audio,
            video: sort == MediaSort::Video,
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

/// A path as it stands in an address.
fn encoded(path: &str) -> String {
    let kept = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~+".contains(&byte);
    let told = |byte: u8| if kept(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    path.bytes().map(told).collect()
}

/// Which media are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MediaQuery {
    pub page_number: Option<u32>,
    /// 20 when left out.
    pub page_size: Option<u32>,
    /// released, draft or all; all when more than one is given.
    pub status_filter: Option<String>,
    /// Text in the name.
    pub keyword_filter: Option<String>,
    /// Only what this manual of the database shows.
    pub manual_name: Option<String>,
    /// With `manualName`: the state of the manual that is read.
    pub lane: Option<LaneView>,
    pub revision: Option<String>,
}

impl MediaQuery {
    pub fn filter(self) -> Result<MediaFilter, app::Error> {
        Ok(MediaFilter {
            text: self.keyword_filter.unwrap_or_default(),
            status: status_filter(self.status_filter.as_deref())?,
            manual: self.manual_name,
            reading: reading(self.lane, self.revision),
            page: page_request_of(self.page_number, self.page_size, PAGE_SIZE)?,
        })
    }
}

/// How a media file is brought.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct UploadMediaQuery {
    /// Gives new content to the file that is there.
    pub replace: Option<bool>,
    /// What the chosen file is called; in replace mode it must be the name of the one it replaces.
    pub file_name: Option<String>,
}

impl UploadMediaQuery {
    pub fn mode(&self) -> Mode {
        if self.replace == Some(true) { Mode::Replace } else { Mode::Add }
    }
}

/// Where a media file is put.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PutMediaQuery {
    /// The name of its database; left out when the path has it.
    pub csdb: Option<String>,
}

/// Whether a file in use is deleted all the same.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DeleteFileQuery {
    /// Only for administrators.
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
    fn a_path_in_an_address_has_nothing_that_ends_it() {
        assert_eq!(encoded("/H160/MULTIMEDIA/ICN 1?#%图.PNG"), "/H160/MULTIMEDIA/ICN%201%3F%23%25%E5%9B%BE.PNG");
    }
}
