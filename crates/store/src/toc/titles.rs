//! Changes of the operator since the contents were built: own titles, and deleted modules.

use std::collections::HashMap;

use domain::id::SnapshotId;
use domain::version::VersionMetadata;
use sqlx::QueryBuilder;

use super::TocItem;
use crate::StoreError;
use crate::search::{ROWS_PER_STATEMENT, is_reused};
use crate::tx::Tx;

/// The objects of the snapshot `$1`'s manual that were deleted and are not in the snapshot: those in the trash, and those
/// that left the lane after its contents were built. The latter may have been restored since, after the snapshot.
///
/// Most objects that left the lane were replaced by another version. They are found by the time they left, in the index
/// `lane_entry_left`.
macro_rules! removed_objects {
    () => {
        concat!(
            "SELECT o.id
            FROM object o
            WHERE o.deleted_on IS NOT NULL AND o.manual_id = (SELECT manual_id FROM snapshot WHERE id = $1)
            AND NOT EXISTS (
                SELECT 1
                FROM snapshot s
                CROSS JOIN lane_entry e
                WHERE s.id = $1 AND e.object_id = o.id AND ",
            is_in_snapshot!(),
            ")
            UNION
            SELECT gone.object_id
            FROM snapshot s
            CROSS JOIN lane_entry gone
            WHERE s.id = $1 AND gone.manual_id = s.manual_id
            AND gone.working_to > s.contents_id AND gone.working_to <= s.id AND gone.working_to < ",
            never!(),
            "
            AND NOT EXISTS (
                SELECT 1
                FROM lane_entry e
                WHERE e.object_id = gone.object_id AND ",
            is_in_snapshot!(),
            ")"
        )
    };
}

pub(super) use removed_objects;

/// Takes deleted objects from the entries: these lead nowhere, as if the object had not been delivered.
///
/// They are the `removed_objects` among those of the entries. All of them would take the longer the more people have
/// changed since the contents were built.
pub(super) async fn remove(tx: &mut Tx, snapshot: SnapshotId, items: &mut [TocItem]) -> Result<(), StoreError> {
    const SQL: &str = concat!(
        "SELECT o.id
        FROM snapshot s
        CROSS JOIN object o
        WHERE (
            (o.deleted_on IS NOT NULL AND o.manual_id = s.manual_id)
            OR EXISTS (
                SELECT 1
                FROM lane_entry gone
                WHERE gone.manual_id = s.manual_id AND gone.object_id = o.id
                AND gone.working_to > s.contents_id AND gone.working_to <= s.id))
        AND NOT EXISTS (
            SELECT 1
            FROM lane_entry e
            WHERE e.object_id = o.id AND ",
        is_in_snapshot!(),
        ")
        AND s.id = "
    );
    for some in items.chunks_mut(ROWS_PER_STATEMENT) {
        let objects: Vec<i64> = some.iter().filter_map(|item| item.node.object_id).map(|id| id.0).collect();
        if objects.is_empty() {
            continue;
        }
        let removed: Vec<i64> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            query.push_bind(snapshot.0).push(" AND o.id IN (");
            let mut list = query.separated(", ");
            for object in &objects {
                list.push_bind(*object);
            }
            query.push(")").build_query_scalar().persistent(is_reused(objects.len())).fetch_all(conn).await?
        });
        for item in some {
            if item.node.object_id.is_some_and(|id| removed.contains(&id.0)) {
                item.node.object_id = None;
                item.object = None;
            }
        }
    }
    Ok(())
}

/// Gives entries the titles of the operator's own versions in the snapshot.
pub(super) async fn update(tx: &mut Tx, snapshot: SnapshotId, items: &mut [TocItem]) -> Result<(), StoreError> {
    // The order of the joins keeps SQLite from reading all entries of a manual.
    const SQL: &str = concat!(
        "SELECT e.object_id, v.tech_name, v.info_name
        FROM snapshot s
        CROSS JOIN lane_entry e
        CROSS JOIN version v
        WHERE v.id = e.version_id AND v.origin <> 'oem' AND s.contents_id <> s.id AND ",
        is_in_snapshot!(),
        " AND s.id = "
    );
    for some in items.chunks_mut(ROWS_PER_STATEMENT) {
        let objects: Vec<i64> = some.iter().filter_map(|item| item.node.object_id).map(|id| id.0).collect();
        if objects.is_empty() {
            continue;
        }
        let rows: Vec<(i64, String, String)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            query.push_bind(snapshot.0).push(" AND e.object_id IN (");
            let mut list = query.separated(", ");
            for object in &objects {
                list.push_bind(*object);
            }
            query.push(")").build_query_as().persistent(is_reused(objects.len())).fetch_all(conn).await?
        });
        let title =
            |tech_name, info_name| VersionMetadata { tech_name, info_name, ..VersionMetadata::default() }.title();
        let titles: HashMap<i64, String> = rows.into_iter().map(|(id, tech, info)| (id, title(tech, info))).collect();
        for item in some {
            let own = item.node.object_id.and_then(|id| titles.get(&id.0)).filter(|title| !title.is_empty());
            if let Some(title) = own {
                item.node.title.clone_from(title);
            }
        }
    }
    Ok(())
}
