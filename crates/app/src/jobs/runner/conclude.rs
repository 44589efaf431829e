//! The end of a job, or its way back into the queue.

use chrono::TimeDelta;
use domain::job::{FailureReason, JobStatus, TaskKind};
use domain::notification::{Notification, NotificationKind};
use domain::subject::Subject;
use domain::user::User;
use store::jobs::{JobOutcome, ReleaseReason};
use tokio::sync::watch;

use super::{rights, told};
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::core::job_error::JobError;
use crate::core::job_kind::{AnyKind, Completion};
use crate::core::running::Running;
use crate::jobs::{CANCELLED, PUBLISHING, default_title};
use crate::users::notifications;

/// Retries after an error of ours.
const MAX_FAILURES: i64 = 5;
/// Delay of the first retry; each further one waits twice as long.
const FIRST_WAIT: TimeDelta = TimeDelta::seconds(5);
/// How long a job waits when the storage is full or away; as often as it takes.
const OUTAGE_WAIT: TimeDelta = TimeDelta::seconds(10);

/// Writes how the job ended, or puts it back; gives the word for the metrics.
pub(super) async fn conclude(
    ctx: &Ctx,
    kind: Option<&dyn AnyKind>,
    job: &Running,
    result: Result<Box<dyn Completion>, JobError>,
    stopping: watch::Receiver<bool>,
) -> &'static str {
    let (id, name) = (job.id(), job.name());
    let result = match result.map_err(|error| settled(job, error)) {
        Ok(completion) => Ok(completion),
        Err(JobError::Fail(errors)) => Err(errors),
        Err(JobError::Cancelled) => Err(vec![FailureReason::new(CANCELLED)]),
        Err(JobError::Lost) => {
            tracing::warn!(job.id = %id, "{name} belongs to another worker now");
            return "lost";
        }
        Err(JobError::Stopped) => {
            tracing::info!(job.id = %id, "{name} goes on at the next start");
            put_back(ctx, job, ReleaseReason::Stopped, TimeDelta::seconds(-1), stopping).await;
            return "stopped";
        }
        // Nothing of it is kept, and people who publish should know at once.
        Err(JobError::Retry(error @ Error::StorageFull(_))) if PUBLISHING.contains(&name) => {
            tracing::warn!(job.id = %id, error = %error.chain(), "{name} has no room");
            Err(vec![default_title(name).because(FailureReason::new("job.failed.storageFull"))])
        }
        Err(JobError::Retry(error)) if error.is_outage() => return wait_out(ctx, job, &error, stopping).await,
        Err(JobError::Retry(error)) => {
            let failures = job.claimed().failures + 1;
            tracing::error!(job.id = %id, job.failures = failures, error = %error.chain(), "{name} met trouble");
            if failures < MAX_FAILURES {
                let doubled = 1 << (failures - 1).clamp(0, 8);
                put_back(ctx, job, ReleaseReason::Failed, FIRST_WAIT * doubled, stopping).await;
                return "retried";
            }
            Err(vec![default_title(name).because(FailureReason::new("job.failed.internal"))])
        }
    };
    let mut ended = end(ctx, kind, job, result).await;
    let refused = match &ended {
        Err(Error::Publication(refusal)) => Some(refusal.failure()),
        _ => None,
    };
    if let Some(reason) = refused {
        // What was published is not fit for it any more. The work would come to the same end again.
        ended = end(ctx, kind, job, Err(vec![reason])).await;
    }
    match ended {
        Ok(Some(status)) => {
            tracing::info!(job.id = %id, job.name = name, "{name} {}", status.as_str());
            if status == JobStatus::Completed { "completed" } else { "failed" }
        }
        Ok(None) => {
            tracing::warn!(job.id = %id, "{name} belongs to another worker now");
            "lost"
        }
        Err(error) if error.is_outage() => wait_out(ctx, job, &error, stopping).await,
        Err(error) => {
            // Not written, not released: it is done again when the lease has run out.
            tracing::error!(job.id = %id, error = %error.chain(), "The end of {name} could not be written");
            "unwritten"
        }
    }
}

/// Takes a refusal before the first step for the end: the same would be refused at each try. Once a step has begun,
/// what is missing may have gone meanwhile, and the next try sees the present state.
fn settled(job: &Running, error: JobError) -> JobError {
    let JobError::Retry(error) = error else { return error };
    if job.has_progress() {
        return JobError::Retry(error);
    }
    let key = match error {
        Error::Forbidden => "job.failed.forbidden",
        Error::NotFound(Missing::Csdb | Missing::Manual) => "job.failed.manualGone",
        Error::NotFound(Missing::Package | Missing::Upload) => "job.failed.packageGone",
        Error::NotFound(Missing::Revision) => "job.failed.revisionGone",
        Error::NotFound(_) | Error::Invalid(_) => "job.failed.refused",
        _ => return JobError::Retry(error),
    };
    tracing::warn!(job.id = %job.id(), error = %error.chain(), "{} is refused", job.name());
    let reason = FailureReason::new(key).with("code", error.code());
    JobError::Fail(vec![default_title(job.name()).because(reason)])
}

