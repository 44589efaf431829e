//! References and requirements that somebody has to review, and who was told.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, NaiveDate, Utc};
use domain::compliance::{LocatedReference, PolicyEventKind, PolicyStatus};
use domain::id::{ManualId, ObjectId, PolicyEventId, PolicyItemId, PolicyReferenceId, UserId};
use domain::page::{Page, PageRequest};
use sqlx::QueryBuilder;

use super::reference_list::{PolicyReferenceRow, is_shown, reference_columns, reference_joins};
use crate::StoreError;
use crate::change_requests::day_text;
use crate::millis::Millis;
use crate::search::{ROWS_PER_STATEMENT, count, page};
use crate::tx::Tx;

/// A reference whose text has to be checked again, or whose review is due, with its requirement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewedReference {
    pub located: LocatedReference,
    pub collection_name: String,
    pub code: String,
    pub title: String,
    pub path: String,
    pub status: PolicyStatus,
    /// The version of the requirement.
    pub version: i64,
}

#[derive(sqlx::FromRow)]
struct ReviewRow {
    #[sqlx(flatten)]
    reference: PolicyReferenceRow,
    collection_name: String,
    item_code: String,
    item_title: String,
    item_path: String,
    item_status: String,
    item_version: i64,
}

impl ReviewRow {
    fn into_reviewed(self) -> Result<ReviewedReference, StoreError> {
        let unreadable = || StoreError::Unreadable { table: "policy_item", column: "status" };
        Ok(ReviewedReference {
            located: self.reference.into_located()?,
            collection_name: self.collection_name,
            code: self.item_code,
            title: self.item_title,
            path: self.item_path,
            status: PolicyStatus::parse(&self.item_status).ok_or_else(unreadable)?,
            version: self.item_version,
        })
    }
}

/// Which references to check again are listed: all, or those of one owner, of one requirement, to a manual or to a module.
/// A reference without an owner has that of its requirement.
#[derive(Debug, Clone, Default)]
pub struct RecheckFilter {
    /// References with a review date before this day are due.
    pub today: NaiveDate,
    pub owner: Option<UserId>,
    pub manual: Option<ManualId>,
    pub module: Option<ObjectId>,
    pub item: Option<PolicyItemId>,
}

/// The references to check again that pass.
macro_rules! rechecks {
    ($rest:literal, $($columns:tt)+) => {
        concat!(
            "SELECT ",
            $($columns)+,
            " ",
            reference_joins!(),
            "JOIN compliance_collection k ON k.id = i.collection_id
            WHERE r.id IN (
                SELECT s.id FROM policy_reference s WHERE s.state = 'recheck'
                UNION
                SELECT d.id
                FROM policy_reference d
                JOIN policy_item y ON y.id = d.policy_item_id
                WHERE d.review_on < $6 AND y.withdrawn_on IS NULL)
            AND ($1 = '' OR COALESCE(r.owner_id, i.owner_id) = $1) AND ($2 = '' OR r.manual_id = $2)
            AND ($3 = 0 OR r.object_id = $3) AND ",
            is_shown!("$4"),
            " AND ($5 = '' OR r.policy_item_id = $5)",
            $rest
        )
    };
}

/// The values of a filter, as the statements take them.
struct RecheckValues<'a> {
    owner: &'a str,
    manual: &'a str,
    module: i64,
    item: &'a str,
    today: String,
}

impl RecheckFilter {
    fn values(&self) -> RecheckValues<'_> {
        RecheckValues {
            owner: self.owner.as_ref().map_or("", |id| id.0.as_str()),
            manual: self.manual.as_ref().map_or("", |id| id.0.as_str()),
            // No module has the number 0.
            module: self.module.map_or(0, |id| id.0),
            item: self.item.as_ref().map_or("", |id| id.0.as_str()),
            today: day_text(self.today),
        }
    }
}

/// The number of references to check again.
pub async fn count_rechecks(tx: &mut Tx, filter: &RecheckFilter) -> Result<u64, StoreError> {
    Ok(count(count_passing(tx, filter).await?))
}

async fn count_passing(tx: &mut Tx, filter: &RecheckFilter) -> Result<i64, StoreError> {
    const SQL: &str = rechecks!("", "COUNT(*)");
    let keys = tx.readable_keys();
    let RecheckValues { owner, manual, module, item, today } = filter.values();
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL)
        .bind(owner)
        .bind(manual)
        .bind(module)
        .bind(keys)
        .bind(item)
        .bind(today)
        .fetch_one(conn)
        .await?))
}

