//! Objects, found and inserted in bulk.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::id::{CsdbId, ManualId, ObjectId};
use domain::object::ObjectIdentity;
use domain::text::fold;
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::blocks::{self, Sequence};
use crate::millis::Millis;
use crate::search::{ROWS_PER_STATEMENT, is_reused};
use crate::tx::Tx;

/// The ids of objects by their folded key.
pub type ObjectIds = HashMap<String, ObjectId>;

/// The owner of objects: a manual, or, for media, the database itself.
#[derive(Debug, Clone, Copy)]
pub struct ObjectOwner<'a> {
    pub csdb: &'a CsdbId,
    pub manual: Option<&'a ManualId>,
}

/// Returns the ids of these objects in the same order, inserting missing ones.
///
/// Idempotent, and safe when concurrent imports insert the same media.
pub async fn insert_many(
    tx: &mut Tx,
    home: ObjectOwner<'_>,
    identities: &[ObjectIdentity],
    now: DateTime<Utc>,
) -> Result<Vec<ObjectId>, StoreError> {
    let keys: Vec<String> = identities.iter().map(|identity| fold(&identity.key)).collect();
    let mut ids = find_many(tx, home, &keys).await?;
    let mut missing: HashMap<&str, &ObjectIdentity> = HashMap::new();
    for (key, identity) in keys.iter().zip(identities) {
        if !ids.contains_key(key) {
            missing.insert(key, identity);
        }
    }
    let mut missing: Vec<(&str, &ObjectIdentity)> = missing.into_iter().collect();
    // Inserted in key order, so that reading in key order is sequential.
    missing.sort_unstable_by_key(|(key, _)| *key);
    if !missing.is_empty() {
        let first = blocks::take(tx, Sequence::Object, missing.len()).await?;
        let rows: Vec<_> = (first..).zip(missing).map(|(id, (key, identity))| (id, key, identity)).collect();
        for some in rows.chunks(ROWS_PER_STATEMENT) {
            insert(tx, home, some, now).await?;
        }
        let asked: Vec<String> = rows.iter().map(|(_, key, _)| (*key).to_owned()).collect();
        ids.extend(find_many(tx, home, &asked).await?);
    }
    let unreadable = StoreError::Unreadable { table: "object", column: "key" };
    keys.iter().map(|key| ids.get(key).copied()).collect::<Option<Vec<_>>>().ok_or(unreadable)
}

async fn insert(
    tx: &mut Tx,
    home: ObjectOwner<'_>,
    rows: &[(i64, &str, &ObjectIdentity)],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO object (
            id, csdb_id, manual_id, kind, key, key_folded, code, code_folded, language, info_code, created_on)
        ";
    let manual = home.manual.map(|id| id.0.as_str());
    on_tx!(tx, |conn| QueryBuilder::new(SQL)
        .push_values(rows, |mut values, (id, key, identity)| {
            values
                .push_bind(*id)
                .push_bind(&home.csdb.0)
                .push_bind(manual)
                .push_bind(identity.kind.as_str())
                .push_bind(&identity.key)
                .push_bind(*key)
                .push_bind(&identity.code)
                .push_bind(fold(&identity.code))
                .push_bind(&identity.language)
                .push_bind(&identity.info_code)
                .push_bind(Millis::from(now));
        })
        .push(" ON CONFLICT DO NOTHING")
        .build()
        .persistent(is_reused(rows.len()))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// The ids of the existing objects of `home`, by folded key.
pub async fn find_many(tx: &mut Tx, home: ObjectOwner<'_>, keys_folded: &[String]) -> Result<ObjectIds, StoreError> {
    let manual = home.manual.map_or("", |id| id.0.as_str());
    let mut ids = ObjectIds::new();
    for some in keys_folded.chunks(ROWS_PER_STATEMENT) {
        let found: Vec<(String, i64)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new("SELECT key_folded, id FROM object WHERE csdb_id = ");
            query.push_bind(&home.csdb.0).push(" AND COALESCE(manual_id, '') = ").push_bind(manual);
            query.push(" AND key_folded IN (");
            let mut list = query.separated(", ");
            for key in some {
                list.push_bind(key);
            }
            list.push_unseparated(")");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        ids.extend(found.into_iter().map(|(key, id)| (key, ObjectId(id))));
    }
    Ok(ids)
}

/// The keys of all objects of an owner, whatever state has them.
pub async fn list_keys(tx: &mut Tx, home: ObjectOwner<'_>) -> Result<Vec<String>, StoreError> {
    const SQL: &str = "
        SELECT key
        FROM object
        WHERE csdb_id = $1 AND COALESCE(manual_id, '') = $2
        ORDER BY key_folded";
    let manual = home.manual.map_or("", |id| id.0.as_str());
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&home.csdb.0).bind(manual).fetch_all(conn).await?))
}

/// The folded names of the visible media of a database.
pub async fn list_media_names(tx: &mut Tx, csdb: &CsdbId) -> Result<Vec<String>, StoreError> {
    const SQL: &str = concat!(
        "SELECT o.key_folded
        FROM object o
        WHERE o.csdb_id = $1 AND COALESCE(o.manual_id, '') = ''
        AND EXISTS (
            SELECT 1
            FROM version v
            JOIN lane_entry e ON e.version_id = v.id
            ",
        join_published!(),
        "WHERE v.object_id = o.id)"
    );
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&csdb.0).fetch_all(conn).await?))
}

/// The manual of an object; `None` for media.
pub async fn find_manual(tx: &mut Tx, object: ObjectId) -> Result<Option<ManualId>, StoreError> {
    const SQL: &str = "SELECT manual_id FROM object WHERE id = $1 AND manual_id IS NOT NULL";
    let id: Option<String> = on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(object.0).fetch_optional(conn).await?);
    Ok(id.map(ManualId))
}
