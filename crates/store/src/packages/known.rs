//! The names of all objects in the library.

use crate::StoreError;
use crate::tx::Tx;

/// The key and title of an object.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct ObjectName {
    pub id: i64,
    pub key_folded: String,
    pub is_media: bool,
}

/// The next objects after number `last`, of the database with this folded name or, when it is empty, of all; a few
/// thousand at a time. Excludes objects in the trash and those of unfinished imports.
pub async fn list_known(tx: &mut Tx, csdb_folded: &str, last: i64) -> Result<Vec<ObjectName>, StoreError> {
    const SQL: &str = concat!(
        "SELECT object.id, object.key_folded, object.manual_id IS NULL AS is_media
        FROM object
        JOIN csdb ON csdb.id = object.csdb_id AND csdb.deleted_on IS NULL
        LEFT JOIN manual ON manual.id = object.manual_id
        WHERE object.id > $2 AND ($1 = '' OR csdb.name_folded = $1) AND manual.deleted_on IS NULL
        AND ",
        is_readable!("csdb.name_folded", "COALESCE(manual.name_folded, '')", "$3"),
        "AND EXISTS (
            SELECT 1
            FROM version
            JOIN lane_entry e ON e.version_id = version.id
            ",
        join_published!(),
        "WHERE version.object_id = object.id)
        ORDER BY object.id
        LIMIT 20000"
    );
    let keys = tx.readable_keys();
    Ok(on_tx!(tx, |conn| sqlx::query_as(SQL).bind(csdb_folded).bind(last).bind(keys).fetch_all(conn).await?))
}
