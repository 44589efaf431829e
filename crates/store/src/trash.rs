//! The trash: deleted records that can be restored until they are purged.

mod leftovers;
mod sweep;

use chrono::{DateTime, Utc};
use domain::id::{CsdbId, ManualId, ObjectId, SnapshotId};
use domain::name::Name;

use crate::StoreError;
use crate::csdbs::read_name;
use crate::millis::Millis;
use crate::search::signed;
use crate::tx::Tx;

pub use leftovers::list_packages as list_packages_of_purged;
pub use sweep::sweep;

/// An item in the trash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrashItem {
    pub what: TrashTarget,
    pub csdb_name: Name,
    /// Only for a manual and its files.
    pub manual_name: Option<Name>,
    /// Only for files.
    pub file_name: Option<String>,
    /// Its database is in the trash too and must be restored first.
    pub csdb_deleted: bool,
    /// The same for the manual of a file.
    pub manual_deleted: bool,
    pub by: String,
    pub on: DateTime<Utc>,
}

/// The kinds of item that can be in the trash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrashTarget {
    Csdb(CsdbId),
    Manual(ManualId),
    /// A media file.
    Media(ObjectId),
    /// A file of a manual.
    File(ObjectId),
}

/// Prefixes of objects in the trash; their numbers must not clash with the other ids.
const MEDIA: &str = "media-";
const FILE: &str = "file-";

impl TrashTarget {
    /// Its id in the trash, for every kind.
    pub fn id(&self) -> String {
        match self {
            Self::Csdb(id) => id.0.clone(),
            Self::Manual(id) => id.0.clone(),
            Self::Media(id) => format!("{MEDIA}{id}"),
            Self::File(id) => format!("{FILE}{id}"),
        }
    }
}

/// Runs the statement for the item's kind, with its id as first parameter.
macro_rules! about {
    ($tx:expr, $what:expr, $sql:expr, |$query:ident| $rest:expr) => {
        on_tx!($tx, |conn| {
            let $query = match $what {
                TrashTarget::Csdb(id) => sqlx::query($sql).bind(id.0.clone()),
                TrashTarget::Manual(id) => sqlx::query($sql).bind(id.0.clone()),
                TrashTarget::Media(id) | TrashTarget::File(id) => sqlx::query($sql).bind(id.0),
            };
            $rest.execute(conn).await?.rows_affected()
        })
    };
}

#[derive(sqlx::FromRow)]
struct TrashRow {
    id: String,
    object_id: Option<i64>,
    csdb_name: String,
    manual_name: Option<String>,
    file_name: Option<String>,
    csdb_deleted: bool,
    manual_deleted: bool,
    deleted_by: Option<String>,
    deleted_on: Millis,
}

impl TrashRow {
    fn into_deleted(self) -> Result<TrashItem, StoreError> {
        let manual_name = self.manual_name.map(|name| read_name(&name, "manual")).transpose()?;
        Ok(TrashItem {
            what: match self.object_id {
                Some(object) if manual_name.is_some() => TrashTarget::File(ObjectId(object)),
                Some(object) => TrashTarget::Media(ObjectId(object)),
                None if manual_name.is_some() => TrashTarget::Manual(ManualId(self.id)),
                None => TrashTarget::Csdb(CsdbId(self.id)),
            },
            csdb_name: read_name(&self.csdb_name, "csdb")?,
            manual_name,
            file_name: self.file_name,
            csdb_deleted: self.csdb_deleted,
            manual_deleted: self.manual_deleted,
            by: self.deleted_by.unwrap_or_default(),
            on: self.deleted_on.read("csdb", "deleted_on")?,
        })
    }
}

macro_rules! deleted {
    ($rest:literal) => {
        concat!(
            "SELECT id, object_id, csdb_name, manual_name, file_name, csdb_deleted, manual_deleted, deleted_by,
                deleted_on
            FROM (
                SELECT CASE WHEN m.id IS NULL THEN 'media-' ELSE 'file-' END || CAST(o.id AS TEXT) AS id,
                    o.id AS object_id, c.name AS csdb_name, m.name AS manual_name, c.name_folded AS csdb_folded,
                    COALESCE(m.name_folded, '') AS manual_folded, o.key AS file_name,
                    c.deleted_on IS NOT NULL AS csdb_deleted, m.deleted_on IS NOT NULL AS manual_deleted, o.deleted_by,
                    o.deleted_on
                FROM object o
                JOIN csdb c ON c.id = o.csdb_id
                LEFT JOIN manual m ON m.id = o.manual_id
                WHERE o.deleted_on IS NOT NULL AND o.purged_on IS NULL AND c.purged_on IS NULL AND m.purged_on IS NULL
                UNION ALL
                SELECT c.id, NULL AS object_id, c.name AS csdb_name, NULL AS manual_name, c.name_folded AS csdb_folded,
                    '' AS manual_folded, NULL AS file_name, TRUE AS csdb_deleted, FALSE AS manual_deleted, c.deleted_by,
                    c.deleted_on
                FROM csdb c
                WHERE c.deleted_on IS NOT NULL AND c.purged_on IS NULL
                UNION ALL
                SELECT m.id, NULL AS object_id, c.name AS csdb_name, m.name AS manual_name, c.name_folded AS csdb_folded,
                    m.name_folded AS manual_folded, NULL AS file_name, c.deleted_on IS NOT NULL AS csdb_deleted,
                    TRUE AS manual_deleted, m.deleted_by, m.deleted_on
                FROM manual m
                JOIN csdb c ON c.id = m.csdb_id
                WHERE m.deleted_on IS NOT NULL AND m.purged_on IS NULL AND c.purged_on IS NULL) AS trash
            WHERE ",
            is_readable!("csdb_folded", "manual_folded", "$1"),
            $rest
        )
    };
}

