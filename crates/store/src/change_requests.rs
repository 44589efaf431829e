//! Change requests, which are shown to those who may see their manual.

mod list;
mod modules;
mod posts;
mod reviewers;
mod statuses;

use chrono::{DateTime, NaiveDate, Utc};
use domain::change_request::{
    ChangeRequest, RequestDetails, RequestOrigin, RequestOutcome, RequestPlace, RequestStatus,
};
use domain::comment::Commenter;
use domain::id::{ChangeRequestId, CsdbId, ManualId, ObjectId, UserId, VersionId};
use domain::text::fold;

use crate::StoreError;
use crate::millis::Millis;
use crate::search::{count, signed};
use crate::tx::Tx;

pub use list::{RequestFilter, RequestSort, list, list_all};
pub use modules::{
    count_modules, delete_module, find_newest, find_open_request, find_review, find_shared, insert_module, is_new,
    list_contributors, list_modules, list_of_versions, list_open_of, name_versions, update_module_base,
};
pub use posts::{clear_post, count_posts, find_post, insert_post, list_posts, update_post};
pub use reviewers::{clear_verdicts, list_reviewers, replace_asked, set_verdict};
pub use statuses::{NewStatus, note_update, touch, touch_round, update_status};

const TABLE: &str = "change_request";

/// The columns of a request in `r`, its database `c`, manual `m`, creator `u`, assignee `a` and the module `p` that it
/// is about. Lists leave out its long texts.
macro_rules! request_columns {
    ($description:literal, $quote:literal) => {
        concat!(
            "r.id, r.number, r.manual_id, c.name AS csdb_name, c.csdb_type, m.name AS manual_name, m.manual_type,
            r.title, r.status, r.outcome, r.origin, r.reference, r.object_id, r.version_id, r.anchor, r.due_on,
            r.finished_by, r.created_on, r.updated_on, r.version, r.round, r.created_by, u.account, u.display_name,
            r.assignee_id, a.account AS assignee_account, a.display_name AS assignee_name, p.key AS place_key, ",
            $description,
            " AS description, ",
            $quote,
            " AS quote"
        )
    };
}

macro_rules! request_joins {
    () => {
        "FROM change_request r
        JOIN csdb c ON c.id = r.csdb_id AND c.deleted_on IS NULL
        JOIN manual m ON m.id = r.manual_id AND m.deleted_on IS NULL
        JOIN user_account u ON u.id = r.created_by
        LEFT JOIN user_account a ON a.id = r.assignee_id
        LEFT JOIN object p ON p.id = r.object_id AND p.deleted_on IS NULL
        "
    };
}

use {request_columns, request_joins};

#[derive(sqlx::FromRow)]
struct RequestRow {
    id: String,
    number: i64,
    manual_id: String,
    csdb_name: String,
    csdb_type: String,
    manual_name: String,
    manual_type: String,
    title: String,
    description: String,
    status: String,
    outcome: Option<String>,
    origin: String,
    reference: String,
    object_id: Option<i64>,
    version_id: Option<i64>,
    anchor: String,
    quote: String,
    due_on: Option<String>,
    finished_by: Option<String>,
    created_on: Millis,
    updated_on: Millis,
    version: i64,
    round: i64,
    created_by: String,
    account: String,
    display_name: String,
    assignee_id: Option<String>,
    assignee_account: Option<String>,
    assignee_name: Option<String>,
    place_key: Option<String>,
}

impl RequestRow {
    fn into_request(self) -> Result<ChangeRequest, StoreError> {
        let unreadable = |column| StoreError::Unreadable { table: TABLE, column };
        let outcome = match &self.outcome {
            Some(word) => Some(RequestOutcome::parse(word).ok_or_else(|| unreadable("outcome"))?),
            None => None,
        };
        let due_on = match &self.due_on {
            Some(day) => Some(read_day(day).ok_or_else(|| unreadable("due_on"))?),
            None => None,
        };
        let found = self.object_id.zip(self.version_id).zip(self.place_key);
        let place = found.map(|((object, version), key)| RequestPlace {
            object: ObjectId(object),
            version: VersionId(version),
            anchor: self.anchor,
            quote: self.quote,
            path: domain::path::of_object(&self.csdb_name, Some(&self.manual_name), &key),
        });
        let assignee = self.assignee_id.zip(self.assignee_account);
        let assignee_name = self.assignee_name.unwrap_or_default();
        Ok(ChangeRequest {
            id: ChangeRequestId(self.id),
            number: count(self.number),
            manual_id: ManualId(self.manual_id),
            csdb_name: self.csdb_name,
            csdb_type: self.csdb_type,
            manual_name: self.manual_name,
            manual_type: self.manual_type,
            details: RequestDetails {
                title: self.title,
                description: self.description,
                origin: RequestOrigin::parse(&self.origin).ok_or_else(|| unreadable("origin"))?,
                reference: self.reference,
                due_on,
            },
            status: RequestStatus::parse(&self.status).ok_or_else(|| unreadable("status"))?,
            outcome,
            place,
            creator: Commenter { id: UserId(self.created_by), account: self.account, name: self.display_name },
            assignee: assignee.map(|(id, account)| Commenter { id: UserId(id), account, name: assignee_name }),
            finished_by: self.finished_by.map(UserId),
            created_on: self.created_on.read(TABLE, "created_on")?,
            updated_on: self.updated_on.read(TABLE, "updated_on")?,
            version: self.version,
            round: self.round,
        })
    }
}

