//! Lists of change requests.

use chrono::NaiveDate;
use domain::change_request::{ListedRequest, RequestOrigin, RequestStatus};
use domain::id::{ObjectId, UserId};
use domain::page::{Order, Page, PageRequest};
use domain::path::ManualPath;
use domain::text::fold;
use sqlx::QueryBuilder;

use super::{RequestRow, day_text, request_columns, request_joins};
use crate::StoreError;
use crate::search::{containing, count, direction, page, signed};
use crate::tx::Tx;

/// Which change requests are listed, and in which order.
#[derive(Debug, Clone, Default)]
pub struct RequestFilter {
    /// Those with one of these; all when it is empty.
    pub statuses: Vec<RequestStatus>,
    pub origin: Option<RequestOrigin>,
    pub csdb_type: Option<String>,
    pub manual_type: Option<String>,
    pub manual: Option<ManualPath>,
    /// Only those with this module, or about it.
    pub object: Option<ObjectId>,
    /// Only those that this person created, works on or reviews.
    pub concerns: Option<UserId>,
    /// Only those that wait for the verdict of this person.
    pub awaits: Option<UserId>,
    pub assignee: Option<String>,
    pub created_by: Option<String>,
    /// Only open ones that were due before this day.
    pub due_before: Option<NaiveDate>,
    /// Part of the title or the description, or the number.
    pub text: String,
    pub sort: RequestSort,
    pub order: Order,
}

/// Sort column of a list of change requests; ties are sorted by age.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RequestSort {
    #[default]
    UpdatedOn,
    CreatedOn,
    Number,
    Title,
    Status,
    Manual,
    Creator,
    Assignee,
    DueOn,
}

impl RequestSort {
    fn expression(self) -> &'static str {
        match self {
            Self::UpdatedOn => "r.updated_on",
            Self::CreatedOn => "r.created_on",
            Self::Number => "r.number",
            Self::Title => "r.title_folded",
            Self::Status => "r.status",
            Self::Manual => "c.name_folded || '/' || m.name_folded",
            Self::Creator => "u.account_folded",
            Self::Assignee => "COALESCE(a.account_folded, '')",
            // Those without a day come last.
            Self::DueOn => "COALESCE(r.due_on, '9999-12-31')",
        }
    }
}

#[derive(sqlx::FromRow)]
struct ListedRequestRow {
    #[sqlx(flatten)]
    request: RequestRow,
    modules: i64,
}

impl ListedRequestRow {
    fn into_listed(self) -> Result<ListedRequest, StoreError> {
        Ok(ListedRequest { modules: count(self.modules), request: self.request.into_request()? })
    }
}

const SELECT: &str = concat!(
    "SELECT ",
    request_columns!("''", "''"),
    ", (SELECT COUNT(*) FROM change_request_module q WHERE q.change_request_id = r.id) AS modules
    ",
    request_joins!()
);

const COUNT: &str = concat!("SELECT COUNT(*) ", request_joins!());

/// Adds the conditions of a filter to a query.
macro_rules! push_conditions {
    ($query:expr, $filter:expr, $keys:expr) => {{
        $query.push(" WHERE ");
        push_readable!($query, "c.name_folded", "m.name_folded", $keys);
        if !$filter.statuses.is_empty() {
            $query.push(" AND r.status IN (");
            let mut list = $query.separated(", ");
            for status in &$filter.statuses {
                list.push_bind(status.as_str());
            }
            list.push_unseparated(")");
        }
        if let Some(origin) = $filter.origin {
            $query.push(" AND r.origin = ").push_bind(origin.as_str());
        }
        if let Some(csdb_type) = &$filter.csdb_type {
            $query.push(" AND c.csdb_type = ").push_bind(csdb_type.clone());
        }
        if let Some(manual_type) = &$filter.manual_type {
            $query.push(" AND m.manual_type = ").push_bind(manual_type.clone());
        }
        if let Some(manual) = &$filter.manual {
            $query.push(" AND c.name_folded = ").push_bind(manual.csdb.folded());
            $query.push(" AND m.name_folded = ").push_bind(manual.manual.folded());
        }
        if let Some(object) = $filter.object {
            $query.push(" AND (r.object_id = ").push_bind(object.0);
            $query.push(" OR r.id IN (SELECT q.change_request_id FROM change_request_module q WHERE q.object_id = ");
            $query.push_bind(object.0).push("))");
        }
        if let Some(user) = &$filter.concerns {
            $query.push(" AND (r.created_by = ").push_bind(user.0.clone());
            $query.push(" OR r.assignee_id = ").push_bind(user.0.clone());
            $query.push(" OR r.id IN (SELECT y.change_request_id FROM change_request_reviewer y WHERE y.user_id = ");
            $query.push_bind(user.0.clone()).push("))");
        }
        if let Some(user) = &$filter.awaits {
            $query.push(
                " AND r.status = 'Ready for Publish' AND r.id IN (SELECT y.change_request_id
                    FROM change_request_reviewer y WHERE y.is_asked = TRUE AND y.verdict IS NULL AND y.user_id = ",
            );
            $query.push_bind(user.0.clone()).push(")");
        }
        if let Some(account) = &$filter.assignee {
            $query.push(" AND a.account_folded = ").push_bind(fold(account));
        }
        if let Some(account) = &$filter.created_by {
            $query.push(" AND u.account_folded = ").push_bind(fold(account));
        }
        if let Some(day) = $filter.due_before {
            $query.push(" AND r.status <> 'Closed' AND r.due_on < ").push_bind(day_text(day));
        }
        let text = containing(&$filter.text);
        if !text.is_empty() {
            $query.push(" AND (r.title_folded LIKE ").push_bind(text.clone()).push(" ESCAPE '!'");
            $query.push(" OR r.description_folded LIKE ").push_bind(text).push(" ESCAPE '!'");
            if let Ok(number) = $filter.text.trim().trim_start_matches('#').parse::<i64>() {
                $query.push(" OR r.number = ").push_bind(number);
            }
            $query.push(")");
        }
    }};
}

/// One page of the change requests that pass, of manuals that the caller may see.
pub async fn list(
    tx: &mut Tx,
    filter: &RequestFilter,
    request: PageRequest,
) -> Result<Page<ListedRequest>, StoreError> {
    let keys = tx.readable_keys();
    let total: i64 = on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new(COUNT);
        push_conditions!(query, filter, keys);
        query.build_query_scalar().fetch_one(conn).await?
    });
    let rows = rows(tx, filter, i64::from(request.size()), request.offset()).await?;
    Ok(page(rows, total, request))
}

/// The first change requests that pass, without pages.
pub async fn list_all(tx: &mut Tx, filter: &RequestFilter, limit: u64) -> Result<Vec<ListedRequest>, StoreError> {
    rows(tx, filter, signed(limit), 0).await
}

async fn rows(tx: &mut Tx, filter: &RequestFilter, limit: i64, offset: i64) -> Result<Vec<ListedRequest>, StoreError> {
    let keys = tx.readable_keys();
    let rows: Vec<ListedRequestRow> = on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new(SELECT);
        push_conditions!(query, filter, keys);
        query.push(" ORDER BY ").push(filter.sort.expression()).push(" ").push(direction(filter.order));
        query.push(", r.created_on, r.id LIMIT ").push_bind(limit).push(" OFFSET ").push_bind(offset);
        query.build_query_as().fetch_all(conn).await?
    });
    rows.into_iter().map(ListedRequestRow::into_listed).collect()
}
