//! The history of items: entries are added, and never changed or deleted while their item exists.

use domain::compliance::{PolicyEvent, PolicyEventKind};
use domain::id::{ManualId, PolicyEventId, PolicyItemId};
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::millis::Millis;
use crate::search::{ROWS_PER_STATEMENT, is_reused, signed};
use crate::tx::Tx;

const TABLE: &str = "policy_event";

/// The subject of the values of an entry.
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

pub async fn insert_events(tx: &mut Tx, new: &[NewPolicyEvent<'_>]) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO policy_event (
            id, policy_item_id, kind, before_value, after_value, why, account, about_manual, manual_id, created_on) ";
    for some in new.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            query.push_values(some, |mut row, NewPolicyEvent { item, event, subject }| {
                let (is_about_manual, manual) = match subject {
                    PolicyEventSubject::Item => (false, None),
                    PolicyEventSubject::Manual(manual) => (true, *manual),
                };
                row.push_bind(event.id.0.clone())
                    .push_bind(item.0.clone())
                    .push_bind(event.kind.as_str())
                    .push_bind(event.before.clone())
                    .push_bind(event.after.clone())
                    .push_bind(event.why.clone())
                    .push_bind(event.account.clone())
                    .push_bind(is_about_manual)
                    .push_bind(manual.map(|id| id.0.clone()))
                    .push_bind(Millis::from(event.on));
            });
            query.build().persistent(is_reused(some.len())).execute(conn).await?.rows_affected()
        });
    }
    Ok(())
}

#[derive(sqlx::FromRow)]
pub(super) struct PolicyEventRow {
    id: String,
    kind: String,
    before_value: String,
    after_value: String,
    why: String,
    account: String,
    created_on: Millis,
}

impl PolicyEventRow {
    pub(super) fn into_event(self) -> Result<PolicyEvent, StoreError> {
        let unreadable = || StoreError::Unreadable { table: TABLE, column: "kind" };
        Ok(PolicyEvent {
            id: PolicyEventId(self.id),
            kind: PolicyEventKind::parse(&self.kind).ok_or_else(unreadable)?,
            before: self.before_value,
            after: self.after_value,
            why: self.why,
            account: self.account,
            on: self.created_on.read(TABLE, "created_on")?,
        })
    }
}

/// The newest entries in the history of an item, or the newest ones before an entry, without what is about manuals that
/// the caller may not see, and without the texts of requirements, which may be long. Newest first.
pub async fn list_events(
    tx: &mut Tx,
    item: &PolicyItemId,
    before: Option<&PolicyEventId>,
    limit: u64,
) -> Result<Vec<PolicyEvent>, StoreError> {
    const SQL: &str = concat!(
        "SELECT e.id, e.kind, CASE WHEN e.kind = 'requirementChanged' THEN '' ELSE e.before_value END AS before_value,
            CASE WHEN e.kind = 'requirementChanged' THEN '' ELSE e.after_value END AS after_value, e.why, e.account,
            e.created_on
        FROM policy_event e
        LEFT JOIN manual m ON m.id = e.manual_id AND m.deleted_on IS NULL
        LEFT JOIN csdb c ON c.id = m.csdb_id AND c.deleted_on IS NULL
        WHERE e.policy_item_id = $1 AND (e.about_manual = FALSE OR (c.id IS NOT NULL AND ",
        is_readable!("c.name_folded", "m.name_folded", "$2"),
        "))
        AND ($3 = '' OR (e.created_on, e.id) < (
            SELECT b.created_on, b.id FROM policy_event b WHERE b.id = $3 AND b.policy_item_id = e.policy_item_id))
        ORDER BY e.created_on DESC, e.id DESC
        LIMIT $4"
    );
    let keys = tx.readable_keys();
    let rows: Vec<PolicyEventRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(&item.0)
        .bind(keys)
        .bind(before.map_or("", |id| id.0.as_str()))
        .bind(signed(limit))
        .fetch_all(conn)
        .await?);
    rows.into_iter().map(PolicyEventRow::into_event).collect()
}
