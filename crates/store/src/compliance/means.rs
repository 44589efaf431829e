//! Means: how requirements are met. Rows are added and never changed; one that is removed stays for the state of any
//! moment.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use domain::compliance::{MeansKind, PolicyItem, PolicyMeans};
use domain::id::PolicyItemId;
use sqlx::QueryBuilder;

use super::past::keep_items;
use crate::StoreError;
use crate::change_requests::{day_text, read_day};
use crate::millis::Millis;
use crate::search::{ROWS_PER_STATEMENT, signed};
use crate::tx::Tx;

const TABLE: &str = "policy_means";

/// Means with their id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredMeans {
    pub id: String,
    pub means: PolicyMeans,
}

/// Means whose last day is over, which nobody has noted yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueMeans {
    pub stored: StoredMeans,
    pub item: PolicyItemId,
}

#[derive(sqlx::FromRow)]
struct MeansRow {
    id: String,
    policy_item_id: String,
    kind: String,
    reference: String,
    authority: String,
    approval_reference: String,
    approved_on: Option<String>,
    valid_from: Option<String>,
    valid_to: Option<String>,
    remarks: String,
}

impl MeansRow {
    fn into_stored(self) -> Result<StoredMeans, StoreError> {
        let unreadable = |column| StoreError::Unreadable { table: TABLE, column };
        let day = |text: Option<String>, column| match text {
            Some(text) => read_day(&text).map(Some).ok_or_else(|| unreadable(column)),
            None => Ok(None),
        };
        let means = PolicyMeans {
            kind: MeansKind::parse(&self.kind).ok_or_else(|| unreadable("kind"))?,
            reference: self.reference,
            authority: self.authority,
            approval: self.approval_reference,
            approved_on: day(self.approved_on, "approved_on")?,
            valid_from: day(self.valid_from, "valid_from")?,
            valid_to: day(self.valid_to, "valid_to")?,
            remarks: self.remarks,
        };
        Ok(StoredMeans { id: self.id, means })
    }
}

/// The means `n` that pass.
macro_rules! means {
    ($where:literal) => {
        concat!(
            "SELECT n.id, n.policy_item_id, n.kind, n.reference, n.authority, n.approval_reference, n.approved_on,
                n.valid_from, n.valid_to, n.remarks
            FROM policy_means n
            WHERE ",
            $where
        )
    };
}

/// The means of an item, oldest first.
pub async fn list_means(tx: &mut Tx, item: &PolicyItemId) -> Result<Vec<StoredMeans>, StoreError> {
    const SQL: &str = means!(
        "n.policy_item_id = $1 AND n.removed_on IS NULL
            ORDER BY n.created_on, n.position, n.id"
    );
    let rows: Vec<MeansRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&item.0).fetch_all(conn).await?);
    rows.into_iter().map(MeansRow::into_stored).collect()
}

/// The means that an item had at a moment, oldest first.
pub async fn list_means_at(
    tx: &mut Tx,
    item: &PolicyItemId,
    moment: DateTime<Utc>,
) -> Result<Vec<PolicyMeans>, StoreError> {
    const SQL: &str = means!(
        "n.policy_item_id = $1 AND n.created_on <= $2 AND (n.removed_on IS NULL OR n.removed_on > $2)
            ORDER BY n.created_on, n.position, n.id"
    );
    let rows: Vec<MeansRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&item.0).bind(Millis::from(moment)).fetch_all(conn).await?);
    rows.into_iter().map(|row| Ok(row.into_stored()?.means)).collect()
}

/// The means of some items, those of each item oldest first.
pub async fn list_means_of(
    tx: &mut Tx,
    items: &[PolicyItemId],
) -> Result<HashMap<PolicyItemId, Vec<PolicyMeans>>, StoreError> {
    const SQL: &str = means!("n.removed_on IS NULL AND n.policy_item_id IN (");
    let mut found: HashMap<PolicyItemId, Vec<PolicyMeans>> = HashMap::new();
    for some in items.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<MeansRow> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            let mut list = query.separated(", ");
            for id in some {
                list.push_bind(id.0.clone());
            }
            list.push_unseparated(") ORDER BY n.created_on, n.position, n.id");
            query.build_query_as().fetch_all(conn).await?
        });
        for row in rows {
            let item = PolicyItemId(row.policy_item_id.clone());
            found.entry(item).or_default().push(row.into_stored()?.means);
        }
    }
    Ok(found)
}

