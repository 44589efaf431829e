//! Items: single requirements.

use chrono::{DateTime, Utc};
use domain::comment::Commenter;
use domain::compliance::{
    CompliancePath, PolicyItem, PolicyItemDetails, PolicyItemKind, PolicyScope, PolicyStatus, StatusProposal,
};
use domain::id::{ComplianceCollectionId, PolicyCategoryId, PolicyItemId, UserId};
use domain::text::fold;

use super::past::keep_items;
use super::reviews::clear_told;
use crate::StoreError;
use crate::change_requests::{day_text, read_day};
use crate::json;
use crate::millis::Millis;
use crate::search::count;
use crate::tx::Tx;

const TABLE: &str = "policy_item";

/// The columns of an item in `i` without its long texts, of its owner in `w` and of who proposed a status in `p`.
macro_rules! header_columns {
    () => {
        "i.id, i.collection_id, i.category_id, i.parent_id, i.path, i.code, i.title, i.kind, i.effective_on,
            i.is_assessable, i.status, i.proposed_status, i.proposed_by, i.proposed_on, i.earlier_proposers, i.in_scope,
            i.scope_reason, i.applicability, i.operator_code, i.owner_id, i.review_on, i.created_on, i.updated_on,
            i.version,
            i.recheck_on IS NOT NULL AS needs_recheck, i.withdrawn_on IS NOT NULL AS is_withdrawn,
            w.account AS owner_account, w.display_name AS owner_name, p.account AS proposer_account,
            p.display_name AS proposer_name"
    };
}

macro_rules! item_columns {
    () => {
        concat!("i.text, i.guidance, ", header_columns!())
    };
}

macro_rules! item_joins {
    () => {
        "FROM policy_item i
        JOIN compliance_collection k ON k.id = i.collection_id
        LEFT JOIN user_account w ON w.id = i.owner_id
        LEFT JOIN user_account p ON p.id = i.proposed_by
        "
    };
}

pub(super) use {header_columns, item_joins};

#[derive(sqlx::FromRow)]
#[expect(clippy::struct_excessive_bools, reason = "each is a column")]
pub(super) struct PolicyItemRow {
    id: String,
    collection_id: String,
    category_id: Option<String>,
    parent_id: Option<String>,
    path: String,
    code: String,
    title: String,
    text: String,
    guidance: String,
    kind: String,
    effective_on: Option<String>,
    is_assessable: bool,
    status: String,
    proposed_status: Option<String>,
    proposed_by: Option<String>,
    proposed_on: Option<Millis>,
    earlier_proposers: Option<String>,
    in_scope: bool,
    scope_reason: String,
    applicability: String,
    operator_code: String,
    owner_id: Option<String>,
    review_on: Option<String>,
    created_on: Millis,
    updated_on: Millis,
    version: i64,
    needs_recheck: bool,
    is_withdrawn: bool,
    owner_account: Option<String>,
    owner_name: Option<String>,
    proposer_account: Option<String>,
    proposer_name: Option<String>,
}

fn person(id: Option<String>, account: Option<String>, name: Option<String>) -> Option<Commenter> {
    let (id, account) = id.zip(account)?;
    Some(Commenter { id: UserId(id), account, name: name.unwrap_or_default() })
}

impl PolicyItemRow {
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    pub(super) fn into_item(self) -> Result<PolicyItem, StoreError> {
        let unreadable = |column| StoreError::Unreadable { table: TABLE, column };
        let day = |text: Option<String>, column| match text {
            Some(text) => read_day(&text).map(Some).ok_or_else(|| unreadable(column)),
            None => Ok(None),
        };
        let status = match &self.proposed_status {
            Some(word) => Some(PolicyStatus::parse(word).ok_or_else(|| unreadable("proposed_status"))?),
            None => None,
        };
        let proposed_on = self.proposed_on.map(|time| time.read(TABLE, "proposed_on")).transpose()?;
        let proposer = person(self.proposed_by, self.proposer_account, self.proposer_name);
        let earlier: Vec<String> = match &self.earlier_proposers {
            Some(ids) => json::read(ids, TABLE, "earlier_proposers")?,
            None => Vec::new(),
        };
        let earlier: Vec<UserId> = earlier.into_iter().map(UserId).collect();
        let proposal = status.zip(proposer).zip(proposed_on);
        Ok(PolicyItem {
            id: PolicyItemId(self.id),
            collection: ComplianceCollectionId(self.collection_id),
            category: self.category_id.map(PolicyCategoryId),
            parent: self.parent_id.map(PolicyItemId),
            path: self.path,
            details: PolicyItemDetails {
                code: self.code,
                title: self.title,
                text: self.text,
                guidance: self.guidance,
                kind: PolicyItemKind::parse(&self.kind).ok_or_else(|| unreadable("kind"))?,
                effective_on: day(self.effective_on, "effective_on")?,
                is_assessable: self.is_assessable,
                review_on: day(self.review_on, "review_on")?,
            },
            status: PolicyStatus::parse(&self.status).ok_or_else(|| unreadable("status"))?,
            proposal: proposal.map(|((status, by), on)| StatusProposal { status, by, earlier, on }),
            scope: PolicyScope {
                in_scope: self.in_scope,
                reason: self.scope_reason,
                applicability: self.applicability,
                operator: self.operator_code,
            },
            owner: person(self.owner_id, self.owner_account, self.owner_name),
            needs_recheck: self.needs_recheck,
            is_withdrawn: self.is_withdrawn,
            created_on: self.created_on.read(TABLE, "created_on")?,
            updated_on: self.updated_on.read(TABLE, "updated_on")?,
            version: self.version,
        })
    }
}

