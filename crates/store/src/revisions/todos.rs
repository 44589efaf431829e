//! The modules of a confirmed revision that are left to look at.

use domain::id::{ManualId, ObjectId, RevisionTodoId, SnapshotId, UserId, VersionId};
use domain::object::ObjectKind;
use domain::page::{Page, PageRequest};
use domain::revision::{ListedTodo, RevisionTodo, TodoReason, TodoResolution, TodoState, VersionTrio};
use domain::version::VersionMetadata;
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::millis::Millis;
use crate::search::{ROWS_PER_STATEMENT, containing, count, is_reused, page};
use crate::tx::Tx;

const TABLE: &str = "revision_todo";

/// Whose to-dos are listed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum TodoOwner {
    #[default]
    Any,
    Nobody,
    User(UserId),
}

/// Which to-dos of a revision are listed.
#[derive(Debug, Clone, Default)]
pub struct TodoFilter {
    pub state: Option<TodoState>,
    pub reason: Option<TodoReason>,
    pub owner: TodoOwner,
    /// Part of the code or the title of the module.
    pub text: String,
}

/// How many to-dos of a revision there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TodoCounts {
    pub open: u64,
    pub done: u64,
    /// Open ones of one user.
    pub mine: u64,
}

#[derive(sqlx::FromRow)]
struct TodoRow {
    id: String,
    snapshot_id: i64,
    manual_id: String,
    object_id: i64,
    reason: String,
    state: String,
    conflicts: i64,
    base_version_id: Option<i64>,
    theirs_version_id: Option<i64>,
    ours_version_id: Option<i64>,
    result_version_id: Option<i64>,
    resolution: Option<String>,
    owner_id: Option<String>,
    due_on: Option<String>,
    note: String,
    decided_by: Option<String>,
    decided_on: Option<Millis>,
    created_on: Millis,
    version: i64,
    csdb_name: String,
    manual_name: Option<String>,
    kind: String,
    key: String,
    code: String,
    tech_name: Option<String>,
    info_name: Option<String>,
    account: Option<String>,
    display_name: Option<String>,
}

impl TodoRow {
    fn into_listed(self) -> Result<ListedTodo, StoreError> {
        let unreadable = |column| StoreError::Unreadable { table: TABLE, column };
        let resolution =
            self.resolution.map(|word| TodoResolution::parse(&word).ok_or_else(|| unreadable("resolution")));
        let decided_on = self.decided_on.map(|time| time.read(TABLE, "decided_on")).transpose()?;
        let metadata = VersionMetadata {
            tech_name: self.tech_name.unwrap_or_default(),
            info_name: self.info_name.unwrap_or_default(),
            ..VersionMetadata::default()
        };
        let todo = RevisionTodo {
            id: RevisionTodoId(self.id),
            revision: SnapshotId(self.snapshot_id),
            manual_id: ManualId(self.manual_id),
            object_id: ObjectId(self.object_id),
            reason: TodoReason::parse(&self.reason).ok_or_else(|| unreadable("reason"))?,
            state: TodoState::parse(&self.state).ok_or_else(|| unreadable("state"))?,
            conflicts: count(self.conflicts),
            trio: VersionTrio {
                base: self.base_version_id.map(VersionId),
                theirs: self.theirs_version_id.map(VersionId),
                ours: self.ours_version_id.map(VersionId),
            },
            result: self.result_version_id.map(VersionId),
            resolution: resolution.transpose()?,
            owner: self.owner_id.map(UserId),
            due_on: self.due_on,
            note: self.note,
            decided: self.decided_by.zip(decided_on),
            created_on: self.created_on.read(TABLE, "created_on")?,
            version: self.version,
        };
        Ok(ListedTodo {
            todo,
            path: domain::path::of_object(&self.csdb_name, self.manual_name.as_deref(), &self.key),
            code: self.code,
            title: metadata.title(),
            kind: ObjectKind::parse(&self.kind).ok_or_else(|| unreadable("kind"))?,
            owner: self.account.zip(self.display_name),
        })
    }
}

/// Limits to-dos to modules in manuals that the caller may see: copies stand in other manuals than the revision.
macro_rules! push_seen {
    ($query:expr, $keys:expr) => {{
        $query.push(" AND ");
        push_readable!($query, "c.name_folded", "COALESCE(m.name_folded, r.name_folded)", $keys);
    }};
}

/// The title is that of the OEM's version, or of ours where the OEM has none.
const SELECT: &str = "
    SELECT t.id, t.snapshot_id, t.manual_id, t.object_id, t.reason, t.state, t.conflicts, t.base_version_id,
        t.theirs_version_id, t.ours_version_id, t.result_version_id, t.resolution, t.owner_id, t.due_on, t.note,
        t.decided_by, t.decided_on, t.created_on, t.version, c.name AS csdb_name, m.name AS manual_name, o.kind, o.key,
        o.code, v.tech_name, v.info_name, u.account, u.display_name";

const FROM: &str = "
    FROM revision_todo t
    JOIN object o ON o.id = t.object_id
    JOIN csdb c ON c.id = o.csdb_id
    JOIN manual r ON r.id = t.manual_id
    LEFT JOIN manual m ON m.id = o.manual_id
    LEFT JOIN version v ON v.id = COALESCE(t.theirs_version_id, t.ours_version_id)
    LEFT JOIN user_account u ON u.id = t.owner_id
    WHERE t.snapshot_id = ";

