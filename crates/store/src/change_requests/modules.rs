//! The modules of change requests, and the versions that were checked in under them.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use domain::change_request::{ChangeRequest, RequestModule};
use domain::id::{ChangeRequestId, ObjectId, VersionId};
use domain::version::{Issue, VersionMetadata};
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::millis::Millis;
use crate::search::{ROWS_PER_STATEMENT, count, is_reused};
use crate::tx::Tx;

#[derive(sqlx::FromRow)]
struct ModuleRow {
    object_id: i64,
    key: String,
    code: String,
    base_version_id: Option<i64>,
    added_on: Millis,
    newest_id: Option<i64>,
    tech_name: String,
    info_name: String,
    issue_number: String,
    in_work: String,
    issue_date: String,
    issue_type: String,
    holder: Option<String>,
    has_draft: bool,
    is_deleted: bool,
}

impl ModuleRow {
    fn into_module(self, request: &ChangeRequest) -> Result<RequestModule, StoreError> {
        let metadata =
            VersionMetadata { tech_name: self.tech_name, info_name: self.info_name, ..VersionMetadata::default() };
        Ok(RequestModule {
            object: ObjectId(self.object_id),
            path: domain::path::of_object(&request.csdb_name, Some(&request.manual_name), &self.key),
            code: self.code,
            title: metadata.title(),
            base: self.base_version_id.map(VersionId),
            newest: self.newest_id.map(VersionId),
            issue: Issue {
                number: self.issue_number,
                in_work: self.in_work,
                date: self.issue_date,
                kind: self.issue_type,
            },
            holder: self.holder,
            has_draft: self.has_draft,
            is_deleted: self.is_deleted,
            is_away: false,
            added_on: self.added_on.read("change_request_module", "added_on")?,
        })
    }
}

/// The modules of a change request, in the order in which they joined it. Those in the trash stay listed.
pub async fn list_modules(tx: &mut Tx, request: &ChangeRequest) -> Result<Vec<RequestModule>, StoreError> {
    const SQL: &str = "
        SELECT q.object_id, o.key, o.code, q.base_version_id, q.added_on, n.id AS newest_id, t.tech_name, t.info_name,
            t.issue_number, t.in_work, t.issue_date, t.issue_type,
            (SELECT u.account FROM checkout k JOIN user_account u ON u.id = k.user_id
                WHERE k.object_id = o.id) AS holder,
            EXISTS (SELECT 1 FROM draft d WHERE d.object_id = o.id AND d.state = 'open') AS has_draft,
            o.deleted_on IS NOT NULL AS is_deleted
        FROM change_request_module q
        JOIN object o ON o.id = q.object_id AND o.purged_on IS NULL
        LEFT JOIN version n ON n.id = (
            SELECT MAX(w.id) FROM version w WHERE w.change_request = q.change_request_id AND w.object_id = q.object_id)
        JOIN version t ON t.id = COALESCE(n.id, q.base_version_id)
        WHERE q.change_request_id = $1
        ORDER BY q.added_on, o.key_folded";
    let rows: Vec<ModuleRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&request.id.0).fetch_all(conn).await?);
    rows.into_iter().map(|row| row.into_module(request)).collect()
}

pub async fn count_modules(tx: &mut Tx, id: &ChangeRequestId) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM change_request_module WHERE change_request_id = $1";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&id.0).fetch_one(conn).await?)))
}

/// Adds a module to a change request; `false` when it is one already, and keeps its base.
pub async fn insert_module(
    tx: &mut Tx,
    id: &ChangeRequestId,
    object: ObjectId,
    base: Option<VersionId>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        INSERT INTO change_request_module (change_request_id, object_id, base_version_id, added_on)
        VALUES ($1, $2, $3, $4)
        ON CONFLICT DO NOTHING";
    let added = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(object.0)
        .bind(base.map(|base| base.0))
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(added == 1)
}

/// Gives a module of a change request another version from before the work; a module that is new with it keeps none.
pub async fn update_module_base(
    tx: &mut Tx,
    id: &ChangeRequestId,
    object: ObjectId,
    base: VersionId,
) -> Result<(), StoreError> {
    const SQL: &str = "
        UPDATE change_request_module
        SET base_version_id = $3
        WHERE change_request_id = $1 AND object_id = $2 AND base_version_id IS NOT NULL";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(object.0).bind(base.0).execute(conn).await?.rows_affected());
    Ok(())
}

/// The newest version of a module that was checked in under a change request.
pub async fn find_newest(tx: &mut Tx, id: &ChangeRequestId, object: ObjectId) -> Result<Option<VersionId>, StoreError> {
    const SQL: &str = "SELECT MAX(v.id) FROM version v WHERE v.change_request = $1 AND v.object_id = $2";
    let newest: Option<i64> =
        on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&id.0).bind(object.0).fetch_one(conn).await?);
    Ok(newest.map(VersionId))
}

/// Removes a module from a change request; `false` when it is none of its modules.
pub async fn delete_module(tx: &mut Tx, id: &ChangeRequestId, object: ObjectId) -> Result<bool, StoreError> {
    const SQL: &str = "DELETE FROM change_request_module WHERE change_request_id = $1 AND object_id = $2";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(object.0).execute(conn).await?.rows_affected()) == 1)
}

/// The number of another change request that is not closed and has this module.
pub async fn find_open_request(
    tx: &mut Tx,
    object: ObjectId,
    besides: &ChangeRequestId,
) -> Result<Option<u64>, StoreError> {
    const SQL: &str = "
        SELECT r.number
        FROM change_request_module q
        JOIN change_request r ON r.id = q.change_request_id
        WHERE q.object_id = $1 AND r.id <> $2 AND r.status <> 'Closed'
        ORDER BY r.number
        LIMIT 1";
    let number: Option<i64> =
        on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(object.0).bind(&besides.0).fetch_optional(conn).await?);
    Ok(number.map(count))
}

