//! Wire types for readers of publications.

use app::imports::packages::{Cell, Table};
use app::publications::distribution::ReadersReport;
use app::publications::readers::ReleasedPublication;
use chrono::{DateTime, Utc};
use domain::language::Locale;
use domain::publication::{PublicationDownload, PublicationReader, PublicationReceiver, ReaderMarks};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{ManualPublicationView, PublicationArtifactView};
use crate::texts;
use crate::views::packages::ExportFormatView;

/// A manual by its path.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PublishedManualQuery {
    /// As in `/H160/MEL`.
    pub manual_path: String,
}

/// The day of a report about readers.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReadersQuery {
    /// The state at this moment; default: now.
    pub at: Option<DateTime<Utc>>,
}

/// The day and the format of an exported report about readers.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReadersExportQuery {
    /// The state at this moment; default: now.
    pub at: Option<DateTime<Utc>>,
    #[param(inline)]
    pub format: Option<ExportFormatView>,
}

/// A new distribution list.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReplaceReceiversRequest {
    #[schema(example = "/H160/MEL")]
    pub manual_path: String,
    /// The accounts that the caller read: another list by now is not replaced.
    pub before: Vec<String>,
    /// All accounts of the list, at most 500.
    pub accounts: Vec<String>,
}

/// A person on the distribution list of a manual.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PublicationReceiver)]
pub struct PublicationReceiverView {
    pub account: String,
    /// Empty when the person gave none.
    pub name: String,
    /// An account.
    pub added_by: String,
    pub added_on: DateTime<Utc>,
}

impl From<PublicationReceiver> for PublicationReceiverView {
    fn from(receiver: PublicationReceiver) -> Self {
        let PublicationReceiver { account, name, added_by, added_on } = receiver;
        Self { account, name, added_by, added_on }
    }
}

/// The times of a person's steps with a publication.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReaderMarks)]
pub struct ReaderMarksView {
    /// Since when they should acknowledge it; absent for people who read it unasked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub asked_on: Option<DateTime<Utc>>,
    /// When they left the distribution list.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub ended_on: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub read_on: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub acknowledged_on: Option<DateTime<Utc>>,
    /// The first download of one of its files.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub downloaded_on: Option<DateTime<Utc>>,
    /// An acknowledgement is expected and missing.
    pub is_open: bool,
    /// They were asked and left the distribution list without an acknowledgement.
    pub has_left: bool,
}

impl From<ReaderMarks> for ReaderMarksView {
    fn from(marks: ReaderMarks) -> Self {
        Self {
            asked_on: marks.asked_on,
            ended_on: marks.ended_on,
            read_on: marks.read_on,
            acknowledged_on: marks.acknowledged_on,
            downloaded_on: marks.downloaded_on,
            is_open: marks.is_open(),
            has_left: marks.has_left(),
        }
    }
}

/// The publication that the reader read before.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LastReadPublication)]
pub struct LastReadView {
    pub publication: ManualPublicationView,
    /// How many modules the released one changed, added or removed since.
    pub changed_count: u64,
}

/// The publication that the released lane of a manual shows, for the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReleasedLane)]
pub struct ReleasedLaneView {
    /// Absent before the first approval.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub publication: Option<ManualPublicationView>,
    /// The letters of approval.
    pub letters: Vec<PublicationArtifactView>,
    pub marks: ReaderMarksView,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub last_read: Option<LastReadView>,
}

impl From<Option<ReleasedPublication>> for ReleasedLaneView {
    fn from(released: Option<ReleasedPublication>) -> Self {
        let Some(released) = released else {
            return Self {
                publication: None,
                letters: Vec::new(),
                marks: ReaderMarks::default().into(),
                last_read: None,
            };
        };
        Self {
            publication: Some(released.publication.into()),
            letters: released.letters.into_iter().map(PublicationArtifactView::from).collect(),
            marks: released.marks.into(),
            last_read: released.last_read.map(|before| LastReadView {
                publication: before.publication.into(),
                changed_count: before.changed_count,
            }),
        }
    }
}

/// A person with what they did with a publication.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PublicationReader)]
pub struct PublicationReaderView {
    pub account: String,
    /// Empty when the person gave none.
    pub name: String,
    pub marks: ReaderMarksView,
}

impl From<PublicationReader> for PublicationReaderView {
    fn from(reader: PublicationReader) -> Self {
        Self { account: reader.account, name: reader.name, marks: reader.marks.into() }
    }
}

/// The downloads of one file by one person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PublicationDownload)]
pub struct PublicationDownloadView {
    pub account: String,
    pub name: String,
    pub file_name: String,
    pub first_on: DateTime<Utc>,
    /// Absent in a report of an earlier day when there were later downloads.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub last_on: Option<DateTime<Utc>>,
    /// Absent in a report of an earlier day when there were later downloads.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub times: Option<u64>,
}

impl From<PublicationDownload> for PublicationDownloadView {
    fn from(download: PublicationDownload) -> Self {
        let PublicationDownload { account, name, file_name, first_on, last_on, times } = download;
        Self { account, name, file_name, first_on, last_on, times }
    }
}

/// Who has read, acknowledged and downloaded a publication. Lists are cut after 5,000.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReadersReport)]
pub struct ReadersReportView {
    /// By account.
    pub readers: Vec<PublicationReaderView>,
    pub downloads: Vec<PublicationDownloadView>,
    /// There are more readers or downloads than are listed.
    pub is_cut: bool,
}

impl From<ReadersReport> for ReadersReportView {
    fn from(report: ReadersReport) -> Self {
        Self {
            readers: report.readers.into_iter().map(PublicationReaderView::from).collect(),
            downloads: report.downloads.into_iter().map(PublicationDownloadView::from).collect(),
            is_cut: report.is_cut,
        }
    }
}

/// The readers of a publication as a table. A last row says that there are more.
pub fn readers_table(report: ReadersReport, locale: Locale) -> Table {
    let say = |key: &str| texts::say(locale, &format!("readers.{key}"), &[]);
    let text = |text: String| if text.is_empty() { Cell::Empty } else { Cell::Text(text) };
    let moment = |on: Option<DateTime<Utc>>| text(on.map(|on| on.to_rfc3339()).unwrap_or_default());
    let rows = report.readers.into_iter().map(|reader| {
        let marks = reader.marks;
        let state = if marks.acknowledged_on.is_some() {
            "acknowledged"
        } else if marks.is_open() {
            "open"
        } else if marks.has_left() {
            "left"
        } else {
            "unasked"
        };
        let times = [marks.asked_on, marks.ended_on, marks.read_on, marks.acknowledged_on, marks.downloaded_on];
        [text(reader.account), text(reader.name), text(say(state))]
            .into_iter()
            .chain(times.map(moment))
            .collect::<Vec<_>>()
    });
    let more = report.is_cut.then(|| vec![text(say("cut"))]);
    let header = ["account", "name", "state", "askedOn", "endedOn", "readOn", "acknowledgedOn", "downloadedOn"];
    Table { name: say("sheet"), header: header.map(say).to_vec(), rows: rows.chain(more).collect() }
}
