//! Blockers: what must be settled before a manual can be published.

use domain::dispatch::DISPATCH_ITEM;
use domain::id::{ManualId, ObjectId, RevisionTodoId, SnapshotId};
use domain::revision::TodoReason;
use domain::version::FileStatus;

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
    /// The manufacturer delivered it broken: the target is not in the adopted OEM revision either.
    pub is_delivered: bool,
}

/// How many open to-dos a manual has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OpenTodoCounts {
    /// Conflicts included.
    pub all: u64,
    pub conflicts: u64,
}

/// Up to `limit` open to-dos of a manual by module, and how many there are.
pub async fn list_open_todos(
    tx: &mut Tx,
    manual: &ManualId,
    limit: u64,
) -> Result<(Vec<BlockingTodo>, OpenTodoCounts), StoreError> {
    const COUNT: &str = "
        SELECT COUNT(*), COUNT(CASE WHEN t.reason = 'conflict' THEN 1 END)
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
    let (all, in_conflict): (i64, i64) =
        on_tx!(tx, |conn| sqlx::query_as(COUNT).bind(&manual.0).fetch_one(conn).await?);
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
    Ok((items, OpenTodoCounts { all: count(all), conflicts: count(in_conflict) }))
}

/// Up to `limit` modules, publication modules and media of the operator in a snapshot that are neither released nor
/// deleted, and how many there are.
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
                AND (o.kind IN ('dm', 'pm', 'act', 'cct', 'pct', 'brex', 'repository', 'container')
                    OR (o.kind = 'icn' AND v.origin <> 'oem')) AND ",
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

/// The items of a minimum equipment list in a snapshot whose versions an OEM revision of the same manual does not
/// contain; all of them without one. A module of another type counts where somebody overrode the guard for it, or where
/// one with its code is an item. Ordered by id.
pub async fn list_own_items(
    tx: &mut Tx,
    snapshot: SnapshotId,
    oem: Option<SnapshotId>,
) -> Result<Vec<ObjectId>, StoreError> {
    const SQL: &str = concat!(
        "SELECT e.object_id
        FROM lane_entry e
        JOIN object o ON o.id = e.object_id
        WHERE NOT e.deleted AND o.kind = 'dm' AND ",
        is_at!("$1"),
        "AND (
            EXISTS (SELECT 1 FROM dispatch_override given WHERE given.version_id = e.version_id)
            OR EXISTS (
                SELECT 1
                FROM object named
                JOIN version item ON item.object_id = named.id
                WHERE named.csdb_id = o.csdb_id AND named.code_folded = o.code_folded AND item.content_type = $3))
        AND e.version_id NOT IN (
            SELECT e.version_id
            FROM lane_entry e
            WHERE ",
        is_at!("$2"),
        ")
        ORDER BY e.object_id"
    );
    // No snapshot has the id 0.
    let oem = oem.map_or(0, |oem| oem.0);
    let ids: Vec<i64> = on_tx!(tx, |conn| sqlx::query_scalar(SQL)
        .bind(snapshot.0)
        .bind(oem)
        .bind(DISPATCH_ITEM)
        .fetch_all(conn)
        .await?);
    Ok(ids.into_iter().map(ObjectId).collect())
}

/// How many references lead nowhere.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BrokenCounts {
    /// To illustrations, and to everything else.
    pub pictures: u64,
    pub references: u64,
    /// The same for those that the manufacturer delivered broken.
    pub delivered_pictures: u64,
    pub delivered_references: u64,
}

impl BrokenCounts {
    /// Those that became broken here.
    pub fn own(self) -> u64 {
        self.pictures + self.references
    }
}

/// The references of the snapshot `$1` that lead to nothing in it, nor in the working lanes of the other manuals of its
/// database.
///
/// A reference to another manual counts as long as somebody can follow it now. It is delivered broken if its version is
/// the manufacturer's, and its target is not in the last OEM revision that was adopted either: where it is, somebody
/// deleted the target here. The order of the joins keeps SQLite from reading all entries of the database for each
/// reference.
macro_rules! broken {
    () => {
        concat!(
            "SELECT c.name AS csdb_name, m.name AS manual_name, o.key, o.key_folded, r.target, r.line, r.position,
            (r.kind = 'icn') AS is_picture,
            (v.origin = 'oem' AND NOT EXISTS (
                SELECT 1
                FROM object target
                CROSS JOIN manual near
                CROSS JOIN lane_entry held
                WHERE target.csdb_id = o.csdb_id AND target.code_folded = r.target_folded
                AND near.csdb_id = o.csdb_id AND near.deleted_on IS NULL
                AND held.manual_id = near.id AND held.object_id = target.id
                AND EXISTS (
                    SELECT 1
                    FROM snapshot adopted
                    WHERE adopted.id = (
                        SELECT MAX(s.id)
                        FROM snapshot s
                        WHERE s.manual_id = near.id AND s.kind = 'oem' AND s.state = 'ready'
                        AND s.decision = 'confirmed')
                    AND held.oem_from <= adopted.id AND held.oem_to > adopted.id))) AS is_delivered
            FROM lane_entry e
            JOIN object o ON o.id = e.object_id
            JOIN version v ON v.id = e.version_id
            JOIN csdb c ON c.id = o.csdb_id
            LEFT JOIN manual m ON m.id = o.manual_id
            JOIN reference r ON r.version_id = e.version_id
            WHERE NOT e.deleted AND NOT r.external AND r.kind NOT IN ('external', 'other')
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
            is_at!("$1")
        )
    };
}

/// How many references of a snapshot lead nowhere.
pub async fn count_broken_references(tx: &mut Tx, snapshot: SnapshotId) -> Result<BrokenCounts, StoreError> {
    const SQL: &str = concat!(
        "SELECT b.is_picture, b.is_delivered, COUNT(*)
        FROM (",
        broken!(),
        ") b
        GROUP BY b.is_picture, b.is_delivered"
    );
    let rows: Vec<(bool, bool, i64)> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(snapshot.0).fetch_all(conn).await?);
    let mut counts = BrokenCounts::default();
    for (is_picture, is_delivered, number) in rows {
        let place = match (is_picture, is_delivered) {
            (true, false) => &mut counts.pictures,
            (false, false) => &mut counts.references,
            (true, true) => &mut counts.delivered_pictures,
            (false, true) => &mut counts.delivered_references,
        };
        *place = count(number);
    }
    Ok(counts)
}

/// Up to `limit` references of a snapshot that lead nowhere, to pictures or to everything else: those that became broken
/// here come first, then by module and line.
pub async fn list_broken_references(
    tx: &mut Tx,
    snapshot: SnapshotId,
    to_pictures: bool,
    limit: u64,
) -> Result<Vec<BrokenReference>, StoreError> {
    const SQL: &str = concat!(
        "SELECT b.csdb_name, b.manual_name, b.key, b.target, b.line, b.is_delivered
        FROM (",
        broken!(),
        ") b
        WHERE b.is_picture = $2
        ORDER BY b.is_delivered, b.key_folded, b.line, b.position
        LIMIT $3"
    );
    type BrokenRow = (String, Option<String>, String, String, i64, bool);
    let rows: Vec<BrokenRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(snapshot.0)
        .bind(to_pictures)
        .bind(signed(limit))
        .fetch_all(conn)
        .await?);
    Ok(rows
        .into_iter()
        .map(|(csdb, manual, key, target, line, is_delivered)| BrokenReference {
            path: domain::path::of_object(&csdb, manual.as_deref(), &key),
            target,
            line: u32::try_from(line).unwrap_or_default(),
            is_picture: to_pictures,
            is_delivered,
        })
        .collect())
}
