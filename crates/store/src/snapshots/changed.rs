//! The differences between two snapshots of one manual.

use std::collections::BTreeMap;

use domain::id::{ObjectId, SnapshotId, VersionId};
use domain::object::ObjectKind;
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::search::{ROWS_PER_STATEMENT, is_reused};
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
type ReferencingRow = (i64, i64, String, String, String, String, i64);
type SinceRow = (i64, i64, String, String, String, String, Option<i64>);

/// The objects that two snapshots of one manual do not contain in the same version, by id. An object that is marked as
/// deleted counts as absent.
pub async fn list_changed(tx: &mut Tx, old: SnapshotId, new: SnapshotId) -> Result<Vec<ChangedObject>, StoreError> {
    let mut found: BTreeMap<i64, ChangedObject> = BTreeMap::new();
    for (one, other, is_new) in [(old, new, false), (new, old, true)] {
        for (object, version, kind, key, tech_name, info_name) in list_only_in(tx, one, other).await? {
            let kind = parse_kind(&kind)?;
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
    // A version may go on in another entry, as when something new references its object.
    Ok(found.into_values().filter(|object| object.old != object.new).collect())
}

fn parse_kind(word: &str) -> Result<ObjectKind, StoreError> {
    ObjectKind::parse(word).ok_or(StoreError::Unreadable { table: "object", column: "kind" })
}

/// The objects of a snapshot that reference any of these objects, by id, each with those that it references; both versions
/// are the one in the snapshot.
pub async fn list_referencing(
    tx: &mut Tx,
    snapshot: SnapshotId,
    targets: &[ObjectId],
) -> Result<Vec<(ChangedObject, Vec<ObjectId>)>, StoreError> {
    // The order of the joins keeps SQLite from reading all entries of the manual for each target.
    const FROM: &str = concat!(
        "SELECT DISTINCT e.object_id, e.version_id, o.kind, o.key, v.tech_name, v.info_name, p.id
        FROM object p
        CROSS JOIN reference r
        CROSS JOIN lane_entry e
        CROSS JOIN snapshot s
        CROSS JOIN object o
        CROSS JOIN version v
        WHERE r.target_folded = p.code_folded AND e.version_id = r.version_id AND o.id = e.object_id
        AND v.id = e.version_id AND NOT e.deleted AND ",
        is_in_snapshot!(),
        " AND s.id = "
    );
    let mut found: BTreeMap<i64, (ChangedObject, Vec<ObjectId>)> = BTreeMap::new();
    for some in targets.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<ReferencingRow> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(FROM);
            query.push_bind(snapshot.0).push(" AND p.id IN (");
            let mut list = query.separated(", ");
            for target in some {
                list.push_bind(target.0);
            }
            list.push_unseparated(")");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        for (object, version, kind, key, tech_name, info_name, target) in rows {
            let (kind, version) = (parse_kind(&kind)?, Some(VersionId(version)));
            let object_id = ObjectId(object);
            let own = ChangedObject { object_id, kind, key, tech_name, info_name, old: version, new: version };
            found.entry(object).or_insert_with(|| (own, Vec::new())).1.push(ObjectId(target));
        }
    }
    Ok(found.into_values().collect())
}

/// The objects of these versions, the old ones, each with the version that a snapshot contains. An object that is marked
/// as deleted counts as absent.
pub async fn list_since(
    tx: &mut Tx,
    versions: &[VersionId],
    snapshot: SnapshotId,
) -> Result<Vec<ChangedObject>, StoreError> {
    const FROM: &str = "
        SELECT v.object_id, v.id, o.kind, o.key, COALESCE(n.tech_name, v.tech_name),
            COALESCE(n.info_name, v.info_name), n.id
        FROM version v
        JOIN object o ON o.id = v.object_id
        JOIN snapshot s ON s.id = ";
    const WHERE: &str = concat!(
        " LEFT JOIN lane_entry e ON e.object_id = v.object_id AND NOT e.deleted AND ",
        is_in_snapshot!(),
        " LEFT JOIN version n ON n.id = e.version_id WHERE v.id IN ("
    );
    let mut found = Vec::new();
    for some in versions.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<SinceRow> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(FROM);
            query.push_bind(snapshot.0).push(WHERE);
            let mut list = query.separated(", ");
            for version in some {
                list.push_bind(version.0);
            }
            list.push_unseparated(")");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        for (object, old, kind, key, tech_name, info_name, new) in rows {
            let (object_id, kind) = (ObjectId(object), parse_kind(&kind)?);
            let (old, new) = (Some(VersionId(old)), new.map(VersionId));
            found.push(ChangedObject { object_id, kind, key, tech_name, info_name, old, new });
        }
    }
    Ok(found)
}

/// The entries in one snapshot that are not in another.
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