/// A change of the means of an item.
#[derive(Debug, Clone, Copy)]
pub struct MeansChange<'a> {
    /// Ids.
    pub removed: &'a [&'a str],
    /// Those whose last day is over are noted as such.
    pub added: &'a [StoredMeans],
}

/// Changes the means of an item; `false` when somebody changed it since it was read.
pub async fn update_means(
    tx: &mut Tx,
    item: &PolicyItem,
    change: MeansChange<'_>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const TOUCH: &str = "
        UPDATE policy_item
        SET updated_on = $3, version = version + 1
        WHERE id = $1 AND version = $2";
    const REMOVE: &str = "UPDATE policy_means SET removed_on = $3 WHERE id = $1 AND policy_item_id = $2";
    keep_items(tx, std::slice::from_ref(&item.id), now).await?;
    let touched = on_tx!(tx, |conn| sqlx::query(TOUCH)
        .bind(&item.id.0)
        .bind(item.version)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    if touched == 0 {
        return Ok(false);
    }
    for id in change.removed {
        on_tx!(tx, |conn| sqlx::query(REMOVE)
            .bind(*id)
            .bind(&item.id.0)
            .bind(Millis::from(now))
            .execute(conn)
            .await?
            .rows_affected());
    }
    for (position, stored) in (1..).zip(change.added) {
        insert(tx, &item.id, (position, stored), now).await?;
    }
    Ok(true)
}

async fn insert(
    tx: &mut Tx,
    item: &PolicyItemId,
    (position, StoredMeans { id, means }): (i64, &StoredMeans),
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO policy_means (
            id, policy_item_id, position, kind, reference, authority, approval_reference, approved_on, valid_from,
            valid_to, remarks, created_on, ended_on)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
    let is_over = means.valid_to.is_some_and(|last| last < now.date_naive());
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(id)
        .bind(&item.0)
        .bind(position)
        .bind(means.kind.as_str())
        .bind(&means.reference)
        .bind(&means.authority)
        .bind(&means.approval)
        .bind(means.approved_on.map(day_text))
        .bind(means.valid_from.map(day_text))
        .bind(means.valid_to.map(day_text))
        .bind(&means.remarks)
        .bind(Millis::from(now))
        .bind(is_over.then(|| Millis::from(now)))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Some of the means whose last day is before this one, which nobody has noted yet, in the order of days.
pub async fn list_due_means(tx: &mut Tx, today: NaiveDate, limit: u64) -> Result<Vec<DueMeans>, StoreError> {
    const SQL: &str = means!(
        "n.valid_to IS NOT NULL AND n.removed_on IS NULL AND n.ended_on IS NULL AND n.valid_to < $1
            ORDER BY n.valid_to, n.id
            LIMIT $2"
    );
    let rows: Vec<MeansRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(day_text(today)).bind(signed(limit)).fetch_all(conn).await?);
    let due = |row: MeansRow| -> Result<DueMeans, StoreError> {
        let item = PolicyItemId(row.policy_item_id.clone());
        Ok(DueMeans { stored: row.into_stored()?, item })
    };
    rows.into_iter().map(due).collect()
}

/// Notes that the last day of means is over; `false` when somebody else did so, or removed them. With `recheck` somebody
/// has to assess the item again.
pub async fn end_means(
    tx: &mut Tx,
    (id, item): (&str, &PolicyItemId),
    recheck: bool,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const END: &str = "
        UPDATE policy_means
        SET ended_on = $2
        WHERE id = $1 AND ended_on IS NULL AND removed_on IS NULL";
    const RECHECK: &str = "
        UPDATE policy_item
        SET recheck_on = $2, updated_on = $2, version = version + 1
        WHERE id = $1";
    let ended =
        on_tx!(tx, |conn| sqlx::query(END).bind(id).bind(Millis::from(now)).execute(conn).await?.rows_affected());
    if ended == 1 && recheck {
        keep_items(tx, std::slice::from_ref(item), now).await?;
        on_tx!(tx, |conn| sqlx::query(RECHECK)
            .bind(&item.0)
            .bind(Millis::from(now))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(ended == 1)
}
