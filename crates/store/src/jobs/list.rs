//! Reading jobs: one, a page, and recent changes.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::id::{JobId, ServiceTokenId, UserId};
use domain::job::{JobStatus, TaskKind};
use domain::page::{Page, PageRequest};
use domain::subject::SubjectKind;
use sqlx::{AssertSqlSafe, QueryBuilder};

use super::stored::{StoredParameters, StoredReason};
use super::{Job, JobStep, TABLE, read_subject};
use crate::StoreError;
use crate::artifacts::{self, Artifact};
use crate::json;
use crate::millis::Millis;
use crate::search::{containing, page};
use crate::tx::Tx;

/// Filter for a job list.
#[derive(Debug, Clone, Default)]
pub struct JobFilter {
    /// Part of the name, folder or creator; empty matches all.
    pub text: String,
    pub kind: Option<TaskKind>,
    /// Any of these; empty matches all.
    pub statuses: Vec<JobStatus>,
    pub created_by: Option<UserId>,
    /// Only jobs whose end their creator has not seen.
    pub unnotified: bool,
}

/// A recently changed job, as sent in events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobChange {
    pub id: JobId,
    pub status: JobStatus,
    /// The average of its steps, 0 to 100.
    pub progress: u8,
    pub updated_on: DateTime<Utc>,
    /// Folded names of the database and manual it is about; empty when it is about none.
    pub csdb_folded: String,
    pub manual_folded: String,
    pub created_by: Option<UserId>,
    pub service_token: Option<ServiceTokenId>,
}

#[derive(sqlx::FromRow)]
struct JobRow {
    id: String,
    name: String,
    kind: Option<String>,
    folder: String,
    subject_kind: Option<String>,
    subject_id: Option<String>,
    parameters: String,
    status: String,
    outputs: String,
    errors: String,
    created_by: Option<String>,
    account: Option<String>,
    notified: bool,
    cancel_requested: bool,
    attempts: i64,
    created_on: Millis,
    started_on: Option<Millis>,
    ended_on: Option<Millis>,
}

impl JobRow {
    fn into_job(self, steps: Vec<JobStep>, artifacts: Vec<Artifact>) -> Result<Job, StoreError> {
        let parameters: StoredParameters = json::read(&self.parameters, TABLE, "parameters")?;
        let errors: Vec<StoredReason> = json::read(&self.errors, TABLE, "errors")?;
        Ok(Job {
            id: JobId(self.id),
            name: self.name,
            kind: self.kind.as_deref().and_then(TaskKind::parse),
            folder: self.folder,
            subject: read_subject(self.subject_kind, self.subject_id)?,
            parameters: parameters.into(),
            status: read_status(&self.status)?,
            steps,
            outputs: json::read(&self.outputs, TABLE, "outputs")?,
            errors: errors.into_iter().map(Into::into).collect(),
            artifacts,
            created_by: self.created_by.map(UserId),
            account: self.account.unwrap_or_default(),
            notified: self.notified,
            cancel_requested: self.cancel_requested,
            attempts: self.attempts,
            created_on: self.created_on.read(TABLE, "created_on")?,
            started_on: self.started_on.map(|time| time.read(TABLE, "started_on")).transpose()?,
            ended_on: self.ended_on.map(|time| time.read(TABLE, "ended_on")).transpose()?,
        })
    }
}

#[derive(sqlx::FromRow)]
struct JobChangeRow {
    id: String,
    status: String,
    updated_on: Millis,
    progress: i64,
    steps: i64,
    csdb_folded: String,
    manual_folded: String,
    created_by: Option<String>,
    service_token_id: Option<String>,
}

impl JobChangeRow {
    fn into_change(self) -> Result<JobChange, StoreError> {
        Ok(JobChange {
            id: JobId(self.id),
            status: read_status(&self.status)?,
            progress: u8::try_from(self.progress / self.steps.max(1)).unwrap_or(100),
            updated_on: self.updated_on.read(TABLE, "updated_on")?,
            csdb_folded: self.csdb_folded,
            manual_folded: self.manual_folded,
            created_by: self.created_by.map(UserId),
            service_token: self.service_token_id.map(ServiceTokenId),
        })
    }
}

fn read_status(word: &str) -> Result<JobStatus, StoreError> {
    JobStatus::parse(word).ok_or(StoreError::Unreadable { table: TABLE, column: "status" })
}

macro_rules! columns {
    () => {
        "job.id, job.name, job.kind, job.folder, job.subject_kind, job.subject_id, job.parameters, job.status, job.outputs,
        job.errors, job.created_by, user_account.account, job.notified, job.cancel_requested, job.attempts, job.created_on,
        job.started_on, job.ended_on"
    };
}

/// The job with this id.
pub async fn find(tx: &mut Tx, id: &JobId) -> Result<Option<Job>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        columns!(),
        " FROM job LEFT JOIN user_account ON user_account.id = job.created_by WHERE job.id = $1 AND ",
        is_shown_job!("$2", "$3")
    );
    let (keys, viewer) = (tx.readable_keys(), tx.viewer());
    let row: Option<JobRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).bind(keys).bind(viewer).fetch_optional(conn).await?);
    let Some(row) = row else { return Ok(None) };
    Ok(complete(tx, vec![row]).await?.pop())
}

