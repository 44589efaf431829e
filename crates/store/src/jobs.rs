//! Background work: a table that any node takes from.
//!
//! A worker claims a job under a lease and renews it while it works. When the
//! lease runs out the worker is taken for dead and the job is claimed again;
//! everything the old worker still tries to write is refused, because it no
//! longer owns the lease. An owner's name must therefore be unique to one claim
//! at a time, not merely to a machine.

use chrono::{DateTime, Utc};
use domain::id::{JobId, UserId};
use domain::job::JobStatus;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::StoreError;
use crate::json;
use crate::millis::Millis;
use crate::search::count as counted;
use crate::tx::{DriverTx, Tx};

const TABLE: &str = "job";

/// A job to be done, enqueued in the transaction that causes it.
#[derive(Debug, Clone, PartialEq)]
pub struct NewJob {
    pub id: JobId,
    /// The wire name of its kind.
    pub name: String,
    pub parameters: Value,
    pub steps: Vec<String>,
    /// Nobody for work the program gives itself.
    pub created_by: Option<UserId>,
    pub created_on: DateTime<Utc>,
}

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

/// One reason why a job failed, in the shape it is stored in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobError {
    pub message: String,
    pub message_key: String,
    pub localized_message: String,
    pub cause: Option<Box<JobError>>,
}

/// A job as people see it.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    pub id: JobId,
    pub name: String,
    pub parameters: Value,
    pub status: JobStatus,
    pub steps: Vec<JobStep>,
    pub outputs: Value,
    pub errors: Vec<JobError>,
    pub created_by: Option<UserId>,
    pub notified: bool,
    pub cancel_requested: bool,
    pub attempts: i64,
    pub created_on: DateTime<Utc>,
    pub started_on: Option<DateTime<Utc>>,
    pub ended_on: Option<DateTime<Utc>>,
}

/// One named part of a job.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct JobStep {
    pub name: String,
    /// 0 to 100.
    pub progress: i64,
}

#[derive(sqlx::FromRow)]
struct JobRow {
    id: String,
    name: String,
    parameters: String,
    status: String,
    outputs: String,
    errors: String,
    created_by: Option<String>,
    notified: bool,
    cancel_requested: bool,
    attempts: i64,
    created_on: Millis,
    started_on: Option<Millis>,
    ended_on: Option<Millis>,
}

/// Enqueues a job.
pub async fn insert(tx: &mut Tx, job: &NewJob) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO job (
            id, name, parameters, status, outputs, errors, created_by, notified, cancel_requested, attempts,
            lease_owner, lease_until, created_on, started_on, ended_on)
        VALUES ($1, $2, $3, 'CREATED', '{}', '[]', $4, FALSE, FALSE, 0, NULL, NULL, $5, NULL, NULL)";
    const STEP: &str = "
        INSERT INTO job_step (job_id, position, name, progress)
        VALUES ($1, $2, $3, 0)";
    let parameters = json::write(&job.parameters)?;
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&job.id.0)
        .bind(&job.name)
        .bind(&parameters)
        .bind(job.created_by.as_ref().map(|id| &id.0))
        .bind(Millis::from(job.created_on))
        .execute(conn)
        .await?
        .rows_affected());
    for (position, step) in (0_i64..).zip(&job.steps) {
        on_tx!(tx, |conn| sqlx::query(STEP)
            .bind(&job.id.0)
            .bind(position)
            .bind(step)
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}

/// The job with this id.
pub async fn find(tx: &mut Tx, id: &JobId) -> Result<Option<Job>, StoreError> {
    const SQL: &str = "
        SELECT id, name, parameters, status, outputs, errors, created_by, notified, cancel_requested, attempts,
            created_on, started_on, ended_on
        FROM job
        WHERE id = $1";
    const STEPS: &str = "
        SELECT name, progress
        FROM job_step
        WHERE job_id = $1
        ORDER BY position";
    let row: Option<JobRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).fetch_optional(conn).await?);
    let Some(row) = row else { return Ok(None) };
    let steps = on_tx!(tx, |conn| sqlx::query_as(STEPS).bind(&id.0).fetch_all(conn).await?);
    let status = JobStatus::parse(&row.status);
    Ok(Some(Job {
        id: JobId(row.id),
        name: row.name,
        parameters: json::read(&row.parameters, TABLE, "parameters")?,
        status: status.ok_or(StoreError::Unreadable { table: TABLE, column: "status" })?,
        steps,
        outputs: json::read(&row.outputs, TABLE, "outputs")?,
        errors: json::read(&row.errors, TABLE, "errors")?,
        created_by: row.created_by.map(UserId),
        notified: row.notified,
        cancel_requested: row.cancel_requested,
        attempts: row.attempts,
        created_on: row.created_on.read(TABLE, "created_on")?,
        started_on: row.started_on.map(|time| time.read(TABLE, "started_on")).transpose()?,
        ended_on: row.ended_on.map(|time| time.read(TABLE, "ended_on")).transpose()?,
    }))
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

/// Asks the worker to stop at its next step; `false` means there is no such job, or it has ended.
pub async fn request_cancel(tx: &mut Tx, id: &JobId) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE job
        SET cancel_requested = TRUE
        WHERE id = $1 AND status IN ('CREATED', 'STARTING', 'RUNNING')";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).execute(conn).await?.rows_affected()) == 1)
}

/// Notes that its creator has seen how the job ended; `false` means it is not theirs.
pub async fn mark_notified(tx: &mut Tx, id: &JobId, user_id: &UserId) -> Result<bool, StoreError> {
    const SQL: &str = "UPDATE job SET notified = TRUE WHERE id = $1 AND created_by = $2";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(&user_id.0).execute(conn).await?.rows_affected()) == 1)
}

/// How many of a user's jobs they have not been told about.
pub async fn count_unnotified(tx: &mut Tx, user_id: &UserId) -> Result<u64, StoreError> {
    const SQL: &str = "SELECT COUNT(*) FROM job WHERE created_by = $1 AND NOT notified";
    Ok(counted(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&user_id.0).fetch_one(conn).await?)))
}
