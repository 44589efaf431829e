//! The job queue: a table that every node takes jobs from. See [`claim`] for how a worker leases a job.

/// The job is about a readable place, or about none and the viewer's own; the parameters are keys and viewer.
macro_rules! is_shown_job {
    ($keys:literal, $viewer:literal) => {
        concat!(
            "(",
            is_readable!("job.csdb_folded", "job.manual_folded", $keys),
            "OR (job.csdb_folded = '' AND ",
            $viewer,
            " IN (job.created_by, job.service_token_id))) "
        )
    };
}

mod lease;
mod list;
mod own;
mod stored;

use chrono::{DateTime, Utc};
use domain::id::{JobId, ServiceTokenId, UserId};
use domain::job::{FailureReason, JobStatus, Outputs, Parameters, TaskKind};
use domain::name::Name;
use domain::subject::{Subject, SubjectKind};
use domain::text::fold;

use crate::StoreError;
use crate::artifacts::Artifact;
use crate::json;
use crate::millis::Millis;
use crate::search::{count as counted, count_own};
use crate::tx::Tx;

pub use lease::{
    ClaimedJob, JobOutcome, LeaseRenewal, ReleaseReason, claim, claim_one, finish, holds, is_any_claimable, release,
    release_all_of, report,
};
pub use list::{JobChange, JobFilter, find, list, list_changed_since};
pub use own::{count_open_of, delete_old_files};
use stored::StoredParameters;

const TABLE: &str = "job";

/// A job to enqueue, in the transaction that causes it.
#[derive(Debug, Clone, PartialEq)]
pub struct NewJob {
    pub id: JobId,
    /// The wire name of its kind.
    pub name: String,
    pub kind: Option<TaskKind>,
    pub parameters: Parameters,
    pub subject: Option<Subject>,
    pub steps: Vec<String>,
    /// Id and account; `None` for jobs of the program itself.
    pub creator: Option<(UserId, String)>,
    /// The service token that acted for the creator.
    pub service_token: Option<ServiceTokenId>,
    pub created_on: DateTime<Utc>,
}

/// A job with its steps and artifacts.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    pub id: JobId,
    pub name: String,
    pub kind: Option<TaskKind>,
    pub folder: String,
    pub subject: Option<Subject>,
    pub parameters: Parameters,
    pub status: JobStatus,
    pub steps: Vec<JobStep>,
    pub outputs: Outputs,
    pub errors: Vec<FailureReason>,
    pub artifacts: Vec<Artifact>,
    pub created_by: Option<UserId>,
    /// The creator's account; empty for jobs of the program itself.
    pub account: String,
    pub notified: bool,
    pub cancel_requested: bool,
    pub attempts: i64,
    pub created_on: DateTime<Utc>,
    pub started_on: Option<DateTime<Utc>>,
    pub ended_on: Option<DateTime<Utc>>,
}

/// One named step of a job.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct JobStep {
    pub name: String,
    /// 0 to 100.
    pub progress: i64,
}

/// Enqueues a job.
pub async fn insert(tx: &mut Tx, job: &NewJob) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO job (
            id, name, kind, folder, subject_kind, subject_id, search_folded, parameters, status, outputs, errors,
            created_by, notified, cancel_requested, attempts, failures, lease_owner, lease_until, created_on, updated_on,
            started_on, ended_on, csdb_folded, manual_folded, service_token_id)
        VALUES (
            $1, $2, $3, $4, $5, $6, $7, $8, 'CREATED', '{}', '[]', $9, FALSE, FALSE, 0, 0, NULL, NULL, $10, $10, NULL,
            NULL, $11, $12, $13)";
    const STEP: &str = "
        INSERT INTO job_step (job_id, position, name, progress)
        VALUES ($1, $2, $3, 0)";
    let parameters = json::write(&StoredParameters::from(&job.parameters))?;
    let folder = job.parameters.folder();
    let account = job.creator.as_ref().map_or("", |(_, account)| account);
    let searched = fold(&format!("{}\n{folder}\n{account}", job.name));
    let (csdb, manual) = find_place(tx, &job.parameters).await?;
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&job.id.0)
        .bind(&job.name)
        .bind(job.kind.map(TaskKind::as_str))
        .bind(&folder)
        .bind(job.subject.as_ref().map(|subject| subject.kind.as_str()))
        .bind(job.subject.as_ref().map(|subject| &subject.id))
        .bind(&searched)
        .bind(&parameters)
        .bind(job.creator.as_ref().map(|(id, _)| &id.0))
        .bind(Millis::from(job.created_on))
        .bind(&csdb)
        .bind(&manual)
        .bind(job.service_token.as_ref().map(|id| &id.0))
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

/// Reads a subject from its two columns; both are empty for a job without one.
fn read_subject(kind: Option<String>, id: Option<String>) -> Result<Option<Subject>, StoreError> {
    let (Some(kind), Some(id)) = (kind, id) else { return Ok(None) };
    let kind = SubjectKind::parse(&kind).ok_or(StoreError::Unreadable { table: TABLE, column: "subject_kind" })?;
    Ok(Some(Subject { kind, id }))
}