/// One page of the references to check again, in the order of their requirements.
pub async fn list_rechecks(
    tx: &mut Tx,
    filter: &RecheckFilter,
    request: PageRequest,
) -> Result<Page<ReviewedReference>, StoreError> {
    const SQL: &str = rechecks!(
        " ORDER BY k.name_folded, i.position, r.created_on, r.id LIMIT $7 OFFSET $8",
        concat!(
            "k.name AS collection_name, i.code AS item_code, i.title AS item_title, i.path AS item_path,
            i.status AS item_status, i.version AS item_version, ",
            reference_columns!()
        )
    );
    let total = count_passing(tx, filter).await?;
    let keys = tx.readable_keys();
    let RecheckValues { owner, manual, module, item, today } = filter.values();
    let rows: Vec<ReviewRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(owner)
        .bind(manual)
        .bind(module)
        .bind(keys)
        .bind(item)
        .bind(today)
        .bind(i64::from(request.size()))
        .bind(request.offset())
        .fetch_all(conn)
        .await?);
    let items = rows.into_iter().map(ReviewRow::into_reviewed).collect::<Result<_, _>>()?;
    Ok(page(items, total, request))
}

/// The number of requirements of a person whose review was due before a day, and of those that nobody has assessed since a
/// version of the regulation changed them.
pub async fn count_items_to_review(tx: &mut Tx, owner: &UserId, day: NaiveDate) -> Result<u64, StoreError> {
    const SQL: &str = "
        SELECT COALESCE(SUM(CASE WHEN review_on < $2 AND withdrawn_on IS NULL THEN 1 ELSE 0 END), 0)
            + COALESCE(SUM(CASE WHEN recheck_on IS NOT NULL THEN 1 ELSE 0 END), 0)
        FROM policy_item
        WHERE owner_id = $1";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&owner.0).bind(day_text(day)).fetch_one(conn).await?)))
}

/// The references of a page whose requirement changed since somebody confirmed them, each with the first event that has
/// the wording of before; `None` where something else than its text changed, such as a picture.
pub async fn list_requirement_changes(
    tx: &mut Tx,
    references: &[&PolicyReferenceId],
) -> Result<HashMap<PolicyReferenceId, Option<PolicyEventId>>, StoreError> {
    const SQL: &str = "
        SELECT reference_id, kind, event_id
        FROM (
            SELECT r.id AS reference_id, e.kind, e.id AS event_id,
                ROW_NUMBER() OVER (PARTITION BY r.id, e.kind ORDER BY e.created_on, e.id) AS place
            FROM policy_reference r
            JOIN policy_event e ON e.policy_item_id = r.policy_item_id
                AND e.created_on >= COALESCE(r.confirmed_on, r.updated_on)
            WHERE (e.kind = 'requirementChanged' OR (e.kind = 'edition' AND e.before_value = 'changed'))
            AND r.id IN (";
    let mut changes = HashMap::new();
    for some in references.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(String, String, String)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            let mut list = query.separated(", ");
            for id in some {
                list.push_bind(id.0.clone());
            }
            list.push_unseparated(")) AS change WHERE place = 1");
            query.build_query_as().fetch_all(conn).await?
        });
        for (id, kind, event) in rows {
            let known: &mut Option<PolicyEventId> = changes.entry(PolicyReferenceId(id)).or_default();
            if kind == PolicyEventKind::Requirement.as_str() {
                *known = Some(PolicyEventId(event));
            }
        }
    }
    Ok(changes)
}

/// The wordings that requirements had before these events.
pub async fn list_wordings_before(
    tx: &mut Tx,
    events: &[&PolicyEventId],
) -> Result<HashMap<PolicyEventId, String>, StoreError> {
    let mut wordings = HashMap::with_capacity(events.len());
    for some in events.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(String, String)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new("SELECT id, before_value FROM policy_event WHERE id IN (");
            let mut list = query.separated(", ");
            for id in some {
                list.push_bind(id.0.clone());
            }
            list.push_unseparated(")");
            query.build_query_as().fetch_all(conn).await?
        });
        wordings.extend(rows.into_iter().map(|(id, text)| (PolicyEventId(id), text)));
    }
    Ok(wordings)
}

/// The texts of some items.
pub async fn list_item_texts(
    tx: &mut Tx,
    items: &[&PolicyItemId],
) -> Result<HashMap<PolicyItemId, String>, StoreError> {
    let mut texts = HashMap::with_capacity(items.len());
    for some in items.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(String, String)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new("SELECT id, text FROM policy_item WHERE id IN (");
            let mut list = query.separated(", ");
            for id in some {
                list.push_bind(id.0.clone());
            }
            list.push_unseparated(")");
            query.build_query_as().fetch_all(conn).await?
        });
        texts.extend(rows.into_iter().map(|(id, text)| (PolicyItemId(id), text)));
    }
    Ok(texts)
}

/// The owners of references to check again that they were not told of yet.
pub async fn list_untold_owners(tx: &mut Tx) -> Result<Vec<UserId>, StoreError> {
    const SQL: &str = "
        SELECT DISTINCT COALESCE(r.owner_id, i.owner_id) AS owner
        FROM policy_reference r
        JOIN policy_item i ON i.id = r.policy_item_id
        WHERE r.state = 'recheck' AND r.told_on IS NULL AND COALESCE(r.owner_id, i.owner_id) IS NOT NULL
        ORDER BY owner";
    let owners: Vec<String> = on_tx!(tx, |conn| sqlx::query_scalar(SQL).fetch_all(conn).await?);
    Ok(owners.into_iter().map(UserId).collect())
}

