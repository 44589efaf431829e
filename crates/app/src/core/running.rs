//! A job as its own work sees it.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bytes::Bytes;
use domain::id::{JobId, PackageId, ServiceTokenId, UserId};
use domain::job::{FailureReason, Parameters};
use store::artifacts::Artifact;
use store::blobs::Blobs;
use store::jobs::ClaimedJob;
use store::{Db, Tx};
use tokio::sync::Notify;

use crate::core::job_error::JobError;

/// A job under way; cheap to clone, and usable from any thread.
///
/// All writes of the job go through [`Running::begin`]: a worker
/// that was taken for dead, and is not, writes nothing any more.
#[derive(Clone)]
pub struct Running(Arc<JobHandle>);

struct JobHandle {
    db: Db,
    blobs: Blobs,
    job: ClaimedJob,
    owner: String,
    steps: Vec<(&'static str, AtomicU8)>,
    cancelled: AtomicBool,
    revoked: OnceLock<FailureReason>,
    lost: AtomicBool,
    stopped: AtomicBool,
    flagged: Notify,
    artifacts: Mutex<Vec<Artifact>>,
}

impl std::fmt::Debug for Running {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Running").field("job", &self.0.job).field("owner", &self.0.owner).finish_non_exhaustive()
    }
}

impl Running {
    pub(crate) fn new(db: &Db, blobs: &Blobs, job: ClaimedJob, owner: &str, steps: &'static [&'static str]) -> Self {
        Self(Arc::new(JobHandle {
            db: db.clone(),
            blobs: blobs.clone(),
            cancelled: AtomicBool::new(job.cancel_requested),
            job,
            owner: owner.to_owned(),
            steps: steps.iter().map(|step| (*step, AtomicU8::new(0))).collect(),
            revoked: OnceLock::new(),
            lost: AtomicBool::new(false),
            stopped: AtomicBool::new(false),
            flagged: Notify::new(),
            artifacts: Mutex::default(),
        }))
    }

    pub fn id(&self) -> &JobId {
        &self.0.job.id
    }

    pub fn name(&self) -> &str {
        &self.0.job.name
    }

    pub fn parameters(&self) -> &Parameters {
        &self.0.job.parameters
    }

    /// The package it is about, if its subject is one.
    pub fn package(&self) -> Option<PackageId> {
        self.0.job.subject.as_ref()?.package()
    }

    pub fn created_by(&self) -> Option<&UserId> {
        self.0.job.created_by.as_ref()
    }

    /// The service token that asked for it in the name of its creator.
    pub(crate) fn service_token(&self) -> Option<&ServiceTokenId> {
        self.0.job.service_token.as_ref()
    }

    /// Number of attempts, this one included.
    pub fn attempt(&self) -> i64 {
        self.0.job.attempts
    }

    pub(crate) fn claimed(&self) -> &ClaimedJob {
        &self.0.job
    }

    pub(crate) fn owner(&self) -> &str {
        &self.0.owner
    }

    /// Says how far a step has come, 0 to 100. Costs next to nothing: the worker writes it down once a second.
    pub fn progress(&self, step: &str, percent: u8) -> Result<(), JobError> {
        if let Some((_, progress)) = self.0.steps.iter().find(|(name, _)| *name == step) {
            progress.store(percent.min(100), Ordering::Relaxed);
        }
        self.check()
    }

    /// The same for `done` of `total` parts.
    pub fn progress_of(&self, step: &str, done: u64, total: u64) -> Result<(), JobError> {
        let percent = done.saturating_mul(100).checked_div(total).unwrap_or(100);
        self.progress(step, u8::try_from(percent).unwrap_or(100))
    }

    /// Whether to go on; to be asked often.
    pub fn check(&self) -> Result<(), JobError> {
        if self.0.lost.load(Ordering::Relaxed) {
            return Err(JobError::Lost);
        }
        if let Some(reason) = self.0.revoked.get() {
            return Err(JobError::Fail(vec![reason.clone()]));
        }
        if self.0.cancelled.load(Ordering::Relaxed) {
            return Err(JobError::Cancelled);
        }
        if self.0.stopped.load(Ordering::Relaxed) {
            return Err(JobError::Stopped);
        }
        Ok(())
    }

    /// Comes when the job shall not go on; for waiting beside something that takes long.
    pub async fn interrupted(&self) -> JobError {
        loop {
            let flagged = self.0.flagged.notified();
            tokio::pin!(flagged);
            flagged.as_mut().enable();
            if let Err(why) = self.check() {
                return why;
            }
            flagged.await;
        }
    }

    /// Begins a transaction that counts only while the job is ours.
    pub async fn begin(&self) -> Result<Tx, JobError> {
        self.check()?;
        let mut tx = self.0.db.begin().await?;
        if store::jobs::holds(&mut tx, self.id(), &self.0.owner).await? {
            Ok(tx)
        } else {
            self.lose();
            Err(JobError::Lost)
        }
    }

    /// Does heavy work on a thread of its own.
    pub async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self) -> Result<T, JobError> + Send + 'static,
    ) -> Result<T, JobError> {
        let job = self.clone();
        let done = tokio::task::spawn_blocking(move || work(&job)).await;
        done.map_err(|error| JobError::Retry(error.into()))?
    }

    /// Keeps a file for people to download once the job is done.
    pub async fn keep_artifact(&self, file_name: &str, media_type: &str, bytes: Bytes) -> Result<(), JobError> {
        let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        let blob = self.0.blobs.put(bytes).await?;
        let artifact = Artifact { file_name: file_name.to_owned(), blob, media_type: media_type.to_owned(), size };
        self.0.artifacts.lock().unwrap_or_else(PoisonError::into_inner).push(artifact);
        Ok(())
    }

    /// The same for a file that is in the blob store already.
    pub(crate) fn keep_stored(&self, artifact: Artifact) {
        self.0.artifacts.lock().unwrap_or_else(PoisonError::into_inner).push(artifact);
    }

    pub(crate) fn artifacts(&self) -> Vec<Artifact> {
        self.0.artifacts.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn steps(&self) -> Vec<(&'static str, u8)> {
        self.0.steps.iter().map(|(name, progress)| (*name, progress.load(Ordering::Relaxed))).collect()
    }

    /// Whether a step has come anywhere.
    pub(crate) fn has_progress(&self) -> bool {
        self.0.steps.iter().any(|(_, progress)| progress.load(Ordering::Relaxed) > 0)
    }

    pub(crate) fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Relaxed);
        self.0.flagged.notify_waiters();
    }

    /// Stops the work, because its user has lost the right to it.
    pub(crate) fn revoke(&self, reason: FailureReason) {
        // The first reason stays.
        let _ = self.0.revoked.set(reason);
        self.0.flagged.notify_waiters();
    }

    pub(crate) fn lose(&self) {
        self.0.lost.store(true, Ordering::Relaxed);
        self.0.flagged.notify_waiters();
    }

    pub(crate) fn stop(&self) {
        self.0.stopped.store(true, Ordering::Relaxed);
        self.0.flagged.notify_waiters();
    }
}
