//! The change log: every committed change, in commit order, each row chained to the previous one by its hash.
//!
//! PostgreSQL hands out sequence numbers in another order than transactions commit. A transaction therefore takes its
//! numbers as its very last step, under one lock that is held until it has committed: the order of numbers is the order
//! of commits, and there are no gaps. SQLite has one writer at a time anyway.
//!
//! The chain detects a row that was altered, removed from the middle or inserted. It cannot detect that the newest rows
//! were removed; store the last hash elsewhere when that matters.

use chrono::{DateTime, Utc};
use domain::change::{ChainReport, Change, LoggedChange};
use domain::page::{Page, PageRequest};
use domain::text::fold;
use serde::Serialize;
use sqlx::QueryBuilder;

use crate::hash::sha256_hex;
use crate::json::{self, Pairs};
use crate::millis::Millis;
use crate::search::{ROWS_PER_STATEMENT, containing, count, page};
use crate::tx::{DriverTx, Tx};
use crate::{Db, StoreError};

/// The key of the advisory lock under which changes are numbered ("airfolio" in ASCII).
const SEAL_LOCK: i64 = 0x6169_7266_6f6c_696f;

/// The previous hash of the first row.
const BEFORE_FIRST: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// Filter for the change log; an empty text matches all.
#[derive(Debug, Clone, Default)]
pub struct ChangeFilter {
    pub actor: String,
    pub action: String,
    pub subject: String,
    /// Inclusive start.
    pub from: Option<DateTime<Utc>>,
    /// Exclusive end.
    pub to: Option<DateTime<Utc>>,
}

#[derive(sqlx::FromRow)]
struct ChangeRow {
    seq: i64,
    changed_on: Millis,
    actor: String,
    action: String,
    subject_kind: String,
    subject: String,
    detail: String,
    hash: String,
}

/// The hashed fields of a row, in hash order: never reorder, never rename.
#[derive(Serialize)]
struct HashedFields<'a> {
    seq: i64,
    changed_on: i64,
    actor: &'a str,
    action: &'a str,
    subject_kind: &'a str,
    subject: &'a str,
    detail: &'a str,
}

impl ChangeRow {
    fn hash_after(&self, previous: &str) -> Result<String, StoreError> {
        let sealed = json::write(&HashedFields {
            seq: self.seq,
            changed_on: self.changed_on.0,
            actor: &self.actor,
            action: &self.action,
            subject_kind: &self.subject_kind,
            subject: &self.subject,
            detail: &self.detail,
        })?;
        Ok(sha256_hex(&[previous.as_bytes(), sealed.as_bytes()]))
    }

    fn into_change(self) -> Result<LoggedChange, StoreError> {
        Ok(LoggedChange {
            seq: self.seq,
            at: self.changed_on.read("change_log", "changed_on")?,
            actor: self.actor,
            action: self.action,
            subject_kind: self.subject_kind,
            subject: self.subject,
            detail: json::read::<Pairs>(&self.detail, "change_log", "detail")?,
            hash: self.hash,
        })
    }
}

/// Numbers and hashes `changes`; the transaction must commit right after.
pub(crate) async fn seal(tx: &mut Tx, changes: &[Change]) -> Result<(), StoreError> {
    const LAST: &str = "
        SELECT seq, hash
        FROM change_log
        ORDER BY seq DESC
        LIMIT 1";
    if let DriverTx::Postgres(conn) = &mut tx.driver {
        sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(SEAL_LOCK).execute(&mut **conn).await?;
    }
    let last: Option<(i64, String)> = on_tx!(tx, |conn| sqlx::query_as(LAST).fetch_optional(conn).await?);
    let (mut seq, mut hash) = last.unwrap_or((0, BEFORE_FIRST.to_owned()));
    let mut rows = Vec::with_capacity(changes.len());
    for change in changes {
        seq += 1;
        let mut row = ChangeRow {
            seq,
            changed_on: change.at.into(),
            actor: change.actor.as_str().to_owned(),
            action: change.action.to_owned(),
            subject_kind: change.subject_kind.to_owned(),
            subject: change.subject.clone(),
            detail: json::write(&change.detail)?,
            hash: String::new(),
        };
        row.hash = row.hash_after(&hash)?;
        hash.clone_from(&row.hash);
        rows.push(row);
    }
    for some in rows.chunks(ROWS_PER_STATEMENT) {
        insert(tx, some).await?;
    }
    Ok(())
}

