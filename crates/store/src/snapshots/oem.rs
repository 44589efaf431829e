//! The changes of an import to the OEM lane.
//!
//! Everything is written at the point of the unpublished snapshot. Readers ask at earlier points and see none of it.
//! Entries that stay are not written.

use domain::id::{ObjectId, SnapshotId, VersionId};
use sqlx::QueryBuilder;

use super::entries::{INTO, of_version};
use crate::StoreError;
use crate::search::{ROWS_PER_STATEMENT, is_reused, signed};
use crate::tx::Tx;

/// The status with which the version `v` was delivered: the operator may have changed it since.
macro_rules! first_status {
    () => {
        "COALESCE(
            (SELECT first.status_before FROM status_event first WHERE first.version_id = v.id AND first.position = 0),
            v.status)"
    };
}

/// Puts versions into an unpublished snapshot, each instead of the earlier version of its object. Idempotent; of two
/// versions of one object the first counts.
pub async fn deliver(tx: &mut Tx, snapshot: SnapshotId, versions: &[VersionId]) -> Result<(), StoreError> {
    const FROM: &str = concat!(
        "SELECT s.manual_id, o.id, v.id, s.id, ",
        never!(),
        ", CASE WHEN m.working_snapshot_id IS NULL THEN s.id ELSE ",
        never!(),
        " END, ",
        never!(),
        of_version!(first_status!()),
        "FROM version v
        JOIN object o ON o.id = v.object_id
        CROSS JOIN snapshot s
        JOIN manual m ON m.id = s.manual_id
        WHERE NOT EXISTS (
            SELECT 1
            FROM lane_entry e
            WHERE e.manual_id = s.manual_id AND e.object_id = o.id AND e.version_id = v.id AND e.oem_from <= s.id
            AND e.oem_to = ",
        never!(),
        ")
        AND s.id = "
    );
    for some in versions.chunks(ROWS_PER_STATEMENT) {
        let objects = list_objects_of(tx, some).await?;
        end_earlier(tx, snapshot, &objects, some).await?;
        on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(INTO);
            query.push(FROM).push_bind(snapshot.0).push(" AND v.id IN (");
            let mut list = query.separated(", ");
            for version in some {
                list.push_bind(version.0);
            }
            list.push_unseparated(") ON CONFLICT DO NOTHING");
            query.build().persistent(is_reused(some.len())).execute(conn).await?.rows_affected()
        });
    }
    Ok(())
}

async fn list_objects_of(tx: &mut Tx, versions: &[VersionId]) -> Result<Vec<ObjectId>, StoreError> {
    let ids: Vec<i64> = on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new("SELECT object_id FROM version WHERE id IN (");
        let mut list = query.separated(", ");
        for version in versions {
            list.push_bind(version.0);
        }
        query.push(")").build_query_scalar().persistent(is_reused(versions.len())).fetch_all(conn).await?
    });
    Ok(ids.into_iter().map(ObjectId).collect())
}

/// Ends the earlier entries of these objects with the unpublished snapshot, except those in one of `versions`.
pub(super) async fn end_earlier(
    tx: &mut Tx,
    snapshot: SnapshotId,
    objects: &[ObjectId],
    versions: &[VersionId],
) -> Result<(), StoreError> {
    for some in objects.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new("UPDATE lane_entry SET oem_to = ");
            query.push_bind(snapshot.0).push(" WHERE manual_id = (SELECT manual_id FROM snapshot WHERE id = ");
            query.push_bind(snapshot.0).push(concat!(") AND oem_to = ", never!(), " AND oem_from < "));
            query.push_bind(snapshot.0).push(" AND object_id IN (");
            let mut list = query.separated(", ");
            for object in some {
                list.push_bind(object.0);
            }
            list.push_unseparated(")");
            if !versions.is_empty() {
                query.push(" AND version_id NOT IN (");
                let mut list = query.separated(", ");
                for version in versions {
                    list.push_bind(version.0);
                }
                list.push_unseparated(")");
            }
            query.build().persistent(is_reused(some.len())).execute(conn).await?.rows_affected()
        });
    }
    Ok(())
}

/// Removes objects from an unpublished snapshot.
pub async fn remove(tx: &mut Tx, snapshot: SnapshotId, objects: &[ObjectId]) -> Result<(), StoreError> {
    end_earlier(tx, snapshot, objects, &[]).await?;
    for some in objects.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new("DELETE FROM lane_entry WHERE manual_id = ");
            query.push("(SELECT manual_id FROM snapshot WHERE id = ").push_bind(snapshot.0);
            query.push(") AND oem_from = ").push_bind(snapshot.0).push(" AND object_id IN (");
            let mut list = query.separated(", ");
            for object in some {
                list.push_bind(object.0);
            }
            list.push_unseparated(")");
            query.build().persistent(is_reused(some.len())).execute(conn).await?.rows_affected()
        });
    }
    Ok(())
}

