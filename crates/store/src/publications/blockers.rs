//! What speaks against publishing the current state of a manual.

use domain::id::{ManualId, RevisionTodoId, SnapshotId};
use domain::revision::TodoReason;
use domain::version::{FileStatus, Origin};

use crate::StoreError;
use crate::search::{count, signed};
use crate::tx::Tx;

/// An open to-do of a confirmed OEM revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockingTodo {
    pub id: RevisionTodoId,
    pub revision: SnapshotId,
    pub reason: TodoReason,
    pub conflicts: u64,
    /// The path of the module.
    pub path: String,
}

/// A module that is not released.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreleasedModule {
    pub path: String,
    pub status: FileStatus,
}

/// A reference that leads nowhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenReference {
    /// The path of the module with the reference.
    pub path: String,
    pub target: String,
    pub line: u32,
    /// To an illustration.
    pub is_picture: bool,
    /// The manufacturer delivered it so, and nobody changed the module since.
    pub is_delivered: bool,
}

/// Up to `limit` open to-dos of a manual by module, and how many there are.
pub async fn list_open_todos(
    tx: &mut Tx,
    manual: &ManualId,
    limit: u64,
) -> Result<(Vec<BlockingTodo>, u64), StoreError> {
    const COUNT: &str = "
        SELECT COUNT(*)
        FROM revision_todo t
        JOIN snapshot s ON s.id = t.snapshot_id AND s.decision = 'confirmed'
        WHERE t.manual_id = $1 AND t.state = 'open'";
    const LIST: &str = "
        SELECT t.id, t.snapshot_id, t.reason, t.conflicts, c.name, m.name, o.key
        FROM revision_todo t
        JOIN snapshot s ON s.id = t.snapshot_id AND s.decision = 'confirmed'
        JOIN object o ON o.id = t.object_id
        JOIN csdb c ON c.id = o.csdb_id
        LEFT JOIN manual m ON m.id = o.manual_id
        WHERE t.manual_id = $1 AND t.state = 'open'
        ORDER BY o.key_folded, t.snapshot_id
        LIMIT $2";
    type TodoRow = (String, i64, String, i64, String, Option<String>, String);
    let total: i64 = on_tx!(tx, |conn| sqlx::query_scalar(COUNT).bind(&manual.0).fetch_one(conn).await?);
    let rows: Vec<TodoRow> =
        on_tx!(tx, |conn| sqlx::query_as(LIST).bind(&manual.0).bind(signed(limit)).fetch_all(conn).await?);
    let read = |(id, revision, reason, conflicts, csdb, manual, key): TodoRow| {
        let unreadable = StoreError::Unreadable { table: "revision_todo", column: "reason" };
        Ok(BlockingTodo {
            id: RevisionTodoId(id),
            revision: SnapshotId(revision),
            reason: TodoReason::parse(&reason).ok_or(unreadable)?,
            conflicts: count(conflicts),
            path: domain::path::of_object(&csdb, manual.as_deref(), &key),
        })
    };
    let items = rows.into_iter().map(read).collect::<Result<_, StoreError>>()?;
    Ok((items, count(total)))
}

/// Up to `limit` modules and publication modules of a snapshot that are neither released nor deleted, and how many
/// there are.
pub async fn list_unreleased(
    tx: &mut Tx,
    snapshot: SnapshotId,
    limit: u64,
) -> Result<(Vec<UnreleasedModule>, u64), StoreError> {
    macro_rules! unreleased {
        () => {
            concat!(
                " FROM lane_entry e
                JOIN object o ON o.id = e.object_id
                JOIN version v ON v.id = e.version_id
                JOIN csdb c ON c.id = o.csdb_id
                LEFT JOIN manual m ON m.id = o.manual_id
                WHERE v.status <> 'Released' AND NOT e.deleted
                AND o.kind IN ('dm', 'pm', 'act', 'cct', 'pct', 'brex', 'repository', 'container') AND ",
                is_at!("$1")
            )
        };
    }
    const COUNT: &str = concat!("SELECT COUNT(*)", unreleased!());
    const LIST: &str =
        concat!("SELECT c.name, m.name, o.key, v.status", unreleased!(), "ORDER BY o.key_folded LIMIT $2");
    let total: i64 = on_tx!(tx, |conn| sqlx::query_scalar(COUNT).bind(snapshot.0).fetch_one(conn).await?);
    let rows: Vec<(String, Option<String>, String, String)> =
        on_tx!(tx, |conn| sqlx::query_as(LIST).bind(snapshot.0).bind(signed(limit)).fetch_all(conn).await?);
    let read = |(csdb, manual, key, status): (String, Option<String>, String, String)| {
        let unreadable = StoreError::Unreadable { table: "version", column: "status" };
        Ok(UnreleasedModule {
            path: domain::path::of_object(&csdb, manual.as_deref(), &key),
            status: FileStatus::parse(&status).ok_or(unreadable)?,
        })
    };
    let items = rows.into_iter().map(read).collect::<Result<_, StoreError>>()?;
    Ok((items, count(total)))
}

/// The references of a snapshot that lead to nothing in it, nor in the working lanes of the other manuals of its
/// database, by module and line; at most `limit`, to pictures or to everything else.
pub async fn list_broken_references(
    tx: &mut Tx,
    snapshot: SnapshotId,
    to_pictures: bool,
    limit: u64,
) -> Result<Vec<BrokenReference>, StoreError> {
    // A reference to another manual counts as long as somebody can follow it now. The order of the joins keeps SQLite from
    // reading all entries of the database for each reference.
    const SQL: &str = concat!(
        "SELECT c.name, m.name, o.key, r.target, r.line, v.origin
        FROM lane_entry e
        JOIN object o ON o.id = e.object_id
        JOIN version v ON v.id = e.version_id
        JOIN csdb c ON c.id = o.csdb_id
        LEFT JOIN manual m ON m.id = o.manual_id
        JOIN reference r ON r.version_id = e.version_id
        WHERE NOT e.deleted AND NOT r.external
        AND r.kind NOT IN ('external', 'other') AND (r.kind = 'icn') = $2
        AND NOT EXISTS (
            SELECT 1
            FROM object target
            CROSS JOIN manual near
            CROSS JOIN lane_entry held
            WHERE target.csdb_id = o.csdb_id AND target.code_folded = r.target_folded
            AND near.csdb_id = o.csdb_id AND near.deleted_on IS NULL
            AND held.manual_id = near.id AND held.object_id = target.id
            AND CASE
                WHEN near.id = e.manual_id THEN held.working_from <= $1 AND held.working_to > $1
                ELSE held.working_from <= near.working_snapshot_id AND held.working_to > near.working_snapshot_id
            END)
        AND ",
        is_at!("$1"),
        "ORDER BY o.key_folded, r.line, r.position
        LIMIT $3"
    );
    type BrokenRow = (String, Option<String>, String, String, i64, String);
    let rows: Vec<BrokenRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(snapshot.0)
        .bind(to_pictures)
        .bind(signed(limit))
        .fetch_all(conn)
        .await?);
    Ok(rows
        .into_iter()
        .map(|(csdb, manual, key, target, line, origin)| BrokenReference {
            path: domain::path::of_object(&csdb, manual.as_deref(), &key),
            target,
            line: u32::try_from(line).unwrap_or_default(),
            is_picture: to_pictures,
            is_delivered: Origin::parse(&origin) == Some(Origin::Oem),
        })
        .collect())
}