async fn insert(tx: &mut Tx, rows: &[ChangeRow]) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO change_log (
            seq, changed_on, actor, actor_folded, action, action_folded,
            subject_kind, subject, subject_folded, detail, hash)
        ";
    on_tx!(tx, |conn| QueryBuilder::new(SQL)
        .push_values(rows, |mut values, row| {
            values
                .push_bind(row.seq)
                .push_bind(row.changed_on)
                .push_bind(&row.actor)
                .push_bind(fold(&row.actor))
                .push_bind(&row.action)
                .push_bind(fold(&row.action))
                .push_bind(&row.subject_kind)
                .push_bind(&row.subject)
                .push_bind(fold(&row.subject))
                .push_bind(&row.detail)
                .push_bind(&row.hash);
        })
        .build()
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

macro_rules! filtered {
    ($select:literal, $rest:literal) => {
        concat!(
            "SELECT ",
            $select,
            "
            FROM change_log
            WHERE ($1 = '' OR actor_folded LIKE $1 ESCAPE '!')
            AND ($2 = '' OR action_folded LIKE $2 ESCAPE '!')
            AND ($3 = '' OR subject_folded LIKE $3 ESCAPE '!')
            AND ($4 IS NULL OR changed_on >= $4)
            AND ($5 IS NULL OR changed_on < $5)
            ",
            $rest
        )
    };
}

/// The changes that match `filter`, newest first.
pub async fn list(tx: &mut Tx, filter: &ChangeFilter, request: PageRequest) -> Result<Page<LoggedChange>, StoreError> {
    const COUNT: &str = filtered!("COUNT(*)", "");
    const LIST: &str = filtered!(
        "seq, changed_on, actor, action, subject_kind, subject, detail, hash",
        "ORDER BY seq DESC LIMIT $6 OFFSET $7"
    );
    let (actor, action, subject) = (containing(&filter.actor), containing(&filter.action), containing(&filter.subject));
    let (from, to) = (filter.from.map(Millis::from), filter.to.map(Millis::from));
    let total: i64 = on_tx!(tx, |conn| sqlx::query_scalar(COUNT)
        .bind(&actor)
        .bind(&action)
        .bind(&subject)
        .bind(from)
        .bind(to)
        .fetch_one(conn)
        .await?);
    let rows: Vec<ChangeRow> = on_tx!(tx, |conn| sqlx::query_as(LIST)
        .bind(&actor)
        .bind(&action)
        .bind(&subject)
        .bind(from)
        .bind(to)
        .bind(i64::from(request.size()))
        .bind(request.offset())
        .fetch_all(conn)
        .await?);
    let items = rows.into_iter().map(ChangeRow::into_change).collect::<Result<_, _>>()?;
    Ok(page(items, total, request))
}

/// The changes of the change request with this name in the log since a moment, newest first.
pub async fn list_of_change_request(
    tx: &mut Tx,
    subject: &str,
    since: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<LoggedChange>, StoreError> {
    const SQL: &str = "
        SELECT seq, changed_on, actor, action, subject_kind, subject, detail, hash
        FROM change_log
        WHERE subject_kind = 'change_request' AND subject_folded = $1 AND changed_on >= $2
        ORDER BY seq DESC
        LIMIT $3";
    let rows: Vec<ChangeRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(fold(subject))
        .bind(Millis::from(since))
        .bind(limit)
        .fetch_all(conn)
        .await?);
    rows.into_iter().map(ChangeRow::into_change).collect()
}

/// Whether one of these actions on a subject was recorded since a moment.
pub async fn is_recorded_since(
    tx: &mut Tx,
    actions: [&str; 2],
    subject: &str,
    since: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        SELECT EXISTS (
            SELECT 1
            FROM change_log
            WHERE changed_on >= $1 AND action IN ($2, $3) AND subject_folded = $4)";
    let [one, other] = actions;
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL)
        .bind(Millis::from(since))
        .bind(one)
        .bind(other)
        .bind(fold(subject))
        .fetch_one(conn)
        .await?))
}

/// The number of changes of one kind of record by an actor since a moment.
pub async fn count_since(
    tx: &mut Tx,
    actor: &str,
    subject_kind: &str,
    since: DateTime<Utc>,
) -> Result<u64, StoreError> {
    const SQL: &str = "
        SELECT COUNT(*)
        FROM change_log
        WHERE changed_on > $3 AND actor_folded = $1 AND subject_kind = $2";
    Ok(count(on_tx!(tx, |conn| sqlx::query_scalar(SQL)
        .bind(fold(actor))
        .bind(subject_kind)
        .bind(Millis::from(since))
        .fetch_one(conn)
        .await?)))
}

/// The number of the newest change; 0 when there is none.
pub async fn last_seq(tx: &mut Tx) -> Result<i64, StoreError> {
    const SQL: &str = "SELECT COALESCE(MAX(seq), 0) FROM change_log";
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL).fetch_one(conn).await?))
}

/// The next changes after number `seq`, oldest first; a few hundred at most.
pub async fn list_next(tx: &mut Tx, seq: i64) -> Result<Vec<LoggedChange>, StoreError> {
    list_after(tx, seq).await?.into_iter().map(ChangeRow::into_change).collect()
}

/// Verifies the whole log and returns the first row that does not follow from the previous one.
pub async fn verify(db: &Db) -> Result<ChainReport, StoreError> {
    let mut checked = 0;
    let mut last_seq = 0;
    let mut last_hash = BEFORE_FIRST.to_owned();
    loop {
        // One transaction per batch: a long one would keep SQLite from checkpointing its write-ahead log.
        let rows = list_after(&mut db.read().await?, last_seq).await?;
        if rows.is_empty() {
            return Ok(ChainReport { checked, first_broken: None });
        }
        for row in rows {
            checked += 1;
            if row.seq != last_seq + 1 || row.hash != row.hash_after(&last_hash)? {
                return Ok(ChainReport { checked, first_broken: Some(row.seq) });
            }
            last_seq = row.seq;
            last_hash = row.hash;
        }
    }
}

async fn list_after(tx: &mut Tx, seq: i64) -> Result<Vec<ChangeRow>, StoreError> {
    const SQL: &str = "
        SELECT seq, changed_on, actor, action, subject_kind, subject, detail, hash
        FROM change_log
        WHERE seq > $1
        ORDER BY seq
        LIMIT 500";
    Ok(on_tx!(tx, |conn| sqlx::query_as(SQL).bind(seq).fetch_all(conn).await?))
}