/// The text of a day; texts are in the order of their days.
pub(crate) fn day_text(day: NaiveDate) -> String {
    day.format("%Y-%m-%d").to_string()
}

pub(crate) fn read_day(text: &str) -> Option<NaiveDate> {
    NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()
}

/// Takes the next number of a database.
pub async fn take_number(tx: &mut Tx, csdb: &CsdbId) -> Result<u64, StoreError> {
    const SQL: &str = "
        UPDATE csdb
        SET change_request_number = change_request_number + 1
        WHERE id = $1
        RETURNING change_request_number";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&csdb.0).fetch_one(conn).await?)))
}

/// Inserts a change request of a manual of this database.
pub async fn insert(tx: &mut Tx, csdb: &CsdbId, request: &ChangeRequest) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO change_request (
            id, csdb_id, manual_id, number, title, title_folded, description, description_folded, status, origin,
            reference, object_id, version_id, anchor, quote, due_on, created_by, assignee_id, created_on, updated_on,
            version, round)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)";
    let (details, place) = (&request.details, request.place.as_ref());
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&request.id.0)
        .bind(&csdb.0)
        .bind(&request.manual_id.0)
        .bind(signed(request.number))
        .bind(&details.title)
        .bind(fold(&details.title))
        .bind(&details.description)
        .bind(fold(&details.description))
        .bind(request.status.as_str())
        .bind(details.origin.as_str())
        .bind(&details.reference)
        .bind(place.map(|place| place.object.0))
        .bind(place.map(|place| place.version.0))
        .bind(place.map_or("", |place| place.anchor.as_str()))
        .bind(place.map_or("", |place| place.quote.as_str()))
        .bind(details.due_on.map(day_text))
        .bind(&request.creator.id.0)
        .bind(request.assignee.as_ref().map(|person| &person.id.0))
        .bind(Millis::from(request.created_on))
        .bind(Millis::from(request.updated_on))
        .bind(request.version)
        .bind(request.round)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Finds a change request of a manual that the caller may see.
pub async fn find(tx: &mut Tx, id: &ChangeRequestId) -> Result<Option<ChangeRequest>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        request_columns!("r.description", "r.quote"),
        " ",
        request_joins!(),
        "WHERE r.id = $1 AND ",
        is_readable!("c.name_folded", "m.name_folded", "$2")
    );
    let keys = tx.readable_keys();
    let row: Option<RequestRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).bind(keys).fetch_optional(conn).await?);
    row.map(RequestRow::into_request).transpose()
}

/// Writes the details of a change request; `false` when somebody changed it since this version.
pub async fn update_details(
    tx: &mut Tx,
    request: &ChangeRequest,
    details: &RequestDetails,
    assignee: Option<&UserId>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE change_request
        SET title = $3, title_folded = $4, description = $5, description_folded = $6, origin = $7, reference = $8,
            due_on = $9, assignee_id = $10, updated_on = $11, version = version + 1
        WHERE id = $1 AND version = $2";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&request.id.0)
        .bind(request.version)
        .bind(&details.title)
        .bind(fold(&details.title))
        .bind(&details.description)
        .bind(fold(&details.description))
        .bind(details.origin.as_str())
        .bind(&details.reference)
        .bind(details.due_on.map(day_text))
        .bind(assignee.map(|id| &id.0))
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// The number of files that an account attached to change requests since a moment.
pub async fn count_attached_since(tx: &mut Tx, account: &str, moment: DateTime<Utc>) -> Result<u64, StoreError> {
    const SQL: &str = "
        SELECT COUNT(*)
        FROM change_log
        WHERE changed_on > $2 AND actor_folded = $1 AND subject_kind = 'change_request'
        AND action = 'change_request.file_attached'";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL)
        .bind(fold(account))
        .bind(Millis::from(moment))
        .fetch_one(conn)
        .await?)))
}

/// The number of changes of change requests by an account since a moment: others are told of most of them.
pub async fn count_since(tx: &mut Tx, account: &str, moment: DateTime<Utc>) -> Result<u64, StoreError> {
    const SQL: &str = "
        SELECT COUNT(*)
        FROM change_log
        WHERE changed_on > $2 AND actor_folded = $1 AND subject_kind = 'change_request'";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL)
        .bind(fold(account))
        .bind(Millis::from(moment))
        .fetch_one(conn)
        .await?)))
}
