//! References of items that a version of a regulation merges or splits.

use chrono::{DateTime, Utc};
use domain::id::{PolicyItemId, UserId};

use crate::StoreError;
use crate::millis::Millis;
use crate::tx::Tx;

/// The references of an item that another one gets too.
#[derive(Debug, Clone)]
pub struct CopiedReferences {
    /// The beginning of the ids of the new references.
    pub id: String,
    pub from: PolicyItemId,
    pub to: PolicyItemId,
}

/// Copies references, each place once, and leaves out the places that the item refers to already. Somebody has to check
/// the copies, and to assess an item that got any.
pub async fn copy_references(
    tx: &mut Tx,
    copies: &[CopiedReferences],
    by: &UserId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    const COPY: &str = "
        INSERT INTO policy_reference (
            id, policy_item_id, target, manual_id, object_id, version_id, chapter, anchor, quote, state, comment,
            created_by, created_on, updated_on, confirmed_on, chapter_gone, owner_id, review_on, version)
        SELECT $1 || '-' || CAST(ROW_NUMBER() OVER (ORDER BY r.id) AS TEXT), $2, r.target, r.manual_id, r.object_id,
            r.version_id, r.chapter, r.anchor, r.quote, 'recheck', r.comment, $4, $5, $5, r.confirmed_on,
            r.chapter_gone, r.owner_id, r.review_on, 1
        FROM policy_reference r
        WHERE r.policy_item_id = $3 AND r.manual_id IS NOT NULL
        AND r.id = (
            SELECT MIN(x.id)
            FROM policy_reference x
            WHERE x.policy_item_id = r.policy_item_id AND x.target = r.target AND x.manual_id = r.manual_id
            AND COALESCE(x.object_id, -1) = COALESCE(r.object_id, -1) AND x.chapter = r.chapter
            AND x.anchor = r.anchor)
        AND NOT EXISTS (
            SELECT 1
            FROM policy_reference o
            WHERE o.policy_item_id = $2 AND o.target = r.target AND o.manual_id = r.manual_id
            AND COALESCE(o.object_id, -1) = COALESCE(r.object_id, -1) AND o.chapter = r.chapter
            AND o.anchor = r.anchor)";
    const REOPEN: &str = "UPDATE policy_item SET recheck_on = COALESCE(recheck_on, $2) WHERE id = $1";
    for copy in copies {
        let added = on_tx!(tx, |conn| sqlx::query(COPY)
            .bind(&copy.id)
            .bind(&copy.to.0)
            .bind(&copy.from.0)
            .bind(&by.0)
            .bind(Millis::from(now))
            .execute(conn)
            .await?
            .rows_affected());
        if added > 0 {
            on_tx!(tx, |conn| sqlx::query(REOPEN)
                .bind(&copy.to.0)
                .bind(Millis::from(now))
                .execute(conn)
                .await?
                .rows_affected());
        }
    }
    Ok(())
}
