//! Job leases.
//!
//! A worker claims a job under a lease and renews it while it works. When the lease expires the worker is presumed dead
//! and the job can be claimed again; every later write of the old worker is refused, because it no longer owns the
//! lease. The owner name must therefore be unique to one claim at a time, not only to a machine.

use chrono::{DateTime, Utc};
use domain::id::{JobId, ServiceTokenId, UserId};
use domain::job::{FailureReason, JobStatus, Outputs, Parameters, TaskKind};
use domain::subject::Subject;

use super::stored::{StoredParameters, StoredReason};
use super::{TABLE, read_subject};
use crate::StoreError;
use crate::json;
use crate::millis::Millis;
use crate::tx::{DriverTx, Tx};

/// A job leased to this worker alone until the lease expires.
#[derive(Debug, Clone, PartialEq)]
pub struct ClaimedJob {
    pub id: JobId,
    pub name: String,
    pub parameters: Parameters,
    pub subject: Option<Subject>,
    pub created_by: Option<UserId>,
    /// The service token that acted for the creator.
    pub service_token: Option<ServiceTokenId>,
    /// The number of claims, including this one.
    pub attempts: i64,
    /// The number of retries caused by internal errors.
    pub failures: i64,
    pub cancel_requested: bool,
}

/// The result of renewing a lease.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeaseRenewal {
    /// `false`: another worker owns the job, or it has ended; stop at once.
    pub held: bool,
    pub cancel_requested: bool,
}

/// The end of a job.
#[derive(Debug, Clone, PartialEq)]
pub enum JobOutcome {
    Completed { outputs: Outputs },
    Failed { errors: Vec<FailureReason> },
}

#[derive(sqlx::FromRow)]
struct ClaimedRow {
    id: String,
    name: String,
    parameters: String,
    subject_kind: Option<String>,
    subject_id: Option<String>,
    created_by: Option<String>,
    service_token_id: Option<String>,
    attempts: i64,
    failures: i64,
    cancel_requested: bool,
}

// `status IN (…)` repeats the condition of the index `job_open` literally; otherwise SQLite does not use the index.
macro_rules! claim_sql {
    ($lock:literal) => {
        concat!(
            "UPDATE job
            SET status = 'STARTING', lease_owner = $1, lease_until = $3, attempts = attempts + 1,
                started_on = COALESCE(started_on, $2), updated_on = $2
            WHERE id = (
                SELECT id
                FROM job
                WHERE status IN ('CREATED', 'STARTING', 'RUNNING') AND (lease_until IS NULL OR lease_until < $2)
                ORDER BY id
                LIMIT 1 ",
            $lock,
            ")
            RETURNING id, name, parameters, subject_kind, subject_id, created_by, service_token_id, attempts, failures,
                cancel_requested"
        )
    };
}

/// Claims the oldest job that is waiting or has an expired lease, for `owner` until `lease_until`.
pub async fn claim(
    tx: &mut Tx,
    owner: &str,
    now: DateTime<Utc>,
    lease_until: DateTime<Utc>,
) -> Result<Option<ClaimedJob>, StoreError> {
    // SQLite has one write transaction at a time and no row locks.
    const SQL_SQLITE: &str = claim_sql!("");
    const SQL_POSTGRES: &str = claim_sql!("FOR UPDATE SKIP LOCKED");
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
    started(tx, row).await
}

/// Claims this job for `owner` until `lease_until`, if it is waiting or its lease has expired.
pub async fn claim_one(
    tx: &mut Tx,
    id: &JobId,
    owner: &str,
    now: DateTime<Utc>,
    lease_until: DateTime<Utc>,
) -> Result<Option<ClaimedJob>, StoreError> {
    const SQL: &str = "
        UPDATE job
        SET status = 'STARTING', lease_owner = $1, lease_until = $3, attempts = attempts + 1,
            started_on = COALESCE(started_on, $2), updated_on = $2
        WHERE id = $4
        AND status IN ('CREATED', 'STARTING', 'RUNNING') AND (lease_until IS NULL OR lease_until < $2)
        RETURNING id, name, parameters, subject_kind, subject_id, created_by, service_token_id, attempts, failures,
            cancel_requested";
    let row: Option<ClaimedRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(owner)
        .bind(Millis::from(now))
        .bind(Millis::from(lease_until))
        .bind(&id.0)
        .fetch_optional(conn)
        .await?);
    started(tx, row).await
}

/// Resets the progress of a claimed job, because every attempt starts at the first step.
async fn started(tx: &mut Tx, row: Option<ClaimedRow>) -> Result<Option<ClaimedJob>, StoreError> {
    const RESTART: &str = "UPDATE job_step SET progress = 0 WHERE job_id = $1";
    let Some(row) = row else { return Ok(None) };
    on_tx!(tx, |conn| sqlx::query(RESTART).bind(&row.id).execute(conn).await?.rows_affected());
    let parameters: StoredParameters = json::read(&row.parameters, TABLE, "parameters")?;
    Ok(Some(ClaimedJob {
        id: JobId(row.id),
        name: row.name,
        parameters: parameters.into(),
        subject: read_subject(row.subject_kind, row.subject_id)?,
        created_by: row.created_by.map(UserId),
        service_token: row.service_token_id.map(ServiceTokenId),
        attempts: row.attempts,
        failures: row.failures,
        cancel_requested: row.cancel_requested,
    }))
}

