//! Files that prove how requirements are met. One that was added to a reference is shown to those who may see the manual
//! that the reference led to then.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use domain::comment::Commenter;
use domain::compliance::{CompliancePath, PolicyEvidence};
use domain::id::{ManualId, PolicyEvidenceId, PolicyItemId, PolicyReferenceId, UserId};
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::blobs::BlobId;
use crate::change_requests::{day_text, read_day};
use crate::millis::Millis;
use crate::search::{ROWS_PER_STATEMENT, count, signed};
use crate::tx::Tx;

const TABLE: &str = "policy_evidence";

/// A file of evidence with the name of its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEvidence {
    pub evidence: PolicyEvidence,
    pub blob: BlobId,
}

#[derive(sqlx::FromRow)]
struct EvidenceRow {
    id: String,
    policy_item_id: String,
    policy_reference_id: Option<String>,
    manual_id: Option<String>,
    csdb_name: Option<String>,
    manual_name: Option<String>,
    file_name: String,
    blob: String,
    size: i64,
    effective_on: Option<String>,
    created_by: String,
    created_on: Millis,
    account: String,
    display_name: String,
}

impl EvidenceRow {
    fn into_stored(self) -> Result<StoredEvidence, StoreError> {
        let unreadable = |column| StoreError::Unreadable { table: TABLE, column };
        let effective_on = match &self.effective_on {
            Some(day) => Some(read_day(day).ok_or_else(|| unreadable("effective_on"))?),
            None => None,
        };
        let manual = self.csdb_name.zip(self.manual_name);
        Ok(StoredEvidence {
            blob: BlobId::parse(&self.blob).ok_or_else(|| unreadable("blob"))?,
            evidence: PolicyEvidence {
                id: PolicyEvidenceId(self.id),
                item: PolicyItemId(self.policy_item_id),
                reference: self.policy_reference_id.map(PolicyReferenceId),
                manual: self.manual_id.map(ManualId),
                manual_path: manual.map(|(csdb, name)| domain::path::of_manual(&csdb, &name)).unwrap_or_default(),
                file_name: self.file_name,
                size: count(self.size),
                effective_on,
                author: Commenter { id: UserId(self.created_by), account: self.account, name: self.display_name },
                created_on: self.created_on.read(TABLE, "created_on")?,
            },
        })
    }
}

/// The evidence `e` that passes; the second parameter is the readable keys.
macro_rules! evidence {
    ($where:literal) => {
        concat!(
            "SELECT e.id, e.policy_item_id, e.policy_reference_id, e.manual_id, c.name AS csdb_name,
                m.name AS manual_name, e.file_name, e.blob, e.size, e.effective_on, e.created_by, e.created_on, u.account,
                u.display_name
            FROM policy_evidence e
            JOIN user_account u ON u.id = e.created_by
            LEFT JOIN manual m ON m.id = e.manual_id AND m.deleted_on IS NULL
            LEFT JOIN csdb c ON c.id = m.csdb_id AND c.deleted_on IS NULL
            WHERE ",
            $where,
            " AND (e.manual_id IS NULL OR (c.id IS NOT NULL AND ",
            is_readable!("c.name_folded", "m.name_folded", "$2"),
            "))
            ORDER BY e.created_on, e.id"
        )
    };
}

/// The evidence of an item, oldest first.
pub async fn list_evidence(tx: &mut Tx, item: &PolicyItemId) -> Result<Vec<StoredEvidence>, StoreError> {
    const SQL: &str = evidence!("e.policy_item_id = $1");
    let keys = tx.readable_keys();
    let rows: Vec<EvidenceRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&item.0).bind(keys).fetch_all(conn).await?);
    rows.into_iter().map(EvidenceRow::into_stored).collect()
}

pub async fn find_evidence(tx: &mut Tx, id: &PolicyEvidenceId) -> Result<Option<StoredEvidence>, StoreError> {
    const SQL: &str = evidence!("e.id = $1");
    let keys = tx.readable_keys();
    let row: Option<EvidenceRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).bind(keys).fetch_optional(conn).await?);
    row.map(EvidenceRow::into_stored).transpose()
}

/// A file that goes with its item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvidenceHash {
    /// Of the item.
    pub code: String,
    pub file_name: String,
    pub blob: BlobId,
}