/// The jobs that match `filter`, newest first.
pub async fn list(tx: &mut Tx, filter: &JobFilter, request: PageRequest) -> Result<Page<Job>, StoreError> {
    const FILTERED: &str = concat!(
        "
        FROM job
        LEFT JOIN user_account ON user_account.id = job.created_by
        WHERE ($1 = '' OR job.search_folded LIKE $1 ESCAPE '!')
        AND ($2 = '' OR job.kind = $2)
        AND ($3 = '' OR job.created_by = $3)
        AND ($4 = '' OR $4 LIKE '%,' || job.status || ',%')
        AND (NOT $5 OR NOT job.notified)
        AND ",
        is_shown_job!("$6", "$7")
    );
    let text = containing(&filter.text);
    let kind = filter.kind.map_or("", TaskKind::as_str);
    let created_by = filter.created_by.as_ref().map_or("", |id| &id.0);
    let statuses = listed(&filter.statuses);

    let (keys, viewer) = (tx.readable_keys(), tx.viewer());
    let sql = format!("SELECT COUNT(*) {FILTERED}");
    let total = on_tx!(tx, |conn| sqlx::query_scalar(AssertSqlSafe(sql))
        .bind(&text)
        .bind(kind)
        .bind(created_by)
        .bind(&statuses)
        .bind(filter.unnotified)
        .bind(keys.clone())
        .bind(&viewer)
        .fetch_one(conn)
        .await?);
    let sql = format!("SELECT {} {FILTERED} ORDER BY job.created_on DESC, job.id DESC LIMIT $8 OFFSET $9", columns!());
    let rows: Vec<JobRow> = on_tx!(tx, |conn| sqlx::query_as(AssertSqlSafe(sql))
        .bind(&text)
        .bind(kind)
        .bind(created_by)
        .bind(&statuses)
        .bind(filter.unnotified)
        .bind(keys)
        .bind(&viewer)
        .bind(i64::from(request.size()))
        .bind(request.offset())
        .fetch_all(conn)
        .await?);
    let items = complete(tx, rows).await?;
    Ok(page(items, total, request))
}

/// Joins statuses as `,CREATED,FAILED,`: a list in one parameter, on both engines.
fn listed(statuses: &[JobStatus]) -> String {
    if statuses.is_empty() {
        return String::new();
    }
    statuses.iter().fold(",".to_owned(), |list, status| format!("{list}{},", status.as_str()))
}

/// Jobs changed at `since` or later, at most `limit`, oldest change first.
pub async fn list_changed_since(tx: &mut Tx, since: DateTime<Utc>, limit: u32) -> Result<Vec<JobChange>, StoreError> {
    // PostgreSQL sums integers to NUMERIC.
    const SQL: &str = "
        SELECT job.id, job.status, job.updated_on, CAST(COALESCE(SUM(job_step.progress), 0) AS BIGINT) AS progress,
            COUNT(job_step.position) AS steps, job.csdb_folded, job.manual_folded, job.created_by,
            job.service_token_id
        FROM job
        LEFT JOIN job_step ON job_step.job_id = job.id
        WHERE job.updated_on >= $1
        GROUP BY job.id, job.status, job.updated_on, job.csdb_folded, job.manual_folded, job.created_by,
            job.service_token_id
        ORDER BY job.updated_on, job.id
        LIMIT $2";
    let rows: Vec<JobChangeRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(Millis::from(since)).bind(i64::from(limit)).fetch_all(conn).await?);
    rows.into_iter().map(JobChangeRow::into_change).collect()
}

/// Loads the steps and artifacts of all rows, with one query each.
async fn complete(tx: &mut Tx, rows: Vec<JobRow>) -> Result<Vec<Job>, StoreError> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    let mut steps = steps_by_job(tx, &ids).await?;
    let mut artifacts = artifacts::list_by_subject(tx, SubjectKind::Job, &ids).await?;
    rows.into_iter()
        .map(|row| {
            let (steps, files) = (steps.remove(&row.id), artifacts.remove(&row.id));
            row.into_job(steps.unwrap_or_default(), files.unwrap_or_default())
        })
        .collect()
}

async fn steps_by_job(tx: &mut Tx, jobs: &[&str]) -> Result<HashMap<String, Vec<JobStep>>, StoreError> {
    let rows: Vec<(String, String, i64)> = on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new("SELECT job_id, name, progress FROM job_step WHERE job_id IN (");
        let mut list = query.separated(", ");
        for id in jobs {
            list.push_bind(*id);
        }
        list.push_unseparated(") ORDER BY job_id, position");
        query.build_query_as().fetch_all(conn).await?
    });
    let mut by_job: HashMap<String, Vec<JobStep>> = HashMap::new();
    for (job, name, progress) in rows {
        by_job.entry(job).or_default().push(JobStep { name, progress });
    }
    Ok(by_job)
}