/// Checks for a claimable job. Called before claiming, to avoid taking SQLite's only write transaction for nothing.
pub async fn is_any_claimable(tx: &mut Tx, now: DateTime<Utc>) -> Result<bool, StoreError> {
    const SQL: &str = "
        SELECT id
        FROM job
        WHERE status IN ('CREATED', 'STARTING', 'RUNNING') AND (lease_until IS NULL OR lease_until < $1)
        LIMIT 1";
    let found: Option<String> =
        on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(Millis::from(now)).fetch_optional(conn).await?);
    Ok(found.is_some())
}

/// Renews the lease until `until` and stores the progress of the steps, if `owner` still holds the job.
pub async fn report(
    tx: &mut Tx,
    id: &JobId,
    owner: &str,
    (now, until): (DateTime<Utc>, DateTime<Utc>),
    steps: &[(&str, u8)],
) -> Result<LeaseRenewal, StoreError> {
    const SQL: &str = "
        UPDATE job
        SET status = 'RUNNING', lease_until = $3, updated_on = $4
        WHERE id = $1 AND lease_owner = $2
        RETURNING cancel_requested";
    const STEP: &str = "UPDATE job_step SET progress = $3 WHERE job_id = $1 AND name = $2";
    let cancel: Option<bool> = on_tx!(tx, |conn| sqlx::query_scalar(SQL)
        .bind(&id.0)
        .bind(owner)
        .bind(Millis::from(until))
        .bind(Millis::from(now))
        .fetch_optional(conn)
        .await?);
    let Some(cancel_requested) = cancel else { return Ok(LeaseRenewal { held: false, cancel_requested: false }) };
    for (step, progress) in steps {
        on_tx!(tx, |conn| sqlx::query(STEP)
            .bind(&id.0)
            .bind(*step)
            .bind(i64::from((*progress).min(100)))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(LeaseRenewal { held: true, cancel_requested })
}

/// Checks that `owner` holds the job and locks its row until the transaction ends, so that the transaction's writes are
/// valid.
pub async fn holds(tx: &mut Tx, id: &JobId, owner: &str) -> Result<bool, StoreError> {
    const SQL: &str = "UPDATE job SET lease_owner = lease_owner WHERE id = $1 AND lease_owner = $2";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(owner).execute(conn).await?.rows_affected()) == 1)
}

/// Ends a job, as one of `kind` if that differs from what it was enqueued as; `false` when the lease was lost.
pub async fn finish(
    tx: &mut Tx,
    id: &JobId,
    owner: &str,
    outcome: &JobOutcome,
    kind: Option<TaskKind>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE job
        SET status = $3, outputs = $4, errors = $5, ended_on = $6, updated_on = $6, kind = COALESCE($7, kind),
            lease_owner = NULL, lease_until = NULL
        WHERE id = $1 AND lease_owner = $2";
    const DONE: &str = "UPDATE job_step SET progress = 100 WHERE job_id = $1";
    let (status, outputs, errors) = match outcome {
        JobOutcome::Completed { outputs } => (JobStatus::Completed, json::write(outputs)?, "[]".to_owned()),
        JobOutcome::Failed { errors } => {
            let stored: Vec<StoredReason> = errors.iter().map(StoredReason::from).collect();
            (JobStatus::Failed, "{}".to_owned(), json::write(&stored)?)
        }
    };
    let ended = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(owner)
        .bind(status.as_str())
        .bind(&outputs)
        .bind(&errors)
        .bind(Millis::from(now))
        .bind(kind.map(TaskKind::as_str))
        .execute(conn)
        .await?
        .rows_affected())
        == 1;
    if ended && status == JobStatus::Completed {
        on_tx!(tx, |conn| sqlx::query(DONE).bind(&id.0).execute(conn).await?.rows_affected());
    }
    Ok(ended)
}

/// The reason a job is put back into the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReleaseReason {
    /// An internal error: retry later and count the failure.
    Failed,
    /// The worker is stopping: neither the claim nor a failure is counted.
    Stopped,
    /// Neither the job nor we are to blame: try again later, without counting it.
    Outage,
}

/// Puts a job back, to be claimed again after `retry_on`; `false` when the lease was lost.
pub async fn release(
    tx: &mut Tx,
    id: &JobId,
    owner: &str,
    why: ReleaseReason,
    (now, retry_on): (DateTime<Utc>, DateTime<Utc>),
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE job
        SET status = 'CREATED', lease_owner = NULL, lease_until = $3, failures = failures + $4,
            attempts = attempts - $5, updated_on = $6
        WHERE id = $1 AND lease_owner = $2";
    let (failures, attempts) = match why {
        ReleaseReason::Failed => (1_i64, 0_i64),
        ReleaseReason::Stopped | ReleaseReason::Outage => (0, 1),
    };
    let released = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(owner)
        .bind(Millis::from(retry_on))
        .bind(failures)
        .bind(attempts)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(released == 1)
}

/// Puts back all jobs of workers whose names begin with `prefix`, because they are known to be dead. Returns the number
/// of jobs.
pub async fn release_all_of(tx: &mut Tx, prefix: &str, now: DateTime<Utc>) -> Result<u64, StoreError> {
    const SQL: &str = "
        UPDATE job
        SET status = 'CREATED', lease_owner = NULL, lease_until = NULL, updated_on = $2
        WHERE status IN ('CREATED', 'STARTING', 'RUNNING') AND substr(lease_owner, 1, CAST($3 AS INTEGER)) = $1";
    let length = i64::try_from(prefix.chars().count()).unwrap_or(i64::MAX);
    Ok(on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(prefix)
        .bind(Millis::from(now))
        .bind(length)
        .execute(conn)
        .await?
        .rows_affected()))
}