/// Notes that an owner is told of the references to check again, of those that the transaction may see
/// and that the owner does not know of yet. Gives their number. A confirmation clears the note, so that the owner is told
/// when the text changes again.
pub async fn take_untold_rechecks(tx: &mut Tx, owner: &UserId, now: DateTime<Utc>) -> Result<u64, StoreError> {
    const SQL: &str = concat!(
        "UPDATE policy_reference
        SET told_on = $1
        WHERE state = 'recheck' AND told_on IS NULL AND id IN (
            SELECT r.id
            FROM policy_reference r
            JOIN policy_item i ON i.id = r.policy_item_id
            LEFT JOIN manual m ON m.id = r.manual_id AND m.deleted_on IS NULL
                AND EXISTS (SELECT 1 FROM csdb x WHERE x.id = m.csdb_id AND x.deleted_on IS NULL)
            LEFT JOIN csdb c ON c.id = m.csdb_id
            WHERE r.state = 'recheck' AND COALESCE(r.owner_id, i.owner_id) = $2 AND ",
        is_shown!("$3"),
        ")"
    );
    let keys = tx.readable_keys();
    Ok(on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(Millis::from(now))
        .bind(&owner.0)
        .bind(keys)
        .execute(conn)
        .await?
        .rows_affected()))
}

/// The owners of requirements and references whose review is overdue, and who were not reminded of it yet.
pub async fn list_unreminded_owners(tx: &mut Tx, today: NaiveDate) -> Result<Vec<UserId>, StoreError> {
    // Without an order by owner, so that SQLite reads the index of review dates alone.
    const SQL: &str = "
        SELECT owner_id
        FROM policy_item
        WHERE owner_id IS NOT NULL AND review_on < $1 AND withdrawn_on IS NULL
        AND (reminded_on IS NULL OR reminded_on <> review_on)
        UNION
        SELECT COALESCE(r.owner_id, i.owner_id)
        FROM policy_reference r
        JOIN policy_item i ON i.id = r.policy_item_id
        WHERE r.review_on < $1 AND (r.reminded_on IS NULL OR r.reminded_on <> r.review_on) AND i.withdrawn_on IS NULL
        AND COALESCE(r.owner_id, i.owner_id) IS NOT NULL";
    let owners: Vec<String> = on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(day_text(today)).fetch_all(conn).await?);
    let owners: BTreeSet<String> = owners.into_iter().collect();
    Ok(owners.into_iter().map(UserId).collect())
}

/// Notes that an owner is reminded of the reviews that are overdue, those of references as far as the transaction may see
/// them; gives the number of those that were not noted yet. A new review date and a new owner clear the note.
pub async fn take_untold_reviews(tx: &mut Tx, owner: &UserId, today: NaiveDate) -> Result<u64, StoreError> {
    const ITEMS: &str = "
        UPDATE policy_item
        SET reminded_on = review_on
        WHERE owner_id = $1 AND review_on < $2 AND withdrawn_on IS NULL
        AND (reminded_on IS NULL OR reminded_on <> review_on)";
    const REFERENCES: &str = concat!(
        "UPDATE policy_reference
        SET reminded_on = review_on
        WHERE id IN (
            SELECT r.id
            FROM policy_reference r
            JOIN policy_item i ON i.id = r.policy_item_id
            LEFT JOIN manual m ON m.id = r.manual_id AND m.deleted_on IS NULL
                AND EXISTS (SELECT 1 FROM csdb x WHERE x.id = m.csdb_id AND x.deleted_on IS NULL)
            LEFT JOIN csdb c ON c.id = m.csdb_id
            WHERE COALESCE(r.owner_id, i.owner_id) = $1 AND r.review_on < $2 AND i.withdrawn_on IS NULL
            AND (r.reminded_on IS NULL OR r.reminded_on <> r.review_on) AND ",
        is_shown!("$3"),
        ")"
    );
    let (today, keys) = (day_text(today), tx.readable_keys());
    let items = on_tx!(tx, |conn| sqlx::query(ITEMS).bind(&owner.0).bind(&today).execute(conn).await?.rows_affected());
    let references = on_tx!(tx, |conn| sqlx::query(REFERENCES)
        .bind(&owner.0)
        .bind(&today)
        .bind(keys)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(items + references)
}

/// Forgets that the owner of an item was told of its references, so that its new owner is.
pub(super) async fn clear_told(tx: &mut Tx, item: &PolicyItemId) -> Result<(), StoreError> {
    const SQL: &str = "
        UPDATE policy_reference
        SET told_on = NULL, reminded_on = NULL
        WHERE policy_item_id = $1 AND owner_id IS NULL AND (told_on IS NOT NULL OR reminded_on IS NOT NULL)";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&item.0).execute(conn).await?.rows_affected());
    Ok(())
}
