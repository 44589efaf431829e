//! Workers: they take jobs from the table, one at a time each, and bring them to an end.
//!
//! While a job runs, its worker writes progress and renews the lease every
//! second. A job whose worker died is taken up by another once the lease has run
//! out. At shutdown what runs is put back, so that it goes on at the next start.

mod conclude;
mod rights;

use std::sync::Arc;
use std::time::{Duration, Instant};

use domain::id::JobId;
use domain::job::FailureReason;
use metrics::{counter, gauge, histogram};
use store::DbKind;
use store::jobs::ClaimedJob;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::job_kind::{AnyKind, Completion};
use crate::core::running::Running;
use conclude::conclude;

/// Attempts in all: a job that crashes the program must not do so for ever.
const MAX_ATTEMPTS: i64 = 30;
/// Time that a job has to stop when the program does; then it is aborted.
const STOP_PATIENCE: Duration = Duration::from_secs(20);

/// The workers of this node.
#[derive(Debug)]
pub struct Runner {
    stop: watch::Sender<bool>,
    workers: JoinSet<()>,
}

impl Runner {
    /// Starts the workers; what this node held when it died is taken up at once, and what it left in the work folder is
    /// removed.
    pub async fn start(ctx: &Ctx) -> Result<Self, Error> {
        let prefix = owners(ctx);
        // On PostgreSQL another node may, by mistake, have the same name: there the lease has to run out.
        if ctx.db.kind() == DbKind::Sqlite {
            let mut tx = ctx.db.begin().await?;
            let found = store::jobs::release_all_of(&mut tx, &prefix, ctx.clock.now()).await?;
            tx.commit().await?;
            if found > 0 {
                tracing::info!(jobs = found, "Taking up {found} jobs again");
            }
        }
        crate::publications::sweep_folders(ctx).await;
        let (stop, stopping) = watch::channel(false);
        let mut workers = JoinSet::new();
        for _ in 0..ctx.settings.jobs.workers {
            workers.spawn(work(ctx.clone(), prefix.clone(), stopping.clone()));
        }
        Ok(Self { stop, workers })
    }

    /// Stops taking jobs, puts back what runs and waits for the workers.
    pub async fn stop(mut self) {
        self.stop.send_replace(true);
        while self.workers.join_next().await.is_some() {}
    }
}

/// Prefix of the names of this node's workers.
fn owners(ctx: &Ctx) -> String {
    format!("{}/", ctx.settings.node)
}

/// Prefix for jobs that are run without a worker; not that of workers, whose jobs a restart of the node takes over.
fn by_hand(ctx: &Ctx) -> String {
    format!("by hand on {}", owners(ctx))
}

/// Does every job that can be done now, one after the other; says how many.
pub async fn drain(ctx: &Ctx) -> Result<usize, Error> {
    let (_stop, stopping) = watch::channel(false);
    let mut done = 0;
    let prefix = by_hand(ctx);
    while take_one(ctx, &prefix, &stopping).await? {
        done += 1;
    }
    Ok(done)
}

async fn work(ctx: Ctx, prefix: String, mut stopping: watch::Receiver<bool>) {
    while !*stopping.borrow() {
        match take_one(&ctx, &prefix, &stopping).await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(error) => tracing::warn!(error = %error.chain(), "No job could be taken"),
        }
        tokio::select! {
            () = ctx.jobs.woken.notified() => {}
            () = tokio::time::sleep(ctx.settings.jobs.poll) => {}
            () = told(&mut stopping) => {}
        }
    }
}

/// Comes when the workers shall stop.
async fn told(stopping: &mut watch::Receiver<bool>) {
    // The sender is gone, so no message will come.
    let _ = stopping.wait_for(|stop| *stop).await;
}

async fn take_one(ctx: &Ctx, prefix: &str, stopping: &watch::Receiver<bool>) -> Result<bool, Error> {
    let now = ctx.clock.now();
    // Asked on a reading connection first: idle workers must not stand in the writers' queue.
    if !store::jobs::is_any_claimable(&mut ctx.db.read().await?, now).await? {
        return Ok(false);
    }
    let owner = format!("{prefix}{}", ctx.ids.next());
    let mut tx = ctx.db.begin().await?;
    let Some(job) = store::jobs::claim(&mut tx, &owner, now, now + ctx.settings.jobs.lease).await? else {
        return Ok(false);
    };
    tx.commit().await?;
    ctx.events.nudge();
    execute(ctx, job, &owner, stopping.clone()).await;
    Ok(true)
}

/// Does one job, if it waits for a worker; `false` means that it does not.
pub(crate) async fn do_one(ctx: &Ctx, id: &JobId) -> Result<bool, Error> {
    let (_stop, stopping) = watch::channel(false);
    let (now, owner) = (ctx.clock.now(), format!("{}{}", by_hand(ctx), ctx.ids.next()));
    let mut tx = ctx.db.begin().await?;
    let Some(job) = store::jobs::claim_one(&mut tx, id, &owner, now, now + ctx.settings.jobs.lease).await? else {
        return Ok(false);
    };
    tx.commit().await?;
    ctx.events.nudge();
    execute(ctx, job, &owner, stopping).await;
    Ok(true)
}