/// Up to `limit` items in the trash, newest first.
pub async fn list(tx: &mut Tx, limit: u64) -> Result<Vec<TrashItem>, StoreError> {
    const SQL: &str = deleted!("ORDER BY deleted_on DESC, id DESC LIMIT $2");
    let keys = tx.readable_keys();
    let rows: Vec<TrashRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(keys).bind(signed(limit)).fetch_all(conn).await?);
    rows.into_iter().map(TrashRow::into_deleted).collect()
}

/// Finds an item by its id in the trash, of any kind.
pub async fn find(tx: &mut Tx, id: &str) -> Result<Option<TrashItem>, StoreError> {
    const SQL: &str = deleted!("AND id = $2");
    let keys = tx.readable_keys();
    let row: Option<TrashRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(keys).bind(id).fetch_optional(conn).await?);
    row.map(TrashRow::into_deleted).transpose()
}

/// Moves a record to the trash; `false` when it does not exist or is in the trash already.
pub async fn insert(tx: &mut Tx, what: &TrashTarget, by: &str, now: DateTime<Utc>) -> Result<bool, StoreError> {
    const CSDB: &str = "UPDATE csdb SET deleted_on = $2, deleted_by = $3 WHERE id = $1 AND deleted_on IS NULL";
    const MANUAL: &str = "UPDATE manual SET deleted_on = $2, deleted_by = $3 WHERE id = $1 AND deleted_on IS NULL";
    const OBJECT: &str = "UPDATE object SET deleted_on = $2, deleted_by = $3 WHERE id = $1 AND deleted_on IS NULL";
    let sql = match what {
        TrashTarget::Csdb(_) => CSDB,
        TrashTarget::Manual(_) => MANUAL,
        TrashTarget::Media(_) | TrashTarget::File(_) => OBJECT,
    };
    Ok(about!(tx, what, sql, |query| query.bind(Millis::from(now)).bind(by)) == 1)
}

/// Restores an item; `false` when it is not in the trash.
///
/// A name that was taken meanwhile is [`StoreError::Conflict`].
pub async fn restore(tx: &mut Tx, what: &TrashTarget) -> Result<bool, StoreError> {
    const CSDB: &str = "
        UPDATE csdb
        SET deleted_on = NULL, deleted_by = NULL
        WHERE id = $1 AND deleted_on IS NOT NULL AND purged_on IS NULL";
    const MANUAL: &str = "
        UPDATE manual
        SET deleted_on = NULL, deleted_by = NULL
        WHERE id = $1 AND deleted_on IS NOT NULL AND purged_on IS NULL";
    const OBJECT: &str = "
        UPDATE object
        SET deleted_on = NULL, deleted_by = NULL
        WHERE id = $1 AND deleted_on IS NOT NULL AND purged_on IS NULL";
    let sql = match what {
        TrashTarget::Csdb(_) => CSDB,
        TrashTarget::Manual(_) => MANUAL,
        TrashTarget::Media(_) | TrashTarget::File(_) => OBJECT,
    };
    Ok(about!(tx, what, sql, |query| query) == 1)
}

/// Makes a file visible again, even when it was deleted or purged: it was uploaded again, or people decided to take it
/// again.
pub async fn undelete(tx: &mut Tx, object: ObjectId) -> Result<(), StoreError> {
    const SQL: &str = "UPDATE object SET deleted_on = NULL, deleted_by = NULL, purged_on = NULL WHERE id = $1";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(object.0).execute(conn).await?.rows_affected());
    Ok(())
}

/// The same for all media of a snapshot.
pub async fn undelete_media(tx: &mut Tx, snapshot: SnapshotId) -> Result<(), StoreError> {
    const SQL: &str = "
        UPDATE object
        SET deleted_on = NULL, deleted_by = NULL, purged_on = NULL
        WHERE deleted_on IS NOT NULL
        AND id IN (SELECT object_id FROM snapshot_entry WHERE snapshot_id = $1 AND shelf = 3)";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(snapshot.0).execute(conn).await?.rows_affected());
    Ok(())
}

/// Purges an item for good; `false` when it is not in the trash. [`sweep`] then deletes its rows.
pub async fn purge(tx: &mut Tx, what: &TrashTarget, now: DateTime<Utc>) -> Result<bool, StoreError> {
    const CSDB: &str = "
        UPDATE csdb
        SET purged_on = $2
        WHERE id = $1 AND deleted_on IS NOT NULL AND purged_on IS NULL";
    const MANUAL: &str = "
        UPDATE manual
        SET purged_on = $2
        WHERE id = $1 AND deleted_on IS NOT NULL AND purged_on IS NULL";
    const OBJECT: &str = "
        UPDATE object
        SET purged_on = $2
        WHERE id = $1 AND deleted_on IS NOT NULL AND purged_on IS NULL";
    const MANUALS: &str = "
        UPDATE manual
        SET purged_on = $2, deleted_on = COALESCE(deleted_on, $2)
        WHERE csdb_id = $1 AND purged_on IS NULL";
    let sql = match what {
        TrashTarget::Csdb(_) => CSDB,
        TrashTarget::Manual(_) => MANUAL,
        TrashTarget::Media(_) | TrashTarget::File(_) => OBJECT,
    };
    let now = Millis::from(now);
    let purged = about!(tx, what, sql, |query| query.bind(now));
    if purged == 1 && matches!(what, TrashTarget::Csdb(_)) {
        about!(tx, what, MANUALS, |query| query.bind(now));
    }
    Ok(purged == 1)
}