/// Writes the end of a job; `None` means that another worker has it now.
async fn end(
    ctx: &Ctx,
    kind: Option<&dyn AnyKind>,
    job: &Running,
    result: Result<Box<dyn Completion>, Vec<FailureReason>>,
) -> Result<Option<JobStatus>, Error> {
    // Before the transaction: the rights are read on a connection of their own.
    let result = match (result, kind) {
        (Ok(completion), Some(kind)) => {
            let refusal = rights::refusal(ctx, kind, job).await?;
            refusal.map_or(Ok(completion), |reason| Err(vec![reason]))
        }
        (result, _) => result,
    };
    let now = ctx.clock.now();
    let mut tx = ctx.db.begin().await?;
    let times = (now, now + ctx.settings.jobs.lease);
    if !store::jobs::report(&mut tx, job.id(), job.owner(), times, &job.steps()).await?.held {
        return Ok(None);
    }
    let status = if result.is_ok() { JobStatus::Completed } else { JobStatus::Failed };
    let (outcome, task) = match result {
        Ok(completion) => {
            for artifact in job.artifacts() {
                store::artifacts::insert(&mut tx, &Subject::from(job.id()), &artifact).await?;
            }
            let outputs = completion.settle(ctx, &mut tx, job).await?;
            let task = TaskKind::of_completed(job.name(), &outputs);
            (JobOutcome::Completed { outputs }, task)
        }
        Err(errors) => {
            if let Some(kind) = kind {
                kind.fail(ctx, &mut tx, job, &errors).await?;
            }
            (JobOutcome::Failed { errors }, None)
        }
    };
    if !store::jobs::finish(&mut tx, job.id(), job.owner(), &outcome, task, now).await? {
        return Ok(None);
    }
    tell_creator(ctx, &mut tx, job, &outcome).await?;
    tx.commit().await?;
    Ok(Some(status))
}

async fn tell_creator(ctx: &Ctx, tx: &mut store::Tx, job: &Running, outcome: &JobOutcome) -> Result<(), Error> {
    let Some(id) = job.created_by() else { return Ok(()) };
    let creator: Vec<User> = store::users::find(tx, id).await?.into_iter().collect();
    let code = match outcome {
        JobOutcome::Completed { .. } => "job.completed",
        // A publication that its own proof refuses has findings too, and no package.
        JobOutcome::Failed { errors } if job.package().is_some() && errors.iter().any(FailureReason::is_finding) => {
            "job.blocked"
        }
        JobOutcome::Failed { .. } => "job.failed",
    };
    let folder = job.parameters().folder();
    let mut params = vec![("job", job.name()), ("folder", folder.as_str())];
    if !store::jobs::has_place(tx, job.id()).await? {
        params.push((Notification::ABOUT_NO_PLACE, "true"));
    }
    notifications::leave(ctx, tx, &creator, NotificationKind::Jobs, code, &params, "/all-tasks/index").await
}

/// Puts the job back until the outage is over; gives the word for the metrics.
async fn wait_out(ctx: &Ctx, job: &Running, error: &Error, stopping: watch::Receiver<bool>) -> &'static str {
    tracing::warn!(job.id = %job.id(), error = %error.chain(), "{} waits for the storage", job.name());
    put_back(ctx, job, ReleaseReason::Outage, OUTAGE_WAIT, stopping).await;
    "waiting"
}

/// Gives the job up so that it is claimed again after `wait`. During an outage this cannot be written either, and is
/// tried until it can.
async fn put_back(ctx: &Ctx, job: &Running, why: ReleaseReason, wait: TimeDelta, mut stopping: watch::Receiver<bool>) {
    loop {
        let Err(error) = release(ctx, job, why, wait).await else { return };
        tracing::error!(job.id = %job.id(), error = %error.chain(), "{} could not be put back", job.name());
        if !error.is_outage() || *stopping.borrow() {
            return;
        }
        tokio::select! {
            () = tokio::time::sleep(ctx.settings.jobs.poll) => {}
            () = told(&mut stopping) => {}
        }
    }
}

async fn release(ctx: &Ctx, job: &Running, why: ReleaseReason, wait: TimeDelta) -> Result<(), Error> {
    let now = ctx.clock.now();
    let mut tx = ctx.db.begin().await?;
    store::jobs::release(&mut tx, job.id(), job.owner(), why, (now, now + wait)).await?;
    Ok(tx.commit().await?)
}
