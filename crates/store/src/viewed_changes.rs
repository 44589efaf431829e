//! Changes of modules that users have ticked as viewed.

use chrono::{DateTime, Utc};
use domain::id::{ObjectId, UserId, VersionId};
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::millis::Millis;
use crate::search::{ROWS_PER_STATEMENT, is_reused};
use crate::tx::Tx;

/// A change of an object: its versions before and after, none where it is absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct VersionChange {
    pub object_id: ObjectId,
    pub old: Option<VersionId>,
    pub new: Option<VersionId>,
}

fn stored(version: Option<VersionId>) -> i64 {
    version.map_or(0, |version| version.0)
}

fn read(version: i64) -> Option<VersionId> {
    (version != 0).then_some(VersionId(version))
}

/// Ticks a change as viewed.
pub async fn insert(tx: &mut Tx, user: &UserId, change: VersionChange, now: DateTime<Utc>) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO viewed_change (user_id, object_id, old_version_id, new_version_id, viewed_on)
        VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT DO NOTHING";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&user.0)
        .bind(change.object_id.0)
        .bind(stored(change.old))
        .bind(stored(change.new))
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Takes the tick off a change.
pub async fn delete(tx: &mut Tx, user: &UserId, change: VersionChange) -> Result<(), StoreError> {
    const SQL: &str = "
        DELETE FROM viewed_change
        WHERE user_id = $1 AND object_id = $2 AND old_version_id = $3 AND new_version_id = $4";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&user.0)
        .bind(change.object_id.0)
        .bind(stored(change.old))
        .bind(stored(change.new))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// The changes of these objects that a user has viewed.
pub async fn list(tx: &mut Tx, user: &UserId, objects: &[ObjectId]) -> Result<Vec<VersionChange>, StoreError> {
    const SQL: &str = "SELECT object_id, old_version_id, new_version_id FROM viewed_change WHERE user_id = ";
    let mut found = Vec::new();
    for some in objects.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(i64, i64, i64)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            query.push_bind(&user.0).push(" AND object_id IN (");
            let mut list = query.separated(", ");
            for object in some {
                list.push_bind(object.0);
            }
            list.push_unseparated(")");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        let change = |(object, old, new)| VersionChange { object_id: ObjectId(object), old: read(old), new: read(new) };
        found.extend(rows.into_iter().map(change));
    }
    Ok(found)
}
