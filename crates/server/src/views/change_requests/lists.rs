//! Wire types for lists of change requests, and their export.

use app::changes::lists::{ExportedRequests, RequestListing, RequestSort};
use app::imports::packages::{Cell, Table};
use chrono::{DateTime, SecondsFormat, Utc};
use domain::change_request::{ListedRequest, RequestOrigin, RequestStatus};
use domain::field::FieldCode;
use domain::language::Locale;
use domain::page::Order;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::texts;
use crate::views::packages::ExportFormatView;
use crate::views::page::{OrderView, PageNumber, PageSize};
use crate::views::paths::parse_path;

/// Sort column of a list of change requests.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChangeRequestSort)]
pub enum RequestSortView {
    #[default]
    LastUpdateTime,
    CreateTime,
    Number,
    Title,
    Status,
    Manual,
    CreateBy,
    Assignee,
    DueDate,
}

impl From<RequestSortView> for RequestSort {
    fn from(sort: RequestSortView) -> Self {
        match sort {
            RequestSortView::LastUpdateTime => Self::UpdatedOn,
            RequestSortView::CreateTime => Self::CreatedOn,
            RequestSortView::Number => Self::Number,
            RequestSortView::Title => Self::Title,
            RequestSortView::Status => Self::Status,
            RequestSortView::Manual => Self::Manual,
            RequestSortView::CreateBy => Self::Creator,
            RequestSortView::Assignee => Self::Assignee,
            RequestSortView::DueDate => Self::DueOn,
        }
    }
}

/// Which change requests are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RequestsQuery {
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
    /// One or several, separated by commas: Not Open, In Progress, Ready for Publish, Closed, Pending; default: all.
    pub status: Option<String>,
    /// comment, oemRevision, regulation, sb or other.
    pub origin: Option<String>,
    pub csdb_type: Option<String>,
    pub manual_type: Option<String>,
    /// As in `/H160/MEL`.
    pub manual_path: Option<String>,
    /// The path of a module: those that contain it, or are about it.
    pub path: Option<String>,
    /// Only those that I created, work on or review.
    #[serde(default)]
    pub mine: bool,
    /// Only those that wait for my verdict.
    #[serde(default)]
    pub awaits_me: bool,
    /// An account.
    pub assignee: Option<String>,
    /// An account.
    pub create_by: Option<String>,
    /// Only open ones whose due date has passed.
    #[serde(default)]
    pub overdue: bool,
    /// Part of the title or the description, or the number.
    pub keyword_filter: Option<String>,
    /// Default: lastUpdateTime.
    #[param(inline)]
    pub sort: Option<RequestSortView>,
    /// Default: desc.
    pub order: Option<OrderView>,
}

impl RequestsQuery {
    pub fn listing(self) -> Result<RequestListing, app::Error> {
        let unknown = |field: &'static str| move || app::Error::field(field, FieldCode::UnknownValue);
        let statuses = self.status.as_deref().unwrap_or_default().split(',').filter(|word| !word.is_empty());
        let statuses = statuses.map(|word| RequestStatus::parse(word.trim()).ok_or_else(unknown("status")));
        let origin = |word: &str| RequestOrigin::parse(word).ok_or_else(unknown("origin"));
        Ok(RequestListing {
            statuses: statuses.collect::<Result<_, _>>()?,
            origin: self.origin.as_deref().map(origin).transpose()?,
            csdb_type: self.csdb_type,
            manual_type: self.manual_type,
            manual: self.manual_path.as_deref().map(parse_path).transpose()?,
            module: self.path.as_deref().map(parse_path).transpose()?,
            mine: self.mine,
            awaits_me: self.awaits_me,
            assignee: self.assignee,
            created_by: self.create_by,
            overdue: self.overdue,
            text: self.keyword_filter.unwrap_or_default(),
            sort: self.sort.unwrap_or_default().into(),
            order: self.order.map_or(Order::Descending, Order::from),
        })
    }
}

/// Filter and format of an exported list of change requests.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RequestListQuery {
    pub format: ExportFormatView,
    pub status: Option<String>,
    pub origin: Option<String>,
    pub csdb_type: Option<String>,
    pub manual_type: Option<String>,
    pub manual_path: Option<String>,
    pub path: Option<String>,
    #[serde(default)]
    pub mine: bool,
    #[serde(default)]
    pub awaits_me: bool,
    pub assignee: Option<String>,
    pub create_by: Option<String>,
    #[serde(default)]
    pub overdue: bool,
    pub keyword_filter: Option<String>,
    #[param(inline)]
    pub sort: Option<RequestSortView>,
    pub order: Option<OrderView>,
}

impl RequestListQuery {
    pub fn listing(self) -> Result<RequestListing, app::Error> {
        let listed = RequestsQuery {
            page_number: None,
            page_size: None,
            status: self.status,
            origin: self.origin,
            csdb_type: self.csdb_type,
            manual_type: self.manual_type,
            manual_path: self.manual_path,
            path: self.path,
            mine: self.mine,
            awaits_me: self.awaits_me,
            assignee: self.assignee,
            create_by: self.create_by,
            overdue: self.overdue,
            keyword_filter: self.keyword_filter,
            sort: self.sort,
            order: self.order,
        };
        listed.listing()
    }
}

const COLUMNS: [&str; 15] = [
    "number",
    "title",
    "status",
    "outcome",
    "csdbType",
    "manualType",
    "manual",
    "origin",
    "reference",
    "modules",
    "dueDate",
    "assignee",
    "createBy",
    "createTime",
    "lastUpdateTime",
];

/// Change requests as a table, in `locale`. A last row says when there are more.
pub fn table(requests: &ExportedRequests, locale: Locale) -> Table {
    let say = |key: &str| texts::say(locale, &format!("changeRequests.{key}"), &[]);
    let text = |text: &str| if text.is_empty() { Cell::Empty } else { Cell::Text(text.to_owned()) };
    let number = |count: u64| u32::try_from(count).map_or(Cell::Empty, Cell::Number);
    let time = |moment: DateTime<Utc>| Cell::Text(moment.to_rfc3339_opts(SecondsFormat::Secs, true));
    let row = |listed: &ListedRequest| {
        let request = &listed.request;
        let details = &request.details;
        let status = request.status.as_str().replace(' ', "");
        vec![
            number(request.number),
            text(&details.title),
            Cell::Text(say(&format!("status.{status}"))),
            request.outcome.map_or(Cell::Empty, |one| Cell::Text(say(&format!("outcome.{}", one.as_str())))),
            text(&request.csdb_type),
            text(&request.manual_type),
            text(&request.manual_path()),
            Cell::Text(say(&format!("origin.{}", details.origin.as_str()))),
            text(&details.reference),
            number(listed.modules),
            details.due_on.map_or(Cell::Empty, |day| Cell::Text(day.to_string())),
            request.assignee.as_ref().map_or(Cell::Empty, |person| text(&person.account)),
            text(&request.creator.account),
            time(request.created_on),
            time(request.updated_on),
        ]
    };
    let mut rows: Vec<Vec<Cell>> = requests.items.iter().map(row).collect();
    if requests.is_cut {
        let mut last = vec![Cell::Empty, Cell::Text(say("cut"))];
        last.resize(COLUMNS.len(), Cell::Empty);
        rows.push(last);
    }
    Table { name: say("sheet"), header: COLUMNS.map(say).to_vec(), rows }
}