/// The files below a path, also those that the caller may not see: they are deleted with what is there.
pub async fn list_evidence_below(tx: &mut Tx, below: &CompliancePath) -> Result<Vec<EvidenceHash>, StoreError> {
    const SQL: &str = "
        SELECT i.code, e.file_name, e.blob
        FROM policy_evidence e
        JOIN policy_item i ON i.id = e.policy_item_id
        WHERE i.collection_id = $1 AND (i.path = $2 OR i.path LIKE $3)
        ORDER BY i.position, i.id, e.created_on, e.id";
    let rows: Vec<(String, String, String)> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(below.collection())
        .bind(below.to_string())
        .bind(format!("{below}/%"))
        .fetch_all(conn)
        .await?);
    let read = |(code, file_name, blob): (String, String, String)| {
        let blob = BlobId::parse(&blob).ok_or(StoreError::Unreadable { table: TABLE, column: "blob" })?;
        Ok(EvidenceHash { code, file_name, blob })
    };
    rows.into_iter().map(read).collect()
}

/// The number of files of an item, also of those that the caller may not see.
pub async fn count_evidence(tx: &mut Tx, item: &PolicyItemId) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM policy_evidence WHERE policy_item_id = $1";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&item.0).fetch_one(conn).await?)))
}

/// The number of files that a person added since a moment.
pub async fn count_evidence_since(tx: &mut Tx, user: &UserId, moment: DateTime<Utc>) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM policy_evidence WHERE created_by = $1 AND created_on > $2";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL)
        .bind(&user.0)
        .bind(Millis::from(moment))
        .fetch_one(conn)
        .await?)))
}

pub async fn insert_evidence(tx: &mut Tx, stored: &StoredEvidence) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO policy_evidence (
            id, policy_item_id, policy_reference_id, manual_id, file_name, blob, size, effective_on, created_by,
            created_on)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    let StoredEvidence { evidence, blob } = stored;
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&evidence.id.0)
        .bind(&evidence.item.0)
        .bind(evidence.reference.as_ref().map(|id| &id.0))
        .bind(evidence.manual.as_ref().map(|id| &id.0))
        .bind(&evidence.file_name)
        .bind(blob.as_str())
        .bind(signed(evidence.size))
        .bind(evidence.effective_on.map(day_text))
        .bind(&evidence.author.id.0)
        .bind(Millis::from(evidence.created_on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Deletes a file; `false` when it is gone.
pub async fn delete_evidence(tx: &mut Tx, id: &PolicyEvidenceId) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM policy_evidence WHERE id = $1";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).execute(conn).await?.rows_affected()) == 1)
}

/// Takes the files about another manual than this one off a reference; they stay with its requirement.
pub async fn detach_evidence(tx: &mut Tx, reference: &PolicyReferenceId, manual: &ManualId) -> Result<(), StoreError> {
    const SQL: &str = "
        UPDATE policy_evidence
        SET policy_reference_id = NULL
        WHERE policy_reference_id = $1 AND manual_id <> $2";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&reference.0).bind(&manual.0).execute(conn).await?.rows_affected());
    Ok(())
}

/// A file of evidence as reports name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportedEvidence {
    /// `None` for the whole requirement.
    pub reference: Option<PolicyReferenceId>,
    pub file_name: String,
    pub effective_on: Option<NaiveDate>,
}

/// The evidence of some items that the caller may see, oldest first.
pub async fn list_evidence_of(
    tx: &mut Tx,
    items: &[PolicyItemId],
) -> Result<HashMap<PolicyItemId, Vec<ReportedEvidence>>, StoreError> {
    const SQL: &str = "
        SELECT e.policy_item_id, e.policy_reference_id, e.file_name, e.effective_on
        FROM policy_evidence e
        LEFT JOIN manual m ON m.id = e.manual_id AND m.deleted_on IS NULL
        LEFT JOIN csdb c ON c.id = m.csdb_id AND c.deleted_on IS NULL
        WHERE e.policy_item_id IN (";
    let mut found: HashMap<PolicyItemId, Vec<ReportedEvidence>> = HashMap::new();
    let keys = tx.readable_keys();
    for some in items.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(String, Option<String>, String, Option<String>)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            let mut list = query.separated(", ");
            for id in some {
                list.push_bind(id.0.clone());
            }
            list.push_unseparated(") AND (e.manual_id IS NULL OR (c.id IS NOT NULL AND ");
            push_readable!(query, "c.name_folded", "m.name_folded", keys);
            query.push(")) ORDER BY e.created_on, e.id");
            query.build_query_as().fetch_all(conn).await?
        });
        for (item, reference, file_name, effective_on) in rows {
            let effective_on = effective_on.as_deref().and_then(read_day);
            let evidence = ReportedEvidence { reference: reference.map(PolicyReferenceId), file_name, effective_on };
            found.entry(PolicyItemId(item)).or_default().push(evidence);
        }
    }
    Ok(found)
}