/// The folded names of the database and the manual that the parameters name, as far as they exist for the caller.
///
/// A job that names a hidden database is about none, like one that names a database that does not exist: its creator
/// sees both alike.
async fn find_place(tx: &mut Tx, parameters: &Parameters) -> Result<(String, String), StoreError> {
    const SQL: &str = concat!(
        "SELECT c.name_folded, COALESCE(m.name_folded, '')
        FROM csdb c
        LEFT JOIN manual m ON m.csdb_id = c.id AND m.name_folded = $2 AND m.deleted_on IS NULL AND ",
        is_readable!("c.name_folded", "m.name_folded", "$3"),
        "WHERE c.name_folded = $1 AND c.deleted_on IS NULL AND ",
        is_readable!("c.name_folded", "''", "$3")
    );
    let [csdb, manual] = ["csdbName", "manualName"].map(|name| fold(parameters.text(name).unwrap_or_default()));
    if csdb.is_empty() {
        return Ok((csdb, String::new()));
    }
    let keys = tx.readable_keys();
    let place: Option<(String, String)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&csdb).bind(&manual).bind(keys).fetch_optional(conn).await?);
    Ok(place.unwrap_or_default())
}

/// Whether a job is about a database that its creator saw.
pub async fn has_place(tx: &mut Tx, id: &JobId) -> Result<bool, StoreError> {
    const SQL: &str = "SELECT csdb_folded FROM job WHERE id = $1";
    let csdb: Option<String> = on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&id.0).fetch_optional(conn).await?);
    Ok(csdb.is_some_and(|csdb| !csdb.is_empty()))
}

/// The folded names of the database and the manual that a job is about, if it is about a manual.
pub async fn find_manual(tx: &mut Tx, id: &JobId) -> Result<Option<(String, String)>, StoreError> {
    const SQL: &str = "SELECT csdb_folded, manual_folded FROM job WHERE id = $1 AND manual_folded <> ''";
    Ok(on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).fetch_optional(conn).await?))
}

/// Whether a job was ever about a subject.
pub async fn has_subject(tx: &mut Tx, subject: &Subject) -> Result<bool, StoreError> {
    const SQL: &str = "SELECT id FROM job WHERE subject_kind = $1 AND subject_id = $2 LIMIT 1";
    let id: Option<String> = on_tx!(tx, |conn| sqlx::query_scalar(SQL)
        .bind(subject.kind.as_str())
        .bind(&subject.id)
        .fetch_optional(conn)
        .await?);
    Ok(id.is_some())
}

/// Sets the database, and the manual in it, that a job turned out to be about.
pub async fn update_place(tx: &mut Tx, id: &JobId, csdb: &Name, manual: Option<&Name>) -> Result<(), StoreError> {
    const SQL: &str = "UPDATE job SET csdb_folded = $2, manual_folded = $3 WHERE id = $1";
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(csdb.folded())
        .bind(manual.map(Name::folded).unwrap_or_default())
        .execute(conn)
        .await?
        .rows_affected());
    Ok(())
}

/// Requests cancellation at the worker's next step; `false` when the job does not exist or has ended.
pub async fn request_cancel(tx: &mut Tx, id: &JobId, now: DateTime<Utc>) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE job
        SET cancel_requested = TRUE, updated_on = $2,
            lease_until = CASE WHEN lease_owner IS NULL THEN NULL ELSE lease_until END
        WHERE id = $1 AND status IN ('CREATED', 'STARTING', 'RUNNING')";
    let found =
        on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(Millis::from(now)).execute(conn).await?.rows_affected());
    Ok(found == 1)
}

/// Marks the end of the job as seen by its creator; `false` when the user is not its creator.
pub async fn mark_notified(tx: &mut Tx, id: &JobId, user_id: &UserId) -> Result<bool, StoreError> {
    const SQL: &str = "UPDATE job SET notified = TRUE WHERE id = $1 AND created_by = $2";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(&user_id.0).execute(conn).await?.rows_affected()) == 1)
}

/// The number of a user's jobs whose end they have not seen.
pub async fn count_unnotified(tx: &mut Tx, user_id: &UserId) -> Result<u64, StoreError> {
    const SQL: &str =
        concat!("SELECT COUNT(*) FROM job WHERE created_by = $1 AND NOT notified AND ", is_shown_job!("$2", "$1"));
    count_own(tx, SQL, user_id).await
}

/// The folders of unfinished jobs with this name.
pub async fn list_open_folders(tx: &mut Tx, name: &str) -> Result<Vec<String>, StoreError> {
    const SQL: &str = "
        SELECT folder
        FROM job
        WHERE status IN ('CREATED', 'STARTING', 'RUNNING') AND name = $1
        ORDER BY id";
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(name).fetch_all(conn).await?))
}

/// The numbers of waiting and of running jobs.
pub async fn count_open(tx: &mut Tx) -> Result<(u64, u64), StoreError> {
    const SQL: &str = "
        SELECT COUNT(*) - COUNT(lease_owner), COUNT(lease_owner)
        FROM job
        WHERE status IN ('CREATED', 'STARTING', 'RUNNING')";
    let (waiting, running): (i64, i64) = on_tx!(tx, |conn| sqlx::query_as(SQL).fetch_one(conn).await?);
    Ok((counted(waiting), counted(running)))
}
