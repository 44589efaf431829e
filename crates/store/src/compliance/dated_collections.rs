//! Collections as they were at a moment.

use chrono::{DateTime, Utc};
use domain::id::{ComplianceCollectionId, PolicyItemId};

use crate::StoreError;
use crate::millis::Millis;
use crate::search::count;
use crate::tx::Tx;

/// The names of a collection at a moment.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct DatedCollection {
    pub name: String,
    pub originator: String,
    pub edition: String,
}

/// Keeps a collection as it is, before a change at this time.
pub(crate) async fn keep_collection(
    tx: &mut Tx,
    id: &ComplianceCollectionId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO compliance_collection_past (collection_id, replaced_on, name, originator, edition)
        SELECT id, $2, name, originator, edition
        FROM compliance_collection
        WHERE id = $1
        ON CONFLICT DO NOTHING";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(Millis::from(now)).execute(conn).await?.rows_affected());
    Ok(())
}

/// The names of a collection at a moment. A takeover that left no copy of them left the wordings that it replaced, with
/// their edition.
pub async fn find_dated_collection(
    tx: &mut Tx,
    id: &ComplianceCollectionId,
    moment: DateTime<Utc>,
) -> Result<Option<DatedCollection>, StoreError> {
    const SQL: &str = "
        SELECT COALESCE(p.name, c.name) AS name, COALESCE(p.originator, c.originator) AS originator,
            COALESCE((
                SELECT y.edition
                FROM policy_wording y
                JOIN policy_item i ON i.id = y.policy_item_id
                WHERE i.collection_id = $1 AND y.replaced_on > $2
                AND (p.replaced_on IS NULL OR y.replaced_on < p.replaced_on)
                ORDER BY y.replaced_on, y.id
                LIMIT 1), p.edition, c.edition) AS edition
        FROM compliance_collection c
        LEFT JOIN compliance_collection_past p ON p.collection_id = c.id AND p.replaced_on = (
            SELECT MIN(q.replaced_on)
            FROM compliance_collection_past q
            WHERE q.collection_id = $1 AND q.replaced_on > $2)
        WHERE c.id = $1";
    Ok(on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).bind(Millis::from(moment)).fetch_optional(conn).await?))
}

/// The items that a collection had at a moment, in their order of today. All are read at once: a new edition moves them.
pub async fn list_item_ids_at(
    tx: &mut Tx,
    collection: &ComplianceCollectionId,
    moment: DateTime<Utc>,
) -> Result<Vec<PolicyItemId>, StoreError> {
    const SQL: &str = "
        SELECT id
        FROM policy_item
        WHERE collection_id = $1 AND created_on <= $2
        ORDER BY position, id";
    let ids: Vec<String> = on_tx!(tx, |conn| sqlx::query_scalar(SQL)
        .bind(&collection.0)
        .bind(Millis::from(moment))
        .fetch_all(conn)
        .await?);
    Ok(ids.into_iter().map(PolicyItemId).collect())
}

/// The figures of a collection at a moment, for those who decide about a pack.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DatedCounts {
    pub items: u64,
    pub references: u64,
    /// Files of evidence that still exist, and their bytes.
    pub evidence: u64,
    pub evidence_bytes: u64,
}

/// Counts what a collection had at a moment, without what is about manuals that the caller may not see.
pub async fn count_at(
    tx: &mut Tx,
    collection: &ComplianceCollectionId,
    moment: DateTime<Utc>,
) -> Result<DatedCounts, StoreError> {
    const ITEMS: &str = "SELECT COUNT(*) FROM policy_item WHERE collection_id = $1 AND created_on <= $2";
    const REFERENCES: &str = concat!(
        "SELECT COUNT(*)
        FROM (
            SELECT r.manual_id
            FROM policy_reference r
            JOIN policy_item i ON i.id = r.policy_item_id
            WHERE i.collection_id = $1 AND r.created_on <= $2 AND NOT EXISTS (
                SELECT 1 FROM policy_reference_past q WHERE q.policy_reference_id = r.id AND q.replaced_on > $2)
            UNION ALL
            SELECT p.manual_id
            FROM policy_reference_past p
            JOIN policy_item i ON i.id = p.policy_item_id
            WHERE i.collection_id = $1 AND p.created_on <= $2 AND p.replaced_on > $2 AND NOT EXISTS (
                SELECT 1 FROM policy_reference_past q
                WHERE q.policy_reference_id = p.policy_reference_id AND q.replaced_on > $2
                AND q.replaced_on < p.replaced_on)) s
        LEFT JOIN manual m ON m.id = s.manual_id AND m.deleted_on IS NULL
            AND EXISTS (SELECT 1 FROM csdb x WHERE x.id = m.csdb_id AND x.deleted_on IS NULL)
        LEFT JOIN csdb c ON c.id = m.csdb_id
        WHERE (c.id IS NULL OR ",
        is_readable!("c.name_folded", "m.name_folded", "$3"),
        ")"
    );
    const EVIDENCE: &str = concat!(
        "SELECT COUNT(*), CAST(COALESCE(SUM(e.size), 0) AS BIGINT)
        FROM policy_evidence e
        JOIN policy_item i ON i.id = e.policy_item_id
        LEFT JOIN manual m ON m.id = e.manual_id AND m.deleted_on IS NULL
        LEFT JOIN csdb c ON c.id = m.csdb_id AND c.deleted_on IS NULL
        WHERE i.collection_id = $1 AND e.created_on <= $2 AND (e.manual_id IS NULL OR (c.id IS NOT NULL AND ",
        is_readable!("c.name_folded", "m.name_folded", "$3"),
        "))"
    );
    let (keys, moment) = (tx.readable_keys(), Millis::from(moment));
    let items: i64 =
        on_tx!(tx, |conn| sqlx::query_scalar(ITEMS).bind(&collection.0).bind(moment).fetch_one(conn).await?);
    let references: i64 = on_tx!(tx, |conn| sqlx::query_scalar(REFERENCES)
        .bind(&collection.0)
        .bind(moment)
        .bind(keys.clone())
        .fetch_one(conn)
        .await?);
    let (evidence, bytes): (i64, i64) = on_tx!(tx, |conn| sqlx::query_as(EVIDENCE)
        .bind(&collection.0)
        .bind(moment)
        .bind(keys.clone())
        .fetch_one(conn)
        .await?);
    Ok(DatedCounts {
        items: count(items),
        references: count(references),
        evidence: count(evidence),
        evidence_bytes: count(bytes),
    })
}