/// The change requests that are not closed and have some of these modules.
pub async fn list_open_of(tx: &mut Tx, objects: &[ObjectId]) -> Result<Vec<ChangeRequestId>, StoreError> {
    const SQL: &str = "
        SELECT DISTINCT m.change_request_id
        FROM change_request_module m
        JOIN change_request r ON r.id = m.change_request_id
        WHERE r.status <> 'Closed' AND m.object_id IN (";
    let mut found = BTreeSet::new();
    for some in objects.chunks(ROWS_PER_STATEMENT) {
        let ids: Vec<String> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            let mut list = query.separated(", ");
            for object in some {
                list.push_bind(object.0);
            }
            list.push_unseparated(")");
            query.build_query_scalar().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        found.extend(ids);
    }
    Ok(found.into_iter().map(ChangeRequestId).collect())
}

/// The number of another change request that is not closed and has a module of this one.
pub async fn find_shared(tx: &mut Tx, id: &ChangeRequestId) -> Result<Option<u64>, StoreError> {
    const SQL: &str = "
        SELECT r.number
        FROM change_request_module own
        JOIN change_request_module q ON q.object_id = own.object_id
        JOIN change_request r ON r.id = q.change_request_id
        WHERE own.change_request_id = $1 AND r.id <> $1 AND r.status <> 'Closed'
        ORDER BY r.number
        LIMIT 1";
    let number: Option<i64> = on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&id.0).fetch_optional(conn).await?);
    Ok(number.map(count))
}

/// The number of a change request that has this module and is being reviewed.
pub async fn find_review(tx: &mut Tx, object: ObjectId) -> Result<Option<u64>, StoreError> {
    const SQL: &str = "
        SELECT r.number
        FROM change_request_module q
        JOIN change_request r ON r.id = q.change_request_id
        WHERE q.object_id = $1 AND r.status = 'Ready for Publish'
        ORDER BY r.number
        LIMIT 1";
    let number: Option<i64> = on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(object.0).fetch_optional(conn).await?);
    Ok(number.map(count))
}

/// Whether a module that joins a change request is new with it: the operator's own, never released, and not part of
/// another change request.
pub async fn is_new(tx: &mut Tx, id: &ChangeRequestId, object: ObjectId) -> Result<bool, StoreError> {
    const SQL: &str = "
        SELECT COUNT(*)
        FROM version v
        WHERE v.object_id = $2
        AND (v.origin = 'oem' OR v.change_request <> $1 OR EXISTS (
            SELECT 1 FROM status_event e WHERE e.version_id = v.id AND e.status = 'Released'))";
    let known: i64 = on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&id.0).bind(object.0).fetch_one(conn).await?);
    Ok(known == 0)
}

/// Names a change request in the versions of a module that name none.
pub async fn name_versions(tx: &mut Tx, id: &ChangeRequestId, object: ObjectId) -> Result<(), StoreError> {
    const SQL: &str = "UPDATE version SET change_request = $1 WHERE object_id = $2 AND change_request IS NULL";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(object.0).execute(conn).await?.rows_affected());
    Ok(())
}

/// The accounts that wrote the changes of a change request: the versions that name it and those they were made from,
/// back to the versions from before the work and to the manufacturer's.
pub async fn list_contributors(tx: &mut Tx, id: &ChangeRequestId) -> Result<Vec<String>, StoreError> {
    const SQL: &str = "
        WITH RECURSIVE earlier (id) AS (
            SELECT q.base_version_id
            FROM change_request_module q
            WHERE q.change_request_id = $1 AND q.base_version_id IS NOT NULL
            UNION
            SELECT p.parent_id
            FROM earlier e
            JOIN version_parent p ON p.version_id = e.id
        ),
        work (id) AS (
            SELECT v.id
            FROM version v
            WHERE v.change_request = $1
            UNION
            SELECT p.parent_id
            FROM work w
            JOIN version v ON v.id = w.id
            JOIN version_parent p ON p.version_id = w.id
            JOIN version o ON o.id = p.parent_id AND o.object_id = v.object_id
            WHERE v.origin <> 'oem' AND p.parent_id NOT IN (SELECT e.id FROM earlier e)
        )
        SELECT DISTINCT v.created_by
        FROM work w
        JOIN version v ON v.id = w.id
        WHERE v.origin <> 'oem'
        ORDER BY v.created_by";
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&id.0).fetch_all(conn).await?))
}

/// The change requests of the versions of an object: id and number.
pub async fn list_of_versions(
    tx: &mut Tx,
    object: ObjectId,
) -> Result<Vec<(VersionId, ChangeRequestId, u64)>, StoreError> {
    const SQL: &str = concat!(
        "SELECT v.id, r.id, r.number
        FROM version v
        JOIN change_request r ON r.id = v.change_request
        JOIN csdb c ON c.id = r.csdb_id AND c.deleted_on IS NULL
        JOIN manual m ON m.id = r.manual_id AND m.deleted_on IS NULL
        WHERE v.object_id = $1 AND ",
        is_readable!("c.name_folded", "m.name_folded", "$2")
    );
    let keys = tx.readable_keys();
    let rows: Vec<(i64, String, i64)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(object.0).bind(keys).fetch_all(conn).await?);
    let read = |(version, id, number)| (VersionId(version), ChangeRequestId(id), count(number));
    Ok(rows.into_iter().map(read).collect())
}