pub async fn find_item(tx: &mut Tx, id: &PolicyItemId) -> Result<Option<PolicyItem>, StoreError> {
    const SQL: &str = concat!("SELECT ", item_columns!(), " ", item_joins!(), "WHERE i.id = $1");
    let row: Option<PolicyItemRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).fetch_optional(conn).await?);
    Ok(row.map(PolicyItemRow::into_item).transpose()?.filter(|item| tx.sight().sees_collection(&item.collection)))
}

pub async fn find_item_at(tx: &mut Tx, path: &CompliancePath) -> Result<Option<PolicyItem>, StoreError> {
    const SQL: &str = concat!("SELECT ", item_columns!(), " ", item_joins!(), "WHERE i.path = $1");
    let row: Option<PolicyItemRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(path.to_string()).fetch_optional(conn).await?);
    Ok(row.map(PolicyItemRow::into_item).transpose()?.filter(|item| tx.sight().sees_collection(&item.collection)))
}

pub async fn count_items(tx: &mut Tx, collection: &ComplianceCollectionId) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM policy_item WHERE collection_id = $1";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&collection.0).fetch_one(conn).await?)))
}

/// Inserts an item after the others of its collection; `false` when another one has its code.
pub async fn insert_item(tx: &mut Tx, item: &PolicyItem) -> Result<bool, StoreError> {
    const NEXT: &str = "SELECT COALESCE(MAX(position), 0) + 1 FROM policy_item WHERE collection_id = $1";
    const SQL: &str = "
        INSERT INTO policy_item (
            id, collection_id, category_id, parent_id, path, code, code_folded, title, title_folded, text, text_folded,
            guidance, kind, effective_on, is_assessable, status, in_scope, scope_reason, applicability, operator_code,
            owner_id, review_on, position, created_on, updated_on, version, code_slot, path_slot)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
            $23, $24, $25, $26, $1, $1)
        ON CONFLICT DO NOTHING";
    let (details, scope) = (&item.details, &item.scope);
    let position: i64 = on_tx!(tx, |conn| sqlx::query_scalar(NEXT).bind(&item.collection.0).fetch_one(conn).await?);
    let added = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&item.id.0)
        .bind(&item.collection.0)
        .bind(item.category.as_ref().map(|id| &id.0))
        .bind(item.parent.as_ref().map(|id| &id.0))
        .bind(&item.path)
        .bind(&details.code)
        .bind(fold(&details.code))
        .bind(&details.title)
        .bind(fold(&details.title))
        .bind(&details.text)
        .bind(fold(&details.text))
        .bind(&details.guidance)
        .bind(details.kind.as_str())
        .bind(details.effective_on.map(day_text))
        .bind(details.is_assessable)
        .bind(item.status.as_str())
        .bind(scope.in_scope)
        .bind(&scope.reason)
        .bind(&scope.applicability)
        .bind(&scope.operator)
        .bind(item.owner.as_ref().map(|person| &person.id.0))
        .bind(details.review_on.map(day_text))
        .bind(position)
        .bind(Millis::from(item.created_on))
        .bind(Millis::from(item.updated_on))
        .bind(item.version)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(added == 1)
}

/// Locks an item until this transaction ends; `false` when somebody changed it since this version.
pub async fn lock_item(tx: &mut Tx, id: &PolicyItemId, version: i64) -> Result<bool, StoreError> {
    // Both engines lock a row that a transaction has written, even when no value changed.
    const SQL: &str = "UPDATE policy_item SET version = version WHERE id = $1 AND version = $2";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(version).execute(conn).await?.rows_affected()) == 1)
}

