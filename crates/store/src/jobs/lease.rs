//! Holding a job while working on it.
//!
//! A worker claims a job under a lease and renews it while it works. When the
//! lease runs out the worker is taken for dead and the job is claimed again;
//! everything the old worker still tries to write is refused, because it no
//! longer owns the lease. An owner's name must therefore be unique to one claim
//! at a time, not merely to a machine.

use chrono::{DateTime, Utc};
use domain::id::{JobId, UserId};
use domain::job::JobStatus;
use serde_json::Value;

use super::{JobError, TABLE};
use crate::StoreError;
use crate::json;
use crate::millis::Millis;
use crate::tx::{DriverTx, Tx};

/// A job that this worker, and no other, may do until its lease ends.
#[derive(Debug, Clone, PartialEq)]
pub struct ClaimedJob {
    pub id: JobId,
    pub name: String,
    pub parameters: Value,
    pub created_by: Option<UserId>,
    /// How often it was claimed, this time included.
    pub attempts: i64,
    pub cancel_requested: bool,
}

/// What became of a lease.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Renewal {
    /// `false`: the job belongs to another worker, or has ended; stop at once.
    pub held: bool,
    pub cancel_requested: bool,
}

/// How a job ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    Completed { outputs: Value },
    Failed { errors: Vec<JobError> },
}

#[derive(sqlx::FromRow)]
struct ClaimedRow {
    id: String,
    name: String,
    parameters: String,
    created_by: Option<String>,
    attempts: i64,
    cancel_requested: bool,
}

// `status IN (…)` repeats the condition of the index `job_open` word for word, or SQLite would not use it.
macro_rules! claim_sql {
    ($lock:literal) => {
        concat!(
            "UPDATE job
            SET status = 'STARTING', lease_owner = $1, lease_until = $3, attempts = attempts + 1,
                started_on = COALESCE(started_on, $2)
            WHERE id = (
                SELECT id
                FROM job
                WHERE status IN ('CREATED', 'STARTING', 'RUNNING') AND (lease_until IS NULL OR lease_until < $2)
                ORDER BY id
                LIMIT 1 ",
            $lock,
            ")
            RETURNING id, name, parameters, created_by, attempts, cancel_requested"
        )
    };
}

/// Takes the oldest job that waits, or whose worker let its lease run out, for `owner` until `lease_until`.
pub async fn claim(
    tx: &mut Tx,
    owner: &str,
    now: DateTime<Utc>,
    lease_until: DateTime<Utc>,
) -> Result<Option<ClaimedJob>, StoreError> {
    // SQLite has one writing transaction at a time and knows no row locks.
    const SQL_SQLITE: &str = claim_sql!("");
    const SQL_POSTGRES: &str = claim_sql!("FOR UPDATE SKIP LOCKED");
    const RESTART: &str = "UPDATE job_step SET progress = 0 WHERE job_id = $1";
    let sql = match tx.driver {
        DriverTx::Sqlite(_) => SQL_SQLITE,
        DriverTx::Postgres(_) => SQL_POSTGRES,
    };
    let row: Option<ClaimedRow> = on_tx!(tx, |conn| sqlx::query_as(sql)
        .bind(owner)
        .bind(Millis::from(now))
        .bind(Millis::from(lease_until))
        .fetch_optional(conn)
        .await?);
    let Some(row) = row else { return Ok(None) };
    on_tx!(tx, |conn| sqlx::query(RESTART).bind(&row.id).execute(conn).await?.rows_affected());
    Ok(Some(ClaimedJob {
        id: JobId(row.id),
        name: row.name,
        parameters: json::read(&row.parameters, TABLE, "parameters")?,
        created_by: row.created_by.map(UserId),
        attempts: row.attempts,
        cancel_requested: row.cancel_requested,
    }))
}

/// Keeps the lease until `until`, if it is still this owner's.
pub async fn renew(tx: &mut Tx, id: &JobId, owner: &str, until: DateTime<Utc>) -> Result<Renewal, StoreError> {
    const SQL: &str = "
        UPDATE job
        SET lease_until = $3
        WHERE id = $1 AND lease_owner = $2
        RETURNING cancel_requested";
    let cancel: Option<bool> = on_tx!(tx, |conn| sqlx::query_scalar(SQL)
        .bind(&id.0)
        .bind(owner)
        .bind(Millis::from(until))
        .fetch_optional(conn)
        .await?);
    Ok(Renewal { held: cancel.is_some(), cancel_requested: cancel.unwrap_or(false) })
}

/// Says how far a step has come, 0 to 100; `false` means the lease was lost.
pub async fn update_step(tx: &mut Tx, id: &JobId, owner: &str, step: &str, progress: u8) -> Result<bool, StoreError> {
    const RUNNING: &str = "UPDATE job SET status = 'RUNNING' WHERE id = $1 AND lease_owner = $2";
    const SQL: &str = "UPDATE job_step SET progress = $3 WHERE job_id = $1 AND name = $2";
    let held =
        on_tx!(tx, |conn| sqlx::query(RUNNING).bind(&id.0).bind(owner).execute(conn).await?.rows_affected()) == 1;
    if held {
        on_tx!(tx, |conn| sqlx::query(SQL)
            .bind(&id.0)
            .bind(step)
            .bind(i64::from(progress.min(100)))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(held)
}

/// Ends a job; `false` means the lease was lost and the outcome is another worker's to say.
pub async fn finish(
    tx: &mut Tx,
    id: &JobId,
    owner: &str,
    outcome: &Outcome,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE job
        SET status = $3, outputs = $4, errors = $5, ended_on = $6, lease_owner = NULL, lease_until = NULL
        WHERE id = $1 AND lease_owner = $2";
    let (status, outputs, errors) = match outcome {
        Outcome::Completed { outputs } => (JobStatus::Completed, json::write(outputs)?, "[]".to_owned()),
        Outcome::Failed { errors } => (JobStatus::Failed, "{}".to_owned(), json::write(errors)?),
    };
    let ended = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(owner)
        .bind(status.as_str())
        .bind(&outputs)
        .bind(&errors)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(ended == 1)
}

/// Puts a job back to be tried again after `retry_on`; `false` means the lease was lost.
pub async fn release(tx: &mut Tx, id: &JobId, owner: &str, retry_on: DateTime<Utc>) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE job
        SET status = 'CREATED', lease_owner = NULL, lease_until = $3
        WHERE id = $1 AND lease_owner = $2";
    let released = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(owner)
        .bind(Millis::from(retry_on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(released == 1)
}
