//! What differs between two snapshots of one manual.

use std::collections::BTreeMap;

use domain::id::{ObjectId, SnapshotId, VersionId};
use domain::object::ObjectKind;

use crate::StoreError;
use crate::tx::Tx;

/// An object that two snapshots do not contain in the same version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedObject {
    pub object_id: ObjectId,
    pub kind: ObjectKind,
    pub key: String,
    pub tech_name: String,
    pub info_name: String,
    pub old: Option<VersionId>,
    pub new: Option<VersionId>,
}

type ChangedRow = (i64, i64, String, String, String, String);

/// The objects that two snapshots of one manual do not contain in the same version, by id. An object that is marked as
/// deleted counts as absent.
pub async fn list_changed(tx: &mut Tx, old: SnapshotId, new: SnapshotId) -> Result<Vec<ChangedObject>, StoreError> {
    let mut found: BTreeMap<i64, ChangedObject> = BTreeMap::new();
    for (one, other, is_new) in [(old, new, false), (new, old, true)] {
        for (object, version, kind, key, tech_name, info_name) in list_only_in(tx, one, other).await? {
            let kind = ObjectKind::parse(&kind).ok_or(StoreError::Unreadable { table: "object", column: "kind" })?;
            let own = found.entry(object).or_insert_with(|| ChangedObject {
                object_id: ObjectId(object),
                kind,
                key,
                tech_name: String::new(),
                info_name: String::new(),
                old: None,
                new: None,
            });
            // The new names win.
            (own.tech_name, own.info_name) = (tech_name, info_name);
            let side = if is_new { &mut own.new } else { &mut own.old };
            *side = Some(VersionId(version));
        }
    }
    // Entries of one version can follow each other, with another mark or in another lane.
    Ok(found.into_values().filter(|object| object.old != object.new).collect())
}

/// The versions in one snapshot that are not in another.
async fn list_only_in(tx: &mut Tx, one: SnapshotId, other: SnapshotId) -> Result<Vec<ChangedRow>, StoreError> {
    const SQL: &str = concat!(
        "SELECT e.object_id, e.version_id, o.kind, o.key, v.tech_name, v.info_name
        FROM lane_entry e
        JOIN object o ON o.id = e.object_id
        JOIN version v ON v.id = e.version_id
        WHERE NOT e.deleted AND ",
        is_at!("$1"),
        " AND NOT (",
        is_at!("$2"),
        ")
        ORDER BY e.object_id"
    );
    Ok(on_tx!(tx, |conn| sqlx::query_as(SQL).bind(one.0).bind(other.0).fetch_all(conn).await?))
}