/// Writes the details of an item; `false` when somebody changed it since it was read. A new owner is told of everything
/// that is open. A code that another item of the collection has is [`StoreError::Conflict`].
pub async fn update_item(
    tx: &mut Tx,
    item: &PolicyItem,
    details: &PolicyItemDetails,
    owner: Option<&UserId>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE policy_item
        SET code = $3, code_folded = $4, title = $5, title_folded = $6, text = $7, text_folded = $8, guidance = $9,
            kind = $10, effective_on = $11, is_assessable = $12, owner_id = $13, review_on = $14, updated_on = $15,
            reminded_on = CASE WHEN owner_id = $13 THEN reminded_on END, version = version + 1
        WHERE id = $1 AND version = $2";
    keep_items(tx, std::slice::from_ref(&item.id), now).await?;
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&item.id.0)
        .bind(item.version)
        .bind(&details.code)
        .bind(fold(&details.code))
        .bind(&details.title)
        .bind(fold(&details.title))
        .bind(&details.text)
        .bind(fold(&details.text))
        .bind(&details.guidance)
        .bind(details.kind.as_str())
        .bind(details.effective_on.map(day_text))
        .bind(details.is_assessable)
        .bind(owner.map(|id| &id.0))
        .bind(details.review_on.map(day_text))
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    let is_written = changed == 1;
    if is_written && item.owner.as_ref().map(|person| &person.id) != owner {
        clear_told(tx, &item.id).await?;
    }
    Ok(is_written)
}

/// Writes the status of an item and the one that waits for an approver; `false` when somebody changed it since it was
/// read. While a status waits, a changed item has still to be assessed again, and everybody who proposed it stays known.
pub async fn update_status(
    tx: &mut Tx,
    item: &PolicyItem,
    status: PolicyStatus,
    proposal: Option<(PolicyStatus, &UserId)>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE policy_item
        SET status = $3, proposed_status = $4, proposed_by = $5, proposed_on = $6, earlier_proposers = $8,
            recheck_on = CASE WHEN $4 IS NULL THEN NULL ELSE recheck_on END, updated_on = $7, version = version + 1
        WHERE id = $1 AND version = $2";
    let earlier = proposal.zip(item.proposal.as_ref()).map(|((status, by), before)| before.earlier_of(status, by));
    let earlier: Vec<String> = earlier.unwrap_or_default().into_iter().map(|id| id.0).collect();
    let earlier = if earlier.is_empty() { None } else { Some(json::write(&earlier)?) };
    keep_items(tx, std::slice::from_ref(&item.id), now).await?;
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&item.id.0)
        .bind(item.version)
        .bind(status.as_str())
        .bind(proposal.map(|(status, _)| status.as_str()))
        .bind(proposal.map(|(_, by)| &by.0))
        .bind(proposal.map(|_| Millis::from(now)))
        .bind(Millis::from(now))
        .bind(earlier.as_deref())
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Removes the status that waits for an approver, and changes nothing else; `false` when somebody changed the item since it
/// was read.
pub async fn reject_status(tx: &mut Tx, item: &PolicyItem, now: DateTime<Utc>) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE policy_item
        SET proposed_status = NULL, proposed_by = NULL, proposed_on = NULL, earlier_proposers = NULL, updated_on = $3,
            version = version + 1
        WHERE id = $1 AND version = $2";
    keep_items(tx, std::slice::from_ref(&item.id), now).await?;
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&item.id.0)
        .bind(item.version)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Writes the scope of an item; `false` when somebody changed it since it was read.
pub async fn update_scope(
    tx: &mut Tx,
    item: &PolicyItem,
    scope: &PolicyScope,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE policy_item
        SET in_scope = $3, scope_reason = $4, applicability = $5, operator_code = $6, updated_on = $7,
            version = version + 1
        WHERE id = $1 AND version = $2";
    keep_items(tx, std::slice::from_ref(&item.id), now).await?;
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&item.id.0)
        .bind(item.version)
        .bind(scope.in_scope)
        .bind(&scope.reason)
        .bind(&scope.applicability)
        .bind(&scope.operator)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Deletes an item with all that belongs to it; `false` when somebody changed it since this version.
pub async fn delete_item(tx: &mut Tx, id: &PolicyItemId, version: i64) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM policy_item WHERE id = $1 AND version = $2";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(version).execute(conn).await?.rows_affected()) == 1)
}
