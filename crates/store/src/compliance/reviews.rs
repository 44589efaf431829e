//! References and requirements that somebody has to review, and who was told.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use domain::compliance::{LocatedReference, PolicyStatus};
use domain::id::{PolicyItemId, UserId};
use domain::page::{Page, PageRequest};

use super::reference_list::{PolicyReferenceRow, is_shown, reference_columns, reference_joins};
use crate::StoreError;
use crate::change_requests::day_text;
use crate::millis::Millis;
use crate::search::page;
use crate::tx::Tx;

/// A reference whose text has to be checked again, with its requirement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewedReference {
    pub located: LocatedReference,
    pub collection_name: String,
    pub code: String,
    pub title: String,
    pub path: String,
    pub status: PolicyStatus,
    /// The text of the requirement as it is now.
    pub text: String,
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
    item_text: String,
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
            text: self.item_text,
            version: self.item_version,
        })
    }
}

/// The references to check again, of the requirements of one owner where one is given.
macro_rules! rechecks {
    ($rest:literal, $($columns:tt)+) => {
        concat!(
            "SELECT ",
            $($columns)+,
            " ",
            reference_joins!(),
            "JOIN compliance_collection k ON k.id = i.collection_id
            WHERE r.state = 'recheck' AND ($1 = '' OR i.owner_id = $1) AND ",
            is_shown!("$2"),
            $rest
        )
    };
}

/// One page of the references to check again, in the order of their requirements.
pub async fn list_rechecks(
    tx: &mut Tx,
    owner: Option<&UserId>,
    request: PageRequest,
) -> Result<Page<ReviewedReference>, StoreError> {
    const COUNT: &str = rechecks!("", "COUNT(*)");
    const SQL: &str = rechecks!(
        " ORDER BY k.name_folded, i.position, r.created_on, r.id LIMIT $3 OFFSET $4",
        concat!(
            "k.name AS collection_name, i.code AS item_code, i.title AS item_title, i.path AS item_path,
            i.status AS item_status, i.text AS item_text, i.version AS item_version, ",
            reference_columns!()
        )
    );
    let (keys, owner) = (tx.readable_keys(), owner.map_or("", |id| id.0.as_str()));
    let total: i64 =
        on_tx!(tx, |conn| sqlx::query_scalar(COUNT).bind(owner).bind(keys.clone()).fetch_one(conn).await?);
    let rows: Vec<ReviewRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(owner)
        .bind(keys.clone())
        .bind(i64::from(request.size()))
        .bind(request.offset())
        .fetch_all(conn)
        .await?);
    let items = rows.into_iter().map(ReviewRow::into_reviewed).collect::<Result<_, _>>()?;
    Ok(page(items, total, request))
}

/// The text that a requirement had at a time, if it has changed since.
pub async fn find_requirement_before(
    tx: &mut Tx,
    item: &PolicyItemId,
    since: DateTime<Utc>,
) -> Result<Option<String>, StoreError> {
    const SQL: &str = "
        SELECT before_value
        FROM policy_event
        WHERE policy_item_id = $1 AND kind = 'requirementChanged' AND created_on >= $2
        ORDER BY created_on, id
        LIMIT 1";
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&item.0).bind(Millis::from(since)).fetch_optional(conn).await?))
}

/// The owner of requirements who is to be told, and of how many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UntoldOwner {
    pub user: UserId,
    pub count: u64,
}

fn by_owner(owners: Vec<String>) -> Vec<UntoldOwner> {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for owner in owners {
        *counts.entry(owner).or_default() += 1;
    }
    counts.into_iter().map(|(user, count)| UntoldOwner { user: UserId(user), count }).collect()
}

/// Notes that the owners of requirements are told of the references to check again that they do not know of yet, and gives
/// them; the next call does not. A confirmation clears the note, so that they are told when the text changes again.
pub async fn take_untold_rechecks(tx: &mut Tx, now: DateTime<Utc>) -> Result<Vec<UntoldOwner>, StoreError> {
    const SQL: &str = "
        UPDATE policy_reference
        SET told_on = $1
        WHERE state = 'recheck' AND told_on IS NULL
        AND policy_item_id IN (SELECT i.id FROM policy_item i WHERE i.owner_id IS NOT NULL)
        RETURNING (SELECT i.owner_id FROM policy_item i WHERE i.id = policy_item_id)";
    let owners: Vec<String> =
        on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(Millis::from(now)).fetch_all(conn).await?);
    Ok(by_owner(owners))
}

/// Notes that the owners of requirements are reminded of the reviews that are overdue, and gives them; the next call does
/// not, until a review date changes.
pub async fn take_untold_reviews(tx: &mut Tx, today: NaiveDate) -> Result<Vec<UntoldOwner>, StoreError> {
    const SQL: &str = "
        UPDATE policy_item
        SET reminded_on = review_on
        WHERE owner_id IS NOT NULL AND review_on < $1 AND (reminded_on IS NULL OR reminded_on <> review_on)
        RETURNING owner_id";
    let owners: Vec<String> = on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(day_text(today)).fetch_all(conn).await?);
    Ok(by_owner(owners))
}