async fn execute(ctx: &Ctx, job: ClaimedJob, owner: &str, stopping: watch::Receiver<bool>) {
    let (name, started) = (job.name.clone(), Instant::now());
    let kind = ctx.jobs.kinds.find(&name);
    let running = Running::new(&ctx.db, &ctx.blobs, job, owner, kind.as_ref().map_or(&[], |kind| kind.steps()));
    tracing::info!(job.id = %running.id(), job.name = name, job.attempt = running.attempt(), "Started {name}");
    gauge!("airfolio_jobs_running").increment(1.0);
    let _listed = ctx.jobs.list(&running);
    let result = match &kind {
        Some(kind) => perform(ctx, kind, &running, stopping.clone()).await,
        None => Err(JobError::Fail(vec![FailureReason::new("job.failed.unknown").with("job", &name)])),
    };
    gauge!("airfolio_jobs_running").decrement(1.0);
    let word = conclude(ctx, kind.as_deref(), &running, result, stopping).await;
    counter!("airfolio_jobs_total", "name" => name.clone(), "outcome" => word).increment(1);
    histogram!("airfolio_job_duration_seconds", "name" => name).record(started.elapsed().as_secs_f64());
    ctx.events.nudge();
}

/// Runs the work beside its heartbeat.
async fn perform(
    ctx: &Ctx,
    kind: &Arc<dyn AnyKind>,
    job: &Running,
    mut stopping: watch::Receiver<bool>,
) -> Result<Box<dyn Completion>, JobError> {
    if job.attempt() > MAX_ATTEMPTS {
        return Err(JobError::Fail(vec![FailureReason::new("job.failed.attempts")]));
    }
    job.check()?;
    if let Some(reason) = rights::refusal(ctx, kind.as_ref(), job).await? {
        return Err(JobError::Fail(vec![reason]));
    }
    let mut work = tokio::spawn({
        let (ctx, kind, job) = (ctx.clone(), Arc::clone(kind), job.clone());
        async move { kind.run(&ctx, &job).await }
    });
    let mut beats = tokio::time::interval(ctx.settings.jobs.beat);
    beats.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut held_until = Instant::now() + lease(ctx);
    loop {
        tokio::select! {
            done = &mut work => return done.unwrap_or_else(|error| Err(JobError::Retry(error.into()))),
            _ = beats.tick() => {
                beat(ctx, job, &mut held_until).await;
                ask_rights(ctx, kind.as_ref(), job).await;
            }
            () = told(&mut stopping) => {
                job.stop();
                if let Ok(done) = tokio::time::timeout(STOP_PATIENCE, &mut work).await {
                    return done.unwrap_or_else(|error| Err(JobError::Retry(error.into())));
                }
                work.abort();
                return Err(JobError::Stopped);
            }
        }
    }
}

fn lease(ctx: &Ctx) -> Duration {
    ctx.settings.jobs.lease.to_std().unwrap_or_default()
}

/// Stops a job whose user has lost the right to it.
async fn ask_rights(ctx: &Ctx, kind: &dyn AnyKind, job: &Running) {
    match rights::refusal(ctx, kind, job).await {
        Ok(None) => {}
        Ok(Some(reason)) => job.revoke(reason),
        // Asked again at the next beat, and before the result is written.
        Err(error) => tracing::warn!(job.id = %job.id(), error = %error.chain(), "The rights could not be read"),
    }
}

/// Writes the progress and keeps the lease; a lease that could not be kept in time is lost.
async fn beat(ctx: &Ctx, job: &Running, held_until: &mut Instant) {
    let (now, next) = (ctx.clock.now(), Instant::now() + lease(ctx));
    match report(ctx, job, now + ctx.settings.jobs.lease).await {
        Ok(renewal) if !renewal.held => job.lose(),
        Ok(renewal) => {
            *held_until = next;
            if renewal.cancel_requested {
                job.cancel();
            }
            ctx.events.nudge();
        }
        Err(error) => {
            tracing::warn!(job.id = %job.id(), error = %error.chain(), "The lease could not be renewed");
            if Instant::now() > *held_until {
                job.lose();
            }
        }
    }
}

async fn report(
    ctx: &Ctx,
    job: &Running,
    until: chrono::DateTime<chrono::Utc>,
) -> Result<store::jobs::LeaseRenewal, Error> {
    let mut tx = ctx.db.begin().await?;
    let times = (ctx.clock.now(), until);
    let renewal = store::jobs::report(&mut tx, job.id(), job.owner(), times, &job.steps()).await?;
    tx.commit().await?;
    Ok(renewal)
}
