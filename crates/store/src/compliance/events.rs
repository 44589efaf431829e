//! The history of items: entries are added, and never changed or deleted while their item exists.

use domain::compliance::{PolicyEvent, PolicyEventKind};
use domain::id::{ManualId, PolicyEventId, PolicyItemId};

use crate::StoreError;
use crate::millis::Millis;
use crate::search::signed;
use crate::tx::Tx;

const TABLE: &str = "policy_event";

/// What the values of an entry tell about.
#[derive(Debug, Clone, Copy)]
pub enum PolicyEventSubject<'a> {
    Item,
    /// A manual, and only those who may see it are told; `None` for one that is purged.
    Manual(Option<&'a ManualId>),
}

/// An entry to add to the history of an item.
#[derive(Debug, Clone)]
pub struct NewPolicyEvent<'a> {
    pub item: &'a PolicyItemId,
    pub event: PolicyEvent,
    pub subject: PolicyEventSubject<'a>,
}

pub async fn insert_event(tx: &mut Tx, new: &NewPolicyEvent<'_>) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO policy_event (
            id, policy_item_id, kind, before_value, after_value, why, account, about_manual, manual_id, created_on)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    let event = &new.event;
    let (is_about_manual, manual) = match new.subject {
        PolicyEventSubject::Item => (false, None),
        PolicyEventSubject::Manual(manual) => (true, manual),
    };
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&event.id.0)
        .bind(&new.item.0)
        .bind(event.kind.as_str())
        .bind(&event.before)
        .bind(&event.after)
        .bind(&event.why)
        .bind(&event.account)
        .bind(is_about_manual)
        .bind(manual.map(|id| &id.0))
        .bind(Millis::from(event.on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

#[derive(sqlx::FromRow)]
struct PolicyEventRow {
    id: String,
    kind: String,
    before_value: String,
    after_value: String,
    why: String,
    account: String,
    created_on: Millis,
}

/// The history of an item, newest first, without what is about manuals that the caller may not see.
pub async fn list_events(tx: &mut Tx, item: &PolicyItemId, limit: u64) -> Result<Vec<PolicyEvent>, StoreError> {
    const SQL: &str = concat!(
        "SELECT e.id, e.kind, e.before_value, e.after_value, e.why, e.account, e.created_on
        FROM policy_event e
        LEFT JOIN manual m ON m.id = e.manual_id AND m.deleted_on IS NULL
        LEFT JOIN csdb c ON c.id = m.csdb_id AND c.deleted_on IS NULL
        WHERE e.policy_item_id = $1 AND (e.about_manual = FALSE OR (c.id IS NOT NULL AND ",
        is_readable!("c.name_folded", "m.name_folded", "$2"),
        "))
        ORDER BY e.created_on DESC, e.id DESC
        LIMIT $3"
    );
    let keys = tx.readable_keys();
    let rows: Vec<PolicyEventRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&item.0).bind(keys).bind(signed(limit)).fetch_all(conn).await?);
    let read = |row: PolicyEventRow| -> Result<PolicyEvent, StoreError> {
        let unreadable = || StoreError::Unreadable { table: TABLE, column: "kind" };
        Ok(PolicyEvent {
            id: PolicyEventId(row.id),
            kind: PolicyEventKind::parse(&row.kind).ok_or_else(unreadable)?,
            before: row.before_value,
            after: row.after_value,
            why: row.why,
            account: row.account,
            on: row.created_on.read(TABLE, "created_on")?,
        })
    };
    rows.into_iter().map(read).collect()
}