/// The next `limit` objects after `after` that a complete package in `languages` replaces: those of an earlier revision
/// in one of its languages or without a language. A delivery in one language does not remove another language.
pub async fn list_replaced(
    tx: &mut Tx,
    snapshot: SnapshotId,
    languages: &[String],
    after: ObjectId,
    limit: u64,
) -> Result<Vec<ObjectId>, StoreError> {
    let ids: Vec<i64> = on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new("SELECT object_id FROM lane_entry WHERE manual_id = ");
        query.push("(SELECT manual_id FROM snapshot WHERE id = ").push_bind(snapshot.0);
        query.push(concat!(") AND oem_to = ", never!(), " AND oem_from < ")).push_bind(snapshot.0);
        query.push(" AND object_id > ").push_bind(after.0).push(" AND shelf < 3 AND (language = ''");
        for language in languages {
            query.push(" OR language = ").push_bind(language);
        }
        query.push(") ORDER BY object_id LIMIT ").push_bind(signed(limit));
        query.build_query_scalar().fetch_all(conn).await?
    });
    Ok(ids.into_iter().map(ObjectId).collect())
}

/// The next `limit` media after `after` that a complete package in `languages` replaces: those of an earlier revision
/// that no module in another language shows.
pub async fn list_replaced_media(
    tx: &mut Tx,
    snapshot: SnapshotId,
    languages: &[String],
    after: ObjectId,
    limit: u64,
) -> Result<Vec<ObjectId>, StoreError> {
    // The order of the joins keeps SQLite from reading all entries of the manual for each file.
    const SHOWN: &str = concat!(
        " AND m.shelf = 3
        AND NOT EXISTS (
            SELECT 1
            FROM reference r
            CROSS JOIN lane_entry e
            CROSS JOIN snapshot s
            WHERE r.target_folded = o.code_folded AND r.kind = 'icn' AND e.version_id = r.version_id AND ",
        is_in_snapshot!(),
        "AND e.language <> '' AND s.id = "
    );
    let ids: Vec<i64> = on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new("SELECT m.object_id FROM lane_entry m JOIN object o ON o.id = m.object_id");
        query.push(" WHERE m.manual_id = (SELECT manual_id FROM snapshot WHERE id = ").push_bind(snapshot.0);
        query.push(concat!(") AND m.oem_to = ", never!(), " AND m.oem_from < ")).push_bind(snapshot.0);
        query.push(" AND m.object_id > ").push_bind(after.0).push(SHOWN).push_bind(snapshot.0);
        for language in languages {
            query.push(" AND e.language <> ").push_bind(language);
        }
        query.push(") ORDER BY m.object_id LIMIT ").push_bind(signed(limit));
        query.build_query_scalar().fetch_all(conn).await?
    });
    Ok(ids.into_iter().map(ObjectId).collect())
}

/// The unpublished snapshot `new` only adds languages that `working` does not contain, and leaves everything in
/// `working` unchanged. Delivery lists and notes have no language and are ignored.
pub async fn only_adds_languages(tx: &mut Tx, working: SnapshotId, new: SnapshotId) -> Result<bool, StoreError> {
    // Looks at the changed entries only.
    const TOUCHED: &str = concat!(
        "SELECT EXISTS (
            SELECT 1
            FROM lane_entry old
            LEFT JOIN lane_entry later ON later.manual_id = old.manual_id AND later.object_id = old.object_id
                AND later.oem_from = $1
            WHERE old.oem_to = $1 AND old.oem_to < ",
        never!(),
        "
            AND (old.language <> '' AND later.version_id IS NULL OR later.version_id <> old.version_id))"
    );
    const ADDED: &str = concat!(
        "SELECT DISTINCT added.language IN (SELECT e.language FROM lane_entry e WHERE ",
        is_at!("$1"),
        ")
        FROM lane_entry added
        WHERE added.oem_from = $2 AND added.language <> ''
        AND NOT EXISTS (
            SELECT 1
            FROM lane_entry e
            WHERE e.object_id = added.object_id AND ",
        is_at!("$1"),
        ")"
    );
    if on_tx!(tx, |conn| sqlx::query_scalar(TOUCHED).bind(new.0).fetch_one(conn).await?) {
        return Ok(false);
    }
    let worked_on: Vec<bool> =
        on_tx!(tx, |conn| sqlx::query_scalar(ADDED).bind(working.0).bind(new.0).fetch_all(conn).await?);
    Ok(worked_on == [false])
}

/// Gives the working lane the same entries as an OEM revision. Only for a lane that points to the revision before it.
pub async fn adopt(tx: &mut Tx, snapshot: SnapshotId) -> Result<(), StoreError> {
    const ENDED: &str = concat!(
        "UPDATE lane_entry SET working_to = $1 WHERE oem_to = $1 AND oem_to < ",
        never!(),
        " AND working_from < $1 AND working_to = ",
        never!()
    );
    const BEGUN: &str = "UPDATE lane_entry SET working_from = $1 WHERE oem_from = $1";
    for sql in [ENDED, BEGUN] {
        on_tx!(tx, |conn| sqlx::query(sql).bind(snapshot.0).execute(conn).await?.rows_affected());
    }
    Ok(())
}
