//! Changes of to-dos.

use chrono::{DateTime, Utc};
use domain::id::{ObjectId, RevisionTodoId, SnapshotId, UserId};
use domain::revision::{RevisionTodo, TodoResolution};
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::millis::Millis;
use crate::search::{ROWS_PER_STATEMENT, is_reused, signed};
use crate::tx::Tx;

/// The values that somebody changes in a to-do.
#[derive(Debug, Clone, Default)]
pub struct TodoEdit {
    pub owner: Option<UserId>,
    pub due_on: Option<String>,
    pub note: String,
}

/// Inserts to-dos, or begins those of an earlier confirmation again: their owner, day and note stay.
pub async fn insert_todos(tx: &mut Tx, todos: &[RevisionTodo]) -> Result<(), StoreError> {
    const INTO: &str = "
        INSERT INTO revision_todo (
            id, snapshot_id, manual_id, object_id, reason, state, conflicts, base_version_id, theirs_version_id,
            ours_version_id, result_version_id, note, created_on, version) ";
    const AGAIN: &str = "
        ON CONFLICT (snapshot_id, object_id) DO UPDATE
        SET reason = excluded.reason, state = excluded.state, conflicts = excluded.conflicts,
            base_version_id = excluded.base_version_id, theirs_version_id = excluded.theirs_version_id,
            ours_version_id = excluded.ours_version_id, result_version_id = excluded.result_version_id,
            resolution = NULL, decided_by = NULL, decided_on = NULL, superseded_by = NULL,
            created_on = excluded.created_on, version = revision_todo.version + 1";
    for some in todos.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| QueryBuilder::new(INTO)
            .push_values(some, |mut values, todo| {
                values
                    .push_bind(&todo.id.0)
                    .push_bind(todo.revision.0)
                    .push_bind(&todo.manual_id.0)
                    .push_bind(todo.object_id.0)
                    .push_bind(todo.reason.as_str())
                    .push_bind(todo.state.as_str())
                    .push_bind(signed(todo.conflicts))
                    .push_bind(todo.trio.base.map(|id| id.0))
                    .push_bind(todo.trio.theirs.map(|id| id.0))
                    .push_bind(todo.trio.ours.map(|id| id.0))
                    .push_bind(todo.result.map(|id| id.0))
                    .push_bind("")
                    .push_bind(Millis::from(todo.created_on))
                    .push_bind(1_i64);
            })
            .push(AGAIN)
            .build()
            .persistent(is_reused(some.len()))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}

/// Changes owner, day and note of a to-do; `false` on a version conflict.
pub async fn update_todo(tx: &mut Tx, id: &RevisionTodoId, version: i64, edit: &TodoEdit) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE revision_todo
        SET owner_id = $3, due_on = $4, note = $5, version = version + 1
        WHERE id = $1 AND version = $2";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(version)
        .bind(edit.owner.as_ref().map(|user| user.0.as_str()))
        .bind(edit.due_on.as_deref())
        .bind(&edit.note)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Writes state, resolution, note and decision of a to-do; `false` on a version conflict.
pub async fn decide_todo(tx: &mut Tx, todo: &RevisionTodo, version: i64) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE revision_todo
        SET state = $3, resolution = $4, note = $5, decided_by = $6, decided_on = $7, version = version + 1
        WHERE id = $1 AND version = $2";
    let (by, on) = todo.decided.as_ref().map(|(by, on)| (by.as_str(), Millis::from(*on))).unzip();
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&todo.id.0)
        .bind(version)
        .bind(todo.state.as_str())
        .bind(todo.resolution.map(TodoResolution::as_str))
        .bind(&todo.note)
        .bind(by)
        .bind(on)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Marks open to-dos of a revision as done: those with these ids, or all. Gives how many there were. The note is for
/// those without one; the history has it for all.
pub async fn mark_done(
    tx: &mut Tx,
    revision: SnapshotId,
    ids: Option<&[RevisionTodoId]>,
    note: &str,
    (by, now): (&str, DateTime<Utc>),
) -> Result<u64, StoreError> {
    const SQL: &str = "
        UPDATE revision_todo
        SET state = 'done', version = version + 1, decided_by = ";
    let all: &[RevisionTodoId] = &[];
    let chunks: Vec<&[RevisionTodoId]> = match ids {
        Some(ids) => ids.chunks(ROWS_PER_STATEMENT).collect(),
        None => vec![all],
    };
    let mut done = 0;
    for some in chunks {
        done += on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            query.push_bind(by).push(", decided_on = ").push_bind(Millis::from(now));
            if !note.is_empty() {
                query.push(", note = CASE WHEN note = '' THEN ").push_bind(note).push(" ELSE note END");
            }
            query.push(" WHERE state = 'open' AND snapshot_id = ").push_bind(revision.0);
            if !some.is_empty() {
                query.push(" AND id IN (");
                let mut list = query.separated(", ");
                for id in some {
                    list.push_bind(&id.0);
                }
                list.push_unseparated(")");
            }
            query.build().persistent(is_reused(some.len())).execute(conn).await?.rows_affected()
        });
    }
    Ok(done)
}

/// Notes that modules are as they were before the confirmation.
pub async fn restore_todos(
    tx: &mut Tx,
    revision: SnapshotId,
    objects: &[ObjectId],
    (by, now): (&str, DateTime<Utc>),
) -> Result<(), StoreError> {
    const SQL: &str = "
        UPDATE revision_todo
        SET state = 'done', resolution = 'restored', version = version + 1, decided_by = ";
    for some in objects.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            query.push_bind(by).push(", decided_on = ").push_bind(Millis::from(now));
            query.push(" WHERE snapshot_id = ").push_bind(revision.0).push(" AND object_id IN (");
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