/// Finds a to-do of a revision.
pub async fn find_todo(
    tx: &mut Tx,
    revision: SnapshotId,
    id: &RevisionTodoId,
) -> Result<Option<ListedTodo>, StoreError> {
    let keys = tx.readable_keys();
    let row: Option<TodoRow> = on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new(SELECT);
        query.push(FROM).push_bind(revision.0).push(" AND t.id = ").push_bind(&id.0);
        push_seen!(query, keys);
        query.build_query_as().fetch_optional(conn).await?
    });
    row.map(TodoRow::into_listed).transpose()
}

/// How many of these to-dos a revision has, as far as the caller may see them.
pub async fn count_existing(tx: &mut Tx, revision: SnapshotId, ids: &[RevisionTodoId]) -> Result<u64, StoreError> {
    let keys = tx.readable_keys();
    let mut total = 0;
    for some in ids.chunks(ROWS_PER_STATEMENT) {
        let found: i64 = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new("SELECT COUNT(*)");
            query.push(FROM).push_bind(revision.0);
            push_seen!(query, keys);
            query.push(" AND t.id IN (");
            let mut list = query.separated(", ");
            for id in some {
                list.push_bind(&id.0);
            }
            list.push_unseparated(")");
            query.build_query_scalar().persistent(is_reused(some.len())).fetch_one(conn).await?
        });
        total += count(found);
    }
    Ok(total)
}

/// A revision has a to-do about an object.
pub async fn has_todo(tx: &mut Tx, revision: SnapshotId, object: ObjectId) -> Result<bool, StoreError> {
    const SQL: &str = "SELECT EXISTS (SELECT 1 FROM revision_todo WHERE snapshot_id = $1 AND object_id = $2)";
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(revision.0).bind(object.0).fetch_one(conn).await?))
}

/// The delivered object that a customised copy was made from, where a revision has a to-do about the copy.
pub async fn find_copied(tx: &mut Tx, revision: SnapshotId, copy: ObjectId) -> Result<Option<ObjectId>, StoreError> {
    const SQL: &str = "
        SELECT v.object_id
        FROM revision_todo t
        JOIN version v ON v.id = COALESCE(t.theirs_version_id, t.base_version_id)
        WHERE t.snapshot_id = $1 AND t.object_id = $2 AND v.object_id <> $2";
    let id: Option<i64> =
        on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(revision.0).bind(copy.0).fetch_optional(conn).await?);
    Ok(id.map(ObjectId))
}

/// Adds the conditions of a filter to a query.
macro_rules! push_conditions {
    ($query:expr, $filter:expr) => {{
        if let Some(state) = $filter.state {
            $query.push(" AND t.state = ").push_bind(state.as_str());
        }
        if let Some(reason) = $filter.reason {
            $query.push(" AND t.reason = ").push_bind(reason.as_str());
        }
        match &$filter.owner {
            TodoOwner::Any => {}
            TodoOwner::Nobody => {
                $query.push(" AND t.owner_id IS NULL");
            }
            TodoOwner::User(user) => {
                $query.push(" AND t.owner_id = ").push_bind(user.0.clone());
            }
        }
        let text = containing(&$filter.text);
        if !text.is_empty() {
            $query.push(" AND (o.key_folded LIKE ").push_bind(text.clone()).push(" ESCAPE '!'");
            $query.push(" OR v.title_folded LIKE ").push_bind(text).push(" ESCAPE '!')");
        }
    }};
}

/// One page of the to-dos of a revision, open ones first, then by code.
pub async fn list_todos(
    tx: &mut Tx,
    revision: SnapshotId,
    filter: &TodoFilter,
    request: PageRequest,
) -> Result<Page<ListedTodo>, StoreError> {
    let keys = tx.readable_keys();
    let total: i64 = on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new("SELECT COUNT(*)");
        query.push(FROM).push_bind(revision.0);
        push_seen!(query, keys);
        push_conditions!(query, filter);
        query.build_query_scalar().fetch_one(conn).await?
    });
    let rows: Vec<TodoRow> = on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new(SELECT);
        query.push(FROM).push_bind(revision.0);
        push_seen!(query, keys);
        push_conditions!(query, filter);
        query.push(" ORDER BY CASE t.state WHEN 'open' THEN 0 ELSE 1 END, o.key_folded, t.id LIMIT ");
        query.push_bind(i64::from(request.size())).push(" OFFSET ").push_bind(request.offset());
        query.build_query_as().fetch_all(conn).await?
    });
    let items = rows.into_iter().map(TodoRow::into_listed).collect::<Result<_, _>>()?;
    Ok(page(items, total, request))
}

/// Counts the to-dos of a revision that the caller may see; `mine` are those of this user.
pub async fn count_todos(tx: &mut Tx, revision: SnapshotId, user: &UserId) -> Result<TodoCounts, StoreError> {
    const SQL: &str = concat!(
        "SELECT COUNT(CASE WHEN t.state = 'open' THEN 1 END), COUNT(CASE WHEN t.state = 'done' THEN 1 END),
            COUNT(CASE WHEN t.state = 'open' AND t.owner_id = $2 THEN 1 END)
        FROM revision_todo t
        JOIN object o ON o.id = t.object_id
        JOIN csdb c ON c.id = o.csdb_id
        JOIN manual r ON r.id = t.manual_id
        LEFT JOIN manual m ON m.id = o.manual_id
        WHERE t.snapshot_id = $1 AND ",
        is_readable!("c.name_folded", "COALESCE(m.name_folded, r.name_folded)", "$3")
    );
    let keys = tx.readable_keys();
    let (open, done, mine): (i64, i64, i64) =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(revision.0).bind(&user.0).bind(keys).fetch_one(conn).await?);
    Ok(TodoCounts { open: count(open), done: count(done), mine: count(mine) })
}
