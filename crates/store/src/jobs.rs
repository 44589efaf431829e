//! Background work: a table that any node takes from. [`claim`] and what follows it say how a worker holds a job.

mod lease;

use chrono::{DateTime, Utc};
use domain::id::{JobId, UserId};
use domain::job::JobStatus;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::StoreError;
use crate::json;
use crate::millis::Millis;
use crate::search::count as counted;
use crate::tx::Tx;

pub use lease::{ClaimedJob, Outcome, Renewal, claim, finish, release, renew, update_step};

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
