//! Drafts that are set aside while another change of their file passes, and taken up again on a newer version.

use std::collections::BTreeMap;

use domain::draft::Draft;
use domain::id::{DraftId, ObjectId, UserId, VersionId};

use sqlx::QueryBuilder;

use super::DraftText;
use crate::StoreError;
use crate::millis::Millis;
use crate::search::{ROWS_PER_STATEMENT, count, is_reused, signed};
use crate::tx::Tx;

/// Ends the open draft of an object for its owner, who keeps it without a time limit; `false` when there is none.
pub async fn set_aside(tx: &mut Tx, object: ObjectId) -> Result<bool, StoreError> {
    const SQL: &str = "UPDATE draft SET state = 'setAside', ended_on = NULL WHERE object_id = $1 AND state = 'open'";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(object.0).execute(conn).await?.rows_affected()) == 1)
}

/// Gives a draft an earlier version as its base, whose changes up to the base before are changes of the draft then; `false`
/// when its base is another one by now.
pub async fn move_base(tx: &mut Tx, id: &DraftId, from: VersionId, to: VersionId) -> Result<bool, StoreError> {
    const SQL: &str = "UPDATE draft SET base_version_id = $3 WHERE id = $1 AND base_version_id = $2";
    let moved =
        on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(from.0).bind(to.0).execute(conn).await?.rows_affected());
    Ok(moved == 1)
}

/// The people who have a draft of an object that is set aside.
pub async fn list_waiting(tx: &mut Tx, object: ObjectId) -> Result<Vec<UserId>, StoreError> {
    const SQL: &str = "
        SELECT DISTINCT user_id
        FROM draft
        WHERE object_id = $1 AND state = 'setAside'
        ORDER BY user_id";
    let ids: Vec<String> = on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(object.0).fetch_all(conn).await?);
    Ok(ids.into_iter().map(UserId).collect())
}

/// The people who have drafts of these objects that are set aside, each with the number of the objects.
pub async fn count_waiting(tx: &mut Tx, objects: &[ObjectId]) -> Result<Vec<(UserId, u64)>, StoreError> {
    let mut totals: BTreeMap<String, u64> = BTreeMap::new();
    for some in objects.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(String, i64)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(
                "SELECT user_id, COUNT(DISTINCT object_id) FROM draft WHERE state = 'setAside' AND object_id IN (",
            );
            let mut list = query.separated(", ");
            for object in some {
                list.push_bind(object.0);
            }
            list.push_unseparated(") GROUP BY user_id");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        for (user, waiting) in rows {
            *totals.entry(user).or_default() += count(waiting);
        }
    }
    Ok(totals.into_iter().map(|(user, total)| (UserId(user), total)).collect())
}

/// Inserts a draft that has ended.
pub async fn insert_ended(tx: &mut Tx, draft: &Draft, content: &str) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO draft (
            id, object_id, user_id, base_version_id, content, sha256, size, tab, state, opened_on, saved_on, ended_on)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&draft.id.0)
        .bind(draft.object_id.0)
        .bind(&draft.user_id.0)
        .bind(draft.base.0)
        .bind(content)
        .bind(&draft.sha256)
        .bind(signed(draft.size))
        .bind(&draft.tab)
        .bind(draft.state.as_str())
        .bind(Millis::from(draft.opened_on))
        .bind(Millis::from(draft.saved_on))
        .bind(draft.ended_on.map(Millis::from))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Opens a draft of a user that has ended, for the next tab that asks for it; `false` when it is open, gone or of another
/// user. Its object has no open draft.
pub async fn reopen(tx: &mut Tx, id: &DraftId, user: &UserId) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE draft
        SET state = 'open', tab = '', ended_on = NULL
        WHERE id = $1 AND user_id = $2 AND state <> 'open'";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(&user.0).execute(conn).await?.rows_affected()) == 1)
}

/// Saves a text that has the changes of a newer version, as a draft of that version; `false` when another text came first
/// or the draft is no longer open or of the version before.
pub async fn rebase(tx: &mut Tx, id: &DraftId, onto: VersionId, text: &DraftText<'_>) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE draft
        SET content = $2, sha256 = $3, size = $4, saved_on = $5, base_version_id = $6, tab = $7
        WHERE id = $1 AND sha256 = $8 AND base_version_id = $9 AND state = 'open'";
    let saved = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(text.content)
        .bind(text.sha256)
        .bind(signed(text.content.len() as u64))
        .bind(Millis::from(text.saved_on))
        .bind(onto.0)
        .bind(text.tab)
        .bind(text.replaces)
        .bind(text.base.0)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(saved == 1)
}
